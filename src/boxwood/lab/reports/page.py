"""Keeps a reproduced report with the documentation: its data, its figures, and the tables on its page.

docs/reports/data/abalone.json      everything, with date, commit and machine
docs/reports/images/abalone-*.svg   the figures
docs/reports/abalone.md             the page: the tables stand after the line MARK
"""

import json
from pathlib import Path

from boxwood.lab.compare import svg_of
from boxwood.lab.reports import names, report_of
from boxwood.lab.reports.report import Reproduction

MARK = "<!-- made by: boxwood reproduce {name} --docs docs/reports -->\n"


def keep(result: Reproduction, folder: Path) -> None:
    """Write the files of a reproduced report."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    data = folder / "data" / f"{result.name}.json"
    data.write_text(json.dumps(result.as_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for name, specification in figures(result).items():
        (folder / "images").mkdir(exist_ok=True)
        (folder / "images" / f"{result.name}-{name}.svg").write_text(svg_of(specification), encoding="utf-8")
    page = folder / f"{result.name}.md"
    mark = MARK.format(name=result.name)
    before = page.read_text(encoding="utf-8").partition(mark)[0] if page.exists() else f"# {result.source}\n\n"
    page.write_text(before + mark + "\n" + result.markdown(), encoding="utf-8")


def load(folder: Path, name: str) -> Reproduction:
    """A reproduced report as it was kept."""
    return Reproduction.from_json(json.loads((folder / "data" / f"{name}.json").read_text(encoding="utf-8")))


def figures(result: Reproduction) -> dict[str, "object"]:
    """The figures of a report, as Altair charts, by the end of their file's name."""
    charts = getattr(report_of(result.name), "charts", None) if result.name in names() else None
    return {} if charts is None else dict(charts(result))
