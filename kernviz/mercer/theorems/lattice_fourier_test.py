r"""Refute a function of x − z by a Fourier sum on a lattice.

The weights at the points h·j are u(j₁)·g(j₂)…g(j_d), u a window g times a cosine, all integers; so are the
autocorrelations A of u and a of g: cᵀKc = Σ_m f(hm)·A(m₁)·a(m₂)…a(m_d) needs one value of f for all m of one length,
or, if f is no function of the distance, of one set of coordinates. Floats and one Fourier transform propose a cosine;
the decision is the sign of the sum in balls. Tens of thousands of points resolve a narrow negative band of the
spectrum that few points cannot. Sources: Bochner (1933); Harris (1978), On the use of windows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from flint import arb, fmpz_poly
from numpy.typing import NDArray

from kernviz.kernels.ball_arithmetic import ZERO, rational
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import Unwritable, written
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Space, rounded, superscript
from kernviz.mercer.candidates import at_scale, lengths
from kernviz.mercer.search_budget import FLOATS, Effort, cost
from kernviz.mercer.theorems.negative_spectrum import asks
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.mercer.witness import LARGEST_VALUE
from kernviz.wording import say

Array = NDArray[np.float64]

REACH = {1: 2000, 2: 110, 3: 46}  # largest mᵢ, by d: twice the half-width of the window
REACH_OF_MANY = {1: 2000, 2: 48, 3: 16}  # the same if f is no function of the distance
DEVIATIONS = (4.2, 2.8, 8.0)  # half-width of the window, in standard deviations
HEIGHT = 10**6  # peak of the window, before rounding
GAPS = (0.5, 0.25, 1.0, 0.12, 0.06)  # spacings of a lattice, in units of a kernel's characteristic lengths
ANGLES = 8192  # number of angles of the Fourier transform
SEEN = 1e-11  # relative size of a negative sum that floats can show
TRIED = 2  # candidate waves verified in balls
EFFORT = 20_000  # budget, see `kernels.work`: a fifth of a second


@dataclass(frozen=True)
class Ripple:
    """A wave of frequency ω on side^d lattice points, their spacing, and cᵀKc/cᵀc < 0."""

    omega: float
    spacing: float
    side: int
    value: float


@dataclass(frozen=True)
class _Look:
    share: float
    spacing: float
    deviations: float
    theta: float


def ripple(k: Kernel, d: int) -> Ripple | None:
    """A wave that refutes k, a symmetric function of the absolute coordinates of x − z; None if none is found."""
    if d not in REACH:
        return None
    effort, classes = Effort(EFFORT), _classes(d, k.of_distance)
    found: list[_Look] = []
    for length, gap in product(lengths(k) or [1.0], GAPS):
        if effort.spend((cost(k) * len(classes.cells) + len(DEVIATIONS) * classes.table.size) / FLOATS):
            found += _looks(k, classes, float(f"{length * gap:.3g}"))
    for look in sorted(found, key=lambda look: look.share)[:TRIED]:
        if not effort.spend(cost(k) * len(classes.cells)):
            return None
        value = _quotient(k, classes, look)
        if value < 0:
            return Ripple(look.theta / look.spacing, look.spacing, classes.reach // 2 * 2 + 1, float(value.mid()))
    return None


@dataclass(frozen=True, eq=False)
class _Classes:
    """Orbits of {0, …, reach}ᵈ on which f is constant.

    `cells`: one m of each class (n, d); `table`: the class of (m₁, (m₂, …)) by m₁ and row.
    """

    d: int
    reach: int
    cells: Array
    rows: tuple[tuple[tuple[int, ...], ...], ...]  # (m₂, …), grouped by class
    table: NDArray[np.intp]  # (reach + 1, len(rows))


@lru_cache(maxsize=6)
def _classes(d: int, of_distance: bool) -> _Classes:
    reach = (REACH if of_distance else REACH_OF_MANY)[d]
    rows: dict[object, list[tuple[int, ...]]] = {}
    for rest in product(range(reach + 1), repeat=d - 1):
        rows.setdefault(_key(rest, of_distance), []).append(rest)
    known: dict[object, int] = {}
    cells: list[tuple[int, ...]] = []
    table = np.empty((reach + 1, len(rows)), dtype=np.intp)
    for i, (j, members) in product(range(reach + 1), enumerate(rows.values())):
        m = (i, *members[0])
        own = known.setdefault(_key(m, of_distance), len(cells))
        if own == len(cells):
            cells.append(m)
        table[i, j] = own
    return _Classes(d, reach, np.array(cells, dtype=float), tuple(map(tuple, rows.values())), table)


def _key(m: tuple[int, ...], of_distance: bool) -> object:
    return sum(v * v for v in m) if of_distance else tuple(sorted(m))


def _looks(k: Kernel, classes: _Classes, spacing: float) -> Iterator[_Look]:
    """The most negative wave for each window width, in floats."""
    rows = at_scale(classes.cells, spacing)
    with np.errstate(all="ignore"):
        values = k._gram(rows, np.zeros((1, classes.d)))[:, 0]
    if not (np.isfinite(values).all() and np.abs(values).max() < LARGEST_VALUE):
        return
    for deviations in DEVIATIONS:
        g = _window(classes.reach // 2, deviations)
        twice = np.array(_both_signs(_correlation(g)), dtype=float)
        weights = np.array(_row_weights(classes, deviations), dtype=float)
        line, size = values[classes.table] @ weights, np.abs(values)[classes.table] @ weights
        waves = np.fft.rfft(line * twice, ANGLES).real
        place = int(np.argmin(waves))
        if waves[place] < -SEEN * (size @ twice):
            yield _Look(float(waves[place] / (size @ twice)), spacing, deviations, 2 * math.pi * place / ANGLES)


def _quotient(k: Kernel, classes: _Classes, look: _Look) -> arb:
    """cᵀKc/cᵀc as one ball: the lower of the cosine and the sine wave at this angle."""
    g = _window(classes.reach // 2, look.deviations)
    half = len(g) // 2
    spacing, origin = rational(look.spacing), (ZERO,) * classes.d
    values = [k._enclosed(tuple(spacing * int(v) for v in m), origin) for m in classes.cells.tolist()]
    line = [arb(0)] * (classes.reach + 1)
    for row, weight in enumerate(_row_weights(classes, look.deviations)):
        for m in range(classes.reach + 1):
            line[m] += values[classes.table[m, row]] * weight
    found = []
    for wave in (math.cos, math.sin):
        u = tuple(round(v * wave(look.theta * (j - half))) for j, v in enumerate(g))
        own, whole = _correlation(u), _correlation(g)[0] ** (classes.d - 1)
        if own[0]:
            total = sum((value * weight for value, weight in zip(line, _both_signs(own), strict=True)), arb(0))
            found.append(total / (own[0] * whole))
    return min(found, key=lambda value: float(value.mid()))


@lru_cache(maxsize=32)
def _window(half: int, deviations: float) -> tuple[int, ...]:
    return tuple(round(HEIGHT * math.exp(-((j * deviations / half) ** 2) / 2)) for j in range(-half, half + 1))


@lru_cache(maxsize=32)
def _correlation(u: tuple[int, ...]) -> tuple[int, ...]:
    """Σⱼ u(j)·u(j + m) for m = 0, 1, …, exactly."""
    product = fmpz_poly(list(u)) * fmpz_poly(list(reversed(u)))
    return tuple(int(product[len(u) - 1 + m]) for m in range(len(u)))


def _both_signs(a: tuple[int, ...]) -> list[int]:
    """Autocorrelation with the terms of m and −m added."""
    return [v if m == 0 else 2 * v for m, v in enumerate(a)]


@lru_cache(maxsize=32)
def _row_weights(classes: _Classes, deviations: float) -> list[int]:
    """Σ a(m₂)…a(m_d) over every row, with m and −m."""
    twice = _both_signs(_correlation(_window(classes.reach // 2, deviations)))
    return [sum(math.prod(twice[m] for m in rest) for rest in members) for members in classes.rows]


def refuted(k: Kernel, f: Form, space: Space) -> Flaw | None:
    """Refutation of f by a sum over a lattice."""
    try:
        seen = k if k.stationary else written(f, exactly=True)
        wave = None if asks(seen, space.d) else ripple(seen, space.d)  # a lattice sees no more than an integral
    except Unwritable:
        return None
    if wave is None:
        return None
    return Flaw(
        say(
            "weights that are a wave of frequency {frequency}, on a lattice of "
            "{side}{power} points {spacing} apart, give cᵀKc/cᵀc = {quotient}, below 0",
            frequency=rounded(wave.omega),
            side=wave.side,
            power=superscript(space.d),
            spacing=rounded(wave.spacing),
            quotient=rounded(wave.value),
        ),
        say("Bochner (1933), worked out with error bounds"),
    )


LATTICE = Theorem(
    "wave on a lattice",
    "the Fourier sum of a kernel over a lattice is not negative",
    "Bochner (1933)",
    "its values",
    refutes_limit=refuted,
)

__all__ = ["LATTICE", "Ripple", "ripple"]
