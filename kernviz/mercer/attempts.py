"""Search for points that refute a kernel, one attempt at a time.

The attempts are for display. `search.find` looks for a witness as fast as it can. This search
instead yields every set of points it tries, with the smallest eigenvalue. The sets are the
user's points, the same with one additional point, small integer points, random clouds, and
lattices. After a success, ever smaller subsets of the refuting points follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.candidates import SCALES, inside, lattices, whole_points
from kernviz.mercer.minimal_witness import fewer
from kernviz.mercer.spectrum import spectrum_on
from kernviz.mercer.witness import Witness, witness
from kernviz.wording import phrase, say, short

MORE = 12  # positions tried for one additional point
CLOUDS = 18  # random clouds
GRIDS = 4  # lattices
MOST_POINTS = 200  # largest number of the user's points, so that each attempt takes little time


@dataclass(frozen=True)
class RefutationAttempt:
    """Set of points tried as a witness, with its smallest eigenvalue.

    ``idea`` says in words how the set was chosen. ``points`` (p, d). ``eigenvalue`` is the smallest of the Gram
    matrix K. ``witness`` is None unless the points refute k.
    """

    idea: str
    points: Array
    eigenvalue: float
    witness: Witness | None

    @property
    def numeral(self) -> str:
        """Return the smallest eigenvalue as text, with the witness's remark."""
        return short(self.eigenvalue) + ("" if self.witness is None else self.witness.aside)


def attempts(k: Kernel, space: Space, X: Array | None = None) -> Iterator[RefutationAttempt]:
    """Yield attempts to refute k on ℝᵈ, starting from X (n, d).

    After the first success, points are dropped while the rest still refutes k.

    The sequence is finite. Without success there are about 40 attempts. After a success there is one
    more for each smaller witness.
    """
    for idea, rows in _ideas(space, X):
        attempt = attempt_at(k, rows, idea)
        if attempt is not None:
            yield attempt
            if attempt.witness is not None:
                yield from _reductions(k, attempt.witness)
                return


def _reductions(k: Kernel, found: Witness) -> Iterator[RefutationAttempt]:
    for smaller in fewer(k, found):
        yield RefutationAttempt(say("fewer of them"), smaller.points, smaller.eigenvalue, smaller)


def attempt_at(k: Kernel, rows: Array, idea: str = phrase("these points")) -> RefutationAttempt | None:
    """Return one attempt on the points `rows`.

    None if k has no finite values on these points.
    """
    try:
        found = spectrum_on(k, rows)
    except ValueError:
        return None
    return RefutationAttempt(idea, rows, found.smallest, None if found.semidefinite else witness(k, rows))


def _ideas(space: Space, X: Array | None) -> Iterator[tuple[str, Array]]:
    simple = whole_points(space)
    X = None if X is None else inside(space, X)
    if X is not None and len(X):
        yield say("your points"), X[:MOST_POINTS]
        for place in _additional_points(X, simple):
            yield say("your points and one more"), np.vstack([X[:MOST_POINTS], place])
    yield say("small whole points"), simple[:5]
    yield say("more of them"), simple
    rng = np.random.default_rng(0)
    for number in range(CLOUDS):
        cloud = rng.normal(size=(4 + 2 * number, space.d)) * SCALES[number % len(SCALES)]
        yield say("a random cloud"), np.round(np.abs(cloud) if space.nonnegative else cloud, 2)
    for number, lattice in enumerate(lattices(space)):
        if number < GRIDS:
            yield say("a lattice"), lattice


def _additional_points(X: Array, simple: Array) -> Array:
    """Return integer points that are not in X.

    The first point lies as far beyond X as X is wide. The other points are sorted by how near their norm is to the
    largest norm in X. There are at most MORE points.
    """
    low, high = X.min(axis=0), X.max(axis=0)
    further = np.round(high + (high - low))
    fresh = simple[~(simple[:, None] == X[None]).all(-1).any(1)]
    reach = float(np.linalg.norm(X, axis=1).max())
    order = np.argsort(np.abs(np.linalg.norm(fresh, axis=1) - reach), kind="stable")
    return np.vstack([further, fresh[order]])[:MORE]
