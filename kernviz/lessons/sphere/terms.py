"""Numbers shared by all steps of the derivation.

Their table lists them point by point.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.lesson import Table
from kernviz.lessons.sphere.center_path import CenterLine
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.wording import say, several, shorts

ROWS = 12  # largest number of rows of a table; further points are summed up in words


@dataclass(frozen=True)
class Terms:
    """Numbers shared by all steps of the derivation.

    They are α∗, r∗², and distances from c∗ and from the centre c(t) for comparison.
    """

    scene: SphereScene
    path: CenterLine
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
        """Return the squared distances ‖φ(xᵢ) − c∗‖² (n,)."""
        return np.asarray(self.scene.hard.machine.distances_**2)

    @property
    def other(self) -> Array:
        """Return the squared distances ‖φ(xᵢ) − c(t)‖² (n,)."""
        return self.path.squared(self.t)

    @property
    def between(self) -> Array:
        """Return the squared distances ‖φ(xᵢ) − φ(xⱼ)‖² (n, n)."""
        K = self.scene.hard.K
        own = np.diag(K)
        return np.asarray(own[:, None] + own[None, :] - 2 * K)

    def number(self, row: int) -> int:
        """Return the number of an enclosed point in the data, from 1."""
        return int(self.scene.rows[row]) + 1


def small(v: Terms) -> float:
    """Return the tolerance within which squared distances count as equal."""
    return max(float(v.scene.hard.machine.tolerance_), 1e-9 * v.r2)


def clean(values: Array, v: Terms) -> Array:
    """Set values that are zero up to roundoff to 0."""
    return np.where(np.abs(values) <= small(v), 0.0, values)


def per_point(v: Terms, columns: dict[str, Array], by: Array) -> Table:
    """Return a table of columns (n,) with a row per enclosed point.

    If there are more than ROWS points, the table has those with the largest ``by`` (n,).
    """
    n = v.scene.n
    order = np.arange(n) if n <= ROWS else np.argsort(-by, kind="stable")[:ROWS]
    cut = (
        ""
        if n <= ROWS
        else several(
            n,
            "{count} of {n} point, those with the largest numbers first.",
            "{count} of {n} points, those with the largest numbers first.",
            count=ROWS,
        )
    )
    return Table(
        {
            say("point"): [v.number(int(i)) for i in order],
            **{name: shorts(values[order]) for name, values in columns.items()},
        },
        caption=cut,
        geometric=tuple(columns),
    )


def squared_distances(K: Array, weights: Array) -> Array:
    """Return the squared distances ‖φ(xᵢ) − c‖² (n,) from a centre c.

    The centre is Σ wᵢ φ(xᵢ) with Σ w = 1, and K (n, n) the Gram matrix. They are not clipped at 0.
    """
    products = K @ weights
    return np.asarray(np.diag(K) - 2 * products + weights @ products)


def center_coordinates(alpha: Array, images: Array) -> Array:
    """Return the centre's coordinates Σ αᵢφ(xᵢ) (D,).

    They come from the images (n, D), with roundoff set to 0.
    """
    center = alpha @ images
    return np.where(np.abs(center) <= 1e-12 * (alpha @ np.abs(images)), 0.0, center)
