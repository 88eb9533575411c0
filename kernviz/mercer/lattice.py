r"""Functions of x − z on a lattice hℤᵈ: where Σ k(δ)·e^{−a‖δ‖²}·cos(ω·δ) over all of it is below 0, k is no kernel (Herglotz 1911).

For k times a Gaussian kernel would be one, and the sum its measure at ω, on the group hℤᵈ. A kernel has |k(δ)| ≤ k(0): that
bounds the terms left out. Floats propose h and ω; the sum is computed in balls.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from flint import arb
from numpy.typing import NDArray

from kernviz.kernels.enclosure import ZERO, Number, Point, rational
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form import Form
from kernviz.mercer.spheres import evaluated

Array = NDArray[np.float64]

REACH = {1: 500, 2: 48, 3: 20}  # steps from 0; about 1,000 places that are not alike
FADED = 60  # a‖δ‖² at the last of them: e⁻⁶⁰
GAPS = (1.0, 0.5, 0.25, 0.12, 0.06, 0.03)  # of the lattice, in the lengths of k
VISIBLE = 1e-12  # share of the sum of sizes: less is not seen in floats
ANGLES = 4  # frequencies asked, for each step of the reach


@dataclass(frozen=True)
class Dip:
    """The lattice's step, the frequency along the first axis, and the sum there, with its bound, below 0."""

    step: float
    omega: float
    value: float


@dataclass(frozen=True)
class Places:
    """One of each set of places δ/h that differ by order and signs: coordinates (m, d), ‖δ/h‖² (m,), and how many of the set
    have |δ₁/h| = v, as (row, v, count)."""

    rows: NDArray[np.int64]
    squared: NDArray[np.int64]
    counts: tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=4)
def places(d: int, reach: int) -> Places:
    rows = [row for row in combinations_with_replacement(range(reach + 1), d) if sum(v * v for v in row) <= reach**2]
    counts: list[tuple[int, int, int]] = []
    for i, row in enumerate(rows):
        each = Counter(row)
        whole = math.factorial(d) * 2 ** sum(1 for v in row if v)
        for m in each.values():
            whole //= math.factorial(m)
        counts += [(i, v, whole * m // d) for v, m in each.items()]
    array = np.array(rows)
    return Places(array, (array**2).sum(axis=1), tuple(counts))


def dip(f: Form, d: int, lengths: Sequence[float]) -> Dip | None:
    """A lattice and a frequency that refute f, a sum of functions of x − z that coordinates may be exchanged and turned in."""
    if d not in REACH:
        return None
    proposed = [found for length in lengths for gap in GAPS if (found := _proposed(f, d, length * gap)) is not None]
    for _, step, omega in sorted(proposed)[:2]:
        value = _certain(f, d, step, omega)
        if value < 0:
            return Dip(step, omega / step, float(value.upper()))
    return None


def _proposed(f: Form, d: int, step: float) -> tuple[float, float, float] | None:
    """The lowest of the sums in floats, as a share of the sum of sizes, with the step to three digits and ω·h."""
    step, at = float(f"{step:.3g}"), places(d, REACH[d])
    X, origin = at.rows.astype(np.float64) * step, np.zeros((1, d))
    with np.errstate(all="ignore"):
        values = _floats(f, X, origin) * np.exp(-FADED / REACH[d] ** 2 * at.squared)
    if not np.isfinite(values).all():
        return None
    by_first = np.zeros(REACH[d] + 1)
    row, v, count = np.array(at.counts).T
    np.add.at(by_first, v, values[row] * count)
    angles = np.linspace(0, math.pi, ANGLES * REACH[d] + 1)
    sums = np.cos(np.outer(angles, np.arange(REACH[d] + 1))) @ by_first
    lowest = int(np.argmin(sums))
    size = float(np.abs(by_first).sum())
    share = float(sums[lowest]) / size if size > 0 else 0.0
    return (share, step, float(angles[lowest])) if share < -VISIBLE else None


def _floats(f: Form, X: Array, origin: Array) -> Array:
    total = np.zeros(len(X))
    for term, c in f.items:
        one = np.full(len(X), float(c))
        for piece, n in term.pieces:
            one = one * piece._gram(X, origin)[:, 0] ** n
        total += one if term.exponent is None else one * np.exp(_floats(term.exponent, X, origin))
    return total


def _certain(f: Form, d: int, step: float, omega: float) -> arb:
    """The sum over the places there are, and what all others could add: a ball."""
    at, h = places(d, REACH[d]), rational(step)
    a = arb(FADED) / REACH[d] ** 2
    origin: Point = (ZERO,) * d
    window = {s: (-a * s).exp() for s in set(at.squared.tolist())}
    cosines = [(arb(omega) * v).cos() for v in range(REACH[d] + 1)]
    values = [_value(f, tuple(h * v for v in row), origin) for row in at.rows.tolist()]
    total, known = arb(0), arb(0)
    for i, v, count in at.counts:
        share = window[int(at.squared[i])] * count
        total += values[i] * share * cosines[v]
        known += share
    n = 3 * REACH[d]
    line = 1 + 2 * sum(((-a * i * i).exp() for i in range(1, n)), arb(0)) + 2 * (-a * n * n).exp() / (1 - (-a).exp())
    return total + abs(_value(f, origin, origin)) * (line**d - known).upper()


def _value(f: Form, x: Point, z: Point) -> arb:
    def one(k: Kernel) -> Any:
        value: Number = k._enclosed(z if x == z else x, z)
        return arb(value)

    return arb(evaluated(f, one))


__all__ = ["Dip", "dip"]
