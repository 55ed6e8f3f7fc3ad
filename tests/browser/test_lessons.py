"""The lessons: every step of every game leads to its end, and a wrong try is told from a right one."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import NAMES, play


@pytest.mark.parametrize("game", NAMES)
def test_every_step_can_be_shown_to_its_end(site, visit, game):
    page = visit(f"{site.address}/rules/{game}")
    steps = page.locator("header ol a").count()
    assert 4 <= steps <= 6
    for number in range(1, steps + 1):
        expect(page.get_by_text(f"Step {number} of {steps}")).to_be_visible()
        expect(page.locator(".board svg")).to_be_visible()
        page.get_by_role("button", name="Show me").click()
        expect(page.locator(".ask.done")).to_be_visible()
        if number < steps:
            page.get_by_role("link", name="Next step").click()
    expect(page.get_by_text("Good to know")).to_be_visible()
    page.get_by_role("button", name="Play a game now").click()
    page.wait_for_url("**/play/*")


def test_a_wrong_try_is_told_and_can_be_repeated(site, visit):
    page = visit(f"{site.address}/rules/connect4#4")
    play(page, "connect4", "7")
    expect(page.locator(".ask")).to_have_text("Not quite. Try another move.")
    page.get_by_role("button", name="Set up again").click()
    play(page, "connect4", "1")
    expect(page.locator(".ask.done")).to_contain_text("Just in time.")
