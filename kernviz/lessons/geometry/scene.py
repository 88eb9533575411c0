"""Points, Gram matrix and the ruler's ends on the Geometry page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import geometry as geo
from kernviz.kernels import RBF, Kernel, Laplacian, Matern
from kernviz.lessons.geometry.state import State
from kernviz.lessons.shared.refusal import fit_for_drawing, fit_for_picture
from kernviz.lessons.shared.typed_points import numbers, typed_points
from kernviz.wording import say

MOST_WEIGHTS = 5  # largest number of weights of P and of Q
# kernels whose bumps around z all have the same finite integral: their means estimate densities
DENSITIES = (RBF, Laplacian, Matern)


@dataclass(frozen=True)
class GeometryScene:
    """Points, Gram matrix K (n, n), and rows of the ruler.

    The rows i and j are counted from 0.
    """

    data: Dataset
    kernel: Kernel
    K: Array
    i: int
    j: int

    @property
    def n(self) -> int:
        return self.data.n

    @property
    def labels(self) -> NDArray[np.int64] | None:
        return self.data.codes_or_none

    @cached_property
    def mean2(self) -> float:
        """Return the squared norm ‖Φ̄‖² of the mean image."""
        return geo.mean_norm2(self.K)

    @property
    def symmetric(self) -> Array:
        """Return (K + Kᵀ)/2, the symmetric part of K.

        This part determines squared lengths.
        """
        return np.asarray((self.K + self.K.T) / 2)

    @cached_property
    def densities(self) -> Array:
        """Return the densities ⟨φ(xᵢ), Φ̄⟩ (n,)."""
        return np.asarray(self.symmetric.mean(axis=1))

    @cached_property
    def squared(self) -> Array:
        """Return the squared distances ‖φ(xᵢ) − Φ̄‖² (n,).

        They are negative where k is no kernel.
        """
        return geo.squared_distance_to_mean(self.kernel, self.data.X, self.data.X)


@dataclass(frozen=True)
class GeometryMeasure:
    """Read-outs of the ruler between two images.

    ``distance`` and ``angle`` are None if undefined, and ``why`` gives the reason.
    """

    kxx: float
    kxz: float
    kzz: float
    squared: float
    distance: float | None
    angle: float | None
    why: tuple[str, ...] = ()


def scene_of(state: State) -> GeometryScene:
    """Return the points and the Gram matrix of a state.

    Raises ValueError with a sentence for the visitor: for unreadable text, points of more than two
    columns, and values too large to draw.
    """
    data = fit_for_picture(typed_points(state.typed) if state.typed.strip() else state.data)
    return GeometryScene(
        data, state.kernel, gram(data, state.kernel), _row(state.i, 0, data.n), _row(state.j, -1, data.n)
    )


@shared(maxsize=64)
def gram(data: Dataset, kernel: Kernel) -> Array:
    """Return the Gram matrix k(X).

    Raises ValueError if a value is too large to draw.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        K = np.asarray(kernel(data.X), dtype=np.float64)
    return fit_for_drawing(K)


def measure(scene: GeometryScene) -> GeometryMeasure:
    """Return kernel values, distance and angle of the ruler's two ends.

    Distance and angle are those of the images, the angle in degrees.
    """
    x, z = scene.data.X[scene.i][None], scene.data.X[scene.j][None]
    K, i, j = scene.K, scene.i, scene.j
    kxx, kxz, kzz = float(K[i, i]), float(K[i, j]), float(K[j, j])
    squared = float(geo.squared_distance(scene.kernel, x, z)[0, 0])
    angle, why = None, []
    if squared < 0:
        why.append(
            say(
                "The squared distance is **negative**, {squared}. In no space do two points have such a distance, so "
                "‹k› is not a kernel.",
                squared=squared,
            )
        )
    try:
        angle = float(geo.angle(scene.kernel, x, z)[0, 0])
    except ValueError:
        why.append(
            say("There is no angle: an image is the origin, which has no direction.")
            if 0 in (kxx, kzz)
            else (
                say("There is no angle: ‹k›(x, x) is negative, a length that no vector has, so ‹k› is not a kernel.")
                if min(kxx, kzz) < 0
                else say(
                    "There is no angle: its cosine would be {kxz}, so ‹k› is not a kernel.",
                    kxz=kxz / (kxx**0.5 * kzz**0.5),
                )
            )
        )
    return GeometryMeasure(kxx, kxz, kzz, squared, squared**0.5 if squared >= 0 else None, angle, tuple(why))


def _row(number: int | None, default: int, n: int) -> int:
    return range(n)[default] if number is None else min(max(number, 1), n) - 1


def weights(text: str, name: str) -> Array:
    """Parse the text of weights: "1, 0.5, -1".

    The weights are those of the first points. `name` names them in messages. Raises ValueError with a
    sentence for the visitor, also for more than MOST_WEIGHTS.
    """
    values = numbers(text, say("the weights {name}", name=name))
    if len(values) > MOST_WEIGHTS:
        raise ValueError(
            say(
                "{name} has {count} weights; at most {limit} fit the page.",
                name=name,
                count=len(values),
                limit=MOST_WEIGHTS,
            )
        )
    return np.array(values)
