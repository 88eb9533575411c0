"""Views of feature space in three coordinates.

They are coordinates of φ, principal directions, or two principal directions and the height over the
plane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernviz.arrays import LARGEST_SINGLE, Array
from kernviz.data import Dataset
from kernviz.features import directions
from kernviz.features.geometry import centered_block
from kernviz.lessons.lift.machine import Separator, in_order
from kernviz.wording import phrase, say, spoken

COORDINATES, PRINCIPAL, ACROSS = (
    phrase("coordinates of ‹φ›"),
    phrase("principal directions"),
    phrase("height over the plane"),
)
NOTHING = phrase("(no third coordinate)")


@dataclass(frozen=True)
class LiftView:
    """Coordinates drawn for every image (n, 3), and the separating plane.

    The plane w·φ + b = 0 in these coordinates is normal·z + offset = 0.

    ``share`` is the part of ‖w‖² that lies in the three directions. If it is below 1, the plane is
    drawn with all other directions at their means.

    ``place`` maps further points (m, d) -> (m, 3). ``flat`` gives normal and offset of another plane
    from its values at the points, its w and its b, or None.

    ``variances`` is the part of all variance along each axis, where the axes are chosen by
    variance. The axis titles omit this part, so that they stay equal during a drag: a new title
    takes plotly.js 40 ms in a three-dimensional scene.
    """

    kind: str
    axes: tuple[str, str, str]
    points: Array
    normal: Array
    offset: float
    share: float
    place: Callable[[Array], Array]
    flat: Callable[[Array, Array, float], tuple[Array, float] | None]
    variances: tuple[float, ...] = ()

    @property
    def exact(self) -> bool:
        """Return True if the drawn plane is the whole plane.

        Then every point is on its true side.
        """
        return self.share > 1 - 1e-9


def kinds(labels: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the views possible for a space, best first.

    The coordinates come first if there are at most three.
    """
    if labels is None:  # three of infinitely many directions show little; with ACROSS the height is the value of f
        return (ACROSS, PRINCIPAL)
    if len(labels) <= 3:
        return (COORDINATES, PRINCIPAL, ACROSS)
    return (PRINCIPAL, COORDINATES, ACROSS)


def view(data: Dataset, separator: Separator, kind: str, trio: tuple[str, ...]) -> LiftView:
    """Return the view of that kind, or the first possible one."""
    possible = kinds(None if separator.phi is None else separator.phi.labels)
    kind = kind if kind in possible else possible[0]
    if kind == COORDINATES and separator.phi is not None:
        return _coordinates(data, separator, trio)
    return _principal(data, separator) if kind == PRINCIPAL else _across(data, separator)


def reaches(separator: Separator, viewed: LiftView, x: Array) -> bool:
    """Return True if a point can be drawn in feature space.

    The point (d,) then has a position in the picture and a value f.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            numbers = np.append(separator.f(x[None]), viewed.place(x[None]))
    except ValueError:  # a kernel value is not finite
        return False
    return bool(np.abs(numbers).max() <= LARGEST_SINGLE)


def chosen(labels: tuple[str, ...], trio: tuple[str, ...]) -> tuple[str, ...]:
    """Return the selected coordinates without duplicates, filled up to three."""
    wanted = [label for label in dict.fromkeys(trio) if label in labels]
    return tuple((wanted + [label for label in in_order(labels) if label not in wanted])[:3])


def _coordinates(data: Dataset, separator: Separator, trio: tuple[str, ...]) -> LiftView:
    phi = separator.phi
    assert phi is not None
    names = chosen(phi.labels, trio)
    places = [phi.labels.index(name) for name in names]
    others = [i for i in range(phi.dimension) if i not in places]
    missing = 3 - len(places)

    def place(X: Array) -> Array:
        return np.pad(phi(X)[:, places], ((0, 0), (0, missing)))

    mean = phi(data.X).mean(axis=0)

    def flat(values: Array, w: Array, b: float) -> tuple[Array, float] | None:
        return np.pad(w[places], (0, missing)), b + float(w[others] @ mean[others])

    normal, offset = flat(separator.values, separator.w, separator.b) or (np.zeros(3), 0.0)
    norm2 = float(separator.w @ separator.w)
    share = float(normal @ normal) / norm2 if norm2 > 0 else 1.0
    axes = (*names, *[spoken(NOTHING)] * missing)
    return LiftView(COORDINATES, (axes[0], axes[1], axes[2]), place(data.X), normal, offset, share, place, flat)


def _principal(data: Dataset, separator: Separator) -> LiftView:
    K = separator.gram(data.X, data.X)
    principal = directions.principal(K, separator.values)

    def place(X: Array) -> Array:
        return np.asarray(centered_block(separator.gram(X, data.X), K) @ principal.combinations)

    def flat(values: Array, w: Array, b: float) -> tuple[Array, float] | None:
        return np.asarray(principal.combinations.T @ (values - values.mean())), float(values.mean())

    norm2 = separator.machine.weight_norm2_
    share = float(principal.weights @ principal.weights) / norm2 if norm2 > 0 else 1.0
    return LiftView(
        PRINCIPAL,
        (_direction(1), _direction(2), _direction(3)),
        principal.positions,
        principal.weights,
        float(separator.values.mean()),
        share,
        place,
        flat,
        tuple(map(float, principal.shares)),
    )


def _across(data: Dataset, separator: Separator) -> LiftView:
    norm = float(separator.machine.weight_norm2_**0.5)
    if norm == 0:
        return _principal(data, separator)
    K = separator.gram(data.X, data.X)
    across = directions.across(K, separator.values, norm)
    along = (separator.values - separator.values.mean()) / norm

    def place(X: Array) -> Array:
        height = separator.f(X) / norm
        block = centered_block(separator.gram(X, data.X), K) - np.outer(height - separator.values.mean() / norm, along)
        return np.column_stack([block @ across.combinations[:, 1:], height])

    points = np.column_stack([across.positions[:, 1:], separator.values / norm])
    return LiftView(
        ACROSS,
        (_direction(1), _direction(2), say("height ‹f›/‖w‖")),
        points,
        np.array([0.0, 0.0, norm]),
        0.0,
        1.0,
        place,
        lambda values, w, b: None,
        (*map(float, across.shares[1:]), float(across.shares[0])),
    )


def _direction(number: int) -> str:
    return say("direction {index}", index=number)
