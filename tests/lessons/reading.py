"""Helpers for reading a lesson: possible states, tabs by title, numbers out of texts, marks out of figures."""

from __future__ import annotations

import contextlib
import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np
import pytest

import kernviz as kv
from kernviz.arrays import Array
from kernviz.data import Dataset, library, load, to_csv
from kernviz.data.drawn import NAME, read_drawn
from kernviz.figures.figure import Figure
from kernviz.kernels import Kernel
from kernviz.lessons import compose, data_and_kernel, page, svm
from kernviz.lessons.compose.space import DATAS, DIMENSIONS
from kernviz.lessons.lesson import Block, Code, Formula, Lesson, Numbers, Picture, Readout, Row, Table, Text
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.wording import with_exponents

State = TypeVar("State")
SVM_PRESETS = tuple(p for p in PRESETS if p.page == "svm")
COMPOSE_PRESETS = tuple(p for p in PRESETS if p.page == "compose")


# ---- how much ----

# Sample of pairs, such as odd data with odd kernels: each element of one list meets some of the
# other and none is left out; with -m long, all.
in_turn_or_all = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["", "all"])


def in_turn(states: Sequence[State], turn: int, every: bool, many: int = 1) -> Sequence[State]:
    """All states, or as many as requested, starting at the given turn."""
    return states if every else [states[(many * turn + i) % len(states)] for i in range(many)]


# ---- states ----------------------------------------------------------------------------------------------------------


def flat(data: Dataset) -> Dataset:
    """Data with at most two columns, as the sidebar passes them on."""
    return data if data.d <= 2 else data.select((0, 1))


@cache
def names() -> tuple[str, ...]:
    """All entries of the data menu."""
    return tuple(library())


def data_of(preset: Preset) -> Dataset:
    """Data set of an example."""
    if preset.values.get("data") == NAME:
        return flat(read_drawn(str(preset.values["pts"])))
    given: dict[str, Any] = {key: preset.values[key] for key in ("n", "noise", "seed") if key in preset.values}
    return flat(load(str(preset.values.get("data", "moons")), **given))


def kernel_of(preset: Preset) -> Kernel:
    """Kernel of an example."""
    return kv.parse(str(preset.values.get("k", "rbf(gamma=1)")))


def svm_state(preset: Preset) -> svm.State:
    """State of the Support vectors page that an example opens."""
    values = preset.values
    return svm.State(
        data_of(preset), kernel_of(preset), C=float(values.get("C", 1.0)), hard=bool(values.get("hard", False))
    )


def compose_page(data: Dataset, kernel: Kernel, dimension: float | None = None, **more: Any) -> compose.State:
    """State of the Compose page with a space by its dimension, None for the data's."""
    where = next(name for name, d in DIMENSIONS.items() if d == dimension)
    return compose.State(data, kernel, where, **more)


def compose_state(preset: Preset) -> compose.State:
    """State of the Compose page that an example opens."""
    where = str(preset.values.get("space", DATAS))
    return compose.State(data_of(preset), kernel_of(preset), where, bool(preset.values.get("nonneg", False)))


@cache
def different(state_of: Callable[[Preset], Any]) -> list[Preset]:
    """Examples with distinct states; duplicates need no second check."""
    found: list[Any] = []
    kept = []
    for preset in PRESETS:
        state = state_of(preset)
        if state not in found:
            found.append(state)
            kept.append(preset)
    return kept


def state_at(name: str, **params: str) -> Any:
    """State of a page at an address with these query parameters."""
    texts = {key: [text] for key, text in params.items()}
    about = data_and_kernel.read(texts)
    assert about is not None, params
    return page.read(page.pages()[name], about, texts)


def lesson_at(name: str, **params: str) -> Lesson:
    """Lesson of a page at an address with these query parameters."""
    return page.pages()[name].build(state_at(name, **params))


# ---- parts of a lesson -----------------------------------------------------------------------------------------------


def blocks(lesson: Lesson) -> list[Block]:
    """All blocks of the page, in order."""
    first = () if lesson.picture is None else (lesson.picture,)
    return [*first, *unrolled(lesson.beside), *(block for t in lesson.tabs for block in unrolled(t.blocks))]


def unrolled(found: Iterable[Block]) -> Iterator[Block]:
    """Blocks side by side one after the other."""
    for block in found:
        if isinstance(block, Row):
            yield from unrolled(part for column in block.columns for part in column)
        else:
            yield block


def tab(lesson: Lesson, title: str) -> tuple[Block, ...]:
    """Blocks of the tab with that title."""
    return tuple(unrolled(next(t.blocks for t in lesson.tabs if t.title == title)))


def tables(found: tuple[Block, ...]) -> list[Table]:
    return [block for block in found if isinstance(block, Table)]


def words(found: tuple[Block, ...]) -> str:
    """Text of all paragraphs and formulas."""
    shown = (block for block in unrolled(found) if isinstance(block, Text | Formula))
    return "\n".join(block.markdown if isinstance(block, Text) else block.latex for block in shown)


def readout(lesson: Lesson, label: str) -> Readout:
    """Number beside the picture whose label begins so."""
    groups = (b.items for b in lesson.beside if isinstance(b, Numbers))
    return next(n for group in groups for n in group if n.label.startswith(label))


def readouts(lesson: Lesson) -> dict[str, str]:
    """Numbers beside the picture by their labels."""
    return {n.label: n.value for block in unrolled(lesson.beside) if isinstance(block, Numbers) for n in block.items}


def value(text: object) -> float:
    """Parse a number as a page writes it."""
    written = with_exponents(str(text)).replace("−", "-").replace("∞", "inf")
    return float("nan") if written == "–" else float(written)


def values(column: Any) -> Array:
    return np.array([value(v) for v in column])


# ---- figures ---------------------------------------------------------------------------------------------------------


def traces(figure: Figure, name: str) -> list[Any]:
    """Traces whose name begins so, without legend-only entries."""
    found = [t for t in figure.data if (t.name or "").startswith(name)]
    return [t for t in found if t.x is not None and any(x is not None for x in t.x)]


def marked(figure: Figure, name: str) -> list[int]:
    """Rows of the data that carry the mark of that name."""
    return sorted(int(i) for t in traces(figure, name) for i in (t.customdata if t.customdata is not None else ()))


FLAT = {float, int, bool, str, type(None)}


def not_finite(figure: Figure) -> list[str]:
    """Positions in a figure that hold nan or ∞, which an axis cannot show.

    Gaps in a line are allowed, and holes of a surface, where it leaves its box.
    """
    broken = {
        f".data[{i}]"
        for i, trace in enumerate(figure.data)
        if trace.type == "surface" or (trace.type in ("scatter", "scatter3d") and "lines" in str(trace.mode))
    }
    figure.checked()
    return [where for where in _not_finite(figure.spec(), "") if where.rpartition(".")[0] not in broken]


def _not_finite(item: Any, where: str) -> Iterator[str]:
    if isinstance(item, np.ndarray) and item.dtype.kind != "O":
        if item.dtype.kind == "f" and not np.isfinite(item).all():
            yield where
    elif isinstance(item, dict):
        for key, part in item.items():
            yield from _not_finite(part, f"{where}.{key}")
    elif isinstance(item, list | tuple | np.ndarray):
        kinds = set(map(type, item))
        if kinds <= FLAT and (float not in kinds or np.isfinite([v for v in item if type(v) is float]).all()):
            return  # most lists are long, flat and finite
        for i, part in enumerate(item):
            yield from _not_finite(part, f"{where}[{i}]")
    elif isinstance(item, float | np.floating) and not math.isfinite(item):
        yield where


def pictures(lesson: Lesson) -> list[Picture]:
    return [block for block in blocks(lesson) if isinstance(block, Picture)]


def sound(lesson: Lesson) -> Lesson:
    """Return the lesson after checking that it is complete or a single message."""
    assert lesson.problem == "" or lesson.problem.endswith("."), lesson.problem
    for picture in pictures(lesson):
        assert picture.alt
        assert not not_finite(picture.figure)
    return lesson


def output(source: str) -> str:
    """Return the output of a program, run in the present folder."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source, "code tab", "exec"), {"__name__": "code"})  # noqa: S102  our own text
    return printed.getvalue()


def source(lesson: Lesson) -> str:
    """Program of the page's tab with code."""
    (code,) = [block for block in blocks(lesson) if isinstance(block, Code)]
    return code.source


def printed(lesson: Lesson, *files: Dataset) -> str:
    """Return what the page's program prints in a folder that holds only these data sets, as CSV files."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        for data in files:
            Path(f"{data.name}.csv").write_text(to_csv(data), "utf-8", newline="")
        return output(source(lesson))
