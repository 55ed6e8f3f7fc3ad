"""Random positions, and a judge asked about them by compiled code."""

import random

import numpy as np

from boxwood.core.bridge import pointer
from boxwood.core.compiler import entry
from boxwood.core.contract import ONGOING, game_type, legal_moves
from boxwood.games import find


def random_position(game, seed, most=30, **options):
    """A position of a random game that goes on."""
    kind, choose = find(game), random.Random(seed)
    while True:
        state = kind.start(options)
        for _ in range(choose.randrange(most)):
            state = state.play(choose.choice(legal_moves(state, kind.facts)))
            if state.outcome() != ONGOING:
                break
        if state.outcome() == ONGOING:
            return state


def opinions(judge, state):
    """All that a judge says of a position, interpreted."""
    facts = game_type(type(state)).facts
    out = [0] * facts.max_moves
    count = judge.forcing(state, out)
    orders = [judge.order(state, move) for move in legal_moves(state, facts)]
    return judge.evaluate(state), judge.verdict(state), count, out[: abs(count)], orders


def compiled_opinions(judge, state):
    """The same, compiled."""
    facts = game_type(type(state)).facts
    moves = np.array(legal_moves(state, facts), np.int64)
    orders, out = np.zeros(len(moves), np.int64), np.zeros(facts.max_moves, np.int64)
    ask = entry(_opinions_entry, type(state), type(judge))
    value, verdict, count = ask(state, judge, moves, orders, out)
    return value, verdict, count, out[: abs(count)].tolist(), orders.tolist()


def _opinions_entry(state, judge, moves, orders, out):
    for i in range(len(moves)):
        orders[i] = judge.order(state, moves[i])
    return judge.evaluate(state), judge.verdict(state), judge.forcing(state, pointer(out))
