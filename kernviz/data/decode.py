"""Decoding of a file: its kind, its encoding, its text.

Only the first 4 MB of a large file are read.

The encoding is detected by rules of this file. charset-normalizer takes short French and Spanish
tables for Central European (cp1250), so that it reads âge and señal wrongly. It agrees with these
rules where there is a byte order mark, or a 0 in every other byte.
"""

import codecs

from kernviz.data.checks import DataError
from kernviz.wording import phrase, say

MAX_BYTES = 4_000_000  # 2000 rows of 30 full-precision numbers are 1.2 MB; reading more would freeze every session

_MAGIC = {  # first bytes of a kind of file, as many as no text begins with: PAR1 and BZh may be names of columns
    b"PK\x03\x04": phrase("a zip archive or an Excel workbook"),
    b"PK\x05\x06": phrase("an empty zip archive"),
    b"\xd0\xcf\x11\xe0": phrase("an old Excel or Word document"),
    b"\x89PNG": phrase("a PNG picture"),
    b"GIF87a": phrase("a GIF picture"),
    b"GIF89a": phrase("a GIF picture"),
    b"\xff\xd8\xff": phrase("a JPEG picture"),
    b"%PDF-": phrase("a PDF document"),
    b"\x1f\x8b": phrase("a gzip archive"),
    **{b"BZh%d1AY&SY" % level: phrase("a bzip2 archive") for level in range(1, 10)},
    b"7z\xbc\xaf": phrase("a 7z archive"),
    b"\xfd7zXZ": phrase("an xz archive"),
    b"\x93NUMPY": phrase("a NumPy array"),
    b"\x89HDF": phrase("an HDF5 file"),
    b"PAR1\x15": phrase("a Parquet file"),
    b"\x7fELF": phrase("a program"),
}
_MARKS = {  # byte order marks; UTF-32 comes before UTF-16, since its mark begins with UTF-16's mark
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8",  # `whole_lines` removes the mark
}


def _encodings(data: bytes) -> tuple[str, ...]:
    """Return candidate encodings of a file, best first.

    A byte order mark decides. Without a mark, a file is UTF-16 if almost every other byte is 0. Otherwise
    UTF-8, cp1252 and Latin-1 are tried.
    """
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return (encoding,)
    head = data[:400]
    if len(head) >= 4 and head[1::2].count(0) > 0.8 * len(head[1::2]) and not head[::2].count(0):
        return ("utf-16-le",)
    if len(head) >= 4 and head[::2].count(0) > 0.8 * len(head[::2]) and not head[1::2].count(0):
        return ("utf-16-be",)
    return ("utf-8", "cp1252", "latin-1")


def decoded(data: bytes) -> tuple[str, bool, tuple[str, ...]]:
    """Return the decoded text of a file, and notes.

    The second result is True if the text was cut at 4 MB (after a whole line). Raises DataError for
    files that are no text, such as archives and pictures.
    """
    text, cut, encoding = decoded_as(data)
    notes = (
        ()
        if encoding == "utf-8"
        else (say("the file is not UTF-8: it was read as {encoding}", encoding=encoding.upper()),)
    )
    return text, cut, notes


def decoded_as(data: bytes, encoding: str = "") -> tuple[str, bool, str]:
    """Return the decoded text of a file, and its encoding.

    The second result is True if the text was cut. An empty `encoding` is detected. Raises DataError for
    files that are no text.
    """
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            raise DataError(say("the file is {kind}, not text: save the table as CSV (UTF-8) and load that", kind=kind))
    cut = len(data) > MAX_BYTES
    candidates = (encoding,) if encoding else _encodings(data)
    for candidate in candidates:
        decoder = codecs.getincrementaldecoder(candidate)("strict")
        try:
            text = decoder.decode(data[:MAX_BYTES], final=not cut)
        except UnicodeError:
            continue
        return *whole_lines(text, cut), candidate
    why = say("although this was asked for") if encoding else say("although its first bytes say so")
    raise DataError(
        say("the file cannot be read as {encoding}, {why}: save it as UTF-8", encoding=candidates[0].upper(), why=why)
    )


def whole_lines(text: str, cut: bool = False) -> tuple[str, bool]:
    """Return a text of whole lines, and True if it was cut.

    The result has LF line ends and no byte order mark. A text of more than MAX_BYTES characters is cut.
    `cut` is True if the caller has cut the text already, so that its last line is incomplete.

    Raises DataError for a NUL character, and if no whole line is left.
    """
    if len(text) > MAX_BYTES:
        text, cut = text[:MAX_BYTES], True
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if (position := text.find("\0")) >= 0:
        line = text.count("\n", 0, position) + 1
        raise DataError(
            say("line {line} contains a NUL byte: this is no text file; save the table as CSV (UTF-8)", line=line)
        )
    if cut:
        end = text.rfind("\n")
        if end < 0:
            raise DataError(
                say(
                    "the file is one line of more than {limit} MB: save it as a table, with one point per line",
                    limit=MAX_BYTES // 10**6,
                )
            )
        text = text[: end + 1]
    return text, cut
