"""Lesson rewritten in a lecture's notation.

The texts and formulas are converted after building.

Outside words, such as names of columns and classes, are not symbols, though a column may be
called y. They are masked letter by letter before the lesson is built, and unmasked in every
text of the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np

from kernviz.data import Dataset
from kernviz.data.registry import SHELF
from kernviz.figures.figure import Figure
from kernviz.kernels import Kernel, latex
from kernviz.kernels.numbers import numbers
from kernviz.kernels.widths import divided_by_width
from kernviz.lessons.lesson import (
    Block,
    Cell,
    Formula,
    Lesson,
    Number,
    Numbers,
    Picture,
    Row,
    Tab,
    Table,
    Text,
    Ways,
)
from kernviz.lessons.notation import OWN, said
from kernviz.lessons.notation_text import Voice
from kernviz.lessons.page import Page, built_once
from kernviz.lessons.state import Subject, applying
from kernviz.wording import spoken

T = TypeVar("T")
QUOTED = re.compile(r"notes|Fun Time|Quiz|Exercise|Every width|Code|S[0-4]|E\d\d")  # tabs that contrast notations
LECTURE = re.compile(r"\bS[0-4]\b")
# Tangut: printable, not used in labels, and different from the characters of data/untrusted_text.py
FIRST_MASK = 0x17000
MASKED = re.compile("[\U00017000-\U000187ff]")
# keys of a figure whose values are texts
_SAID = {"name", "text", "hovertext", "hovertemplate", "label", "prefix", "ticktext"}
_AROUND = {"title", "colorbar", "annotations", "updatemenus", "buttons", "sliders", "steps", "currentvalue", "legend"}


def voice_of(page: str, state: Subject) -> Voice:
    """Return the notation of a page in a state."""
    if state.speak == OWN:
        return Voice(page, OWN)
    widths = [float(n.value) for n in numbers(state.kernel) if n.param.idea == "width"]
    own = [getattr(state, name) for name, one in applying(state).items() if one.idea == "width"]
    return Voice(page, state.speak, tuple(dict.fromkeys([*own, *widths])))


def build(page: Page[Any], state: Any, cut: Callable[[Lesson], Lesson] = lambda lesson: lesson) -> Lesson:
    """Return the lesson of a state in the state's notation.

    `cut` selects a part of the lesson.
    """
    voice = voice_of(page.name, state)
    if voice.lecture == OWN or page.writes_notation:
        return cut(built_once(page, state))
    told = _Retold(voice)
    with divided_by_width(told.over):
        return told.lesson(cut(built_once(page, masked(state, voice))))


def formula(kernel: Kernel, lecture: str, page: str = "compose") -> str:
    """Kernel in the lecture's notation, in TeX."""
    voice = Voice(page, lecture)
    with divided_by_width(_Retold(voice).over):
        return voice.tex(latex(kernel))


# ---- texts from outside ----------------------------------------------------------------------------------------------


def mask(word: str) -> str:
    """Replace every letter of a word by a masking character.

    Such a character is no symbol.
    """
    return "".join(chr(FIRST_MASK + ord(c)) if c.isalpha() and ord(c) < 0x1000 else c for c in word)


def unmask(text: str) -> str:
    """Remove the masks of `mask` from any text."""
    return MASKED.sub(lambda c: chr(ord(c.group()) - FIRST_MASK), text)


def masked(state: Any, voice: Voice) -> Any:
    """Return a state whose data names are masked.

    Only names that look like symbols are masked.
    """
    data: Dataset = state.data
    ours = data.name in SHELF  # only for our own datasets is the target named y the y of the formulas
    said_of = (data.name, data.title, data.source, *data.columns, *data.classes, *data.notes)
    names = {word for word in (*said_of, *([] if ours else [data.target])) if voice.markdown(word) != spoken(word)}
    return replace(state, **_changed(state, lambda value: _renamed(value, names))) if names else state


def _renamed(value: Any, names: set[str]) -> Any:
    if isinstance(value, str):
        return mask(spoken(value)) if value in names else value
    if isinstance(value, tuple) and any(isinstance(item, str) for item in value):
        return tuple(_renamed(item, names) for item in value)
    return (
        replace(value, **_changed(value, lambda item: _renamed(item, names))) if isinstance(value, Dataset) else value
    )


def _changed(value: Any, change: Callable[[Any], Any]) -> dict[str, Any]:
    pairs = ((item.name, getattr(value, item.name)) for item in fields(value) if item.init)
    return {name: new for name, old in pairs if (new := change(old)) is not old}


# ---- rewriting of whole lessons --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Retold:
    voice: Voice

    @property
    def over(self) -> float:
        """Divisor of the width in formulas of kernels."""
        found = said("width", self.voice.lecture)
        return found.map.c if found and found.map else 0.0

    def lesson(self, built: Lesson) -> Lesson:
        return replace(
            built,
            question=self.text(built.question),
            picture=built.picture and self.picture(built.picture),
            besides=tuple(self.later(item) if callable(item) else self.block(item) for item in built.besides),
            tabs=tuple(self.tab(tab) for tab in built.tabs),
            problem=self.text(built.problem),
        )

    def later(self, make: Callable[[], tuple[Block, ...]], quoted: bool = False) -> Callable[[], tuple[Block, ...]]:
        """Function that builds blocks on demand and rewrites them."""

        def made() -> tuple[Block, ...]:
            with divided_by_width(0.0 if quoted else self.over):
                return tuple((self.quoted if quoted else self).block(block) for block in make())

        return made

    @property
    def quoted(self) -> _Retold:
        """Rewriter that changes nothing but removes masks."""
        return _Retold(Voice(self.voice.page, OWN))

    def tab(self, tab: Tab) -> Tab:
        content = tab.content
        quoted = bool(QUOTED.search(tab.title))
        return Tab(tab.title, self.later(content if callable(content) else lambda: content, quoted))

    def block(self, item: Block) -> Block:
        match item:
            case Picture():
                return self.picture(item)
            case Text():
                return replace(item, markdown=self.text(item.markdown))
            case Formula():
                return Formula(unmask(self.voice.tex(item.latex)))
            case Numbers():
                return Numbers(tuple(self.number(each) for each in item.items))
            case Table():
                return self.table(item)
            case Row():
                return Row(tuple(tuple(self.block(each) for each in column) for column in item.columns))
            case Ways():
                rows = tuple(tuple(self.cell(cell) for cell in row) for row in item.rows)
                head = tuple(self.words(each) for each in item.head)
                return replace(item, head=head, rows=rows, caption=self.text(item.caption))
        return _unmasked(item)

    def number(self, item: Number) -> Number:
        value = item.said
        if not isinstance(value, str):
            make = value

            def later() -> str:
                with divided_by_width(self.over):
                    return self.words(make())

            return Number(self.words(item.label), later, self.words(item.meaning))
        return Number(self.words(item.label), self.words(value), self.words(item.meaning))

    def table(self, item: Table) -> Table:
        """Rewrite a table in the lecture's notation.

        A table that names lectures contrasts their notations, and stays.
        """
        cells = [*item.columns, *(v for values in item.columns.values() for v in values if isinstance(v, str))]
        told = self.quoted if any(LECTURE.search(cell) for cell in cells) else self
        columns: dict[str, list[Any]] = {}
        for name, values in item.columns.items():
            new = told.words(name)
            new = new if new not in columns else name
            columns[new] = [told.words(value) if isinstance(value, str) else value for value in values]
        return replace(item, columns=columns, caption=self.text(item.caption))

    def cell(self, item: Cell) -> Cell:
        return replace(item, text=self.text(item.text), formula=unmask(self.voice.tex(item.formula)))

    def picture(self, item: Picture) -> Picture:
        figure = Figure([self.trace(trace) for trace in item.figure.data], self.part(item.figure.layout, axes=True))
        figure.play(lambda: [self.frame(frame) for frame in item.figure.frames])
        handles = tuple(
            replace(handle, label=self.words(handle.label), called=self.words(handle.called)) for handle in item.handles
        )
        points = item.points and replace(item.points, data=_unmasked(item.points.data))
        alt, caption = self.text(item.alt), self.text(item.caption)
        return replace(item, figure=figure, alt=alt, caption=caption, handles=handles, points=points)

    def frame(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        """Rewrite an animation frame but not its name.

        A button finds the frame by its name.
        """
        data = [self.trace(trace) for trace in frame.get("data", ())]
        told = dict(frame) | ({"data": data} if "data" in frame else {})
        return told | ({"layout": self.part(frame["layout"], axes=True)} if "layout" in frame else {})

    def trace(self, trace: Mapping[str, Any]) -> dict[str, Any]:
        return self.part(trace)

    def part(self, held: Mapping[str, Any], axes: bool = False) -> dict[str, Any]:
        """Rewrite the texts of a part of a figure.

        Everything else is returned unchanged.
        """
        told = dict(held)
        for name, value in held.items():
            if name in _SAID or (name == "title" and isinstance(value, str)):
                told[name] = self.said(value)
            elif name in _AROUND or (axes and name.startswith(("xaxis", "yaxis", "zaxis", "scene", "coloraxis"))):
                told[name] = self.around(value, axes)
            elif isinstance(value, str):
                told[name] = unmask(value)
        return told

    def around(self, value: Any, axes: bool) -> Any:
        if isinstance(value, Mapping):
            return self.part(value, axes)
        if isinstance(value, list | tuple):
            return [self.part(item, axes) if isinstance(item, Mapping) else item for item in value]
        return value

    def said(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.words(value)
        if isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.dtype.kind in "OU"):
            return [self.words(item) if isinstance(item, str) else item for item in value]
        return value

    def words(self, text: str) -> str:
        return unmask(self.voice.text(text))

    def text(self, markdown: str) -> str:
        return unmask(self.voice.markdown(markdown))


def _unmasked(value: T) -> T:
    """Block or data with every text in it unmasked."""
    return replace(value, **_changed(value, _plain))  # type: ignore[type-var]


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return unmask(value) if MASKED.search(value) else value
    if isinstance(value, tuple) and any(isinstance(item, str) and MASKED.search(item) for item in value):
        return tuple(_plain(item) for item in value)
    return value
