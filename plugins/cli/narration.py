"""The story of a battle: events become sentences under the headings of rounds, turns and phases.

A heading is printed only when something happened below it. Who is who is taken from the game before and
after the battle, so that the slain keep their names; several things of one name and side are numbered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tercio.kernel.events import roles_in
from tercio.kernel.state import Arm, Game, Player, Thing, Unit

from .templates import TEMPLATES

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.kernel.events import Event

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_THING = "thing"
_LEVELS = ("round", "turn", "phase")
_TELLING = ("kinds", "action", "purpose", "deck", "what")
"""Facts that a sentence may be made for: `attacks shooting`, `card-drawn Twists`."""


class Names:
    """Names of things by id, learned as the game goes on."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._times: Counter[tuple[str, str]] = Counter()

    def learn(self, game: Game) -> None:
        """Take up every thing that is not known yet."""
        for number, thing in game.things.items():
            if number not in self._names and not isinstance(thing, Arm):
                self._names[number] = self._name(thing)

    def _name(self, thing: Thing) -> str:
        if isinstance(thing, Player) or not thing.owner:
            return thing.name
        if not isinstance(thing, Unit):
            return f"{thing.name} ({thing.owner})"
        key = thing.name, thing.owner
        self._times[key] += 1
        number = f" {self._times[key]}" if self._times[key] > 1 else ""
        return f"{thing.name}{number} ({thing.owner})"

    def __getitem__(self, number: Any) -> str:
        return self._names.get(number, f"thing {number}")


class Teller:
    """Tells the events of one battle; `sentences` are those of its system."""

    def __init__(self, game: Game, sentences: Mapping[str, str]) -> None:
        self.sentences = {**TEMPLATES, **sentences}
        self.things = roles_in(sentences.values())
        self.names = Names()
        self.names.learn(game)

    def tell(self, game: Game, out: Console, *, numbers: bool = False) -> None:
        """Print the story of all recorded events, each behind its number if asked for."""
        self.names.learn(game)
        for text in self.lines(game.events or (), numbers=numbers):
            heading = text.startswith("=")
            out.print(text, style="bold" if heading else None, soft_wrap=True)

    def lines(self, events: Any, *, numbers: bool = False) -> Iterator[str]:
        """Yield headings (`== round 2 ==`) and indented sentences (`  87  Pikes (A) flees`, with numbers)."""
        waiting: dict[str, str] = {}
        for event in events:
            if event.kind == "begins":
                self._head(event, waiting)
                continue
            sentence = self.sentence(event)
            if sentence:
                yield from waiting.values()
                waiting.clear()
                yield f"{event.number:>6}  {sentence}" if numbers else f"  {sentence}"

    @staticmethod
    def _head(event: Event, waiting: dict[str, str]) -> None:
        level = event.facts.get("level", "")
        if level not in _LEVELS:
            return
        for below in _LEVELS[_LEVELS.index(level) :]:
            waiting.pop(below, None)
        mark = "=" * (len(_LEVELS) - _LEVELS.index(level))
        waiting[level] = f"{mark} {_heading(event)} {mark}"

    def sentence(self, event: Event) -> str:
        """Return an event in players' words, "" if it is not told."""
        template = self._template(event)
        if template is None:
            return self.plain(event)
        try:
            return self._filled(template, event.facts)
        except (KeyError, ValueError):
            return self.plain(event)

    def _template(self, event: Event) -> str | None:
        """The template of an event's kind; one for what it tells of (`attacks shooting`) comes first."""
        words = (word for fact in _TELLING for word in _words(event.facts.get(fact)))
        special = (self.sentences.get(f"{event.kind} {word}") for word in words)
        usual = self.sentences.get(event.kind)
        return next((template for template in special if template is not None), usual)

    def plain(self, event: Event) -> str:
        """Return an event as its kind and facts: `omen-read: unit Pikes (A), result 3`."""
        facts = ", ".join(f"{name} {self._shown(name, value)}" for name, value in event.facts.items())
        return f"{event.kind}: {facts}" if facts else event.kind

    def _filled(self, template: str, facts: Mapping[str, Any]) -> str:
        def part(match: re.Match[str]) -> str:
            fields = [field[1] for field in _FIELD.finditer(match[1])]
            return match[1] if all(facts.get(field) for field in fields) else ""

        return _FIELD.sub(
            lambda field: self._shown(field[1], facts[field[1]], field[2] or ""),
            _OPTIONAL.sub(part, template),
        )

    def _shown(self, name: str, value: Any, style: str = "") -> str:
        if name in self.things and isinstance(value, int) and value:
            return self.names[value]
        style = "" if style == _THING else style
        match value:
            case bool():
                return ("failed", "passed")[value] if name == "passed" else ("no", "yes")[value]
            case dict():
                return ", ".join(f"{self._key(key)} {self._shown('', item)}" for key, item in value.items())
            case list() | tuple():
                return ", ".join(self._shown(name, item) for item in value)
            case float():
                return f"{round(value, 1):g}"
            case _:
                return format(value, style) if style else str(value)

    def _key(self, key: Any) -> str:
        return self.names[key] if isinstance(key, int) else str(key)


def _words(fact: Any) -> Sequence[str]:
    return fact if isinstance(fact, list | tuple) else () if fact is None else (str(fact),)


def _heading(event: Event) -> str:
    """Return `game turn 2`, `turn of A` or `magic phase` for a node that begins."""
    facts = event.facts
    name, level = str(facts.get("node", "")).replace("-", " "), facts.get("level")
    if level == "turn":
        return f"turn of {facts.get('active', '')}"
    if level == "phase":
        return f"{name} phase"
    number = event.path.rpartition("/")[2].partition(":")[2]
    return f"{name} {number}".strip()
