"""What a person may move on a page, declared once: as fields of the page's State.

    @dataclass(frozen=True)
    class State(Subject):
        C: float = number(1.0, "C", "penalty", 1e-3, 1e6, log=True, when=lambda s: not s.hard)
        hard: bool = switch("hard margin")

From the declaration alone come the control, the address both ways, what is absent when it does not apply, what a
sentence says of a value that is refused, what new data reset, presets, and the picture that follows the hand. The
fields are read in their order: `when` and `options` may ask for the fields above their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Literal, TypeVar

from kernviz.data import Dataset
from kernviz.data.outside import unveil
from kernviz.kernels import Kernel
from kernviz.lessons.address import AddressParam, Value
from kernviz.lessons.notation import OWN, VOICES
from kernviz.wording import phrase, say, spoken

Kind = Literal["number", "vector", "switch", "ticks", "choice", "text", "place", "row"]
S = TypeVar("S")
ValueOf = Callable[[AddressParam], Value]
FARTHEST = 1e6  # where a place may be, as far as data may


def always(_: Any) -> bool:
    """What applies in every state."""
    return True


@dataclass(frozen=True)
class Declared:
    """One thing that may be moved: what it is, what to call it, what it takes, where its control stands."""

    kind: Kind
    default: Any
    symbol: str = ""
    word: str = ""
    low: float = -math.inf  # the slider's range
    high: float = math.inf
    least: float = -math.inf  # what the State takes
    most: float = math.inf
    log: bool = False
    whole: bool = False
    step: float | None = None
    choices: Sequence[str] | Callable[[Any], Sequence[str]] = ()
    when: Callable[[Any], bool] = always
    tab: str = ""  # the tab it moves; beside the picture if none
    fold: str = ""  # the fold its control stands in
    aside: bool = False  # its control stands beside the one above it
    hidden: bool = False  # has no control of its own: set by a click, or drawn by the page
    of_data: bool = False  # means nothing any more once the data are others
    names: tuple[str, ...] = ()  # in the address, where they are not the field's
    empty: str = ""  # what a place or a number means that nobody has set
    help: str = ""
    size: Callable[[Any], int] | None = None  # of a vector, where it depends on the state
    idea: str = ""  # what lectures write in different ways (notation.py)
    tall: int = 0  # pixels of a text of several lines

    @property
    def label(self) -> str:
        """``C, penalty``"""
        return ", ".join(filter(None, (spoken(self.symbol), spoken(self.word))))

    def options(self, state: Any) -> tuple[str, ...]:
        """What may be chosen in that state; words from outside are veiled."""
        return tuple(self.choices(state) if callable(self.choices) else self.choices)

    def params(self, name: str, state: Any) -> tuple[AddressParam, ...]:
        """Its values in the address, for a field of that name."""
        names = self.names or (name,)
        match self.kind:
            case "number":
                kind: Any = "integer" if self.whole else "number"
                return (AddressParam(names[0], kind, self.default, self.label, self.least, self.most),)
            case "vector":
                size = self.size(state) if self.size else len(names)
                labels = [self.symbol] if size == 1 else [f"{self.symbol}{i + 1}" for i in range(size)]
                each = zip(names, self.default, labels, strict=False)
                return tuple(AddressParam(key, "number", v, label, self.least, self.most) for key, v, label in each)
            case "switch":
                return (AddressParam(names[0], "flag", self.default, self.label),)
            case "ticks":
                items = zip(names, self.options(state), strict=True)
                return tuple(
                    AddressParam(key, "flag", item in self.default, say("{item} in {what}", item=item, what=self.word))
                    for key, item in items
                )
            case "choice":
                options = tuple(unveil(option) for option in self.options(state))
                default = self.default if self.default in options else next(iter(options), "")
                return (AddressParam(names[0], "choice", default, self.label, options=options),)
            case "text":
                return (AddressParam(names[0], "text", self.default, self.label, longest=int(self.most)),)
            case "place":
                return tuple(AddressParam(each, "number", None, self.label, self.least, self.most) for each in names)
            case "row":
                return (AddressParam(names[0], "integer", None, self.label, 0, self.most),)

    def values(self, state: Any, value: Any) -> tuple[Any, ...]:
        """A value of the field as its values in the address."""
        match self.kind:
            case "place" | "vector":
                return tuple(value)
            case "ticks":
                return tuple(item in value for item in self.options(state))
        return (value,)

    def value(self, name: str, state: Any, value_of: ValueOf) -> Any:
        """The field's value, where every value of the address is as `value_of` says."""
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
    """A number with a slider from `low` to `high`; the State takes it from `least` to `most`, its range unless
    given.
    """
    least, most = low if least is None else least, high if most is None else most
    return _declare(Declared("number", default, symbol, word, low, high, least, most, **more))


def whole(default: int | None, symbol: str, word: str, low: int, high: int, **more: Any) -> Any:
    """A whole number."""
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
    """Numbers with a slider each and a name in the address for each; `size`: how many of them there are in a state."""
    least, most = low if least is None else least, high if most is None else most
    return _declare(Declared("vector", default, symbol, "", low, high, least, most, names=names, **more))


def switch(word: str, default: bool = False, **more: Any) -> Any:
    """Yes or no."""
    return _declare(Declared("switch", default, word=word, **more))


def ticks(options: Sequence[str], word: str, names: tuple[str, ...], default: tuple[str, ...] = (), **more: Any) -> Any:
    """Some of a list, each with a name in the address."""
    return _declare(Declared("ticks", default, word=word, choices=options, names=names, **more))


def choice(options: Sequence[str] | Callable[[Any], Sequence[str]], word: str, default: str = "", **more: Any) -> Any:
    """One of a list, or of a list that depends on the fields above; the first unless `default` says otherwise."""
    if not default and not callable(options):
        default = options[0]
    return _declare(Declared("choice", default, word=word, choices=options, **more))


def text(default: str, word: str, longest: int = 500, **more: Any) -> Any:
    """Free text; its own reader says what is wrong inside it."""
    return _declare(Declared("text", default, word=word, most=longest, **more))


def place(word: str, names: tuple[str, ...], *, reach: float = FARTHEST, **more: Any) -> Any:
    """A point of the data's space, () until it is set; a name in the address for each coordinate."""
    return _declare(Declared("place", (), word=word, least=-reach, most=reach, names=names, of_data=True, **more))


def row(word: str, name: str, **more: Any) -> Any:
    """The row selected in a table, or None: known to the page, no part of the address."""
    return _declare(Declared("row", None, word=word, names=(name,), of_data=True, hidden=True, **more))


def _declare(declared: Declared, **more: Any) -> Any:
    return field(default=declared.default, metadata={"declared": declared}, **more)


SPEAK = Declared(
    "choice", OWN, word="notation", choices=VOICES, hidden=True
)  # the same on every page, with one control


@dataclass(frozen=True)
class Idle:
    """Why data or kernel play no part in a state, in a line. `waits`: others would, so they can still be chosen.
    `here`: they do play one, and stand on the page itself.
    """

    why: str
    waits: bool = False
    here: bool = False


DATA, KERNEL = "data", "kernel"
TYPED = phrase("The points are those typed on the page: the data play no part.")


@dataclass(frozen=True)
class Subject:
    """What every page looks at: the data, and the kernel in force."""

    data: Dataset
    kernel: Kernel
    speak: str = _declare(SPEAK, kw_only=True)  # whose notation the page is in

    @property
    def shown(self) -> Dataset:
        """The points on the page: the data, unless the page has points of its own."""
        return self.data

    @property
    def idle(self) -> Mapping[str, Idle]:
        """What of DATA and KERNEL plays no part in this state, or a small one."""
        return {}


def declarations(kind: Any) -> dict[str, Declared]:
    """Every field of a State that may be moved, in order."""
    return _declarations(kind)


@cache
def _declarations(kind: Any) -> dict[str, Declared]:
    return {item.name: item.metadata["declared"] for item in fields(kind) if "declared" in item.metadata}


def settle(kind: type[S], subject: dict[str, Any], value_of: ValueOf) -> S:
    """The State of these values; what does not apply stays at its default."""
    state = kind(**subject)
    for name, declared in declarations(kind).items():
        if declared.when(state):
            state = replace(state, **{name: declared.value(name, state, value_of)})  # type: ignore[type-var]
    return state


def applying(state: Any) -> dict[str, Declared]:
    """The fields that apply in a state."""
    return {name: declared for name, declared in declarations(type(state)).items() if declared.when(state)}
