"""The analysis board: lines, exact scores, variations, keys, review, and a link that holds it all."""

import re

from playwright.sync_api import expect

from tests.browser.hands import play, spot

OPENING = "/analysis#game=connect4&moves=4+4+3"


def tree(page):
    return page.locator(".tree button:not([data-node='0'])")


def open_text(page, text):
    """Paste a text to be analysed; gives the dialog that takes it."""
    page.get_by_role("button", name="Open a game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(text)
    dialog.get_by_role("button", name="Open in analysis").click()
    return dialog


def test_the_engine_shows_its_lines_and_space_plays_the_best(site, visit):
    page = visit(site.address + OPENING)
    expect(page.locator(".lines li .score").first).to_be_visible()
    expect(page.locator(".lines .work")).to_contain_text(re.compile(r"depth \d+"))
    page.locator("body").press("Space")
    expect(tree(page)).to_have_count(4)
    page.locator("body").press("l")
    expect(page.get_by_role("switch", name="Engine")).not_to_be_checked()
    expect(page.locator(".lines")).to_have_count(0)


def test_every_legal_move_has_its_exact_score_where_a_solver_knows(site, visit):
    page = visit(f"{site.address}/analysis#game=nim&position=nim+6+0")
    expect(page.get_by_text("Known for certain")).to_be_visible()
    expect(page.locator(".board svg").get_by_text("+4", exact=True)).to_be_visible()  # one leaves five: won in four


def test_variations_keys_and_the_main_line(site, visit):
    page = visit(site.address + OPENING)
    body = page.locator("body")
    expect(tree(page)).to_have_count(3)
    body.press("ArrowLeft")
    play(page, "connect4", "5")
    expect(tree(page)).to_have_count(4)
    expect(page.locator(".variation")).to_contain_text("5")
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".variation")).to_contain_text("3")
    page.get_by_role("button", name="Delete from here").click()
    expect(tree(page)).to_have_count(3)
    body.press("Home")
    expect(page).to_have_url(re.compile("ply=0"))
    body.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("play the best move")


def test_a_shared_link_opens_the_same_analysis(site, visit):
    page = visit(site.address + "/analysis")
    page.get_by_label("Game").select_option("quoridor")
    for number, move in enumerate(["e2", "e8", "e3"], 1):
        play(page, "quoridor", move)
        expect(tree(page)).to_have_count(number)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("The address of this game").input_value()
    expect(page.get_by_label("Record of the game")).to_have_value(re.compile("e2 e8 e3"))
    friend = visit(link)
    expect(tree(friend)).to_have_count(3)
    expect(friend.get_by_label("Game")).to_have_value("quoridor")
    expect(spot(friend, "e3")).to_be_visible()


def test_a_link_that_was_cut_off_is_followed_as_far_as_it_can_be(site, visit):
    page = visit(f"{site.address}/analysis#game=connect4&moves=4+4+3+x9")
    expect(tree(page)).to_have_count(3)
    expect(page.get_by_role("alert")).to_contain_text("'x9' is not a move")
    expect(page.locator(".board svg")).to_be_visible()
    visit.complaints.clear()  # browsers complain of every answer that is no


def test_a_pasted_record_comes_with_its_variations(site, visit):
    page = visit(site.address + "/analysis")
    open_text(page, '[Game "pylos"]\n\n1a1 {a corner} 1b1 (1d4 1c3) 1a2 *')
    expect(tree(page)).to_have_count(5)
    expect(page.locator(".comment")).to_have_text("a corner")
    expect(page.get_by_label("Game")).to_have_value("pylos")


def test_a_bad_record_is_explained(site, visit):
    page = visit(site.address + "/analysis")
    dialog = open_text(page, "4 4 9")
    expect(dialog.get_by_role("alert")).to_contain_text("'9' is not a move")
    expect(dialog.get_by_role("alert")).to_contain_text("In Connect Four, moves are written like 1, 2, 3")
    visit.complaints.clear()  # browsers complain of every answer that is no


def test_moves_of_another_game_are_opened_in_that_game(site, visit):
    page = visit(site.address + "/analysis")
    dialog = open_text(page, "1. e2 e8 2. e3")
    expect(dialog.get_by_role("alert")).to_contain_text("This is not Connect Four. It can be read as another game:")
    dialog.get_by_role("button", name="Open in Quoridor").click()
    expect(page.get_by_label("Game")).to_have_value("quoridor")
    expect(tree(page)).to_have_count(3)
    visit.complaints.clear()  # browsers complain of every answer that is no


def test_a_position_may_lack_the_name_of_the_game_at_hand(site, visit):
    page = visit(site.address + "/analysis#game=nim")
    dialog = open_text(page, "6 0")
    expect(dialog).to_be_hidden()
    expect(page.locator('.board svg [data-spot^="0,"]')).to_have_count(6)
    visit.complaints.clear()


def test_the_review_names_the_blunder_and_what_was_better(site, visit):
    page = visit(f"{site.address}/analysis#game=connect4&moves=4+1+4+1+4+1+5+1")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible(timeout=90_000)
    expect(page.locator(".faults")).to_contain_text(re.compile(r"Blunder.*7\. 5.*4 was better", re.S))
    page.locator(".fault").filter(has_text="7. 5").click()
    expect(page.locator(".verdict")).to_contain_text("4 was better")
