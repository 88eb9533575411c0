"""S4's ellipse as a plane in the feature space in use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.lessons.lift.machine import Separator
from kernviz.surfaces import Surface, Window, grid_points, surface

# x₁²/4 + x₂² − 1, and the same curve turned by 45°, as weights on (x₁², x₁x₂, x₂²). The toy datasets lie around them.
ELLIPSES = {"ellipse": (0.25, 0.0, 1.0), "tilted_ellipse": (0.625, -0.75, 0.625)}


@dataclass(frozen=True)
class Reference:
    """Ellipse around which the points were drawn, as a plane.

    The plane w·φ(x) + b lies in the feature space in use, and is positive outside.
    """

    w: Array
    b: float
    values: Array  # values of f at the training points
    field: Surface
    margin: float  # smallest distance of a point from the hyperplane in feature space


def reference(data: Dataset, trained: Separator) -> Reference | None:
    """Return S4's ellipse as a plane in these features.

    None unless the data are a toy set of ELLIPSES, and the features can express the ellipse.
    """
    if data.name not in ELLIPSES or trained.phi is None:
        return None
    around = grid_points(np.linspace(-2, 2, 9), np.linspace(-2, 2, 9))
    images, wanted = trained.phi(around), quadratic(data.name, around)
    w = np.linalg.lstsq(images, wanted, rcond=None)[0]
    # the least-squares fit does not reproduce the wanted values
    if np.abs(images @ w - wanted).max() > 1e-9 * np.abs(wanted).max():
        return None
    w = np.where(np.abs(w) > 1e-12, w, 0.0)
    values = quadratic(data.name, data.X) - 1
    margin = float(np.abs(values).min() / np.linalg.norm(w))
    return Reference(np.asarray(w, dtype=np.float64), -1.0, values, _ellipse(data), margin)


@shared(maxsize=64)
def _ellipse(data: Dataset) -> Surface:
    """Return a field that is zero on the ellipse.

    The field does not depend on training.
    """
    return surface(lambda X: quadratic(data.name, X) - 1, Window.of(data))


def quadratic(name: str, X: Array) -> Array:
    """Return the quadratic form (m,) of a toy's ellipse.

    The curve at the value 1 of the form is the ellipse of that toy.
    """
    a, b, c = ELLIPSES[name]
    return np.asarray(a * X[:, 0] ** 2 + b * X[:, 0] * X[:, 1] + c * X[:, 1] ** 2)
