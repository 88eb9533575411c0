"""Pages in random states: any data, kernel, declared value, tab, language or notation, and checks of the result."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kernviz.data.untrusted_text import unveil
from kernviz.figures.figure import Figure
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.address import AddressParam, written
from kernviz.lessons.declarations import Declared
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Block, Cell, Formula, Lesson, LinkTable, Numbers, Picture, Slot, Table, Text
from kernviz.lessons.notation import VOICES
from kernviz.lessons.page import Page, build, pages
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.state import declarations
from kernviz.ui.escaping import markdown
from kernviz.wording import speaking
from tests.lessons import degenerate
from tests.lessons.reading import unrolled
from tests.lessons.scales import unsound
from tests.ui import addresses

LANGUAGES = ("en", "en", "de")
KERNELS = (*degenerate.KERNELS, *addresses.KERNELS)
EVERYDAY = (
    "rbf(gamma=1)",
    "linear",
    "poly(degree=2, gamma=1, coef0=1)",
    "poly(degree=3, gamma=1, coef0=0)",
    "laplacian(gamma=1)",
    "0.5*rbf(gamma=2)*poly(degree=2, gamma=1, coef0=1) + exp(linear)",
    "matern(nu=1.5, length=1)",
    "periodic(length=1, period=2)",
    "weight(decay(gamma=1), linear)",
    "linear @ square",
)
COORDINATES = ("0", "1", "-1", "0.5", "2", "1e6", "-1e6", "1e-12", "1e-300", "1.0000000000000002", "3.14159", "-0.25")


@dataclass(frozen=True)
class Asked:
    """One address: page, language, parameters, and the number of the open tab."""

    page: str
    language: str
    params: Mapping[str, str]
    tab: int

    def link(self) -> dict[str, str]:
        """Query parameters of a link, including the open tab."""
        params = {**self.params, "lang": self.language}
        about = data_and_kernel.read(_listed(self.params), None, pages()[self.page].first)
        if about is not None:
            page = pages()[self.page]
            tabs = build(page, lesson_page.read(page, about, _listed(self.params))).tabs
            if tabs:
                params["tab"] = markdown(str(tabs[self.tab % len(tabs)].title))
        return params


def _listed(params: Mapping[str, str]) -> dict[str, list[str]]:
    return {name: [text] for name, text in params.items()}


def asked(chance: random.Random) -> Asked:
    """Random address of any page; one in three starts from an example."""
    page = pages()[chance.choice(list(pages()))]
    examples = [p for p in PRESETS if p.page == page.name]
    params: dict[str, str] = {}
    if examples and chance.random() < 0.3:
        params = {name: written(value) for name, value in chance.choice(examples).values.items()}
    else:
        params = _data(chance) | {"k": chance.choice(EVERYDAY if chance.random() < 0.5 else KERNELS)}
    params |= _own(page, params, chance)
    if chance.random() < 0.3:
        params["speak"] = chance.choice(VOICES)
    params.pop("tab", None)
    return Asked(page.name, chance.choice(LANGUAGES), params, chance.randrange(12))


def _data(chance: random.Random) -> dict[str, str]:
    kind = chance.random()
    if kind < 0.3:
        return {"data": "drawn", "pts": chance.choice(list(degenerate.POINTS.values()))}
    if kind < 0.55:
        return {"data": "drawn", "pts": _drawn(chance)}
    name = chance.choice([name for name in data_and_kernel.menu() if name != data_and_kernel.DRAWN])
    params = {"data": name, "n": str(chance.choice((4, 5, 10, 20, 40, 100))), "seed": str(chance.randrange(100))}
    return params | ({"noise": chance.choice(("0", "0.1", "0.5", "2"))} if chance.random() < 0.5 else {})


def _drawn(chance: random.Random) -> str:
    """Few random points of any kind, many of them coincident."""
    kind, wide = chance.choice((("", 2), ("", 2), ("", 2), ("x= ", 1), ("y= ", 2), ("z= ", 3)))
    pool = chance.sample(COORDINATES, k=chance.randint(1, 4))

    def some() -> str:
        return " ".join(chance.choice(pool) for _ in range(wide * chance.randint(1, 6)))

    if kind in ("y= ", "z= ") or chance.random() < 0.15:
        return kind + some()
    return kind + " ".join(f"{name}: {some()}" for name in ("+1", "-1", "c", "d")[: chance.choice((1, 2, 2, 2, 3, 4))])


def _own(page: Page[Any], params: Mapping[str, str], chance: random.Random) -> dict[str, str]:
    """Random values of the page's declared fields, read in turn because later ones may depend on them."""
    about = data_and_kernel.read(_listed(params), None, page.first)
    if about is None:
        return {}
    state, found = page.State(about.data, about.kernel), {}
    often = chance.choice((0.1, 0.4, 0.8))
    for name, declared in declarations(page.State).items():
        if name == "speak" or declared.kind == "row" or not declared.when(state):
            continue
        mine = {param.name: params.get(param.name, "") for param in declared.params(name, state)}
        if chance.random() < often:
            mine = {param.name: _text(param, declared, chance) for param in declared.params(name, state)}
            found |= mine
        texts = {key: [text] for key, text in mine.items() if text}

        def value_of(param: AddressParam, texts: Mapping[str, list[str]] = texts) -> Any:
            return param.read(texts.get(param.name, ()))[0]

        state = replace(state, **{name: declared.value(name, state, value_of)})
    return found


def _text(param: AddressParam, declared: Declared, chance: random.Random) -> str:
    """Random text for a parameter, mostly permitted: an end, a value in between, or a text meant for another."""
    if param.options:
        return chance.choice(param.options)
    if param.kind == "flag":
        return chance.choice(("true", "false"))
    if param.kind == "text":
        mine = [addresses.POINTS, addresses.KERNELS, addresses.WORDS, (str(param.default),)]
        return str(chance.choice(chance.choice(mine)))
    ends = [declared.low, declared.high, param.low, param.high, 0.0, 1.0, 1e-12, 1e6]
    known = [min(max(end, param.low), param.high) for end in ends]
    value = chance.choice([end for end in known if math.isfinite(end)])
    if chance.random() < 0.6:
        low, high = max(declared.low, -1e6), min(declared.high, 1e6)
        value = 10 ** chance.uniform(math.log10(low), math.log10(high)) if declared.log else chance.uniform(low, high)
    return str(round(value)) if param.kind == "integer" else written(float(f"{value:.4g}"))


# ---- what must hold ----


def faults(one: Asked) -> list[str]:
    """Faults of the page in that state; [] if there are none, or if only the page itself can tell.

    Raises what the lesson raises.
    """
    page, params = pages()[one.page], _listed(one.params)
    with speaking(one.language):
        about = data_and_kernel.read(params, None, page.first)
        if about is None:  # the composer or the drawing says why, over the last kernel or points that could be read
            return []
        state = lesson_page.read(page, about, params)
        lesson_page.refusals(page, about, params)
        found = _round_trip(page, about, state)
        lesson = build(page, state)
        letters = "abcdefx" if page.name in ("objects", "lift") else ""  # in braces: of sets, of monomials
        return found + list(judged(lesson, one.tab, (*one.params.values(), *letters)))


def _round_trip(page: Page[Any], about: Any, state: Any) -> list[str]:
    again = _listed(lesson_page.write(state))
    return [] if lesson_page.read(page, about, again) == state else [f"written as {again} it is another state"]


def judged(lesson: Lesson, tab: int, typed: Iterable[str] = ()) -> Iterator[str]:
    """Faults of the page with one tab open: pictures, keys and words; `typed` may occur in any of them."""
    typed = tuple(typed)
    if lesson.picture is None and not lesson.problem:
        yield "neither a picture nor a sentence"
    opened = lesson.tabs[tab % len(lesson.tabs)].blocks if lesson.tabs else ()
    shown = [*([lesson.picture] if lesson.picture else []), *unrolled(lesson.beside), *unrolled(opened)]
    yield from _doubles("key", [key for block in shown for key in _keys(block)])
    yield from _doubles("tab", [unveil(str(tab.title)) for tab in lesson.tabs])
    for block in shown:
        if isinstance(block, Picture):
            yield from (f"{block.key}: {why}" for why in unsound(block.figure))
    for where, text in [("question", lesson.question), ("problem", lesson.problem), *_words(shown)]:
        yield from (f"{where}: {why} in {text[:200]!r}" for why in holes(text, typed))


def _keys(block: Block) -> list[str]:
    match block:
        case Picture() | Table():
            return [block.key] if block.key else []
        case Slot():
            return [f"slot {block.name}"]
    return []


def _doubles(what: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"{what} {name!r} is there {n} times" for name, n in Counter(names).items() if n > 1)


def _words(shown: Iterable[Block]) -> Iterator[tuple[str, str]]:
    for block in shown:
        match block:
            case Picture():
                yield from ((f"{block.key}, words", text) for text in (block.alt, block.caption))
                yield from ((f"{block.key}, a hold", handle.label) for handle in block.handles)
                yield from ((f"{block.key}, in the picture", text) for text in _written(block.figure))
            case Text():
                yield "text", block.markdown
            case Formula():
                yield "formula", f"$${block.latex}$$"
            case Numbers():
                yield from (("number", text) for item in block.items for text in item.words)
            case Table():
                cells = [cell for column in block.columns.values() for cell in column]
                yield from (("table", text) for text in (*block.columns, block.caption, *map(_cell, cells)))
            case Erratum():
                yield from (("erratum", text) for text in (block.where, block.printed, block.right, block.check))
            case LinkTable():
                texts = (cell for row in block.rows for cell in row)
                yield from (("ways", text) for text in (*block.head, block.caption, *map(_cell_text, texts)))


def _cell(cell: Any) -> str:
    """Text of a table cell; numbers are exempt."""
    return cell if isinstance(cell, str) else ""


def _cell_text(cell: Cell) -> str:
    return cell.text


_WRITTEN = {"name", "text", "hovertext", "hovertemplate", "ticktext", "label", "title"}


def _written(figure: Figure) -> Iterator[str]:
    """Words in a figure; hover texts without plotly's placeholders."""

    def walk(item: Any, shown: bool) -> Iterator[str]:
        if isinstance(item, Mapping):
            for key, value in item.items():
                if key not in ("marker", "line", "colorscale", "x", "y", "z"):
                    yield from walk(value, key in _WRITTEN)
        elif isinstance(item, str):
            if shown:
                yield re.sub(r"%\{[\w[\]]+(:[^}]*)?\}", "", item)
        elif isinstance(item, list | tuple | np.ndarray) and (shown or any(isinstance(v, Mapping) for v in item)):
            for value in item:
                yield from walk(value, shown)

    for trace in figure.data:
        yield from walk(trace, False)
    yield from walk(figure.layout, False)


_CODE = re.compile(r"(`+).*?\1", re.DOTALL)
_FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$", re.DOTALL)
_HOLES = {
    "a hole": re.compile(r"\{[A-Za-z_][\w.]*(![rs])?(:[^{}]*)?\}|\{=|%\{|\{\}", re.ASCII),
    "None": re.compile(r"\bNone\b(?! (of|or)\b)"),
    "a number that is none": re.compile(r"(?<![\w.])[-−]?nan\b|\bNaN\b"),
    "Python": re.compile(r"\b(np\.|array\(|float64|Traceback|<object|<function|Phrase\()|\b(True|False)\b"),
}
_IN_FORMULAS = re.compile(r"\{=|%\{|\bNone\b|(?<![\\\w])nan\b|\bfloat64\b")


def holes(text: str, typed: Iterable[str] = ()) -> Iterator[str]:
    """Placeholders left unfilled in a text, or filled with a non-word. Text `typed` by a visitor is exempt, and outside
    words are masked: a class may be called {a}, or None.
    """
    for formula in _FORMULA.findall(text):
        if _IN_FORMULAS.search(formula):
            yield f"a formula {formula!r}"
    plain = _FORMULA.sub(" ", _CODE.sub(" ", text))
    for what, sought in _HOLES.items():
        for match in sought.finditer(plain):
            if not any(match.group().strip("{}-−") in words for words in typed):
                yield f"{what}, {match.group()!r},"
