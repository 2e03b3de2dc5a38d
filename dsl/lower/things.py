"""Small declarations: constants, tables, characteristics, stages, durations, properties, marks, rules, paths, terrain, objectives, maps."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from tercio.kernel.decl import (
    Boundary,
    Characteristic,
    Clause,
    Condition,
    Constant,
    Duration,
    Expr,
    Key,
    Literal,
    Mark,
    Name,
    Objective,
    Path,
    PlacedTerrain,
    Property,
    Row,
    Rule,
    Stages,
    Table,
    TableMap,
    TerrainFeature,
    Word,
)

from ..syntax import Atom, Line
from .amounts import amount, literal
from .clauses import CLAUSES, clauses_of, is_clause
from .conditions import condition_of, guard_of
from .heads import Head, name_list, whole, word_list
from .reading import Items, Reading, find_word, is_kind, is_word, split, text_of
from .scope import Scope, fail, suggest

Common = dict[str, Any]
NUMBERS = ("NUMBER", "SIGNED", "PERCENT", "MEASURE", "TARGET")


def constant(scope: Scope, head: Head, common: Common) -> Constant:
    """`constant NAME AMOUNT`."""
    if not head.rest:
        fail(head.span, f"constant {head.name} has no value", f"write: constant {head.name} 4")
    _no_lines(head)
    return Constant(**common, value=amount(scope, head.rest))


def _no_lines(head: Head) -> None:
    if head.lines:
        word = Reading(head.lines[0]).word
        fail(head.lines[0].span, f'"{word}" says nothing in a {head.kind}', "only `cite` and `text` stand here")


def table(scope: Scope, head: Head, common: Common) -> Table:
    """`table NAME (index)` with rows `KEY: VALUE, VALUE`."""
    index = text_of(head.rest).strip("()") if head.rest else ""
    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    for line in head.lines:
        reading = Reading(line)
        if reading.word == "columns" and reading.colon is None:
            columns = scope.attempt(word_list, reading.head[1:], "columns") or ()
        else:
            row = scope.attempt(_row, scope, reading, max(len(columns), 1))
            rows += [row] if row is not None else []
    if not rows and not scope.faults:
        fail(head.span, f"table {head.name} has no rows", "write rows below it, e.g. 2 or more: 3+")
    return Table(**common, index=index, columns=columns, rows=tuple(rows))


def _row(scope: Scope, reading: Reading, width: int) -> Row:
    if reading.colon is None:
        fail(reading.span, "a row of a table is a key, a colon and its values", "write e.g. 2 or more: 3+")
    runs = split(reading.tail)
    if len(runs) != width:
        fail(reading.tail, f"this row has {len(runs)} value(s), the table {width} column(s)", "name them: columns a, b")
    return Row(row_key(reading.head), tuple(_cell(scope, run) for run in runs))


def _cell(scope: Scope, items: Items) -> Expr:
    if len(items) == 1 and is_kind(items[0], "STRING"):
        return Name(cast(Atom, items[0]).text)
    if len(items) == 1 and is_kind(items[0], "WORD") and not scope.names.get("constant", cast(Atom, items[0]).text):
        return Word(cast(Atom, items[0]).text)
    return amount(scope, items)


def row_key(items: Items) -> Key:
    """Return the key of a table row: a number, a range, a word or a name; raises Fault."""
    shape = tuple("n" if is_kind(item, *NUMBERS) else getattr(item, "text", "") for item in items)
    found = [literal(cast(Atom, item)) for item in items if is_kind(item, *NUMBERS)]
    values: list[int | Fraction] = [one.value for one in found]
    unit = found[0].unit if found else ""
    match shape, values:
        case ("n",), [only]:
            return Key("", only, only, False, unit)
        case ("n", "or more"), [low]:
            return Key("", low, None, False, unit)
        case ("n", "or less"), [high]:
            return Key("", None, high, False, unit)
        case ("n", "to", "n"), [low, high] if low <= high:
            return Key("", low, high, False, unit)
        case ("over", "n", "to", "n"), [low, high] if low < high:
            return Key("", low, high, True, unit)
        case ("over", "n"), [low]:
            return Key("", low, None, True, unit)
    if len(items) == 1 and is_kind(items[0], "WORD", "STRING"):
        return Key(cast(Atom, items[0]).text)
    fail(items, f"`{text_of(items)}` is no key of a row", "write 3, 2 or more, -2 or less, 1 to 3, over 5% to 10%, or a name")


def characteristic(scope: Scope, head: Head, common: Common) -> Characteristic:
    """`characteristic NAME of unit|pool|part` with `from A to B`, `round`, `several`, `short`."""
    if len(head.rest) != 2 or not is_word(head.rest[1], "unit", "pool", "part"):
        fail(head.span, f"whose is the characteristic {head.name}?", f"write: characteristic {head.name} of unit, pool or part")
    made = Characteristic(**common, of=text_of(head.rest[1:]))
    for line in head.lines:
        changed = scope.attempt(_characteristic_line, made, Reading(line))
        made = changed if changed is not None else made
    return made


def _characteristic_line(made: Characteristic, reading: Reading) -> Characteristic:
    shape = tuple("n" if is_kind(item, *NUMBERS) else getattr(item, "text", "") for item in reading.head)
    numbers = [int(literal(cast(Atom, item)).value) for item in reading.head if is_kind(item, *NUMBERS)]
    match shape:
        case ("from", "n", "to", "n"):
            return replace(made, low=numbers[0], high=numbers[1])
        case ("from", "n"):
            return replace(made, low=numbers[0])
        case ("round", "up" | "down" as way):
            return replace(made, rounding=way)
        case ("several", "best" | "worst" as which):
            return replace(made, several=which)
        case ("short", str() as short):
            return replace(made, short=short)
    hint = "write: from 0 to 10, round up, several best, short \"Str\""
    fail(reading.span, f"`{text_of(reading.head)}` says nothing of a characteristic", hint)


def stages(scope: Scope, head: Head, common: Common) -> Stages:
    """`stages set, multiply, add, limited, always`."""
    order = word_list(head.rest, "stages")
    known = ("set", "multiply", "add", "limited", "always")
    for item in head.rest:
        if is_kind(item, "WORD") and cast(Atom, item).text not in known:
            fail(item, f'no stage is called "{cast(Atom, item).text}"', suggest(cast(Atom, item).text, known))
    return Stages(**common, order=order)


def duration(scope: Scope, head: Head, common: Common) -> Duration:
    """`duration "Name"` with `until ...`, `while CONDITION` or `instant`."""
    if len(head.lines) != 1:
        fail(head.span, f'duration "{head.name}" needs one line that says how long', "write e.g. until end of turn")
    reading = Reading(head.lines[0])
    if reading.word == "instant":
        return Duration(**common, instant=True)
    if reading.lead == "while":
        return Duration(**common, until=Boundary(condition=condition_of(scope.anywhere(), reading.condition)))
    return Duration(**common, until=boundary(scope, reading.head))


_WHOSE = {
    "same player": "same",
    "owner": "owner",
    "opponent": "opponent",
    "active player": "active",
    "any player": "any",
    "player": "owner",
}


def boundary(scope: Scope, items: Items) -> Boundary:
    """Return `until start|end of [next] [same|own|opposing] NODE [of WHOSE]`; raises Fault."""
    words = [text_of((item,)) for item in items]
    if words[:1] != ["until"] or words[1:2] not in (["start"], ["end"]) or words[2:3] != ["of"] or len(words) < 4:
        fail(items, f"`{text_of(items)}` is no length of time", "write e.g. until start of next turn of same player")
    edge, rest = words[1], words[3:]
    count = 0
    while rest and rest[0] in ("this", "next", "second-next"):
        count += {"this": 0, "next": 1, "second-next": 2}[rest.pop(0)]
    same = rest[:1] == ["same"]
    rest = rest[1:] if same else rest
    whose = {"own": "owner", "opposing": "opponent"}.get(rest[0], "any") if rest else "any"
    rest = rest[1:] if whose != "any" else rest
    node, whose = _node_and_whose(rest, whose)
    if node not in scope.names.nodes:
        fail(items[3:], f'no part of the sequence is called "{" ".join(rest)}"', suggest(node, scope.names.nodes))
    return Boundary(edge, node, whose, same, max(count, 1))


def _node_and_whose(words: list[str], whose: str) -> tuple[str, str]:
    for cut in range(1, len(words)):
        owner = _WHOSE.get(" ".join(words[cut + 1 :]))
        if words[cut] == "of" and owner is not None:
            return "-".join(words[:cut]), owner
    return "-".join(words), whose


def property_(scope: Scope, head: Head, common: Common) -> Property:
    """`property "Name", "Name"`."""
    _no_lines(head)
    return Property(**common)


def mark(scope: Scope, head: Head, common: Common) -> Mark:
    """`mark NAME of unit|pool|model|player|terrain`."""
    if len(head.rest) != 2 or not is_word(head.rest[0], "of"):
        fail(head.span, f"what can be {head.name}?", f"write: mark {head.name} of unit")
    _no_lines(head)
    of = text_of(head.rest[1:])
    if of not in ("unit", "pool", "model", "player", "terrain"):
        fail(head.rest[1], f"a {of} carries no marks", "one of unit, pool, model, player, terrain")
    return Mark(**common, of=of)


def rule(scope: Scope, head: Head, common: Common) -> Rule:
    """`rule "Name" (X) [of battle]` with clauses, `default when`, `cumulative` and `category`."""
    of = ""
    at = find_word(head.rest, "of")
    if at is not None:
        of = text_of(head.rest[at + 1 :])
    default: Condition | None = None
    cumulative = False
    category = ""
    lines: list[Line] = []
    for line in head.lines:
        reading = Reading(line)
        match reading.word:
            case "default":
                default = scope.attempt(guard_of, scope.anywhere(), reading.guards)
            case "cumulative":
                cumulative = True
            case "category":
                category = text_of(reading.head[1:]).strip('"')
            case _:
                lines.append(line)
    clauses = clauses_of(scope, lines)
    return Rule(
        **common,
        parameters=head.parameters,
        clauses=clauses,
        of=of,
        default=default,
        cumulative=cumulative,
        category=category,
    )


def path(scope: Scope, head: Head, common: Common) -> Path:
    """`path "Name"` with `spells "A", "B"`."""
    spells: tuple[str, ...] = ()
    for line in head.lines:
        reading = Reading(line)
        if reading.word != "spells":
            fail(reading.span, f'"{reading.word}" says nothing of a path', 'write: spells "A", "B"')
        spells += name_list(reading.head[1:], "spells")
    for name in spells:
        if not scope.names.get("spell", name):
            fail(head.span, f'no spell "{name}" in this pack or the packs it uses', suggest(name, scope.names.of_kinds("spell")))
    return Path(**common, spells=spells)


def terrain(scope: Scope, head: Head, common: Common) -> TerrainFeature:
    """`terrain "Name"`: clauses, and words that the system gives to terrain."""
    traits: list[tuple[str, tuple[Expr, ...]]] = []
    lines: list[Line] = []
    for line in head.lines:
        if is_clause(line):
            lines.append(line)
        else:
            trait = scope.attempt(system_word, scope, "terrain", Reading(line))
            traits += [trait] if trait is not None else []
    return TerrainFeature(**common, traits=tuple(traits), clauses=clauses_of(scope, lines))


def system_word(scope: Scope, kind: str, reading: Reading) -> tuple[str, tuple[Expr, ...]]:
    """Return a word that the system gives to declarations of a kind, with its arguments as data; raises Fault."""
    word = reading.word
    if f"{kind} {word}" not in scope.signatures.words:
        own = [key.partition(" ")[2] for key in scope.signatures.words if key.startswith(f"{kind} ")]
        hint = suggest(word, {*own, *CLAUSES})
        fail(reading.head[0] if reading.head else reading.span, f'"{word}" says nothing of {kind}', hint)
    return word, tuple(_argument(scope, item) for item in reading.head[1:] if not is_kind(item, "COMMA"))


def _argument(scope: Scope, item: Any) -> Expr:
    if is_kind(item, "STRING"):
        return Name(item.text)
    if is_kind(item, "WORD") and not scope.names.get("constant", item.text):
        return Word(item.text)
    return amount(scope, (item,))


def objective(scope: Scope, head: Head, common: Common) -> Objective:
    """`objective "Name"`: clauses that hold for the whole battle."""
    clauses: tuple[Clause, ...] = clauses_of(scope, head.lines)
    return Objective(**common, clauses=clauses)


def battle_map(scope: Scope, head: Head, common: Common) -> TableMap:
    """`map "Name"` with `size 72"x48"` and pieces of terrain."""
    width, depth = Literal(0, '"'), Literal(0, '"')
    pieces: list[PlacedTerrain] = []
    for line in head.lines:
        reading = Reading(line)
        if reading.word == "size" and len(reading.head) == 2 and is_kind(reading.head[1], "AREA"):
            width, depth = area(cast(Atom, reading.head[1]))
        elif reading.word == "terrain":
            piece = scope.attempt(placed_terrain, scope, reading)
            pieces += [piece] if piece is not None else []
        else:
            fail(reading.span, f"`{text_of(reading.head)}` says nothing of a map", 'write: size 72"x48", or terrain "Name" at ...')
    if not width.value:
        fail(head.span, f'map "{head.name}" has no size', 'write: size 72"x48"')
    return TableMap(**common, width=width, depth=depth, pieces=tuple(pieces))


def area(atom: Atom) -> tuple[Literal, Literal]:
    """Return width and depth of an AREA atom in inches."""
    width, depth = atom.text.split("x")
    return literal(Atom("MEASURE", width, atom.span)), literal(Atom("MEASURE", depth, atom.span))


def placed_terrain(scope: Scope, reading: Reading) -> PlacedTerrain:
    """`terrain "Forest" at 20", 30" size 8"x6" [turned 15] [round]`; raises Fault."""
    items = reading.head
    shape = tuple(item.kind if isinstance(item, Atom) and item.kind != "WORD" else getattr(item, "text", "") for item in items)
    if shape[:7] != ("terrain", "STRING", "at", "MEASURE", "COMMA", "MEASURE", "size") or shape[7:8] != ("AREA",):
        fail(items, "a piece of terrain has a place and a size", 'write: terrain "Forest" at 20", 30" size 8"x6" turned 15')
    name = cast(Atom, items[1]).text
    if not scope.names.get("terrain", name):
        fail(items[1], f'no terrain "{name}" in this pack or the packs it uses', suggest(name, scope.names.of_kinds("terrain")))
    width, depth = area(cast(Atom, items[7]))
    rest = items[8:]
    turned = whole(rest[1:2], "the angle", rest[0].span) if rest and is_word(rest[0], "turned") else 0
    x, y = literal(cast(Atom, items[3])), literal(cast(Atom, items[5]))
    return PlacedTerrain(name, x, y, width, depth, turned, bool(rest) and is_word(rest[-1], "round"))
