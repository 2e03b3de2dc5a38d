"""Cards of decks, and maps with terrain and areas: what they become, in files, caches and overlays."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.loader import Loader, combine, load_text
from tercio.kernel.decl import Card, Footprint, Literal, Mark, PlacedArea, TableMap
from tercio.kernel.decl.clauses import Modify
from tercio.kernel.errors import RulesError

from .words import load, signatures

WORDS = signatures()
RAID = 'card "Raid" of "Orders"\n  cite "Fen 1"\n  copies 2\n  modify march-rate by +1\n'
FORD = 'map "Ford"\n  cite "Fen 1"\n'
WELL = '  area "Well" as shrine at 4", 4" size 3"x3" round\n'


def only(text: str) -> Any:
    """Return the only declaration of a text."""
    (found,) = load(text).declarations
    return found


def area(row: str) -> PlacedArea:
    """Return the only area of a map with one row."""
    found: tuple[PlacedArea, ...] = only(f"{FORD}  {row}\n").areas
    assert len(found) == 1
    return found[0]


def inch(value: int) -> Literal:
    return Literal(value, '"')


# -- cards -------------------------------------------------------------------------------------------------


def test_a_card_knows_its_deck_its_copies_and_its_clauses():
    card = only(RAID)
    assert isinstance(card, Card)
    assert (card.name, card.deck, card.copies) == ("Raid", "Orders", 2)
    (clause,) = card.clauses
    assert isinstance(clause, Modify)


def test_a_card_stands_once_in_its_deck_if_nothing_else_is_said_and_need_not_do_anything():
    card = only('card "Halt" of "Orders"\n  cite "Fen 1"\n')
    assert (card.copies, card.clauses) == (1, ())


def test_the_deck_of_a_sentence_may_be_one_of_another_pack():
    base = load_text(RAID, "base", signatures=WORDS)
    rule = (
        'rule "Scout"\n  cite "Fen 1"\n  at end of player-turn\n    player draws 1 card of "Orders"\n'
        'sequence player-turn\n  cite "Fen 1"\n  phase march\n'
    )
    assert load_text(rule, "fen", signatures=WORDS, bases=[base]).declarations
    with pytest.raises(RulesError, match='no card is of a deck "Orders"'):
        load_text(rule, "fen", signatures=WORDS)


def test_two_cards_of_one_name_are_told():
    with pytest.raises(RulesError, match='a second card "Raid"'):
        load(RAID + RAID)


# -- areas -------------------------------------------------------------------------------------------------


def test_an_area_has_kinds_a_place_a_size_and_perhaps_a_turn():
    assert area('area "Well" as shrine, road at 7", 5" size 4"x6" turned 45 round') == PlacedArea(
        "Well", ("shrine", "road"), Footprint(inch(7), inch(5), inch(4), inch(6), 45, True)
    )


def test_an_area_may_be_given_by_its_corners():
    found = area('area "North" as territory corners (0",0"), (30",0"), (30",11"), (0",11")')
    assert found.outline == tuple((inch(x), inch(y)) for x, y in ((0, 0), (30, 0), (30, 11), (0, 11)))


def test_a_map_of_areas_alone_may_leave_its_size_open():
    table = only(FORD + WELL)
    assert (table.width.value, table.depth.value, table.pieces) == (0, 0, ())
    assert only(f'{FORD}  size 30"x22"\n{WELL}').width == inch(30)


@pytest.mark.parametrize("rows", ["", '  terrain "Cairn" at 4", 4" size 1"x1"\n' + WELL])
def test_a_map_of_nothing_and_one_with_terrain_need_a_size(rows):
    with pytest.raises(RulesError, match='map "Ford" has no size'):
        load(f'terrain "Cairn"\n  cite "Fen 1"\n{FORD}{rows}')


def test_every_faulty_row_of_a_map_is_told():
    rows = '  aera "Well"\n  area "Mill" as shrine at 4", 4"\n  size 30"\n'
    with pytest.raises(RulesError) as caught:
        load(FORD + rows)
    assert [fault.span.line for fault in caught.value.diagnostics] == [3, 4, 5]


def test_any_word_may_say_what_an_area_is_where_the_system_registers_none():
    row = '  area "Well" as hole at 4", 4" size 3"x3"\n'
    table = load_text(FORD + row, "fen", signatures=type(WORDS)()).declarations[0]
    assert isinstance(table, TableMap)
    assert table.areas[0].kinds == ("hole",)


def test_a_state_may_be_one_of_areas():
    mark = only('mark razed of area\n  cite "Fen 1"\n')
    assert isinstance(mark, Mark)
    assert mark.of == "area"


# -- caches and overlays -------------------------------------------------------------------------------------


def test_cards_and_maps_come_from_the_cache_as_they_are_read(tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("TERCIO_CACHE", str(cache))
    pack = tmp_path / "fen"
    pack.mkdir()
    (pack / "pack.toml").write_text('[pack]\nname = "fen"\n')
    outline = '  area "North" as territory corners (0",0"), (30",0"), (30",11")\n'
    (pack / "core.rules").write_text(RAID + "\n" + FORD + WELL + outline)
    read = Loader(signatures=WORDS).load([pack])
    assert list(cache.glob("*.pack"))
    assert Loader(signatures=WORDS).load([pack]) == read
    assert Loader(signatures=WORDS, use_cache=False).load([pack]) == read


def overlaid(changes: str):
    base = load_text(RAID + FORD + WELL, "base", signatures=WORDS)
    text = 'pack "quick" over "base"\n' + "".join(f"  {line}\n" for line in changes.splitlines())
    over = load_text(text, "quick", signatures=WORDS, bases=[base])
    return combine([base, over]).declarations


def test_an_overlay_may_change_how_often_a_card_is_in_its_deck_and_what_it_does():
    found = overlaid('patch card "Raid"\n  expecting copies 2\n  set copies 3\n  may march\n')
    card = found["card", "Raid"]
    assert (card.copies, len(card.clauses)) == (3, 2)


def test_an_overlay_that_expects_other_copies_is_told():
    with pytest.raises(RulesError, match='copies of card "Raid" is 2 in the base, the overlay expects 1'):
        overlaid('patch card "Raid"\n  expecting copies 1\n  set copies 3\n')


def test_an_overlay_may_replace_and_remove_cards_and_maps():
    found = overlaid('remove card "Raid"\nreplace map "Ford"\n  area "Mill" as shrine at 9", 9" size 3"x3"\n')
    assert ("card", "Raid") not in found
    assert [one.name for one in found["map", "Ford"].areas] == ["Mill"]
