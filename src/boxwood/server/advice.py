"""Analyses for the page: of a position as the engine goes deeper, of every legal move, of a whole game.

A review looks at every position of a game in turn and grades each move by what it threw away: of
what is certain, a win or a draw; else of the chance to win that the score stands for.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Any

from boxwood.analysis import Score
from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.server import messages as m
from boxwood.server.connection import Line
from boxwood.server.pool import ADVICE, ANALYSIS, Pool
from boxwood.server.rooms import look_of
from boxwood.server.serialize import score_told

MOST_AT_ONCE = 4  # requests of one socket
SCALE = 2.0  # a lead of so much is about 73 % to win
GRADES = (("blunder", 0.30), ("mistake", 0.20), ("inaccuracy", 0.10), ("good", 0.02))  # chance thrown away


class Adviser:
    """One socket's analyses."""

    def __init__(self, pool: Pool, open: Callable[..., Awaitable[Game]], line: Line, address: str) -> None:
        self._pool, self._open, self._line, self._address = pool, open, line, address
        self._running: dict[int, asyncio.Task[None]] = {}

    def ask(self, ask: m.AnalyseAsk | m.ScoresAsk | m.ReviewAsk | m.StopAsk) -> None:
        """Begin, or stop, what is asked for."""
        running = self._running.pop(ask.id, None)
        if running is not None:
            running.cancel()
        if isinstance(ask, m.StopAsk):
            self._line.say({"type": "end", "id": ask.id})
        elif len(self._running) >= MOST_AT_ONCE:
            self._line.say({"type": "error", "id": ask.id, "message": f"at most {MOST_AT_ONCE} analyses at once"})
        else:
            self._running[ask.id] = asyncio.create_task(self._answer(ask))

    async def close(self) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _answer(self, ask: m.AnalyseAsk | m.ScoresAsk | m.ReviewAsk) -> None:
        try:
            game = await self._open(**ask.look.model_dump(exclude={"extras"}))
            match ask:
                case m.AnalyseAsk():
                    await self._analyse(ask, game)
                case m.ScoresAsk():
                    scores = None if game.is_over else await self._run("scores", look=look_of(game))
                    self._line.say({"type": "scores", "id": ask.id, "scores": scores})
                case m.ReviewAsk():
                    await self._review(ask, game)
            self._line.say({"type": "end", "id": ask.id})
        except BoxwoodError as error:
            self._line.say({"type": "error", "id": ask.id, "message": str(error)})
        finally:
            if self._running.get(ask.id) is asyncio.current_task():
                del self._running[ask.id]

    async def _run(self, kind: str, **arguments: Any) -> Any:
        return await self._pool.run(kind, arguments, address=self._address, rank=ADVICE)

    async def _analyse(self, ask: m.AnalyseAsk, game: Game) -> None:
        if game.is_over:
            raise BoxwoodError(f"{game.id}: the game is over: there is nothing to analyse")
        deepest = 0

        def tell(analysis: dict[str, Any]) -> None:
            nonlocal deepest
            if analysis["depth"] >= deepest:  # after a pause it begins again from the surface
                deepest = analysis["depth"]
                self._line.say({"type": "analysis", "id": ask.id, "analysis": analysis})

        arguments = {"look": look_of(game), "lines": ask.lines, "seconds": ask.seconds}
        tell(await self._pool.run("analyse", arguments, address=self._address, rank=ANALYSIS, news=tell))

    async def _review(self, ask: m.ReviewAsk, game: Game) -> None:
        if game.ply == 0:
            raise BoxwoodError(f"{game.id}: no move has been played: there is nothing to review")
        moves, seconds = game.moves, ask.seconds / (game.ply + 1)
        now = game.copy()
        while now.ply:
            now.pop()
        before = await self._opinion(now, seconds)
        for ply, move in enumerate(moves):
            mover = now.player
            now.push(move)
            after = await self._opinion(now, seconds)
            same = after["player"] == mover
            score = after["score"] if same else opposite(after["score"])
            if before["best"][0] == move:
                score = before["score"]
            judgement = {
                "ply": ply,
                "move": move,
                "before": before["score"],
                "after": score,
                "best": before["best"],
                "grade": grade(before["score"], score, before["best"][0] == move),
            }
            self._line.say({"type": "judgement", "id": ask.id, "judgement": judgement})
            before = after

    async def _opinion(self, game: Game, seconds: float) -> dict[str, Any]:
        """Score, best line and whose move it is."""
        outcome = game.outcome()
        if outcome is not None:
            sign = 0 if outcome.winner is None else 1 if outcome.winner == game.player else -1
            return {"score": certain(sign, 0), "best": [], "player": game.player}
        analysis = await self._run("analyse", look=look_of(game), lines=1, seconds=seconds)
        line = analysis["lines"][0]
        return {"score": line["score"], "best": line["moves"], "player": game.player}


def certain(sign: int, plies: int | None, unit: str = "plies") -> dict[str, Any]:
    """The score of a game that is decided."""
    won = Score.won(plies, unit)
    return score_told(won if sign > 0 else -won if sign < 0 else Score(0, True))


def opposite(score: dict[str, Any]) -> dict[str, Any]:
    """The same score for the other player, a move earlier."""
    if score["proven"]:
        plies = score["plies"]
        return certain(-score["sign"], None if plies is None else plies + 1, score["unit"])
    return score_told(Score(round(-100 * score["value"])))


def chance(score: dict[str, Any]) -> float:
    """How likely a score is to win, a draw being half.

    >>> chance(certain(1, 7)), chance(certain(0, 0)), chance(certain(-1, 4))
    (1.0, 0.5, 0.0)
    """
    if score["proven"]:
        return float((1 + score["sign"]) / 2)
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, score["value"] / SCALE))))


def grade(before: dict[str, Any], after: dict[str, Any], is_best: bool) -> str:
    """What a move deserves: by the chance to win that it threw away.

    >>> grade(certain(1, 7), certain(0, 0), False)
    'blunder'
    """
    if is_best:
        return "best"
    lost = chance(before) - chance(after)
    return next((name for name, least in GRADES if lost >= least), "best" if lost <= 0 else "good")
