"""What went wrong with a sentence, in words that an author understands.

Owns the wording of all syntax errors. A fault is explained from the text at its place: most are habits from
other notations (curly quotes, `==`, tabs, braces), and the message says what the language writes instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from re import Match

from tercio.kernel.errors import Diagnostic
from tercio.kernel.source import Span

from ..syntax import SourceText

Words = tuple[str, str]
"""A message and a hint."""


@dataclass(slots=True)
class SyntaxFault(Exception):
    """The first fault of a text: its place and, when a token stands where none may, the token's terminal
    and those allowed.
    """

    line: int
    column: int
    length: int = 1
    token: str = ""
    expected: frozenset[str] = frozenset()

    def explain(self, source: SourceText) -> Diagnostic:
        """Return the diagnostic for this fault in its file."""
        text = source.line(self.line)
        start, end, words = self._token_words(text) if self.token else _character_words(text, self.column - 1)
        return source.fault(Span(source.name, self.line, start + 1, max(end, start + 1) + 1), *words)

    def _token_words(self, text: str) -> tuple[int, int, Words]:
        start = self.column - 1
        before = text[:start].rstrip()
        if self.token in ("_NL", "$END"):
            unclosed = _unclosed(text[:start])
            if unclosed is not None:
                return unclosed, unclosed + 1, ('this "(" is not closed', 'put a ")" behind its contents')
            return *_last_word(before), _nothing_after(before)
        end = start + max(self.length, 1)
        return start, end, _misplaced(self.token, text[start:end].strip(), before)


def _last_word(before: str) -> tuple[int, int]:
    found = re.search(r"\S+$", before)
    return (found.start(), found.end()) if found else (0, 1)


def _nothing_after(before: str) -> Words:
    last = before.split()[-1] if before.split() else ""
    if last.endswith(","):
        return 'nothing follows this ","', "a list goes on in the next line only when that is indented"
    if last in ("when", "unless", "if", "where", "while"):
        return f'a condition is missing after "{last}"', "write the condition on the same line"
    return f'"{last}" needs something after it', "the line ends too early"


def _misplaced(token: str, text: str, before: str) -> Words:
    match token:
        case "CLOSE":
            if before.endswith("("):
                return '"()" holds nothing', "leave the parentheses out"
            if "(" in before and before.count("(") > before.count(")"):
                return 'something is missing before ")"', "the part in parentheses ends too early"
            return 'this ")" closes nothing', 'delete it or put a "(" before'
        case "_INDENT":
            return "indented, but nothing stands above it", "a declaration starts in column 1"
        case "COMMA" | "COLON":
            return f'something is missing before "{text[:1]}"', "the list has an empty place"
        case "COMPARE" if before:
            return f'"{text}" cannot follow here', "comparisons do not chain: join two with `and`"
        case "OR" | "AND" | "COMPARE" | "SUM" | "PRODUCT":
            return f'"{text}" needs something before it', "an operator stands between two values"
        case "WHEN" | "UNLESS" | "IF" | "WHERE" | "WHILE":
            return (
                f'"{text}" cannot follow here',
                "join conditions with `and`, or put each on a line of its own",
            )
        case _:
            return f'"{text}" cannot stand here', "is a comma missing before it?"


def _unclosed(text: str) -> int | None:
    """Return the offset of the innermost parenthesis that is still open; names and measures are skipped."""
    open_: list[int] = []
    for found in re.finditer(r'\d"|"[^"]*"|[()]', text):
        if found.group() == "(":
            open_.append(found.start())
        elif found.group() == ")" and open_:
            open_.pop()
    return open_[-1] if open_ else None


Habit = tuple[str, Callable[[Match[str]], Words]]


def _say(message: str, hint: str) -> Callable[[Match[str]], Words]:
    return lambda found: (message.format(found.group()), hint.format(found.group()))


_HABITS: tuple[Habit, ...] = (
    (r'"[^"]*$', _say("this name has no closing quote", 'end it with " on the same line')),
    (
        r'["\u201c\u201d\u201e][^"\u201c\u201d]*["\u201c\u201d]?',
        _say("names take straight quotes", 'write "..."'),
    ),
    (
        r"['\u2018\u2019`][^'\u2018\u2019`]*['\u2018\u2019`]?",
        _say("names stand in double quotes", 'write "..."'),
    ),
    (r"[\u2033\u2036]", _say("inches take a straight double quote", 'write 6"')),
    (
        r"[{{}}]".replace("{{}}", "{}"),
        _say('"{}" is not used', "a block is indented by two spaces, without braces"),
    ),
    (r"[\[\]]", _say('"{}" is not used', "arguments stand in ( )")),
    (r";", _say('";" is not used', "each clause has a line of its own")),
    (r"//.*|/\*.*", _say('"{}" is not a comment', "a comment starts with #")),
    (r"==|=>|=<|<>|!(?!=)|&&|\|\||[\u2264\u2265\u2260]", lambda found: _operator_words(found.group())),
    (r"[\u2013\u2014\u2212]", _say('"{}" is not a minus', "write - for minus and negative numbers")),
    (r"\u00d7", _say('"\u00d7" is not used', "write * between values, x in 25x50mm")),
    (r"\$\w*|@\w*|&|\||\^|\\|\?|!|~", _say('"{}" is not used in rules', "delete it or write it in words")),
    (
        r"\d+(?:\.\d+)?x\d+(?:\.\d+)?\"?",
        _say('"{}" lacks its unit', 'write 72"x48" in inches or 25x50mm for a base'),
    ),
    (r"\d+x?\s?(?:in|inch|inches|cm)\b", _say('"{}" is not a measure', 'write inches as 6"')),
    (r"\d+(?:\.\d+)?mm\b.*", _say('"{}" is not a base', "write 25x50mm or 40mm")),
    (
        r"\d*d\d+.*",
        lambda found: (
            f'"{found.group().split()[0]}" is not dice',
            "write D6, 2D6 or 2D6+4, with a capital D",
        ),
    ),
    (r"\d*D\b\S*", _say('"{}" is not dice', "write D6, 2D6 or 2D6+4")),
    (r"\+\s?\d+\s?\+", _say('"{}" is not a target number', "write 4+")),
    (r"[+*/-]$", _say('"{}" needs something after it', "the line ends too early")),
    (r"[+*/-](?=\S)", lambda found: _spaced(found.group())),
    (r"\d[\w.+\"%-]*", _say('"{}" is not a number', 'write 3, -1, 1/2, 4+, 24", 40% or 2D6')),
    (r"[A-Z]\b[^\s,():]*", _say('"{}" is not a parameter', "a parameter is one capital letter, such as X")),
    (r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*", lambda found: _bare_name(found)),
    (r"[a-z]\w*_[\w-]*", lambda found: _word_words(found.group())),
    (r"[a-z][\w-]*", lambda found: _word_words(found.group())),
    (
        r".",
        lambda found: (f'"{found.group()}" is not used in rules (U+{ord(found.group()):04X})', "delete it"),
    ),
)
_COMPILED = tuple((re.compile(pattern), words) for pattern, words in _HABITS)


def _operator_words(text: str) -> Words:
    meant = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "!": "not", "&&": "and", "||": "or"}
    meant |= {"\u2264": "<=", "\u2265": ">=", "\u2260": "!="}
    return f'"{text}" is not an operator', f"write {meant[text]}"


def _spaced(sign: str) -> Words:
    name = {"+": "plus", "-": "minus", "*": "times sign", "/": "division"}[sign]
    return (
        f'this "{sign}" touches what stands beside it',
        f"a {name} between two values has a space on both sides",
    )


def _bare_name(found: Match[str]) -> Words:
    text = found.group()
    if not found.string[: found.start()].strip() and " " not in text:
        return f'a line starts with a word in lower case, not "{text}"', f"write {text.lower()}"
    return f'"{text}" is written without quotes', f'names stand in double quotes: "{text}"'


def _word_words(text: str) -> Words:
    meant = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", text).replace("_", "-").lower().strip("-")
    return f'"{text}" is not a word', f"words are lower case with hyphens: {meant}"


def _character_words(text: str, at: int) -> tuple[int, int, Words]:
    """Explain the character at offset `at`; looks back so that the whole of a number or word is shown."""
    start = at
    if at < len(text) and text[at] not in " \"'([{":
        while start > 0 and re.match(r"[\w.+%-]", text[start - 1]):
            start -= 1
    for begin in dict.fromkeys((at, start)):
        for pattern, words in _COMPILED:
            found = pattern.match(text, begin)
            if found and found.end() > at:
                return found.start(), found.end(), words(found)
    return at, at + 1, ("nothing is understood here", "delete it")
