"""Characters that machine-readable outputs have no place for, made visible."""

from __future__ import annotations

import re

_UNFIT = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters, halves of surrogate pairs, U+FFFE and U+FFFF: what XML 1.0 forbids or advises against."""


def fit(text: str) -> str:
    r"""Text of characters that XML, UTF-8 and spreadsheets can hold; any other is shown as its escape, as ``\x1b``."""
    return _UNFIT.sub(lambda found: ascii(found[0])[1:-1], text)
