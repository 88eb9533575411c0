"""Hypothesis strategies for kernel trees and points.

Trees have every node of the kernel language; with ``traps`` a tree may be no kernel.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st

from kernviz.arrays import Array
from kernviz.kernels.bilinear import Bilinear
from kernviz.kernels.constant import Constant
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS, NamedFunction
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.point_maps import POINT_MAPS, Coordinate
from kernviz.kernels.polynomial_of import PolynomialOf
from kernviz.kernels.products import Power, Product
from kernviz.kernels.rules_and_premises import NumberSpec, Space, param_of
from kernviz.kernels.structured import OBJECT_MAPS
from kernviz.kernels.weighted import Weighted

Draw = Callable[[st.SearchStrategy[Any]], Any]

SEARCH = "KERNVIZ_SEARCH"  # environment variable: number of the examples of long searches; CI takes another each time

# The same examples in every run: a failure here is a failure everywhere.
profile = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def few(examples: int) -> settings:
    """Return the settings of these tests with this number of examples."""
    return settings(profile, max_examples=examples)


def searched(part: int, examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator for one part of a long search.

    Each part has examples of its own. They follow from the environment variable SEARCH, so that the same number gives
    the same examples again. A failure says that number.
    """
    turn = os.environ.get(SEARCH, "0")
    many = settings(few(examples), derandomize=False, database=None)  # derandomized, all parts would be the same

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        search = seed(f"{turn}/{part}")(many(test))

        def noted() -> None:
            try:
                search()
            except Exception as error:
                error.add_note(f"the same examples again: {SEARCH}={turn}")
                raise

        return noted

    return decorated


# ---- what is known to be a kernel, from the literature and not from the code -----------------------------------------

EVERYWHERE = ("rbf", "laplacian", "matern", "rational", "periodic", "linear")
ON_THE_LINE = ("cosine", "triangle", "expsine")
NEVER = (
    "box",
    "cosinesum",
    "negdistance",
    "growing",
    "logsquare",
    "maximum",
    "plus",
    "sinediff",
    "sinesum",
    "tent",
)
RANGES: dict[str, dict[str, tuple[float, float]]] = {  # parameters for which these are kernels
    "poly": {"gamma": (0.0, 3.0), "coef0": (0.0, 3.0)},
    "expower": {"p": (0.1, 2.0)},
}
NARROWER: dict[str, tuple[float, float]] = {"degree": (0, 4), "n": (0, 4), "nu": (0.3, 9.0)}  # sizes a table can hold


def valid_leaves(space: Space) -> tuple[str, ...]:
    """Return the words that are kernels on this space, by the literature."""
    line = ON_THE_LINE if space.d == 1 else ()
    return (*EVERYWHERE, *RANGES, *line, *(("minimum",) if space.nonnegative else ()))


def leaf_words() -> tuple[str, ...]:
    """Return every word of the language for points whose parameters are numbers."""
    words = {word: cls for word, cls in kernel_words().items() if cls._takes == "vectors"}
    return tuple(word for word, cls in words.items() if all(param_of(item) for item in fields(cls)))


def object_words(kind: str | None = None) -> tuple[str, ...]:
    """Return every word of the language for words, sets or graphs."""
    kinds = ("words", "sets", "graphs") if kind is None else (kind,)
    return tuple(word for word, cls in kernel_words().items() if cls._takes in kinds)


# ---- numbers and points ----------------------------------------------------------------------------------------------


@st.composite
def numbers(draw: Draw, param: NumberSpec, name: str, inside: tuple[float, float] | None = None) -> float:
    """Draw a number as a person might set it.

    It has two decimals on a linear range, two digits on a logarithmic one.
    """
    low, high = inside or NARROWER.get(name, (param.low, param.high))
    if name == "nu":
        return draw(st.sampled_from((0.5, 1.5, 2.5, math.inf, 0.3, 0.8, 3.5, 9.0)))
    if param.whole:
        return draw(st.integers(int(low), int(high)))
    if not param.log:
        return draw(st.integers(math.ceil(low * 20), math.floor(high * 20))) / 20
    low, high = max(low, 0.03), min(high, 30.0)
    exponent = draw(st.integers(math.floor(10 * math.log10(low)) + 1, math.floor(10 * math.log10(high)))) / 10
    return float(f"{10**exponent:.2g}")


def numbers_of(draw: Draw, cls: type[Any], word: str, valid: bool) -> dict[str, float]:
    specs = cls().param_specs()
    inside = RANGES.get(word, {}) if valid else {}
    return {name: draw(numbers(param, name, inside.get(name))) for name, param in specs.items()}


@st.composite
def tables(draw: Draw, d: int, n: int = 5, nonnegative: bool = False, duplicates: bool = True) -> Array:
    """Draw points (n, d) on a grid of quarters, so that many coordinates agree; the last may repeat the first."""
    low = 0 if nonnegative else -12
    rows = draw(st.lists(st.lists(st.integers(low, 12), min_size=d, max_size=d), min_size=n, max_size=n))
    if duplicates and draw(st.booleans()):
        rows[-1] = rows[0]
    return np.array(rows, dtype=float) / 4


# ---- trees -----------------------------------------------------------------------------------------------------------


@st.composite
def kernels(draw: Draw, d: int, traps: bool = False, size: int = 5, nonnegative: bool = False) -> Kernel:
    """Draw a tree of at most `size` leaves on ℝᵈ.

    Without traps it is a kernel, by the rules and the tables above.
    """
    return _tree(draw, Space(d, nonnegative), draw(st.integers(1, size)), traps)


def leaf(draw: Draw, space: Space, traps: bool) -> Kernel:
    words = leaf_words() if traps else valid_leaves(space)
    word = draw(st.sampled_from((*words, "constant", *(("bilinear",) if space.d <= 3 else ()))))
    if word == "constant":
        return Constant(draw(st.integers(-8 if traps else 0, 8)) / 4)
    if word == "bilinear":
        return _bilinear(draw, space.d, traps)
    cls = kernel_words()[word]
    return cls(**numbers_of(draw, cls, word, not traps))


def _bilinear(draw: Draw, d: int, traps: bool) -> Bilinear:
    entries = draw(st.lists(st.integers(-3, 3), min_size=d * d, max_size=d * d))
    L = np.array(entries, dtype=float).reshape(d, d)
    A = L if traps and draw(st.booleans()) else L + L.T if traps and draw(st.booleans()) else L @ L.T
    return Bilinear(tuple(map(tuple, A.tolist())))


def _split(draw: Draw, size: int) -> tuple[int, int]:
    left = draw(st.integers(1, size - 1))
    return left, size - left


def _tree(draw: Draw, space: Space, size: int, traps: bool) -> Kernel:
    if size == 1:
        return leaf(draw, space, traps)
    kind = draw(st.sampled_from(tuple(NODES)))
    return NODES[kind](draw, space, size, traps)


def _operands(draw: Draw, space: Space, size: int, traps: bool) -> tuple[Kernel, ...]:
    sizes = _split(draw, size)
    if sizes[0] > 1 and draw(st.booleans()):
        sizes = (*_split(draw, sizes[0]), sizes[1])
    return tuple(_tree(draw, space, s, traps) for s in sizes)


def _scaled(draw: Draw, space: Space, size: int, traps: bool) -> Kernel:
    c = draw(st.integers(-12 if traps else 0, 12)) / 4
    return Scaled(c, _tree(draw, space, size - 1, traps))


def _polynomial_of(draw: Draw, space: Space, size: int, traps: bool) -> Kernel:
    low = -4 if traps else 0
    coefficients = draw(st.lists(st.integers(low, 4), min_size=1, max_size=4))
    return PolynomialOf(_tree(draw, space, size - 1, traps), tuple(a / 2 for a in coefficients))


def _weighted(draw: Draw, space: Space, size: int, traps: bool) -> Kernel:
    f = named_function(draw, SCALAR_FUNCTIONS, space)
    return Weighted(f, _tree(draw, space, size - 1, traps))  # type: ignore[arg-type]


def _mapped(draw: Draw, space: Space, size: int, traps: bool) -> Kernel:
    phi: Any = named_function(draw, POINT_MAPS, space)
    return Mapped(_tree(draw, phi.onto(space), size - 1, traps), phi)


def named_function(draw: Draw, words: dict[str, Any], space: Space) -> NamedFunction:
    """Draw a function f or a map φ that fits the space."""
    cls = words[draw(st.sampled_from(tuple(w for w in words if w != "circle" or space.d <= 3)))]
    if cls is Coordinate:
        return Coordinate(draw(st.integers(1, space.d)))
    return cls(**numbers_of(draw, cls, cls.name, False))


NODES: dict[str, Callable[[Draw, Space, int, bool], Kernel]] = {
    "sum": lambda *a: Sum(_operands(*a)),
    "product": lambda *a: Product(_operands(*a)),
    "scaled": _scaled,
    "power": lambda draw, space, size, traps: Power(_tree(draw, space, size - 1, traps), draw(st.integers(0, 3))),
    "exp": lambda draw, space, size, traps: Exp(_tree(draw, space, size - 1, traps)),
    "polynomial": _polynomial_of,
    "weight": _weighted,
    "normalize": lambda draw, space, size, traps: Normalized(_tree(draw, space, size - 1, traps)),
    "gaussian_of": lambda draw, space, size, traps: GaussianOf(
        _tree(draw, space, size - 1, traps), draw(numbers(GaussianOf().param_specs()["gamma"], "gamma"))
    ),
    "map": _mapped,
}


# ---- kernels of words, sets and graphs -------------------------------------------------------------------------------

COUNTED = ("rbf", "laplacian", "matern", "rational", "periodic", "linear", "poly", "minimum", "sigmoid", "tent")
FEW_COUNTS: dict[str, tuple[float, float]] = {"n": (1, 3), "depth": (0, 2)}  # counts that short objects can have


@st.composite
def object_kernels(draw: Draw, kind: str, size: int = 4) -> Kernel:
    """Draw a tree of at most `size` leaves over words, sets or graphs; it may be no kernel."""
    return _object_tree(draw, kind, draw(st.integers(1, size)))


def object_leaf(draw: Draw, kind: str) -> Kernel:
    word = draw(st.sampled_from((*object_words(kind), "constant", "mapped")))
    if word == "constant":
        return Constant(draw(st.integers(-8, 8)) / 4)
    if word == "mapped":
        below = kernel_words()[draw(st.sampled_from(COUNTED))]
        phi = draw(st.sampled_from(tuple(m for m in OBJECT_MAPS.values() if m.takes == kind)))
        own = {name: draw(numbers(p, name, FEW_COUNTS.get(name))) for name, p in phi().param_specs().items()}
        return Mapped(below(**numbers_of(draw, below, below.name, False)), phi(**own))
    cls = kernel_words()[word]
    return cls(**{name: draw(numbers(p, name, FEW_COUNTS.get(name))) for name, p in cls().param_specs().items()})


def _object_tree(draw: Draw, kind: str, size: int) -> Kernel:
    if size == 1:
        return object_leaf(draw, kind)
    make = draw(st.sampled_from(tuple(OBJECT_NODES)))
    if make in ("sum", "product"):
        parts = tuple(_object_tree(draw, kind, s) for s in _split(draw, size))
        return Sum(parts) if make == "sum" else Product(parts)
    return OBJECT_NODES[make](draw, _object_tree(draw, kind, size - 1))


OBJECT_NODES: dict[str, Callable[[Draw, Kernel], Kernel]] = {
    "sum": lambda draw, k: Sum((k,)),
    "product": lambda draw, k: Product((k,)),
    "scaled": lambda draw, k: Scaled(draw(st.integers(-12, 12)) / 4, k),
    "power": lambda draw, k: Power(k, draw(st.integers(0, 3))),
    "exp": lambda draw, k: Exp(k),
    "polynomial": lambda draw, k: PolynomialOf(
        k, tuple(a / 2 for a in draw(st.lists(st.integers(-4, 4), min_size=1, max_size=4)))
    ),
    "normalize": lambda draw, k: Normalized(k),
    "gaussian_of": lambda draw, k: GaussianOf(k, draw(numbers(GaussianOf().param_specs()["gamma"], "gamma"))),
}
