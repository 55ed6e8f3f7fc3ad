"""Duboux & Trividic, Quarto! (Université de Paris, 2021): the tournament, and whether depth would have helped."""

from boxwood.lab.reports.matches import Setting, cross_table, match
from boxwood.lab.reports.notebook import Notebook
from boxwood.lab.reports.report import Experiment, Grid

SOURCE = "Elie Duboux and Yann Trividic, Quarto!, Université de Paris, 2021"
SETTING = Setting("quarto", {})
PLAYERS = {"random": "random:seed={seed}", "novice": "novice:seed={seed}", "minimax": "minimax"}
ENGINE = {"engine:5": "engine:5:megabytes=1:seed={seed}"}  # sits where the human sat

# Table 1: games won by the row's player, drawn ones in brackets, of five
THEIRS = Grid(
    ["wins of", "human", "random", "novice", "minimax"],
    [
        ["human", "", "5 (0)", "3 (0)", "2 (1)"],
        ["random", "0 (0)", "", "1 (0)", "0 (0)"],
        ["novice", "2 (0)", "4 (0)", "", "2 (0)"],
        ["minimax", "2 (1)", "5 (0)", "3 (0)", ""],
    ],
)
DEPTHS = (1, 2, 3, 4, 5)  # turns that minimax looks ahead at the end of the game


def experiments(notebook: Notebook, quick: bool) -> list[Experiment]:
    """The tournament of section 5, and the question it ends with."""
    return [tournament(notebook, 5 if quick else 50), depth(notebook, 5 if quick else 200)]


def tournament(notebook: Notebook, pairs: int) -> Experiment:
    """Table 1."""
    players = ENGINE | PLAYERS
    scores = cross_table(notebook, SETTING, players, pairs)
    rows = [
        [one, *("" if one == other else f"{scores[one, other].wins} ({scores[one, other].draws})" for other in players)]
        for one in players
    ]
    share = scores["minimax", "novice"].share
    return Experiment(
        "Table 1: the tournament",
        f"Games won by the row's player, drawn ones in brackets: of 5 in the report, of {2 * pairs} here, half of them "
        "as first player. In the human's place sits Boxwood's engine at level 5.",
        THEIRS,
        Grid(["wins of", *players], rows),
        "The order is the report's, random below novice below minimax, but five games could not tell how far apart "
        f"they are: minimax takes {share:.0%} of the points from the novice, and who does so wins three or fewer of "
        f"five, as the report's did, {three_or_fewer(share):.0%} of the time"
        + ("." if three_or_fewer(share) > 0.1 else ", so that theirs was probably weaker."),
    )


def three_or_fewer(share: float) -> float:
    """How likely a player who wins this share of all games wins at most three of five."""
    return 1 - share**5 - 5 * share**4 * (1 - share)


def depth(notebook: Notebook, pairs: int) -> Experiment:
    """Section 5: "peut-être que les résultats seraient meilleurs en augmentant la profondeur"."""
    notebook.plan(2 * pairs * len(DEPTHS))
    scores = {turns: match(notebook, SETTING, f"minimax:turns={turns}", PLAYERS["novice"], pairs) for turns in DEPTHS}
    rows = [[str(turns), str(score.wins), str(score.draws), str(score.losses)] for turns, score in scores.items()]
    gain = scores[DEPTHS[-1]].share - scores[4].share
    more = "does little more" if abs(gain) < 0.02 else "helps" if gain > 0 else "does not help"
    return Experiment(
        "Would more depth help?",
        f"Minimax against the novice, {2 * pairs} games for each number of turns that it looks ahead at the end of a "
        "game; the report's looks 4 ahead and wonders.",
        None,
        Grid(["turns", "won", "drawn", "lost"], rows),
        f"The report only guesses that a deeper search would do better: from one turn to four it does, "
        f"by {scores[4].share - scores[1].share:+.0%} of the points, and the fifth {more} ({gain:+.1%}): "
        "with one turn it does not see what the novice does, that the piece it gives can win.",
    )
