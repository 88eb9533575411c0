"""Tabs of PCA by hand.

The tabs show the four steps point by point, the reconstruction error, and why the best direction is an
eigenvector.
"""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Formula, Table, paragraph
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.pca.views.by_hand.turned import Turned
from kernviz.lessons.shared.data_columns import unique_names
from kernviz.wording import say, short

MOST_ROWS = 60


def four_steps(turned: Turned) -> tuple[Block, ...]:
    """Show the four steps of PCA, point by point, along u."""
    rows = np.arange(min(turned.data.n, MOST_ROWS))
    columns = turned.data.columns
    own: dict[str, list[float]] = {
        say("1: {column} − mean", column=columns[j]): turned.centred[rows, j].tolist() for j in range(2)
    }
    own["2: z"] = turned.z[rows].tolist()
    own |= {f"3: z·u, {columns[j]}": turned.back[rows, j].tolist() for j in range(2)}
    own |= {f"4: x̃, {columns[j]}": turned.feet[rows, j].tolist() for j in range(2)}
    own["‖x − x̃‖²"] = ((turned.X - turned.feet)[rows] ** 2).sum(axis=1).tolist()
    names = unique_names(columns, {say("point"), *own})
    table: dict[str, list[float] | list[int]] = {say("point"): (rows + 1).tolist()}
    table |= dict(zip(names, turned.X[rows].T.tolist(), strict=True)) | own
    return (
        Formula(
            r"\tilde{x} = \underbrace{\bar{x}}_{4} + \sum_{i\le M}"
            r" \underbrace{\big(\underbrace{(x-\bar{x})}_{1}{}^\mathsf T u_i\big)}_{2}\,\underbrace{u_i}_{3}"
        ),
        paragraph(
            "**1** subtract the mean, **2** project: each point becomes M numbers z, **3** back-project, **4** "
            "add the mean. Here M = 1, along your u."
        ),
        Table(
            table,
            height=300,
            caption=""
            if turned.data.n <= MOST_ROWS
            else say("The first {limit} of {n} points.", limit=MOST_ROWS, n=turned.data.n),
        ),
    )


def lost(turned: Turned) -> tuple[Block, ...]:
    """Show the reconstruction error J in two ways, for every M."""
    p = turned.pca
    measured = [p.error(turned.X, M) for M in range(3)]
    summed = [p.left_out(M) for M in range(3)]
    return (
        Formula(r"J = \frac1N \sum_{n=1}^{N} \|x_n - \tilde{x}_n\|^2 \;=\; \sum_{i>M} \lambda_i"),
        Table(
            {
                "M": [0, 1, 2],
                say("J, measured on the points"): measured,
                "Σ λᵢ, i > M": summed,
                say("difference"): [short(a - b, 2) for a, b in zip(measured, summed, strict=True)],
            },
            caption=say(
                "With M = 0 every point becomes the mean and J is the whole variance; with M = D nothing is lost."
            ),
        ),
        Formula(
            r"\begin{aligned}\tilde{x}_n &= \sum_{i\le M} z_{ni}\, u_i + \sum_{i>M} b_i\, u_i,\\ z_{ni} &= x_n^\mathsf"
            r" T u_i,\quad b_i = \bar{x}^\mathsf T u_i\end{aligned}"
        ),
        paragraph(
            "The best coordinates are the point's own for i ≤ M and the mean's for all others, the same for every "
            "point: with M = 1, b₂ = x̄ᵀu₂ = {b_2}; point 1 has z₁₁ = x₁ᵀu₁ = {z_11}.",
            b_2=p.mean @ p.axes[:, 1],
            z_11=turned.X[0] @ p.axes[:, 0],
        ),
        paragraph(
            "Along your u instead of u₁: J = {J} = λ₁ + λ₂ − uᵀSu = {total} − {variance}. The best "
            "line loses λ₂ = {lambda_2}. Maximal variance and minimal error are one problem.",
            J=turned.J,
            total=p.eigenvalues.sum(),
            variance=turned.variance,
            lambda_2=p.eigenvalues[1],
        ),
    )


def lagrange(turned: Turned) -> tuple[Block, ...]:
    """Derive that the best direction is an eigenvector of S."""
    p = turned.pca
    S = r"\begin{pmatrix}" + r"\\".join(" & ".join(tex(float(v)) for v in row) for row in p.S) + r"\end{pmatrix}"
    z = p.project(turned.X, 2)
    decorrelated = abs(float(z[:, 0] @ z[:, 1])) / len(z)
    gap = float(np.abs(p.S @ p.axes[:, 0] - p.eigenvalues[0] * p.axes[:, 0]).max())
    return (
        paragraph(
            "The mean is x̄ = {mean}; the projections uᵀx have mean uᵀx̄ and variance uᵀSu, with", mean=vector(p.mean)
        ),
        Formula(rf"\begin{{aligned}}S &= \frac1N\sum_n (x_n-\bar x)(x_n-\bar x)^\mathsf T\\ &= {S}\end{{aligned}}"),
        paragraph("Maximise uᵀSu over unit vectors, with a multiplier for uᵀu = 1, and set the derivative to 0:"),
        Formula(
            r"\begin{aligned}&\max_u\; u^\mathsf T S u + \lambda_1\,(1 - u^\mathsf T u)\\ &\Rightarrow\; S u ="
            r" \lambda_1 u \;\Rightarrow\; u^\mathsf T S u = \lambda_1\end{aligned}"
        ),
        paragraph(
            "So u is an eigenvector of S, and the variance along u is its eigenvalue. The best u belongs to the "
            "largest eigenvalue. Here λ₁ = {lambda_1:.6} at u₁ = {u_1}, λ₂ = {lambda_2:.6} at u₂ = {u_2}; |S u₁ − λ₁ "
            "u₁| ≤ {residual:.2}, u₁ᵀu₂ = {dot:.2}. The next direction is the best one orthogonal to u₁: that is u₂, "
            "and so on.",
            lambda_1=p.eigenvalues[0],
            u_1=vector(p.axes[:, 0]),
            lambda_2=p.eigenvalues[1],
            u_2=vector(p.axes[:, 1]),
            residual=gap,
            dot=p.axes[:, 0] @ p.axes[:, 1],
        ),
        Formula(r"x^{\perp} = \begin{pmatrix} u_1^\mathsf T \\ \vdots \\ u_M^\mathsf T \end{pmatrix} (x - \bar{x})"),
        paragraph(
            "With M = D = 2 the projections of the data have the covariance diag({lambda_1}, {lambda_2}): "
            "decorrelated, the largest entry off the diagonal is {largest:.2}.",
            lambda_1=p.eigenvalues[0],
            lambda_2=p.eigenvalues[1],
            largest=decorrelated,
        ),
    )
