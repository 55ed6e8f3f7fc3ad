"""The race of algorithms: settings in the address, a table that grows, a picture, a stop."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_access import violations

NIM = "/lab/race#game=nim&depth=5&positions=6"
COMPILING = 180_000  # milliseconds, on a busy machine


def rows(page):
    return page.locator("table tbody tr")


def start(page):
    page.get_by_role("button", name="Start").click()


def finished(page, positions):
    expect(page.get_by_text(f"{positions} of {positions} positions")).to_be_visible(timeout=COMPILING)


def test_a_race_is_run_from_the_lab(site, visit):
    page = visit(site.address + "/lab")
    page.get_by_role("link", name="Race of algorithms").click()
    page.get_by_label("Game").select_option("nim")
    page.get_by_label("Depth").fill("5")
    page.get_by_label("Positions", exact=True).fill("6")
    page.get_by_role("checkbox", name="Negamax").uncheck()
    start(page)
    finished(page, 6)
    expect(rows(page)).to_have_count(5)
    expect(page.locator(".says")).to_contain_text(re.compile(r"Alpha-beta looked at \d+(\.\d)?% of minimax’s nodes"))
    expect(page.locator(".says")).to_contain_text("All found the same value on all 6 positions")
    expect(page.get_by_role("img", name="Nodes and time")).to_be_visible()
    assert "game=nim&depth=5&positions=6&algorithms=minimax+alphabeta" in page.url
    with page.expect_download() as saved:
        page.get_by_role("button", name="All measurements").click()
    lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert lines[0] == "position,algorithm,nodes,seconds,value"
    assert len(lines) == 1 + 6 * 5


def test_a_shared_race_can_be_stopped_and_begun_again(site, visit):
    page = visit(f"{site.address}/lab/race#game=nim&o.matches=60&depth=15&positions=50&algorithms=minimax")
    expect(page.get_by_label("Depth")).to_have_value("15")
    expect(page.get_by_role("checkbox", name=re.compile("^Memory"))).not_to_be_checked()
    start(page)
    expect(page.get_by_text(re.compile(r"^[1-9]\d* of 50 positions"))).to_be_visible(timeout=COMPILING)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_label("Depth").fill("2")
    page.get_by_label("Positions", exact=True).fill("3")
    start(page)
    finished(page, 3)
    expect(rows(page)).to_have_count(2)


def test_a_race_that_cannot_be_is_explained(site, visit):
    page = visit(f"{site.address}/lab/race#game=nim&depth=3&o.matches=1")
    start(page)
    expect(page.get_by_role("alert")).to_contain_text("different positions")
    visit.complaints.clear()  # browsers complain of every answer that is no


def test_axe_finds_nothing_in_a_race(site, visit):
    for context in ({"color_scheme": "light"}, PHONE | {"color_scheme": "dark"}):
        page = visit(site.address + NIM, **context)
        start(page)
        finished(page, 6)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
