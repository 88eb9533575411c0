"""Fields over the plane or line of the Geometry page's picture.

The fields are the squared distance of the image φ(z) to the mean Φ̄ of the images, and the density.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

import kernviz.grid_size as grid_size
from kernviz.arrays import LARGEST_SINGLE, Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import geometry as geo
from kernviz.kernels import RBF, Kernel
from kernviz.lessons.geometry.scene import GeometryScene, gram
from kernviz.lessons.geometry.state import PARZEN
from kernviz.models.preimage import preimages
from kernviz.surfaces import SIDE, Curve, Surface, Window, curve, surface
from kernviz.wording import phrase, say

SAME = 1e-9  # relative to the squared norms: a smaller squared distance counts as 0


@dataclass(frozen=True)
class Landscape:
    """Squared distance to Φ̄ and density over the plane or line.

    The landscape also holds the point whose image is nearest to Φ̄, and its squared distance.
    """

    squared: Surface | Curve
    density: Surface | Curve
    nearest: Array  # (d,): point with the nearest image
    nearest_squared: float
    common_norm2: float | None  # ‖φ(x)‖² if it is the same everywhere in the picture, else None

    @property
    def lowest(self) -> float:
        return float(self.squared.values.min())

    def field(self, kind: str) -> tuple[Surface | Curve, str]:
        """Return the field to draw, with its name.

        For the kind PARZEN it is the density. Otherwise it is the distance, or the squared distance if
        that is negative somewhere.
        """
        if kind == PARZEN:
            return self.density, say("density")
        if self.lowest < 0:
            return self.squared, say("squared distance to the mean")
        drawn = self.squared
        root = np.sqrt(drawn.values)
        return (
            Surface(drawn.x, drawn.y, root, drawn.window)
            if isinstance(drawn, Surface)
            else Curve(drawn.x, root, drawn.window)
        ), say("distance to the mean")

    def mean_is(self, scene: GeometryScene) -> Literal["nowhere", "inside", "image", "unknown"]:
        """Tell if the mean Φ̄ is the image of a point.

        "nowhere": there is no feature space. "inside": Φ̄ lies inside a sphere that has all images.
        "image": Φ̄ is the image of `nearest`, up to rounding. "unknown": no point with the image Φ̄ was found.
        """
        if self.lowest < 0 or scene.mean2 < 0:
            return "nowhere"
        if self.common_norm2 is not None and scene.mean2 < self.common_norm2 * (1 - SAME):
            return "inside"
        return "image" if self.nearest_squared <= SAME * float(np.abs(np.diag(scene.K)).max()) else "unknown"


@shared(maxsize=64)
def landscape(data: Dataset, kernel: Kernel) -> Landscape:
    """Return the landscape around the mean, cached for the whole page.

    Raises ValueError if values are too large to draw.
    """
    window = Window.of(data)
    with np.errstate(over="ignore", invalid="ignore"):
        try:
            density = _density(data, kernel, window)
            grid = density.points
            mean2 = geo.mean_norm2(gram(data, kernel))
            squares = geo.squared_from_density(kernel.diag(grid), density.values.ravel(), mean2)
        except ValueError:
            raise ValueError(_TOO_LARGE) from None
        squared = replace(density, values=squares.reshape(density.values.shape))
        if not max(float(np.abs(v.values).max()) for v in (squared, density)) <= LARGEST_SINGLE:
            raise ValueError(_TOO_LARGE)
        own = np.asarray(kernel.diag(np.concatenate([grid, data.X])))
        common = float(own[0]) if np.ptp(own) <= 1e-12 * abs(own[0]) else None
        start = grid[int(np.argmin(squared.values))][None]
        nearest = start[0]
        if float(squared.values.min()) >= 0:
            nearest = preimages(kernel, data.X, np.full((1, data.n), 1 / data.n), start)[0]
        reached = float(geo.squared_distance_to_mean(kernel, data.X, nearest[None])[0])
    return Landscape(squared, density, nearest, reached, common)


def _density(data: Dataset, kernel: Kernel, window: Window) -> Surface | Curve:
    """Return the density ⟨φ(z), Φ̄⟩ over the picture.

    A Gaussian on the plane factorises into two on the line, so its grid needs two small tables.
    """
    if isinstance(kernel, RBF) and data.d == 2:
        places = grid_size.side(SIDE)
        x, y = np.linspace(*window.x_range, places), np.linspace(*window.y_range, places)
        across, up = (np.exp(-kernel.gamma * (at[:, None] - data.X[:, c]) ** 2) for c, at in enumerate((x, y)))
        return Surface(x, y, up @ across.T / data.n, window)
    return (curve if data.d == 1 else surface)(lambda Z: geo.density(kernel, data.X, Z), window)


_TOO_LARGE = phrase(
    "In the picture around the points a kernel value is too large to compute, so distances cannot be drawn: scale "
    "the data, or lower the degree or the factor in the exponent."
)
