"""Everybody can use the page: axe finds nothing on any screen, light and dark, wide and narrow."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, ROOT, need
from tests.browser.hands import NAMES, new_game

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCREENS = [
    "/",
    "/analysis#game=quarto&moves=@5+b2",
    "/rules",
    "/rules/abalone",
    "/lab",
    "/lab/race",
    "/arena",
    "/nowhere",
]


def violations(page):
    need(AXE.is_file(), "axe-core is not installed: npm ci in web/")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [(each["id"], [node["html"][:200] for node in each["nodes"]][:3]) for each in found]


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(site, visit, shade):
    page = visit(color_scheme=shade)
    for screen in SCREENS:
        page.goto(site.address + screen)
        expect(page.locator("h1").first).to_be_attached()
        page.wait_for_timeout(300)
        assert (screen, violations(page)) == (screen, [])


@pytest.mark.parametrize("game", NAMES)
def test_axe_finds_nothing_in_a_game_on_a_phone(site, visit, game):
    page = visit(site.address, **PHONE, color_scheme="dark" if game in ("pylos", "quarto", "nim") else "light")
    new_game(page, game, "Someone here", touch=True)
    assert violations(page) == []
    page.get_by_role("button", name="Share").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
