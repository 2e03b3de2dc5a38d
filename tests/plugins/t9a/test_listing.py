"""Army Lists as text: two lists in full, and every kind of text that is none (Battle Preparations 1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.errors import RulesError
from tercio.kernel.roster import muster
from tercio.plugins.regiments.listing import header_of, read, read_list, show

from .armies import FILES, rules, texts

EMPIRE = "Empire of Sonnstahl"


@pytest.mark.parametrize("name", FILES)
def test_a_demo_list_is_legal_and_recomputes_line_by_line_and_in_total(name):
    roster = read_list(rules(), texts()[name], name)
    costs = muster(rules(), roster).costs()
    assert costs == [entry.cost for entry in roster.entries]
    assert sum(costs) == roster.total
    assert roster.size == 4000


@pytest.mark.parametrize("name", FILES)
def test_a_demo_list_is_printed_as_it_was_written(name):
    roster, faults = read(rules(), texts()[name], name)
    assert faults == []
    assert show(rules(), roster) == texts()[name].strip() + "\n"


def test_one_point_more_on_any_line_is_noticed():
    lines = texts()[FILES[0]].strip().split("\n")
    for number in range(1, len(lines) - 1):
        points, _, rest = lines[number].partition(" - ")
        changed = [*lines[:number], f"{int(points) + 1} - {rest}", *lines[number + 1 :]]
        with pytest.raises(RulesError) as caught:
            read_list(rules(), "\n".join(changed), "changed.txt")
        assert [str(fault).split(":")[1] for fault in caught.value.diagnostics] == [str(number + 1)]


def faults_of(text: str) -> list[str]:
    with pytest.raises(RulesError) as caught:
        read_list(rules(), text, "list.txt")
    return [str(fault) for fault in caught.value.diagnostics]


def test_every_fault_is_told_with_file_line_column_and_what_was_meant():
    text = f"{EMPIRE}\n335 - Marshall, General\n95 - Artificer, Light Troops, Long Rifel\nnonsense\n430\n"
    found = faults_of(text)
    assert 'list.txt:2:7: Empire of Sonnstahl has no unit "Marshall"' in found[0]
    assert 'did you mean "Marshal"?' in found[0]
    assert 'list.txt:3:31: Artificer has no "Long Rifel"' in found[1]
    assert 'did you mean "Long Rifle"?' in found[1]
    assert "list.txt:4:1: this is no unit of a list" in "\n".join(found)


def test_parentheses_have_to_meet():
    found = "\n".join(
        faults_of(f"{EMPIRE}\n150 - 15 State Detachment, Standard Bearer (Aether Icon\n160 - Prelate)\n")
    )
    assert "list.txt:2:44: this is never closed" in found
    assert "list.txt:3:14: nothing is opened that this closes" in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the list is empty"),
        ("\n\n# only a comment\n", "the list is empty"),
        ("Empire of Sonnstal\n", 'did you mean "Empire of Sonnstahl"?'),
        (EMPIRE, "the list has no units"),
        (f"{EMPIRE}\n4000", "the list has no units"),
        (f"{EMPIRE}\n95 -", "this is no unit of a list"),
        (f"{EMPIRE}\n95 - , Light Troops", "has no unit"),
        (f"{EMPIRE}\n95 - Artificer,, Light Troops, Long Rifle", "a name is missing here"),
        (f"{EMPIRE}\n{'9' * 5000} - Artificer", "this is no unit of a list"),
        (f"{EMPIRE}\n95 - {'9' * 5000} Artificer", "has no unit"),
        (f"{EMPIRE}\n95 - Artificer\0, Light Troops", "has no unit"),
        (f"{EMPIRE}\n95 - {'(' * 3000}", "this is never closed"),
        ("\ufffd\ufffe\x00\x01", "no army"),
    ],
)
def test_text_that_is_no_list_is_told_so(text, said):
    assert said in "\n".join(faults_of(text))


def test_line_ends_marks_dashes_blank_lines_and_comments_do_not_matter():
    plain = texts()[FILES[0]]
    odd = "\ufeff# our list\r\n" + plain.replace("\n", "\r\n\r\n").replace(" - ", "\u2013")
    assert read(rules(), odd)[0].plain() == read(rules(), plain)[0].plain()


def test_the_header_may_name_another_army_size():
    assert header_of(f"{EMPIRE}, 4500 points\n", "x")[:2] == (EMPIRE, 4500)
    text = texts()[FILES[0]].replace(EMPIRE, f"{EMPIRE}, 4030 points", 1)
    roster = read_list(rules(), text, "list.txt")
    assert roster.size == 4030
    assert show(rules(), roster).startswith(f"{EMPIRE}, 4030 points\n")
    assert "has at least 4450" in "\n".join(faults_of(text.replace("4030", "4500")))


def test_names_flat_or_in_parentheses_read_the_same():
    flat = f"{EMPIRE}\n145 - Marshal, Solitary, Light Troops, Shield, Hand Weapon (Giant Slayer)\n"
    entry = read(rules(), flat)[0].entries[0]
    assert [(p.name, p.on) for p in entry.picks][-1] == ("Giant Slayer", "Hand Weapon")


def read_or_told_faulty(text: str) -> bool:
    """Read a text: the reader gives a roster, or faults that can be printed; other errors fail the test."""
    try:
        return bool(read_list(rules(), text, "any.txt").entries)
    except RulesError as error:
        return bool(error.diagnostics) and all(str(fault) for fault in error.diagnostics)


@given(st.text(max_size=300))
def test_no_text_whatever_causes_another_error_than_a_rules_error(text):
    assert read_or_told_faulty(text)


@given(st.data())
def test_a_damaged_list_is_read_or_told_faulty_but_never_breaks_the_reader(data):
    text = texts()[data.draw(st.sampled_from(FILES))]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    damage = data.draw(
        st.sampled_from(["", ",", "(", ")", "\n", " - ", "2x ", "0", "9999999", "é", ", General"])
    )
    assert read_or_told_faulty(text[:start] + damage + text[end:])
