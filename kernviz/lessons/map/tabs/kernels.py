"""S3's tables of kernels: storage, pros and cons.

The cells of the tables open a demonstration.
"""

from __future__ import annotations

from math import isfinite, isnan

import numpy as np

from kernviz.lessons.lesson import Block, Cell, LinkTable, paragraph
from kernviz.lessons.map.machines import Compared, compared
from kernviz.lessons.map.state import State
from kernviz.lessons.number_format import percent
from kernviz.lessons.presets import Preset, preset
from kernviz.lessons.shared.training import Failure
from kernviz.wording import phrase, say, several, short

ALIKE = 20  # points on [−2, 2] whose Gram matrix shows how ill-conditioned a Gaussian's may be
HEAD = (
    phrase("kernel"),
    phrase("w would be"),
    phrase("stored"),
    "#SV / N",
    phrase("margin"),
    phrase("train"),
    phrase("held out"),
    phrase("k on the data"),
    phrase("to choose"),
)


def blocks(state: State) -> tuple[Block, ...]:
    """Show the support vector mechanism, then the kernels' pros and cons.

    The mechanism is shown on these data.
    """
    rows = tuple(_row(state, comparison) for comparison in compared(state))
    measured = (
        (LinkTable(HEAD, rows, say("Trained on the current data. A row opens Support vectors with that kernel.")),)
        if rows
        else ()
    )
    return (
        paragraph(
            "**The support vector mechanism.** It has a kernel instead of φ(x), and a few support vectors with "
            "their α instead of w. The border can be as curved as the kernel allows; only the margin limits it."
        ),
        *measured,
        paragraph("**For and against.** Each cell opens a picture that shows it."),
        LinkTable(
            (
                say("for or against"),
                say("linear"),
                say("polynomial, (ζ + γ x·z)^Q"),
                say("Gaussian, e^(−‹γ‖x − z‖²›)"),
            ),
            _pros_and_cons(state),
        ),
        paragraph(
            "S3's summary: **linear first**, for efficiency; a **Gaussian** for power, chosen "
            "with care; a polynomial of small Q between them."
        ),
    )


def _row(state: State, comparison: Compared) -> tuple[Cell, ...]:
    opens = Preset("", "svm", comparison.name, {"k": str(comparison.kernel), "C": state.C})
    if isinstance(comparison.result, Failure):
        return (Cell(comparison.name, opens), Cell(comparison.result.words), *(Cell("–") for _ in HEAD[2:]))
    m, n, d = comparison.result.machine, comparison.result.data.n, state.data.d
    accuracy = comparison.result.held_out_accuracy
    stored = len(m.support_) * (d + 1) + 1  # xᵢ and αᵢyᵢ of every support vector, and b; or w and b, if these are fewer
    if isfinite(comparison.features):
        stored = min(stored, int(comparison.features) + 1)
    size = (
        "?"
        if isnan(comparison.features)
        else several(int(comparison.features), "{n} number", "{n} numbers")
        if isfinite(comparison.features)
        else "∞"
    )
    return (
        Cell(comparison.name, opens),
        Cell(size),
        Cell(several(stored, "{n} number", "{n} numbers")),
        Cell(f"{len(m.support_)} / {n} = {percent(len(m.support_) / n)}"),
        Cell(short(m.margin_)),
        Cell(percent(comparison.result.train_accuracy)),
        Cell(percent(accuracy)),
        Cell(_range(comparison.result.data.X, comparison)),
        Cell(comparison.parameters),
    )


def _range(X: np.ndarray, comparison: Compared) -> str:
    """Return the smallest and largest |k| in the Gram matrix."""
    with np.errstate(all="ignore"):
        sizes = np.abs(comparison.kernel(X, X))
    return f"{short(float(sizes.min()), 2)} … {short(float(sizes.max()), 2)}"


def condition(gamma: float) -> float:
    """Return the condition number of the Gaussian's Gram matrix.

    The matrix is that of 20 points on [−2, 2].
    """
    x = np.linspace(-2, 2, ALIKE)
    return float(np.linalg.cond(np.exp(-gamma * (x[:, None] - x) ** 2)))


def _pros_and_cons(state: State) -> tuple[tuple[Cell, ...], ...]:
    q, gamma = state.Q, state.gamma
    small, big = short(0.5**q, 2), short(3.0**q, 2)
    one = {"data": "moons"}
    return (
        (
            Cell(say("for")),
            Cell(say("safe: few ways to bend"), _svm("linear", say("One line, whatever the data"), data="moons")),
            Cell(say("less restricted than a line"), preset("XOR: f(x) = x₁x₂")),
            Cell(
                say("more powerful than both"),
                _svm("rbf(gamma=5)", say("A Gaussian follows the moons"), data="moons", C=10.0),
            ),
        ),
        (
            Cell(say("for")),
            Cell(say("w says what counts"), preset("Lagrangian, w = Σ")),
            Cell(say("Q is a control one understands"), preset("Degrees multiply")),
            Cell(say("bounded: 0 < k ≤ 1"), preset("Fun Time 3")),
        ),
        (
            Cell(say("for")),
            Cell(
                say("fast: d + 1 numbers to store"),
                Preset("", "dual", say("Sizes"), one | {"k": "linear", "du_view": "Sizes"}),
            ),
            Cell(say("few coordinates while Q is small"), preset("(x·z)² in the plane")),
            Cell(
                say("one parameter to choose: ‹γ=›"),
                preset("The smart nearest neighbour: γ = 1"),
            ),
        ),
        (
            Cell(say("against")),
            Cell(say("restricted: not always separable"), preset("A hard margin where there is none")),
            Cell(
                say("very small or large: 0.5^{q} = {small}, 3^{q} = {large}", q=q, small=small, large=big),
                Preset("", "map", say("Overflow"), {"wk_Q": q, "tab": "Overflow"}),
            ),
            Cell(say("no w to look at, only bumps"), preset("A landscape of bumps")),
        ),
        (
            Cell(say("against")),
            Cell(say("a line where the truth is a circle"), _svm("linear", say("Circles"), data="circles")),
            Cell(say("three numbers to choose: γ, ζ, Q"), preset("Three polynomials of degree 2")),
            Cell(
                say("K of points close together: condition {condition:.2}", condition=condition(gamma)),
                Preset("", "map", say("Overflow"), {"k": f"rbf(gamma={gamma:.12g})", "tab": "Overflow"}),
            ),
        ),
        (
            Cell(say("against")),
            Cell("", None),
            Cell(say("a curve of high degree oscillates"), preset("A polynomial of degree 10")),
            Cell(say("too powerful: learns by heart"), preset("A narrow Gaussian learns")),
        ),
    )


def _svm(kernel: str, sentence: str, **values: str | float) -> Preset:
    return Preset("", "svm", sentence, values | {"k": kernel})
