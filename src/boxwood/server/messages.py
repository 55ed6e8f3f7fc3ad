"""What the page may say and what it is answered: the types of web/src/lib/protocol.ts, checked by pydantic.

Whatever comes in is checked here, sizes included, before anything looks at it.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

LONGEST_GAME = 1000  # moves that a look or a new game may begin with

Seat = Literal[0, 1]
Result = Literal["1-0", "0-1", "1/2-1/2"]
Number = Annotated[int, Field(ge=0, le=2**53, strict=True)]
Whole = Annotated[int, Field(strict=True)]
Seconds = Annotated[float, Field(ge=0, le=86400, allow_inf_nan=False)]
Name = Annotated[str, Field(max_length=40)]
Move = Annotated[str, Field(max_length=40)]
Spec = Annotated[str, Field(min_length=1, max_length=120)]
Token = Annotated[str, Field(max_length=200)]


class Message(BaseModel):
    """Nothing but what is named may be in a message."""

    model_config = ConfigDict(extra="forbid")


# --- over HTTP ---------------------------------------------------------------------------------


class OptionInfo(Message):
    name: str
    kind: Literal["whole", "flag", "choice", "numbers"]
    default: int | bool | str | list[int] | None
    least: int | None = None
    most: int | None = None
    choices: list[str] | None = None
    help: str


class PlayerInfo(Message):
    name: str
    summary: str
    source: str
    parameters: list[OptionInfo]


class GameInfo(Message):
    id: str
    name: str
    summary: str
    options: list[OptionInfo]
    players: list[PlayerInfo]
    levels: list[int]
    can_draw: bool
    can_cycle: bool


class LookRequest(Message):
    game: Name = ""
    options: Annotated[dict[Name, Any], Field(max_length=20)] = {}
    moves: Annotated[list[Move], Field(max_length=LONGEST_GAME)] = []
    position: Annotated[str, Field(max_length=2000)] | None = None
    record: Annotated[str, Field(max_length=30_000)] | None = None
    extras: bool = False


class ReadingsRequest(Message):
    text: Annotated[str, Field(max_length=30_000)]


class Extras(Message):
    text: str
    svg: str
    record: str
    paths: list[list[str]] | None = None


class Snapshot(Message):
    game: str
    options: dict[str, Any]
    start: str | None
    moves: list[str]
    movers: list[Seat]
    position: str
    player: Seat
    legal: list[str]
    result: Result | None
    reason: str | None
    task: str
    extras: Extras | None = None


class Me(Message):
    kind: Literal["me"]


class Friend(Message):
    kind: Literal["friend"]


class Program(Message):
    kind: Literal["program"]
    player: Spec


SeatRequest = Annotated[Me | Friend | Program, Field(discriminator="kind")]


class ClockRequest(Message):
    seconds: Annotated[float, Field(ge=1, le=86400, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)]


class NewGame(Message):
    game: Name = ""
    options: Annotated[dict[Name, Any], Field(max_length=20)] = {}
    position: Annotated[str, Field(max_length=2000)] | None = None
    record: Annotated[str, Field(max_length=30_000)] | None = None
    seats: tuple[SeatRequest, SeatRequest]
    clock: ClockRequest | None = None
    pace: Seconds | None = None


class Created(Message):
    id: str
    tokens: list[str | None]


class JoinRequest(Message):
    pass


class Joined(Message):
    seat: Seat
    token: str


class SeatState(Message):
    kind: Literal["person", "open", "program"]
    player: str | None
    online: bool


class ClockState(Message):
    left: tuple[float, float]
    increment: float
    running: Seat | None


class Offer(Message):
    what: Literal["draw", "takeback", "rematch"]
    seat: Seat


class Rematch(Message):
    id: str
    token: str | None


class GameState(Message):
    id: str
    snapshot: Snapshot
    seats: tuple[SeatState, SeatState]
    yours: list[Seat]
    clock: ClockState | None
    pace: float | None
    offer: Offer | None
    result: Result | None
    reason: str | None
    rematch: Rematch | None


class Problem(Message):
    """What every refused request gets."""

    detail: str


# --- the laboratory --------------------------------------------------------------------------------


class LabInfo(Message):
    algorithms: list[str]
    judges: dict[str, list[str]]
    examples: dict[str, str]


class TreeRequest(Message):
    look: LookRequest = LookRequest()
    nested: Annotated[str, Field(max_length=5000)] | None = None
    algorithm: Name = "alphabeta"
    depth: Annotated[int, Field(ge=1, le=12)] = 3
    judge: Name = "engine"
    nodes: Annotated[int, Field(ge=1, le=5000)] = 2000


class TreeNode(Message):
    id: int
    parent: int | None
    move: str | None
    player: Seat
    ply: int
    position: str
    alpha: int | None
    beta: int | None
    value: int | None
    text: str
    bound: str
    kind: str
    children: list[int]
    cut: list[str]
    why: str
    because: int | None
    principal: bool


class SearchTree(Message):
    game: str
    position: str
    algorithm: str
    judge: str
    depth: int
    complete: bool
    nodes: int
    cut: int
    value: int | None
    text: str
    line: list[str]
    visits: list[TreeNode]


class RaceRequest(Message):
    game: Name
    options: Annotated[dict[Name, Any], Field(max_length=20)] = {}
    depth: Annotated[int, Field(ge=1, le=16)]
    positions: Annotated[int, Field(ge=2, le=100)] = 30
    algorithms: Annotated[list[Name], Field(max_length=10)] = []  # none: all
    judge: Name = "engine"
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1


class RaceRatio(Message):
    mean: float
    low: float
    high: float
    p: float


class RaceRunner(Message):
    algorithm: str
    nodes: int
    seconds: float
    relative_nodes: RaceRatio
    relative_time: RaceRatio


class RaceLap(Message):
    nodes: int
    seconds: float
    value: int


class RaceTell(Message):
    """How a race stands after one more position, its end, or what went wrong."""

    type: Literal["lap", "end", "error"]
    done: int | None = None
    total: int | None = None
    position: str | None = None
    laps: list[RaceLap] | None = None  # on this position, in the order of the runners
    agreed: int | None = None
    runners: list[RaceRunner] | None = None  # from the second position on
    message: str | None = None


class TournamentInfo(Message):
    id: str
    name: str
    game: str
    state: str
    began: str
    changed: str
    games: int
    players: list[str]


class NewTournament(Message):
    game: Name
    players: Annotated[list[Spec], Field(min_length=2, max_length=16)]
    pairs: Annotated[int, Field(ge=1, le=1000)] = 10
    form: Literal["round-robin", "gauntlet", "swiss"] = "round-robin"
    variants: Annotated[list[Annotated[str, Field(max_length=100)]], Field(min_length=1, max_length=10)] = [""]
    seconds: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] = 0.1
    name: Annotated[str, Field(max_length=100)] = ""


class TournamentBegun(Message):
    id: str


class Nothing(Message):
    pass


# --- in the socket of a game ---------------------------------------------------------------------


class Hello(Message):
    type: Literal["hello"]
    tokens: Annotated[list[Token], Field(max_length=4)]
    since: Number = 0


class MoveAsk(Message):
    type: Literal["move"]
    ref: Number
    ply: Number
    move: Move


class TakebackAsk(Message):
    type: Literal["takeback"]
    ref: Number


class DrawAsk(Message):
    type: Literal["draw"]
    ref: Number


class AnswerAsk(Message):
    type: Literal["answer"]
    ref: Number
    accept: bool


class ResignAsk(Message):
    type: Literal["resign"]
    ref: Number
    seat: Seat | None = None


class RematchAsk(Message):
    type: Literal["rematch"]
    ref: Number


class SeatAsk(Message):
    type: Literal["seat"]
    ref: Number
    seat: Seat
    player: Spec | None


class PaceAsk(Message):
    type: Literal["pace"]
    ref: Number
    seconds: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)] | None


class HintAsk(Message):
    type: Literal["hint"]
    ref: Number


class Ping(Message):
    type: Literal["ping"]


Deed = MoveAsk | TakebackAsk | DrawAsk | AnswerAsk | ResignAsk | RematchAsk | SeatAsk | PaceAsk
Ask = Annotated[Hello | Deed | HintAsk | Ping, Field(discriminator="type")]
ASK: TypeAdapter[Ask] = TypeAdapter(Ask)


# --- in the socket of analysis -------------------------------------------------------------------


class AnalyseAsk(Message):
    type: Literal["analyse"]
    id: Number
    look: LookRequest
    lines: Annotated[int, Field(ge=1, le=16)] = 1
    seconds: Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)] = 10.0


class ScoresAsk(Message):
    type: Literal["scores"]
    id: Number
    look: LookRequest


class ReviewAsk(Message):
    type: Literal["review"]
    id: Number
    look: LookRequest
    seconds: Annotated[float, Field(gt=0, le=600, allow_inf_nan=False)] = 10.0


class StopAsk(Message):
    type: Literal["stop"]
    id: Number


AnalysisAsk = Annotated[AnalyseAsk | ScoresAsk | ReviewAsk | StopAsk, Field(discriminator="type")]
ANALYSIS_ASK: TypeAdapter[AnalysisAsk] = TypeAdapter(AnalysisAsk)


def gist(errors: Any) -> str:
    """The first complaint of pydantic's, on one line."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return f"{place}: {first['msg']}" if place else str(first["msg"])
