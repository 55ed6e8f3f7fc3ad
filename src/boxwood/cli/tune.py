"""The command `tune`: better weights for a player, found by playing."""

import sys
import time
from typing import Annotated, Any

import typer

from boxwood.cli.common import GameArgument, save_text
from boxwood.cli.tournament import Cluster, Journal, Seed, Tls, Workers, read_tls

LINE_SECONDS = 15.0  # between two lines


def tune(
    game: GameArgument,
    player: Annotated[
        str, typer.Option("--player", metavar="SPEC", help="Whose weights, like engine, lao:depth=2 or negaalphabeta.")
    ] = "engine:megabytes=4",
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="default (texel, then spsa), texel, spsa, genetic, local-search or local-search-report.",
        ),
    ] = "default",
    weights: Annotated[str, typer.Option("--weights", metavar="A,B,...", help="Which weights; all if none.")] = "",
    begin_with: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help="The weights to begin with, if not the player's own.")
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What to call the new ones.")] = "tuned",
    pairs: Annotated[int, typer.Option("--pairs", metavar="N", help="Pairs of games for the method.")] = 1000,
    texel_pairs: Annotated[int, typer.Option("--texel-pairs", metavar="N", help="Pairs that Texel learns from.")] = 150,
    confirm: Annotated[int, typer.Option("--confirm", metavar="N", help="Pairs of the confirmation, at most.")] = 1000,
    elo: Annotated[float, typer.Option("--elo", metavar="N", help="The gain that the confirmation looks for.")] = 20.0,
    gauge: Annotated[int, typer.Option("--gauge", metavar="N", help="Pairs that tell the strength on the way.")] = 40,
    variant: Annotated[
        list[str] | None, typer.Option("--variant", metavar='"NAME=VALUE ..."', help="Options of the game, in turn.")
    ] = None,
    plies: Annotated[int | None, typer.Option("--plies", metavar="N", help="Random moves of an opening.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", help="Positions for each move.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="S", help="For each move.")] = None,
    ply_cap: Annotated[int, typer.Option("--ply-cap", metavar="N", help="Moves after which it is a draw.")] = 400,
    seed: Seed = None,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE.svg", help="Draw weights and strength.")] = None,
    journal: Journal = None,
    cluster: Cluster = None,
    tls: Tls = None,
    workers: Workers = None,
) -> None:
    """Find better weights and install them if they win.  Stop it when you like: the same command goes on."""
    from boxwood.arena.journal import Journal as OpenJournal
    from boxwood.arena.journal import default_journal
    from boxwood.arena.match import Clock
    from boxwood.arena.workers import crew
    from boxwood.tuning.tuner import Settings, Tuning

    settings = Settings(
        game,
        player,
        method,
        tuple(word.strip() for word in weights.split(",") if word.strip()),
        begin_with,
        tuple(variant or [""]),
        plies,
        Clock(nodes=nodes, per_move=seconds),
        ply_cap,
        pairs,
        texel_pairs,
        gauge,
        confirm,
        elo,
        seed or 1,
        name,
    )
    with OpenJournal(journal or default_journal()) as kept, crew(cluster, workers, read_tls(tls)) as hands:
        tuning = Tuning(settings, kept, hands)
        try:
            path = tuning.run(_Lines())
        except KeyboardInterrupt:
            print("stopped; the same command goes on", file=sys.stderr)
            raise
    if plot is not None:
        from boxwood.tuning.chart import chart_svg

        save_text(plot, chart_svg(tuning.steps))
    print(_told(tuning.news("finished")))
    if path is None:
        print("not installed: they are not shown to be better")
    else:
        print(f"installed: {path}\nplay with them: {tuning.subject.player}:{tuning.subject.parameter}={name}")


def _told(news: dict[str, Any]) -> str:
    old, new = news["steps"][0]["weights"], news["steps"][-1]["weights"]
    lines = [f"{name:16} {old[name]:8} -> {new[name]:8}" for name in old]
    c = news["confirmation"]
    told = f"{c['elo']['value']:+.1f} +- {c['elo']['error']:.1f} Elo in {c['games']} games from fresh openings"
    return "\n".join([*lines, f"{told}, likelihood of superiority {100 * c['superiority']:.2f} %"])


class _Lines:
    """Now and then a line that says how far it is."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, news: dict[str, Any]) -> None:
        if news["state"] == "running" and time.monotonic() < self._told + LINE_SECONDS:
            return
        self._told = time.monotonic()
        step = news["steps"][-1]
        told = " ".join(f"{name}={value}" for name, value in step["weights"].items())
        print(f"{step['method']} {step['iteration']}: {news['pairs']} pairs, {told}", file=sys.stderr, flush=True)
