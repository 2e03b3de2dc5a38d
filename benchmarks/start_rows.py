"""How fast the command answers: `tercio --help` against importing the libraries that it stands on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter

from .timing import Row, median_of_pairs


def _seconds(*command: str) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start


def start() -> float:
    """Wall time of `tercio --help` over that of a Python that imports lark, pluggy and pydantic."""
    tercio = str(Path(sys.executable).with_name("tercio"))
    libraries = (sys.executable, "-c", "import lark, pluggy, pydantic")
    return median_of_pairs(lambda: _seconds(tercio, "--help"), lambda: _seconds(*libraries), 9)


ROWS = (Row("`tercio --help` against importing lark, pluggy and pydantic", "<=", 1.2, start),)
