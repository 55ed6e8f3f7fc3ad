"""Two browsers play each other: a link, a dropped connection, a server that is started again."""

import signal

import pytest
from playwright.sync_api import expect

from tests.browser.hands import instruction, moves_played, new_game, play
from tests.server.site import Process


@pytest.fixture
def server(built_page, tmp_path):
    """A server in a process of its own."""
    process = Process(tmp_path, "--workers", "1")
    yield process
    process.kill()


def restart(server):
    """The same server at the same address, a moment later."""
    port = server.address.rpartition(":")[2]
    server.arguments = ("--workers", "1", "--port", port)
    server.start()


def test_two_friends_play_through_a_dropped_connection_and_a_restarted_server(server, visit):
    host = visit(server.address)
    new_game(host, "connect4", "A friend online")
    expect(instruction(host)).to_contain_text("Send your friend the link")
    lines = []

    def tap_the_line(page):
        def through(socket):
            socket.connect_to_server()
            lines.append(socket)

        page.route_web_socket("**/api/games/*/socket", through)

    friend = visit(host.url, setup=tap_the_line)
    friend.get_by_role("button", name="Join the game").click()
    expect(instruction(host)).to_contain_text("Your move")
    expect(instruction(friend)).to_contain_text("Wait: Your friend is to move.")
    watcher = visit(host.url)
    expect(watcher.get_by_text("You are watching this game.")).to_be_visible()
    expect(instruction(watcher)).to_have_text("Red is to move.")
    expect(host.get_by_text("1 person is watching")).to_be_visible()

    play(host, "connect4", "1")
    moves_played(friend, 1)
    play(friend, "connect4", "2")
    moves_played(host, 2)

    lines[-1].close()  # the friend's connection drops, and the game goes on without
    play(host, "connect4", "1")
    moves_played(friend, 3)
    play(friend, "connect4", "2")
    moves_played(host, 4)

    server.kill(signal.SIGTERM)
    expect(host.get_by_text("Connection lost. Trying again…")).to_be_visible()
    play(host, "connect4", "1")  # nobody hears this move yet
    restart(server)
    moves_played(friend, 5)
    moves_played(watcher, 5)
    visit.complaints.clear()  # browsers complain of a server that is away
    play(friend, "connect4", "2")
    moves_played(host, 6)
    play(host, "connect4", "1")
    expect(instruction(host)).to_contain_text("You won!")
    expect(instruction(friend)).to_contain_text("You lost.")

    host.get_by_role("button", name="Rematch").click()
    friend.get_by_role("button", name="Accept").click()
    expect(instruction(friend)).to_contain_text("Your move")
    expect(instruction(host)).to_contain_text("Wait: Your friend is to move.")
    assert host.url == friend.url


def test_no_token_is_ever_in_an_address(server, visit):
    seen = []
    page = visit(setup=lambda page: page.on("request", lambda request: seen.append(request.url)))
    page.on("websocket", lambda socket: seen.append(socket.url))
    page.goto(server.address)
    page.get_by_role("button", name="Play Nim").click()
    expect(instruction(page)).to_contain_text("Your move")
    token = page.evaluate("JSON.parse(localStorage.getItem('boxwood.games'))[0].tokens[0]")
    assert token
    assert not any(token in address for address in seen)
