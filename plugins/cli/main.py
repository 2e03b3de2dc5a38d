"""The entry point of `tercio`: knows the commands and nothing else.

Starting up must stay light, so no module here imports rules, packs or tables before a command runs. Exit
codes: 0 done, 1 something was found (`check`, `fmt --check`), 2 what was asked for cannot be done, 130
interrupted.
"""

from __future__ import annotations

import io
import sys

import typer

from . import campaign, check, explain, fmt, packs, play, replay, roster, words
from .common import guarded
from .plugged import Commands

app = typer.Typer(
    name="tercio",
    cls=Commands,
    help="Play, explain and check tabletop battles written as rule packs.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("play")(guarded(play.play))
app.command("campaign")(guarded(campaign.campaign))
app.command("replay")(guarded(replay.replay))
app.command("roster")(guarded(roster.roster))
app.command("check")(guarded(check.check))
app.command("fmt")(guarded(fmt.fmt))
app.command("packs")(guarded(packs.packs))
app.command("explain")(guarded(explain.explain))
app.command("words")(guarded(words.words))


def run() -> None:
    """Run the command that the process was started with."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a letter of a unit's name shows a mark in its place.
            stream.reconfigure(errors="replace")
    app()
