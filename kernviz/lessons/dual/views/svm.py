"""View of the SVM dual and its matrix `q_nm = y_n y_m k(x_n, x_m)`.

The steps lead from the primal problem via the Lagrangian to the trained machine. Every condition is shown with its
residual.
"""

from __future__ import annotations

import numpy as np

from kernviz.features import feature_map
from kernviz.figures.matrix.gram import along_main_direction, describe_gram, gram_heatmap
from kernviz.lessons.dual.gram import gram_of
from kernviz.lessons.dual.lagrangian import Stationarity
from kernviz.lessons.dual.machine import trained
from kernviz.lessons.dual.state import DUAL_STAGES, LETTERS, State
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Tab, Table, Text
from kernviz.lessons.shared.formulas import stacked
from kernviz.lessons.shared.program import constraints
from kernviz.lessons.shared.signed_number import plus
from kernviz.ranges import peak
from kernviz.wording import decimal, phrase, say, short, shorts

MOST_ROWS = 60


def build(state: State) -> Lesson:
    """Build Q, residuals and objective values from a single training."""
    data, m = state.signed, trained(state)
    t, a, n = m.signs_, m.alpha_, data.n
    K = gram_of(state.kernel, data.X)
    Q = t[:, None] * K * t
    stationarity = Stationarity(state.kernel, data.X, K, m)
    balance = float(a @ t)
    norm2 = float(a @ Q @ a)
    primal = norm2 / 2 + (0.0 if state.hard else state.C * float(m.slack_.sum()))
    dual = float(a.sum()) - norm2 / 2
    here = state.stage - 1

    def stages() -> tuple[tuple[Block, ...], ...]:
        return _stages(state, stationarity, balance, primal, dual)

    limit = peak(Q)
    caption = say(
        r"$q_{{nm}} = y_ny_m\,‹\k›(x_n,x_m)$, ordered by class: the kernel value, with its sign "
        "turned where the classes differ. {n} × {n} = {entries} entries, one kernel value "
        "each; the QP has {n} variables, however many coordinates ‹φ› has.",
        n=n,
        entries=_spaced(n * n),
    )
    figure = gram_heatmap(
        Q, data.codes, classes=data.classes, limit=limit, name="q", along=along_main_direction(data.X)
    )
    figure.update_layout(xaxis={"title": {"text": say("point m")}}, yaxis={"title": {"text": say("point n")}})
    return Lesson(
        "",
        Picture(
            figure,
            describe_gram(Q, data.codes, name="Q"),
            caption,
            "dual_q",
            640,
            square=True,
            revision=data.key,
        ),
        besides=(
            lambda: (Text(f"**{here + 1}. {DUAL_STAGES[here]}**. {LETTERS}"), *stages()[here]),
            Numbers(
                (
                    Readout(
                        "‖∂L/∂w‖",
                        lambda: short(float(np.linalg.norm(stationarity.slope)), 2),
                        say("L differentiated numerically at w = Σ a t ‹φ›"),
                        geometric=True,
                    ),
                    Readout("Σ a t", short(balance, 2), say("∂L/∂b up to the sign"), geometric=True),
                    Readout(
                        phrase("primal"), short(primal, 6), "½‖w‖²" + ("" if state.hard else " + C Σξ"), geometric=True
                    ),
                    Readout(phrase("dual"), short(dual, 6), say("Σa − ½ aᵀQa"), geometric=True),
                    Readout(
                        phrase("gap"),
                        short(abs(primal - dual), 2),
                        say("|primal − dual|, zero at the optimum"),
                        geometric=True,
                    ),
                    Readout(phrase("support vectors"), f"{len(m.support_)} / {n}", say("points with a > 0")),
                )
            ),
        ),
        tabs=(
            Tab(
                phrase("All steps"),
                lambda: tuple(
                    block
                    for i, stage in enumerate(stages())
                    for block in (Text(f"**{i + 1}. {DUAL_STAGES[i]}**"), *stage)
                ),
            ),
            Tab(phrase("Every point"), lambda: _points(state, stationarity)),
        ),
        facts={
            "Q": Q,
            "K": K,
            "balance": balance,
            "primal": primal,
            "dual": dual,
            "machine": m,
            "stationarity": stationarity,
        },
    )


def _stages(
    state: State, stationarity: Stationarity, balance: float, primal: float, dual: float
) -> tuple[tuple[Block, ...], ...]:
    m, w, slope, words = stationarity.machine, stationarity.w, stationarity.slope, stationarity.words
    n, b, support = len(m.alpha_), m.intercept_, len(m.support_)
    soft = not state.hard
    xi, less = (r" + C\textstyle\sum_n\xi_n", r"-\xi_n") if soft else ("", "")
    box = r"0\le a_n\le C" if soft else r"a_n\ge0"
    phi = feature_map(state.kernel, state.data.d)
    sizes = {"D": say("not listed here") if phi is None else str(phi.dimension), "n": n, "primal": primal}
    return (
        (
            Formula(stacked(rf"\min_{{w,b}}\ \tfrac12\|w\|^2{xi}", rf"t_n(w^\mathsf T‹\varphi›(x_n)+b)\ge 1{less}")),
            Text(
                say(
                    "w has as many coordinates as ‹φ› ({D}), b is one variable more, and each point adds a ξ. There "
                    "are two conditions for each of the {n} points: the one above, and ξ ≥ 0. Value {primal:.6}.",
                    **sizes,
                )
                if soft
                else say(
                    "w has as many coordinates as ‹φ› ({D}), and b is one variable more. There is one condition for "
                    "each point ({n}). Value {primal:.6}.",
                    **sizes,
                )
            ),
        ),
        (
            Formula(
                stacked(
                    r"\min_{w,b}\ \max_{a\ge0}\ L(w,b,a)",
                    r"L=\tfrac12\|w\|^2-\textstyle\sum_n a_n\big(t_n(w^\mathsf T‹\varphi›(x_n)+b)-1\big)",
                )
            ),
            Text(
                say(
                    "If a condition is violated, L contains a times a number > 0, and the maximum over a is ∞. **Min "
                    "over w and b, max over a ≥ 0**: S4 prints min L(w, b, a) over all three (erratum E42)."
                )
                + (
                    " "
                    + say(
                        "With slack, the objective also has C Σξ, and ξ has conditions of its own. Of these only "
                        "a ≤ C is left."
                    )
                    if soft
                    else ""
                )
            ),
        ),
        (
            Formula(
                stacked(
                    r"\partial L/\partial w = w-\textstyle\sum_n a_nt_n‹\varphi›(x_n)=0",
                    r"\Rightarrow\ w=\textstyle\sum_n a_nt_n‹\varphi›(x_n)",
                )
            ),
            Text(
                say(
                    "Residual ‖∂L/∂w‖ = **{norm:.2}** at ‖w‖ = {length}, L differentiated numerically in "
                    "{coordinates}.",
                    norm=np.linalg.norm(slope),
                    length=np.linalg.norm(w),
                    coordinates=words,
                )
            ),
        ),
        (
            Formula(r"\partial L/\partial b = -\textstyle\sum_n a_nt_n = 0"),
            Text(
                say(
                    "Residual |Σ a t| = **{balance:.2}**: the weights of the two classes balance.", balance=abs(balance)
                )
            ),
        ),
        (
            Formula(
                stacked(
                    r"\max_a\ \textstyle\sum_n a_n-\tfrac12\sum_{n,m}a_na_m\,t_nt_m\,‹\k›(x_n,x_m)",
                    rf"{box},\quad \textstyle\sum_n a_nt_n=0",
                )
            ),
            Text(
                say(
                    "Both put into L: Σa − ½aᵀQa = {dual:.6}, and the primal has {primal:.6}. L no longer contains "
                    "w, only ‹k›.",
                    dual=dual,
                    primal=primal,
                )
            ),
        ),
        (
            Formula(r"q_{nm}=y_ny_m\,z_n^\mathsf T z_m=y_ny_m\,‹\k›(x_n,x_m)"),
            Text(
                say(
                    "S3's QP: minimise ½aᵀQa − Σa, {n} variables, {constraints}. {entries} kernel values, "
                    "{memory}; N = {example} would take 7.2 GB. Without the trick every entry costs "
                    "O(D), and the number of coordinates of ‹φ› is D = {D}.",
                    n=n,
                    constraints=constraints(n, state.hard),
                    entries=_spaced(n * n),
                    memory=_bytes(n * n * 8),
                    example=_spaced(30000),
                    D=sizes["D"],
                )
            ),
        ),
        (
            Formula(rf"f(x)=\textstyle\sum_n a_nt_n\,‹\k›(x_n,x) {plus(b)}"),
            Text(
                say(
                    "{support} of {n} terms are not zero: the support vectors. With ‹φ›(x) = x, and not “Φ "
                    "= I”, ‹k› is the linear kernel.",
                    support=support,
                    n=n,
                )
            ),
        ),
    )


def _spaced(count: int) -> str:
    """Group digits by non-breaking spaces: 40000 -> 40 000."""
    return f"{count:,}".replace(",", "\u202f") if count >= 10_000 else str(count)


def _bytes(room: int) -> str:
    if room < 1e3:
        return f"{room} B"
    return f"{room / 1e3:.0f} kB" if room < 1e6 else decimal(f"{room / 1e6:.1f} MB")


def _points(state: State, stationarity: Stationarity) -> tuple[Block, ...]:
    t, a = stationarity.machine.signs_, stationarity.machine.alpha_
    f = stationarity.images @ stationarity.w + stationarity.machine.intercept_
    rows = np.argsort(-a, kind="stable")[:MOST_ROWS]
    return (
        Table(
            {
                say("point"): (rows + 1).tolist(),
                "t": ["+1" if v > 0 else "−1" for v in t[rows]],
                "a": a[rows].tolist(),
                "a·t": (a * t)[rows].tolist(),
                "t·f": (t * f)[rows].tolist(),
                "a·(t·f − 1)": shorts((a * (t * f - 1))[rows], 2),
            },
            height=380,
            caption=(
                say("a·(t·f − 1) = 0 unless a = C; then it is −C·ξ.")
                if not state.hard
                else say("a·(t·f − 1) = 0 for every point.")
            ),
            geometric=("a", "a·t"),
        ),
    )
