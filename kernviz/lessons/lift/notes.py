"""Corrected lecture notes on lifting, and Python for the plane."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import Polynomial
from kernviz.kernels.label import latex_label
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, Formula, Table, paragraph
from kernviz.lessons.lift.machine import Separator
from kernviz.lessons.lift.reference import Reference
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import distinguishable, tex, vector
from kernviz.lessons.shared.code import loaded, python_number
from kernviz.lessons.shared.errata import repeated
from kernviz.lessons.shared.poly_2 import cross_terms, two_maps
from kernviz.surfaces import grid_points
from kernviz.wording import say, short


def notes(state: State, trained: Separator, ellipse: Reference | None) -> tuple[Block, ...]:
    """Return the errata of the notes about lifting.

    If the data have S4's ellipse as reference ``ellipse``, its numbers come first.
    """
    blocks: list[Block] = []
    if ellipse is not None and trained.phi is not None:
        order = trained.order
        labels = [trained.phi.labels[i] for i in order]
        scaled = trained.w * (-1.0 / trained.b) if trained.b else trained.w
        m = trained.machine
        closest = float((m.signs_ * trained.values).min() * m.margin_)  # the margin, or less where points have slack
        own, theirs = distinguishable(closest, ellipse.margin)
        equation = " + ".join(
            rf"{tex(w)}\,({latex_label(label)})" for label, w in zip(labels, ellipse.w[order], strict=True) if w
        )
        blocks += [
            paragraph(
                "**S4's picture in numbers.** On the coordinates ({labels}) the ellipse is the plane with w = **{w}**, "
                "b = **−1**. {trained}",
                labels=", ".join(labels),
                w=vector(ellipse.w[order]),
                trained=say("The trained plane is another one, with a larger margin.")
                if closest > ellipse.margin
                else say("The trained plane is another one."),
            ),
            Formula(f"{equation} - 1 = 0".replace("+ -", "- ")),
            Table(
                {
                    say("plane"): [say("the notes' ellipse"), say("trained"), say("trained, scaled to b = −1")],
                    say("w on ({labels})", labels=", ".join(labels)): [
                        vector(ellipse.w[order]),
                        vector(trained.w[order]),
                        vector(scaled[order]),
                    ],
                    "b": ["−1", short(trained.b), "−1"],
                    say("smallest distance of a point"): [
                        theirs,
                        own if closest > 0 else "–",
                        own if closest > 0 else "–",
                    ],
                }
            ),
        ]
    x, z = state.point, state.data.X[0]
    poly = state.kernel if isinstance(state.kernel, Polynomial) else None
    blocks += [
        Erratum(
            say("S4, visualisation"),
            say("the original decision boundary is an ellipse"),
            say(
                "it is a conic: an ellipse only if the plane's weights make one, otherwise a "
                "hyperbola or a pair of lines"
            ),
            *_conic(trained),
        ),
        cross_terms(state.kernel, x, z),
        two_maps(poly.gamma if poly else 1.0, x, z),
        repeated(state.data.d, poly.degree if poly else 2),
        Erratum(
            say("S4, a simple example (E43)"),
            "k = (xᵀx)²",
            "k = (xᵀx′)²",
            _dots(x, z),
            decides(short(float(x @ z) ** 2) != short(float(x @ x) ** 2)),
        ),
    ]
    return tuple(blocks)


def _conic(trained: Separator) -> tuple[str, Of]:
    """Return the check that a quadratic boundary need be no ellipse.

    For f = a·x₁² + b·x₁x₂ + c·x₂² + … it is no ellipse if b² ≥ 4ac. The second value is the origin of the numbers
    (Erratum.of).
    """
    quadratic = _quadratic(trained)
    if quadratic is None or quadratic[1] ** 2 < 4 * quadratic[0] * quadratic[2]:
        return say("XOR with linear**2: the plane √2·x₁x₂ = 0 is the two axes"), "example"
    a, b, c = quadratic
    return (
        say(
            "here f has {a}·x₁² + ({b})·x₁x₂ + ({c})·x₂² with b² − 4ac = {discriminant}: no ellipse",
            a=a,
            b=b,
            c=c,
            discriminant=b * b - 4 * a * c,
        ),
        "state",
    )


def _quadratic(trained: Separator) -> tuple[float, float, float] | None:
    """Return the coefficients of x₁², x₁x₂ and x₂² in f.

    Rounding is set to 0. None if f is no polynomial of degree 2.
    """
    grid = grid_points(np.linspace(-2, 2, 9), np.linspace(-2, 2, 9))
    x, y = grid.T
    monomials = np.stack([x * x, x * y, y * y, x, y, np.ones_like(x)], axis=1)
    values = trained.f(grid)
    coefficients = np.linalg.lstsq(monomials, values, rcond=None)[0]
    size = float(np.abs(values).max())
    # the least-squares fit does not reproduce f
    if not size or np.abs(monomials @ coefficients - values).max() > 1e-9 * size:
        return None
    a, b, c = (0.0 if abs(v) <= 1e-9 * size else float(v) for v in coefficients[:3])
    return (a, b, c) if a or b or c else None


def _dots(x: Array, z: Array) -> str:
    """Return the check of E43, comparing (xᵀz)² with (xᵀx)².

    Both are computed at two points of the data, and in an example.
    """
    return say(
        "x = (1, 2), z = (3, −1): (xᵀz)² = 1 = 9 + 4 − 12, (xᵀx)² = 25. At the probe and the "
        "first point: (xᵀz)² = {between}, (xᵀx)² = {own}",
        between=float(x @ z) ** 2,
        own=float(x @ x) ** 2,
    )


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that trains the plane of the picture."""
    C = python_number(state.penalty)
    head = f"import numpy as np\n\nimport kernviz as kv\n\ndata = {loaded(state.data, state.positive_label)}\n"
    exponents = state.ticked if state.ticked is not None else state.with_coefficients if state.plain else ()
    if exponents:
        body = (
            f"exponents = {list(exponents)!r}\n"
            f"Z = np.stack([np.prod(data.X ** np.array(e), axis=1) for e in exponents], axis=1)\n"
            f'machine = kv.KernelSVC(kv.parse("linear"), C={C}).fit(Z, data.y)\n'
            f"w = Z.T @ machine.dual_coef_\n"
        )
    else:
        body = (
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = kv.KernelSVC(kernel, C={C}).fit(data.X, data.y)\n"
            f"phi = kv.feature_map(kernel, d=data.d)\n"
            f"w = phi(data.X).T @ machine.dual_coef_ if phi else None\n"
        )
    return (
        paragraph("The same plane in Python. The file is what the sidebar's download button saves."),
        Code(f"{head}{body}print(w, machine.intercept_, machine.margin_)\n"),
    )
