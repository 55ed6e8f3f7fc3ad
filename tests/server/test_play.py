"""Games over sockets: moves, offers, programs, clocks, comings and goings."""

import time

import pytest

from tests.server.site import FRIEND, ME, program

WIN_BY_FIRST = ["1", "2", "1", "2", "1", "2", "1"]


def test_a_move_is_seen_by_the_other_side(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        assert first.move("4") is None
        assert second.wait_for_moves(1) == ["4"]
        assert (second.state["yours"], second.state["snapshot"]["player"]) == ([1], 1)
        assert second.events[-1]["data"] == {"move": "4", "ply": 0}


def test_a_move_answers_who_asked_and_is_news_to_the_other(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        first.say(type="move", ref=7, ply=0, move="4")
        mine, theirs = first.hear("event"), second.hear("event")
        assert (mine["ref"], "ref" in theirs) == (7, False)
        assert mine["event"] == theirs["event"]
        assert mine["state"]["snapshot"] == theirs["state"]["snapshot"]


def test_moves_are_written_as_the_game_prints_them(site):
    id, tokens = site.create("quoridor", [ME, ME])
    with site.sit(id, *tokens) as both:
        assert both.move(" E2 ") is None
        assert both.state["snapshot"]["moves"] == ["e2"]


def test_a_whole_game_is_played_to_its_end(site):
    id, tokens = site.create(seats=[ME, ME])
    with site.sit(id, *tokens) as both:
        assert both.state["yours"] == [0, 1]
        for move in WIN_BY_FIRST:
            assert both.move(move) is None
        assert (both.state["result"], both.state["reason"]) == ("1-0", "four in a row")
        assert "the game is over" in both.move("5")
    assert site.http.get(f"/api/games/{id}/record").text.endswith("1 2 1 2 1 2 1 1-0\n")


def test_nobody_moves_twice_or_late_or_for_the_other(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second, site.sit(id) as spectator:
        assert "which is not you" in second.move("4")
        assert first.move("4") is None
        assert "which is not you" in first.move("4")
        assert "have been played" in first.ask("move", ply=0, move="4")
        assert "you are watching" in spectator.ask("move", ply=1, move="4")
        second.wait_for_moves(1)
        assert "is not a move" in second.move("9")
        assert site.state(id)["snapshot"]["moves"] == ["4"]


def test_moves_that_are_none_are_explained(site):
    id, tokens = site.create("quoridor", [ME, ME])
    with site.sit(id, *tokens) as both:
        assert both.move("e9h") == "quoridor: 'e9h' is not a move: walls go from a1 to h8"
        assert "is not allowed now" in both.move("e5")
        assert both.state["snapshot"]["moves"] == []


def test_nobody_moves_before_the_friend_has_come(site):
    id, tokens = site.create()
    with site.sit(id, tokens[0]) as first:
        assert "until your friend has come" in first.move("4")
        site.join(id)
        first.wait_for(lambda state: state["seats"][1]["kind"] == "person")
        assert first.move("4") is None


def test_a_seat_is_taken_once(site):
    id, _ = site.two_friends()
    answer = site.http.post(f"/api/games/{id}/join", json={})
    assert answer.status_code == 400
    assert "both seats" in answer.json()["detail"]


def test_who_comes_back_hears_what_he_missed(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        first.move("4")
        second.wait_for_moves(1)
        seen = second.seq
    with site.sit(id, tokens[1], since=seen) as second:
        assert second.events == []
        second.move("5")
        second.wait_for_moves(2)
    with site.sit(id, tokens[1], since=seen) as second:
        assert [event["data"]["move"] for event in second.events] == ["5"]
        assert second.state["snapshot"]["moves"] == ["4", "5"]


def test_a_long_story_is_told_from_its_beginning(site):
    id, tokens = site.create("nim", [ME, ME], options={"matches": 250, "take": 1})
    with site.sit(id, *tokens) as both:
        for _ in range(249):
            assert both.move("1") is None
    with site.sit(id) as spectator:
        assert [event["seq"] for event in spectator.events] == list(range(1, 251))


def test_everybody_sees_who_is_there(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first:
        assert [seat["online"] for seat in first.state["seats"]] == [True, False]
        with site.sit(id, tokens[1]):
            first.wait_for_presence([True, True])
            with site.sit(id):
                first.wait_for_presence([True, True], watching=1)
            first.wait_for_presence([True, True], watching=0)
        first.wait_for_presence([True, False])


def test_alone_a_move_is_taken_back_at_once(site):
    id, tokens = site.create(seats=[ME, ME])
    with site.sit(id, *tokens) as both:
        assert "no move of yours" in both.ask("takeback")
        for move in WIN_BY_FIRST:
            both.move(move)
        assert both.ask("takeback") is None
        assert (both.state["result"], len(both.state["snapshot"]["moves"])) == (None, 6)


def test_a_friend_is_asked_before_a_move_is_taken_back(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        first.move("4")
        second.wait_for_moves(1)
        second.move("5")
        assert first.ask("takeback") is None
        assert first.state["offer"] == {"what": "takeback", "seat": 0}
        assert "no offer for you" in first.ask("answer", accept=True)
        second.wait_for(lambda state: state["offer"])
        assert second.ask("answer", accept=False) is None
        first.wait_for(lambda state: not state["offer"])
        assert len(first.state["snapshot"]["moves"]) == 2
        first.ask("takeback")
        second.wait_for(lambda state: state["offer"])
        assert second.ask("answer", accept=True) is None
        assert second.state["snapshot"]["moves"] == []


def test_a_draw_needs_both(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        first.ask("draw")
        second.wait_for(lambda state: state["offer"])
        assert second.state["result"] is None
        assert second.ask("draw") is None
        assert (second.state["result"], second.state["reason"]) == ("1/2-1/2", "agreed")


def test_an_offer_lapses_with_the_next_move(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        first.ask("draw")
        first.move("4")
        second.wait_for_moves(1)
        assert second.state["offer"] is None
        assert "no offer" in second.ask("answer", accept=True)


def test_one_resigns_for_oneself_only(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        assert "for another" in first.ask("resign", seat=1)
        assert second.ask("resign") is None
        assert (second.state["result"], second.state["reason"]) == ("1-0", "the second player resigned")
    assert '[Termination "the second player resigned"]' in site.http.get(f"/api/games/{id}/record").text


def test_in_a_rematch_seats_are_swapped(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        assert "when this game is over" in first.ask("rematch")
        first.ask("resign")
        assert first.ask("rematch") is None
        second.wait_for(lambda state: state["offer"])
        assert second.ask("answer", accept=True) is None
        first.wait_for(lambda state: state["rematch"])
        new = first.state["rematch"]["id"]
        assert new == second.state["rematch"]["id"]
        theirs = [first.state["rematch"]["token"], second.state["rematch"]["token"]]
    with site.sit(new, theirs[0]) as first, site.sit(new, theirs[1]) as second:
        assert (first.state["yours"], second.state["yours"]) == ([1], [0])
        assert second.move("4") is None


def test_a_rematch_with_oneself_keeps_both_seats(site):
    id, tokens = site.create("nim", [ME, ME], options={"matches": 1})
    with site.sit(id, *tokens) as both:
        both.move("1")
        assert both.ask("rematch") is None
        new = both.state["rematch"]
    with site.sit(new["id"], new["token"]) as both:
        assert both.state["yours"] == [0, 1]
        assert both.state["snapshot"]["options"]["matches"] == 1


def test_a_program_answers(site):
    id, tokens = site.create("nim", [ME, program("random")])
    with site.sit(id, *tokens[:1]) as me:
        assert me.move("1") is None
        moves = me.wait_for_moves(2)
        assert me.state["snapshot"]["movers"] == [0, 1]
        assert me.ask("takeback") is None
        assert me.state["snapshot"]["moves"] == []
        assert len(moves) == 2


def test_the_engine_shows_what_it_thinks(site):
    id, tokens = site.create("nim", [ME, program("engine:10")], options={"matches": 9})
    with site.sit(id, tokens[0]) as me:
        me.move("1")
        assert me.hear("preparing")["seat"] == 1
        thinking = me.hear("thinking")
        assert thinking["seat"] == 1
        assert thinking["analysis"]["lines"][0]["moves"]
        me.wait_for_moves(2)
        me.say(type="hint", ref=77)
        hint = me.hear("hint")
        assert hint["move"] in me.state["snapshot"]["legal"]


def test_programs_that_do_not_exist_are_refused(site):
    for player in ("wizard", "engine:11", "minimax:judge=../secret", "ugi:rm"):
        answer = site.http.post("/api/games", json={"game": "quoridor", "seats": [ME, program(player)]})
        assert answer.status_code == 400, player
        assert "quoridor" in answer.json()["detail"] or "player" in answer.json()["detail"]


def test_programs_play_each_other_and_pause(site):
    id, tokens = site.create("nim", [program("random"), program("random")], pace=0)
    with site.sit(id, *tokens) as host:
        assert host.state["yours"] == []
        host.wait_for_moves(2)
        assert host.wait_for(lambda state: state["result"])["pace"] == 0
    id, tokens = site.create("nim", [program("random"), program("random")], pace=60)
    with site.sit(id, *tokens) as host, site.sit(id) as spectator:
        assert "you are watching" in spectator.ask("pace", seconds=0)
        assert host.ask("pace", seconds=None) is None
        assert host.state["pace"] is None
        assert host.ask("pace", seconds=0) is None
        host.wait_for(lambda state: state["result"])


def test_the_opponent_can_be_changed_in_the_middle_of_a_game(site):
    id, tokens = site.create("nim", [ME, program("novice")])
    with site.sit(id, tokens[0]) as me:
        me.move("1")
        me.wait_for_moves(2)
        assert me.ask("seat", seat=1, player="random") is None
        assert me.state["seats"][1]["player"] == "random"
        assert me.ask("seat", seat=1, player=None) is None
        assert me.state["yours"] == [0, 1]
        me.move("1")
        assert me.move("1") is None
        assert me.ask("seat", seat=0, player="wizard") is not None
    with site.sit(id, tokens[0]) as again:
        assert again.state["yours"] == [0, 1]


def test_a_program_that_thinks_can_be_replaced(site):
    id, tokens = site.create("nim", [program("random"), program("random")], pace=60)
    with site.sit(id, *tokens) as host:
        assert host.ask("seat", seat=0, player="novice") is None
        assert host.ask("pace", seconds=0) is None
        assert host.wait_for(lambda state: state["result"])["seats"][0]["player"] == "novice"


def test_against_a_friend_nobody_gets_help(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first:
        assert "play yourself" in first.ask("seat", seat=0, player="engine:10")
        assert "another person's" in first.ask("seat", seat=1, player="random")
        assert "no hints" in first.ask("hint")


def test_a_game_goes_on_from_a_record_or_a_position(site):
    record = '[Game "connect4"] 4 4 *'
    id, tokens = site.create("", [ME, ME], record=record)
    with site.sit(id, *tokens) as both:
        assert both.state["snapshot"]["moves"] == ["4", "4"]
        assert "no move of yours" in both.ask("takeback")
        assert both.move("4") is None
    position = site.state(id)["snapshot"]["position"]
    id, tokens = site.create("connect4", [ME, ME], position=position)
    assert site.state(id)["snapshot"]["start"] == position


def test_the_clock_runs_from_the_first_move_on(site):
    id, tokens = site.two_friends(clock={"seconds": 1000, "increment": 100})
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        assert first.state["clock"] == {"left": [1000, 1000], "increment": 100, "running": None}
        first.move("4")
        assert first.state["clock"]["running"] == 1
        assert first.state["clock"]["left"][0] == 1100
        second.wait_for_moves(1)
        second.move("4")
        assert 1000 < second.state["clock"]["left"][1] < 1100
        assert second.state["clock"]["running"] == 0


def test_the_flag_falls_though_nobody_is_there(site):
    id, tokens = site.two_friends(clock={"seconds": 1, "increment": 0})
    with site.sit(id, tokens[0]) as first:
        first.move("4")
    deadline = time.monotonic() + 30
    while site.state(id)["result"] is None and time.monotonic() < deadline:
        time.sleep(0.1)
    state = site.state(id)
    assert (state["result"], state["reason"]) == ("1-0", "the second player ran out of time")
    with site.sit(id, tokens[1]) as second:
        assert second.events[-1]["kind"] == "flag"
        assert "the game is over" in second.move("4")


@pytest.mark.parametrize("game", ["nim", "connect4", "quarto", "quoridor", "pylos", "abalone"])
def test_every_game_is_played_over_sockets(site, game):
    id, tokens = site.two_friends(game)
    with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
        for count in range(1, 9):
            sides = {0: first, 1: second}
            mover = sides[first.state["snapshot"]["player"]]
            legal = mover.state["snapshot"]["legal"]
            assert mover.move(legal[len(legal) // 2]) is None
            for side in sides.values():
                side.wait_for_moves(count)
        assert first.state["snapshot"] == second.state["snapshot"]


def test_open_seats_and_friends_are_told_apart(site):
    id, _ = site.create(seats=[FRIEND, ME])
    assert [seat["kind"] for seat in site.state(id)["seats"]] == ["open", "person"]
