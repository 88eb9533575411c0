"""Text of a dataset: names, labels and numbers.

Names and labels are on one line. Numbers are written as people write them.

Names and labels come from strangers' files. So every text is brought to one form (one line,
Unicode NFC) before it is compared. No text is ever evaluated.
"""

import math
import re
import unicodedata

MAX_LABEL = 40  # characters as a reader counts them, as many as fit a legend
MAX_TITLE = 200

# Plain decimals in ASCII only: float() alone would take 'nan', '1_0' and '٣'.
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?", re.ASCII)
_MAX_DIGITS = 400  # the largest float has 309 digits; checking every digit of a cell of 100 kB would take too long
_MISSING = frozenset(("", "na", "n/a", "#n/a", "<na>", "nan", "-nan", "null", "-1.#ind", "1.#qnan", "?"))
_INFINITE = frozenset(sign + word for sign in ("", "+", "-") for word in ("inf", "infinity", "∞", "1.#inf"))
_LONGEST = 12  # code points in one character; the longest emoji have 10, and endless sequences of accents are cut
_FORMULA = "=+-@"  # a spreadsheet takes these for the start of a formula (OWASP ASVS 1.2.10)


def one_line(text: str) -> str:
    r"""Return a text on one line, in Unicode NFC.

    Every run of white space becomes one space; there is none at the ends.

    >>> one_line("  petal\n length ")
    'petal length'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())


def _joins(before: str, char: str) -> bool:
    """Return True if `char` is drawn as part of the previous character.

    Examples are accents, emoji sequences, flags.
    """
    return (
        unicodedata.category(char) in ("Mn", "Me", "Mc")
        or char in "\u200d\ufe0f"
        or before.endswith("\u200d")
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or ("\U0001f1e6" <= char <= "\U0001f1ff" and len(before) == 1 and "\U0001f1e6" <= before <= "\U0001f1ff")
    )


def characters(text: str) -> list[str]:
    """Return a text cut into characters as a reader counts them.

    A letter with its accents is one character, and so is a flag.
    """
    found: list[str] = []
    for char in text:
        if found and len(found[-1]) < _LONGEST and _joins(found[-1], char):
            found[-1] += char
        else:
            found.append(char)
    return found


def is_long(text: str, limit: int = MAX_LABEL) -> bool:
    """Return True if a text has more than `limit` characters.

    Characters are counted as a reader counts them.
    """
    return len(text) > limit and (len(text) > _LONGEST * limit or len(characters(text)) > limit)


def shorten(text: str, limit: int = MAX_LABEL) -> str:
    """Cut a longer text to `limit` characters, the last an ellipsis.

    >>> shorten("a" * 50, limit=5)
    'aaaa…'
    """
    if not is_long(text, limit):
        return text
    return "".join(characters(text[: _LONGEST * limit])[: limit - 1]).rstrip() + "…"


def number(cell: str, decimal: str = ".") -> float | None:
    """Return the value of a decimal number, or None for other texts.

    The value is ±inf if the number is too large (`1e400`) or written as infinity. `decimal` is '.' or ','.

    >>> number("1,5", decimal=","), number("0x10"), number("1_0")
    (1.5, None, None)
    """
    if len(cell) > _MAX_DIGITS:
        return None
    if decimal != ".":
        if "." in cell:  # ambiguous: 1.500 may mean 1500 or 1.5
            return None
        cell = cell.replace(decimal, ".")
    if _NUMBER.fullmatch(cell):
        return float(cell)
    if cell.lower() in _INFINITE:
        return -math.inf if cell.startswith("-") else math.inf
    return None


def is_missing(cell: str) -> bool:
    """Return True if a cell stands for a missing value.

    Such cells are empty, NA, nan, null, ? and similar.
    """
    return cell.lower() in _MISSING


def label_key(label: str) -> tuple[int, float, str, str]:
    """Return a sort key of labels.

    Numbers by value come before words by the alphabet. '1', '1.0' and '+1' are equal.
    """
    value = number(label)
    return (1, 0.0, label.casefold(), label) if value is None or math.isinf(value) else (0, value + 0.0, "", "")


def plain(value: float) -> str:
    """Return the shortest text of a float, without a final '.0'.

    Reading the text gives the same float.

    >>> plain(3.0), plain(0.1)
    ('3', '0.1')
    """
    text = repr(float(value))
    return text.removesuffix(".0")


def _needs_guard(text: str) -> bool:
    return text[:1] in (*_FORMULA, "'") or is_missing(text) or number(text) is not None


def guard(text: str, *, numbers: bool = False) -> str:
    """Prefix a text with ' if a program would misread it.

    A spreadsheet may execute the text, or a reader of CSV may take it for a gap. With `numbers`, numbers get a ' as
    well. Column names need this, so that '2020 in the first line is read as a name.

    >>> guard("=cmd()"), guard("-1"), guard("2020", numbers=True)
    ("'=cmd()", '-1', "'2020")
    """
    if not _needs_guard(text) or (not numbers and number(text) is not None):
        return text
    return "'" + text


def unguard(text: str) -> str:
    """Return a text without its guard: the inverse of `guard`.

    unguard(guard(t)) == t.
    """
    return text[1:] if text.startswith("'") and _needs_guard(text[1:]) else text
