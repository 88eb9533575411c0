"""Maps from objects to counts, φ: A → ℝᵐ.

There is one coordinate for each feature that may occur in an object, such as the n-gram "ol".

S0 Theorem 1 (5) then makes every kernel of points a kernel of objects: k(φ(x), φ(z)).
There are infinitely many features, but finitely many in any two objects.
All other coordinates are 0 for both objects.
So a kernel of counts must not change if coordinates that are 0 in both are added.
Nor may the kernel change if all coordinates are put in another order.
`check` refuses a kernel that changes in these cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ZERO, Point, rational
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import First
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.object_types import Kind, precision
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.point_maps import Coordinate
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.weighted import Weighted
from kernviz.wording import say

COUNTS = Space(2, nonnegative=True, kind="counts")
MOST_NUMBERS = 10_000_000  # largest number of entries of a table of counts, 80 MB
PROBE = np.array([[2.0, 0.0, 1.0], [1.0, 3.0, 1.0], [0.0, 1.0, 0.0]])


class ObjectMap(PointMap):
    """Feature map φ from words, sets or graphs to counts.

    Shapes: objects X (n,) -> (n, m). There is a column for every feature in X, sorted by name.
    """

    takes: ClassVar[Kind] = "words"

    def counts(self, thing: Any) -> Mapping[str, float]:
        """Return the features found in one object, with their counts.

        Raises ValueError if there are too many to list.
        """
        raise NotImplementedError

    def found(self, thing: Any) -> Mapping[str, float]:
        """Return the features of an object from the cache of `counts`."""
        return _remembered(self, thing)

    def vocabulary(self, *tables: NDArray[Any]) -> tuple[str, ...]:
        """Return every feature found in any of these objects, sorted.

        These are the names of the coordinates.
        """
        return tuple(sorted({name for X in tables for thing in X for name in self.found(thing)}))

    def __call__(self, X: Array) -> Array:
        return self.table(X, self.vocabulary(X))

    def pair(self, X: Array, Z: Array) -> tuple[Array, Array]:
        if X is Z:
            left = self(X)
            return left, left
        shared = self.vocabulary(X, Z)
        return self.table(X, shared), self.table(Z, shared)

    def table(self, X: NDArray[Any], vocabulary: tuple[str, ...]) -> Array:
        """Return the counts (n, m) of the names of `vocabulary`.

        The vocabulary must hold all that is found in X.
        """
        if len(X) * len(vocabulary) > MOST_NUMBERS:
            raise ValueError(
                say(
                    "{X} objects hold {vocabulary} different things to count, and a table has at most {most} "
                    "entries: take fewer or shorter objects, or a smaller number in {this}",
                    X=len(X),
                    vocabulary=len(vocabulary),
                    most=MOST_NUMBERS,
                    this=self,
                )
            )
        place = {name: column for column, name in enumerate(vocabulary)}
        rows = np.zeros((len(X), max(len(vocabulary), 1)), dtype=precision(X))
        for row, thing in enumerate(X):
            for name, count in self.found(thing).items():
                rows[row, place[name]] = count
        return rows

    def exact_counts(self, thing: Any) -> Mapping[str, fmpq]:
        """Return the features of an object with `counts` as fractions."""
        return {name: rational(count) for name, count in self.found(thing).items()}

    def enclosed_pair(self, x: Any, z: Any) -> tuple[Point, Point]:
        left, right = _exact(self, x), _exact(self, z)
        names = sorted({*left, *right})
        first = tuple(left.get(name, ZERO) for name in names)
        return first, first if x is z else tuple(right.get(name, ZERO) for name in names)

    def check(self, k: Kernel) -> None:
        super().check(k)
        if _names_a_column(k) or not _sees_counts_only(k):
            raise ValueError(
                say(
                    "{k} uses single columns, but the columns of counts depend on the {takes} at hand. Put a "
                    "kernel that treats all coordinates alike before @ {this}, such as linear or rbf",
                    k=k,
                    takes=self.takes,
                    this=self,
                )
            )

    def onto(self, space: Space) -> Space:
        return COUNTS

    def latex(self, point: str) -> str:
        return rf"‹\phi›_{{\text{{{self.name}}}}}({point})"


@lru_cache(maxsize=20_000)
def _remembered(phi: ObjectMap, thing: Any) -> Mapping[str, float]:
    return phi.counts(thing)


@lru_cache(maxsize=2048)
def _exact(phi: ObjectMap, thing: Any) -> Mapping[str, fmpq]:
    return phi.exact_counts(thing)


def _names_a_column(k: Kernel) -> bool:
    """Return True if a part of k reads one numbered column."""
    if isinstance(k, Mapped) and k.phi.of_length:
        return False  # the length is the only column
    own = isinstance(k.phi, Coordinate) if isinstance(k, Mapped) else isinstance(k, Weighted) and isinstance(k.f, First)
    return own or any(map(_names_a_column, k.children))


@lru_cache(maxsize=2048)
def _sees_counts_only(k: Kernel) -> bool:
    """Test numerically whether k depends on counts only.

    Such a k is unchanged by adding coordinates that are 0 for all points, and by permuting coordinates. The points are
    `PROBE`.
    """
    with np.errstate(all="ignore"):
        try:
            values = k._gram(PROBE, PROBE)
            wider, turned = np.hstack([PROBE, np.zeros((3, 2))]), PROBE[:, [2, 0, 1]].copy()
            others = [k._gram(wider, wider), k._gram(turned, turned)]
        except ValueError:  # the kernel needs a matrix of another size, or a column that does not exist
            return False
        # tolerance: far above roundoff, far below a real change
        size = 1e-9 * np.abs(values[np.isfinite(values)]).max(initial=0.0)
        return all(np.allclose(values, other, rtol=1e-9, atol=size, equal_nan=True) for other in others)


OBJECT_MAPS: dict[str, type[ObjectMap]] = {}


def register(cls: type[ObjectMap]) -> type[ObjectMap]:
    """Register a map under its name after ``@`` in the text language."""
    OBJECT_MAPS[cls.name] = cls
    return cls
