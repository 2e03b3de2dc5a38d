"""Random syntax trees of the shapes that the grammar can write."""

from __future__ import annotations

from hypothesis import strategies as st

from tercio.dsl.syntax import Atom, Group, Infix, Line, Not, Part, Phrase, Sentence
from tercio.kernel.source import NOWHERE

KEYWORDS = ("when", "unless", "if", "where", "while", "and", "or", "not")
SIGNS = {
    "product": ("*", "/"),
    "sum": ("+", "-"),
    "compare": ("=", "<=", "!="),
    "and": ("and",),
    "or": ("or",),
}
LEVELS = ("product", "sum", "compare", "not", "and", "or")
LITERALS = {
    "NUMBER": ("12", "1/2"),
    "TARGET": ("4+",),
    "MEASURE": ('24"',),
    "AREA": ('72"x48"',),
    "BASE": ("25x50mm", "40mm"),
    "DICE": ("D6", "2D6+4", "D3-X"),
    "SIGNED": ("-1", "-X", '+1"', "-5%"),
    "PERCENT": ("40%",),
    "PARAM": ("X",),
    "OFFSET": ("C+2",),
}
names = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=8)
words = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4})?", fullmatch=True).filter(
    lambda word: word not in KEYWORDS
)
literals = st.sampled_from([(kind, text) for kind, texts in LITERALS.items() for text in texts])


@st.composite
def phrases(draw: st.DrawFn, depth: int) -> Phrase:
    """Return words, names, literals and, above depth 0, sentences in parentheses."""
    return Phrase(tuple(draw(st.lists(atoms(depth), min_size=1, max_size=4))))


@st.composite
def atoms(draw: st.DrawFn, depth: int) -> Atom | Group:
    """Return one atom."""
    match draw(st.integers(0, 4 if depth else 3)):
        case 0 | 1:
            return Atom("WORD", draw(words), NOWHERE)
        case 2:
            return Atom("STRING", draw(names), NOWHERE)
        case 3:
            kind, text = draw(literals)
            return Atom(kind, text, NOWHERE)
        case _:
            return Group(draw(sentences(depth - 1)), NOWHERE)


@st.composite
def parts(draw: st.DrawFn, depth: int, levels: tuple[str, ...] = LEVELS) -> Part:
    """Return a phrase, or phrases joined by operators of at most the last of these levels."""
    if not levels or draw(st.booleans()):
        return draw(phrases(depth))
    *lower, level = levels
    inner = parts(depth, tuple(lower))
    if draw(st.booleans()):
        return draw(inner)
    if level == "not":
        return Not(draw(inner), NOWHERE)
    count = 2 if level == "compare" else draw(st.integers(2, 3))
    operands = tuple(draw(inner) for _ in range(count))
    signs = draw(st.lists(st.sampled_from(SIGNS[level]), min_size=count - 1, max_size=count - 1))
    return Infix(level, operands, tuple(signs))


@st.composite
def sentences(draw: st.DrawFn, depth: int = 1) -> Sentence:
    """Return up to three parts with their leads."""
    found = draw(st.lists(parts(depth), min_size=1, max_size=3))
    first = draw(st.sampled_from(["", "", "when", "if"]))
    leads = [draw(st.sampled_from([",", ":", "when", "unless", "where"])) for _ in found[1:]]
    return Sentence(tuple(found), (first, *leads), draw(st.booleans()))


@st.composite
def lines(draw: st.DrawFn, depth: int = 2) -> Line:
    """Return a sentence with a block of at most this depth."""
    children = draw(st.lists(lines(depth - 1), max_size=2)) if depth else []
    return Line(draw(sentences()), tuple(children), NOWHERE)
