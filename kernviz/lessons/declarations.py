"""Declarations of a page's parameters as fields of the page's State.

Each parameter is declared once:

    @dataclass(frozen=True)
    class State(Subject):
        C: float = number(1.0, "C", "penalty", 1e-3, 1e6, log=True, when=lambda s: not s.hard)
        hard: bool = switch("hard margin")

All else follows from the declaration: the control, the address in both directions (the URL's
query parameters), the condition under which a parameter applies. So do the sentence about a
refused value, the reset by new data, presets and the live picture. Fields are read in order:
`when` and `choices` may depend on the fields above their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kernviz.data.untrusted_text import unveil
from kernviz.lessons.address import AddressParam, Value
from kernviz.wording import say, spoken

Kind = Literal["number", "vector", "switch", "ticks", "choice", "text", "place", "row"]
ValueOf = Callable[[AddressParam], Value]
FARTHEST = 1e6  # largest coordinate of a place, as for data


def always(_: Any) -> bool:
    """Return True: the condition of a parameter that applies in every state."""
    return True


@dataclass(frozen=True)
class Declared:
    """Declaration of one parameter: kind, label, permitted values, position of its control."""

    kind: Kind
    default: Any
    symbol: str = ""
    word: str = ""
    low: float = -math.inf  # lower end of the slider's range
    high: float = math.inf
    least: float = -math.inf  # lower end of the range accepted by the State
    most: float = math.inf
    log: bool = False
    whole: bool = False
    step: float | None = None
    choices: Sequence[str] | Callable[[Any], Sequence[str]] = ()
    when: Callable[[Any], bool] = always
    tab: str = ""  # tab of its control; empty if the control is beside the picture
    fold: str = ""  # expander that contains its control
    aside: bool = False  # True if its control stands beside the previous one
    hidden: bool = False  # True if it has no control of its own: it is set by a click, or drawn by the page
    of_data: bool = False  # True if it is reset when other data are chosen
    names: tuple[str, ...] = ()  # query parameters, if they differ from the field's name
    empty: str = ""  # label of an unset place or number
    help: str = ""
    called: str = ""  # name of a place in a sentence, with its article
    size: Callable[[Any], int] | None = None  # length of a vector, if it depends on the state
    idea: str = ""  # key of the notation table (notation.py)
    tall: int = 0  # height in pixels of a text of several lines

    @property
    def label(self) -> str:
        """Return the label of the parameter: ``C, penalty``."""
        return ", ".join(filter(None, (spoken(self.symbol), spoken(self.word))))

    def options(self, state: Any) -> tuple[str, ...]:
        """Return the permitted choices in a state.

        Words from files or addresses are veiled (kernviz/data/untrusted_text.py).
        """
        return tuple(self.choices(state) if callable(self.choices) else self.choices)

    def params(self, name: str, state: Any) -> tuple[AddressParam, ...]:
        """Return the query parameters of the field `name` in a state."""
        names = self.names or (name,)
        match self.kind:
            case "number":
                kind: Any = "integer" if self.whole else "number"
                return (AddressParam(names[0], kind, self.default, self.label, self.least, self.most),)
            case "vector":
                size = self.size(state) if self.size else len(names)
                labels = [self.symbol] if size == 1 else [f"{self.symbol}{i + 1}" for i in range(size)]
                cells = zip(names, self.default, labels, strict=False)
                return tuple(AddressParam(key, "number", v, label, self.least, self.most) for key, v, label in cells)
            case "switch":
                return (AddressParam(names[0], "flag", self.default, self.label),)
            case "ticks":
                items = zip(names, self.options(state), strict=True)
                return tuple(
                    AddressParam(
                        key, "flag", item in self.default, say("{value} in {field}", value=item, field=self.word)
                    )
                    for key, item in items
                )
            case "choice":
                options = tuple(unveil(option) for option in self.options(state))
                default = self.default if self.default in options else next(iter(options), "")
                return (AddressParam(names[0], "choice", default, self.label, options=options),)
            case "text":
                return (AddressParam(names[0], "text", self.default, self.label, longest=int(self.most)),)
            case "place":
                return tuple(AddressParam(name, "number", None, self.label, self.least, self.most) for name in names)
            case "row":
                return (AddressParam(names[0], "integer", None, self.label, 0, self.most),)

    def values(self, state: Any, value: Any) -> tuple[Any, ...]:
        """Return the field's value as the values of its query parameters."""
        match self.kind:
            case "place" | "vector":
                return tuple(value)
            case "ticks":
                return tuple(item in value for item in self.options(state))
        return (value,)

    def value(self, name: str, state: Any, value_of: ValueOf) -> Any:
        """Return the value of the field.

        `value_of` returns the value of each query parameter.
        """
        found = [value_of(param) for param in self.params(name, state)]
        if self.kind in ("place", "vector"):
            return tuple(float(v) for v in found if v is not None)
        if self.kind == "ticks":
            return tuple(item for item, ticked in zip(self.options(state), found, strict=True) if ticked)
        if self.kind == "choice":
            options = self.options(state)
            return next((option for option in options if unveil(option) == found[0]), next(iter(options), ""))
        if self.kind == "number" and not self.whole and found[0] is not None:
            return float(found[0])
        return found[0]


def number(
    default: float | None,
    symbol: str,
    word: str,
    low: float,
    high: float,
    *,
    least: float | None = None,
    most: float | None = None,
    **more: Any,
) -> Any:
    """Declare a number with a slider from `low` to `high`.

    The State accepts `least` to `most`, by default the same range.
    """
    least, most = low if least is None else least, high if most is None else most
    return declare(Declared("number", default, symbol, word, low, high, least, most, **more))


def whole(default: int | None, symbol: str, word: str, low: int, high: int, **more: Any) -> Any:
    """Declare a whole number."""
    return number(default, symbol, word, low, high, whole=True, **more)


def vector(
    default: tuple[float, ...],
    symbol: str,
    names: tuple[str, ...],
    low: float,
    high: float,
    *,
    least: float | None = None,
    most: float | None = None,
    **more: Any,
) -> Any:
    """Declare a vector with a slider and a query parameter per number.

    `size(state)` is the vector's length in a state, by default the number of `names`.
    """
    least, most = low if least is None else least, high if most is None else most
    return declare(Declared("vector", default, symbol, "", low, high, least, most, names=names, **more))


def switch(word: str, default: bool = False, **more: Any) -> Any:
    """Declare a switch, yes or no."""
    return declare(Declared("switch", default, word=word, **more))


def ticks(options: Sequence[str], word: str, names: tuple[str, ...], default: tuple[str, ...] = (), **more: Any) -> Any:
    """Declare a selection of any number of items from a list.

    Each item has a query parameter.
    """
    return declare(Declared("ticks", default, word=word, choices=options, names=names, **more))


def choice(options: Sequence[str] | Callable[[Any], Sequence[str]], word: str, default: str = "", **more: Any) -> Any:
    """Declare a choice from a list.

    The list may depend on the fields above. The first choice is the default unless `default` is
    given.
    """
    if not default and not callable(options):
        default = options[0]
    return declare(Declared("choice", default, word=word, choices=options, **more))


def text(default: str, word: str, longest: int = 500, **more: Any) -> Any:
    """Declare free text.

    The text's own reader reports errors inside it.
    """
    return declare(Declared("text", default, word=word, most=longest, **more))


def place(word: str, names: tuple[str, ...], *, called: str, **more: Any) -> Any:
    """Declare a point of the data's space.

    The point is () until set. Each coordinate has a query parameter. `called` is its name in a
    sentence about what is dragged: a language with cases needs the article there.
    """
    more |= {"least": -FARTHEST, "most": FARTHEST}
    return declare(Declared("place", (), word=word, names=names, called=called, of_data=True, **more))


def row(word: str, name: str, **more: Any) -> Any:
    """Declare the selected row of a table, or None.

    The row is part of the state, and not of the address.
    """
    return declare(Declared("row", None, word=word, names=(name,), of_data=True, hidden=True, **more))


def declare(declared: Declared, **more: Any) -> Any:
    return field(default=declared.default, metadata={"declared": declared}, **more)
