"""Polynomial features — which coordinates does (γ x·z + c)^d see, and how strongly?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.features.monomials import Term, power_coefficient, terms
from kernviz.figures.weights import describe_weights, weight_bars
from kernviz.kernels import Kernel, Polynomial, latex
from kernviz.lessons import polynomial_lines, polynomial_margins, polynomial_size, polynomial_words
from kernviz.lessons.lesson import Formula, Lesson, Number, Numbers, Picture, Tab, short, tex, vector

Array = NDArray[np.float64]
QUESTION = "Which coordinates does (γ x·z + c)^d see, and how strongly?"
MOST_ROWS = 28  # beyond this nobody reads a row a coordinate: one row a degree then
DEFAULT_X, DEFAULT_Z = (1.0, 2.0, 1.0), (3.0, -1.0, 0.0)


@dataclass(frozen=True)
class State:
    """Everything the page depends on; its kernel is its own, not the sidebar's."""

    data: Dataset
    kernel: Kernel  # the sidebar's: p(k) is tried on it too
    degree: int = 2
    gamma: float = 1.0
    c: float = 1.0
    m: int = 2  # coordinates of a point in the expansion
    x: tuple[float, ...] = ()
    z: tuple[float, ...] = ()
    line: int = 6  # lines of the expansion shown
    C: float = 1.0
    hard: bool = False
    positive: str = ""
    size_m: int = 10
    size_k: int = 2
    coefficients: tuple[float, ...] = (1.0, 2.0, 1.0, 0.0)
    inner: int = 2
    outer: int = 3
    u: float = 10.0

    @property
    def own(self) -> Polynomial:
        """The kernel of the page."""
        return Polynomial(self.degree, self.gamma, self.c)

    def pair(self) -> tuple[Array, Array]:
        """The two points: (1, 2) and (3, −1) of S0 unless others are given."""
        given = (
            np.array(p if len(p) == self.m else q[: self.m], dtype=float)
            for p, q in zip((self.x, self.z), (DEFAULT_X, DEFAULT_Z), strict=True)
        )
        x, z = given
        return x, z


def build(state: State) -> Lesson:
    """The terms are worked out once; bars, lines, table and words come from them."""
    try:
        found = terms(state.degree, state.gamma, state.c, state.m)
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=str(problem))
    x, z = state.pair()
    with np.errstate(over="ignore", invalid="ignore"):
        closed = float(state.own(x[None], z[None])[0, 0])
        at_x = np.array([t.at(x[None])[0] for t in found])
        at_z = np.array([t.at(z[None])[0] for t in found])
        by_features = float(at_x @ at_z) if len(found) else 0.0
    if not np.isfinite([closed, by_features, *(t.weight for t in found)]).all():
        words = "Here k(x, z) or a weight is beyond every number (1.8e308): lower the degree or γ, or move x and z closer to 0."
        return Lesson(QUESTION, None, problem=words)
    margins, compared = polynomial_margins.blocks(state)
    return Lesson(
        QUESTION,
        _picture(state, found, at_x * at_z),
        besides=(
            Formula(rf"k(x,z) = {latex(state.own)}"),
            Formula(_value(state, x, z, closed)),
            _numbers(state, found, closed, by_features),
        ),
        tabs=(
            Tab("Six lines", polynomial_lines.blocks(state, found, at_x, at_z, closed)),
            Tab("Three margins", margins),
            Tab("All tuples J", polynomial_size.tuples(state)),
            Tab("Dimension and cost", polynomial_size.meter(state)),
            Tab("p(k), signed", polynomial_size.signed(state)),
            Tab("Degrees multiply", polynomial_size.nested(state)),
            Tab("Fun Time 1 and 2", polynomial_words.fun_time(state, x, z)),
            Tab("What the notes say", polynomial_words.notes(state)),
            Tab("Code", polynomial_words.code(state)),
        ),
        facts={"terms": found, "k": closed, "features": by_features, "at_x": at_x, "at_z": at_z, "margins": compared},
    )


def _picture(state: State, found: tuple[Term, ...], products: Array) -> Picture:
    """A row a coordinate; where there are too many, a row a degree."""
    degrees = [t.degree for t in found]
    labels, weights, values = [t.monomial for t in found], np.array([t.weight for t in found]), products
    grouped = len(found) > MOST_ROWS
    if grouped:
        ranks = sorted(set(degrees), reverse=True)
        labels = [f"degree {r}" for r in ranks]
        weights = np.sqrt([power_coefficient(state.degree, state.gamma, state.c, r) for r in ranks])
        values = np.array([products[[d == r for d in degrees]].sum() for r in ranks])
        degrees = ranks
    figure = weight_bars(labels, weights, values, degrees, left="weight of x₁ʳ in φ" if grouped else "weight in φ")
    heavy = labels[int(np.argmax(weights))]
    what = (
        f"{len(found)} coordinates are too many for rows: each row is a degree, its weight that of the pure power x₁ʳ. "
        if grouped
        else f"{len(found)} coordinates, coloured by degree. "
    )
    caption = (
        f"{what}Left: how far each is stretched; the heaviest here is {heavy}, {short(float(weights.max()))} against "
        f"{short(float(weights.min()))} for the lightest. A machine with a large margin prefers the heavy ones. "
        f"Right: what each adds to k(x, z) = {short(float(values.sum()))} at x = {vector(state.pair()[0])}, "
        f"z = {vector(state.pair()[1])}. Move γ and c: the coordinates stay, their weights change."
    )
    revision = f"{state.degree}-{state.m}-{state.c > 0}"
    return Picture(
        figure,
        describe_weights(labels, weights, values),
        caption,
        "weights",
        int(figure.layout.height),
        revision=revision,
    )


def _value(state: State, x: Array, z: Array, closed: float) -> str:
    """k(x, z) with the numbers in."""
    dot = " + ".join(rf"{_bracketed(float(a))}\cdot{_bracketed(float(b))}" for a, b in zip(x, z, strict=True))
    inner = (dot if state.gamma == 1 else rf"{tex(state.gamma)}\,({dot})") + (f" + {tex(state.c)}" if state.c else "")
    base = state.gamma * float(x @ z) + state.c
    return (
        rf"\begin{{aligned}}k(x,z) &= \left({inner}\right)^{{{state.degree}}}\\ "
        rf"&= {_bracketed(base)}^{{{state.degree}}} = {tex(closed, 6)}\end{{aligned}}"
    )


def _bracketed(value: float) -> str:
    return rf"({tex(value)})" if value < 0 else tex(value)


def _numbers(state: State, found: tuple[Term, ...], closed: float, by_features: float) -> Numbers:
    return Numbers(
        (
            Number(
                "coordinates",
                str(len(found)),
                "distinct monomials of degree ≤ d; the degree fixes them, γ and c do not",
            ),
            Number("k(x, z)", short(closed, 6), "the closed form"),
            Number(
                "φ(x)·φ(z)",
                short(by_features, 6),
                f"the sum of the bars on the right; it differs from the closed form by {abs(closed - by_features):.1e}: roundoff",
            ),
        )
    )


__all__ = ["QUESTION", "State", "build"]
