"""Pre-images: the point of the plane whose image lies closest to the projection of φ(x) on the first M components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.data.toys import toy
from kernviz.figures.moves import Spot, describe_moves, moves
from kernviz.kernels import Kernel, Linear
from kernviz.lessons.lesson import (
    Block,
    Formula,
    Lesson,
    Number,
    Numbers,
    Picture,
    Tab,
    Table,
    Text,
    percent,
    short,
    vector,
)
from kernviz.lessons.pca_components import refused_picture
from kernviz.lessons.pca_subject import Found, Refused, decompose
from kernviz.models.pca import KernelPCA
from kernviz.surfaces import Window

if TYPE_CHECKING:
    from kernviz.lessons.pca import State

Array = NDArray[np.float64]
LINEAR, KERNEL = "linear", "kernel"
MOST_MOVED = 200  # points whose pre-image is searched; the components are of all points
MOST_KEPT = 20
WITHOUT_NOISE = (
    "moons",
    "circles",
    "spirals",
    "three_clusters",
)  # toys whose points without noise lie on a known curve


@dataclass(frozen=True)
class Denoised:
    """``rows`` (r,) of the data, their pre-images (r, d), the squared distances in feature space that are left out."""

    model: KernelPCA
    rows: NDArray[np.intp]
    images: Array
    left_out: Array


@shared(maxsize=64)
def denoise(data: Dataset, kernel: Kernel, M: int) -> Denoised | str:
    """Pre-images for at most 200 points, evenly taken; a sentence where there are none."""
    rows = np.unique(np.linspace(0, data.n - 1, min(data.n, MOST_MOVED)).astype(np.intp))
    try:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            model = KernelPCA(kernel, min(M, data.n)).fit(data.X)
            images = model.reconstruct(data.X[rows])
            gone = model.left_out(data.X[rows])
    except ValueError as problem:
        return str(problem)
    if not np.isfinite(images).all():
        return "A pre-image ran off to infinity: with this kernel these points have none that can be drawn."
    return Denoised(model, rows, images, gone)


def distance_to_clean(data: Dataset, X: Array) -> float | None:
    """Mean distance of X (m, d) from the noiseless curve of the toy, None for data that have none."""
    if data.name not in WITHOUT_NOISE or data.d != 2:
        return None
    clean = toy(data.name, n=1500, noise=0.0, seed=0).X
    return float(cKDTree(clean).query(X)[0].mean())


def build(state: State, question: str, common: tuple[Tab, ...]) -> Lesson:
    """One set of pre-images; picture, numbers, probe and table read it."""
    data = state.data
    kernel = Linear() if state.how == LINEAR else state.kernel
    if data.d > 2:
        words = f"“{data.title}” has {data.d} columns: choose two of them, the pre-images are drawn in the plane."
        return Lesson(question, None, problem=words, tabs=common)
    found = decompose(data, kernel)
    if isinstance(found, Refused):
        return Lesson(
            question, refused_picture(found, data.key), problem=found.words, tabs=common, facts={"refused": found}
        )
    M = max(1, min(state.M, MOST_KEPT, data.n))
    result = denoise(data, kernel, M)
    if isinstance(result, str):
        return Lesson(question, None, problem=result, tabs=common)
    return _Page(state, question, common, result, found, M).lesson()


class _Page:
    """The words and pictures of one result."""

    def __init__(
        self, state: State, question: str, common: tuple[Tab, ...], result: Denoised, found: Found, M: int
    ) -> None:
        self.state, self.question, self.common, self.result, self.found, self.M = (
            state,
            question,
            common,
            result,
            found,
            M,
        )
        self.data = state.data
        self.start, self.end = self.data.X[result.rows], result.images
        self.before = distance_to_clean(self.data, self.start)
        self.after = distance_to_clean(self.data, self.end)
        self.x = self._probe()
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            try:
                self.target: Array | None = result.model.reconstruct(self.x[None])[0]
                self.z: Array | None = result.model.transform(self.x[None])[0]
            except ValueError:  # a kernel value there is beyond every number
                self.target = self.z = None

    def _probe(self) -> Array:
        middle = self.data.X.mean(axis=0)
        given = np.array([*self.state.probe][: self.data.d], dtype=float)
        return given if len(given) == self.data.d else middle

    def lesson(self) -> Lesson:
        return Lesson(
            self.question,
            self.picture(),
            beside=(self.numbers(), *self.probe()),
            tabs=(Tab("M, one after the other", self.ladder()), Tab("How", how()), *self.common),
            facts={"denoised": self.result, "before": self.before, "after": self.after, "probe": (self.x, self.target)},
        )

    def picture(self) -> Picture:
        data = self.data
        labels = data.codes[self.result.rows] if data.classes else None
        window = Window.around(data.X)
        start, end, x_range, y_range = self.start, self.end, window.x_range, window.y_range
        y_title = data.columns[1] if data.d == 2 else "below: points, above: pre-images"
        spots = self._spots()
        if data.d == 1:
            half = (x_range[1] - x_range[0]) / 6
            y_range = (-2 * half, 2 * half)
            start = np.column_stack([start[:, 0], np.full(len(start), -half)])
            end = np.column_stack([end[:, 0], np.full(len(end), half)])
            spots = ()
        figure = moves(start, end, labels, names=("point", "pre-image"), x_range=x_range, y_range=y_range, x_title=data.columns[0],
                       y_title=y_title, classes=data.classes or None, spots=spots, heads=True)  # fmt: skip
        return Picture(
            figure,
            describe_moves(self.start, self.end, "pre-image"),
            self.caption(),
            "denoise",
            690,
            True,
            data.key,
            clickable=True,
        )

    def _spots(self) -> tuple[Spot, ...]:
        if self.target is None or self.data.d != 2:
            return ()
        return (Spot(self.x, "probe x"), Spot(self.target, "its pre-image x̃", "diamond"))

    def caption(self) -> str:
        held = percent(float(self.found.model.explained_share_[: self.M].sum()))
        words = f"Every point moves to its pre-image from M = {self.M} components ({self.state.how}), which hold {held} of the variance. "
        if self.state.how == LINEAR and self.data.d <= self.M:
            words += f"With M = D = {self.data.d} a linear reconstruction gives every point back, noise and all. "
        elif self.state.how == LINEAR:
            words += "Linear: everything falls on one straight line. "
        else:
            words += "Few components keep the shape and drop the noise; many give every point back as it was. "
        if self.before is not None and self.after is not None:
            words += f"Mean distance from the curve without noise: {short(self.before, 3)} before, {short(self.after, 3)} after. "
        if len(self.result.rows) < self.data.n:
            words += f"{len(self.result.rows)} of the {self.data.n} points are moved, evenly taken; the components are of all."
        return words + (" Click to move the probe." if self.data.d == 2 else "")

    def numbers(self) -> Numbers:
        moved = np.linalg.norm(self.end - self.start, axis=1)
        total = float(self.found.model.total_) / self.data.n
        items = [
            Number("M", str(self.M), "components kept"),
            Number("mean move", short(float(moved.mean())), "mean distance from a point to its pre-image, in the plane"),
            Number("J in feature space", short(float(self.result.model.left_out_) / self.data.n), f"mean of what is left out, of {short(total)}"),
        ]  # fmt: skip
        if self.before is not None and self.after is not None:
            items += [
                Number("to the curve, before", short(self.before, 3), "mean distance of the points from the toy without noise"),
                Number("after", short(self.after, 3), "the same for the pre-images"),
            ]  # fmt: skip
        return Numbers(tuple(items))

    def probe(self) -> tuple[Block, ...]:
        if self.target is None or self.z is None:
            return (
                Text(f"At the probe {vector(self.x)} a kernel value is beyond every number, so it has no projection."),
            )
        gone = float(self.result.model.left_out(self.x[None])[0])
        z = vector(self.z[:4]) + (" …" if len(self.z) > 4 else "")
        return (
            Text(
                f"**Probe** x = {vector(self.x)}: coordinates z = {z}, pre-image x̃ = {vector(self.target)}. Squared distance of φ(x) from the subspace: "
                f"{short(gone)}."
            ),
        )

    def ladder(self) -> tuple[Block, ...]:
        """What M does to J, from the one decomposition; the pre-images of a few M."""
        values, N = self.found.values, self.found.size
        rows = list(range(1, min(MOST_KEPT, len(values)) + 1))
        left = float(self.found.model.total_) - np.cumsum(values)
        return (
            Formula(r"J = \frac1N \sum_n \|\varphi(x_n) - \tilde\varphi_n\|^2 = \sum_{i>M}\lambda_i"),
            Table(
                {
                    "M": rows,
                    "share held": [percent(float(v)) for v in self.found.model.explained_share_.cumsum()[: len(rows)]],
                    "J in feature space": [max(float(left[i - 1]), 0.0) / N for i in rows],
                },
                height=320,
                caption="The same identity as in the plane (E36), in the space of φ.",
            ),
        )


def how() -> tuple[Block, ...]:
    """What a pre-image is and how it is found."""
    return (
        Text(
            "The reconstruction Σ zᵢvᵢ + Φ̄ is a point of feature space, and in general the image of no x. The pre-image is the x̃ whose image comes closest:"
        ),
        Formula(r"\tilde{x} = \arg\min_z \Big\| \varphi(z) - \bar\Phi - \sum_{i\le M} z_i v_i \Big\|^2,\qquad \bar\Phi + \sum_i z_i v_i = \sum_n w_n \varphi(x_n)"),
        Formula(r"\text{Gaussian: repeat}\quad z \leftarrow \frac{\sum_n w_n\,k(z,x_n)\,x_n}{\sum_n w_n\,k(z,x_n)}"),
        Text(
            "Linear kernel: the reconstruction is a point itself. Gaussian: the fixed point above (Mika et al.). Any other kernel: downhill along the slope. "
            "The start is the training point that lies closest, or x itself if it is closer; the end is a local minimum, never worse than the start."
        ),
    )  # fmt: skip
