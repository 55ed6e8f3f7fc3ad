"""The laboratory: searches written down, tournaments on this machine."""

import pytest

from tests.server.site import serving


def test_a_search_is_written_down(site):
    asked = {"look": {"game": "nim", "options": {"matches": 4}}, "algorithm": "alphabeta", "depth": 3}
    answer = site.http.post("/api/tree", json=asked)
    assert answer.status_code == 200, answer.text
    tree = answer.json()
    assert (tree["line"], tree["nodes"], tree["cut"], tree["complete"]) == (["3", "1"], 13, 1, True)
    assert [node["id"] for node in tree["visits"]] == list(range(13))


def test_a_tree_made_by_hand_is_searched(site):
    info = site.http.get("/api/lab").json()
    assert "alphabeta" in info["algorithms"]
    assert "engine" in info["judges"]["quoridor"]
    for nested in ("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", *info["examples"]):
        assert site.http.post("/api/tree", json={"nested": nested}).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        {"nested": "[[]]"},
        {"nested": "[" * 4000},
        {"look": {"game": "nim"}, "algorithm": "guessing"},
        {"look": {"game": "nim"}, "judge": "nobody"},
        {"look": {"game": "chess"}},
        {"look": {"game": "nim", "options": {"matches": 1}, "moves": ["1"]}},
    ],
)
def test_what_cannot_be_searched_is_explained(site, asked):
    answer = site.http.post("/api/tree", json=asked)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["detail"]


PLAN = {"game": "nim", "players": ["random:seed=1", "novice:seed=2"], "pairs": 3}


def test_a_tournament_is_played_and_watched(tmp_path, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    with serving(tmp_path) as site:
        assert site.http.get("/api/tournaments").json() == []
        answer = site.http.post("/api/tournaments", json=PLAN)
        assert answer.status_code == 201, answer.text
        id = answer.json()["id"]
        with site.socket(f"/api/tournaments/{id}/socket") as visitor:
            while visitor.hear("standing")["standing"]["state"] != "finished":
                pass
        standing = site.http.get(f"/api/tournaments/{id}").json()
        assert (standing["done"], standing["total"]) == (3, 3)
        assert {player["name"] for player in standing["players"]} == set(PLAN["players"])
        assert [run["id"] for run in site.http.get("/api/tournaments").json()] == [id]
        assert site.http.post(f"/api/tournaments/{id}/stop", json={}).status_code == 200


def test_strangers_begin_no_tournaments_and_nobody_runs_programs(tmp_path, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    with serving(tmp_path) as site:
        answer = site.http.post("/api/tournaments", json=PLAN | {"players": ["random", "ugi:touch /tmp/x"]})
        assert answer.status_code == 400
        assert site.http.get("/api/tournaments/nowhere").status_code == 400
    with serving(tmp_path, public=True) as site:
        assert "public" in site.http.post("/api/tournaments", json=PLAN).json()["detail"]
