"""Parser and validator of one query parameter of an address (URL).

Every text is read safely. The module imports no Streamlit.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kernviz.wording import say, short

Kind = Literal["choice", "number", "integer", "flag", "text", "names"]
Value = str | float | int | bool | None

INFINITE = ("inf", "∞")
MOVED = "~"  # prefix of the name of a number of the kernel, while it is being dragged
MOST_LISTED = 8  # largest number of names listed in an error message
QUOTED = 40  # characters of a rejected value that are quoted
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)


@dataclass(frozen=True)
class AddressParam:
    """Declaration of one query parameter.

    `name` is also the key of its widget, `label` its name in sentences. The other fields are the
    default and the permitted values.
    """

    name: str
    kind: Kind
    default: Value
    label: str = ""
    low: float = -math.inf
    high: float = math.inf
    options: tuple[str, ...] = ()
    longest: int = 500
    infinite: bool = False  # True if the number may be ∞
    numbered: bool = False  # True if a choice may also be given by its number, from 1
    formerly: tuple[tuple[str, str], ...] = ()  # former names of options, each with the present name

    def read(self, raw: Sequence[str]) -> tuple[Value, str | None]:
        """Return the value, and the condition that the text breaks or None.

        `raw` are the texts of the parameter, of which the last counts. With a broken condition, or
        without a text, the value is the default. The function is total: every text is accepted.
        """
        if not raw:
            return self.default, None
        value, condition = self._value(raw[-1].strip())
        return (self.default, condition) if condition else (value, None)

    def takes(self, value: Value) -> bool:
        """Return True if the value is permitted."""
        if value == self.default:
            return True
        match self.kind:
            case "choice":
                return value in self.options
            case "flag":
                return isinstance(value, bool)
            case "text":
                return isinstance(value, str) and len(value) <= self.longest
            case "names":
                return isinstance(value, str) and self._value(value)[1] is None
            case "integer" | "number":
                return isinstance(value, int | float) and self.low <= value <= self.high

    def _value(self, text: str) -> tuple[Value, str | None]:
        match self.kind:
            case "choice":
                if self.numbered and re.fullmatch(r"[1-9]\d{0,3}", text, re.ASCII) and text not in self.options:
                    text = self.options[int(text) - 1] if int(text) <= len(self.options) else text
                text = dict(self.formerly).get(text, text)
                listed = ", ".join(self.options[:6]) + (", …" if len(self.options) > 6 else "")
                return (text, None) if text in self.options else (None, say("must be one of {listed}", listed=listed))
            case "flag":
                value = {"true": True, "false": False}.get(text.lower())
                return value, None if value is not None else say("must be true or false")
            case "text":
                return (
                    (text, None)
                    if len(text) <= self.longest
                    else (None, say("is longer than {longest} characters", longest=self.longest))
                )
            case "names":
                return self._names(text)
            case "integer" | "number":
                return self._number(text)

    def _names(self, text: str) -> tuple[Value, str | None]:
        items = [name.strip() for name in text.split(",")] if text else []
        if set(items) <= set(self.options):
            return ",".join(dict.fromkeys(items)), None
        listed = ", ".join(self.options[:MOST_LISTED]) + (", …" if len(self.options) > MOST_LISTED else "")
        return None, say("must be names from this list, with commas between them: {listed}", listed=listed)

    def _number(self, text: str) -> tuple[Value, str | None]:
        whole = self.kind == "integer"
        noun = say("a whole number") if whole else say("a number")
        if self.infinite and text.lower() in INFINITE:
            return math.inf, None
        if not _NUMBER.fullmatch(text):
            comma = re.fullmatch(r"[+-]?\d+,\d+", text, re.ASCII)
            if comma:
                return None, say("must be {kind}: write {number}", kind=noun, number=text.replace(",", "."))
            return None, say("must be {kind}", kind=noun)
        value = float(text)
        if whole and not value.is_integer():
            return None, say("must be {kind}", kind=noun)
        if not (math.isfinite(value) and self.low <= value <= self.high):
            return None, say("must be {limits}", limits=self.limits())
        return int(value) if whole else value, None

    def limits(self) -> str:
        """Return the condition on a number as words: ``between 0.001 and 1000``.

        The words continue the sentence “must be …”.
        """
        if math.isinf(self.high):
            return say("finite") if math.isinf(self.low) else say("at least {limit}", limit=show(self.low))
        return (
            say("at most {limit}", limit=show(self.high))
            if math.isinf(self.low)
            else say("between {low} and {high}", low=show(self.low), high=show(self.high))
        )


def number(
    name: str, default: float, *, low: float = -math.inf, high: float = math.inf, label: str = ""
) -> AddressParam:
    """Declare a real number in [low, high]; infinities and NaN are rejected."""
    return AddressParam(name, "number", float(default), label, low, high)


def integer(name: str, default: int, *, low: int, high: int, label: str = "") -> AddressParam:
    """Declare a whole number in [low, high]."""
    return AddressParam(name, "integer", default, label, low, high)


def choice(name: str, options: Iterable[str], default: str | None = None, *, label: str = "") -> AddressParam:
    """Declare a parameter with one of ``options``.

    The options are the texts shown. The default is the first unless given.
    """
    texts = tuple(options)
    return AddressParam(name, "choice", texts[0] if default is None else default, label, options=texts)


def text(name: str, default: str, *, longest: int = 500, label: str = "") -> AddressParam:
    """Declare free text, such as a kernel.

    The text's own parser reports errors inside it.
    """
    return AddressParam(name, "text", default, label, longest=longest)


def names(name: str, options: Iterable[str], *, label: str = "") -> AddressParam:
    """Declare a selection from ``options``, separated by commas; empty by default."""
    return AddressParam(name, "names", "", label, options=tuple(dict.fromkeys(options)))


def written(value: Value) -> str:
    """Return the text of a value in the address: ``true``, ``5``, ``0.1``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def quote(name: str, value: str) -> str:
    """Return ``name=value`` cut to a readable length.

    Characters that cannot be printed or encoded, such as line breaks, are replaced.
    """
    pair = f"{name}={value}".encode("utf-8", "backslashreplace").decode()
    pair = "".join(c if c.isprintable() else "�" for c in pair)
    return pair if len(pair) <= QUOTED else pair[: QUOTED - 1] + "…"


def show(value: Value) -> str:
    """Return the text of a value in a sentence.

    A float has four significant digits, a long text is cut, and a switch is true or false.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return short(value)
    if value is None or value == "":
        return say("nothing")
    return quote("", str(value))[1:]
