"""A server under test, in a thread or in a process of its own, and a visitor's side of its sockets."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from boxwood.server.run import configured, listen
from boxwood.server.settings import LOCAL_LIMITS, Settings

PATIENCE = 60.0  # seconds; nothing should take so long, whatever else the machine does
SECRET = b"a secret that is used in tests only"
ME, FRIEND = {"kind": "me"}, {"kind": "friend"}


def program(player):
    return {"kind": "program", "player": player}


class Site:
    """A server at an address."""

    def __init__(self, address):
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)

    def create(self, game="connect4", seats=(ME, FRIEND), **more):
        """The id of a new game and its tokens."""
        answer = self.http.post("/api/games", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        created = answer.json()
        return created["id"], created["tokens"]

    def join(self, id):
        answer = self.http.post(f"/api/games/{id}/join", json={})
        assert answer.status_code == 200, answer.text
        return answer.json()["token"]

    def two_friends(self, game="connect4", **more):
        """A game with both seats taken: its id and the two tokens."""
        id, tokens = self.create(game, **more)
        return id, [tokens[0], self.join(id)]

    def state(self, id):
        answer = self.http.get(f"/api/games/{id}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextlib.contextmanager
    def sit(self, id, *tokens, since=0, hello=True):
        """A socket of a game whose visitor has said hello."""
        with self.socket(f"/api/games/{id}/socket") as visitor:
            if hello:
                visitor.say(type="hello", tokens=list(tokens), since=since)
                visitor.hear("presence")
            yield visitor

    @contextlib.contextmanager
    def socket(self, path, **more):
        with connect(self.address.replace("http", "ws") + path, **more) as socket:
            yield Visitor(socket)


class Visitor:
    """One side of a socket; remembers the events and the last state that it heard."""

    def __init__(self, socket):
        self.socket = socket
        self.events, self.state, self.seq, self.presence, self._refs = [], None, 0, None, 0

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def next(self, timeout=PATIENCE):
        message = json.loads(self.socket.recv(timeout))
        if message["type"] == "event":
            self.events.append(message["event"])
        if message["type"] in ("event", "state"):
            self.state = message.get("state", self.state)
            self.seq = message.get("seq") or message["event"]["seq"]
        elif message["type"] == "presence":
            self.presence = message["online"], message["watching"]
        return message

    def hear(self, type, timeout=PATIENCE):
        """The next message of this type."""
        while True:
            message = self.next(timeout)
            if message["type"] == type:
                return message

    def ask(self, type, **more):
        """Ask for something: None when it is done, else the complaint."""
        self._refs += 1
        self.say(type=type, ref=self._refs, **more)
        while True:
            message = self.next()
            if message.get("ref") == self._refs:
                return message.get("message")

    def move(self, text):
        return self.ask("move", ply=len(self.state["snapshot"]["moves"]), move=text)

    def wait_for(self, holds):
        """Listen until the state is as wanted."""
        while not holds(self.state):
            self.next()
        return self.state

    def wait_for_presence(self, online, watching=0):
        """Listen until so many are there."""
        while self.presence != (online, watching):
            self.next()

    def wait_for_moves(self, count):
        self.wait_for(lambda state: len(state["snapshot"]["moves"]) >= count)
        return self.state["snapshot"]["moves"]

    def closed_with(self):
        """The code that the server hangs up with."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


@contextlib.contextmanager
def serving(tmp_path, **settings):
    """A server in a thread of this process."""
    chosen = {
        "database": f"sqlite:///{tmp_path / 'games.sqlite'}",
        "secret": SECRET,
        "workers": 1,
        "warm": False,
        "limits": LOCAL_LIMITS,
        "page": tmp_path / "page",
    } | settings
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(Settings(**chosen)))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    site = Site(f"http://127.0.0.1:{listener.getsockname()[1]}")
    while not server.started:
        assert thread.is_alive(), "the server could not start"
        time.sleep(0.01)
    try:
        yield site
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        site.http.close()


class Process(Site):
    """A server in a process of its own, that can be killed and started again."""

    def __init__(self, folder, *arguments):
        self.folder, self.arguments = folder, arguments
        self.start()

    def start(self):
        command = [sys.executable, "-m", "boxwood", "serve", "--port", "0", "--no-browser", *self.arguments]
        environment = os.environ | {"BOXWOOD_DATA_DIR": str(self.folder)}
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+(?=/)", line)
        assert found, line + self.process.stdout.read()
        super().__init__(found.group())

    def kill(self, with_signal=signal.SIGKILL):
        self.process.send_signal(with_signal)
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.http.close()
