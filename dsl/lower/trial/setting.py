"""When a scenario begins, and what is told of dice and answers."""

from __future__ import annotations

from collections.abc import Callable

from tercio.kernel.decl import Name, Role, Word
from tercio.kernel.decl.scenario import AnswerTold, DiceTold, Moment, Seed, Told, ToldList, ToldPairs

from ...syntax import Atom, Group
from ..literals import literal, whole
from ..reading import Item, Items, Reading, is_kind, is_word, items_of, split, text_of
from ..scope import Scope, suggest, wrong
from .walk import Walk, items_of_line, known_thing, walk_of

MOMENT_SHAPE = "write: at shooting of B, game-turn 2"
DICE_SHAPE = "write: dice to-hit 4 4 6, or: dice to-wound of archers every 6"
ANSWER_SHAPE = 'write: answer "charge.react" with flee'
LITERALS = ("NUMBER", "SIGNED", "MEASURE", "PERCENT", "TARGET")


def moment(scope: Scope, reading: Reading) -> Moment:
    """`at NODE [of PLAYER], NODE NUMBER ...`."""
    walk = walk_of(reading, MOMENT_SHAPE)
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
    walk = walk_of(reading, "write: seed 7")
    number = whole(walk.kind("NUMBER", what="a number"))
    walk.end()
    return Seed(number, reading.span)


# -- dice and answers ------------------------------------------------------------------------------


def dice(scope: Scope, reading: Reading) -> DiceTold:
    """`dice ROLL [reroll] [of THING] 4 4 6`, or `every 6`; without a roll, of any roll."""
    walk = walk_of(reading, DICE_SHAPE)
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
    """`answer "KIND" [of THING] with VALUE`, where a value is a number, word, name or thing, several of
    them, pairs of a word and a value with commas between, or a list of lists, each in parentheses.
    """
    walk = walk_of(reading, ANSWER_SHAPE)
    kind = walk.kind("STRING", what="the kind of the decision that is answered")
    of = known_thing(scope, walk.kind("WORD", what="a thing")) if walk.word("of") else ""
    items = items_of_line(reading.line)[2 + 2 * bool(of) :]
    if len(items) < 2 or not is_word(items[0], "with"):
        raise wrong(items or reading.span, "an answer stands behind `with`", ANSWER_SHAPE)
    return AnswerTold(kind.text, told(scope, items[1:]), of, reading.span)


def told(scope: Scope, items: Items) -> Told:
    """Return a value, a list or pairs; raises Fault."""
    runs = split(items)
    if all(len(run) == 1 and isinstance(run[0], Group) for run in runs):
        return ToldList(tuple(value(scope, run[0]) for run in runs))
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
    """Return a thing, number, name or word, or in parentheses a list or pairs of them; raises Fault."""
    if isinstance(item, Group):
        items = items_of(item.sentence)
        runs = split(items)
        if all(len(run) == 2 and _is_key(scope, run[0]) for run in runs):
            return ToldPairs(pairs(scope, items))
        return ToldList(tuple(value(scope, one) for run in runs for one in run))
    if isinstance(item, Atom):
        made = _VALUES.get(item.kind)
        if item.kind == "WORD":
            return Role(item.text) if item.text in scope.roles else Word(item.text)
        if made is not None:
            return made(item)
    raise wrong(item, f"`{text_of((item,))}` is no value of an answer", ANSWER_SHAPE)


def _is_key(scope: Scope, item: Item) -> bool:
    return is_kind(item, "WORD") and item.text not in scope.roles


_VALUES: dict[str, Callable[[Atom], Told]] = {
    "STRING": lambda atom: Name(atom.text),
    **dict.fromkeys(LITERALS, lambda atom: literal(Atom(atom.kind, atom.text.removeprefix("+"), atom.span))),
}
