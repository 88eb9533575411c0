"""Compression of long texts for addresses, in letters that need no escaping.

The compressed form ends with a checksum. So a text that was cut or changed on its way is refused, and never read as
another text.
"""

import base64
import binascii
import zlib

from kernviz.data.checks import DataError
from kernviz.wording import phrase, say

MARK = "z:"  # prefix of a compressed text
FIRST = "e"  # first letter of every zlib stream in base64; in "z: 0 1", z is the name of a class
LONGEST = 200_000  # largest number of characters after decompression; a longer text is refused
DAMAGED = phrase("these packed points are damaged: copy the whole link again")


def pack(text: str) -> str:
    """Compress the text.

    >>> unpack(pack("a: 0.1 0.2"))
    'a: 0.1 0.2'
    """
    return MARK + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(text: str) -> str:
    """Decompress a text: the inverse of `pack`.

    A text without the mark is returned as it is. Raises DataError if the text is damaged or too
    long.
    """
    if not text.startswith(MARK + FIRST):
        return text
    body = text[len(MARK) :]
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj()
        found = reader.decompress(raw, LONGEST)
    except (binascii.Error, ValueError, zlib.error):
        raise DataError(DAMAGED) from None
    if reader.unconsumed_tail:
        raise DataError(say("more than {limit} characters are packed here: upload a file instead", limit=LONGEST))
    if not reader.eof or reader.unused_data:
        raise DataError(DAMAGED)
    try:
        return found.decode()
    except UnicodeDecodeError:
        raise DataError(DAMAGED) from None
