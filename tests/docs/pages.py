"""The pages of the documentation: their commands, their code, and which commands no test can run."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md")])

# Commands that are shown and not run, and why.
EXCEPTIONS = {
    r"(pip|make|python|pytest|git|npm|docker|curl|export|openssl|dask|\w+=)": "not a command of Boxwood's",
    r"boxwood (play|ugi)": "waits for a person or a program; tests/test_cli.py and tests/test_ugi.py speak to it",
    r"boxwood (serve|admin)": "runs until it is stopped; tests/server starts it",
    r"boxwood (table|book) build": "takes hours; tests/solvers builds small ones",
    r"boxwood solve quarto --afresh": "takes half a minute; tests/test_cli_exact.py searches a smaller one",
    r"boxwood tune (?!.*--gauge 1 )": "takes hours; tests/tuning runs short ones",
    r"boxwood tournament (?!.*--pairs \d( |$))": "long, or needs files; tests/arena runs small ones",
    r"boxwood reproduce \w+( --docs .*)?$": "takes minutes; the quick form is run",
    r"boxwood reproduce (?!quarto)\w+ --quick": "one quick form is enough here; tests/lab runs parts of the others",
    r"boxwood warmup": "compiles everything",
    r"boxwood bench": "its figures are the machine's; tests/search runs parts of it",
}


@dataclass(frozen=True)
class Command:
    """A command that a page shows, and what it says is printed."""

    page: str
    text: str
    printed: str

    @property
    def exception(self) -> str | None:
        """Why no test runs it."""
        return next((why for pattern, why in EXCEPTIONS.items() if re.match(pattern, self.text)), None)


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def commands(page: Path) -> list[Command]:
    """All commands of a page: in `console` blocks after a $, with what they print; in `sh` blocks a line each."""
    found = []
    for kind, block in re.findall(r"^```(console|sh)[^\n]*\n(.*?)^```", page.read_text("utf-8"), re.S | re.M):
        if kind == "console":
            parts = re.split(r"^\$ ", block, flags=re.M)[1:]
            found += [Command(name_of(page), _bare(part.partition("\n")[0]), part.partition("\n")[2]) for part in parts]
        else:
            joined = block.replace("\\\n", " ")
            found += [Command(name_of(page), _bare(line), "") for line in joined.splitlines() if _bare(line)]
    return found


def _bare(line: str) -> str:
    """The command without the comment after it."""
    return re.sub(r"(^|\s+)# .*", "", line).strip()


def code(page: str, title: str) -> str:
    """The code block of a page that has this title."""
    text = (ROOT / page).read_text("utf-8")
    found = re.search(rf'^```python title="{re.escape(title)}"\n(.*?)^```', text, re.S | re.M)
    assert found, f"{page} has no code block {title}"
    return found[1]
