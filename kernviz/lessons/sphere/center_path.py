"""Second centre c(t) on a straight line in feature space.

The line runs from a start to the optimal centre c∗. The module computes the radius that c(t) needs,
and the distance to c(t) over the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features.geometry import center
from kernviz.kernels import Kernel
from kernviz.lessons.number_format import at
from kernviz.lessons.shared.fitting import place_or
from kernviz.lessons.sphere.scene import SphereScene, ball_around
from kernviz.lessons.sphere.state import FARTHEST_BACK, FARTHEST_ON, PLACE
from kernviz.models.gram_checks import gram
from kernviz.surfaces import Curve, Surface, expansion, in_blocks
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, spoken

T_RANGE = (FARTHEST_BACK, FARTHEST_ON)
TOO_FAR = phrase("A kernel value at the clicked place is too large to compute: click nearer to the points.")


@dataclass(frozen=True)
class CenterLine:
    """Centres on a straight line, c(t) = (1 − t)·s + t·c∗.

    A centre is a weighted sum of the images of n points and, last, of the clicked place. ``K``
    (n+1, n+1) is their centred Gram matrix. ``s`` (n+1,) are the weights of the start, ``best`` those
    of c∗.
    """

    K: Array
    s: Array
    best: Array

    @cached_property
    def _lifted(self) -> tuple[Array, Array]:
        """Return the products K·s and K·best.

        They make a step along the line cost n instead of n².
        """
        return self.K @ self.s, self.K @ self.best

    def weights(self, t: float) -> Array:
        """Return the weights (n+1,) of c(t), which sum to 1."""
        return np.asarray((1 - t) * self.s + t * self.best)

    def squared(self, t: float) -> Array:
        """Return the squared distances ‖φ(xᵢ) − c(t)‖² (n,)."""
        w, (from_start, from_best) = self.weights(t), self._lifted
        lifted = (1 - t) * from_start + t * from_best
        return np.asarray((np.diag(self.K) - 2 * lifted + w @ lifted)[:-1].clip(min=0))

    def radius(self, t: float) -> float:
        """Return the radius r(c(t)), the largest of the distances.

        Source: S0 (5).
        """
        return float(np.sqrt(self.squared(t).max()))

    @property
    def length(self) -> float:
        """Return the length ‖c∗ − s‖ of the line."""
        step = self.best - self.s
        return float(max(float(step @ self.K @ step), 0.0) ** 0.5)


@dataclass(frozen=True)
class Moved:
    """Second centre c(t), with its distances and radius."""

    line: CenterLine
    t: float
    words: str  # description of the centre, for sentences
    distances: Array  # (n,): distances of the enclosed points
    field: Surface | Curve  # distance to the centre over the picture
    place: Array | None  # position of c(t) in the data's space; None if undefined

    @property
    def radius(self) -> float:
        return float(self.distances.max())

    @property
    def farthest(self) -> int:
        """Return the row of the farthest enclosed point."""
        return int(np.argmax(self.distances))


def line(scene: SphereScene) -> CenterLine:
    """Return the path of the centre to c∗.

    The path starts at the mean of the images, or at the image of the clicked place. Raises ValueError if a kernel value
    at the clicked place overflows.
    """
    n = scene.n
    s = np.append(np.full(n, 1 / n), 0.0)
    if _starts_at_click(scene):
        s = np.append(np.zeros(n), 1.0)
    return CenterLine(center(_gram(scene)), s, np.append(scene.hard.machine.center_coef_, 0.0))


def _starts_at_click(scene: SphereScene) -> bool:
    return scene.state.second_centre and scene.state.start == PLACE


def clicked(scene: SphereScene) -> Array:
    """Return the clicked place, or the first of the points.

    A place that was clicked earlier does not count while the path starts at the mean.
    """
    return place_or(scene.state.start_place if _starts_at_click(scene) else (), scene.X[0])


def _gram(scene: SphereScene) -> Array:
    """Return the Gram matrix of the points and the clicked place.

    Its shape is (n+1, n+1), and the place is last. Raises ValueError if a value at the clicked place overflows.
    """
    try:
        return gram(scene.kernel, np.vstack([scene.X, clicked(scene)[None]]))
    except ValueError:  # the points have a sphere, so their own values are finite
        raise ValueError(spoken(TOO_FAR)) from None


def moved(scene: SphereScene) -> Moved:
    """Return the second centre at the page's t.

    Raises ValueError if a kernel value at the clicked place overflows.
    """
    path, t = line(scene), scene.state.t
    start_is_place = _starts_at_click(scene)
    place = clicked(scene)
    spot = tuple(place.tolist()) if start_is_place else None
    own, toward, to_best = _products(scene.data, scene.enclosed, scene.kernel, spot)
    w = path.weights(t)
    # The products for the grid are not centred, so ‖c(t)‖² is computed from the Gram matrix without centring.
    squared = own - 2 * ((1 - t) * toward + t * to_best) + float(w @ _gram(scene) @ w)
    values = np.sqrt(squared.clip(min=0)).reshape(scene.ball.field.values.shape)
    field = scene.hard.field
    drawn = (
        Surface(field.x, field.y, values, field.window)
        if isinstance(field, Surface)
        else Curve(field.x, values, field.window)
    )
    here = np.asarray(w[:-1] @ scene.X + w[-1] * place) if scene.linear else None
    name = symbols(f"‹φ›{_bracketed(at(place))}") if start_is_place else say("the mean")
    words = (
        name if t == 0 else "c∗" if t == 1 else say("{t:d} % of the way from {name} to c∗", t=round(100 * t), name=name)
    )
    return Moved(path, t, words, np.sqrt(path.squared(t)), drawn, here)


def _bracketed(place: str) -> str:
    return place if place.startswith("(") else f"({place})"


@shared(maxsize=32)
def _products(
    data: Dataset, enclosed: Dataset, kernel: Kernel, place: tuple[float, ...] | None
) -> tuple[Array, Array, Array]:
    """Return `k(z, z)`, `⟨φ(z), s⟩` and `⟨φ(z), c∗⟩` at every grid point.

    Each is (g,). They give the distance to c(t) for every t. If ``place`` is None, s is the mean of the images. Raises
    ValueError if a value overflows.
    """
    hard = ball_around(data, enclosed, kernel, None)
    m, grid = hard.machine, hard.field.points
    points = m.X_ if place is None else np.array([place])
    weights = np.full(len(points), 1 / len(points))
    used = m.support_

    def mixed(of: Array, by: Array) -> Array:
        if isinstance(hard.field, Surface):
            return expansion(kernel, of, by, hard.field.window).values.ravel()
        return in_blocks(lambda Z: kernel(Z, of) @ by, grid)

    with np.errstate(over="ignore", invalid="ignore"):
        products = (
            np.asarray(kernel.diag(grid)),
            mixed(points, weights),
            mixed(m.X_[used], m.center_coef_[used]),
        )
    if not all(np.isfinite(values).all() for values in products):
        raise ValueError(spoken(TOO_FAR))
    return products
