"""A wheel shows the page on a machine without Node."""

import os
import runpy
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.server.site import Process

ROOT = Path(__file__).parents[2]


@pytest.fixture
def built_page():
    """The page as it is in the checkout; nothing is built or fetched here."""
    if not runpy.run_path(str(ROOT / "web" / "build.py"))["is_fresh"]():
        reason = "the page is not built from these sources: make page"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)


def pack(sources, target, folder):
    """A wheel or a source archive, made where there is no Node to be found."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(command, cwd=sources, env={"PATH": str(folder)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


def test_a_wheel_from_a_source_archive_shows_the_page(built_page, tmp_path, monkeypatch):
    archive = pack(ROOT, "sdist", tmp_path)
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "sources", filter="data")
    (sources,) = (tmp_path / "sources").iterdir()
    assert not list(sources.glob("web/node_modules/*"))
    wheel = pack(sources, "wheel", tmp_path)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "installed"))
    monkeypatch.chdir(tmp_path)
    server = Process(tmp_path / "data", "--workers", "1")
    try:
        page = server.http.get("/")
        assert page.status_code == 200
        assert "/assets/" in page.text
    finally:
        server.kill()
