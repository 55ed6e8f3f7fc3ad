"""A race of algorithms for the page, told position by position.

Every position is a job of its own, so that a race takes turns with all else that visitors ask for, and stops where its
visitor leaves.  Algorithms that teach cannot be interrupted: a search that takes too long is ended with its process.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from typing import Any

from boxwood.core.errors import BoxwoodError
from boxwood.evaluation import find as find_judge
from boxwood.games import find
from boxwood.lab.compare import FEWEST, Lap, agreement, line_up, runners
from boxwood.server import messages as m
from boxwood.server.pool import ADVICE, Pool

LONGEST_LAP = 10.0  # seconds of all algorithms together on one position
LONGEST_RACE = 120.0  # seconds of processor time


@dataclass(frozen=True)
class Race:
    """Who runs, where, and on what; whatever is wrong with that is found out before it begins."""

    game: str
    positions: list[str]
    algorithms: tuple[str, ...]
    judge: str
    depth: int
    pool: Pool
    address: str

    @classmethod
    async def prepared(cls, asked: m.RaceRequest, pool: Pool, address: str) -> "Race":
        kind, algorithms = find(asked.game), line_up(asked.algorithms)
        find_judge(kind, asked.judge)
        wanted = {"game": kind.id, "options": kind.read_options(asked.options), "count": asked.positions}
        positions = await pool.run("positions", wanted | {"seed": asked.seed}, address=address, rank=ADVICE)
        return cls(kind.id, positions, algorithms, asked.judge, asked.depth, pool, address)

    async def told(self) -> AsyncIterator[dict[str, Any]]:
        """Each position as it is searched, with how the race stands after it; then the end, or what went wrong."""
        laps: list[list[Lap]] = []
        try:
            for position in self.positions:
                laps.append(await self._run(position))
                standing = runners(self.algorithms, laps) if len(laps) >= FEWEST else []
                yield {
                    "type": "lap",
                    "done": len(laps),
                    "total": len(self.positions),
                    "position": position,
                    "laps": [asdict(lap) for lap in laps[-1]],
                    "agreed": agreement(laps),
                    "runners": [
                        asdict(runner) | {"nodes": sum(runner.nodes), "seconds": sum(runner.seconds)}
                        for runner in standing
                    ],
                }
                if sum(lap.seconds for each in laps for lap in each) > LONGEST_RACE:
                    raise BoxwoodError(f"a race takes {LONGEST_RACE:.0f} s at most: choose a smaller depth")
            yield {"type": "end"}
        except BoxwoodError as error:
            yield {"type": "error", "message": str(error)}

    async def _run(self, position: str) -> list[Lap]:
        arguments = {
            "game": self.game,
            "position": position,
            "algorithms": self.algorithms,
            "judge": self.judge,
            "depth": self.depth,
        }
        try:
            async with asyncio.timeout(None) as limit:
                loop = asyncio.get_running_loop()

                def begun(_: Any) -> None:
                    limit.reschedule(loop.time() + LONGEST_LAP)

                found = await self.pool.run("laps", arguments, address=self.address, rank=ADVICE, news=begun)
        except TimeoutError:
            raise BoxwoodError(
                f"{self.game}: {self.depth} moves are too deep for a race here: one position took more than "
                f"{LONGEST_LAP:.0f} s: choose a smaller depth, or leave minimax out"
            ) from None
        return [Lap(**each) for each in found]
