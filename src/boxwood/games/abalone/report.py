"""Lao, Agent d'intelligence artificielle pour le jeu Abalone (2023): Tables 1 to 3 and Figures 3 and 4.

Its game has no side steps and ends after 25 moves of each player, when the marbles left decide.
"""

import math
import time
from functools import partial
from statistics import mean, stdev
from typing import Any

from boxwood.core.contract import ONGOING
from boxwood.game import Game
from boxwood.games import find
from boxwood.games.abalone.evaluation import OMEGA, Settled
from boxwood.games.abalone.players import DEEP, SHALLOW, Durations, depth_for, in_contact
from boxwood.lab.compare import BASELINE, compare
from boxwood.lab.reports.matches import NOTHING, CrossTable, Score, Setting, cross_table, match
from boxwood.lab.reports.notebook import Notebook
from boxwood.lab.reports.report import Experiment, Grid, Reproduction
from boxwood.players import make
from boxwood.search.algorithms import run

SOURCE = "Quentin Lao, Agent d'intelligence artificielle pour le jeu Abalone, Polytechnique Montréal, 2023"
RULES = {"sidestep": False, "plies": 50}
MOVES, SECONDS = 25, 900.0  # of a player in a game
LAYOUTS = ("standard", "alien")
STEPS = {"alphabeta": "αβ", "ordered": "αβ + order", "memory": "αβ + table", "ordered+memory": "αβ + order + table"}
BEST = "omega3"

# Table 1: the mean duration of a move in relation to alpha-beta's, its 95 % interval and the p-value
TABLE_1 = [["1 ± 0.098", "1"], ["0.767 ± 0.069", "< 1e-3"], ["0.722 ± 0.061", "< 1e-5"], ["0.54 ± 0.048", "< 1e-14"]]
FEATURES = ["marbles", "edge", "centre", "cohesion 1", "cohesion 2", "threats"]
# Table 2
TABLE_2 = [
    [0.875, 0.5, 2, 0.5, 1.625, 0.125],
    [1.125, 0.125, 1.125, 0.25, 0.125, 0.05],
    [1.125, 1.375, 1.75, 0.05, 1.25, 0.25],
    [1.25, 0.375, 1.25, 0.25, 0.05, 1],
    [1.25, 0.375, 1.375, 1.125, 0.05, 0.05],
    [1.625, 1.5, 2.0, 0.625, 1.75, 0.375],
    [2, 0.625, 0.375, 0.625, 0.05, 0.375],
    [0.25, 0.125, 1.75, 1, 0.5, 1.75],
]
# Table 3, by column: won, drawn and lost by the column's agent against each row's, in ten games
TABLE_3 = {
    "omega1": ["", "5 2 3", "2 3 5", "4 2 4", "7 1 2", "0 4 6", "3 4 3", "7 3 0", "28 19 23"],
    "omega2": ["3 2 5", "", "0 2 8", "3 5 2", "2 4 4", "0 3 7", "0 10 0", "4 6 0", "12 32 26"],
    "omega3": ["5 3 2", "8 2 0", "", "8 0 2", "7 3 0", "5 3 2", "9 1 0", "10 0 0", "52 12 6"],
    "omega4": ["4 2 4", "2 5 3", "2 0 8", "", "0 10 0", "3 2 5", "0 9 1", "3 7 0", "14 35 21"],
    "omega5": ["2 1 7", "4 4 2", "0 3 7", "0 10 0", "", "0 7 3", "4 4 2", "7 3 0", "17 32 21"],
    "omega6": ["6 4 0", "7 3 0", "2 3 5", "5 2 3", "3 7 0", "", "10 0 0", "10 0 0", "43 19 8"],
    "omega7": ["3 4 3", "0 10 0", "0 1 9", "1 9 0", "2 4 4", "0 0 10", "", "10 0 0", "16 28 26"],
    "omega8": ["0 3 7", "0 6 4", "0 0 10", "0 7 3", "0 3 7", "0 0 10", "0 0 10", "", "0 19 51"],
}
# Figure 4: mean and standard deviation of the seconds of a search, 3 and 4 moves deep
THEIR_SECONDS = {SHALLOW: (3.025, 2.35), DEEP: (40.0, 20.0)}


def experiments(notebook: Notebook, quick: bool) -> list[Experiment]:
    """All tables and figures."""
    states = positions(2 if quick else 12)
    scores, by_layout = tournament(notebook, 1 if quick else 5)
    return [
        durations(notebook, states),
        weights(),
        everyone(scores, 4 if quick else 20),
        sides(by_layout),
        against_random(notebook, 2 if quick else 25),
        clock(notebook, states[:: 5 if quick else 1]),
    ]


def positions(games: int) -> list[Any]:
    """Positions as its agent meets them: all those of games that it plays against itself after random openings."""
    from boxwood.arena.match import random_opening

    kind, found = find("abalone"), dict[int, Any]()
    player = make(f"lao:weights={BEST}:depth=2", kind)
    for seed in range(1, games + 1):
        game = Game(kind, random_opening(kind, RULES, 4, seed), **RULES)
        while not game.is_over:
            found[game.state.key()] = game.state
            game.push(game.state.move_text(player.choose(game).move))
    return list(found.values())


def durations(notebook: Notebook, states: list[Any]) -> Experiment:
    """Table 1."""
    notebook.plan(1)
    told = notebook.once(f"durations {len(states)}", partial(_race, states))
    base = told[BASELINE]["seconds"]
    unit, rows = mean(base), []
    nodes = {name: sum(told[name]["nodes"]) / sum(told[BASELINE]["nodes"]) for name in STEPS}
    times = {name: mean(told[name]["seconds"]) / unit for name in STEPS}
    for name, label in STEPS.items():
        seconds = told[name]["seconds"]
        error = 1.96 * stdev(seconds) / math.sqrt(len(seconds)) / unit
        rows.append([label, f"{times[name]:.3f} ± {error:.3f}", _p(seconds, base), f"{nodes[name]:.3f}"])
    return Experiment(
        "Table 1: what each optimisation is worth",
        f"The mean duration of a search {SHALLOW} moves deep in relation to alpha-beta's, with its 95 % interval and "
        f"the p-value of the difference; {len(states)} positions of games that its agent plays against itself, "
        "processor time. The nodes, which no machine changes, are beside it.",
        Grid(["", "time", "p"], [[label, *row] for label, row in zip(STEPS.values(), TABLE_1, strict=True)]),
        Grid(["", "time", "p", "nodes"], rows),
        f"The order leaves {nodes['ordered']:.0%} of the nodes here and takes {times['ordered']:.0%} of the time, for "
        "a node costs us less than a microsecond and guessing at all moves is dear beside that; the table finds next "
        "to nothing, since ours remembers no leaves, and three moves deep the same position comes again only there, "
        "where the report's saved a costly evaluation.",
        {name: {"seconds": mean(each["seconds"]), "nodes": sum(each["nodes"])} for name, each in told.items()},
    )


def _race(states: list[Any]) -> dict[str, Any]:
    kind = find("abalone")
    race = compare(kind, kind.read_options(RULES), SHALLOW, states, judge=BEST, algorithms=tuple(STEPS))
    return {runner.algorithm: {"seconds": runner.seconds, "nodes": runner.nodes} for runner in race.runners}


def _p(seconds: list[float], base: list[float]) -> str:
    """Of Welch's t-test, as a report would write it."""
    from scipy import stats

    p = float(stats.ttest_ind(seconds, base, equal_var=False).pvalue)
    return f"{p:.2g}" if p > 1e-3 else f"< 1e{math.ceil(math.log10(max(p, 1e-300)))}"


def weights() -> Experiment:
    """Table 2."""
    ours = [[value / 1000 for value in each] for each in OMEGA.values()]
    same = "equal" if ours == TABLE_2 else "not equal"
    theirs, mine = ([[name, *(f"{value:g}" for value in row)] for name, row in zip(OMEGA, table, strict=True)]
                    for table in (TABLE_2, ours))  # fmt: skip
    return Experiment(
        "Table 2: the eight configurations",
        "What each of the eight agents values.",
        Grid(["", *FEATURES], theirs),
        Grid(["", *FEATURES], mine),
        f"The two are {same}: ours are the report's agents; the local search that found them can be run again as "
        "`boxwood tune`.",
    )


def tournament(notebook: Notebook, pairs: int) -> tuple[CrossTable, dict[str, CrossTable]]:
    """The eight against each other from both layouts; all games, and those of each layout."""
    players = {name: f"lao:weights={name}:depth={SHALLOW}" for name in OMEGA}
    by_layout = {
        layout: cross_table(notebook, Setting("abalone", {"layout": layout, **RULES}, plies=2), players, pairs)
        for layout in LAYOUTS
    }
    one, other = by_layout.values()
    return {couple: one[couple] + other[couple] for couple in one}, by_layout


def _points(score: Score) -> float:
    """Three for a win and one for a draw, in the mean."""
    return (3 * score.wins + score.draws) / score.games


def _cell(score: Score) -> str:
    return f"{score.wins} {score.draws} {score.losses}"


def everyone(scores: CrossTable, games: int) -> Experiment:
    """Table 3."""
    names = list(OMEGA)
    totals = {name: sum((scores[name, other] for other in names if other != name), NOTHING) for name in names}
    rows = [[row, *("" if row == name else _cell(scores[name, row]) for name in names)] for row in names]
    rows.append(["total", *(_cell(totals[name]) for name in names)])
    rows.append(["score", *(f"{_points(totals[name]):.2f}" for name in names)])
    theirs = [[row, *(TABLE_3[name][place] for name in names)] for place, row in enumerate([*names, "total"])]
    their_scores = {name: _their_score(name) for name in names}
    theirs.append(["score", *(f"{their_scores[name]:.2f}" for name in names)])
    ranking = sorted(names, key=lambda name: -_points(totals[name]))
    their_ranking = sorted(names, key=lambda name: -their_scores[name])
    return Experiment(
        "Table 3: the eight against each other",
        f"Won, drawn and lost by the column's agent against the row's: in ten games in the report, in {games} here, "
        f"{SHALLOW} moves deep, half of them from each layout, from openings of two random moves in both colours. The "
        "score is 3 for a win and 1 for a draw, in the mean.",
        Grid(["", *names], theirs),
        Grid(["", *names], rows),
        f"Theirs end in the order {', '.join(their_ranking)}, ours in {', '.join(ranking)}: "
        + ("the best is the same, " if ranking[0] == their_ranking[0] else f"the best is {ranking[0]} here, ")
        + "and what lies between has changed because ours look equally deep in every move, where theirs looked "
        "3 or 4 moves ahead as the clock allowed, and because ten games leave much to chance.",
        {"scores": {name: _points(total) for name, total in totals.items()}, "theirs": their_scores},
    )


def _their_score(name: str) -> float:
    won, drawn, lost = map(int, TABLE_3[name][-1].split())
    return (3 * won + drawn) / (won + drawn + lost)


def sides(by_layout: dict[str, CrossTable]) -> Experiment:
    """Figure 3."""
    rows, data = [], list[dict[str, Any]]()
    for layout, scores in by_layout.items():
        total = sum((score for (name, _), score in scores.items() if name == BEST), NOTHING)
        for colour, results in (("black", total.first), ("white", total.second)):
            rows.append([layout, colour, *map(str, results)])
            for what, count in zip(("won", "drawn", "lost"), results, strict=True):
                data.append({"layout": layout, "colour": colour, "result": what, "games": count})
    shares = {
        key: sum(row["games"] * {"won": 2, "drawn": 1, "lost": 0}[row["result"]] for row in data if key in row.values())
        / sum(2 * row["games"] for row in data if key in row.values())
        for key in ("standard", "alien", "black", "white")
    }
    return Experiment(
        "Figure 3: the best agent by layout and colour",
        f"Games of {BEST} in Table 3. Of the report's figure only the total is left: 52 won, 12 drawn, 6 lost.",
        None,
        Grid(["layout", "colour", "won", "drawn", "lost"], rows),
        "The report's agent does a little better as black and in the alien layout; ours takes "
        f"{shares['black']:.0%} of the points as black and {shares['white']:.0%} as white, {shares['alien']:.0%} in "
        f"alien and {shares['standard']:.0%} in standard: "
        + ("the same leaning." if shares["alien"] >= shares["standard"] and shares["black"] >= shares["white"]
           else "not the same leaning in both, which its 70 games were too few to tell."),
        {"games": data},
    )  # fmt: skip


def against_random(notebook: Notebook, pairs: int) -> Experiment:
    """Section 5.3.3: 100 % against the random agent."""
    notebook.plan(2 * pairs)
    score = match(
        notebook, Setting("abalone", RULES), f"lao:weights={BEST}:depth={SHALLOW}", "random:seed={seed}", pairs
    )
    return Experiment(
        "Against the random agent",
        f"{BEST}, {SHALLOW} moves deep, {score.games} games.",
        Grid(["won"], [["100 %"]]),
        Grid(["won", "drawn", "lost"], [[str(score.wins), str(score.draws), str(score.losses)]]),
        "The same as the report's." if score.wins == score.games else "Not every game is won within 25 moves here.",
    )


def clock(notebook: Notebook, states: list[Any]) -> Experiment:
    """Figure 4: when the agent looks 3 moves ahead and when 4, and one game on its clock."""
    notebook.plan(2)
    close = [state for state in states if in_contact(state)]
    measured = notebook.once(f"clock {len(close)}", partial(_measure, close))
    shallow, deep = (_durations(measured[str(depth)]) for depth in (SHALLOW, DEEP))
    their_shallow, their_deep = (_as_told(*THEIR_SECONDS[depth]) for depth in (SHALLOW, DEEP))
    scale = frontier(MOVES, shallow, deep) / frontier(MOVES, their_shallow, their_deep)
    trace = notebook.once(f"clocked game {len(close)}", lambda: _clocked_game(SECONDS * scale, shallow, deep))
    rows = [
        ["seconds of a search 3 deep", f"{shallow.mean:.4f} ± {shallow.deviation():.4f}"],
        ["seconds of a search 4 deep", f"{deep.mean:.4f} ± {deep.deviation():.4f}"],
        ["4 deep with 25 moves to go from", f"{frontier(MOVES, shallow, deep):.3f} s"],
    ]
    theirs = [
        ["seconds of a search 3 deep", "3.025 ± 2.35"],
        ["seconds of a search 4 deep", "40 ± 20"],
        ["4 deep with 25 moves to go from", f"{frontier(MOVES, their_shallow, their_deep):.0f} s"],
    ]
    deep_moves = sum(depth == DEEP for _, _, depth in trace)
    return Experiment(
        "Figure 4: 3 or 4 moves ahead, as the clock allows",
        f"Mean and standard deviation of the searches on {len(close)} positions where the colours touch, and from how "
        f"many seconds on the rule p(c, t) looks deeper; then one game on a clock of {SECONDS * scale:.2f} s, which is "
        "to our frontier as 15 minutes are to the report's.",
        Grid(["", "theirs"], theirs),
        Grid(["", "ours"], rows),
        f"The rule is the same and the frontier has the same shape, but lies {1 / scale:.0f} times lower, since the "
        f"same search is compiled here; in our game {deep_moves} of {len(trace)} moves are searched 4 deep.",
        {
            "frontier": [
                *_frontiers("theirs", their_shallow, their_deep, 1.0),
                *_frontiers("ours", shallow, deep, scale),
            ],
            "game": [{"moves": c, "seconds": t / scale, "depth": depth} for c, t, depth in trace],
        },
    )


def _frontiers(whose: str, shallow: Durations, deep: Durations, unit: float) -> list[dict[str, Any]]:
    """The frontier for every number of moves to go, as a figure draws it."""
    return [
        {"moves": moves, "seconds": frontier(moves, shallow, deep) / unit, "whose": whose}
        for moves in range(1, MOVES + 1)
    ]


def frontier(moves: int, shallow: Durations, deep: Durations) -> float:
    """The least seconds with which the report's rule looks deep, so many moves to go."""
    return (moves - 1) * shallow.careful + deep.careful


def _measure(states: list[Any]) -> dict[str, list[float]]:
    return {str(depth): [_search(state, depth)[1] for state in states] for depth in (SHALLOW, DEEP)}


def _search(state: Any, depth: int) -> tuple[int, float]:
    """The move of its agent, and the processor time that it took."""
    began = time.thread_time()
    move = run("ordered+memory", find("abalone"), state, Settled(OMEGA[BEST]), depth).move
    return move, time.thread_time() - began


def _durations(seconds: list[float]) -> Durations:
    found = Durations()
    for each in seconds:
        found.add(each)
    return found


def _as_told(mean: float, deviation: float) -> Durations:
    """Two measurements with this mean and deviation."""
    return _durations([mean - deviation, mean + deviation])


def _clocked_game(seconds: float, shallow: Durations, deep: Durations) -> list[tuple[int, float, int]]:
    """One game of the agent as black against itself at 3 deep: moves to go, seconds left, depth of each move."""
    state, left, trace = find("abalone").start(RULES), seconds, list[tuple[int, float, int]]()
    while state.outcome() == ONGOING:
        depth = SHALLOW
        if state.player() == 0:
            moves = MOVES - len(trace)
            depth = depth_for(moves, left, shallow, deep) if in_contact(state) else SHALLOW
            trace.append((moves, left, depth))
        move, spent = _search(state, depth)
        left -= spent if state.player() == 0 else 0.0
        state = state.play(move)
    return trace


def charts(result: Reproduction) -> dict[str, Any]:
    """Figures 3 and 4."""
    import altair

    data = {experiment.title.partition(":")[0]: experiment.data for experiment in result.experiments}
    order = ["won", "drawn", "lost"]
    bars = (
        altair.Chart({"values": data["Figure 3"]["games"]})
        .mark_bar()
        .encode(
            x=altair.X("games:Q", stack=True),
            y=altair.Y("colour:N", title=None),
            color=altair.Color("result:N", sort=order, scale=altair.Scale(domain=order, scheme="tableau10")),
            row=altair.Row("layout:N", title=None),
        )
        .properties(width=420, title=f"Figure 3: games of {BEST}")
    )
    moves = altair.X("moves:Q", title="moves to go", scale=altair.Scale(reverse=True))
    seconds = altair.Y("seconds:Q", title="seconds left, ours scaled to 15 minutes")
    lines = altair.Chart({"values": data["Figure 4"]["frontier"]}).mark_line().encode(moves, seconds, color="whose:N")
    dots = (
        altair.Chart({"values": data["Figure 4"]["game"]})
        .mark_point(filled=True, size=60)
        .encode(moves, seconds, shape=altair.Shape("depth:N", title="depth"))
    )
    title = "Figure 4: above the line 4 moves ahead, below it 3"
    return {"figure-3": bars, "figure-4": altair.layer(lines, dots).properties(width=460, height=300, title=title)}
