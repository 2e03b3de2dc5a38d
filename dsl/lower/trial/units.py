"""Units of a scenario: what they are, whose, where they stand, and what is taken for them."""

from __future__ import annotations

from tercio.kernel.decl import Literal
from tercio.kernel.decl.scenario import Christening, Placing, Spot, Taken

from ...syntax import Atom, Group, Line
from ..literals import literal, whole
from ..reading import Item, Reading, items_of, split, text_of
from ..scope import Scope, suggest, wrong
from .walk import Walk, known_thing, walk_of

COMPASS = {"north": 0, "east": 90, "south": 180, "west": 270}
UNIT_SHAPE = 'write: unit "Name" as men of A at 36", 12" facing north, files 5, models 20'
NAME_SHAPE = 'write: name "Phoenix" of A as reborn'
MODELS_SHAPE = 'write: models at (36", 12"), (37", 12")'


def placing(scope: Scope, reading: Reading) -> Placing:
    """`unit "Entry" [from "Army"] as NAME of OWNER [at X, Y] [facing north], files 5, models 20` with `take`
    lines below; with `models at (X, Y), (X, Y, D) ...` each model stands on a spot of its own.
    """
    walk = walk_of(reading, UNIT_SHAPE)
    entry = walk.kind("STRING", what="the name of a unit")
    if not scope.names.get("unit", entry.text):
        known = scope.names.of_kinds("unit")
        raise wrong(entry, f'no unit "{entry.text}" in these packs', suggest(entry.text, known))
    army = walk.kind("STRING", what="an army") if walk.word("from") else None
    name, owner = placed_name(walk)
    at = (_inches(walk), _inches(walk)) if walk.word("at") else None
    facing = _bearing(walk) if walk.word("facing") else 0
    settings, spots = _settings(walk)
    if spots and at is not None:
        raise wrong(reading.span, "this unit stands at two places", "write either `at` or `models at`")
    takes = tuple(_take(line) for line in reading.line.children)
    return Placing(
        entry.text,
        name,
        owner,
        army.text if army is not None else "",
        at,
        facing,
        settings,
        takes,
        reading.span,
        spots,
    )


def _settings(walk: Walk) -> tuple[tuple[tuple[str, Literal], ...], tuple[Spot, ...]]:
    """Take `files 5, models 20` and `models at (X, Y), ...`; raises Fault."""
    settings: list[tuple[str, Literal]] = []
    spots: list[Spot] = []
    while not walk.over:
        word = walk.kind("WORD", what="a word such as files or models")
        if word.text == "models" and walk.word("at"):
            while walk.rest and isinstance(walk.rest[0], Group):
                spots.append(_spot(walk.take()))
            if not spots:
                raise wrong(walk.rest or word, "where do the models stand?", MODELS_SHAPE)
        else:
            number = walk.kind("NUMBER", "MEASURE", what=f"the number of {word.text}")
            settings.append((word.text, literal(number)))
    return tuple(settings), tuple(spots)


def _spot(item: Item) -> Spot:
    """`(X, Y)`, or `(X, Y, D)`; raises Fault."""
    runs = split(items_of(item.sentence)) if isinstance(item, Group) else []
    atoms = [run[0] for run in runs if len(run) == 1]
    kinds = [atom.kind for atom in atoms if isinstance(atom, Atom)]
    if len(atoms) != len(runs) or kinds not in (["MEASURE"] * 2, ["MEASURE", "MEASURE", "NUMBER"]):
        raise wrong(item, f"`{text_of((item,))}` is no place of a model", MODELS_SHAPE)
    x, y, *turned = (literal(atom) for atom in atoms if isinstance(atom, Atom))
    return Spot(x, y, int(turned[0].value) if turned else None)


def placed_name(walk: Walk) -> tuple[str, str]:
    """Take `as NAME of OWNER`; raises Fault."""
    if not walk.word("as"):
        raise wrong(walk.rest or walk.span, "this unit has no name in the scenario", walk.shape)
    name = walk.kind("WORD", what="a name in small letters")
    if not walk.word("of"):
        raise wrong(walk.rest or walk.span, "this unit belongs to nobody", walk.shape)
    return name.text, walk.kind("WORD", "PARAM", what="a player such as A or B").text


def christening(scope: Scope, reading: Reading) -> Christening:
    """`name "Phoenix" [of PLAYER] as NAME`; raises Fault."""
    walk = walk_of(reading, NAME_SHAPE)
    thing = walk.kind("STRING", what="what the rules call it")
    owner = known_thing(scope, walk.kind("WORD", what="a player")) if walk.word("of") else ""
    if not walk.word("as"):
        raise wrong(walk.rest or reading.span, "what is it called in this scenario?", NAME_SHAPE)
    name = walk.kind("WORD", what="a name in small letters")
    walk.end()
    return Christening(thing.text, name.text, owner, reading.span)


def _inches(walk: Walk) -> Literal:
    return literal(walk.kind("MEASURE", what="a measure in inches"))


def _bearing(walk: Walk) -> int:
    number = walk.next("NUMBER")
    if number is not None:
        return whole(number)
    word = walk.kind("WORD", what="a direction")
    if word.text not in COMPASS:
        raise wrong(word, f'"{word.text}" is no direction', suggest(word.text, COMPASS))
    return COMPASS[word.text]


def _take(line: Line) -> Taken:
    reading = Reading(line)
    walk = walk_of(reading, 'write: take "Shield", or: take 2 "Scroll"')
    if reading.word != "take":
        raise wrong(reading.span, "only `take` stands below a unit", walk.shape)
    number = walk.next("NUMBER")
    name = walk.kind("STRING", what="the name of an option or item")
    walk.end()
    below = tuple(_take(child) for child in line.children)
    return Taken(name.text, whole(number) if number is not None else 1, below, name.span)
