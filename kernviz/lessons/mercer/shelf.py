"""Example functions of the Mercer page, with computed verdicts.

Some look like kernels and are none. Others are kernels and do not look like kernels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.compute import shared
from kernviz.kernels import Kernel, parse
from kernviz.lessons.mercer.few_points import few_points
from kernviz.mercer import Verdict, Witness, judge, witness
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short, spoken

MARKS = {Verdict.PROVEN: phrase("✓ kernel"), Verdict.REFUTED: phrase("✗ not"), Verdict.OPEN: phrase("? open")}
NINE = np.linspace(-2.0, 2.0, 9)[:, None]


@dataclass(frozen=True)
class Item:
    """Example function: formula, text, instructive points, and a remark.

    `text` is the expression that `parse` reads. Without instructive points, the witness found by
    `judge` is shown.
    """

    formula: str
    text: str
    points: tuple[tuple[float, ...], ...] = ()
    note: str = ""

    @property
    def kernel(self) -> Kernel:
        return parse(self.text)


def on_line(*values: float) -> tuple[tuple[float, ...], ...]:
    return tuple((v,) for v in values)


ITEMS = (
    Item("−‹x·z›", "-linear", on_line(1), phrase("a kernel times −1")),
    Item("exp(+‖x − ‹z›‖²)", "growing(gamma=1)", on_line(0, 1), phrase("the Gaussian with the wrong sign")),
    Item(phrase("max(x, ‹z›) on [0, ∞)"), "maximum", on_line(0, 1), phrase("min is one there, max is not")),
    Item(phrase("x + ‹z› on [0, ∞)"), "plus", on_line(0, 1), phrase("‹k›(0, 0) = 0, yet ‹k›(0, 1) = 1")),
    Item(
        phrase("1 where ‖x − ‹z›‖ ≤ 1"),
        "box(width=1)",
        on_line(0, 1, 2),
        phrase("0 is near 1, and 1 near 2, but 0 is not near 2"),
    ),
    Item("(‹x·z› − 1)²", "poly(degree=2, gamma=1, coef0=-1)", on_line(1, -1), phrase("Fun Time 4, ①")),
    Item("exp(−‖x − ‹z›‖²) − ½", "rbf(gamma=1) - 0.5", on_line(0, 3, 6), phrase("passes on {0, 3}")),
    Item("tanh(‹x·z› − 1)", "sigmoid(gamma=1, coef0=-1)", on_line(0.5), phrase("used for years as a kernel")),
    Item("1 − ‖x − ‹z›‖", "tent(width=1)", on_line(0, 3), phrase("passes on {0, 1, 2} with λ = 0, 1, 2")),
    Item("sin(x + ‹z›)", "sinesum"),
    Item("cos(x + ‹z›)", "cosinesum", (), phrase("cos(x − ‹z›) is one")),
    Item("exp(−‖x − ‹z›‖³)", "expower(p=3, gamma=1)", (), phrase("powers up to 2 are fine (Schoenberg)")),
    Item(
        "−‖x − ‹z›‖",
        "negdistance(p=1)",
        on_line(0, 1),
        phrase("e to the power of this is a kernel: it is conditionally positive definite"),
    ),
    Item(
        "exp(−‖x − ‹z›‖²·¹)",
        "exp(negdistance(p=2.1))",
        (),
        phrase("exp(−‖x − ‹z›‖ᵖ) is a kernel only up to p = 2 (Schoenberg)"),
    ),
    Item("log(1 + (‹x·z›)²)", "logsquare", (), phrase("e to the power of this is 1 + (‹x·z›)²")),
    Item("exp(−d²) − exp(−2d²)", "rbf(gamma=1) - rbf(gamma=2)", (), phrase("a difference of kernels: ‹k›(x, x) = 0")),
    Item(
        "exp(−‹x·z›)",
        "exp(-1*linear)",
        on_line(1, -1),
        phrase("−‹x·z› is not a kernel, so the rule for exp does not apply"),
    ),
    Item("sin(x − ‹z›)", "sinediff", on_line(0, 1), phrase("not symmetric")),
    Item(
        "cos(x − ‹z›)",
        "cosine(omega=1)",
        (),
        phrase("features (cos x, sin x); in the plane cos ‖x − ‹z›‖ is not a kernel"),
    ),
    Item(
        "2e^(−2d²) − e^(−d²)",
        "2*rbf(gamma=2) - rbf(gamma=1)",
        (),
        phrase("on ℝ and ℝ², not on ℝ³: its spectral density decides"),
    ),
    Item(
        phrase("min(x, ‹z›) on ℝ"),
        "minimum",
        on_line(-1),
        phrase("a kernel on [0, ∞): the covariance of Brownian motion"),
    ),
    Item(
        "max(0, 1 − ‖x − ‹z›‖)",
        "triangle(width=1)",
        (),
        phrase("on the line a convolution of two boxes; in the plane not a kernel"),
    ),
    Item("1/(1 + ‖x − ‹z›‖²)", "rational(gamma=1, p=1)", (), phrase("a mixture of Gaussians")),
    Item("exp(−‖x − ‹z›‖)", "laplacian(gamma=1)", (), phrase("a kink at 0, and a kernel everywhere")),
    Item("(−1 − ‹x·z›)²", "(-linear - 1)**2", (), phrase("Fun Time 4, ④: the signs cancel")),
    Item(
        "exp(−2 sin²(π‖x − ‹z›‖))", "expsine(length=1, period=1)", (), phrase("in many libraries; wrong in the plane")
    ),
)


@dataclass(frozen=True)
class Verdicts:
    """Example function with its verdicts and its smallest witness.

    The witness consists of the item's instructive points, if these refute it. Else it is the witness
    found on the line, else that in the plane.
    """

    item: Item
    line: Verdict
    plane: Verdict
    witness: Witness | None
    nine: float  # λ_min of the symmetric part on the nine points −2, −1.5, …, 2


@shared(maxsize=2)
def verdicts() -> tuple[Verdicts, ...]:
    """Judge every example on the line and in the plane.

    The verdicts are computed, not written in this file.
    """
    return tuple(_judged(item) for item in ITEMS)


def _judged(item: Item) -> Verdicts:
    k = item.kernel
    line, plane = judge(k, d=1), judge(k, d=2)
    named = witness(k, np.array(item.points)) if item.points else None
    K = k(NINE)
    return Verdicts(
        item,
        line.verdict,
        plane.verdict,
        named or line.witness or plane.witness,
        float(np.linalg.eigvalsh((K + K.T) / 2)[0]),
    )


def columns() -> dict[str, list[str]]:
    """Return the examples as a table, heading -> cells."""
    rows = verdicts()
    return {
        symbols("‹k›(x, ‹z›)"): [spoken(v.item.formula) for v in rows],
        say("on the line"): [spoken(MARKS[v.line]) for v in rows],
        say("in the plane"): [spoken(MARKS[v.plane]) for v in rows],
        say("smallest witness"): [points_in_words(v.witness) for v in rows],
        say("λ there"): [_eigenvalue(v.witness) for v in rows],
        say("λ on −2, −1.5, …, 2"): [short(0.0 if abs(v.nine) < 1e-12 else v.nine, 4) for v in rows],
        say("what to notice"): [spoken(v.item.note) for v in rows],
        say("text"): [v.item.text for v in rows],
    }


def points_in_words(w: Witness | None) -> str:
    """Return the points of a witness as text: {0, 3, 6}.

    The text is “none” without a witness.
    """
    return say("none") if w is None else few_points(w.points, digits=4)


def typed(w: Witness) -> str:
    """Return the points of the witness as text for the points' field."""
    rows = [" ".join(f"{v:.6g}" for v in p) for p in w.points]
    return ("; " if w.points.shape[1] > 1 else ", ").join(rows)


def _eigenvalue(w: Witness | None) -> str:
    if w is None:
        return "–"
    return w.numeral if w.symmetric else symbols("‹k›(x, ‹z›) ≠ ‹k›(‹z›, x)")


def on_shelf(k: Kernel) -> Verdicts | None:
    """Return the shipped example that equals the current kernel.

    None if there is no such example.
    """
    return next((v for v in verdicts() if v.item.kernel == k), None)
