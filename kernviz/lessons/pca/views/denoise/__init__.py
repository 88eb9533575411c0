"""Pre-images of projections in feature space.

A pre-image is a point of the plane. Its image is closest to the projection of φ(x) on the
first M components.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.displacements import (
    DisplacementMarks,
    DisplacementSpot,
    describe_displacements,
    displacements,
)
from kernviz.kernels import Linear
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Tab, Table, paragraph
from kernviz.lessons.number_format import percent, vector
from kernviz.lessons.pca.decomposition import Decomposition, Refused, decompose
from kernviz.lessons.pca.refusal import refused_picture
from kernviz.lessons.pca.state import KERNEL, LINEAR, MOST_KEPT, State
from kernviz.lessons.pca.views.denoise.method import how
from kernviz.lessons.pca.views.denoise.preimages import Denoised, denoise, from_the_curve
from kernviz.lessons.shared.fitting import place_or
from kernviz.lessons.shared.handles import handle, points
from kernviz.lessons.shared.refusal import too_many_columns
from kernviz.wording import phrase, say, several, short

UNSEEN = 1e-4  # share of the data's width, less than a pixel
ROUNDOFF = 1e-10  # relative error of eigenvectors


def build(state: State) -> Lesson:
    """Build picture, numbers, probe and table from one set of pre-images."""
    data = state.data
    kernel = Linear() if state.how == LINEAR else state.kernel
    if words := too_many_columns(data):
        return Lesson("", None, problem=words)
    pca = decompose(data, kernel)
    if isinstance(pca, Refused):
        return Lesson("", refused_picture(pca, data.key), problem=pca.words)
    if not pca.live:
        words = say(
            "All images lie in one place: there is no component to keep, and nothing to rebuild "
            "a point from. Choose another kernel or other data."
        )
        return Lesson("", None, problem=words)
    M = min(state.M, MOST_KEPT, pca.live)
    result = denoise(data, kernel, M)
    if isinstance(result, str):
        return Lesson("", None, problem=result)
    return _Page(state, result, pca, M).lesson()


class _Page:
    """Texts and pictures of a single result."""

    def __init__(self, state: State, result: Denoised, pca: Decomposition, M: int) -> None:
        self.state, self.data = state, state.data
        self.result, self.pca, self.M = result, pca, M
        self.start, self.end = self.data.X[result.rows], result.images
        self.before = from_the_curve(self.data, self.start)
        self.after = from_the_curve(self.data, self.end)
        self.spread = float(pca.model.total_) / self.data.n
        moved, self.extent = np.linalg.norm(self.end - self.start, axis=1), float(np.ptp(self.data.X, axis=0).max())
        self.move = _clean(float(moved.mean()), self.extent)
        self.x = place_or(state.probe[: self.data.d], self.data.X.mean(axis=0))
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            try:
                self.target: Array | None = result.model.reconstruct(self.x[None])[0]
                self.z: Array | None = result.model.transform(self.x[None])[0]
                self.gone = float(result.model.left_out(self.x[None])[0])
            except ValueError:  # a kernel value overflows at the probe
                self.target = self.z = None

    def lesson(self) -> Lesson:
        return Lesson(
            "",
            self.picture(),
            besides=(self.numbers(), self.probe, self.beside_it),
            tabs=(Tab(phrase("M, one after the other"), self.ladder), Tab(phrase("How"), how)),
            facts={"denoised": self.result, "before": self.before, "after": self.after, "probe": (self.x, self.target)},
        )

    def picture(self) -> Picture:
        data = self.data
        labels = data.codes[self.result.rows] if data.classes else None
        view, end, spots = replace(DataView.of(data), X=self.start, labels=labels), self.end, self._spots()
        if data.d == 1:
            half = (view.x_range[1] - view.x_range[0]) / 6
            below = np.column_stack([self.start[:, 0], np.full(len(self.start), -half)])
            view = replace(view, X=below).over((-2 * half, 2 * half), say("below: points, above: pre-images"))
            end = np.column_stack([end[:, 0], np.full(len(end), half)])
            spots = ()
        figure = displacements(
            view, end, DisplacementMarks(names=(say("point"), say("pre-image")), spots=spots, accent=True)
        )
        if data.d == 1:
            figure.update_layout(
                yaxis={"showticklabels": False, "showgrid": False}
            )  # the height has no meaning: it separates the two rows of points
        return Picture(
            figure,
            describe_displacements(self.start, self.end, say("pre-image")),
            self.caption(),
            "denoise",
            690,
            True,
            data.key,
            handles=handle(self.state, "probe", self.x) if data.d == 2 else (),
            points=points(self.state) if data.d == 2 and len(self.start) == data.n else None,
        )

    def _spots(self) -> tuple[DisplacementSpot, ...]:
        if self.target is None or self.data.d != 2:
            return ()
        return (
            DisplacementSpot(self.x, say("probe x")),
            DisplacementSpot(self.target, say("its pre-image x̃"), "diamond"),
        )

    def caption(self) -> str:
        share = percent(float(self.pca.model.explained_share_[: self.M].sum()))
        if self.move <= UNSEEN * self.extent:
            return several(
                self.M,
                "No point visibly moves: M = {n} component ({method}), {share} of the variance, gives "
                "every point back, noise and all.",
                "No point visibly moves: M = {n} components ({method}), {share} of the variance, give "
                "every point back, noise and all.",
                method=self.state.how,
                share=share,
            )
        words = (
            several(
                self.M,
                "Every point moves to its pre-image from M = {n} component ({method}), {share} of the variance.",
                "Every point moves to its pre-image from M = {n} components ({method}), {share} of the variance.",
                method=self.state.how,
                share=share,
            )
            + " "
        )
        if self.state.how == LINEAR:
            words += say("Linear: everything falls on one straight line.") + " "
        else:
            words += (
                say(
                    "Very few components gather the points in a few places, very many give every point back as it "
                    "was; in between the noise can go."
                )
                + " "
            )
        if self.before is not None and self.after is not None:
            words += (
                say(
                    "Mean distance from the shape without noise: {before:.3} before, {after:.3} after.",
                    before=self.before.off,
                    after=self.after.off,
                )
                + " "
            )
            if self.after.bare > 2 * self.before.bare:
                words += (
                    say(
                        "But the points gather in a few places, and the shape is lost: its mean distance to the "
                        "nearest point is {after:.3}, and {before:.3} before.",
                        after=self.after.bare,
                        before=self.before.bare,
                    )
                    + " "
                )
        if len(self.result.rows) < self.data.n:
            words += (
                say(
                    "Only {rows} of the {n} points are moved, chosen evenly. The components are those of all points.",
                    rows=len(self.result.rows),
                    n=self.data.n,
                )
                + " "
            )
        return words.rstrip()

    def numbers(self) -> Numbers:
        J = _clean(float(self.result.model.left_out_) / self.data.n, self.spread)
        items = [
            Readout(phrase("mean move"), short(self.move), say("mean distance from a point to its pre-image")),
            Readout(
                "J",
                short(J),
                say("mean squared distance in feature space from the subspace, of {total} in all", total=self.spread),
                geometric=True,
            ),
        ]
        if self.before is not None and self.after is not None:
            items += [
                Readout(
                    phrase("from the shape"),
                    short(self.before.off, 3),
                    say("mean distance of the points from the data without noise"),
                ),
                Readout(phrase("after moving"), short(self.after.off, 3), say("the same for the pre-images")),
                Readout(
                    phrase("shape to points"),
                    short(self.after.bare, 3),
                    say(
                        "mean distance of the data without noise from the nearest pre-image; {before:.3} before",
                        before=self.before.bare,
                    ),
                ),
            ]
        return Numbers(tuple(items))

    def probe(self) -> tuple[Block, ...]:
        if self.target is None or self.z is None:
            return (
                paragraph(
                    "At the probe {x} a kernel value is too large to compute, so it has no projection.",
                    x=vector(self.x),
                ),
            )
        z = vector(_clean(v, self.spread**0.5) for v in self.z[:4].tolist()) + (" …" if len(self.z) > 4 else "")
        return (
            paragraph(
                "**Probe** x = {x}: coordinates z = {z}, pre-image x̃ = {preimage}. Squared distance "
                "of ‹φ›(x) from the subspace: {squared}.",
                x=vector(self.x),
                z=z,
                preimage=vector(self.target),
                squared=_clean(self.gone, self.spread),
            ),
        )

    def beside_it(self) -> tuple[Block, ...]:
        """Draw a small picture with linear PCA of the same points."""
        data = self.data
        plain = denoise(data, Linear(), 1) if self.state.how == KERNEL and data.d == 2 else ""
        if isinstance(plain, str):
            return ()
        view = replace(DataView.of(data), X=self.start, labels=data.codes[plain.rows] if data.classes else None)
        figure = displacements(view, plain.images, DisplacementMarks(accent=True))
        figure.update_layout(showlegend=False)
        linear = from_the_curve(data, plain.images)
        words = say("For comparison, linear PCA with M = 1: a straight line, whatever the shape.")
        if linear is not None:
            words += " " + say("Its distance from the shape is {distance:.3}.", distance=linear.off)
        alt = describe_displacements(self.start, plain.images, say("place on the line"))
        return (Picture(figure, alt, words, "denoise-linear", 300, True, data.key),)

    def ladder(self) -> tuple[Block, ...]:
        """Show the effect of M on J, from a single decomposition."""
        values, N = self.pca.values, self.pca.size
        rows = list(range(1, min(MOST_KEPT, len(values)) + 1))
        left = float(self.pca.model.total_) - np.cumsum(values)
        return (
            Formula(r"J = \frac1N \sum_n \|‹\varphi›(x_n) - \tilde‹\varphi›_n\|^2 = \sum_{i>M}\lambda_i"),
            Table(
                {
                    "M": rows,
                    say("share held"): [
                        percent(float(v)) for v in self.pca.model.explained_share_.cumsum()[: len(rows)]
                    ],
                    say("J in feature space"): [max(float(left[i - 1]), 0.0) / N for i in rows],
                },
                height=320,
                caption=say("The same identity as in the plane (E36), in the space of φ."),
                geometric=(say("share held"), say("J in feature space")),
            ),
        )


def _clean(value: float, scale: float) -> float:
    """Replace a value by 0 if it is roundoff.

    Roundoff is that of numbers of size ``scale``.
    """
    return value if abs(value) > ROUNDOFF * scale else 0.0
