"""The page's sources pass their own checks, and what a visitor fetches stays small."""

import runpy
import subprocess

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, need
from tests.browser.hands import instruction, play

WEB = ROOT / "web"
MOST = 120_000  # bytes, compressed, before 3D
FETCHED = "performance.getEntries().filter(e => e.encodedBodySize && !e.name.includes('/api/'))"


@pytest.mark.parametrize("command", ["check", "test"])
def test_the_sources_pass(command):
    npm = runpy.run_path(str(WEB / "build.py"))["npm"]()
    need(npm, "there is no npm to check the page's sources with")
    need((WEB / "node_modules").is_dir(), "the page's packages are not installed: npm ci in web/")
    done = subprocess.run([*npm, "run", "--silent", command], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_visitor_who_plays_and_analyses_fetches_less_than_120_kilobytes(site, visit):
    page = visit(site.address)
    page.get_by_role("button", name="Play Quoridor").click()
    play(page, "quoridor", "e2")
    expect(instruction(page)).to_contain_text("Your move")
    page.get_by_role("link", name="Analysis").last.click()
    expect(page.locator(".tree")).to_be_visible()
    fetched = page.evaluate(f"{FETCHED}.map(e => [e.name, e.encodedBodySize])")
    assert len(fetched) > 3
    assert sum(size for _, size in fetched) < MOST


def test_nothing_is_fetched_from_anywhere_else(site, visit):
    seen = []
    page = visit(setup=lambda page: page.on("request", lambda request: seen.append(request.url)))
    page.goto(site.address)
    page.get_by_role("button", name="Play Abalone").click()
    expect(instruction(page)).to_contain_text("Your move")
    assert seen
    assert all(address.startswith(site.address) for address in seen)
