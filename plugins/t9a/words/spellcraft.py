"""What statements of The 9th Age's packs do with magic: dice, casting rolls, spells, Divine Intervention.

Source: T9A rulebook, Magic Phase; Arcane Compendium.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.dice import roll
from tercio.kernel.query import things_in
from tercio.kernel.rolls import amount, purpose
from tercio.kernel.state import Game, Player, pool_of
from tercio.kernel.verbs import label_of, speaker
from tercio.kernel.vocabulary import Vocabulary

from ..magic.known import forbid, forget, lend
from ..magic.pool import gain, lose
from .table import speaking_side

WORDS = Vocabulary()


@WORDS.verb("gain-magic-dice", "{p:player} gains {n:amount} magic dice")
def gains_dice(g: Game, c: Context, p: Player | None, n: Any) -> None:
    """Magic Dice come into a player's pool."""
    if p is not None:
        gain(g, p, amount(g, n, label_of(c), "magic-dice"), label_of(c))


@WORDS.verb("lose-magic-dice", "{p:player} loses {n:amount} magic dice")
def loses_dice(g: Game, c: Context, p: Player | None, n: Any) -> None:
    """Magic Dice go out of a player's pool, as far as there are any."""
    if p is not None:
        lose(g, p, amount(g, n, label_of(c), "magic-dice"), label_of(c))


@WORDS.verb("return-magic-dice", "return the magic dice to {p:player}")
def return_dice(g: Game, c: Context, p: Player | None) -> None:
    """The dice of the roll that failed go back to the pool, but those that Fizzle has given back already."""
    if p is not None and c.spell is not None:
        gain(g, p, c.spell.spent - c.spell.fizzled, label_of(c))
        c.spell.fizzled = c.spell.spent


@WORDS.verb("add-magic-dice", "add {n:amount} magic dice to the roll")
def add_dice(g: Game, c: Context, n: Any) -> None:
    """More dice are rolled for the Casting Roll at hand, never beyond the most of an attempt."""
    if c.spell is not None:
        c.spell.add_dice(g, amount(g, n, label_of(c), "magic-dice"))


@WORDS.verb("reroll-casting", "reroll the casting roll")
def reroll_casting(g: Game, c: Context) -> None:
    """All dice of the Casting Roll at hand are rolled again."""
    if c.spell is not None:
        c.spell.reroll(g)


@WORDS.verb("grant-spell", "grant spell {n:name} to {x:any} [for {duration:duration}]")
def grant_spell(g: Game, c: Context, n: str, x: Any, duration: str | None = None) -> None:
    """A Caster knows a spell for a time."""
    for thing in things_in(x):
        pool = pool_of(thing)
        if pool is not None:
            lend(g, pool, n, g.ruleset.duration(duration) if duration else None, label_of(c))


@WORDS.verb("forbid-spell", "forbid a spell of {p:player} [for {duration:duration}]")
def forbid_spell(g: Game, c: Context, p: Player | None, duration: str | None = None) -> Procedure[None]:
    """The speaking player names one spell of one Caster of a player that it cannot cast for a time."""
    who = speaker(g, c)
    if p is not None and who is not None:
        length = g.ruleset.duration(duration) if duration else None
        yield from forbid(g, who.name, p.name, length, label_of(c))


@WORDS.verb("forget-spell", "{x:any} forgets the spell")
def forget_spell(g: Game, c: Context, x: Any) -> None:
    """The Caster cannot cast the spell of the attempt at hand again (Magic Phase 6, Amnesia)."""
    pool = pool_of(x)
    if pool is not None and c.spell is not None:
        forget(g, pool, c.spell.name)


@WORDS.verb("seek-intervention", "seek intervention")
def seek_intervention(g: Game, c: Context) -> Procedure[None]:
    """Divine Intervention: on one die or two, all 5 and 6 are a blessing, all 1 an admonition
    (Thaumaturgy).
    """
    who = speaking_side(g, c) or g.active
    facts = {"rule": label_of(c)}
    choices = list(range(1, g.ruleset.constant("intervention-dice") + 1))
    number = yield from ask(
        Decision(
            "magic.intervention", who, "How many dice ask heaven?", choices, "Divine Intervention", facts
        )
    )
    faces = roll(g.dice, purpose(g, label_of(c), "intervention"), DiceAmount(int(number), 6)).faces
    low, high = g.ruleset.constant("admonition-face"), g.ruleset.constant("blessing-face")
    blessed, cursed = all(face >= high for face in faces), all(face <= low for face in faces)
    g.memory["intervention"] = "blessing" if blessed else "admonition" if cursed else ""
    g.emit("intervention", player=who, faces=list(faces), result=g.memory["intervention"] or "none")
