"""Commands of plugins among those of the command line: found when one is asked for that is not built in, or
when all are listed; what they take is turned into options of typer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from tercio.kernel.errors import RulesError

from .common import guarded, tell
from .terminal import CommandLine

if TYPE_CHECKING:
    from tercio.kernel.commands import Argument, Command, Option


class Commands(TyperGroup):
    """The commands of `tercio`: those built in, then those of plugins."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *found()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        built_in = super().get_command(ctx, cmd_name)
        if built_in is not None:
            return built_in
        command = found().get(cmd_name)
        return typed(command) if command is not None else None


@cache
def found() -> dict[str, Command]:
    """Return the commands that plugins bring; a plugin that cannot be loaded is told, and hides them."""
    from tercio.kernel.commands import plugged

    try:
        return plugged()
    except RulesError as error:
        tell(str(error))
        return {}


def typed(command: Command) -> Any:
    """Return a command of a plugin as one of typer."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(command.name)(guarded(_function(command)))
    return typer.main.get_command(app)


def _function(command: Command) -> Callable[..., None]:
    def run(**values: Any) -> None:
        code = command.run(CommandLine(), **values)
        if code:
            raise typer.Exit(code)

    parameters = [_parameter(one) for one in command.takes]
    run.__doc__ = command.help
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _parameter(one: Argument | Option) -> Parameter:
    from tercio.kernel.commands import Argument

    default: Any = [] if one.several else None
    if isinstance(one, Argument):
        shown: Any = typer.Argument(metavar=one.metavar or None, help=one.help)
        default = Parameter.empty if one.needed else default
    else:
        names = [f"--{one.name}", *([f"-{one.short}"] if one.short else [])]
        shown = typer.Option(*names, metavar=one.metavar or None, help=one.help, min=one.low)
        default = one.default if one.default is not None else False if one.takes is bool else default
    takes: Any = list[one.takes] if one.several else one.takes  # type: ignore[name-defined]
    whole = takes if one.several or default is not None else takes | None
    return Parameter(
        one.name.replace("-", "_"),
        Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[whole, shown],
    )
