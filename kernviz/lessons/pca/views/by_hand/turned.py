"""Data, their PCA, and an adjustable direction u: picture, numbers and curve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.displacements import (
    DisplacementLine,
    DisplacementMarks,
    DisplacementSpot,
    describe_displacements,
    displacements,
)
from kernviz.lessons.draggable import Handle
from kernviz.lessons.lesson import Formula, Numbers, Picture, Readout
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.pca.state import HAND_STEPS, State
from kernviz.lessons.shared.handles import points
from kernviz.models.plain_pca import PlainPCA
from kernviz.ranges import peak
from kernviz.surfaces import Window
from kernviz.wording import phrase, say, short


def eigen_angle(X: Array) -> float:
    """Return the angle of u₁ in degrees, 0 ≤ angle < 180.

    X has shape (n, 2).
    """
    u = PlainPCA.of(X).axes[:, 0]
    return float(np.degrees(np.arctan2(u[1], u[0])) % 180.0)


class Turned:
    """Data, their PCA, and an adjustable direction u.

    ``z`` (n,) are the projections (x − x̄)ᵀu, ``back`` (n, 2) the points z·u, and ``feet`` (n, 2) the
    reconstructions x̄ + z·u. ``J`` is the mean of ‖x − x̃‖².
    """

    def __init__(self, state: State) -> None:
        self.state, self.data, self.X = state, state.data, state.data.X
        self.pca = PlainPCA.of(self.X)
        turn = np.radians(state.angle)
        self.u = np.array([np.cos(turn), np.sin(turn)])
        self.variance = self.pca.variance(self.u)
        self.centred = self.X - self.pca.mean
        self.z = self.centred @ self.u
        self.back = np.outer(self.z, self.u)
        self.feet = self.back + self.pca.mean
        self.J = float(((self.X - self.feet) ** 2).sum(axis=1).mean())

    @property
    def at_peak(self) -> bool:
        """True if u is within 0.18 degrees of the best direction u₁.

        Such a u has the variance λ₁ up to 1e-5 of λ₁ − λ₂.
        """
        first, second = self.pca.eigenvalues
        return bool(first - self.variance <= 1e-5 * max(first - second, 1e-9 * first))

    @property
    def flat(self) -> bool:
        """Return True if the data vary equally in all directions."""
        first, second = self.pca.eigenvalues
        return bool(first - second <= 1e-9 * first)

    def picture(self) -> Picture:
        mean, origin = self.pca.mean, np.zeros(2)
        through_mean = DisplacementLine(mean, self.u, "x̄ + z u")
        through_origin = DisplacementLine(origin, self.u, "z u")
        at_mean, at_origin = (
            DisplacementSpot(mean, say("mean x̄")),
            DisplacementSpot(origin, say("origin"), "cross-thin"),
        )
        places = {
            HAND_STEPS[0]: (self.X, self.feet, (through_mean,), (at_mean,), (say("point"), say("its projection"))),
            HAND_STEPS[1]: (self.X, self.centred, (), (at_mean, at_origin), (say("point"), say("minus the mean"))),
            HAND_STEPS[2]: (
                self.centred,
                self.back,
                (through_origin,),
                (at_origin,),
                (say("minus the mean"), say("projection")),
            ),
            HAND_STEPS[3]: (self.back, None, (through_origin,), (at_origin,), ("", "")),
            HAND_STEPS[4]: (
                self.back,
                self.feet,
                (DisplacementLine(origin, self.u, "z u", strong=False), through_mean),
                (at_mean, at_origin),
                ("z u", say("reconstruction x̃")),
            ),
        }
        start, end, lines, spots, names = places[self.state.hand]
        arrow = {HAND_STEPS[1]: (mean, origin), HAND_STEPS[4]: (origin, mean)}.get(
            self.state.hand
        )  # arrow of the translation, which is equal for every point
        window = self._window()
        view = replace(DataView.of(self.data, window), X=start)
        figure = displacements(view, end, DisplacementMarks(names, lines, spots, arrow))
        alt = describe_displacements(start, end, say("image under this step"), arrow=arrow is not None)
        on_plane = None
        if self.state.hand == HAND_STEPS[0]:  # the only step in which the points are those of the data
            on_plane = points(self.state)
        middle = mean if self.state.hand in (HAND_STEPS[0], HAND_STEPS[4]) else origin
        far = 0.42 * (window.x_range[1] - window.x_range[0])
        end_of_u = middle + far * self.u * (1 if self.u[1] >= 0 else -1)
        around = (float(middle[0]), float(middle[1]))
        turn = Handle(say("the direction u"), ("pc_angle",), (float(end_of_u[0]), float(end_of_u[1])), around=around)
        handles = () if self.state.hand == HAND_STEPS[1] else (turn,)
        words = self.caption()
        return Picture(figure, alt, words, "pca-plane", 690, True, f"{window}", handles=handles, points=on_plane)

    def _window(self) -> Window:
        """Return the window of the picture, common to all steps.

        If the data are far from the origin, a common window would show them too small. Then each step
        has the window of the data or of the centred data.
        """
        extent = float(np.ptp(self.X, axis=0).max())
        if np.abs(self.pca.mean).max() <= 1.5 * extent:
            return Window.around(np.vstack([self.X, self.centred, np.zeros((1, 2))]))
        first_last = self.state.hand in (HAND_STEPS[0], HAND_STEPS[4])
        return Window.around(self.X if first_last else self.centred)

    def caption(self) -> str:
        first = self.pca.eigenvalues[0]
        words = {
            HAND_STEPS[0]: (
                say(
                    "u = {u} at {angle}°: the projections have variance uᵀSu = {variance}.",
                    u=vector(self.u, 3),
                    angle=self.state.angle,
                    variance=self.variance,
                )
                + " "
                + (
                    say("This is λ₁: no direction has more.")
                    if self.at_peak
                    else say("The largest possible variance is λ₁ = {first}.", first=first)
                )
                + " "
                + say(
                    "The strokes are what is lost. The mean of their squares is J = {J}. Variance and J always sum "
                    "to {total}: where one is large, the other is small.",
                    J=self.J,
                    total=self.pca.eigenvalues.sum(),
                )
            ),
            HAND_STEPS[1]: (
                say(
                    "Step 1: every point minus the mean x̄ = {mean}. The arrow is the way all of them "
                    "go; the cloud now sits around the origin.",
                    mean=vector(self.pca.mean),
                )
            ),
            HAND_STEPS[2]: (
                say(
                    "Step 2: z = (x − x̄)ᵀu, one number a point, its place along the line. Their mean is "
                    "0, their variance {variance}.",
                    variance=self.variance,
                )
            ),
            HAND_STEPS[3]: (
                say(
                    "Step 3, back-project: z u is a point of the plane again, made from one number. All "
                    "of them lie on the line through the origin."
                )
            ),
            HAND_STEPS[4]: (
                say(
                    "Step 4: plus x̄ (arrow). The reconstructions x̃ lie on the line through the mean; "
                    "in the mean of the squares they miss x by J = {J}.",
                    J=self.J,
                )
            ),
        }
        return words[self.state.hand]

    def formula(self) -> Formula:
        sign = "=" if self.at_peak else r"\le"
        return Formula(
            rf"u^\mathsf T S u = {tex(self.variance)} \;{sign}\; \lambda_1 = {tex(float(self.pca.eigenvalues[0]))}"
        )

    def numbers(self) -> Numbers:
        first, second = (float(v) for v in self.pca.eigenvalues)
        return Numbers(
            (
                Readout(
                    phrase("variance uᵀSu"),
                    short(self.variance),
                    say("of the projections on u; largest along the first eigenvector of S"),
                ),
                Readout(
                    "λ₁",
                    short(first),
                    say("largest eigenvalue of S")
                    if self.flat
                    else say("largest eigenvalue of S, along {eigen_angle}°", eigen_angle=eigen_angle(self.X)),
                ),
                Readout("λ₂", short(second), say("the other eigenvalue: what is lost along the best line")),
                Readout(
                    phrase("λ₁ − uᵀSu"),
                    short(0.0 if self.flat else first - self.variance, 2),
                    say("0 exactly at the eigenvector"),
                ),
                Readout(phrase("mean uᵀx̄"), short(float(self.u @ self.pca.mean)), say("of the projections uᵀx")),
                Readout("J", short(self.J), say("mean squared distance of a point from its projection: λ₂ at best")),
            )
        )

    def curve(self) -> Picture:
        angles = np.linspace(0.0, 180.0, 181)
        turns = np.radians(angles)
        directions = np.stack([np.cos(turns), np.sin(turns)])
        first = float(self.pca.eigenvalues[0])
        lines = {
            "uᵀSu": np.einsum("ig,ij,jg->g", directions, self.pca.S, directions),
            "λ₁": np.full(len(angles), first),
        }
        top = 1.1 * peak(first)
        figure = curve(
            angles,
            lines,
            x_title=say("angle of u, degrees"),
            y_title=say("variance"),
            x_range=(0, 180),
            y_range=(0, top),
            mark=(self.state.angle, self.variance),
        )
        angle = float(eigen_angle(self.X))
        caption = (
            say("λ₁ = λ₂: the curve is flat, and every direction is an eigenvector.")
            if self.flat
            else say("The curve touches λ₁ at 0° and 180° and nowhere else: both are the axis of the eigenvector u₁.")
            if short(angle) in ("0", "180")
            else say(
                "The curve touches λ₁ at {eigen_angle}° and nowhere else: there u is the eigenvector u₁.",
                eigen_angle=angle,
            )
        )
        return Picture(
            figure,
            describe_curve(angles, lines, x_title=say("angle")),
            caption,
            "variance-curve",
            250,
            revision=self.data.key,
        )
