"""The page as files: every address gives it, names with a hash are kept for ever, the API is documented."""

import gzip
import re
from pathlib import Path

import pytest

from tests.server.site import Process, serving

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with a small page."""
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text("<!doctype html><title>the page</title>")
    (page / "icon.svg").write_text("<svg/>")
    (page / "assets").mkdir()
    (page / "assets" / "index-1a2b3c.js").write_text("let x = 1;" * 500)
    (page.parent / "secret.txt").write_text("secret")
    with serving(tmp_path_factory.mktemp("server"), page=page) as running:
        yield running


@pytest.mark.parametrize("path", ["/", "/play/abc", "/analysis", "/rules/quarto", "/lab", "/lab/tree"])
def test_every_address_of_the_page_gives_the_page(site, path):
    answer = site.http.get(path)
    assert answer.status_code == 200
    assert "the page" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


def test_files_named_by_their_contents_are_kept_for_ever(site):
    answer = site.http.get("/assets/index-1a2b3c.js")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"


def test_other_files_are_asked_for_again(site):
    answer = site.http.get("/icon.svg")
    assert (answer.text, answer.headers["cache-control"]) == ("<svg/>", "no-cache")


@pytest.mark.parametrize("path", ["/missing.js", "/assets/missing.js", "/../secret.txt", "/%2e%2e/secret.txt"])
def test_files_that_are_not_of_the_page_are_not_served(site, path):
    answer = site.http.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_a_page_that_is_not_built_says_so(tmp_path):
    with serving(tmp_path) as bare:
        answer = bare.http.get("/")
        assert answer.status_code == 503
        assert "make page" in answer.text


def test_every_address_is_documented(site):
    described = site.http.get("/api/openapi.json").json()
    told = PROTOCOL.read_text(encoding="utf-8")
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert f"`{method.upper()} {path}`" in told, f"{method} {path} is missing in docs/protocol.md"
            assert operation.get("description"), f"{method} {path} has no description"
            assert "422" in operation["responses"]
    for path in re.findall(r"`(?:GET|POST) (/api/[^`]*)`", told):
        assert path in described["paths"], f"docs/protocol.md tells of {path}, which is not there"


def test_answers_are_of_the_documented_form(site):
    from boxwood.server import messages as m

    for info in site.http.get("/api/games").json():
        m.GameInfo.model_validate(info)
    looks = [{"game": "quoridor", "moves": ["e2"], "extras": True}, {"game": "nim", "options": {"heaps": [1, 3]}}]
    for look in looks:
        m.Snapshot.model_validate(site.http.post("/api/look", json=look).json())
    id, tokens = site.two_friends(clock={"seconds": 60, "increment": 1})
    m.GameState.model_validate(site.state(id))
    with site.sit(id, tokens[0]) as first:
        m.GameState.model_validate(first.state)


def test_paths_of_quoridor_are_shown_on_request(site):
    look = {"game": "quoridor", "extras": True}
    extras = site.http.post("/api/look", json=look).json()["extras"]
    assert [(way[0], way[-1][1]) for way in extras["paths"]] == [("e1", "9"), ("e9", "1")]
    assert extras["svg"].startswith("<svg")
    assert extras["record"].startswith('[Game "quoridor"]')


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1. e2 e8 2. e3", {"quoridor": 3}),
        ("3 2 1", {"nim": 3, "connect4": 3}),
        ('[Game "chess"] 1a1 1b1 *', {"pylos": 2}),
        ("e2/e8 10/10 - 0", {"quoridor": 0}),
        ("e4 e5 Nf3", {}),
        ("", {}),
    ],
)
def test_a_text_is_read_as_every_game_that_it_could_be_of(site, text, games):
    answer = site.http.post("/api/readings", json={"text": text})
    assert {seen["game"]: len(seen["moves"]) for seen in answer.json()} == games


def test_large_answers_are_compressed(site):
    with site.http.stream("GET", "/api/games") as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert b"connect4" in gzip.decompress(b"".join(answer.iter_raw()))


def test_the_command_says_where_it_is_and_ends_when_asked(tmp_path):
    import signal

    server = Process(tmp_path, "--workers", "1")
    assert server.http.get("/api/games").status_code == 200
    server.kill(signal.SIGINT)
    assert server.process.returncode == 0
