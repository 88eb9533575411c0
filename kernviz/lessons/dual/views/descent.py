"""View of gradient descent on the squared loss, and the span.

From w₀ = 0 every iterate stays in the span of the images. If w₀ has a part outside the span, this part never changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.descent import descent_paths, describe_descent
from kernviz.lessons.dual.gram import gram_of
from kernviz.lessons.dual.projection import singular_case
from kernviz.lessons.dual.state import STEPS, State
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Tab, Table, Text, paragraph
from kernviz.lessons.shared.formulas import stacked
from kernviz.lessons.shared.subsample import Rows, used
from kernviz.mercer.spectrum import spectrum
from kernviz.wording import begun, phrase, say, short, shorts

EPS = float(np.finfo(np.float64).eps)
HOPELESS = 1e8  # condition number above which K⁻¹y has lost half of its digits
TABLED = 12  # largest number of points in the table of α


@dataclass(frozen=True, eq=False)
class Walk:
    """Iterates of the gradient descent: s steps on m points.

    ``alphas`` is (s + 1, m). ``ws`` is (s + 1, r), with r coordinates of feature space.
    ``outside`` and ``loss`` are (s + 1,). w_s = w₀ + Φᵀα_s holds for every step.
    """

    alphas: Array
    ws: Array
    outside: Array  # distance of w from the span of the images
    loss: Array  # Σ (⟨w, φ(xᵢ)⟩ − yᵢ)²
    limit: Array  # limit of α for K of full rank: K⁺ (y − Φ w₀)
    shortest: Array  # the solution of least norm, K⁺ y
    rank: int
    condition: float  # largest over smallest eigenvalue of K
    width: float  # step width η

    @property
    def singular(self) -> bool:
        """Return True if K has no inverse."""
        return self.rank < self.alphas.shape[1]

    @property
    def hopeless(self) -> bool:
        """Return True if K is invertible only in exact arithmetic.

        In floating point such a K has no usable inverse.
        """
        return not self.singular and self.condition > HOPELESS


def walk(K: Array, y: Array, rate: float, start: Array, Phi: Array) -> Walk:
    """Iterate `w ← w − 2η Φᵀ(Φw − y)` from ``start`` (r,), STEPS times.

    This is gradient descent on the squared loss. Φ is (m, r), K = ΦΦᵀ, and y is (m,). The step width η = rate /
    λ_max(K) is stable for a rate below 1. η is 0 if K is 0.
    """
    eigen = spectrum(K)
    largest = max(eigen.largest, 0.0)
    eta = rate / largest if largest > 0 else 0.0
    w, alpha = start.copy(), np.zeros(len(y))
    ws, alphas = [w], [alpha]
    for _ in range(STEPS):
        pull = -2 * eta * (Phi @ w - y)
        w, alpha = w + Phi.T @ pull, alpha + pull
        ws.append(w)
        alphas.append(alpha)
    W = np.array(ws)
    projection = np.linalg.pinv(Phi, rcond=1e-12) @ Phi
    outside = np.linalg.norm(W - W @ projection, axis=1)
    loss = ((W @ Phi.T - y) ** 2).sum(axis=1)
    condition = largest / eigen.smallest if eigen.smallest > 0 else float("inf")
    inverse = np.linalg.pinv(K, rcond=len(K) * EPS, hermitian=True)
    limit, shortest = inverse @ (y - Phi @ start), inverse @ y
    return Walk(np.array(alphas), W, outside, loss, limit, shortest, eigen.rank, condition, eta)


def build(state: State) -> Lesson:
    """Build picture, numbers and the table of α from a single descent."""
    rows = state.rows
    y = state.targets[rows]
    K = gram_of(state.kernel, state.data.X[rows])
    Phi, start, other = _coordinates(state, rows, K)
    taken = walk(K, y, state.rate, state.start * start, Phi)
    step = min(max(state.step, 0), STEPS)
    m = len(rows)
    names = [say("point {n}", n=r + 1) for r in rows]
    below = {say("loss Σ(wᵀx − y)²"): taken.loss, say("outside the span"): taken.outside}
    figure = descent_paths(taken.alphas, taken.limit, step, below, names, state.groups[rows].tolist())
    out = float(taken.outside[step])
    check = float(np.linalg.norm(taken.ws[step] - state.start * start - Phi.T @ taken.alphas[step]))
    numbers = Numbers(
        (
            Readout(
                phrase("outside the span"),
                short(out, 2),
                say("length of the part of w outside the span of the images"),
                geometric=True,
            ),
            Readout(phrase("loss"), short(float(taken.loss[step])), say("Σ(wᵀx − y)² at step {step}", step=step)),
            Readout(
                phrase("max |α − limit|"),
                short(float(np.abs(taken.alphas[step] - taken.limit).max()), 3),
                say("how far from the closed form ‹K›⁺(y − Xᵀw₀), drawn as triangles; with w₀ = 0 that is ‹K›⁺y"),
                geometric=True,
            ),
            Readout(
                "‖w − w₀ − Xα‖",
                short(check, 2),
                say("w was computed step by step without α: it is w₀ plus the combination with these α"),
                geometric=True,
            ),
            Readout(
                phrase("rank of ‹K›"),
                say("{rank} of {n}", rank=taken.rank, n=m),
                say("how many images are independent"),
            ),
            Readout("η", short(taken.width, 3), say("step size: rate / λₘₐₓ(‹K›)")),
        )
    )
    caption = (
        say(
            "{points_used}. Step {step}: in every step each αᵢ moves by −2η times its own error, {limit}.",
            points_used=begun(used(state.data.n, m)),
            step=step,
            limit=_goal(taken, state.rate, y - Phi @ (state.start * start), K),
        )
        + " "
        + _outside(state, out, other)
    )
    return Lesson(
        "",
        Picture(
            figure,
            describe_descent(taken.alphas, step, below),
            caption,
            "dual_descent",
            620,
            revision=f"{state.data.key}{m}",
        ),
        besides=(
            lambda: (
                Formula(
                    stacked(
                        r"w_{s+1} = w_s - 2\eta\textstyle\sum_i (w_s^\mathsf T x_i - y_i)\,x_i",
                        r"\Longrightarrow\quad w_s = w_0 + X\alpha_s",
                    )
                ),
            ),
            numbers,
            lambda: (_inverse_accuracy(taken, K, y),),
        ),
        tabs=(
            Tab(phrase("α step by step"), lambda: _table(taken, names, step)),
            Tab(phrase("XᵀX and E23"), lambda: singular_case(state)),
        ),
        facts={"walk": taken, "rows": rows, "step": step, "check": check},
    )


def _goal(taken: Walk, rate: float, target: Array, K: Array) -> str:
    """Return the end of a sentence, about the limit of α.

    ``target`` (m,) is y − Φw₀. At a rate below 1 α has no limit exactly when the target has a part that K maps to 0.
    """
    if not taken.width:
        return say("and here η is 0, because ‹K› is 0: nothing changes")
    if rate >= 1:
        return say(
            "and the step is too large: along the eigenvector of the largest eigenvalue of ‹K› it overshoots the goal "
            "in every step, by at least as much as before"
        )
    if taken.hopeless:
        return say("but after this step α is still far from ‹K›⁻¹y, which is too large for the picture")
    rest = float(np.abs(target - K @ taken.limit).max())
    if taken.singular and rest > 1e-8 * float(np.abs(target).max()):
        return say(
            "without end along directions that ‹K› maps to 0. These do not change w = Xα: w has a limit, α has none"
        )
    return say("towards the triangles; directions with a small eigenvalue of ‹K› are learned last")


def _inverse_accuracy(taken: Walk, K: Array, y: Array) -> Text:
    """Return a sentence about the accuracy of K⁻¹y on these points."""
    m = len(y)
    fit = float(np.abs(K @ taken.shortest - y).max())
    if taken.singular:
        return Text(
            say(
                "**‹K› is singular**: rank {rank} of {m}. α = K⁻¹y does not exist (erratum E23). α = ‹K›⁺y is the "
                "shortest of all that fit best; ‹K›α misses y by {fit:.2} at most. Take σ² > 0 or the pseudo-inverse.",
                rank=taken.rank,
                m=m,
                fit=fit,
            ),
            "warning",
        )
    if taken.hopeless:
        largest = float(np.abs(taken.shortest).max())
        return Text(
            say(
                "In exact arithmetic ‹K› has full rank {m}, but its condition number is {condition:.2}. The entries "
                "of α = ‹K›⁻¹y are as large as {largest:.2}, and few of their digits are right. Take σ² > 0.",
                m=m,
                condition=taken.condition,
                largest=largest,
            ),
            "warning",
        )
    return paragraph(
        "‹K› has full rank {m}, so α = ‹K›⁻¹y exists and fits every target (largest miss {fit:.2}).", m=m, fit=fit
    )


def _outside(state: State, out: float, other: int | None) -> str:
    if not state.start:
        return say(
            "w₀ = 0 and the gradient is a combination of the images, so w never leaves their span. The part "
            "outside has length {length_outside:.2}, which is rounding.",
            length_outside=out,
        )
    if other is None:
        return say(
            "w₀ ≠ 0, but no other point of the data has an image outside the span, so w₀ is taken in it, and w is a "
            "combination of the images all the same. Take fewer points or a kernel with more features."
        )
    return say(
        "w₀ points towards ‹φ› of point {point}, which is not trained on. No step changes the part of w outside the "
        "span: {length_outside} stays for ever, and w ≠ Xα.",
        point=other + 1,
        length_outside=out,
    )


def _coordinates(state: State, rows: Rows, K: Array) -> tuple[Array, Array, int | None]:
    """Return the images (m, r), a unit vector (r,), and a row.

    The row is that of a further point, whose image is farthest from the span. The unit vector points to this image. If
    no point leaves the span, the row is None, and the vector points to the first image. The coordinates come from the
    eigendecomposition of the Gram matrix.
    """
    X = state.data.X
    rest = np.setdiff1d(np.arange(state.data.n), rows)[:300]
    other: int | None = None
    if len(rest):
        with np.errstate(all="ignore"):
            across = state.kernel(X[rest], X[rows])
            squared = state.kernel.diag(X[rest]) - np.einsum(
                "ij,jk,ik->i", across, np.linalg.pinv(K, rcond=1e-12, hermitian=True), across
            )
        if np.isfinite(squared).all() and squared.max() > 1e-9 * float(np.abs(np.diag(K)).max()):
            other = int(rest[int(np.argmax(squared))])
    both = rows if other is None else np.append(rows, other)
    G = gram_of(state.kernel, X[both])
    values, vectors = np.linalg.eigh(G)
    keep = values > len(G) * EPS * max(float(values[-1]), 0.0)
    images = vectors[:, keep] * np.sqrt(values[keep])
    if not images.shape[1]:
        return np.zeros((len(rows), 1)), np.zeros(1), None
    towards = images[-1] if other is not None else images[0]
    return images[: len(rows)], towards / (float(np.linalg.norm(towards)) or 1.0), other


def _table(taken: Walk, names: list[str], step: int) -> tuple[Block, ...]:
    """Return a table of α at selected steps of the descent.

    The steps are 0 to 3, the current step, the step before it, and the last step. The limit follows.
    """
    steps = sorted({0, 1, 2, 3, max(step - 1, 0), step, STEPS})
    columns = {names[i]: shorts([*taken.alphas[steps, i], taken.limit[i]]) for i in range(min(len(names), TABLED))}
    return (
        Formula(
            stacked(
                r"\alpha_0 = 0,\qquad \alpha_{s+1} = \alpha_s - 2\eta\,(‹\K›\alpha_s + X^\mathsf T w_0 - y)",
                r"‹\K› = X^\mathsf T X",
            )
        ),
        Table(
            {say("step"): [str(s) for s in steps] + [say("limit")], **columns},
            caption=(
                say(
                    "S2's induction with its numbers: if w is a combination before a step, it is a combination "
                    "after the step, too. To predict, h(z) = Σ αᵢ xᵢᵀz."
                )
            ),
            geometric=tuple(columns),
        ),
    )
