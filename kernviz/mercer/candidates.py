"""Candidate points for a witness.

The candidates are integer points, lattices, random points, and points near jumps or zeros of a kernel.
The characteristic lengths of a kernel give the scale.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.features.polynomial import coefficient_matrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import NamedFunction
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Space

LINE = (1.0, -1.0, 0.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0, 4.0, 6.0, 1.5, -1.5)  # simplest first
SCALES = (1.0, 2.0, 0.5, 4.0, 0.25, 10.0, 0.1)
SIDES = {1: 120, 2: 12, 3: 6}  # number of axes of a lattice -> points along each axis
SPACINGS = (0.7, 0.5, 0.3, 1.0, 0.1, 3.0)
ALIKE = 1.3  # lengths with a smaller ratio count as equal
MOST_LENGTHS = 4
WAY = np.geomspace(0.01, 100, 200)  # distances from 0 at which k(x, x) is evaluated
# for `beside_zeros`: sign changes examined in each direction, bisection steps, relative distances from the zero
TURNS, HALVINGS, CLOSE = 2, 45, (0.001, 0.002, 0.004)
SCATTERED, CROWD = 90, 80  # number of sets, and points in each
SHORTEST, LONGEST = 1e-9, 1e9
STARTS = (0.0, 0.25, 1.0, -0.5)  # positions of a point beside a jump, in widths


def inside(space: Space, rows: NDArray[Any]) -> NDArray[Any]:
    """Return the rows that are points of the space.

    Other rows are no witness there. Objects are returned as they are.
    """
    if rows.dtype == object or not space.nonnegative:
        return rows
    return np.asarray(rows[(rows >= 0).all(axis=1)])


def whole_points(space: Space) -> Array:
    """Return small integer points of ℝᵈ, simplest first.

    Points on the first axis come first, then the corners of a small cube.
    """
    line = [v for v in LINE if v >= 0 or not space.nonnegative]
    axis = [(v, *(0.0,) * (space.d - 1)) for v in line]
    if space.d == 1:
        return np.array(axis)
    low = 0 if space.nonnegative else -1
    cube = [c for c in product(range(low, 3), repeat=min(space.d, 3)) if any(c[1:])]
    cube.sort(key=lambda c: (sum(abs(v) for v in c), tuple(-v for v in c)))
    rest = [(*map(float, c), *(0.0,) * (space.d - len(c))) for c in cube[:30]]
    return np.array(axis[:9] + rest)


def ladder(space: Space) -> Array:
    """Return points at powers of ten on the first axis.

    They serve functions such as a logarithm, which are refuted only by points far apart.
    """
    sizes = [10.0**e for e in range(-3, 5)]
    rows = np.array([*sizes, *(() if space.nonnegative else (-s for s in sizes))])
    return embedded(rows[:, None], space.d)


def beside_zeros(k: Kernel, space: Space) -> Array:
    """Return points near the boundary of {k(x, x) > 0}.

    The points lie on the first axis and on the diagonal. They serve normalised kernels, which change fast near
    k(x, x) = 0.
    """
    found: list[Array] = []
    for direction in dict.fromkeys(((1.0, *(0.0,) * (space.d - 1)), (1.0,) * space.d)):
        v = np.array(direction)
        positive = k.diag(WAY[:, None] * v) > 0
        for turn in np.flatnonzero(positive[1:] != positive[:-1])[:TURNS]:
            inside, outside = (WAY[turn], WAY[turn + 1]) if positive[turn] else (WAY[turn + 1], WAY[turn])
            for _ in range(HALVINGS):
                middle = (inside + outside) / 2
                inside, outside = (middle, outside) if k.diag(middle * v[None])[0] > 0 else (inside, middle)
            found += [inside * (1 + math.copysign(share, inside - outside)) * v for share in CLOSE]
    return at_scale(np.array(found).reshape(-1, space.d), 1.0)


def at_edges(k: Kernel, space: Space) -> Array:
    """Return points on both sides of a jump of the kernel.

    The points x and z have the distance w, the width of a box. Further points lie just beyond z.
    """
    rows = [
        float(width) * place
        for width in widths(k)
        for start in STARTS
        for place in (start, start + 1, start + 1.01, start + 1.00001)
    ]
    axis = [v for v in dict.fromkeys(rows) if v >= 0 or not space.nonnegative]
    return embedded(at_scale(np.array(axis).reshape(-1, 1), 1.0), space.d)


def cloud(space: Space, n: int, digits: int = 1) -> Array:
    """Return n normally distributed points, rounded, with a fixed seed."""
    rows = np.random.default_rng(1).normal(size=(n, space.d)).round(digits)
    return np.abs(rows) if space.nonnegative else rows


def scattered(space: Space, sizes: Sequence[float]) -> Iterator[Array]:
    """Yield sets of 80 random points at scales around the given sizes.

    The sets are clusters far from 0, lines, and spheres around 0. The seed is fixed.
    """
    rng = np.random.default_rng(2)
    for turn in range(SCATTERED):
        unit, size = rng.normal(size=(CROWD, space.d)), rng.choice(sizes) * 10 ** rng.uniform(-2, 2.5)
        if turn % 3 == 0:
            rows = unit * size + rng.normal(size=space.d) * rng.choice(sizes) * 10 ** rng.uniform(-2, 2)
        elif turn % 3 == 1:
            rows = np.linspace(-1, 1, CROWD)[:, None] * unit[0] * size + unit[1] * size * rng.integers(2)
        else:
            rows = unit / np.linalg.norm(unit, axis=1, keepdims=True) * size
        yield at_scale(np.abs(rows) if space.nonnegative else rows, 1.0)


def on_a_line(space: Space) -> Array:
    """Return 25 points on the first axis.

    They are enough for a polynomial of degree 20.
    """
    return embedded(np.linspace(0 if space.nonnegative else -3, 3, 25)[:, None], space.d)


def lattices(space: Space, spacings: tuple[float, ...] = SPACINGS) -> Iterator[Array]:
    """Yield square lattices of up to 216 points.

    They have one, two or three dimensions.

    Functions of the distance that are kernels on the line alone fail on lattices in the plane.
    """
    for spacing, axes in product(spacings, (1,) if space.d == 1 else (2, 3) if space.d > 2 else (2,)):
        steps = at_scale(np.arange(SIDES[axes], dtype=float), spacing)
        yield embedded(_square(steps, axes), space.d)


def honeycomb(space: Space, spacing: float) -> Array:
    """Return 144 points of a triangular lattice in the plane.

    This lattice is the most even in all directions. The points are rounded to three digits.
    """
    return embedded(at_scale(_triangular(SIDES[2], SIDES[2]).round(3), spacing), space.d)


def large(space: Space, spacing: float) -> Array:
    """Return a large lattice, for kernels with a small negative eigenvalue.

    It has 120 points on a line or 216 points in three dimensions. In the plane it is a disc of 209 points of a
    triangular lattice, since a disc prefers no direction and has no corners.
    """
    if space.d == 2:
        rows = _triangular(17, 19)
        rows = rows[np.linalg.norm(rows - rows.mean(axis=0), axis=1) <= 7.6]
        return at_scale((rows - rows.min(axis=0)).round(3), spacing)
    axes = min(space.d, 3)
    return embedded(at_scale(_square(np.arange(SIDES[axes], dtype=float), axes), spacing), space.d)


def _square(steps: Array, axes: int) -> Array:
    """Return the square lattice with these coordinates along each axis."""
    return np.stack(np.meshgrid(*[steps] * axes, indexing="ij"), axis=-1).reshape(-1, axes)


def _triangular(columns: int, rows: int) -> Array:
    """Return a triangular lattice of spacing 1, row by row."""
    return np.array([(i + 0.5 * (j % 2), j * math.sqrt(0.75)) for j in range(rows) for i in range(columns)])


def embedded(rows: Array, d: int) -> Array:
    """Return points embedded in ℝᵈ by further coordinates of 0."""
    return np.hstack([rows, np.zeros((len(rows), d - rows.shape[1]))])


def at_scale(rows: Array, scale: float) -> Array:
    """Return the points times a number, rounded to 12 digits.

    Rounding makes them short decimals: 3 · 0.1 gives 0.3.
    """
    return np.array([float(f"{v:.12g}") for v in (rows * scale).ravel().tolist()]).reshape(rows.shape)


def lengths(k: Kernel) -> list[float]:
    """Return the characteristic lengths of k in input space, at most four.

    They are widths, periods and 1/√γ, to three digits.
    """
    found: list[float] = []
    for length in _lengths(k):
        if SHORTEST < length < LONGEST and all(max(length / other, other / length) > ALIKE for other in found):
            found.append(float(f"{length:.3g}"))
    return found[:MOST_LENGTHS]


def _lengths(k: Kernel) -> Iterator[float]:
    for item in (k, *(getattr(k, f.name) for f in fields(k))):
        if (isinstance(item, Kernel) and item is not k) or not isinstance(item, Kernel | NamedFunction):
            continue
        for name, spec in item.param_specs().items():
            size = abs(getattr(item, name))
            if spec.length and 0 < size < math.inf:
                with suppress(OverflowError):
                    yield size**spec.length
    for child in k.children:
        yield from map(k._child_length, _lengths(child))


def from_coefficients(k: Kernel, space: Space) -> Array | None:
    """Return points to refute a polynomial whose coefficient matrix is not PSD.

    None for other kernels.

    The points are random, 8 more than there are monomials m, at most 300. Then every v is Σ cᵢ m(xᵢ) for
    some weights c, also a v with vᵀMv < 0 for the coefficient matrix M.
    """
    matrix = coefficient_matrix(k, space.d)
    if matrix is None or matrix.psd:
        return None
    rng = np.random.default_rng(0)
    rows = rng.uniform(0 if space.nonnegative else -1, 1, size=(min(len(matrix.monomials) + 8, 300), space.d))
    return np.round(rows, 2)  # 8 more than the monomials, as rounded points may coincide


def widths(k: Kernel) -> list[Fraction]:
    """Return the distances in input space at which leaves of k jump."""
    return list(dict.fromkeys(_widths(k)))


def _widths(k: Kernel) -> Iterator[Fraction]:
    own = k._edge()
    if own is not None and own[1][0]:
        yield own[0]
    for child in k.children:
        yield from (decimal(k._child_length(float(width))) for width in _widths(child))
