"""Games of other packages, as if they were installed: modules in a folder with the entry points that name them."""

import os
import subprocess
import sys
from pathlib import Path


def install(folder: Path, name: str, target: str) -> None:
    """Let processes that have this folder on their path find a game there."""
    about = folder / f"boxwood_{name}-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: boxwood-{name}\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(f"[boxwood.games]\n{name} = {target}\n")


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own that sees what is installed in the folder."""
    environment = os.environ | {"PYTHONPATH": str(folder), "BOXWOOD_DATA_DIR": str(folder / "data")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def boxwood(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line likewise."""
    return python(folder, "-m", "boxwood", *arguments)
