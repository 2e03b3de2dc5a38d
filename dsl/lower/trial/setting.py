"""What stands on the table when a scenario begins, when it is, and what is told of dice and answers."""

from __future__ import annotations

from collections.abc import Callable

from tercio.kernel.decl import Literal, Name, Role, Word
from tercio.kernel.decl.scenario import (
    AnswerTold,
    DiceTold,
    Field,
    Ground,
    Moment,
    Placing,
    Seed,
    Taken,
    Told,
    ToldList,
    ToldPairs,
)

from ...syntax import Atom, Line, Phrase, Sentence
from ..literals import literal, whole
from ..maps import extent, placed_terrain
from ..reading import Item, Items, Reading, is_kind, is_word, split, text_of
from ..scope import Scope, suggest, wrong
from .walk import Walk, items_of_line, known_thing

COMPASS = {"north": 0, "east": 90, "south": 180, "west": 270}
UNIT_SHAPE = 'write: unit "Name" as men of A at 36", 12" facing north, files 5, models 20'
FIELD_SHAPE = 'write: battlefield 72"x48"'
TERRAIN_SHAPE = 'write: terrain "Forest" as wood at 20", 30" size 8"x6"'
MOMENT_SHAPE = "write: at shooting of B, game-turn 2"
DICE_SHAPE = "write: dice to-hit 4 4 6, or: dice to-wound of archers every 6"
ANSWER_SHAPE = 'write: answer "charge.react" with flee'
LITERALS = ("NUMBER", "SIGNED", "MEASURE", "PERCENT", "TARGET")


def field(_scope: Scope, reading: Reading) -> Field:
    """`battlefield 72"x48"`."""
    walk = _walk(reading, FIELD_SHAPE)
    width, depth = extent(walk.kind("AREA", what="a size"))
    walk.end()
    return Field(width, depth, reading.span)


def _walk(reading: Reading, shape: str) -> Walk:
    return Walk(items_of_line(reading.line)[1:], reading.span, shape)


# -- units -----------------------------------------------------------------------------------------


def placing(scope: Scope, reading: Reading) -> Placing:
    """`unit "Entry" [from "Army"] as NAME of OWNER [at X, Y] [facing north], files 5, models 20` with `take`
    lines below.
    """
    walk = _walk(reading, UNIT_SHAPE)
    entry = walk.kind("STRING", what="the name of a unit")
    if not scope.names.get("unit", entry.text):
        known = scope.names.of_kinds("unit")
        raise wrong(entry, f'no unit "{entry.text}" in these packs', suggest(entry.text, known))
    army = walk.kind("STRING", what="an army") if walk.word("from") else None
    name, owner = placed_name(walk)
    at = (_inches(walk), _inches(walk)) if walk.word("at") else None
    facing = _bearing(walk) if walk.word("facing") else 0
    settings = []
    while not walk.over:
        word = walk.kind("WORD", what="a word such as files or models")
        settings.append(
            (word.text, literal(walk.kind("NUMBER", "MEASURE", what=f"the number of {word.text}")))
        )
    takes = tuple(_take(line) for line in reading.line.children)
    return Placing(
        entry.text,
        name,
        owner,
        army.text if army is not None else "",
        at,
        facing,
        tuple(settings),
        takes,
        reading.span,
    )


def placed_name(walk: Walk) -> tuple[str, str]:
    """Take `as NAME of OWNER`; raises Fault."""
    if not walk.word("as"):
        raise wrong(walk.rest or walk.span, "this unit has no name in the scenario", walk.shape)
    name = walk.kind("WORD", what="a name in small letters")
    if not walk.word("of"):
        raise wrong(walk.rest or walk.span, "this unit belongs to nobody", walk.shape)
    return name.text, walk.kind("WORD", "PARAM", what="a player such as A or B").text


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
    walk = _walk(reading, 'write: take "Shield", or: take 2 "Scroll"')
    if reading.word != "take":
        raise wrong(reading.span, "only `take` stands below a unit", walk.shape)
    number = walk.next("NUMBER")
    name = walk.kind("STRING", what="the name of an option or item")
    walk.end()
    below = tuple(_take(child) for child in line.children)
    return Taken(name.text, whole(number) if number is not None else 1, below, name.span)


# -- terrain and time ------------------------------------------------------------------------------


def ground(scope: Scope, reading: Reading) -> Ground:
    """`terrain "Forest" [as NAME] at X, Y size WxD [turned N] [round]`."""
    head = items_of_line(reading.line)
    name = ""
    if len(head) > 3 and is_word(head[2], "as"):
        if not is_kind(head[3], "WORD"):
            raise wrong(head[3], f"`{text_of(head[3:4])}` is no name", TERRAIN_SHAPE)
        name = head[3].text
        head = (*head[:2], *head[4:])
    return Ground(placed_terrain(scope, Reading(_as_line(reading, head))), name, reading.span)


def _as_line(reading: Reading, items: Items) -> Line:
    runs = split(items)
    parts = tuple(Phrase(run) for run in runs)
    return Line(Sentence(parts, ("", *("," for _ in runs[1:]))), (), reading.span)


def moment(scope: Scope, reading: Reading) -> Moment:
    """`at NODE [of PLAYER], NODE NUMBER ...`."""
    walk = _walk(reading, MOMENT_SHAPE)
    node = _node(scope, walk)
    player = known_thing(scope, walk.kind("WORD", what="a player")) if walk.word("of") else ""
    counts = []
    while not walk.over:
        counts.append((_node(scope, walk), whole(walk.kind("NUMBER", what="which of them it is"))))
    return Moment(node, player, tuple(counts), reading.span)


def _node(scope: Scope, walk: Walk) -> str:
    word = walk.kind("WORD", what="a phase, turn or step")
    if word.text not in scope.names.nodes:
        hint = suggest(word.text, scope.names.nodes, walk.shape)
        raise wrong(word, f'no sequence has a "{word.text}"', hint)
    return word.text


def seed(_scope: Scope, reading: Reading) -> Seed:
    """`seed 7`."""
    walk = _walk(reading, "write: seed 7")
    number = whole(walk.kind("NUMBER", what="a number"))
    walk.end()
    return Seed(number, reading.span)


# -- dice and answers ------------------------------------------------------------------------------


def dice(scope: Scope, reading: Reading) -> DiceTold:
    """`dice ROLL [reroll] [of THING] 4 4 6`, or `every 6`; without a roll, of any roll."""
    walk = _walk(reading, DICE_SHAPE)
    roll = walk.next("WORD") if not walk.rest or not is_word(walk.rest[0], "every") else None
    again = "/reroll" if walk.word("reroll") else ""
    of = known_thing(scope, walk.kind("WORD", what="a thing")) if walk.word("of") else ""
    every = walk.word("every")
    faces = []
    while not walk.over:
        faces.append(whole(walk.kind("NUMBER", what="what a die shows")))
    if not faces or (every and len(faces) > 1):
        fault = "every die shows one face" if faces else "no dice are told"
        raise wrong(reading.span, fault, DICE_SHAPE)
    name = f"{roll.text}{again}" if roll is not None else "*"
    return DiceTold(name, tuple(faces), of, every, reading.span)


def answer(scope: Scope, reading: Reading) -> AnswerTold:
    """`answer "KIND" with VALUE`, where a value is a number, word, name or thing, several of them, or pairs
    of a word and a value with commas between.
    """
    items = items_of_line(reading.line)[1:]
    if len(items) < 3 or not is_kind(items[0], "STRING") or not is_word(items[1], "with"):
        raise wrong(items or reading.span, "an answer names the kind of its decision", ANSWER_SHAPE)
    return AnswerTold(items[0].text, told(scope, items[2:]), reading.span)


def told(scope: Scope, items: Items) -> Told:
    """Return a value, a list or pairs; raises Fault."""
    runs = split(items)
    if len(runs) > 1 or (len(items) == 2 and is_kind(items[0], "WORD") and items[0].text not in scope.roles):
        return ToldPairs(pairs(scope, items))
    values = tuple(value(scope, item) for item in items)
    return values[0] if len(values) == 1 else ToldList(values)


def pairs(scope: Scope, items: Items) -> tuple[tuple[str, Told], ...]:
    """Return the pairs `KEY VALUE, KEY VALUE`; raises Fault."""
    found: list[tuple[str, Told]] = []
    for run in split(items):
        if len(run) != 2 or not is_kind(run[0], "WORD"):
            raise wrong(
                run or items, f"`{text_of(run)}` is no word with its value", "write: word value, word value"
            )
        found.append((run[0].text.replace("-", "_"), value(scope, run[1])))
    return tuple(found)


def value(scope: Scope, item: Item) -> Told:
    """Return a thing, number, name or word; raises Fault."""
    if isinstance(item, Atom):
        made = _VALUES.get(item.kind)
        if item.kind == "WORD":
            return Role(item.text) if item.text in scope.roles else Word(item.text)
        if made is not None:
            return made(item)
    raise wrong(item, f"`{text_of((item,))}` is no value of an answer", ANSWER_SHAPE)


_VALUES: dict[str, Callable[[Atom], Told]] = {
    "STRING": lambda atom: Name(atom.text),
    **dict.fromkeys(LITERALS, lambda atom: literal(Atom(atom.kind, atom.text.removeprefix("+"), atom.span))),
}
