"""Army lists of any game: what was chosen (`model`), bound to the book (`choices`), counted, priced and
checked.

`check` finds every fault of a list; `muster` gives the bound list to whoever puts it on the table; `fit`
reads the names that a written list puts behind a unit.
"""

from __future__ import annotations

from .check import Muster, check, muster
from .choices import Bound, Choice
from .fit import fit, phrases
from .limits import allowed_copies
from .model import ITEM, OPTION, SPELL, Entry, Pick, Roster
from .shelf import Shelf, Ware, shelf_of
from .spells import Known, known_of, level_of

__all__ = [
    "ITEM",
    "OPTION",
    "SPELL",
    "Bound",
    "Choice",
    "Entry",
    "Known",
    "Muster",
    "Pick",
    "Roster",
    "Shelf",
    "Ware",
    "allowed_copies",
    "check",
    "fit",
    "known_of",
    "level_of",
    "muster",
    "phrases",
    "shelf_of",
]
