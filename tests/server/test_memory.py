"""What is over goes by itself: nothing is left for the full collections of garbage, which are seldom."""

import gc
import time
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from boxwood.server import rooms
from boxwood.server.connection import Line
from tests.server.site import ME, PATIENCE, serving

CONNECTIONS = (HttpToolsProtocol, WebSocketsSansIOProtocol, ServerProtocol)
KINDS = (*CONNECTIONS, Line, rooms.Visitor, rooms.Room, rooms.Contest)


def left():
    return Counter(type(thing).__name__ for thing in gc.get_objects() if issubclass(type(thing), KINDS))


def test_nothing_is_left_of_a_game_when_all_have_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "PATIENCE", 0.2)
    gc.collect()
    before = left()
    gc.disable()
    try:
        with serving(tmp_path) as site:
            id, tokens = site.create("nim", [ME, ME])
            with site.sit(id, tokens[0]) as first, site.sit(id, tokens[1]) as second:
                assert first.move("1") is None
                second.wait_for_moves(1)
                assert "not you" in first.move("1")
                assert second.ask("resign") is None
                assert left()["Room"] > before["Room"]
            site.http.close()
            until = time.monotonic() + PATIENCE
            while left() - before and time.monotonic() < until:
                time.sleep(0.05)
            assert not left() - before
    finally:
        gc.enable()
