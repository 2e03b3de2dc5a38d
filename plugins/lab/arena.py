"""A battle as an environment of PettingZoo, so that others can train agents for any system (extra `rl`).

    from tercio.plugins.lab.arena import Arena

    env = Arena(["a.txt", "b.txt"])
    env.reset(seed=1)
    for player in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        env.step(None if ended or cut else env.action_space(player).sample(seen["action_mask"]))

Players take turns as their decisions come up. An action is the place of an option among those offered; of
more than `actions` options the first ones count. `action_mask` marks those that are there. `info` tells the
decision in words. What a player sees is told in `view`. The winner is rewarded with 1 at the end, the loser
with -1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from tercio.dsl.desk import Battle, Desk
from tercio.kernel.agents import reading

from .plan import Maker
from .view import SIZE, numbers

ACTIONS = 128


class Arena(AECEnv):  # type: ignore[misc]
    """A battle between two lists; `actions` is the most options that a decision offers. `over` lays on house
    rules. Without a seed, `reset` plays the battle after the last one. Raises RulesError with every fault of
    lists and packs.
    """

    metadata: Mapping[str, Any] = {"name": "tercio_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        lists: Sequence[str | Path],
        *,
        system: str = "",
        over: Sequence[str | Path] = (),
        packs: Sequence[str | Path] = (),
        options: Mapping[str, Any] | None = None,
        actions: int = ACTIONS,
        render_mode: str | None = None,
        kind: Callable[[tuple[Path, ...]], Desk] = Desk,
    ) -> None:
        super().__init__()
        self.render_mode, self.actions = render_mode, actions
        self._desk = Maker(kind, tuple(map(str, packs)))()
        self._system = system or self._desk.system_for(list(lists))
        self._texts = [self._desk.listed(self._system, one) for one in lists]
        self._over, self._options = tuple(over), dict(options or {})
        self._seed = 0
        self._battle = self._begun()
        self.possible_agents = list(self._battle.session.game.players)
        self._spaces = {player: _space(actions) for player in self.possible_agents}
        self._choices: dict[str, Space[Any]] = {player: Discrete(actions) for player in self.possible_agents}

    def _begun(self) -> Battle:
        return self._desk.begin(
            self._system, self._texts, seed=self._seed, over=self._over, options=self._options
        )

    def observation_space(self, agent: str) -> Space[Any]:
        """Return what a player sees: `observation`, and `action_mask`."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the places of options."""
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the battle of a seed; without one, that of the next."""
        self._seed = seed if seed is not None else self._seed + 1
        self._battle = self._begun()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {player: {} for player in self.agents}
        self.agent_selection = self.agents[0]
        self._turn()

    def _turn(self) -> None:
        """Hand on to whoever is asked, or end the battle."""
        decision = self._battle.session.decision
        if decision is not None:
            self.agent_selection = decision.player
            self.infos[decision.player] = {"kind": decision.kind, "question": decision.question}
            return
        winner = self._battle.result()["winner"]
        for player in self.agents:
            self.terminations[player] = True
            if winner in self.possible_agents:
                self.rewards[player] = 1.0 if player == winner else -1.0

    def step(self, action: int | None) -> None:
        """Answer with the option at a place. Raises ValueError for a place without one."""
        player = self.agent_selection
        if self.terminations[player] or self.truncations[player]:
            self._was_dead_step(action)
            return
        offered = self._offered()
        if action is None or not 0 <= action < len(offered):
            raise ValueError(f"action {action}: {len(offered)} options are offered")
        self._cumulative_rewards[player] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._battle.session.answer(offered[action])
        self._turn()
        self._accumulate_rewards()

    def _offered(self) -> Sequence[Any]:
        """Return the options of the open decision, as many as there are actions."""
        session = self._battle.session
        if session.decision is None:
            return ()
        with reading(session.game):
            return session.decision.options[: self.actions]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a player sees now; its mask is empty while the other one is asked."""
        session = self._battle.session
        decision = session.decision
        asked = decision is not None and decision.player == agent
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[: len(self._offered()) if asked else 0] = 1
        seen = numbers(session.game, agent, decision if asked else None)
        return {"observation": np.array(seen, dtype=np.float32), "action_mask": mask}

    def render(self) -> str | None:
        """Return the question that is open, in words, where `render_mode` is `ansi`."""
        decision = self._battle.session.decision
        if self.render_mode != "ansi":
            return None
        return f"{decision.player}: {decision.question}" if decision is not None else "the battle is over"

    def close(self) -> None:
        """Nothing is held open."""


def _space(actions: int) -> Space[Any]:
    return Dict(
        {
            "observation": Box(0.0, 1.0, (SIZE,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )
