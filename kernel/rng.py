"""Named seeded streams: the only source of chance.

A stream is keyed by a seed and a purpose; the n-th draw of a stream depends on nothing else. So an extra
roll in one place never moves a roll in another, and two games that differ in one rule share all other dice.
blake2b gives the bytes; a byte is used if it falls below the greatest multiple of the number of sides, so
that every face is equally likely.
"""

from __future__ import annotations

from hashlib import blake2b

_BLOCK = 64
_BYTE = 256


class Streams:
    """All streams of one seed: `used` counts the blocks drawn from each purpose."""

    __slots__ = ("_key", "seed", "used")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.used: dict[str, int] = {}
        self._key = blake2b(str(seed).encode(), digest_size=32).digest()

    def draw(self, purpose: str, count: int, sides: int) -> list[int]:
        """Return the next `count` numbers from 1 to `sides` of the stream `purpose`.

        Raises ValueError if `sides` is outside 1-256.
        """
        if not 1 <= sides <= _BYTE:
            raise ValueError(f"{purpose}: a die has 1 to {_BYTE} sides, not {sides}")
        limit = _BYTE - _BYTE % sides
        drawn: list[int] = []
        used = self.used.get(purpose, 0)
        name = purpose.encode()
        while len(drawn) < count:
            block = blake2b(name + b"#%d" % used, key=self._key, digest_size=_BLOCK).digest()
            used += 1
            drawn += [byte % sides + 1 for byte in block if byte < limit]
        self.used[purpose] = used
        return drawn[:count]

    def clone(self) -> Streams:
        """Return a copy at the same place in every stream."""
        copy = Streams.__new__(Streams)
        copy.seed, copy._key, copy.used = self.seed, self._key, dict(self.used)
        return copy
