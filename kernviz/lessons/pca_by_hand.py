"""Linear PCA in the plane: turn u by hand, watch uᵀSu, and the four steps of the reconstruction. Source: S4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.curves import curve, describe_curve
from kernviz.figures.moves import Line, Spot, describe_moves, moves
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
    short,
    tex,
    vector,
)
from kernviz.models.plain_pca import PlainPCA
from kernviz.surfaces import Window

if TYPE_CHECKING:
    from kernviz.lessons.pca import State

Array = NDArray[np.float64]
STEPS = ("line", "1 subtract", "2 project", "3 back", "4 add")
MOST_ROWS = 60


def eigen_angle(X: Array) -> float:
    """The angle of u₁ in degrees, 0 ≤ angle < 180. X (n, 2)"""
    u = PlainPCA.of(X).axes[:, 0]
    return float(np.degrees(np.arctan2(u[1], u[0])) % 180.0)


def build(state: State, question: str, common: tuple[Tab, ...]) -> Lesson:
    """One decomposition; plane, curve, tables and tabs read it."""
    data = state.data
    if data.d != 2:
        words = (
            f"“{data.title}” has {'one column' if data.d == 1 else f'{data.d} columns'}: a direction can be turned only in the plane. "
            "Choose data with two columns in the sidebar, or the view Components."
        )
        return Lesson(question, None, problem=words, tabs=common)
    seen = _Turned(state)
    return Lesson(
        question,
        seen.picture(),
        beside=(seen.formula(), seen.numbers(), seen.curve()),
        tabs=(
            Tab("The four steps", seen.four_steps()),
            Tab("J, what is lost", seen.lost()),
            Tab("Why an eigenvector", seen.lagrange()),
            *common,
        ),
        facts={"pca": seen.pca, "variance": seen.variance, "J": seen.J},
    )


class _Turned:
    """The data, their PCA, and a direction u that someone holds."""

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
        """To what a tenth of a degree can do."""
        first, second = self.pca.eigenvalues
        return bool(first - self.variance <= 1e-5 * max(first - second, 1e-9 * first))

    def picture(self) -> Picture:
        mean, origin = self.pca.mean, np.zeros(2)
        through_mean = Line(mean, self.u, "x̄ + z u")
        through_origin = Line(origin, self.u, "z u")
        at_mean, at_origin = Spot(mean, "mean x̄"), Spot(origin, "origin", "cross-thin")
        places = {
            STEPS[0]: (self.X, self.feet, (through_mean,), (at_mean,), ("point", "its projection")),
            STEPS[1]: (self.X, self.centred, (), (at_mean, at_origin), ("point", "minus the mean")),
            STEPS[2]: (self.centred, self.back, (through_origin,), (at_origin,), ("minus the mean", "projection")),
            STEPS[3]: (self.back, None, (through_origin,), (at_origin,), ("", "")),
            STEPS[4]: (self.back, self.feet, (Line(origin, self.u, "z u", strong=False), through_mean), (at_mean, at_origin), ("z u", "reconstruction x̃")),
        }  # fmt: skip
        start, end, lines, spots, names = places[self.state.hand]
        arrow = {STEPS[1]: (mean, origin), STEPS[4]: (origin, mean)}.get(
            self.state.hand
        )  # the same way for every point
        window = self._window()
        figure = moves(start, end, self.data.codes if self.data.classes else None, names=names, x_range=window.x_range,
                       y_range=window.y_range, x_title=self.data.columns[0], y_title=self.data.columns[1],
                       classes=self.data.classes or None, lines=lines, spots=spots,
                       arrow=arrow)  # fmt: skip
        key = f"{self.data.key}:{window.x_range}"
        return Picture(
            figure, describe_moves(start, end, "image under this step"), self.caption(), "pca-plane", 690, True, key
        )

    def _window(self) -> Window:
        """One for all steps, unless the data are so far from the origin that both together show neither."""
        extent = float(np.ptp(self.X, axis=0).max())
        if np.abs(self.pca.mean).max() <= 1.5 * extent:
            return Window.around(np.vstack([self.X, self.centred, np.zeros((1, 2))]))
        first_last = self.state.hand in (STEPS[0], STEPS[4])
        return Window.around(self.X if first_last else self.centred)

    def caption(self) -> str:
        first = self.pca.eigenvalues[0]
        words = {
            STEPS[0]: (
                f"u = {vector(self.u, 3)} at {short(self.state.angle)}°: the projections have variance uᵀSu = {short(self.variance)}"
                + (", which is λ₁: no direction has more. " if self.at_peak else f", λ₁ = {short(first)} is the most. ")
                + f"The strokes are what is lost, J = {short(self.J)} in the mean of their squares. Variance and J always sum to "
                f"{short(float(self.pca.eigenvalues.sum()))}: what makes one large makes the other small."
            ),
            STEPS[
                1
            ]: f"Step 1: every point minus the mean x̄ = {vector(self.pca.mean)}. The arrow is the way all of them go; the cloud now sits around the origin.",
            STEPS[2]: "Step 2: z = (x − x̄)ᵀu, one number a point, its place along the line. Their mean is 0, "
            f"their variance {short(self.variance)}.",
            STEPS[
                3
            ]: "Step 3, back-project: z u is a point of the plane again, made from one number. All of them lie on the line through the origin.",
            STEPS[
                4
            ]: f"Step 4: plus x̄ (arrow). The reconstructions x̃ lie on the line through the mean; in the mean of the squares they miss x by J = {short(self.J)}.",
        }
        return words[self.state.hand]

    def formula(self) -> Formula:
        sign = "=" if self.at_peak else r"\le"
        return Formula(
            rf"u^\top S u = {tex(self.variance)} \;{sign}\; \lambda_1 = {tex(float(self.pca.eigenvalues[0]))}"
        )

    def numbers(self) -> Numbers:
        first, second = (float(v) for v in self.pca.eigenvalues)
        return Numbers(
            (
                Number("variance uᵀSu", short(self.variance), "of the projections on u; largest along the first eigenvector of S"),
                Number("λ₁", short(first), f"largest eigenvalue of S, along {short(eigen_angle(self.X))}°"),
                Number("λ₂", short(second), "the other eigenvalue: what is lost along the best line"),
                Number("λ₁ − uᵀSu", short(first - self.variance, 2), "0 exactly at the eigenvector"),
                Number("mean uᵀx̄", short(float(self.u @ self.pca.mean)), "of the projections uᵀx"),
                Number("J", short(self.J), "mean squared distance of a point from its projection: λ₂ at best"),
            )
        )  # fmt: skip

    def curve(self) -> Picture:
        angles = np.linspace(0.0, 180.0, 181)
        turns = np.radians(angles)
        directions = np.stack([np.cos(turns), np.sin(turns)])
        first = float(self.pca.eigenvalues[0])
        lines = {
            "uᵀSu": np.einsum("ig,ij,jg->g", directions, self.pca.S, directions),
            "λ₁": np.full(len(angles), first),
        }
        top = 1.1 * first or 1.0
        figure = curve(angles, lines, x_title="angle of u, degrees", y_title="variance", x_range=(0, 180), y_range=(0, top),
                       mark=(self.state.angle, self.variance))  # fmt: skip
        caption = (
            f"The curve touches λ₁ at {short(eigen_angle(self.X))}° and nowhere else: there u is the eigenvector u₁."
        )
        return Picture(
            figure,
            describe_curve(angles, lines, x_title="angle"),
            caption,
            "variance-curve",
            250,
            revision=self.data.key,
        )

    def four_steps(self) -> tuple[Block, ...]:
        rows = np.arange(min(self.data.n, MOST_ROWS))
        columns = self.data.columns
        table: dict[str, list[float] | list[int]] = {"point": (rows + 1).tolist()}
        table |= {columns[j]: self.X[rows, j].tolist() for j in range(2)}
        table |= {f"1: {columns[j]} − mean": self.centred[rows, j].tolist() for j in range(2)}
        table["2: z"] = self.z[rows].tolist()
        table |= {f"3: z·u, {columns[j]}": self.back[rows, j].tolist() for j in range(2)}
        table |= {f"4: x̃, {columns[j]}": self.feet[rows, j].tolist() for j in range(2)}
        table["‖x − x̃‖²"] = ((self.X - self.feet)[rows] ** 2).sum(axis=1).tolist()
        return (
            Formula(r"\tilde{x} = \underbrace{\bar{x}}_{4} + \sum_{i\le M} \underbrace{\big(\underbrace{(x-\bar{x})}_{1}{}^\top u_i\big)}_{2}\,\underbrace{u_i}_{3}"),
            Text("**1** subtract the mean, **2** project: M numbers z are left of a point, **3** back-project, **4** add the mean. Here M = 1, along the u you hold."),
            Table(table, height=300, caption="" if self.data.n <= MOST_ROWS else f"The first {MOST_ROWS} of {self.data.n} points."),
        )  # fmt: skip

    def lost(self) -> tuple[Block, ...]:
        """J both ways, for every M."""
        p = self.pca
        measured = [p.error(self.X, M) for M in range(3)]
        summed = [p.left_out(M) for M in range(3)]
        return (
            Formula(r"J = \frac1N \sum_{n=1}^{N} \|x_n - \tilde{x}_n\|^2 \;=\; \sum_{i>M} \lambda_i"),
            Table(
                {
                    "M": [0, 1, 2],
                    "J, measured on the points": measured,
                    "Σ λᵢ, i > M": summed,
                    "difference": [short(a - b, 2) for a, b in zip(measured, summed, strict=True)],
                },
                caption="With M = 0 every point becomes the mean and J is the whole variance; with M = D nothing is lost.",
            ),
            Text(
                f"Along your u instead of u₁: J = {short(self.J)} = λ₁ + λ₂ − uᵀSu = {short(float(p.eigenvalues.sum()))} − {short(self.variance)}. "
                f"The best line loses λ₂ = {short(float(p.eigenvalues[1]))}. Maximal variance and minimal error are one problem."
            ),
        )

    def lagrange(self) -> tuple[Block, ...]:
        p = self.pca
        S = r"\begin{pmatrix}" + r"\\".join(" & ".join(tex(float(v)) for v in row) for row in p.S) + r"\end{pmatrix}"
        gap = float(np.abs(p.S @ p.axes[:, 0] - p.eigenvalues[0] * p.axes[:, 0]).max())
        return (
            Text(f"The mean is x̄ = {vector(p.mean)}; the projections uᵀx have mean uᵀx̄ and variance uᵀSu, with"),
            Formula(rf"S = \frac1N\sum_n (x_n-\bar x)(x_n-\bar x)^\top = {S}"),
            Text("Maximise uᵀSu over unit vectors, with a multiplier for uᵀu = 1, and set the derivative to 0:"),
            Formula(r"\max_u\; u^\top S u + \lambda_1\,(1 - u^\top u) \quad\Rightarrow\quad S u = \lambda_1 u \quad\Rightarrow\quad u^\top S u = \lambda_1"),
            Text(
                f"So u is an eigenvector and its variance the eigenvalue, and the best is the largest. Here λ₁ = {short(float(p.eigenvalues[0]), 6)} at "
                f"u₁ = {vector(p.axes[:, 0])}, λ₂ = {short(float(p.eigenvalues[1]), 6)} at u₂ = {vector(p.axes[:, 1])}; |S u₁ − λ₁ u₁| ≤ {short(gap, 2)}, "
                f"u₁ᵀu₂ = {short(float(p.axes[:, 0] @ p.axes[:, 1]), 2)}. The next direction is the best one orthogonal to u₁: that is u₂, and so on."
            ),
        )  # fmt: skip
