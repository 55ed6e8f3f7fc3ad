"""What visitors may not do: move for others, flood the server, confuse it, use it from other sites."""

import asyncio
import json
import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

from boxwood.server.connection import LONGEST_QUEUE, Line
from boxwood.server.settings import Limits, Settings, settings_for
from boxwood.server.tokens import LIFETIME, Signer, kept_secret
from tests.server.site import ME, SECRET, Process, program, serving

# Tokens


def complaint_of(site, id, token):
    """What a visitor with this token is told, and the seats that are his."""
    with site.sit(id, hello=False) as visitor:
        visitor.say(type="hello", tokens=[token], since=0)
        first = visitor.next()
        visitor.hear("presence")
        return first.get("message"), visitor.state["yours"]


def test_forged_tokens_give_no_seat(site):
    id, tokens = site.two_friends()
    name, _, expires, signature = tokens[0].split(".")
    other = Signer(b"another secret of the same length, or so").token(id, 0)
    for forged in (
        other,
        f"{name}.1.{expires}.{signature}",
        f"{name}.0.{int(expires) + 1}.{signature}",
        f"{name}.0.{expires}.{signature[:-2]}AA",
        f"{name}.0.{expires}.",
        "....",
        "",
        "é" * 50,
    ):
        assert complaint_of(site, id, forged) == ("this token is not one of ours", []), forged


def test_expired_tokens_give_no_seat(site):
    id, _ = site.two_friends()
    old = Signer(SECRET).token(id, 0, now=time.time() - LIFETIME - 1)
    assert complaint_of(site, id, old) == ("this token has expired", [])


def test_tokens_of_another_game_give_no_seat(site):
    (one, tokens), (other, _) = site.two_friends(), site.two_friends()
    assert complaint_of(site, other, tokens[0]) == ("this token is for another game", [])
    assert complaint_of(site, one, tokens[0])[1] == [0]


def test_the_other_ones_token_moves_only_for_the_other_one(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[1]) as second:
        assert "which is not you" in second.move("4")
        assert "for another" in second.ask("resign", seat=0)


def test_nothing_secret_is_in_what_all_can_see(site):
    id, tokens = site.two_friends()
    with site.sit(id, tokens[0]) as first, site.sit(id) as spectator:
        first.ask("resign")
        first.ask("rematch")
        told = json.dumps([spectator.hear("event") for _ in range(2)])
    told += site.http.get(f"/api/games/{id}").text + site.http.get(f"/api/games/{id}/record").text
    for token in tokens:
        assert token.rpartition(".")[2] not in told


def test_the_secret_is_the_owners_alone(tmp_path):
    secret = kept_secret(tmp_path / "server" / "secret")
    assert (tmp_path / "server" / "secret").stat().st_mode & 0o777 == 0o600
    assert kept_secret(tmp_path / "server" / "secret") == secret


def test_strangers_are_served_with_a_given_secret_only(monkeypatch, tmp_path):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("BOXWOOD_SECRET", raising=False)
    with pytest.raises(ValueError, match="BOXWOOD_SECRET"):
        settings_for(public=True)
    monkeypatch.setenv("BOXWOOD_SECRET", "short")
    with pytest.raises(ValueError, match="too short"):
        settings_for(public=True)
    monkeypatch.setenv("BOXWOOD_SECRET", "x" * 32)
    assert "x" * 32 not in repr(settings_for(public=True))


# Rubbish

MESSAGES = [
    {"type": "hello", "tokens": [], "since": 0},
    {"type": "move", "ref": 1, "ply": 0, "move": "4"},
    {"type": "takeback", "ref": 1},
    {"type": "draw", "ref": 1},
    {"type": "answer", "ref": 1, "accept": True},
    {"type": "resign", "ref": 1, "seat": 0},
    {"type": "seat", "ref": 1, "seat": 0, "player": "random"},
    {"type": "pace", "ref": 1, "seconds": 1},
    {"type": "hint", "ref": 1},
    {"type": "ping"},
    {"type": "analyse", "id": 1, "look": {"game": "nim"}, "lines": 1, "seconds": 1},
    {"type": "scores", "id": 1, "look": {"game": "nim", "moves": ["1"]}},
    {"type": "review", "id": 1, "look": {"game": "nim", "record": "[Game]"}, "seconds": 1},
    {"type": "stop", "id": 1},
]
ODD = [None, True, -1, 0, 2, 1e999, -1e-9, 10**30, "", "4", "\0", "é\ud800", "x" * 200, [], [[]], {}, {"type": "move"}]


def malformed(count, seed=1):
    """Messages as the protocol has them, each spoilt in some way."""
    chance = random.Random(seed)
    for _ in range(count):
        message = dict(chance.choice(MESSAGES))
        name = chance.choice(list(message))
        match chance.randrange(6):
            case 0:
                message[name] = chance.choice(ODD)
            case 1:
                del message[name]
            case 2:
                message[str(chance.choice(ODD))] = chance.choice(ODD)
            case 3:
                message["look"] = {chance.choice(["game", "moves", "position", "options"]): chance.choice(ODD)}
            case 4:
                yield bytes(chance.randrange(256) for _ in range(chance.randrange(30)))
                continue
            case _:
                text = json.dumps(message)
                place = chance.randrange(len(text))
                yield text[:place] + chance.choice(["", "{", '"', "\\", "9"]) + text[place + 1 :]
                continue
        yield json.dumps(message)


def test_ten_thousand_malformed_messages_get_errors(site):
    id, tokens = site.create(seats=[ME, ME])
    for seed in range(5):
        for path in (f"/api/games/{id}/socket", "/api/analysis"):
            last = 2**53 - seed
            with site.socket(path) as visitor:
                if path.endswith("socket"):
                    visitor.say(type="hello", tokens=tokens, since=0)
                for message in malformed(1000, seed):
                    visitor.socket.send(message)
                visitor.say(type="stop", id=last) if path.endswith("analysis") else visitor.say(type="draw", ref=last)
                while last not in ((told := visitor.next()).get("ref"), told.get("id")):
                    assert told["type"] in HEARD
    assert site.http.get(f"/api/games/{id}").status_code == 200


HEARD = {"state", "event", "preparing", "thinking", "presence", "hint", "error", "pong"}
HEARD |= {"analysis", "scores", "judgement", "end"}

numbers = st.one_of(st.integers(-3, 3), st.integers(), st.floats(), st.booleans())
texts = st.one_of(st.sampled_from(["4", "e2", "hello", "move", "\0", "{", "connect4"]), st.text(max_size=8))
values = st.recursive(
    st.one_of(st.none(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=5,
)
requests = st.fixed_dictionaries(
    {},
    optional={
        "game": st.one_of(st.sampled_from(["nim", "connect4", "quoridor"]), values),
        "options": values,
        "moves": st.one_of(st.lists(texts, max_size=3), values),
        "position": values,
        "record": values,
        "extras": values,
        "seats": st.one_of(st.just([ME, ME]), st.just([ME, program("random")]), values),
        "clock": st.one_of(st.fixed_dictionaries({"seconds": numbers, "increment": numbers}), values),
        "pace": values,
    },
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(["/api/look", "/api/games"]), requests)
def test_rubbish_in_a_request_gets_an_error(site, path, request):
    answer = site.http.post(path, content=json.dumps(request), headers={"content-type": "application/json"})
    assert answer.status_code in (200, 201, 400, 422)
    if answer.status_code >= 400:
        assert isinstance(answer.json()["detail"], str)


@pytest.mark.parametrize("path", ["/api/games/nowhere", "/api/games/nowhere/record", "/api/nothing", "/api/"])
def test_addresses_that_lead_nowhere_say_so(site, path):
    answer = site.http.get(path)
    assert answer.status_code == 404
    assert isinstance(answer.json()["detail"], str)


def test_a_socket_of_no_game_is_closed(site):
    with site.sit("nowhere", hello=False) as visitor:
        assert "no game" in visitor.next()["message"]
        assert visitor.closed_with() == 1008


# Floods


def test_requests_that_are_too_large_are_refused(site):
    assert site.http.post("/api/look", content=b"x" * 200_000).status_code == 413
    chunks = (b"x" * 10_000 for _ in range(20))
    assert site.http.post("/api/look", content=chunks).status_code == 413
    many_moves = {"game": "nim", "moves": ["1"] * 1001}
    assert site.http.post("/api/look", json=many_moves).status_code == 422


def test_messages_that_are_too_large_end_the_socket(site):
    with site.socket("/api/analysis") as visitor:
        visitor.socket.send("x" * 200_000)
        assert visitor.closed_with() in (1009, 1013)


def test_an_address_that_asks_too_often_is_told_to_wait(tmp_path):
    strict = Limits(requests=(0.001, 4.0), games=(0.001, 1.0), messages=(0.001, 3.0), sockets=1)
    with serving(tmp_path, limits=strict) as site:
        seats = {"game": "nim", "seats": [ME, ME]}
        assert site.http.post("/api/games", json=seats).status_code == 201
        assert site.http.post("/api/games", json=seats).status_code == 429
        with site.socket("/api/analysis") as visitor:
            with pytest.raises(InvalidStatus), site.socket("/api/analysis"):
                pass
            for _ in range(4):
                visitor.say(type="stop", id=1)
            assert visitor.closed_with() == 1013
        assert site.http.get("/api/games").status_code == 429


class Deaf:
    """A socket that takes nothing."""

    def __init__(self):
        self.code = None

    async def send_text(self, text):
        await asyncio.Event().wait()

    async def close(self, code):
        self.code = code


def test_who_does_not_listen_is_hung_up_on():
    async def talk():
        line = Line(Deaf())
        talking = asyncio.create_task(line.talk())
        await asyncio.sleep(0)
        for _ in range(LONGEST_QUEUE + 1):
            assert not line.closed
            line.say({"type": "pong"})
        line.say({"type": "pong"})
        assert line.closed
        await line.calm()
        talking.cancel()

    asyncio.run(talk())


# Other sites


def test_pages_of_other_sites_may_not_open_sockets(site):
    for path in ("/api/analysis", "/api/games/nowhere/socket"):
        with pytest.raises(InvalidStatus), site.socket(path, origin="https://elsewhere.example"):
            pass
    with site.socket("/api/analysis", origin=site.address) as visitor:
        visitor.say(type="stop", id=1)
        assert visitor.next()["type"] == "end"


def test_a_foreign_name_for_this_machine_is_refused(site):
    assert site.http.get("/api/games", headers={"host": "rebound.example"}).status_code == 400


def test_every_answer_has_its_security_headers(site):
    for path in ("/api/games", "/", "/play/abc", "/api/nothing"):
        headers = site.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_settings_do_not_show_the_secret():
    assert "tests only" not in repr(Settings(database="sqlite:///x", secret=SECRET))


def test_the_command_complains_in_one_line(tmp_path):
    with pytest.raises(AssertionError, match="is not a database"):
        Process(tmp_path, "--database", "elephant")
