"""The start of a process: nothing heavy is loaded for light work, and nothing is compiled twice.

Each test looks at processes of their own, with a compile cache of their own where one matters.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import boxwood

HEAVY = {"numba", "numpy", "llvmlite", "rich", "importlib.metadata", "asyncio"}
PACKAGE = Path(boxwood.__file__).parent


def python(script, **environment):
    """What a script prints in a new process, read as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def loaded_by(script):
    """Which of the heavy modules are there after a script."""
    return HEAVY & set(python(f"{script}\nimport sys, json; print(json.dumps(list(sys.modules)))"))


def test_importing_boxwood_loads_nothing_heavy():
    assert loaded_by("import boxwood") == set()


@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["play", "--help"], ["show", "nim"], ["moves", "quoridor", "--json"], ["show", "chess"]],
    ids=" ".join,
)
def test_light_commands_load_nothing_heavy(arguments):
    loaded = loaded_by(f"from boxwood.cli.app import run; run({arguments})")
    assert loaded <= {"importlib.metadata"}  # other packages' games are looked for there


COMPILE_EVERYTHING = """
import gc, json
from numba.core.caching import NullCache
from numba.core.registry import CPUDispatcher
from boxwood.cli.perft import warm_steps
from boxwood.evaluation import find as find_judge
from boxwood.game import Game
from boxwood.games import find
from boxwood.players import make
from boxwood.search.algorithms import ALGORITHMS, run
from boxwood.search.clock import Limits

results = {what: step() for what, step in warm_steps(find("nim"))}
nim, judge = find("nim"), find_judge(find("nim"), "engine")
results |= {name: run(name, nim, nim.start(), judge, 3).score for name in ALGORITHMS}
results["mcts"] = make("mcts:seed=1", nim).choose(Game(nim), Limits(nodes=50)).move
entries = [d for d in gc.get_objects() if isinstance(d, CPUDispatcher) and not isinstance(d._cache, NullCache)]
print(json.dumps({
    "results": results,
    "entries": len(entries),
    "compiled": sum(sum(entry.stats.cache_misses.values()) for entry in entries),
    "loaded": sum(sum(entry.stats.cache_hits.values()) for entry in entries),
    "unresolved": [entry.__name__ for entry in entries if LOOK
                   for llvm in entry.inspect_llvm().values() if ".numba.unresolved" in llvm],
}))
"""


def test_a_second_process_compiles_nothing(tmp_path):
    """And what it loads is whole: Numba's cache breaks functions whose LLVM has unresolved names (its issue 6061)."""
    cache = {"BOXWOOD_CACHE_DIR": str(tmp_path)}
    first = python(COMPILE_EVERYTHING.replace("LOOK", "True"), **cache)
    written = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")}
    second = python(COMPILE_EVERYTHING.replace("LOOK", "False"), **cache)
    assert first["compiled"] == first["entries"] >= 15
    assert first["loaded"] == 0
    assert first["unresolved"] == []
    assert second["compiled"] == 0
    assert second["loaded"] == first["entries"]
    assert second["results"] == first["results"]
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")} == written


CACHE_KEY = """
import json
from boxwood.core.compiler import cache_directory
from boxwood.core.perft import _count_entry
from boxwood.games import find
print(json.dumps(str(cache_directory(_count_entry, find("quoridor").state))))
"""


def test_every_edit_of_compiled_sources_has_a_cache_of_its_own(tmp_path):
    copy = tmp_path / "src" / "boxwood"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"BOXWOOD_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(copy.parent)}
    keys = [python(CACHE_KEY, **environment)]
    for file in ("core/bits.py", "core/intrinsics.py", "core/perft.py", "games/quoridor/rules.py"):
        with (copy / file).open("a") as source:
            source.write("# edited\n")
        keys.append(python(CACHE_KEY, **environment))
    assert len(set(keys)) == 5
    for file in ("cli/look.py", "games/nim.py"):
        with (copy / file).open("a") as source:
            source.write("# not reached from here\n")
    assert python(CACHE_KEY, **environment) == keys[-1]


def test_another_numba_has_a_cache_of_its_own(tmp_path):
    cache = {"BOXWOOD_CACHE_DIR": str(tmp_path)}
    other = "import numba; numba.__version__ = '0.0'; " + CACHE_KEY
    assert python(CACHE_KEY, **cache) != python(other, **cache)


STEPS = '''
"""Walk up a stair of ten steps; who reaches the top wins."""
from typing import NamedTuple
from boxwood.core.contract import FIRST_WINS, ONGOING, SECOND_WINS, Facts, game

@game("stairs", "Stairs", facts=Facts(max_moves=3, move_codes=3, max_plies=10))
class Stairs(NamedTuple):
    height: int
    turn: int
    def player(self): return self.turn
    def moves(self, out):
        for i in range(LONGEST):
            out[i] = i
        return LONGEST
    def play(self, move): return Stairs(self.height + move + 1, 1 - self.turn)
    def outcome(self):
        if self.height < 10:
            return ONGOING
        return FIRST_WINS if self.turn else SECOND_WINS
    def key(self): return 2 * self.height + self.turn
    @staticmethod
    def start(): return Stairs(0, 0)
    def move_text(self, move): return str(move + 1)
    def read_move(self, text): return int(text) - 1
    def words(self): return [str(self.height), str(self.turn)]
    @staticmethod
    def from_words(words, options): return Stairs(int(words[0]), int(words[1]))
    def drawing(self): return "#" * self.height
'''


def test_an_edited_game_from_elsewhere_never_runs_stale_code(tmp_path):
    environment = {
        "BOXWOOD_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    count = "import boxwood, stairs; print(boxwood.perft(stairs.Stairs.start(), 2))"
    for longest in (2, 3):
        (tmp_path / "stairs.py").write_text(STEPS.replace("LONGEST", str(longest)))
        assert python(count, **environment) == longest**2
