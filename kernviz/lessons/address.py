"""One value of the address: what it may be, and a reading of it that no text can upset. No Streamlit here."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kernviz.wording import decimal, say

Kind = Literal["choice", "number", "integer", "flag", "text", "names"]
Value = str | float | int | bool | None

INFINITE = ("inf", "∞")
MOVED = "~"  # before the name of a number of the kernel that a hand is on
MOST_LISTED = 8  # names a refusal lists
QUOTED = 40  # characters of a rejected value that are worth showing
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)


@dataclass(frozen=True)
class AddressParam:
    """One parameter: the key of its widget, what values it takes, and what to call it in a sentence."""

    name: str
    kind: Kind
    default: Value
    label: str = ""
    low: float = -math.inf
    high: float = math.inf
    options: tuple[str, ...] = ()
    longest: int = 500
    infinite: bool = False  # whether a number may be ∞

    def read(self, raw: Sequence[str]) -> tuple[Value, str | None]:
        """The value the address gives, or the default and why. Total: any text, any number of repetitions."""
        if not raw:
            return self.default, None
        text = raw[-1].strip()
        value, condition = self._value(text)
        if condition is None and len(raw) > 1:
            return value, say("is given {raw} times: the last one counts", raw=len(raw))
        return (self.default, condition) if condition else (value, None)

    def takes(self, value: Value) -> bool:
        """Whether this can be its value."""
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
        said = [name.strip() for name in text.split(",")] if text else []
        if set(said) <= set(self.options):
            return ",".join(dict.fromkeys(said)), None
        listed = ", ".join(self.options[:MOST_LISTED]) + (", …" if len(self.options) > MOST_LISTED else "")
        return None, say("must be names with commas between them, of {listed}", listed=listed)

    def _number(self, text: str) -> tuple[Value, str | None]:
        whole = self.kind == "integer"
        noun = say("a whole number") if whole else "a number"
        if self.infinite and text.lower() in INFINITE:
            return math.inf, None
        if not _NUMBER.fullmatch(text):
            hint = f": write {text.replace(',', '.')}" if re.fullmatch(r"[+-]?\d+,\d+", text, re.ASCII) else ""
            return None, say("must be {noun}{hint}", noun=noun, hint=hint)
        value = float(text)
        if whole and not value.is_integer():
            return None, say("must be {noun}", noun=noun)
        if not (math.isfinite(value) and self.low <= value <= self.high):
            return None, say("must be {limits}", limits=self.limits())
        return int(value) if whole else value, None

    def limits(self) -> str:
        """What a number must be, beside a number: ``between 0.001 and 1000``."""
        if math.isinf(self.high):
            return "finite" if math.isinf(self.low) else say("at least {show}", show=show(self.low))
        return (
            say("at most {show}", show=show(self.high))
            if math.isinf(self.low)
            else say("between {low} and {high}", low=show(self.low), high=show(self.high))
        )


def number(
    name: str, default: float, *, low: float = -math.inf, high: float = math.inf, label: str = ""
) -> AddressParam:
    """A real number in [low, high]; infinities and NaN are never let through."""
    return AddressParam(name, "number", float(default), label, low, high)


def integer(name: str, default: int, *, low: int, high: int, label: str = "") -> AddressParam:
    """A whole number in [low, high]."""
    return AddressParam(name, "integer", default, label, low, high)


def choice(name: str, options: Iterable[str], default: str | None = None, *, label: str = "") -> AddressParam:
    """One of ``options`` (the texts shown); the first unless ``default`` says otherwise."""
    texts = tuple(options)
    return AddressParam(name, "choice", texts[0] if default is None else default, label, options=texts)


def flag(name: str, default: bool, *, label: str = "") -> AddressParam:
    """A switch, ``true`` or ``false`` in the address."""
    return AddressParam(name, "flag", default, label)


def text(name: str, default: str, *, longest: int = 500, label: str = "") -> AddressParam:
    """Free text, such as a kernel; its own parser says what is wrong inside it."""
    return AddressParam(name, "text", default, label, longest=longest)


def names(name: str, options: Iterable[str], *, label: str = "") -> AddressParam:
    """Some of ``options``, with commas between them; none unless the address says so."""
    return AddressParam(name, "names", "", label, options=tuple(dict.fromkeys(options)))


def written(value: Value) -> str:
    """A value as the address writes it: ``true``, ``5``, ``0.1``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def quote(name: str, value: str) -> str:
    """``name=value`` cut to a readable length, on one line, fit for any encoding."""
    said = f"{name}={value}".encode("utf-8", "backslashreplace").decode()
    said = "".join(c if c.isprintable() else "�" for c in said)
    return said if len(said) <= QUOTED else said[: QUOTED - 1] + "…"


def show(value: Value) -> str:
    """A value as a sentence writes it: four significant digits, no quotes, words for a switch."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return decimal(f"{value:.4g}")
    if value is None or value == "":
        return "nothing"
    return quote("", str(value))[1:]
