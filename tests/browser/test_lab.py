"""The lab: a search to step through, algorithms switched on the same position, large trees shown by and by."""

import re

from playwright.sync_api import expect

LARGE = "/lab#game=connect4&moves=4453&depth=3&algorithm=minimax"


def nodes(page):
    return page.locator("svg .node")


def test_the_exercise_is_there_at_once_and_can_be_stepped_through(site, visit):
    page = visit(site.address + "/lab")
    expect(nodes(page)).to_have_count(18)
    page.get_by_role("button", name="First").click()
    expect(nodes(page)).to_have_count(1)
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play the search").click()
    expect(nodes(page)).to_have_count(18)
    page.get_by_role("button", name=re.compile("≤ 3")).first.click()
    expect(page.locator(".why")).to_contain_text("Max already has 4")


def test_algorithms_are_switched_on_the_same_position(site, visit):
    page = visit(site.address + "/lab")
    expect(page.get_by_role("button", name="Alpha-beta 18")).to_be_visible()
    page.get_by_role("button", name="Minimax").click()
    expect(page.get_by_role("button", name="Minimax 22")).to_be_visible()
    expect(nodes(page)).to_have_count(22)
    expect(page.get_by_role("button", name="Alpha-beta 18")).to_be_visible()
    page.get_by_label("Nested lists").fill("[[1, 2], [3")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    visit.complaints.clear()  # browsers complain of every answer that is no


def test_a_large_tree_shows_more_on_demand_and_its_address_is_shared(site, visit):
    page = visit(site.address + LARGE)
    expect(page.get_by_label("Depth")).to_have_value("3")
    expect(page.get_by_role("button", name="Show more")).to_be_visible()
    few = nodes(page).count()
    assert few < 100
    page.locator("svg .hidden").first.click()
    expect(nodes(page)).not_to_have_count(few)
    page.get_by_role("button", name="Show more").click()
    expect(nodes(page)).to_have_count(400)
    page.get_by_role("button", name="Alpha-beta").click()
    expect(page).to_have_url(re.compile("moves=4453"))
    expect(page).to_have_url(re.compile("algorithm=alphabeta"))


def test_the_lab_looks_into_a_position_of_the_analysis_and_back(site, visit):
    page = visit(site.address + "/analysis#game=connect4&moves=4+4+5&ply=2")
    page.get_by_role("link", name="Into the lab").click()
    expect(page.get_by_label("Moves played before")).to_have_value("4 4")
    expect(nodes(page).first).to_be_visible()
    page.get_by_role("link", name="Analyse it").click()
    expect(page).to_have_url(re.compile(r"/analysis#game=connect4.*moves=4\+4$"))
    expect(page.get_by_role("heading", name="Analysis of Connect Four")).to_be_attached()
