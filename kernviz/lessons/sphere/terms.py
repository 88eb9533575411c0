"""The numbers every step of the derivation needs, and how a step shows them point by point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.lessons.lesson import Table, short
from kernviz.lessons.sphere.moved import Line
from kernviz.lessons.sphere.scene import Scene
from kernviz.wording import say

Array = NDArray[np.float64]
ROWS = 12  # of a table: more points are summed up in words


@dataclass(frozen=True)
class Terms:
    """The numbers every step needs: α∗, r∗², and the centre the steps compare with, c(t) on the page's line."""

    scene: Scene
    path: Line
    t: float
    name: str

    @property
    def alpha(self) -> Array:
        return np.asarray(self.scene.hard.machine.center_coef_)

    @property
    def r2(self) -> float:
        return float(self.scene.hard.machine.radius_**2)

    @property
    def best(self) -> Array:
        """‖φ(xᵢ) − c∗‖² (n,)."""
        return np.asarray(self.scene.hard.machine.distances_**2)

    @property
    def other(self) -> Array:
        """‖φ(xᵢ) − c‖² (n,) from the centre compared with."""
        return self.path.squared(self.t)

    def number(self, row: int) -> int:
        """How the page counts a point."""
        return int(self.scene.rows[row]) + 1


def small(v: Terms) -> float:
    """Squared distances closer than this are not told apart."""
    return max(float(v.scene.hard.machine.tolerance_), 1e-9 * v.r2)


def clean(values: Array, v: Terms) -> Array:
    """What is zero up to roundoff is written 0."""
    return np.where(np.abs(values) <= small(v), 0.0, values)


def per_point(v: Terms, columns: dict[str, Array], by: Array) -> Table:
    """A row a point, the largest of ``by`` first where there are too many."""
    n = v.scene.n
    order = np.arange(n) if n <= ROWS else np.argsort(-by, kind="stable")[:ROWS]
    cut = "" if n <= ROWS else say("{ROWS} of {n} points, those with the largest numbers first.", ROWS=ROWS, n=n)
    return Table(
        {
            say("point"): [v.number(int(i)) for i in order],
            **{name: [short(float(x)) for x in values[order]] for name, values in columns.items()},
        },
        caption=cut,
    )


def subscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def center_coordinates(alpha: Array, images: Array) -> Array:
    """Σ αᵢφ(xᵢ) (D,) from the images (n, D); what is roundoff of the sum is 0."""
    center = alpha @ images
    return np.where(np.abs(center) <= 1e-12 * (alpha @ np.abs(images)), 0.0, center)
