"""PettingZoo environments of the games, for two agents who take turns (AEC).

    env = boxwood.environments.aec.env("connect4")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

`player_0` moves first.  Where a turn has several decisions, the same agent is selected again.  The winner
is rewarded with 1 and the loser with -1 at the end.
"""

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from boxwood.environments.spaces import Observation, action_space, observation_space, observe
from boxwood.game import Game
from boxwood.games import find

AGENTS = ("player_0", "player_1")


def env(game: str, *, longest: int | None = None, render_mode: str | None = None, **options: object) -> Any:
    """A game's environment as one usually wants it: an illegal move loses, and mistakes in its use are told."""
    wrapped: Any = raw_env(game, longest=longest, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int | None]):
    """A game's environment alone.  `longest` truncates games after so many moves; `options` are the game's."""

    def __init__(
        self, game: str, *, longest: int | None = None, render_mode: str | None = None, **options: object
    ) -> None:
        super().__init__()
        self._kind, self._options, self._longest = find(game), options, longest
        self.metadata = {
            "render_modes": ["ansi", "svg"],
            "name": f"boxwood_{self._kind.id}_v0",
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._observation_space, self._action_space = observation_space(self._kind), action_space(self._kind)
        self._game = Game(self._kind, **options)

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; there is no chance in it, so that the seed changes nothing."""
        self._game = Game(self._kind, **self._options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._game.player]

    def observe(self, agent: str) -> Observation:
        """The position, and the legal moves if it is this agent's turn."""
        seen = observe(self._kind, self._game.state)
        if agent != self.agent_selection:
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._game.push(self._game.state.move_text(int(action)))
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        outcome = self._game.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome.winner is not None:
                self.rewards = {agent: 1.0 if seat == outcome.winner else -1.0 for seat, agent in enumerate(AGENTS)}
        elif self._longest is not None and self._game.ply >= self._longest:
            self.truncations = dict.fromkeys(AGENTS, True)
        # Once the game is over every agent is told so in turn.
        self.agent_selection = AGENTS[self._game.player] if outcome is None else AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, or as an SVG document."""
        if self.render_mode == "ansi":
            return str(self._game)
        return self._game._repr_svg_() if self.render_mode == "svg" else None

    def close(self) -> None:
        pass
