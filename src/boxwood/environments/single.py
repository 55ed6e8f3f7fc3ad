"""A Gymnasium environment of a game against any named player.

    env = Against("connect4", "engine:3")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

The reward is 1 for a won game, -1 for a lost one, and 0 for everything else.  An illegal move loses.
"""

from typing import Any

import gymnasium

from boxwood.environments.spaces import Observation, action_space, observation_space, observe
from boxwood.game import Game
from boxwood.games import find
from boxwood.players import find as find_player
from boxwood.players import make
from boxwood.search.clock import Limits


class Against(gymnasium.Env[Observation, Any]):
    """One agent plays a game against a player such as `novice`, `engine:5` or `perfect`.

    `seat` is 0 to move first, 1 to move second, None for a toss of a coin in every game; `limits` are the
    player's for a move; `longest` truncates games after so many moves; `options` are the game's.
    """

    def __init__(
        self,
        game: str,
        player: str = "novice",
        *,
        seat: int | None = 0,
        limits: Limits | None = None,
        longest: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self._kind, self._options, self._longest, self._limits = find(game), options, longest, limits
        self._spec, self._player, self._seat = player, make(player, self._kind), seat
        self.metadata = {"render_modes": ["ansi", "svg"]}
        self.render_mode = render_mode
        self.observation_space, self.action_space = observation_space(self._kind), action_space(self._kind)
        self._game, self._mine = Game(self._kind, **options), seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the player moves until it is the agent's turn.  A seed is also the player's."""
        super().reset(seed=seed)
        if seed is not None:
            self._player = make(self._seeded(seed), self._kind)
        self._game = Game(self._kind, **self._options)
        self._mine = int(self.np_random.integers(2)) if self._seat is None else self._seat
        self._player.begin()
        self._reply()
        return self._look()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The agent's move, and the player's until it is the agent's turn again."""
        before, info = self._look()
        if self._game.is_over or not before["action_mask"][action]:
            return before, -1.0, True, False, info | {"illegal": True}
        self._game.push(self._game.state.move_text(int(action)))
        self._reply()
        outcome = self._game.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self._mine else -1.0
        truncated = outcome is None and self._longest is not None and self._game.ply >= self._longest
        after, info = self._look()
        return after, reward, outcome is not None, truncated, info

    def _seeded(self, seed: int) -> str:
        """The player's spec with a seed, if it takes one and has none."""
        takes = any(each.name == "seed" for each in find_player(self._spec, self._kind).parameters)
        return f"{self._spec}:seed={seed}" if takes and "seed=" not in self._spec else self._spec

    def _reply(self) -> None:
        while not self._game.is_over and self._game.player != self._mine:
            choice = self._player.choose(self._game, self._limits)
            self._game.push(self._game.state.move_text(choice.move))

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        seen = observe(self._kind, self._game.state)
        return seen, {"action_mask": seen["action_mask"], "position": self._game.position, "moves": self._game.moves}

    def render(self) -> Any:
        """The board as text, or as an SVG document."""
        if self.render_mode == "ansi":
            return str(self._game)
        return self._game._repr_svg_() if self.render_mode == "svg" else None
