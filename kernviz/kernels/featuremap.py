r"""Explicit feature maps φ with φ(x)·φ(z) = k(x, z), and how the nodes of a kernel combine them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.kernels.facts import rounded, subscript

Array = NDArray[np.float64]

LARGEST_DIMENSION = 2000  # beyond this nobody reads the coordinates, and n × D no longer fits a page


@dataclass(frozen=True)
class FeatureMap:
    """φ: ℝᵈ → ℝᴰ with one label a coordinate, such as ``√2·x₁x₂``. Calling it maps (n, d) -> (n, D)."""

    labels: tuple[str, ...]
    function: Callable[[Array], Array]

    @property
    def dimension(self) -> int:
        """D, the number of coordinates."""
        return len(self.labels)

    def __call__(self, X: ArrayLike) -> Array:
        array = np.asarray(X, dtype=np.float64)
        return self.function(array[:, None] if array.ndim == 1 else array)

    @classmethod
    def identity(cls, d: int) -> FeatureMap:
        return cls(tuple(coordinate(i, d) for i in range(d)), lambda X: X)

    @classmethod
    def constant(cls, d: int, c: float) -> FeatureMap | None:
        if c < 0:
            return None
        root = math.sqrt(c)
        return cls((root_label(c) or "1",), lambda X: np.full((len(X), 1), root))

    @classmethod
    def stacked(cls, maps: Sequence[FeatureMap]) -> FeatureMap | None:
        """Features side by side: the map of a sum."""
        if sum(m.dimension for m in maps) > LARGEST_DIMENSION:
            return None
        return cls(tuple(label for m in maps for label in m.labels), lambda X: np.hstack([m(X) for m in maps]))

    @classmethod
    def multiplied(cls, maps: Sequence[FeatureMap]) -> FeatureMap | None:
        """All products of features: the map of a product."""
        if math.prod(m.dimension for m in maps) > LARGEST_DIMENSION:
            return None
        labels: tuple[str, ...] = ("1",)
        for m in maps:
            labels = tuple(_times(left, right) for left in labels for right in m.labels)

        def product(X: Array) -> Array:
            table = np.ones((len(X), 1))
            for m in maps:
                table = (table[:, :, None] * m(X)[:, None, :]).reshape(len(X), -1)
            return table

        return cls(labels, product)

    def scaled(self, c: float) -> FeatureMap | None:
        """√c times every coordinate: the map of c·k."""
        if c < 0:
            return None
        root = math.sqrt(c)
        front = root_label(c)
        return FeatureMap(tuple(_times(front or "1", label) for label in self.labels), lambda X: root * self(X))

    def weighted(self, f: Callable[[Array], Array], label: str) -> FeatureMap:
        """f(x) times every coordinate: the map of f(x)·k(x, z)·f(z)."""
        return FeatureMap(tuple(_times(label, own) for own in self.labels), lambda X: f(X)[:, None] * self(X))

    def after(self, phi: Callable[[Array], Array], wrap: Callable[[str], str]) -> FeatureMap:
        """Coordinates of φ₂(φ₁(x)): the map of k(φ₁(x), φ₁(z))."""
        return FeatureMap(tuple(wrap(label) for label in self.labels), lambda X: self(phi(X)))


def coordinate(i: int, d: int) -> str:
    """x in one dimension, x₁, x₂, … in more."""
    return "x" if d == 1 else f"x{subscript(i + 1)}"


def root_label(c: float) -> str:
    """√c as people write it: nothing for 1, 2 for 4, √2 for 2, a decimal where c is not a small whole number."""
    if c == 1:
        return ""
    root = math.sqrt(c)
    if root < 1e6 and root == int(root):
        return str(int(root))
    if c == int(c) and c < 1000:
        return f"√{int(c)}"
    return rounded(root)


def monomial_label(exponents: Sequence[int]) -> str:
    """(2, 1) -> x₁²x₂, (0, 0) -> 1"""
    from kernviz.kernels.facts import superscript

    d = len(exponents)
    parts = [coordinate(i, d) + (superscript(e) if e > 1 else "") for i, e in enumerate(exponents) if e]
    return "".join(parts) or "1"


def _times(left: str, right: str) -> str:
    if left == "1":
        return right
    return left if right == "1" else f"{left}·{right}"
