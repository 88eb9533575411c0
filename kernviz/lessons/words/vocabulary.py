"""Vocabulary of the kernel language, read from kernels and maps.

New kernels, functions and maps thus appear without a change here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import Kernel, Linear, latex
from kernviz.kernels.linear_combinations import Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.math_notation import printed
from kernviz.kernels.menu import leaves, wraps
from kernviz.kernels.object_types import Kind
from kernviz.kernels.parse import kernel_words, parse
from kernviz.kernels.products import Product
from kernviz.kernels.structured import OBJECT_MAPS
from kernviz.mercer.judge import Judgement, judge
from kernviz.wording import phrase, remembered, say

OF = {"words": phrase("of words"), "sets": phrase("of sets"), "graphs": phrase("of graphs")}

FAR, PLACES, SMALL = 3.0, 121, 33  # range of the curves, number of values, and number of values in small pictures
THINGS: tuple[Kind, ...] = ("words", "sets", "graphs")


@dataclass(frozen=True)
class Word:
    """Word of the kernel language with an example kernel.

    `insert` applies an operation to a kernel; None for words that are no operations. `note` is the
    remark in the table, `title` the word's common name.
    """

    word: str
    kernel: Kernel
    note: str
    insert: Callable[[Kernel], Kernel] | None = None
    title: str = ""

    @property
    def formula(self) -> str:
        """Return the word's formula in LaTeX."""
        return latex(self.kernel)


@remembered()
def stand_alone(d: int) -> tuple[Word, ...]:
    """Return kernels of points of ℝᵈ, family by family."""
    return tuple(
        Word(_head(str(leaf.kernel)), leaf.kernel, leaf.note or leaf.title, title=leaf.title) for leaf in leaves(d)
    )


@remembered()
def operations() -> tuple[Word, ...]:
    """Return the operations that build a kernel from others.

    Each is applied to x·z.
    """
    joined = (
        Word("k + …", Sum((Linear(), parse("rbf"))), say("the sum of two kernels is a kernel"), lambda k: k + Linear()),
        Word(
            "k * …",
            Product((Linear(), parse("rbf"))),
            say("the product of two kernels is a kernel"),
            lambda k: k * Linear(),
        ),
    )
    wrapped = tuple(
        Word(_operation_text(wrap.how), wrap.build(Linear()), wrap.sentence, wrap.build, wrap.title) for wrap in wraps()
    )
    return (*joined, *wrapped)


@remembered()
def of_things() -> tuple[Word, ...]:
    """Return kernels of words, sets and graphs.

    Maps that turn such objects into points are included, as `k @ map`.
    """
    own = [(name, cls()) for name, cls in kernel_words().items() if cls._takes in THINGS]
    maps = [(f"k @ {name}", Mapped(Linear(), phi())) for name, phi in OBJECT_MAPS.items()]
    return tuple(Word(name, kernel, OF[str(kernel.kind)]) for name, kernel in (*own, *maps))


def found_by(word: Word, english: tuple[Word, ...]) -> str:
    """Return the search text of a word.

    The text is searched in addition to what the table shows. It holds the word's kernel as typed
    and in mathematical notation, and its title. Title and note of the same word in `english` are
    added for visitors who know the English name.
    """
    texts = [text for other in english if other.word == word.word for text in (str(other.title), other.note)]
    return " ".join((str(word.kernel), printed(word.kernel), f"{word.title}", *texts))


def _head(text: str) -> str:
    return text.partition("(")[0]


def _operation_text(how: str) -> str:
    """Return the text of an operation as typed."""
    first, _, rest = how.partition(" ")
    shapes = {"scale": "2*k", "power": "k**2", "@": f"k @ {rest}", "weight": f"weight({rest}, k)"}
    return shapes.get(first, f"{how}(k)")


@remembered(512)
def verdict(kernel: Kernel, d: int) -> Judgement:
    """Return the judgement of the kernel on its domain.

    The domain is ℝᵈ, or all words, sets or graphs.
    """
    return judge(kernel, d=d)


def joined(kernel: Kernel, other: Kernel, how: str) -> Kernel | None:
    """Return the current kernel combined with another kernel.

    `how` is "+" or "·"; with any other text the other kernel replaces it. The result is None if its
    text would be too long.
    """
    made = {"+": lambda: kernel + other, "·": lambda: kernel * other}.get(how, lambda: other)()
    return _short(made)


def inserted(word: Word, kernel: Kernel) -> Kernel | None:
    """Apply the word's operation to the current kernel.

    The result is None if the text is too long or the operation is impossible.
    """
    if word.insert is None:
        return None
    try:
        return _short(word.insert(kernel))
    except ValueError:
        return None


def _short(kernel: Kernel) -> Kernel | None:
    """Return the kernel, None if its text is too long."""
    try:
        return parse(str(kernel))
    except ValueError:
        return None


def along(kernel: Kernel, x: float, places: int = PLACES) -> Array:
    """Return k(x, z) for z from −3 to 3.

    The shape is (places,). A value is nan where k(x, z) is no number. All are nan if the
    kernel does not fit a line.
    """
    return _values(kernel, x, np.linspace(-FAR, FAR, places))


def along_at(kernel: Kernel, x: float, z: float) -> float:
    """Return k(x, z) of two points of the line.

    The value is nan if k(x, z) is no number.
    """
    return float(_values(kernel, x, np.array([z]))[0])


def _values(kernel: Kernel, x: float, z: Array) -> Array:
    """Return k(x, z) for every z (m,).

    A value is nan where k(x, z) is no number.
    """
    try:
        with np.errstate(all="ignore"):
            values = np.asarray(kernel(np.array([[x]]), z[:, None]), dtype=float)[0]
    except (ValueError, TypeError):
        return np.full(len(z), math.nan)
    return np.where(np.isfinite(values), values, math.nan)


@lru_cache(maxsize=256)
def small(kernel: Kernel, x: float = 0.5) -> tuple[float, ...]:
    """Return SMALL values of k(x, ·) for a small picture.

    The result is () if a value is no number.
    """
    values = along(kernel, x, SMALL)
    return () if np.isnan(values).any() else tuple(float(f"{value:.4g}") for value in values)
