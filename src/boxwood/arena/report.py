"""A tournament told: as text, JSON, CSV, and as one HTML file with its plots inside.

All of them are made from what `Standing.as_json` gives, so that whoever can read JSON can tell it otherwise.
"""

import csv
import io
import json
from html import escape
from typing import Any

News = dict[str, Any]


def as_text(news: News) -> str:
    """Tables for a terminal."""
    lines = [headline(news), ""]
    lines += _columns(*player_table(news))
    if news["meetings"]:
        lines += ["", *_columns(*meeting_table(news))]
    cross = cross_table(news)
    lines += ["", "wins of the row against the column, draws in brackets", *_columns(*cross)]
    lines += ["", *notes(news)]
    return "\n".join(lines) + "\n"


def as_json(news: News) -> str:
    return json.dumps(news, indent=1) + "\n"


def as_csv(news: News) -> str:
    """One line a meeting."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["one", "other", "wins", "draws", "losses", "pairs by points", "elo", "elo_error", "superiority"])
    for m in news["meetings"]:
        pairs = " ".join(map(str, m["pentanomial"]))
        elo = (f"{m['elo']['value']:.6f}", f"{m['elo']['error']:.6f}")
        rows.writerow([*m["players"], m["wins"], m["draws"], m["losses"], pairs, *elo, f"{m['superiority']:.6f}"])
    return out.getvalue()


def headline(news: News) -> str:
    name = f"{news['name']}: " if news.get("name") else ""
    repeats = f", {news['repeats']} repeated and not counted" if news["repeats"] else ""
    return f"{name}{news['game']}, {news['form']}, {news['games']} games{repeats}"


def player_table(news: News) -> tuple[list[str], list[list[str]]]:
    """Head and rows: ratings, points, work a move."""
    head = [
        "player",
        "rating",
        "games",
        "+",
        "=",
        "-",
        "score",
        "points",
        "3/1/0",
        "ms a move",
        "nodes a move",
        "faults",
    ]
    rows = []
    for p in news["players"]:
        faults = ", ".join(f"{count} {fault}" for fault, count in p["faults"].items())
        rows.append(
            [
                p["name"],
                _estimate(p["rating"]),
                *(str(p[key]) for key in ("games", "wins", "draws", "losses")),
                f"{100 * p['score']:.1f} %",
                f"{p['points']:g}",
                str(p["points_3_1_0"]),
                _estimate(p["seconds"], 1000, signed=False),
                _estimate(p["nodes"], signed=False, digits=0),
                faults,
            ]
        )
    return head, rows


def meeting_table(news: News) -> tuple[list[str], list[list[str]]]:
    """Head and rows: what each meeting proves."""
    head = ["meeting", "+", "=", "-", "pairs 0..2", "Elo", "normalized", "LOS", "p time", "p nodes"]
    rows = [
        [
            " - ".join(m["players"]),
            *(str(m[key]) for key in ("wins", "draws", "losses")),
            " ".join(map(str, m["pentanomial"])),
            _estimate(m["elo"]),
            _estimate(m["normalized_elo"]),
            f"{100 * m['superiority']:.1f} %",
            f"{m['p_seconds']:.2g}",
            f"{m['p_nodes']:.2g}",
        ]
        for m in news["meetings"]
    ]
    return head, rows


def cross_table(news: News) -> tuple[list[str], list[list[str]]]:
    """Head and rows, in the form of the reports."""
    names = [p["name"] for p in news["players"]]
    rows = [[row, *("x" if row == column else news["cross"][row][column] for column in names)] for row in names]
    return ["", *names], rows


def notes(news: News) -> list[str]:
    """What is left to say, in sentences."""
    first = news["first_player"]
    told = [
        f"the first move is worth {_estimate(news['first_move'])} Elo; the first player scored "
        f"{100 * first['score']:.1f} % +- {100 * first['error']:.1f}"
    ]
    by_options = {options for p in news["players"] for options in p["by_options"]}
    if len(by_options) > 1:
        for p in news["players"]:
            shares = (f"{o or 'standard'} {_share(row)}" for o, row in p["by_options"].items())
            told.append(f"{p['name']}: {', '.join(shares)}")
    told += [f"{p['name']}: first {_share(p['as_first'])}, second {_share(p['as_second'])}" for p in news["players"]]
    if news["sprt"]:
        told.append(sprt_line(news["sprt"]))
    told += [f"not played: {failure}" for failure in news.get("failures", [])]
    return told


def sprt_line(sprt: dict[str, Any]) -> str:
    kind = "normalized Elo" if sprt["normalized"] else "Elo"
    low, high = sprt["bounds"]
    return (
        f"SPRT {sprt['elo0']:g} to {sprt['elo1']:g} {kind}: {sprt['verdict']}, "
        f"ratio {sprt['ratio']:.2f} between {low:.2f} and {high:.2f}"
    )


def _share(row: dict[str, float]) -> str:
    return f"{100 * row['score']:.1f} % +- {100 * row['error']:.1f}"


def _estimate(told: dict[str, float], scale: float = 1, *, signed: bool = True, digits: int = 1) -> str:
    sign = "+" if signed else ""
    return f"{scale * told['value']:{sign}.{digits}f} +- {scale * told['error']:.{digits}f}"


def _columns(head: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [head, *rows]
    ]


def rating_chart(news: News) -> Any:
    """Ratings with their error bars, as an Altair chart."""
    import altair as alt

    rows = [
        {
            "player": p["name"],
            "rating": p["rating"]["value"],
            "low": p["rating"]["value"] - p["rating"]["error"],
            "high": p["rating"]["value"] + p["rating"]["error"],
        }
        for p in news["players"]
    ]
    base = alt.Chart({"values": rows}).encode(y=alt.Y("player:N", sort=None, title=None))
    bars = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title="Elo, with 95 % error"), x2="high:Q")
    points = base.mark_point(filled=True, size=70).encode(x="rating:Q")
    return (bars + points).properties(title="Ratings", width=520)


def colour_chart(news: News) -> Any:
    """Scores as first and as second player."""
    import altair as alt

    rows = [
        {"player": p["name"], "moving": moving, "score": 100 * p[f"as_{moving}"]["score"]}
        for p in news["players"]
        for moving in ("first", "second")
    ]
    return (
        alt.Chart({"values": rows})
        .mark_bar()
        .encode(
            y=alt.Y("player:N", sort=None, title=None),
            yOffset="moving:N",
            x=alt.X("score:Q", title="score in %", scale=alt.Scale(domain=[0, 100])),
            color=alt.Color("moving:N", title="moving"),
        )
        .properties(title="By colour", width=520)
    )


def cross_chart(news: News) -> Any:
    """The cross table as a heat map: the row's score against the column."""
    import altair as alt

    order = [p["name"] for p in news["players"]]
    rows = []
    for m in news["meetings"]:
        one, other = m["players"]
        games = m["wins"] + m["draws"] + m["losses"]
        score = 100 * (m["wins"] + m["draws"] / 2) / games
        rows += [{"row": one, "column": other, "score": score}, {"row": other, "column": one, "score": 100 - score}]
    base = alt.Chart({"values": rows}).encode(
        y=alt.Y("row:N", sort=order, title=None), x=alt.X("column:N", sort=order, title=None)
    )
    cells = base.mark_rect().encode(
        color=alt.Color("score:Q", title="score in %", scale=alt.Scale(scheme="redyellowgreen", domain=[0, 100]))
    )
    return (cells + base.mark_text().encode(text=alt.Text("score:Q", format=".0f"))).properties(
        title="Score of the row against the column", width=max(200, 60 * len(order)), height=max(120, 40 * len(order))
    )


def svg_of(chart: Any) -> str:
    """A chart as a picture, made without the network."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def charts(news: News) -> list[Any]:
    return [rating_chart(news), cross_chart(news), colour_chart(news)] if news["meetings"] else [rating_chart(news)]


def as_svg(news: News) -> str:
    """All plots in one picture."""
    import altair as alt

    return svg_of(alt.vconcat(*charts(news)).resolve_scale(color="independent"))


def as_html(news: News) -> str:
    """One file that needs nothing else."""
    tables = [player_table(news), meeting_table(news), cross_table(news)]
    titles = ["Players", "Meetings", "Cross table: wins of the row, draws in brackets"]
    parts = [f"<h2>{title}</h2>{_html_table(*table)}" for title, table in zip(titles, tables, strict=True)]
    parts += [svg_of(chart) for chart in charts(news)]
    parts.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in notes(news)) + "</ul>")
    return page(headline(news), parts)


def page(title: str, parts: list[str]) -> str:
    """A page of HTML around these parts."""
    style = (
        "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}"
        "table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .7em;border-bottom:1px solid #ccc;"
        "text-align:right}td:first-child,th:first-child{text-align:left}svg{max-width:100%;margin:1em 0}"
    )
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", *parts])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}\n</body></html>\n'


def _html_table(head: list[str], rows: list[list[str]]) -> str:
    cells = [[f"<th>{escape(cell)}</th>" for cell in head]]
    cells += [[f"<td>{escape(cell)}</td>" for cell in row] for row in rows]
    return "<table>" + "".join(f"<tr>{''.join(row)}</tr>" for row in cells) + "</table>"


FORMATS = {"text": as_text, "json": as_json, "csv": as_csv, "html": as_html, "svg": as_svg}
