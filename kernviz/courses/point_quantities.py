"""Quantities of the points, and of machines without two classes.

Such machines are kernel ridge regression, the smallest sphere, kernel PCA and nearest neighbours.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from kernviz.courses.language import LanguageError, Value
from kernviz.courses.scene_queries import (
    Quantity,
    fitted_ridge,
    kernel_of,
    number,
    point,
    points_of,
    smallest_sphere,
)
from kernviz.courses.scene_values import SceneValues
from kernviz.features import geometry
from kernviz.mercer.spectrum import tolerance
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.sphere import SmallestHypersphere
from kernviz.wording import phrase, say

MOST_ON_SPHERE = 8  # largest number of points on the sphere whose subsets are tried


def _ridge(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    return float(fitted_ridge(scene).predict(point(arguments[0]))[0])


def place_in(scene: SceneValues, arguments: tuple[Value, ...]) -> np.ndarray:
    """Return the place (1, d) in the first argument.

    Raises LanguageError if it is missing, or is no place among the page's points.
    """
    if not arguments or isinstance(arguments[0], str):
        raise LanguageError(say("a place is needed, as in (2, 3)"))
    place, d = np.asarray(point(arguments[0])), points_of(scene).d
    if place.shape != (1, d) or not np.isfinite(place).all():
        raise LanguageError(say("the points have {d} coordinates, and so must the place", d=d))
    return place


def _sum_of_squares(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    place, X = place_in(scene, arguments), points_of(scene).X
    return float(geometry.squared_distance(scene.state.kernel, X, place).sum())


def _least_sum_of_squares(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the smallest Σ‖φ(xᵢ) − Φ‖² of all Φ in feature space.

    The mean Φ̄ of the images attains the minimum, trace(K) − n·‖Φ̄‖².
    """
    X = points_of(scene).X
    K = scene.state.kernel(X)
    return float(np.trace(K) - len(X) * geometry.mean_norm2(K))


def _distance_to_centre(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    return float(smallest_sphere(scene).distance_to_center(place_in(scene, arguments))[0])


def _distance_to_nearest(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    place = place_in(scene, arguments)
    return float(geometry.distance(scene.state.kernel, points_of(scene).X, place).min())


def _fewest_on_sphere(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the smallest number of points that determine the smallest sphere.

    They are points on the sphere whose own smallest sphere has the same radius.
    """
    data, whole = points_of(scene), smallest_sphere(scene)
    radius = float(whole.radius_)
    away = whole.distance_to_center(data.X)
    on = np.flatnonzero(away >= radius * (1 - 1e-6))
    if len(on) > MOST_ON_SPHERE:
        raise LanguageError(say("more than {limit} points are on the sphere: too many to try", limit=MOST_ON_SPHERE))
    for size in range(1, len(on) + 1):
        for few in combinations(on, size):
            if SmallestHypersphere(scene.state.kernel).fit(data.X[list(few)]).radius_ >= radius * (1 - 1e-6):
                return float(size)
    raise LanguageError(say("no points hold the sphere"))


def _nearest_neighbour(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    data = points_of(scene)
    model = KernelNearestNeighbors(kernel_of(scene, arguments, 1), 1).fit(data.X, np.arange(data.n))
    return float(data.X[int(model.kneighbors(point(arguments[0]), 1)[1][0, 0])][0])


def _variance_along(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return the variance of the centred points along a direction.

    The direction is given by its angle in degrees.
    """
    turn = math.radians(number(arguments[0]))
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    return float(np.mean((X @ np.array([math.cos(turn), math.sin(turn)])) ** 2))


def _largest_variance(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    return float(np.linalg.eigvalsh(X.T @ X / len(X))[-1])


def _components(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the number of positive eigenvalues of the centred matrix K′.

    Eigenvalues up to roundoff do not count.
    """
    X = points_of(scene).X
    K = scene.state.kernel(X, X)
    centred = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    return float(np.sum(np.linalg.eigvalsh((centred + centred.T) / 2) > tolerance(K)))


def _best_angle(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    u = np.linalg.eigh(X.T @ X / len(X))[1][:, -1]
    return round(math.degrees(math.atan2(u[1], u[0])) % 180, 1)


OF_POINTS: dict[str, Quantity] = {
    "prediction": Quantity(phrase("of kernel ridge regression at a point"), _ridge),
    "number of points": Quantity(phrase("on the page"), lambda s, _: float(points_of(s).n)),
    "dimension": Quantity(phrase("coordinates of a point"), lambda s, _: float(points_of(s).d)),
    "chosen": Quantity(phrase("how many points were clicked"), lambda s, _: float(len(s.chosen))),
    "radius": Quantity(
        phrase("of the smallest sphere in feature space"), lambda s, _: float(smallest_sphere(s).radius_)
    ),
    "fewest points that hold the sphere": Quantity(phrase("of those on it, how many suffice"), _fewest_on_sphere),
    "points on the sphere": Quantity(phrase("those with α > 0"), lambda s, _: float(len(smallest_sphere(s).support_))),
    "distance to the centre": Quantity(phrase("from the centre of that sphere to an image"), _distance_to_centre),
    "distance to the nearest point": Quantity(
        phrase("from the image of a place, in feature space"), _distance_to_nearest
    ),
    "sum of squares": Quantity(phrase("of the distances from the image of a place to all images"), _sum_of_squares),
    "least sum of squares": Quantity(phrase("the same for the best place of feature space"), _least_sum_of_squares),
    "variance along": Quantity(phrase("of the centred points, in a direction of the plane"), _variance_along),
    "largest variance": Quantity(phrase("the same in the best direction: λ₁"), _largest_variance),
    "best angle": Quantity(phrase("of that direction, in degrees"), _best_angle),
    "components": Quantity(phrase("of kernel PCA with λ > 0, centred"), _components),
    "nearest to": Quantity(
        phrase("the point of the data, a number, that is nearest to a given number in feature space"),
        _nearest_neighbour,
    ),
}
