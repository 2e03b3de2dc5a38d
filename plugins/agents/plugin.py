"""Registers the agents `random`, `captain` and `first`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tercio.kernel.agents import Agent
from tercio.kernel.hooks import hookimpl

from .captain import Captain
from .chance import FirstAgent, RandomAgent


@hookimpl
def tercio_agents() -> Mapping[str, Callable[..., Agent]]:
    return {"random": RandomAgent, "captain": Captain, "first": FirstAgent}
