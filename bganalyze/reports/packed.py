"""Positions by the thousand: packed sides -> GNU Backgammon's position IDs, pip counts, checkers on the bar.

A packed side is the number that ``model.position`` makes of it, in ``SIDE`` bytes, little-endian; zeros are a side
that is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..model.gnuid import ALPHABET
from ..model.position import BITS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SIDE: Final = (26 * BITS + 7) // 8
"""Bytes of a packed side."""
GUARD: Final = 16
"""In the first byte of every side that is known."""
ID: Final = 14
"""Letters of a position ID."""
_CHUNK: Final = 1 << 13
"""Rows at a time: what is worked on stays in the processor's cache."""


def on_bar(sides: npt.NDArray[np.uint8]) -> npt.NDArray[np.int8]:
    """Checkers on the bar of each side; the last axis is the packed side."""
    held: npt.NDArray[np.int8] = (sides[..., 15] >> 5 | (sides[..., 16] & 1) << 3).astype("i1")
    return held


def positions(
    sides: npt.NDArray[np.uint8],
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int16], npt.NDArray[np.bool_]]:
    """GNU Backgammon's position IDs (bytes), the pip counts (own, other) of many positions, and which have an ID.

    A row is the packed side of who acts and that of the opponent.
    """
    import numpy as np

    many = len(sides)
    ids = np.empty(many, dtype="S14")
    pips = np.empty((many, 2), dtype=np.int16)
    valid = np.empty(many, dtype=np.bool_)
    threes = np.arange(1 << 3 * BITS)
    counts = [threes >> BITS * at & 15 for at in range(3)]
    # Each point is as many ones as it has checkers and a zero.
    unary, lengths = np.zeros(len(threes), dtype=np.int64), np.zeros(len(threes), dtype=np.int64)
    for points in counts:
        unary |= ((1 << points) - 1) << lengths
        lengths += points + 1
    # One look tells all: 48 bits, how many of them count, and the pips beyond those of the first point.
    table = (unary | lengths << 48 | (counts[1] + 2 * counts[2]) << 56).astype(np.uint64)
    letters = np.frombuffer(ALPHABET.encode(), dtype=np.uint8)
    pairs = np.stack((np.repeat(letters, 64), np.tile(letters, 64)), axis=1).copy().view(np.uint16).ravel()
    u = np.uint64
    for at in range(0, many, _CHUNK):
        part = sides[at : at + _CHUNK]
        n = len(part)
        padded = np.zeros((n, 2, 24), dtype=np.uint8)
        padded[:, :, :SIDE] = part.reshape(n, 2, SIDE)
        words = np.ascontiguousarray(padded.view("<u8").reshape(n, 2, 3).transpose(2, 1, 0))
        # Who acts now was mostly the opponent of the row before and has not been hit: that side is done already.
        new = np.ones(n, dtype=np.bool_)
        new[1:] = (words[:, 0, 1:] != words[:, 1, :-1]).any(axis=0)
        own_at = np.arange(-1, n - 1)
        own_at[new] = np.arange(n, n + int(new.sum()))
        low, high, top = np.concatenate((words[:, 1], words[:, 0, new]), axis=1)
        code, size, sums = np.zeros((3, len(low)), dtype=np.uint64)
        fields = (
            low >> u(5), low >> u(20), low >> u(35), low >> u(50) | high << u(14),
            high >> u(1), high >> u(16), high >> u(31), high >> u(46), high >> u(61) | (top & u(1)) << u(3),
        )  # fmt: skip
        for number, field in enumerate(fields):
            looked = table[(field & u(0x7FFF if number < 8 else 15)).view(np.int64)]
            code |= (looked & u((1 << 48) - 1)) << np.minimum(size, u(63))
            length = looked >> u(48) & u(255)
            size += length
            sums += u(3 * number + 1) * (length - u(3)) + (looked >> u(56))
        size -= u(2)  # the last field is one point, not three
        own, other = code[own_at], code[:n]
        ends = np.minimum(size[:n], u(63))
        key = np.empty((n, 2), dtype="<u8")
        key[:, 0] = other | own << ends
        key[:, 1] = own >> (u(64) - ends)
        b = key.view(np.uint8)[:, :10].astype(np.uint16)
        text = np.empty((n, 7), dtype=np.uint16)
        for three in range(3):
            x, y, z = b[:, 3 * three], b[:, 3 * three + 1], b[:, 3 * three + 2]
            text[:, 2 * three] = pairs[x << 4 | y >> 4]
            text[:, 2 * three + 1] = pairs[(y & 15) << 8 | z]
        text[:, 6] = pairs[b[:, 9] << 4]
        ids[at : at + n] = text.view("S14").ravel()
        pips[at : at + n, 0], pips[at : at + n, 1] = sums[own_at], sums[:n]
        valid[at : at + n] = (size[:n] <= 40) & (size[own_at] <= 40)
    return ids, pips, valid
