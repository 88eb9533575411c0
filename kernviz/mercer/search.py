"""Search for a witness among candidate points.

The strategies are tried in this order: small sets (integer points, points at jumps and at zeros of
the kernel), lattices, elimination in balls, scattered points, large lattices, and clouds of random
points. Words, sets and graphs have sample objects instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.structured.sample_objects import shelves
from kernviz.kernels.work_budget import attempt
from kernviz.mercer.candidates import (
    SCALES,
    SPACINGS,
    WAY,
    at_edges,
    at_scale,
    beside_zeros,
    cloud,
    from_coefficients,
    honeycomb,
    ladder,
    large,
    lattices,
    lengths,
    on_a_line,
    scattered,
    whole_points,
)
from kernviz.mercer.minimal_witness import carried, shrunk
from kernviz.mercer.search_budget import SUBSETS, Effort, of_balls, of_floats, of_weights
from kernviz.mercer.witness import LARGEST_VALUE, VISIBLE, Witness, witness

DEEP = 16  # largest number of points eliminated in balls
STAGE = 20_000  # budget of each strategy, see kernels/work_budget.py: a fifth of a second
MULTIPLES = (1.0, 2.0, 0.5)  # multiples of a kernel's characteristic lengths, used as sizes
GAPS = (1.0, 0.5, 0.3, 0.12, 0.03)  # gaps between points of a lattice, in characteristic lengths
SCATTER = 40_000  # budget of `_scattered`
CLOUD, CLOUDS = 160, 20_000  # points in a cloud, and the budget of all clouds
CLOUD_SCALES, REACHES = (1.0, 0.1, 10.0), (1.0, 5.0, 25.0)
LARGE_GAPS = (0.7, 0.5, 0.4)  # gaps of large lattices, in characteristic lengths
# the search in lattices ends with a witness of at most SMALL points, or with LOOKS witnesses
SMALL, LOOKS = 6, 3


def find(k: Kernel, space: Space) -> Witness | None:
    """Return a certain witness with few points, or None."""
    return next(_witnesses(k, space), None)


def _witnesses(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield witnesses as they are found, the simplest kind first.

    Witnesses that a matrix printed with a few digits shows (`Witness.visible`) come before all others.
    """
    if space.kind != "vectors":
        yield from _among_objects(k, space)
        return
    faint: list[Witness] = []
    for found in in_small_sets(k, space):
        if found.visible:
            yield found
        else:
            faint.append(found)
    for look in (_in_lattices, _deep, _scattered, _in_large, _in_clouds):
        yield from _visible(look(k, space), faint)
    yield from sorted(faint, key=len)


def _visible(witnesses: Iterator[Witness], faint: list[Witness]) -> Iterator[Witness]:
    for found in witnesses:
        if found.visible:
            yield found
        else:
            faint.append(found)
            return  # after a witness too small to be visible, no visible one is expected


def in_small_sets(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield witnesses from small sets of points.

    The sets are integer points, and points at jumps and zeros of k.
    """
    simple, effort = whole_points(space), Effort(STAGE)
    yield from _few(k, simple, effort)
    own = lengths(k)
    for length, multiple in product(own, MULTIPLES):
        yield from _few(k, at_scale(simple, length * multiple), effort)
    sets = [at_scale(simple, scale) for scale in SCALES]
    constructed = attempt(lambda: from_coefficients(k, space), None)
    for rows in [*sets, *([] if constructed is None else [constructed])]:
        found = shrunk(k, rows, deep=rows is constructed, effort=effort)
        if found is not None:
            yield found
    edges = at_edges(k, space)
    if len(edges):
        yield from _few(k, edges, effort)
    yield from _few(k, ladder(space), effort)
    if effort.spend(of_floats(k, len(WAY))):
        yield from _few(k, beside_zeros(k, space), effort)


def _in_lattices(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield the first few witnesses found on lattices.

    Visible witnesses come first, then those with fewer points.
    """
    own = tuple(length * gap for length, gap in product(lengths(k), GAPS))
    found: list[Witness] = []
    effort = Effort(STAGE)
    combs = [honeycomb(space, length / 2) for length in lengths(k) if space.d > 1]
    for lattice in chain(combs, lattices(space, own), lattices(space, SPACINGS)):
        reduced = shrunk(k, lattice, effort=effort)
        if reduced is not None:
            found.append(reduced)
            if len(reduced) <= SMALL or len(found) == LOOKS:
                break
    yield from sorted(found, key=lambda reduced: (not reduced.visible, len(reduced)))


def _in_large(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield witnesses from large lattices, for functions of x − z.

    A lattice has few distinct differences x − z, so its Gram matrix takes little time.
    """
    effort = Effort(STAGE)
    for length, gap in product(lengths(k) if k.stationary else (), LARGE_GAPS):
        found = carried(k, large(space, length * gap), effort)
        if found is not None:
            yield found


def _in_clouds(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield witnesses from clouds of many random points.

    They serve kernels that depend on the positions of points and not on distances only.
    """
    effort, scales = Effort(CLOUDS), list(dict.fromkeys((*lengths(k), *CLOUD_SCALES)))
    for scale, reach in product(scales, REACHES):
        found = shrunk(k, at_scale(cloud(space, CLOUD, digits=3), float(f"{scale * reach:.3g}")), effort=effort)
        if found is not None:
            yield found


def _scattered(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield witnesses from scattered points.

    The points form clusters far from 0, lines, or spheres around 0. Some functions are refuted only there.
    """
    effort = Effort(SCATTER)
    for rows in scattered(space, lengths(k) or [1.0]):
        found = shrunk(k, rows, effort=effort)
        if found is not None:
            yield found


def _deep(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield witnesses of a few points at every scale.

    Elimination in 120 digits finds refutations that floats do not show.
    """
    simple, effort = whole_points(space), Effort(STAGE)
    sets = [
        simple if space.d == 1 else np.vstack([simple[:5], simple[9:]])[:DEEP],
        cloud(space, DEEP),
        on_a_line(space),
    ]
    for rows, scale in product(sets, (*SCALES[:3], *lengths(k), *SCALES[3:])):
        found = shrunk(k, at_scale(rows, scale), deep=True, effort=effort)
        if found is not None:
            yield found


def _among_objects(k: Kernel, space: Space) -> Iterator[Witness]:
    """Yield witnesses among words, sets or graphs.

    Sample objects are tried, shorter ones first.
    """
    effort = Effort(STAGE)
    for shelf in shelves(space.kind):
        yield from _few(k, shelf[:25], effort)
        found = shrunk(k, shelf, effort=effort)
        if found is not None:
            yield found


def _few(k: Kernel, rows: Array, effort: Effort) -> Iterator[Witness]:
    """Yield witnesses of one, two and three points.

    Subsets are tried in floats, at most 2000 of three points. Up to 20 subsets of each size that seem to refute k
    are verified in balls.
    """
    if not effort.spend(of_floats(k, len(rows))):
        return
    K = k(rows)
    for size in (1, 2, 3)[: len(rows)]:
        subsets = np.array(list(combinations(range(len(rows)), size)))
        if size == 3:
            subsets = subsets[:2000]
        if not effort.spend(len(subsets) / SUBSETS):
            return
        blocks = K[subsets[:, :, None], subsets[:, None, :]]
        fine = np.abs(blocks).max(axis=(1, 2)) < LARGEST_VALUE  # False for nan, too
        blocks = np.where(fine[:, None, None], blocks, np.eye(size))
        size_of = np.maximum(np.abs(blocks).max(axis=(1, 2)), np.finfo(float).tiny)
        lowest = np.linalg.eigvalsh((blocks + blocks.transpose(0, 2, 1)) / 2)[:, 0] / size_of
        skew = np.abs(blocks - blocks.transpose(0, 2, 1)).max(axis=(1, 2)) / size_of
        for hit in np.flatnonzero((lowest < -VISIBLE) | (skew > VISIBLE))[:20]:
            if not effort.spend(of_balls(k, size) + of_weights(size, deep=True)):
                return
            found = witness(k, rows[subsets[hit]])
            if found is not None:
                yield found
