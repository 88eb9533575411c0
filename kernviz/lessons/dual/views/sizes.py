"""View of S4's dual representation: w by features and by points.

w follows from a D × D or from an N × N linear system. The view shows the matrix inversion lemma
behind this, and the cost of each system.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features import feature_map
from kernviz.figures.matrix.sizes import describe_squares, two_squares
from kernviz.lessons.dual.gram import gram_of
from kernviz.lessons.dual.lemma import lemma, lemma_blocks
from kernviz.lessons.dual.state import FREE_SIZE, LEMMA, LETTERS, SIZES_STAGES, State
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Tab, Table, Text
from kernviz.lessons.number_format import tex
from kernviz.mercer.feature_count import feature_count
from kernviz.wording import begun, phrase, say, several, short, shorts

MOST_FEATURES = 600  # largest number of coordinates for which w is computed: two solves take well under a second
MOST_LISTED = 12  # largest number of coordinates of w in the table


def costs(D: float, N: int) -> tuple[float, float]:
    """Return the numbers of multiplications by features and by points.

    To build and solve the linear system takes ½ND² + D³/6 by features, ½N²D + N³/6 by points. If D is
    ∞ or nan (not known), ½N² kernel values are counted instead of ½N²D.
    """
    by_points = N**3 / 6 + (N**2 / 2 * D if np.isfinite(D) else N**2 / 2)
    return N * D**2 / 2 + D**3 / 6, by_points


def by_features(Phi: Array, t: Array, lam: float) -> Array:
    """Return the solution w = (ΦᵀΦ + λI)⁻¹Φᵀt (D,).

    By points it is w = Φᵀa with a = (K + λI)⁻¹t. Source: S4.
    """
    return np.asarray(np.linalg.solve(Phi.T @ Phi + lam * np.eye(Phi.shape[1]), Phi.T @ t))


def build(state: State) -> Lesson:
    """Build the view that compares the costs of both linear systems.

    The sizes D and N are those of the data, or chosen by the visitor. w, J and the prediction are
    always those of the data. Raises ValueError if the kernel is 0 everywhere.
    """
    data, lam = state.data, state.lam
    t = state.targets
    K = gram_of(state.kernel, data.X)
    phi = feature_map(state.kernel, data.d)
    count = feature_count(state.kernel, data.d)
    own = float("nan") if count is None else float(count)
    if not own:
        raise ValueError(
            say(
                "{kernel} is 0 everywhere: ‹φ› has no coordinates and w no numbers. Choose another kernel in the "
                "sidebar",
                kernel=state.kernel,
            )
        )
    free = state.sizes == FREE_SIZE
    D, N = (float(state.D), state.N) if free else (own, data.n)
    cost = costs(D, N)
    a = np.asarray(np.linalg.solve(K + lam * np.eye(data.n), t), dtype=np.float64)
    facts: dict[str, object] = {"D": D, "N": N, "costs": cost, "a": a}
    w = by_points = None
    if phi is not None and phi.dimension <= MOST_FEATURES:
        Phi = phi(data.X)
        w, by_points = by_features(Phi, t, lam), Phi.T @ a
        facts |= {"w": w, "difference": float(np.abs(w - by_points).max())}

    def stages() -> tuple[tuple[Block, ...], ...]:
        return _stages(state, K, t, a, w, own)

    ratio = cost[0] / cost[1] if np.isfinite(D) else float("inf")
    origin = say("sizes you chose") if free else say("your data and kernel: D = {D}, N = {n}", D=_count(own), n=data.n)
    drawn = (
        say("To scale")
        if np.isfinite(D)
        else say("The side of the open square is not known")
        if np.isnan(D)
        else say("The open square is infinite")
    )
    caption = (
        say("{value}, for {sizes}.", value=drawn, sizes=origin)
        + " "
        + _cheaper(D, ratio)
        + say("The N × N way never asks for ‹φ›: “do not use features at all”.")
    )
    stage = SIZES_STAGES[state.stage - 1]
    title = say("{stage}, for your data", stage=stage) if free else stage
    return Lesson(
        "",
        Picture(two_squares(D, N, cost), describe_squares(D, N, cost), caption, "dual_sizes", 520, revision="sizes"),
        besides=(
            lambda: (
                Text(f"**{state.stage}. {title}.** {LETTERS}"),
                *stages()[state.stage - 1],
            ),
            *_agreement(w, by_points),
            lambda: _listed(w, by_points, own),
        ),
        tabs=(Tab(phrase("All steps"), lambda: _all(stages())), Tab(LEMMA, lambda: lemma_blocks(state))),
        facts=facts,
    )


def _cheaper(D: float, ratio: float) -> str:
    """Return a sentence that compares the two costs.

    ``ratio`` is the cost by features divided by the cost by points.
    """
    if not np.isfinite(D):
        return say("There is no list of features, so the N × N matrix is the only one to work with.") + " "
    if ratio == 1:
        return say("Both matrices cost the same.") + " "
    return (
        say(
            "The {matrix} matrix is cheaper: the other one needs {ratio:.3} times as many multiplications.",
            matrix="N × N" if ratio > 1 else "D × D",
            ratio=max(ratio, 1 / ratio),
        )
        + " "
    )


def _count(D: float) -> str:
    return say("not listed") if np.isnan(D) else short(D)


def _why_no_w(D: float) -> str:
    """Return the reason why the vector w is not written out."""
    if np.isfinite(D) and D > MOST_FEATURES:
        return say("‹φ› has {D} coordinates, more than {limit}", D=float(D), limit=MOST_FEATURES)
    return say("the coordinates of ‹φ› are not listed")


def _agreement(w: Array | None, by_points: Array | None) -> tuple[Numbers, ...]:
    if w is None or by_points is None:
        return ()
    return (
        Numbers(
            (
                Readout(
                    phrase("max |w − Φᵀa|"),
                    short(float(np.abs(w - by_points).max()), 2),
                    say("both solutions, coordinate by coordinate"),
                    geometric=True,
                ),
                Readout(
                    "‖w‖",
                    short(float(np.linalg.norm(w))),
                    several(len(w), "w has {n} coordinate", "w has {n} coordinates"),
                    geometric=True,
                ),
            )
        ),
    )


def _listed(w: Array | None, by_points: Array | None, D: float) -> tuple[Block, ...]:
    """Return a table of both solutions w, or why there is none."""
    if w is None or by_points is None:
        why, many = _why_no_w(D), np.isfinite(D) and D > MOST_FEATURES
        reason = why if many else begun(why)  # the one begins with a symbol
        words = say("{reason}: w is not written down here, only a.", reason=reason) + " "
        if many:
            return (Text(words + say("Choose a kernel with fewer coordinates to see both.")),)
        return (Text(words + say("Choose a polynomial kernel to see both.")),)
    count = min(len(w), MOST_LISTED)
    return (
        Table(
            {
                say("w by features"): shorts(w[:count], 6),
                "w = Φᵀa": shorts(by_points[:count], 6),
            },
            height=250,
            caption=say("The first {shown} of {total} coordinates.", shown=count, total=len(w))
            if count < len(w)
            else say("Every coordinate."),
            geometric=(say("w by features"), "w = Φᵀa"),
        ),
    )


def _stages(state: State, K: Array, t: Array, a: Array, w: Array | None, D: float) -> tuple[tuple[Block, ...], ...]:
    """Return the blocks of every step of SIZES_STAGES for the data."""
    lam, N = state.lam, len(t)
    fitted = K @ a
    J_a = float(a @ K @ K @ a / 2 - a @ K @ t + t @ t / 2 + lam / 2 * a @ K @ a)
    x = state.data.X.mean(axis=0)
    phi = feature_map(state.kernel, state.data.d)
    if w is None or phi is None:
        objective = say("J(w) is not computed: {reason}.", reason=_why_no_w(D))
        comparison = say("J(a) = {J_a:.8}; no ‹φ› is needed for it.", J_a=J_a)
        prediction = say("No features are written out here, so ‹k› alone leads to it.")
    else:
        residuals = phi(state.data.X) @ w - t
        J_w = float(residuals @ residuals / 2 + lam / 2 * w @ w)
        objective = say("At the optimum J(w) = {J_w:.8}.", J_w=J_w)
        comparison = say(
            "J(a) = {J_a:.8}, J(w) = {J_w:.8}: difference {difference:.2}.",
            J_a=J_a,
            J_w=J_w,
            difference=abs(J_a - J_w),
        )
        prediction = say("By features it is {w:.6}.", w=phi(x[None])[0] @ w)
    with np.errstate(all="ignore"):
        kx = state.kernel(x[None], state.data.X)[0]
    size = r"\infty" if float("inf") == D else rf"\text{{{_count(D)}}}" if np.isnan(D) else tex(D)
    first = r",\,".join(tex(float(v), 3) for v in a[:4]) + (r",\,\dots" if len(a) > 4 else "")
    slope = float(np.abs(K @ (fitted + lam * a - t)).max())
    return (
        (
            Formula(
                r"J(w) = \tfrac12 w^\mathsf T\Phi^\mathsf T\Phi w - w^\mathsf T\Phi^\mathsf T t + \tfrac12 t^\mathsf T"
                r" t + \tfrac\lambda2 w^\mathsf T w"
            ),
            Text(
                say(
                    "Half the squared error of N = {N} targets, plus λ = {lam} times half the squared length of w. "
                    "{sentences}",
                    N=N,
                    lam=lam,
                    sentences=objective,
                )
            ),
        ),
        (
            Formula(rf"w = (\Phi^\mathsf T\Phi + \lambda I_D)^{{-1}}\Phi^\mathsf T t,\qquad D = {size}"),
            Text(say("The gradient set to zero. The matrix is as large as the feature space.")),
        ),
        (
            Formula(r"(A+BCD)^{-1} = A^{-1} - A^{-1}B(C^{-1}+DA^{-1}B)^{-1}DA^{-1}"),
            Text(
                say(
                    "The lemma with A = λI, B = Φᵀ, C = I, D = Φ. On random 3 × 3 matrices (seed {seed}) "
                    "its sides differ by {lemma:.2}.",
                    seed=state.seed,
                    lemma=lemma(state.seed)[2],
                )
            ),
        ),
        (
            Formula(rf"w = \Phi^\mathsf T\underbrace{{(\Phi\Phi^\mathsf T+\lambda I_N)^{{-1}}t}}_{{a}},\qquad N = {N}"),
            Text(
                say(
                    "w is a combination of the images, with the dual variables a as weights: the "
                    "representer theorem again."
                )
            ),
        ),
        (
            Formula(
                r"J(a) = \tfrac12 a^\mathsf T ‹\K›‹\K›a - a^\mathsf T ‹\K›t + \tfrac12 t^\mathsf T t + "
                r"\tfrac\lambda2 a^\mathsf"
                r" T ‹\K›a,\quad ‹\K›=\Phi\Phi^\mathsf T"
            ),
            Text(comparison),
        ),
        (
            Formula(rf"a = (‹\K›+\lambda I_N)^{{-1}}t = ({first})"),
            Text(say("Its gradient: max |‹K›(Ka + λa − t)| = {slope:.2}.", slope=slope)),
        ),
        (
            Formula(rf"y(x) = ‹\k›(x)^\mathsf T(‹\K›+\lambda I_N)^{{-1}}t = {tex(float(kx @ a))}"),
            Text(
                say(
                    r"At x = the mean of your data, $‹\k›(x) = (‹\k›(x_1,x),\dots,‹\k›(x_N,x))^\mathsf T$. {features}",
                    features=prediction,
                )
            ),
        ),
    )


def _all(stages: tuple[tuple[Block, ...], ...]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for i, stage in enumerate(stages):
        blocks += [Text(f"**{i + 1}. {SIZES_STAGES[i]}**"), *stage]
    return tuple(blocks)
