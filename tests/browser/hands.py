"""What a visitor's hands do: start games, make moves on the boards, and see what has happened."""

import re

from playwright.sync_api import expect

NAMES = {
    "nim": "Nim",
    "connect4": "Connect Four",
    "quarto": "Quarto",
    "quoridor": "Quoridor",
    "pylos": "Pylos",
    "abalone": "Abalone",
}


def press(locator, touch):
    locator.tap() if touch else locator.click()


def new_game(page, game, opponent, *, variant=None, touch=False, **options):
    """From the home page through the dialog; options by the words beside their field."""
    press(page.get_by_role("button", name=f"Options {NAMES[game]}"), touch)
    dialog = page.get_by_role("dialog")
    press(dialog.get_by_text(opponent, exact=True), touch)
    if variant:
        press(dialog.locator("label.chip").get_by_text(variant, exact=True), touch)
    if options:
        press(dialog.get_by_text("All options of the game"), touch)
        for words, value in options.items():
            field = dialog.get_by_label(words.replace("_", " "))
            field.fill(value)
            field.blur()
    press(dialog.locator("button.start"), touch)
    page.wait_for_url("**/play/*")
    expect(page.locator(".board svg")).to_be_visible()


def spot(page, name):
    """A place of the board."""
    return page.locator(f'.board svg [data-spot="{name}"]')


def moves_played(page, number):
    expect(page.locator(".panel .moves [data-ply]")).to_have_count(number)


def steps_of(game, move, page):
    """The places to click, one after the other, for a move."""
    match game:
        case "nim":  # a click takes all matches from there to the end
            left = page.locator('.board svg [data-spot^="0,"]').count()
            return [f"0,{left - int(move)}"]
        case "pylos":
            return re.findall(r"\d\w\d", move)
        case "abalone":  # one end, the other end, the place where the first of them pushes
            return move.split("-")
        case _:
            return [move]


def play(page, game, move, *, touch=False):
    if game == "pylos" and move == ".":
        press(page.get_by_role("button", name="Stop here"), touch)
        return
    expect(page.locator(".board svg [data-spot]").first).to_be_visible()
    expect(page.locator(".board-place[aria-busy=true]")).to_have_count(0)  # it shows the moves of the position before
    for place in steps_of(game, move, page):
        touch_place(page, place, touch)


def touch_place(page, place, touch=False):
    """Click where a person would; the board itself finds out what is meant there."""
    there = spot(page, place)
    there.scroll_into_view_if_needed()
    box = there.bounding_box()
    along, across = (0.2, 0.5) if place.endswith("h") else (0.5, 0.2) if place.endswith("v") else (0.5, 0.5)
    x, y = box["x"] + along * box["width"], box["y"] + across * box["height"]
    page.touchscreen.tap(x, y) if touch else page.mouse.click(x, y)


def instruction(page):
    return page.locator(".now")
