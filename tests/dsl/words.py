"""A small made-up game for tests of the language: its words, and a pack that other packs stand on."""

from __future__ import annotations

from pathlib import Path

from tercio.dsl.loader import Pack, load_text
from tercio.kernel.signatures import (
    ClauseWord,
    NounSignature,
    PermissionSignature,
    RelationSignature,
    RollSignature,
    Signatures,
    TermSignature,
    ValueSignature,
    VerbSignature,
    WindowSignature,
)
from tercio.kernel.words import KERNEL_SIGNATURES

CORPUS = Path(__file__).parent.parent / "corpus"
ATTACK = (("attacker", "part"), ("attack", "attack"), ("unit", "unit"), ("target", "pool"))
SAVE = (("target", "pool"), ("attack", "attack"), ("attacker", "part"))
UNIT = (("unit", "unit"),)
DUEL = (("unit", "unit"), ("enemy", "unit"))


def _never(*_: object, **__: object) -> bool:
    raise AssertionError("a word of the test vocabulary was called")


def signatures() -> Signatures:
    """Return the words of the made-up game on top of those of the kernel."""
    return (
        Signatures()
        .add(KERNEL_SIGNATURES)
        .add(
            [
                ValueSignature("to-hit", "target", ATTACK, "roll to hit"),
                ValueSignature("to-wound", "target", ATTACK, "roll to wound"),
                ValueSignature("armour-save", "target", SAVE, "roll to save"),
                ValueSignature("march-rate", "inches", UNIT, "march"),
                RollSignature("to-hit", ATTACK, "roll to hit"),
                RollSignature("to-wound", ATTACK, "roll to wound"),
                RollSignature("armour-save", SAVE, "roll to save"),
                RollSignature("panic-test", UNIT, "panic", ("courage-test",)),
                RollSignature("flee-distance", UNIT, "flight"),
                PermissionSignature("march", UNIT, "march"),
                PermissionSignature("choose-flee", UNIT, "flee"),
                PermissionSignature("shoot", UNIT, "shoot"),
                WindowSignature("unit-destroyed", DUEL, "a unit is destroyed", True),
                WindowSignature("unit-moved", UNIT, "a unit has moved", early=True),
                RelationSignature("engaged", "{u:unit} is engaged", _never, ""),
                RelationSignature("long-range", "{a:attack} is at long range", _never, ""),
                RelationSignature("in-contact", "{a:any} is in contact with {b:any}", _never, ""),
                NounSignature("relic", "terrain", _never, ""),
                NounSignature("shrine", "area", _never, ""),
                NounSignature("road", "area", _never, ""),
                NounSignature("territory", "area", _never, "", "territories"),
                TermSignature("ranks", "ranks of {u:unit}", "amount", _never, ""),
                TermSignature("leader", "leader of {u:unit}", "pool", _never, ""),
                VerbSignature("deal", "deal {n:amount} hits to {x:any} [with {what:bundle}]", _never, ""),
                VerbSignature("lose", "{x:any} loses {n:amount} health-points", _never, ""),
                VerbSignature("hurt", "lose {n:amount} health-points", _never, ""),
                VerbSignature("rally", "{u:unit} rallies", _never, ""),
                VerbSignature("hold", "{u:unit} holds {a:area}", _never, ""),
                VerbSignature("draw", "{p:player} draws {n:amount} cards of {deck:name}", _never, ""),
                ClauseWord("terrain", "covering", "cover"),
                ClauseWord("area", "shrine", "what is fought for"),
                ClauseWord("area", "road", "where one marches"),
                ClauseWord("area", "territory", "where an army stands at first"),
                *(ClauseWord("action", word, "what is done") for word in ("core", "charge", "march")),
                ClauseWord("army", "alignment", "whose side"),
                ClauseWord("campaign", "field", "where it is fought", names="map"),
                ClauseWord("campaign", "begins", "who begins", words=("attacker", "defender")),
                ClauseWord("campaign", "prize", "what is won"),
                ClauseWord("unit", "lore", "what the system knows of it"),
            ]
        )
    )


def base() -> Pack:
    """Return the pack that the corpus stands on: `corpus/base.rules`."""
    return load_text((CORPUS / "base.rules").read_text("utf-8"), "base", signatures=signatures())


def load(text: str, name: str = "fen") -> Pack:
    """Return a pack that stands on the base."""
    return load_text(text, name, signatures=signatures(), bases=[base()])
