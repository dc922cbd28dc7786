"""Files packed by gzip."""

from __future__ import annotations

import zlib

from . import Unread


def unpack(data: bytes, most: int) -> bytes:
    """The content of a gzip file of one or several members, at most ``most`` bytes. Raises ``Unread``."""
    parts: list[bytes] = []
    left = most + 1
    while data[:2] == b"\x1f\x8b":
        member = zlib.decompressobj(wbits=31)
        try:
            parts.append(member.decompress(data, left))
        except zlib.error as error:
            raise Unread("BG001", {"reason": f"damaged gzip data ({str(error).partition(': ')[2] or error})"}) from None
        left -= len(parts[-1])
        if left <= 0:
            raise Unread("BG005", {"problem": f"unpacked it has more than {most} bytes, which is not read"})
        if not member.eof:
            raise Unread("BG001", {"reason": "the gzip data end too early"})
        data = member.unused_data.lstrip(b"\0")
    if data:
        raise Unread("BG001", {"reason": f"{len(data)} bytes stand behind the gzip data"})
    return b"".join(parts)
