"""The command `tournament`: play one, watch it, go on with it, tell how it ended."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from boxwood.cli.common import OptionsOption, path_of, read_text, save_text
from boxwood.core.errors import BoxwoodError

LINE_SECONDS = 15.0  # between two lines where there is no terminal to draw on
GRACE = 1.0  # seconds beyond those of a move that lose a game

Journal = Annotated[
    str | None,
    typer.Option("--journal", metavar="FILE|URL", help="Where games are kept, if not among the user's data."),
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A dask.distributed scheduler, like tcp://host:8786.")
]
Tls = Annotated[
    str | None,
    typer.Option("--tls", metavar="CA,CERT,KEY", help="Files of certificates for a cluster at tls://..."),
]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, max=1024, help="Processes of this machine; all cores.")
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Other openings.")]


def tournament(
    file: Annotated[str | None, typer.Argument(metavar="[FILE.toml]", help="A tournament written down.")] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Which game.")] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B,...", help="Who plays, as `boxwood players` names them.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="SPEC", help="One more, with commas or a program: 'ugi:./engine --fast'."),
    ] = None,
    pairs: Annotated[int | None, typer.Option("--pairs", metavar="N", help="Pairs of games in each meeting.")] = None,
    form: Annotated[str | None, typer.Option("--form", metavar="NAME", help="round-robin, gauntlet or swiss.")] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", metavar="N", help="Of a Swiss tournament.")] = None,
    option: OptionsOption = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar='"NAME=VALUE ..."', help="Options to be played in turn with other variants."),
    ] = None,
    plies: Annotated[int | None, typer.Option("--plies", metavar="N", help="Random moves of an opening.")] = None,
    openings: Annotated[
        str | None, typer.Option("--openings", metavar="FILE", help="Openings, a line each: moves, or a position.")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="S", help="For each move.")] = None,
    clock: Annotated[
        str | None, typer.Option("--clock", metavar="S[+I]", help="Seconds for a game, and more for each move.")
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", help="Positions for each move.")] = None,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", help="How far ahead everyone looks.")] = None,
    ply_cap: Annotated[
        int | None, typer.Option("--ply-cap", metavar="N", help="Moves after which it is a draw.")
    ] = None,
    adjudicate: Annotated[
        str | None, typer.Option("--adjudicate", metavar="SCORE,MOVES", help="A game is won when both players say so.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1[,normalized]", help="Stop when it is clear which of them holds."),
    ] = None,
    seed: Seed = None,
    name: Annotated[str | None, typer.Option("--name", metavar="TEXT", help="What to call it.")] = None,
    form_of_report: Annotated[
        str, typer.Option("--format", metavar="NAME", help="How to tell the end: text, json, csv, html or svg.")
    ] = "text",
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Where to write that.")] = None,
    journal: Journal = None,
    cluster: Cluster = None,
    tls: Tls = None,
    workers: Workers = None,
    runs: Annotated[bool, typer.Option("--runs", help="List the tournaments of the journal.")] = False,
    show: Annotated[str | None, typer.Option("--show", metavar="RUN", help="Tell how one of them stands.")] = None,
    record: Annotated[int | None, typer.Option("--record", metavar="ID", help="Print a game of the journal.")] = None,
) -> None:
    """Play a tournament.  Stop it when you like: the same command goes on."""
    from boxwood.arena import report
    from boxwood.arena import tournament as arena
    from boxwood.arena.journal import Journal as OpenJournal
    from boxwood.arena.journal import default_journal
    from boxwood.arena.workers import crew

    if form_of_report not in report.FORMATS:
        raise BoxwoodError(f"--format '{form_of_report}' is not possible: it is one of {', '.join(report.FORMATS)}")
    where = journal or default_journal()
    with OpenJournal(where) as kept:
        if runs:
            print(_list(kept), end="")
            return
        if record is not None:
            print(kept.record(record), end="")
            return
        if show is not None:
            _tell(report.FORMATS[form_of_report](arena.standing(kept, show)), output)
            return
        written: dict[str, Any] = {}
        if option:
            variant = [*(variant or []), " ".join(option)]
        given = {
            "game": game,
            "players": None if not (players or player) else _names(players, player),
            "pairs": pairs,
            "form": form,
            "rounds": rounds,
            "variants": variant,
            "plies": plies,
            "openings": openings,
            "ply_cap": ply_cap,
            "seed": seed,
            "name": name,
            "clock": _clock(seconds, clock, nodes, depth),
            "adjudication": _adjudication(adjudicate),
            "sprt": read_sprt(sprt),
        }
        if file is not None:
            written = _read_file(file)
        told = written | {key: value for key, value in given.items() if value is not None}
        plan = _plan(told)
        with crew(cluster or told.get("cluster"), workers or told.get("workers"), read_tls(tls)) as hands:
            playing = arena.Tournament(plan, kept, hands)
            try:
                with live(plan.name or plan.game) as tell:
                    playing.run(tell)
            except KeyboardInterrupt:
                print(f"stopped after {playing.standing.games} games; the same command goes on", file=sys.stderr)
                raise
        _tell(report.FORMATS[form_of_report](playing.news("finished")), output)


def _names(joined: str | None, single: list[str] | None) -> list[str]:
    return [name.strip() for name in (joined or "").split(",") if name.strip()] + list(single or [])


def _clock(seconds: float | None, clock: str | None, nodes: int | None, depth: int | None) -> dict[str, Any] | None:
    for name, value in (("seconds", seconds), ("nodes", nodes), ("depth", depth)):
        if value is not None and not 0 < value < float("inf"):
            raise BoxwoodError(f"--{name} {value:g} is not possible: it is a number above 0")
    told: dict[str, Any] = {}
    if clock is not None:
        whole, _, gain = clock.partition("+")
        try:
            told |= {"seconds": float(whole), "increment": float(gain or 0)}
        except ValueError:
            raise BoxwoodError(f"--clock '{clock}' is not possible: write seconds, like 60 or 60+0.5") from None
    if seconds is not None:
        told |= {"per_move": seconds, "grace": GRACE}
    told |= {name: value for name, value in (("nodes", nodes), ("depth", depth)) if value is not None}
    return told or None


def _adjudication(text: str | None) -> dict[str, int] | None:
    return None if text is None else dict(zip(("score", "moves"), _numbers("--adjudicate", text, int), strict=False))


def read_sprt(text: str | None) -> dict[str, Any] | None:
    """`0,5` or `0,5,normalized`."""
    if text is None:
        return None
    words = text.split(",")
    normalized = words[-1].strip() == "normalized"
    bounds = _numbers("--sprt", ",".join(words[:-1] if normalized else words), float)
    if len(bounds) != 2:
        raise BoxwoodError(f"--sprt '{text}' is not possible: write two bounds in Elo, like 0,10")
    return {"elo0": bounds[0], "elo1": bounds[1], "normalized": normalized}


def _numbers(name: str, text: str, kind: Any) -> list[Any]:
    try:
        return [kind(word) for word in text.split(",")]
    except ValueError:
        raise BoxwoodError(f"{name} '{text}' is not possible: write numbers with commas between") from None


def read_tls(text: str | None) -> dict[str, str] | None:
    """The three files that let this machine into a cluster."""
    if text is None:
        return None
    files = [str(path_of(word)) for word in text.split(",")]
    if len(files) != 3:
        raise BoxwoodError(f"--tls '{text}' is not possible: name three files: CA,CERT,KEY")
    return dict(zip(("tls_ca_file", "tls_client_cert", "tls_client_key"), files, strict=True))


def _read_file(file: str) -> dict[str, Any]:
    import tomllib

    try:
        told = tomllib.loads(read_text(file, "a tournament in TOML"))
    except tomllib.TOMLDecodeError as error:
        raise BoxwoodError(f"{file} is not a tournament in TOML: {error}") from None
    if isinstance(told.get("openings"), str):
        told["openings"] = str(path_of(file).parent / told["openings"])
    return told


def _plan(told: dict[str, Any]) -> Any:
    from boxwood.arena.schedule import Plan

    known = dict(told)
    for name in ("cluster", "workers"):
        known.pop(name, None)
    if "game" not in known or "players" not in known:
        raise BoxwoodError("say which game and who plays: --game GAME --players NAME,NAME, or a file")
    known.setdefault("clock", {"per_move": 0.1, "grace": GRACE})
    if isinstance(known.get("openings"), str):
        known["openings"] = _openings(known["openings"])
    try:
        return Plan.from_json(known)
    except TypeError as error:
        raise BoxwoodError(f"not a tournament: {error}") from None


def _openings(file: str) -> list[str]:
    lines = read_text(file, "a list of openings").splitlines()
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not found:
        raise BoxwoodError(f"{file} has no openings: write one a line")
    return found


def _list(journal: Any) -> str:
    runs = journal.runs()
    if not runs:
        return "no tournaments yet\n"
    return "".join(
        f"{run['id']}  {run['changed']}  {run['kind']:10}  {run['state']:8}  {run['games']:6} games  {run['game']}  "
        f"{run['name'] or ' '.join(run['plan'].get('players', []))}\n"
        for run in runs
    )


def _tell(text: str, output: str | None) -> None:
    if output is None:
        print(text, end="")
        return
    save_text(output, text)
    print(f"written to {Path(output)}", file=sys.stderr)


def live(name: str) -> Any:
    """Something to show news on: a table that changes, or now and then a line."""
    from rich.console import Console

    console = Console(stderr=True)
    return _Table(console, name) if console.is_terminal else _Lines(name)


class _Lines:
    """Progress as lines, for a file or another program."""

    def __init__(self, name: str) -> None:
        self._name, self._told = name, time.monotonic()

    def __enter__(self) -> "_Lines":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, news: dict[str, Any]) -> None:
        if news["state"] == "running" and time.monotonic() < self._told + LINE_SECONDS:
            return
        self._told = time.monotonic()
        leader = news["players"][0]
        told = f"{leader['name']} {leader['rating']['value']:+.0f} +- {leader['rating']['error']:.0f}"
        line = f"{self._name}: {news['done']} of {news['total']} pairs, {told}{left(news)}"
        print(line, file=sys.stderr, flush=True)


def left(news: dict[str, Any]) -> str:
    """How long it will take, in words."""
    seconds = news.get("seconds_left")
    if not seconds or news["state"] != "running":
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f", {hours}:{minutes:02}:{rest:02} left"


class _Table:
    """A table that changes while the games are played."""

    def __init__(self, console: Any, name: str) -> None:
        from rich.live import Live

        self._name, self._live = name, Live(console=console, refresh_per_second=4, transient=True)

    def __enter__(self) -> "_Table":
        self._live.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._live.__exit__(*error)

    def __call__(self, news: dict[str, Any]) -> None:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        from boxwood.arena.report import player_table, sprt_line

        head, rows = player_table(news)
        table = Table(title=self._name)
        for place, title in enumerate(head):
            table.add_column(title, justify="left" if place == 0 else "right")
        for row in rows:
            table.add_row(*row)
        parts: list[Any] = [table, ProgressBar(news["total"], news["done"])]
        parts.append(f"{news['done']} of {news['total']} pairs{left(news)}")
        if news["sprt"]:
            parts.append(sprt_line(news["sprt"]))
        self._live.update(Group(*parts))
