"""Game records: small text files in the manner of PGN.

    [Game "quoridor"]
    [Options "size=5 walls=3"]
    [Players "Ada vs Bob"]
    [Result "1-0"]

    c2 c4 {[%eval -0.35] a wall was better} (a2h {in the way} c3) c3 1-0

First the tags; Position is there if the game did not begin at the start.  Then the moves, each perhaps
followed by a comment in braces, which may hold an evaluation, and by variations in parentheses that
could have been played instead.  The result closes the record: 1-0, 0-1, 1/2-1/2, or * for a game
that goes on.  Move numbers like `12.` are read over.  A backslash keeps a quote in a tag, or a brace
in a comment, from ending it.  White space in comments counts as one space.
"""

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.errors import BadRecord, BoxwoodError, quoted
from boxwood.core.options import Value, read_pairs, show_options
from boxwood.core.referee import legal_move, outcome_of

COLUMNS = 80
DEEPEST = 100  # variations inside variations
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ORDER = ("Game", "Options", "Players", "Date", "Result", "Termination", "Position")  # then all others
FROM_THE_GAME = ("Game", "Options", "Position")  # tags that say what a Record holds elsewhere


@dataclass(eq=False)
class Node:
    """A move of a record and what was noted on it; the root of a record has no move.

    The first child goes on with the line, the others are variations beside it.

    >>> root = Node()
    >>> reply = root.add("e2").add("e8")
    >>> root.add("e1h").comment = "a wall first"
    >>> [node.move for node in root.line()], [node.move for node in root.variations]
    (['e2', 'e8'], ['e1h'])
    """

    move: str = ""
    comment: str = ""
    evaluation: str = ""  # whatever text: "+0.35", "win 7"
    children: list["Node"] = field(default_factory=list, repr=False)

    def add(self, move: str) -> "Node":
        """A new last child."""
        self.children.append(Node(move))
        return self.children[-1]

    def line(self) -> Iterator["Node"]:
        """The nodes after this one, always going on with the first child."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    @property
    def variations(self) -> list["Node"]:
        """The moves that could have been played instead of the first child."""
        return self.children[1:]

    def copy(self) -> "Node":
        """The whole tree again."""
        twin = Node(self.move, self.comment, self.evaluation)
        waiting = [(self, twin)]
        while waiting:
            old, new = waiting.pop()
            for child in old.children:
                new.children.append(Node(child.move, child.comment, child.evaluation))
                waiting.append((child, new.children[-1]))
        return twin


@dataclass(eq=False)
class Record:
    """A game, where it began, and the tree of its moves."""

    game: GameType
    options: dict[str, Value]
    start: Any
    tags: dict[str, str] = field(default_factory=dict)  # but for what the game itself says
    root: Node = field(default_factory=Node)

    @staticmethod
    def parse(text: str, find: Callable[[str], GameType]) -> "Record":
        """The record in a text; `find` knows the games by id.  Raises BadRecord, which says where."""
        header, body, at = _Header(), None, 1
        for at, token in _tokens(text.removeprefix("\ufeff")):
            if token["name"] and body is None:
                header.read(at, token["name"], token["value"])
            else:
                body = body or _Body(header.record(find))
                body.read(at, token)
        body = body or _Body(header.record(find))
        return body.finish(at, header)

    def end(self) -> Any:
        """The state after the main line."""
        state = self.start
        for node in self.root.line():
            state = state.play(state.read_move(node.move))
        return state

    def text(self) -> str:
        """The record as it is printed; `parse` reads it back unchanged."""
        result = _result(self)
        tags = {"Game": self.game.id, "Options": show_options(self.game.options, self.options)}
        if self.start != self.game.start(self.options):
            tags["Position"] = self.game.position_text(self.start, self.options)
        tags = {name: value for name, value in tags.items() if value}
        tags |= {name: value for name, value in self.tags.items() if name not in FROM_THE_GAME} | {"Result": result}
        names = [name for name in ORDER if name in tags] + [name for name in tags if name not in ORDER]
        header = [_tag(name, tags[name]) for name in names]
        body = " ".join([*_note(self.root), *_words(self.root), result])
        wrapped = textwrap.fill(body, COLUMNS, break_long_words=False, break_on_hyphens=False)
        return "\n".join([*header, "", wrapped, ""])


# Writing


def _result(record: Record) -> str:
    """What the board says, or what the tags say of a game that was broken off."""
    given = record.tags.get("Result", "*")
    if given not in RESULTS:
        raise BadRecord(f"{quoted(given)} is not a result: it is 1-0, 0-1, 1/2-1/2, or * for a game that goes on")
    over = outcome_of(record.end())
    if over and given not in (over.result, "*"):
        raise BadRecord(f"the result cannot be {given}: the moves end {over.result}, {over}")
    return over.result if over else given


def _tag(name: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise BadRecord(f"{quoted(name)} is not the name of a tag: write a letter, then letters and digits")
    line = " ".join(value.splitlines())
    return f'[{name} "{re.sub(_QUOTE, _ESCAPE, line)}"]'


def _note(node: Node) -> list[str]:
    """The comment and the evaluation of a node, as words or none."""
    evaluation = f"[%eval {node.evaluation}] " if node.evaluation else ""
    words = (evaluation + node.comment).split()
    return ["{" + re.sub(_BRACE, _ESCAPE, " ".join(words)) + "}"] if words else []


def _words(node: Node) -> Iterator[str]:
    """What follows a node: moves, comments and variations, as words."""
    while node.children:
        yield node.children[0].move
        yield from _note(node.children[0])
        for variation in node.variations:
            yield f"({' '.join([variation.move, *_note(variation), *_words(variation)])})"
        node = node.children[0]


# Reading

_QUOTE, _BRACE, _ESCAPE = r'(["\\])', r"([{}\\])", r"\\\1"
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TOKEN = re.compile(
    rf"""
    \[\s* (?P<name>{_TAG_NAME.pattern}) \s* "(?P<value> [^"\\\r\n]* (?: \\[^\r\n] [^"\\\r\n]* )* )" \s*\]
  | \{{(?P<comment> [^}}\\]* (?: \\. [^}}\\]* )* )\}}
  | (?P<parenthesis> [()] )
  | (?P<word> [^\s\[\](){{}}"]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_SPACE = re.compile(r"\s*")
_MOVE_NUMBER = re.compile(r"^[0-9]+\.+")
_EVALUATION = re.compile(r"\[%eval ([^\s\]][^\]]*)\]")
_UNREADABLE = {
    "[": 'this is not a tag: write [Name "value"] on one line',
    "{": "a comment begins here and does not end: close it with }",
    "]": "here is a ] without its [",
    "}": "here is a } without its {",
    '"': "here is a quote that belongs to no tag",
}


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The pieces of a record, each with the number of its line."""
    line, place = 1, 0
    while True:
        start = _SPACE.match(text, place).end()  # type: ignore[union-attr]  # it always matches
        line += text.count("\n", place, start)
        if start == len(text):
            return
        token = _TOKEN.match(text, start)
        if token is None:
            raise BadRecord(f"line {line}: {_UNREADABLE[text[start]]}")
        yield line, token
        line += token.group().count("\n")
        place = token.end()


@dataclass
class _Line:
    """A line of play while it is read: where it stands, and where it stood a move before."""

    node: Node
    state: Any
    count: int  # moves since the start of the game
    opened: int = 0  # the line of the text where this variation opens, 0 for the main line
    before: tuple[Node, Any] | None = None
    remark: str = ""  # a comment that comes before the first move of a variation

    def play(self, state: Any, text: str) -> None:
        self.before = self.node, self.state
        self.node, self.state, self.count = self.node.add(text), state, self.count + 1
        _annotate(self.node, self.remark)
        self.remark = ""


def _annotate(node: Node, comment: str) -> None:
    text = " ".join(re.sub(r"\\" + _BRACE, r"\1", comment).split())
    evaluation = _EVALUATION.search(text)
    if evaluation and not node.evaluation:
        node.evaluation = evaluation[1].strip()
        text = f"{text[: evaluation.start()].strip()} {text[evaluation.end() :].strip()}"
    node.comment = f"{node.comment} {text}".strip()


class _Header:
    """The tags of a record, each with its line in the text."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.where: dict[str, int] = {}

    def read(self, at: int, name: str, value: str) -> None:
        if name in self.tags:
            raise BadRecord(f"line {at}: the tag {name} is given twice, first in line {self.where[name]}")
        self.tags[name] = re.sub(r"\\" + _QUOTE, r"\1", value)
        self.where[name] = at

    def record(self, find: Callable[[str], GameType]) -> Record:
        """The record these tags begin, still without moves."""
        if "Game" not in self.tags:
            raise BadRecord('line 1: a record begins with its tags, and [Game "..."] is missing')
        game = self._tell("Game", find)
        options = self._tell("Options", lambda value: game.read_options(read_pairs(game.id, value.split())))
        start = self._tell("Options", lambda value: game.start(options))
        if "Position" in self.tags:
            start, placed = self._tell("Position", game.read_position)
            if "Options" in self.tags and placed != options:
                raise BadRecord(
                    f"line {self.where['Options']}: the tags Options and Position disagree: "
                    f"the position has the options {quoted(show_options(game.options, placed))}"
                )
            options = placed
        tags = {name: value for name, value in self.tags.items() if name not in FROM_THE_GAME}
        return Record(game, options, start, tags)

    def _tell(self, tag: str, read: Callable[[str], Any]) -> Any:
        try:
            return read(self.tags.get(tag, ""))
        except BoxwoodError as error:
            raise BadRecord(f"line {self.where.get(tag, 1)}: {error}") from None


class _Body:
    """The moves of a record, played as they are read."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lines = [_Line(record.root, record.start, 0)]  # the main line, and the variations open in it
        self.result = ""

    def read(self, at: int, token: re.Match[str]) -> None:
        if self.result:
            raise BadRecord(f"line {at}: {quoted(token.group())} comes after the result, where a record ends")
        if token["name"]:
            raise BadRecord(f"line {at}: the tag {token['name']} comes too late: tags stand before the moves")
        if token["comment"] is not None:
            self._comment(token["comment"])
        elif token["parenthesis"] == "(":
            self._open(at)
        elif token["parenthesis"]:
            self._close(at)
        elif token["word"] in RESULTS:
            self.result = token["word"]
        else:
            self._play(at, token["word"])

    def _comment(self, comment: str) -> None:
        line = self.lines[-1]
        if line.opened and not line.before:
            line.remark += " " + comment
        else:
            _annotate(line.node, comment)

    def _open(self, at: int) -> None:
        line = self.lines[-1]
        if line.before is None:
            raise BadRecord(f"line {at}: a variation stands after the move that it replaces, and here is no move yet")
        if len(self.lines) > DEEPEST:
            raise BadRecord(f"line {at}: variations lie more than {DEEPEST} deep in each other")
        self.lines.append(_Line(*line.before, line.count - 1, opened=at))

    def _close(self, at: int) -> None:
        line = self.lines.pop()
        if not line.opened:
            raise BadRecord(f"line {at}: here is a ) without its (")
        if line.before is None:
            raise BadRecord(f"line {at}: the variation that ends here has no moves")

    def _play(self, at: int, word: str) -> None:
        word, line = _MOVE_NUMBER.sub("", word), self.lines[-1]
        for text in line.state.split(word) if word else ():
            try:
                move = legal_move(self.record.game, line.state, text)
            except BoxwoodError as error:
                raise BadRecord(f"line {at}, move {line.count + 1}: {error}") from None
            line.play(line.state.play(move), line.state.move_text(move))

    def finish(self, at: int, header: _Header) -> Record:
        """The text is at its end: is everything closed, and the result the right one?"""
        line = self.lines[-1]
        if line.opened:
            raise BadRecord(f"line {line.opened}: a variation begins here and does not end: close it with )")
        if not self.result:
            raise BadRecord(f"line {at}: the record breaks off: it ends with 1-0, 0-1, 1/2-1/2 or *")
        said = header.tags.get("Result", self.result)
        if said != self.result:
            raise BadRecord(
                f"line {header.where['Result']}: the tag Result says {quoted(said)}, but the record ends {self.result}"
            )
        over = outcome_of(line.state)
        if over and self.result != over.result:
            raise BadRecord(f"line {at}: the result is {self.result}, but the moves end {over.result}, {over}")
        self.record.tags.pop("Result", None)
        if not over and self.result != "*":
            self.record.tags["Result"] = self.result
        return self.record
