"""Explicit feature maps, and their combination by kernel nodes.

A feature map φ satisfies φ(x)·φ(z) = k(x, z).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.kernels.label import Label, coordinates, short_texts
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.wording import say

LARGEST_DIMENSION = 2000  # largest number of coordinates; more are not readable, and take too much memory for n points

SHOWN, LONGEST = 3, 100  # coordinates in a representation, and their characters


@dataclass(frozen=True)
class FeatureMap:
    """Explicit feature map φ: ℝᵈ → ℝᴰ.

    There is one formula per coordinate, such as ``√2·x₁x₂``. Calling the map takes (n, d) to (n, D).

    Methods that combine maps return None if the result has more than 2000 coordinates, or if a factor is negative.

    Parameters
    ----------
    formulas : tuple of Label
        Formula of every coordinate.
    function : callable
        Map from points (n, d) to features (n, D).
    d : int, optional
        Dimension of the points. None if unknown; calls then do not check it.

    Examples
    --------
    >>> import kernviz as kv
    >>> phi = kv.feature_map(kv.Polynomial(2), d=1)
    >>> phi.labels, phi([[3.0]]).round(4).tolist()
    (('x²', '√2·x', '1'), [[9.0, 4.2426, 1.0]])
    """

    formulas: tuple[Label, ...]
    function: Callable[[Array], Array]
    d: int | None = None

    def __repr__(self) -> str:
        first = ", ".join(short_texts(self.formulas[:SHOWN])) + (", …" if self.dimension > SHOWN else "")
        shown = first if len(first) <= LONGEST else first[: LONGEST - 1] + "…"
        coordinates = f"{self.dimension} coordinate" + "s" * (self.dimension != 1)
        return f"<FeatureMap to {coordinates}{': ' * bool(shown)}{shown}>"

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Return the formulas of the coordinates as text.

        The texts are distinct unless two coordinates differ by less than a float can show.
        """
        return short_texts(self.formulas)

    @property
    def dimension(self) -> int:
        """Return D, the number of coordinates."""
        return len(self.formulas)

    @property
    def varying(self) -> list[int]:
        """Return the indices of the coordinates that are not constant."""
        return [i for i, formula in enumerate(self.formulas) if formula.factors]

    def __call__(self, X: ArrayLike) -> Array:
        array = np.asarray(X, dtype=np.float64)
        points = array[:, None] if array.ndim == 1 else array
        if points.ndim != 2 or self.d not in (None, points.shape[1]):
            raise ValueError(
                say("the feature map takes points of shape (n, {d}), got {shape}", d=self.d or "d", shape=array.shape)
            )
        return self.function(points)

    @classmethod
    def identity(cls, d: int) -> Self:
        return cls(coordinates(d), lambda X: X)

    @classmethod
    def constant(cls, c: float) -> Self | None:
        if c < 0:
            return None
        root = math.sqrt(c)
        return cls((Label(decimal(c)),), lambda X: np.full((len(X), 1), root))

    @classmethod
    def stacked(cls, maps: Sequence[FeatureMap]) -> Self | None:
        """Return the feature map of a sum: features side by side."""
        if sum(m.dimension for m in maps) > LARGEST_DIMENSION:
            return None
        return cls._of([label for m in maps for label in m.formulas], lambda X: np.hstack([m(X) for m in maps]))

    @classmethod
    def multiplied(cls, maps: Sequence[FeatureMap]) -> Self | None:
        """Return the feature map of a product: all products of features."""
        if math.prod(m.dimension for m in maps) > LARGEST_DIMENSION:
            return None
        formulas = [Label()]
        for m in maps:
            formulas = [left * right for left in formulas for right in m.formulas]

        def product(X: Array) -> Array:
            table = np.ones((len(X), 1))
            for m in maps:
                table = (table[:, :, None] * m(X)[:, None, :]).reshape(len(X), -1)
            return table

        return cls._of(formulas, product)

    def scaled(self, c: float) -> FeatureMap | None:
        """Return the feature map of c·k: √c times every coordinate."""
        if c < 0:
            return None
        root, front = math.sqrt(c), Label(decimal(c))
        return self._of([front * own for own in self.formulas], lambda X: root * self(X))

    def weighted(self, f: Callable[[Array], Array], label: Label) -> FeatureMap:
        """Return the feature map of f(x)·k(x, z)·f(z).

        The map is f(x) times every coordinate.
        """
        return self._of([label * own for own in self.formulas], lambda X: f(X)[:, None] * self(X))

    def after(self, phi: Callable[[Array], Array], names: Sequence[Label]) -> FeatureMap:
        """Return the composition `x ↦ φ₂(φ₁(x))` with φ₁ = `phi` and this map φ₂.

        The result is the feature map of k(φ₁(x), φ₁(z)). `names` are the formulas of the coordinates of φ₁.
        """
        return self._of([own.at(names) for own in self.formulas], lambda X: self(phi(X)))

    def only(self, places: Sequence[int]) -> FeatureMap:
        """Return the map with the coordinates of these indices only."""
        return FeatureMap(tuple(self.formulas[i] for i in places), lambda X: self(X)[:, places], self.d)

    def on(self, d: int) -> FeatureMap:
        """Return the same map for points of dimension d only.

        Calls raise ValueError for other points.
        """
        return replace(self, d=d)

    @classmethod
    def _of(cls, formulas: Sequence[Label], function: Callable[[Array], Array]) -> Self:
        """Build the map with proportional coordinates merged.

        √a·f and √b·f become √(a + b)·f.
        """
        alike: dict[object, list[int]] = {}
        for place, formula in enumerate(formulas):
            alike.setdefault(formula.key, []).append(place)
        if len(alike) == len(formulas):
            return cls(tuple(formulas), function)
        kept, sizes, gathered = [], [], []
        for places in alike.values():
            largest = max(places, key=lambda i: abs(formulas[i].square))
            own = formulas[largest]
            more = sum(abs(formulas[i].square) for i in places) / abs(own.square) if own.square else Fraction(1)
            kept.append(largest)
            sizes.append(math.sqrt(more))
            gathered.append(Label(more) * own)
        return cls(tuple(gathered), lambda X: function(X)[:, kept] * sizes)
