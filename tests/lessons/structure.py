"""Language-independent structure of a lesson: everything but its words, with the numbers in its texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from kernviz.figures.figure import Figure
from kernviz.kernels import Kernel
from kernviz.lessons.lesson import Code, Formula, Lesson, Picture, Readout, Table
from kernviz.wire.coordinates import RoundedCoordinates
from kernviz.wire.field import Field
from kernviz.wording import Phrase, spoken, with_exponents

CUT = "…"
ANY = ("?",)  # numbers of a text that was cut
NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?:e[-−]?\d+)?|[∞½¼]")
# Of a figure what is read; every other text in it is a word of plotly's.
READ = {"name", "text", "hovertext", "hovertemplate", "texttemplate", "label", "prefix", "suffix", "ticktext", "title"}
READ |= {"customdata", "tickprefix", "ticksuffix", "hoverformat", "categoryarray", "legendgroup"}
OF_AXIS = {"x", "y", "z", "theta", "r"}  # numbers, or the names of bars


def numbers_in(text: str) -> tuple[str, ...]:
    """Numbers in a text, unordered: another language may order them differently."""
    plain = re.sub(r"(?<=\d)\{,\}(?=\d)", ".", text)
    return tuple(sorted(number.replace(",", ".") for number in NUMBER.findall(with_exponents(plain))))


def read(text: str) -> Any:
    """Part of a read text that has to be equal; for one that was cut, any numbers are."""
    plain = spoken(text)
    return ("text", bool(text), ANY if CUT in plain else numbers_in(plain))


def of(value: Any, key: str = "") -> Any:
    """Structure of any part of a lesson."""
    match value:
        case Lesson():
            parts = (value.question, value.picture, value.beside, value.tabs, value.problem)
            return [of(part) for part in parts] + [[["tab", str.__str__(t.title), of(t.blocks)] for t in value.tabs]]
        case Picture():
            kept = (value.key, value.height, value.square, value.revision, value.clickable)
            return [kept, of(value.figure), read(value.alt), read(value.caption), of(value.handles), of(value.points)]
        case Readout():
            return [str.__str__(value.label) if isinstance(value.label, Phrase) else read(value.label)] + [
                read(text) for text in (value.value, value.meaning)
            ]
        case Table():
            return [
                "Table",
                [[read(name), of(list(c))] for name, c in value.columns.items()],
                value.key,
                read(value.caption),
            ]
        case Formula():
            return ["Formula", numbers_in(spoken(value.latex))]
        case Code():
            return ["Code", re.sub("#.*", "", value.source)]
        case Figure():
            return figure(value.spec())
        case Kernel():
            return str(value)
        case str():
            return read(value)
        case np.ndarray():
            return of(value.tolist()) if value.dtype.kind in "OU" else value
        case Mapping():
            return {name: of(entry, name) for name, entry in value.items()}
        case list() | tuple():
            return [of(item) for item in value]
    if callable(value):
        return "callable"
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(of(getattr(value, item.name)) for item in fields(value))]
    return value


def figure(value: Any, key: str = "") -> Any:
    """Comparable structure of a figure: plotly's own words are to be equal."""
    if isinstance(value, Mapping):
        return {name: figure(entry, name) for name, entry in value.items()}
    if isinstance(value, np.ndarray) and value.dtype.kind not in "OU":
        return value
    if isinstance(value, Field | RoundedCoordinates):  # as it travels: the code's numbers
        return {item.name: figure(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, list | tuple | np.ndarray):
        return [figure(item, key) for item in value]
    if key == "textposition":  # a label's side, which depends on how long its words are
        return "a side"
    if isinstance(value, str) and (key in READ or key in OF_AXIS):
        return read(value)
    return value


def _is_text(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], str) and value[0] == "text"


def differences(a: Any, b: Any, where: str = "") -> Iterator[str]:
    """Places where two structures differ."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        if list(a) != list(b):
            yield f"{where}: {list(a)} and {list(b)}"
        for name in a.keys() & b.keys():
            yield from differences(a[name], b[name], f"{where}.{name}")
    elif isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        if type(a) is not type(b) or not np.array_equal(a, b, equal_nan=a.dtype.kind == "f" and b.dtype.kind == "f"):
            yield f"{where}: other numbers"
    elif isinstance(a, list | tuple) and isinstance(b, list | tuple) and not _is_text(a):
        if len(a) != len(b):
            yield f"{where}: {len(a)} and {len(b)} of them"
        for i, (one, other) in enumerate(zip(a, b, strict=False)):
            yield from differences(one, other, f"{where}[{i}]")
    elif _is_text(a) and _is_text(b) and ANY in (a[2], b[2]):
        if a[1] != b[1]:
            yield f"{where}: {a!r} and {b!r}"
    elif a != b and not (a != a and b != b):  # noqa: PLR0124  nan, of any type
        yield f"{where}: {a!r} and {b!r}"
