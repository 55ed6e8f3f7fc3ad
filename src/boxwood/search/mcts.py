"""Monte Carlo tree search: UCT with the proven-win rule.

Each round walks down the tree by the upper confidence bound, adds the children of the leaf, plays a
random game from there and counts its result on the way back.  A child that is a proven win for its
mover proves its parent lost for the other, and so on up (MCTS-Solver): what is proven is never
played out again.  The tree lies in flat arrays of a fixed size and never outgrows them.

    node   move that led here, first child, number of children, visits,
           score (from the view of the player who made the move: 1 a win, 1/2 a draw),
           proof (0 open, 1 won for that player, -1 lost, 2 drawn)
"""

import math
from typing import Any

import numpy as np

from boxwood.core.bits import next_random, pick
from boxwood.core.bridge import at, dual
from boxwood.core.compiler import entry
from boxwood.core.contract import DRAW, ONGOING, GameType
from boxwood.search.transposition import address

MOVE, FIRST, COUNT, VISITS, PROOF = 0, 1, 2, 3, 4
FIELDS = 5
WON, LOST, DRAWN = 1, -1, 2
MAX_PATH = 512


@dual
def proof_for(outcome: int, player: int) -> int:
    """What a finished game proves for a player."""
    if outcome == DRAW:
        return DRAWN
    return WON if outcome == 1 + player else LOST


@dual
def worth(proof: int) -> float:
    return 0.5 if proof == DRAWN else (1.0 if proof == WON else 0.0)


def rounds_entry(
    root: Any, record: Any, tree: Any, scores: Any, room: Any, rounds: int, explore: float, patience: int, seed: int
) -> int:
    """Run so many rounds (fewer if stopped or proven); gives the random seed for the next call.

    record: [0] nodes in the tree, [1] stop, [2] positions played through
    """
    path = np.zeros(MAX_PATH, np.int64)
    movers = np.zeros(MAX_PATH, np.int64)  # who made the move into each node of the path
    done = 0
    while done < rounds and record[1] == 0 and tree[PROOF] == 0:
        done += 1
        state, node, length = root, 0, 1
        path[0], movers[0] = 0, 1 - root.player()
        # down: to a leaf, by the upper confidence bound
        while tree[node * FIELDS + COUNT] > 0 and length < MAX_PATH - 1:
            node = _select(tree, scores, node, explore)
            movers[length] = state.player()
            state = state.play(tree[node * FIELDS + MOVE])
            path[length] = node
            length += 1
            if tree[node * FIELDS + PROOF] != 0:
                break
        here = node * FIELDS
        mover = movers[length - 1]
        outcome = state.outcome()
        if outcome != ONGOING:
            tree[here + PROOF] = proof_for(outcome, mover)
            result = worth(tree[here + PROOF])
        elif tree[here + PROOF] != 0:
            result = worth(tree[here + PROOF])
        else:
            if tree[here + VISITS] > 0 or node == 0:
                _expand(state, record, tree, scores, room, node)
            seed = next_random(seed)
            result = _rollout(state, mover, record, room, patience, seed)
        # up: count the result, and carry proofs as far as they go
        for i in range(length - 1, -1, -1):
            at_node = path[i] * FIELDS
            tree[at_node + VISITS] += 1
            scores[path[i]] += result if movers[i] == mover else 1.0 - result
            if i < length - 1 and tree[at_node + PROOF] == 0:
                tree[at_node + PROOF] = _prove(tree, path[i], movers[i] == movers[i + 1])
    return seed


@dual
def _select(tree: Any, scores: Any, node: int, explore: float) -> int:
    first, count = tree[node * FIELDS + FIRST], tree[node * FIELDS + COUNT]
    log = math.log(float(tree[node * FIELDS + VISITS] + 1))
    best, best_value = first, -1.0
    for child in range(first, first + count):
        proof, visits = tree[child * FIELDS + PROOF], tree[child * FIELDS + VISITS]
        if proof == WON:
            return child
        if proof == LOST:
            value = -0.5 + 1e-9 * visits  # only if there is nothing else
        elif visits == 0:
            value = 1e6 - child  # every move once, in order
        else:
            value = scores[child] / visits + explore * math.sqrt(log / visits)
        if value > best_value:
            best, best_value = child, value
    return best


@dual
def _expand(state: Any, record: Any, tree: Any, scores: Any, room: Any, node: int) -> int:
    count = state.moves(at(room))
    first = record[0]
    if first + count > len(scores):
        return 0  # the tree is full: this leaf stays a leaf
    moves = at(room)
    for i in range(count):
        here = (first + i) * FIELDS
        tree[here + MOVE] = moves[i]
        tree[here + FIRST] = tree[here + COUNT] = tree[here + VISITS] = tree[here + PROOF] = 0
        scores[first + i] = 0.0
    record[0] = first + count
    tree[node * FIELDS + FIRST], tree[node * FIELDS + COUNT] = first, count
    return count


@dual
def _rollout(state: Any, mover: int, record: Any, room: Any, patience: int, seed: int) -> float:
    """The result of a random game for `mover`; a draw when it takes longer than `patience`."""
    moves = at(room)
    outcome = state.outcome()
    while outcome == ONGOING and patience > 0:
        seed = next_random(seed)
        state = state.play(moves[pick(seed, state.moves(moves))])
        outcome = state.outcome()
        record[2] += 1
        patience -= 1
    return 0.5 if outcome == ONGOING else worth(proof_for(outcome, mover))


@dual
def _prove(tree: Any, node: int, same: bool) -> int:
    """What its children prove of a node; `same`: the player who made the move into it moves again."""
    first, count = tree[node * FIELDS + FIRST], tree[node * FIELDS + COUNT]
    draws = 0
    for child in range(first, first + count):
        proof = tree[child * FIELDS + PROOF]
        if proof == WON:
            return WON if same else LOST
        if proof == 0:
            draws = -1_000_000
        elif proof == DRAWN:
            draws += 1
    if draws < 0:
        return 0
    if draws > 0:
        return DRAWN
    return LOST if same else WON


class TreeSearch:
    """MCTS on one game with room for so many nodes."""

    def __init__(self, game: GameType, *, nodes: int = 1_000_000, explore: float = 1.0, patience: int = 400) -> None:
        self._game, self._explore, self._patience = game, explore, patience
        self._tree = np.zeros(nodes * FIELDS, np.int64)
        self._scores = np.zeros(nodes, np.float64)
        self._room = np.zeros(game.facts.max_moves, np.int64)
        self._record = np.zeros(3, np.int64)
        self._run = entry(rounds_entry, game.state)
        self._seed = 1

    def begin(self, seed: int) -> None:
        """A new search: an empty tree."""
        self._record[:] = (1, 0, 0)
        self._tree[:FIELDS] = 0
        self._scores[0] = 0.0
        self._seed = seed

    def stop(self) -> None:
        """End the rounds under way.  Safe from any thread."""
        self._record[1] = 1

    def rounds(self, state: Any, count: int) -> None:
        """So many more rounds from the root."""
        arrays = (self._record, self._tree, self._scores, address(self._room))
        self._seed = int(self._run(state, *arrays, count, self._explore, self._patience, self._seed))

    @property
    def proven(self) -> bool:
        """Whether the root's value is known for certain."""
        return bool(self._tree[PROOF])

    @property
    def played(self) -> int:
        """Positions looked at, in the tree and in random games."""
        return int(self._record[0] + self._record[2])

    def ranking(self) -> list[tuple[int, int, float, int]]:
        """The root's moves, best first: move, visits, mean score, proof."""
        tree = self._tree.reshape(-1, FIELDS)
        first, count = int(tree[0, FIRST]), int(tree[0, COUNT])
        rows = []
        for child in range(first, first + count):
            visits, proof = int(tree[child, VISITS]), int(tree[child, PROOF])
            mean = float(self._scores[child]) / max(visits, 1)
            rows.append((int(tree[child, MOVE]), visits, mean, proof))
        rank = {WON: 2, 0: 1, DRAWN: 1, LOST: 0}
        return sorted(rows, key=lambda row: (rank[row[3]], row[1]), reverse=True)
