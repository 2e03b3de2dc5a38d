"""Scenarios: tests that pack authors write beside their rules.

A scenario is a list of lines, done in order: what stands on the table (`Field`, `Layout`, `Plot`, `Placing`,
`Ground`), when it is (`Moment`), what the dice show and the players answer (`DiceTold`, `AnswerTold`), what
is taken for granted (`Given`), what is done (`Act`), and what is expected (the rest). All of it is data;
`kernel.trial` runs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from ..source import NOWHERE, Span
from .expr import Condition, Expr, Literal, Name, Role, Word
from .maps import PlacedArea, PlacedTerrain
from .statements import Statement
from .things import Declaration

# -- the table -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """`battlefield 72"x48"`."""

    width: Literal
    depth: Literal
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Layout:
    """`battlefield "Fen", south of A, north of B`: a map of the packs with all that is on it; `owners` are
    areas of it by the names that they have in the scenario, each with its player.
    """

    table: str
    owners: tuple[tuple[str, str], ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Plot:
    """`area "Well" as shrine [of A] at X, Y size WxD [turned N] [round]`, or with corners."""

    area: PlacedArea
    owner: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Taken:
    """`take "Shield"`, `count` times, with what is taken below it."""

    name: str
    count: int = 1
    below: tuple[Taken, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Spot:
    """`(X, Y)` or `(X, Y, D)`: where one model stands, in inches, and a compass bearing if one is told."""

    x: Literal
    y: Literal
    facing: int | None = None


@dataclass(frozen=True, slots=True)
class Placing:
    """`unit ENTRY [from ARMY] as NAME of OWNER [at X, Y facing D], WORD N ...`: `at` None is off the table,
    `facing` a compass bearing, `settings` such as files and models in order. `models at (X, Y), (X, Y, D)`:
    each model stands on a spot of its own.
    """

    entry: str
    name: str
    owner: str
    army: str = ""
    at: tuple[Literal, Literal] | None = None
    facing: int = 0
    settings: tuple[tuple[str, Literal], ...] = ()
    takes: tuple[Taken, ...] = ()
    span: Span = NOWHERE
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """`terrain "Forest" [as NAME] at X, Y [size WxD] [turned N] [round]`; without a size (0) it is as large
    as the system says.
    """

    piece: PlacedTerrain
    name: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Seed:
    """`seed 7`: the seed of all dice that are not told."""

    number: int
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Moment:
    """`at shooting of B, game-turn 3`: the clock is set there; `counts` say which repetition of a node it
    is.
    """

    node: str
    player: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    span: Span = NOWHERE


# -- what is told and done -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToldList:
    """Several values: `answer "charge.declare" with chargers targets`."""

    items: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class ToldPairs:
    """Values by word: `answer "magic.dice" with cast 3, keep 2`."""

    pairs: tuple[tuple[str, Told], ...]


Told: TypeAlias = Literal | Word | Name | Role | ToldList | ToldPairs
"""A scripted answer or fact: a number, a word, a name, a thing, a list, or pairs."""


@dataclass(frozen=True, slots=True)
class DiceTold:
    """`dice ROLL [of THING] 4 4 6`: what these dice show, in order of rolling; `roll` "*" is any roll. With
    `every` all dice of that roll show the one face.
    """

    roll: str
    faces: tuple[int, ...]
    of: str = ""
    every: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AnswerTold:
    """`answer "charge.react" [of men] with flee`: how the next decision of a kind is answered; `of` is the
    player who is asked, or a thing that the question is about ("": whoever).
    """

    kind: str
    answer: Told
    of: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Christening:
    """`name "Phoenix" [of A] as reborn`: what has come about in play, and is called `thing`, gets a name in
    the scenario (`owner` "": whose ever).
    """

    thing: str
    name: str
    owner: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Given:
    """`given wardens is advanced`: a registered fact with its arguments by slot."""

    fact: str
    args: tuple[tuple[str, Expr], ...] = ()
    said: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Act:
    """`do archers shoots at targets`: statements that are run."""

    body: tuple[Statement, ...]
    said: str = ""
    span: Span = NOWHERE


# -- what is expected ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """A number asked in its situation: `to-hit of "Warden" of wardens against targets with "Bow"`.

    `part` is a model part by name; `using` a weapon or spell by name, of which `bound` says that it is a
    spell cast without being known.
    """

    value: str
    of: Expr
    part: str = ""
    against: Expr | None = None
    using: str = ""
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Mean:
    """`mean wounds of 10 attacks of ...`: how many of equal attacks pass a stage (`wounds`: all of them) on
    average.
    """

    stage: str
    count: int
    asked: Asked


@dataclass(frozen=True, slots=True)
class Because:
    """One step of a ledger: what a rule did: `+` and `-` add, `=` sets, "" leaves it open."""

    rule: str
    sign: str = ""
    amount: Expr | None = None


@dataclass(frozen=True, slots=True)
class ExpectNumber:
    """`expect NUMBER is AMOUNT`, with the steps that `because` names."""

    number: Expr | Asked | Mean
    amount: Expr
    because: tuple[Because, ...] | None = None
    said: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ExpectThat:
    """`expect CONDITION`."""

    condition: Condition
    said: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ExpectChance:
    """`expect chance of CONDITION is 42%`: over all dice of what is done below it and of the condition."""

    condition: Condition
    amount: Literal
    acts: tuple[Act, ...] = ()
    said: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ExpectEvent:
    """`expect [no] event KIND [of THING] [with KEY VALUE, ...]`, of what has just been done; `question`
    instead of `event`: of what has been asked.
    """

    event: str
    happened: bool = True
    asked: bool = False
    of: Expr | None = None
    facts: tuple[tuple[str, Told], ...] = ()
    said: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ExpectRefusal:
    """`expect refusal ["march.no_pivot"]`: what has just been tried was not allowed (`code` "": why ever)."""

    code: str
    said: str = ""
    span: Span = NOWHERE


Expected: TypeAlias = ExpectNumber | ExpectThat | ExpectChance | ExpectEvent | ExpectRefusal
ScriptLine: TypeAlias = (
    Field
    | Layout
    | Plot
    | Placing
    | Ground
    | Seed
    | Moment
    | DiceTold
    | AnswerTold
    | Christening
    | Given
    | Act
    | Expected
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Declaration):
    """A named test: its lines in order."""

    kind: ClassVar[str] = "scenario"
    lines: tuple[ScriptLine, ...] = ()
