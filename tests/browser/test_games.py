"""Whole games in the browser: each of the six by clicks, one by keyboard alone, one on a phone by touch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.hands import instruction, moves_played, new_game, play, spot

PYLOS = (
    "1c3 1b4 1c1 1c4 1c2 1d1 1d2 1b2 1d4 1a3 1a1 1b4>2c1 1b1 1c4>2b1 1d3 -1a1 . 1a1 1b3 1a3>2b2 2c2 3b1 1a2 1a4 2a1"
    " 1c4 2c3 1b4 1a3 1a4>2b3 3b2 1a4 2a2 2a3"
)
GAMES = {
    "nim": ("3 3 3 3 3 3 3", {}, "Second player wins! The loser took the last match."),
    "connect4": ("1 2 1 2 1 2 1", {}, "Red wins! Four in a row."),
    "quarto": ("@0 a1 @4 b1 @2 c1 @6 d1", {}, "First player wins! Four hollow pieces in a line."),
    "quoridor": (
        "e2 d9 e3 c9 e4 a1h e5 d9 e6 c9 e7 d9 e8 c9 e9",
        {},
        "Light pawn wins! The pawn reached rank 9.",
    ),
    "pylos": (PYLOS, {}, "wins! The reserve is empty."),
    "abalone": (  # groups by their ends, then where they push
        "g8-g9 b6-c6-c7 c2-c1 h6-i7 g7-h7-i7 a5-b6 i9-i7-i6",
        {"variant": "Belgian daisy", "Marbles_pushed_off_to_win": "2"},
        "Black wins! White has lost 2 marbles.",
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_game_by_clicks(site, visit, game):
    moves, choices, ending = GAMES[game]
    page = visit(site.address)
    new_game(page, game, "Someone here", **choices)
    for number, move in enumerate(moves.split(), 1):
        play(page, game, move)
        moves_played(page, number)
    expect(instruction(page)).to_contain_text(ending)
    expect(page.get_by_role("link", name="Analyse this game")).to_be_visible()


def test_connect_four_on_a_phone_by_touch(site, visit):
    page = visit(site.address, **PHONE)
    new_game(page, "connect4", "Someone here", touch=True)
    for number, column in enumerate("434343", 1):
        play(page, "connect4", column, touch=True)
        moves_played(page, number)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Take back").tap()
    moves_played(page, 5)
    play(page, "connect4", "7", touch=True)
    moves_played(page, 6)
    play(page, "connect4", "4", touch=True)
    expect(instruction(page)).to_contain_text("Red wins!")


def drag_by_touch(page, start, end):
    """A finger from one point to the other."""
    finger = page.context.new_cdp_session(page)
    for part in range(6):
        x, y = (a + (b - a) * part / 5 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if part else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)  # a tap a tenth of a second later is none to Chromium, and no finger is so quick


def test_a_finger_sees_a_wall_of_quoridor_and_slides_it_before_it_is_placed(site, visit):
    page = visit(site.address, **PHONE)
    new_game(page, "quoridor", "Someone here", touch=True)
    gap, next_gap = (spot(page, name).bounding_box() for name in ("d4h", "e4h"))
    x, y, step = gap["x"] + gap["width"] / 2, gap["y"] + gap["height"] / 2, next_gap["x"] - gap["x"]
    page.touchscreen.tap(x - 12, y + 9)  # beside the gap, but nearest to it
    expect(spot(page, "d4h")).to_have_attribute("aria-pressed", "true")
    drag_by_touch(page, (x + 25, y), (x + 25 + step, y))
    expect(spot(page, "e4h")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Turn it").tap()
    expect(spot(page, "e4v")).to_have_attribute("aria-pressed", "true")
    moves_played(page, 0)
    page.touchscreen.tap(x + step, y)
    moves_played(page, 1)
    expect(page.locator("[data-ply]")).to_have_text("e4v")


def test_a_finger_sees_what_it_takes_in_nim_before_it_is_taken(site, visit):
    page = visit(site.address, **PHONE)
    new_game(page, "nim", "Someone here", touch=True)
    play(page, "nim", "3", touch=True)
    expect(page.get_by_role("button", name="Take 3", exact=True)).to_be_visible()
    play(page, "nim", "2", touch=True)
    moves_played(page, 0)
    play(page, "nim", "2", touch=True)
    moves_played(page, 1)
    expect(page.locator("[data-ply]")).to_have_text("2")


def tab_to(page, selector):
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def test_nim_against_the_engine_by_keyboard_alone(site, visit):
    page = visit(site.address)
    expect(page.get_by_role("button", name="Play Nim")).to_be_visible()
    tab_to(page, "button.start")  # the first game
    page.keyboard.press("Enter")
    expect(instruction(page)).to_contain_text("Your move: take 1 to 3 matches")
    tab_to(page, "[data-spot]")
    for _ in range(30):
        if page.evaluate("document.activeElement.getAttribute('aria-disabled') === 'false'"):
            break
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-ply]").nth(1)).to_be_visible()  # the engine has answered
    for _ in range(12):
        expect(instruction(page)).to_contain_text(re.compile("Your move|You won|You lost"))
        if "Your move" not in instruction(page).inner_text():
            return
        played = page.locator("[data-ply]").count()
        tab_to(page, ".panel form input")
        page.keyboard.type("1")
        page.keyboard.press("Enter")
        expect(page.locator("[data-ply]").nth(played)).to_be_visible()  # until then it is still the move before
    raise AssertionError("the game does not end")


def test_an_illegal_typed_move_is_explained(site, visit):
    page = visit(site.address)
    new_game(page, "quoridor", "Someone here")
    page.get_by_label("Type a move").fill("e5")
    page.get_by_label("Type a move").press("Enter")
    expect(page.get_by_text("e5 is not possible now.")).to_be_visible()
    page.get_by_label("Type a move").fill("E2")
    page.get_by_label("Type a move").press("Enter")
    moves_played(page, 1)
    expect(spot(page, "e2")).to_be_visible()
