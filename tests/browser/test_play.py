"""Around a game: one click to play, hints, taking back, looking back, resigning, rematches, engines alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import instruction, moves_played, new_game, play


def test_one_click_starts_a_game_and_the_engine_answers(site, visit):
    page = visit(site.address)
    page.get_by_role("button", name="Play Connect Four").click()
    expect(instruction(page)).to_have_text("Your move: drop a disc into a column.")
    play(page, "connect4", "4")
    moves_played(page, 2)
    expect(instruction(page)).to_contain_text("Your move")
    page.get_by_role("button", name="Hint").click()
    expect(instruction(page)).to_contain_text(re.compile(r"Try \d\."))
    page.get_by_role("button", name="Take back").click()
    moves_played(page, 0)


def test_an_unfinished_game_is_offered_again(site, visit):
    page = visit(site.address)
    page.get_by_role("button", name="Play Quarto").click()
    play(page, "quarto", "@5")
    address = page.url
    page.get_by_role("link", name="Boxwood").click()
    page.get_by_role("link", name=re.compile("Quarto.*against Level 3")).click()
    page.wait_for_url(address)
    expect(page.locator("[data-ply]").first).to_have_text("@5")


def test_looking_back_leaves_the_game_as_it_is(site, visit):
    page = visit(site.address)
    new_game(page, "connect4", "Someone here")
    for number, move in enumerate("443", 1):
        play(page, "connect4", move)
        moves_played(page, number)
    page.locator("h1").first.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(instruction(page)).to_contain_text("You are looking at move 2 of 3.")
    page.locator('[data-ply="1"]').click()
    expect(instruction(page)).to_contain_text("You are looking at move 1 of 3.")
    page.get_by_role("button", name="Back to the game").click()
    expect(instruction(page)).to_contain_text("Yellow to move")
    moves_played(page, 3)


def test_resigning_and_a_rematch_with_the_sides_swapped(site, visit):
    page = visit(site.address)
    page.get_by_role("button", name="Play Connect Four").click()
    first = page.url
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(instruction(page)).to_have_text("You lost. Red resigned.")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/play/" in url and url != first)
    expect(page.locator(".bar").last).to_contain_text("You Yellow")
    moves_played(page, 1)  # the engine begins now


def test_the_opponent_changes_in_the_middle_of_a_game(site, visit):
    page = visit(site.address)
    page.get_by_role("button", name="Play Nim").click()
    play(page, "nim", "2")
    moves_played(page, 2)
    page.get_by_role("button", name=re.compile("Change opponent")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Player").select_option("perfect")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator(".bar").first).to_contain_text("Perfect player")
    page.get_by_role("button", name=re.compile("Change opponent")).click()
    dialog.get_by_role("button", name="I play this side").click()
    expect(page.locator(".bar").first).to_contain_text("Second player")
    expect(instruction(page)).to_contain_text("First player to move")


def test_two_engines_play_each_other_and_can_be_paused(site, visit):
    page = visit(site.address)
    new_game(page, "connect4", "Watch")
    expect(page.locator("[data-ply]").nth(1)).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(instruction(page)).to_contain_text("Paused.")
    page.get_by_role("button", name="Go on").click()
    expect(instruction(page)).not_to_contain_text("Paused.")


def test_the_page_speaks_french(site, visit):
    page = visit(site.address, locale="fr-FR")
    page.get_by_role("button", name="Jouer à Quoridor").click()
    expect(instruction(page)).to_have_text("À vous\u00a0: avancez le pion ou posez un mur (il en reste 10).")
    page.get_by_label("Réglages").click()
    page.get_by_role("button", name="English").click()
    expect(instruction(page)).to_have_text("Your move: move the pawn or put a wall (10 left).")
    page.reload()
    expect(instruction(page)).to_contain_text("Your move")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/nowhere", "There is nothing at this address."),
        ("/game/xyz", "There is nothing at this address."),
        ("/play/xyz", "There is no such game here."),
        ("/rules/chess", "There is no game “chess” here."),
        ("/analysis#game=chess", "There is no game “chess” here."),
    ],
)
def test_where_there_is_nothing_the_page_says_so_and_leads_home(site, visit, address, said):
    page = visit(site.address + address)
    expect(page.get_by_role("heading")).to_have_text(said)
    page.get_by_role("link", name="To the six games").click()
    expect(page.get_by_role("button", name="Play Nim")).to_be_visible()
    visit.complaints.clear()  # browsers complain of every answer that is no


@pytest.mark.parametrize(("game", "draws", "turns"), [("Nim", 0, 0), ("Connect Four", 1, 1), ("Quoridor", 1, 1)])
def test_only_what_the_game_knows_is_offered(site, visit, game, draws, turns):
    page = visit(site.address)
    page.get_by_role("button", name=f"Play {game}").click()
    expect(page.get_by_role("button", name="New game")).to_be_enabled()  # all about the game has come
    expect(page.get_by_role("button", name="Offer draw")).to_have_count(draws)
    expect(page.get_by_role("button", name="Flip board")).to_have_count(turns)


def test_every_board_can_be_left_while_it_moves(site, visit):
    page = visit(site.address, reduced_motion="no-preference")
    for name in ("Nim", "Connect Four", "Quarto", "Quoridor", "Pylos", "Abalone"):
        page.get_by_role("button", name=f"Play {name}").click()
        expect(instruction(page)).to_contain_text("Your move")
        page.get_by_role("link", name="Rules").click()
        expect(instruction(page)).to_have_count(0)
        page.get_by_role("link", name="Boxwood").click()


def test_a_tournament_is_begun_and_watched_to_its_end(site, visit):
    page = visit(f"{site.address}/arena")
    page.get_by_role("combobox", name="Game").select_option("nim")
    page.get_by_label("Players").fill("random\nnovice")
    page.get_by_label("Pairs of games").fill("1")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("1 of 1 pairs played")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0, timeout=60_000)
    expect(page.get_by_role("listitem").filter(has_text="random, novice")).to_have_count(1)
