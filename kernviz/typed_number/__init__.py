"""Numbers as people type them: ``184,756``, ``√2``, ``½``, ``3!``.

Further examples: ``3 486 784 401``, ``10¹⁰``, ``2×3``, ``= 4``.

A comma or a point may be the decimal sign, or separate thousands. The text is read both ways. If both readings are
valid and differ, the caller may know that only one of them is possible (`fits`). Otherwise the decimal sign of the
current language decides, unless the other sign stands between two digits. Such a text is ambiguous:
:class:`UnclearNumber`.

ui/assets/typed_number.js reads the same texts in the browser. The same table of examples tests both readers.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import kernviz.catalogue as catalogue
from kernviz.typed_number.errors import QUOTED, TypedNumberError, UnclearNumber
from kernviz.typed_number.grammar import value_of
from kernviz.typed_number.spelling import plain
from kernviz.wording import language, say

LONGEST = 200  # characters


def read_number(text: str, *, fits: Callable[[float], bool] | None = None) -> float:
    """Read a finite number.

    Parameters
    ----------
    text : str
        The text as typed, at most 200 characters.
    fits : callable, optional
        Returns True for a possible value, such as a value within a slider's range. If exactly one of two readings
        is possible, the number is this reading.

    Raises
    ------
    UnclearNumber
        If the text has two readings, such as 184.756 and 184 756, and neither the language nor `fits` decides.
    TypedNumberError
        If the text is no number. The message quotes the part that cannot be read, and gives readable examples.

    Examples
    --------
    >>> read_number("3,486,784,401"), read_number("2×3!"), read_number("1½"), read_number("10⁻³")
    (3486784401.0, 12.0, 1.5, 0.001)
    """
    stripped = text.strip()
    if not stripped:
        raise TypedNumberError(say("type a number, such as 0.25, 1/4 or 2^10"))
    if len(stripped) > LONGEST:
        raise TypedNumberError(
            say("a number of {n} characters is too long: {most} are read", n=len(stripped), most=LONGEST)
        )
    if any(char.isdigit() and char.isdecimal() and not char.isascii() for char in stripped):
        raise TypedNumberError(say("“{text}”: write numbers with the digits 0 to 9", text=stripped[:QUOTED]))
    spelled = plain(stripped)
    own = catalogue.decimal_sign(language())
    readings, problems = {}, {}
    for sign in (own, {".": ",", ",": "."}[own]):
        try:
            readings[sign] = value_of(spelled, sign)
        except TypedNumberError as problem:
            problems[sign] = problem
    values = set(readings.values())
    if len(values) == 1:
        return values.pop()
    if not values:
        raise problems[own]
    possible = [value for value in values if fits is not None and fits(value)]
    if len(possible) == 1:
        return possible[0]
    if not _other_sign(spelled, own):
        return readings[own]
    low, high = sorted(values)
    raise UnclearNumber(stripped, (_written(low), _written(high)))


def _other_sign(text: str, own: str) -> bool:
    """Return True if digits are separated by a foreign decimal sign.

    A foreign sign is one that is not the language's decimal sign.
    """
    return re.search(r"[0-9][{}][0-9]".format("," if own == "." else "."), text) is not None


def _written(value: float) -> str:
    """Return an unambiguous text of a value.

    The text can be read in one way only. It has no thousands separators, and the language's own
    decimal sign.
    """
    text = repr(value).removesuffix(".0")
    return text.replace(".", catalogue.decimal_sign(language()))


__all__ = ["TypedNumberError", "UnclearNumber", "read_number"]
