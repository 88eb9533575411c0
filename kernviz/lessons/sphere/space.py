"""Picture of the hypersphere in three coordinates of feature space.

If φ has at most three coordinates, they are shown. Otherwise three directions are shown that hold the
largest share of the squared distances to the centre.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array
from kernviz.features import feature_map
from kernviz.features.eigen import largest
from kernviz.figures.plane.ball import BallMarks
from kernviz.figures.space.ball import BallScene, Globe, ball_space, describe_ball_space
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.axis_limits import sheet_of
from kernviz.lessons.sphere.center_path import Moved
from kernviz.lessons.sphere.picture import Marked
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.models.cross_gram import block
from kernviz.ranges import peak
from kernviz.surfaces import Curve, Surface
from kernviz.wording import say, several

HEIGHT = 640
BYSTANDERS = 1.6  # radii; points farther out that are not enclosed do not enlarge the picture
NET = 3  # every third grid line is drawn
ALL_OF_IT = 1 - 1e-9  # a larger share counts as 1, up to roundoff


@dataclass(frozen=True)
class SphereSpace:
    """Three coordinates of feature space.

    ``own`` states that they are those of φ itself. ``share`` is the part of the squared
    distances to c they hold.
    """

    center: Array  # (3,): coordinates of c
    axes: tuple[str, str, str]
    own: bool
    share: float
    dimension: int | None  # dimension of φ; None if it is not finite

    @property
    def exact(self) -> bool:
        return self.share >= ALL_OF_IT


class Coordinates:
    """Map from the data's space into the three coordinates of the picture."""

    def __init__(self, scene: SphereScene) -> None:
        phi = feature_map(scene.kernel, scene.data.d)
        machine = scene.machine
        self.dimension = None if phi is None else phi.dimension
        self._seen = scene
        self._phi = phi if phi is not None and phi.dimension <= 3 else None
        if self._phi is not None:
            labels = self._phi.labels  # for the map (x, x²), x² becomes the vertical axis
            self._order = sorted(range(len(labels)), key=lambda i: len(labels[i]) if len(labels) == 2 else 0)
            names = [*(labels[i] for i in self._order), "", "", ""]
            self.space = SphereSpace(
                machine.center_coef_ @ self(scene.X), (names[0], names[1], names[2]), True, 1.0, self.dimension
            )
            return
        n, alpha = scene.n, machine.center_coef_
        K = scene.ball.K
        lifted = K @ alpha
        around = K - lifted[:, None] - lifted[None, :] + alpha @ lifted
        top = min(3, n)
        values, vectors = largest(around, top)
        values = values.clip(min=0)
        total = float(np.trace(around))
        noise = 1e-12 * total
        self._scaled = np.zeros((n, 3))
        keep = np.flatnonzero(values > noise)
        self._scaled[:, keep] = vectors[:, keep] / np.sqrt(values[keep])
        share = 1.0 if total <= 0 else min(float(values[keep].sum()) / total, 1.0)
        self.space = SphereSpace(
            np.zeros(3),
            (say("1st direction"), say("2nd direction"), say("3rd direction")),
            False,
            share,
            self.dimension,
        )

    def __call__(self, Z: Array) -> Array:
        """Return the coordinates (m, 3) of the images of Z (m, d)."""
        if self._phi is not None:
            coordinates = self._phi(Z)[:, self._order]
            return np.column_stack([coordinates, np.zeros((len(Z), 3 - coordinates.shape[1]))])
        scene, alpha = self._seen, self._seen.machine.center_coef_
        K = block(scene.kernel, Z, scene.X)
        own = block(scene.kernel, scene.X, scene.X)
        to_center = K - (K @ alpha)[:, None] - (own @ alpha)[None, :] + alpha @ own @ alpha
        return np.asarray(to_center @ self._scaled)

    def of_weights(self, weights: Array, Z: Array) -> Array:
        """Return the coordinates (3,) of a weighted sum of images.

        The sum is Σ wᵢ φ(zᵢ) with Σ w = 1. The coordinates are affine functions of the image.
        """
        return np.asarray(weights @ self(Z))


def space_picture(scene: SphereScene, marked: Marked, own: Moved | None, place: Array) -> tuple[Picture, SphereSpace]:
    """Return the picture of feature space and its coordinates.

    ``place`` (d,) is the start of the second centre. Points that are not enclosed are drawn only in
    the coordinates of φ itself.
    """
    to = Coordinates(scene)
    space, r = to.space, scene.machine.radius_
    rows = np.arange(scene.data.n) if space.own else scene.rows
    points = to(scene.data.X[rows])
    away = np.abs(points - space.center).max(axis=1)
    within_reach = np.isin(rows, scene.rows) | (away <= BYSTANDERS * r)
    reach = max(r, float(away[within_reach].max()))
    globes = [Globe(space.center, r, say("the sphere") if space.exact else say("the projected ball"))]
    if own is not None:
        center = to.of_weights(own.line.weights(own.t), np.vstack([scene.X, place[None]]))
        farthest = int(np.searchsorted(rows, scene.rows[own.farthest]))
        globes.append(Globe(center, own.radius, say("your sphere"), False, points[farthest]))
        reach = max(reach, float(np.abs(center - space.center).max()) + own.radius)
    half = 1.06 * peak(reach)
    marks = _among(marked.marks, rows)
    labels = None if scene.labels is None else scene.labels[rows]
    probe = to(scene.probe[None])[0] if space.own and np.isfinite(marked.distance) else None
    sheet, within, rim = _sheet(scene, to) if space.own else (None, None, None)
    caption = _caption(scene, space, points, own)
    revision = f"{sheet_of(scene.data)} {space.own}"
    classes = scene.data.classes or None
    balls = BallScene(
        points,
        space.axes,
        globes,
        half,
        labels,
        classes,
        marks.on,
        marks.on_unused,
        marks.outside,
        marks.details,
        probe,
        say("probe<br>{verdict}", verdict=marked.words),
        sheet,
        within,
        rim,
    )
    picture = Picture(ball_space(balls), describe_ball_space(balls), caption, "sphere_space", HEIGHT, revision=revision)
    return picture, space


def _among(marks: BallMarks, rows: NDArray[np.intp]) -> BallMarks:
    """Return the marks with indices among the points shown."""

    def places(which: ArrayLike) -> NDArray[np.intp]:
        return np.flatnonzero(np.isin(rows, np.asarray(which, dtype=np.intp)))

    return replace(
        marks,
        on=places(marks.on),
        on_unused=places(marks.on_unused),
        outside=None if marks.outside is None else places(marks.outside),
        bystanders=places(marks.bystanders),
        farthest=None if marks.farthest is None else int(np.searchsorted(rows, marks.farthest)),
        selected=None if marks.selected is None else int(np.searchsorted(rows, marks.selected)),
        details=[marks.details[i] for i in rows.tolist()],
    )


def _sheet(scene: SphereScene, to: Coordinates) -> tuple[Array, NDArray[np.bool_], Array]:
    """Return the images of the picture's grid, relative to the ball.

    The images are (gy, gx, 3) or (1, g, 3). The second array is the mask of the images inside the ball. The third array
    (m, 3) is the intersection with the sphere.
    """
    field, r = scene.ball.field, scene.machine.radius_
    if isinstance(field, Curve):
        sheet = to(field.x[:, None])[None]
        within = field.values[None] <= r
        return sheet, within, np.empty((0, 3))
    rows, columns = slice(None, None, NET), slice(None, None, NET)
    coarse = Surface(field.x[columns], field.y[rows], field.values[rows, columns], field.window)
    sheet = to(coarse.points).reshape(*coarse.values.shape, 3)
    return sheet, coarse.values <= r, to(crossing(field, r))


def crossing(field: Surface, level: float) -> Array:
    """Return places (m, 2) where the field equals ``level``.

    The places are on the grid lines.
    """
    places = []
    above = field.values - level
    for turned in (False, True):
        values = above.T if turned else above
        a, b = values[:, :-1], values[:, 1:]
        i, j = np.nonzero((a > 0) != (b > 0))
        share = a[i, j] / (a[i, j] - b[i, j])
        along, across = (field.y, field.x) if turned else (field.x, field.y)
        first, second = along[j] + share * (along[j + 1] - along[j]), across[i]
        places.append(np.column_stack([second, first] if turned else [first, second]))
    return np.vstack(places)


def _caption(scene: SphereScene, space: SphereSpace, points: Array, own: Moved | None) -> str:
    r, support = scene.machine.radius_, len(scene.machine.support_)
    turn = " " + say("Drag to rotate; the camera stays while numbers change.")
    if own is not None:
        yours = say("Your c is {center}: r(c) = {radius}, against r∗ = {r}.", center=own.words, radius=own.radius, r=r)
        turn = f" {yours}{turn}"
    if space.own:
        dims = several(
            space.dimension or 0,
            "‹φ› has {n} coordinate for this kernel, so this is all of feature space",
            "‹φ› has {n} coordinates for this kernel, so this is all of feature space",
        )
        through = (
            " "
            + say(
                "The net is the image of the whole plane; where it goes through the sphere is the border you see "
                "in the plane."
            )
            if scene.data.d == 2 and space.dimension == 3
            else ""
        )
        return say(
            "{dimensions}: the sphere of radius {r}. Support vectors: {support} of {n}.{circle}{hint}",
            dimensions=dims,
            r=r,
            support=support,
            n=scene.n,
            circle=through,
            hint=turn,
        )
    many = say("unlisted") if space.dimension is None else f"{space.dimension}"
    if space.exact:
        return say(
            "‹φ› has {count} coordinates, but the images and their centre span no more than three directions, so every "
            "distance from the centre is the true one; r = {r}. The image of another place may have directions "
            "of its own, so the probe is not drawn.{hint}",
            count=many,
            r=r,
            hint=turn,
        )
    free = scene.machine.free_
    longest = float(np.linalg.norm(points[free], axis=1).max()) if len(free) else 0.0
    return say(
        "‹φ› has {count} coordinates. Drawn are three directions through c, those with the largest share, {share}, "
        "of the squared distances. A projection never makes a distance longer. So points inside the ball stay "
        "inside, but support vectors on the sphere, at distance r = {r}, seem to lie deeper (at most {depth} "
        "here). The list has the true distances.{hint}",
        count=many,
        share=percent(round(space.share, 3)),
        r=r,
        depth=longest,
        hint=turn,
    )
