"""Signatures: patterns, one meaning for each word, types of roles (language: typed words)."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.signatures import (
    ClauseWord,
    NounSignature,
    PermissionSignature,
    Piece,
    RelationSignature,
    RollSignature,
    Signatures,
    Slot,
    TermSignature,
    ValueSignature,
    VerbSignature,
    WindowSignature,
    parse_pattern,
)
from tercio.kernel.trial.words import with_trial_words

UNIT = (("unit", "unit"),)


def test_a_pattern_is_words_and_typed_slots_some_of_which_may_be_left_out():
    assert parse_pattern("deal {n:amount} hits to {target:pool} [with {what:bundle}] [twice]") == (
        Piece("deal"),
        Piece(Slot("n", "amount")),
        Piece("hits"),
        Piece("to"),
        Piece(Slot("target", "pool")),
        Piece("with", 1),
        Piece(Slot("what", "bundle"), 1),
        Piece("twice", 2),
    )


@pytest.mark.parametrize("pattern", ["deal [twice", "deal twice]", "deal ]twice[", "deal [a [b] c]"])
def test_brackets_that_do_not_pair_are_a_broken_contract(pattern):
    with pytest.raises(ValueError, match="unbalanced brackets"):
        parse_pattern(pattern)


@pytest.mark.parametrize("pattern", ["slay {who:dragon}", "slay {who}", "slay {}"])
def test_an_unknown_type_of_slot_is_a_broken_contract(pattern):
    with pytest.raises(ValueError, match="unknown slot type"):
        parse_pattern(pattern)


def nothing(*_: Any) -> None:
    return None


SAMPLES: dict[str, tuple[Any, str]] = {
    "values": (ValueSignature("pace", "inches", UNIT, "d"), "pace"),
    "rolls": (RollSignature("nerve", UNIT, "d"), "nerve"),
    "permissions": (PermissionSignature("dash", UNIT, "d"), "dash"),
    "windows": (WindowSignature("dashed", UNIT, "d"), "dashed"),
    "relations": (RelationSignature("alive", "{a:any} is alive", nothing, "d"), "alive"),  # type: ignore[arg-type]
    "terms": (TermSignature("models", "models of {x:any}", "amount", nothing, "d"), "models"),
    "verbs": (VerbSignature("cheer", "cheer", nothing, "d"), "cheer"),
    "words": (ClauseWord("terrain", "covering", "d"), "terrain covering"),
}


@pytest.mark.parametrize("shelf", SAMPLES)
def test_each_kind_of_word_has_its_own_shelf(shelf):
    signature, key = SAMPLES[shelf]
    signatures = Signatures().add([signature])
    assert getattr(signatures, shelf) == {key: signature}
    assert [other for other in SAMPLES if other != shelf and getattr(signatures, other)] == []


def test_a_word_may_be_brought_twice_with_one_meaning_but_not_with_two():
    signatures = (
        Signatures().add([RollSignature("nerve", UNIT, "d")]).add([RollSignature("nerve", UNIT, "d")])
    )
    assert list(signatures.rolls) == ["nerve"]
    with pytest.raises(ValueError, match="RollSignature 'nerve' is registered twice"):
        signatures.add([RollSignature("nerve", (), "d")])


# -- nouns -------------------------------------------------------------------------------------------------


def test_a_noun_is_a_sentence_as_well():
    signatures = Signatures().add([NounSignature("relic", "terrain", is_old, "Old.")])
    assert signatures.nouns["relic"].words == ("relic", "relics")
    assert signatures.relations == {
        "relic": RelationSignature("relic", "{a:terrain} is relic", is_old, "Old.")
    }


def test_a_noun_for_models_is_said_of_pools():
    assert NounSignature("rider", "model", is_old, "d").relation.pattern == "{a:pool} is rider"


def test_a_noun_may_have_a_plural_of_its_own():
    assert NounSignature("territory", "area", is_old, "d", "territories").words == (
        "territory",
        "territories",
    )


def test_a_noun_of_a_kind_that_no_set_has_is_a_broken_contract():
    with pytest.raises(ValueError, match="unknown kind 'dragon' of the noun 'wyrm'"):
        NounSignature("wyrm", "dragon", is_old, "d")


def test_a_noun_and_another_sentence_of_its_name_are_two_meanings():
    sentence = RelationSignature("relic", "{a:unit} is relic", is_old, "d")
    with pytest.raises(ValueError, match="RelationSignature 'relic' is registered twice"):
        Signatures().add([sentence, NounSignature("relic", "terrain", is_old, "d")])


def test_scenarios_know_the_nouns_of_packs():
    noun = NounSignature("relic", "terrain", is_old, "d")
    assert with_trial_words(Signatures().add([noun]), ()).nouns == {"relic": noun}


def is_old(*_: Any) -> bool:
    return True


def test_what_is_no_signature_is_a_broken_contract():
    with pytest.raises(TypeError, match="not a signature"):
        Signatures().add(["nerve"])  # type: ignore[list-item]


def test_roles_are_found_for_values_rolls_permissions_and_windows():
    signatures = Signatures().add(signature for signature, _ in SAMPLES.values())
    assert [signatures.roles_of(name) for name in ("pace", "nerve", "dash", "dashed")] == [UNIT] * 4
    with pytest.raises(KeyError):
        signatures.roles_of("cheer")


def test_a_role_has_a_type_where_all_contexts_agree_on_it():
    one = WindowSignature("a", (("unit", "unit"), ("model", "pool")), "d")
    two = WindowSignature("b", (("unit", "unit"), ("model", "part")), "d")
    signatures = Signatures().add([one, two])
    assert [signatures.role_type(role) for role in ("unit", "model", "nobody")] == ["unit", "", ""]
