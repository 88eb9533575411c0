"""What the notes say, and the same plane in Python."""

from __future__ import annotations

from kernviz.kernels.facts import latex_number
from kernviz.kernels.label import latex_label
from kernviz.lessons.lesson import Block, Code, Erratum, Formula, Table, Text, apart, short, vector
from kernviz.lessons.lift.machine import UP_TO_TWO, Separator
from kernviz.lessons.lift.reference import Reference
from kernviz.lessons.lift.state import State
from kernviz.lessons.lift.view import in_order
from kernviz.wording import say


def notes(state: State, trained: Separator, given: Reference | None) -> tuple[Block, ...]:
    """What the notes print, and S4's ellipse in numbers."""
    blocks: list[Block] = []
    if given is not None and trained.phi is not None:
        labels = in_order(trained.phi.labels)
        order = [trained.phi.labels.index(label) for label in labels]
        scaled = trained.w * (-1.0 / trained.b) if trained.b else trained.w
        own, theirs = apart(trained.machine.margin_, given.margin)
        equation = " + ".join(
            rf"{latex_number(float(f'{w:.4g}'))}\,({latex_label(label)})"
            for label, w in zip(labels, given.w[order], strict=True)
            if w
        )
        blocks += [
            Text(
                say(
                    "**S4's picture in numbers.** On the coordinates ({labels}) the ellipse is the plane "
                    "with w = **{w}**, b = **−1**. The trained plane is another one, with a larger "
                    "margin.",
                    labels=", ".join(labels),
                    w=vector(given.w[order]),
                )
            ),
            Formula(f"{equation} - 1 = 0".replace("+ -", "- ")),
            Table(
                {
                    say("plane"): [say("the notes' ellipse"), "trained", say("trained, scaled to b = −1")],
                    say("w on ({labels})", labels=", ".join(labels)): [
                        vector(given.w[order]),
                        vector(trained.w[order]),
                        vector(scaled[order]),
                    ],
                    "b": ["−1", short(trained.b), "−1"],
                    say("smallest distance of a point"): [
                        theirs,
                        own if trained.accuracy == 1 else "–",
                        own if trained.accuracy == 1 else "–",
                    ],
                }
            ),
        ]
    distinct = len(UP_TO_TWO) + 1
    blocks += [
        Erratum(
            say("S4, visualisation"),
            say("the original decision boundary is an ellipse"),
            say(
                "it is a conic: an ellipse only if the plane's weights make one, otherwise a "
                "hyperbola or a pair of lines"
            ),
            say("XOR with linear**2: the plane √2·x₁x₂ = 0 is the two axes"),
        ),
        Erratum(
            "S3, Φ₂ (E28)",
            "(1, √2γ x₁, …, γ x₁², …, γ x_d²)",
            say("the cross terms γ·xᵢxⱼ belong to it"),
            say("without them k would be 6.25 instead of 9.25"),
        ),
        Erratum(
            say("S3, two maps called Φ₂ (E29)"),
            say("the plain and the scaled map under one name"),
            say("two maps with two inner products"),
            say("the two margins on this page"),
        ),
        Erratum(
            say("S1, dimension (E19)"),
            "d = Σ mʳ",
            say("repeated monomials are counted twice: x₁x₂ and x₂x₁ are one"),
            say("m = 2, k = 2: 7 by that formula, {distinct} distinct", distinct=distinct),
        ),
        Erratum(say("S4, a simple example (E43)"), "k = (xᵀx)²", "k = (xᵀx′)²", _dots(state)),
    ]
    return tuple(blocks)


def _dots(state: State) -> str:
    """(xᵀx)² and (xᵀx′)² at the probe and the first point."""
    x, z = state.point, state.data.X[0]
    return say(
        "x = (1, 2), z = (3, −1): (xᵀz)² = 1 = 9 + 4 − 12, (xᵀx)² = 25. At the probe and the "
        "first point: (xᵀz)² = {x}, (xᵀx)² = {x_2}",
        x=short(float(x @ z) ** 2),
        x_2=short(float(x @ x) ** 2),
    )


def code(state: State) -> tuple[Block, ...]:
    """Python that trains the plane of the picture and checks it."""
    C = 'float("inf")' if state.hard else repr(state.C)
    label = state.positive if state.positive in state.data.classes else state.data.classes[-1]
    columns = ", ".join(repr(c) for c in state.data.columns)
    head = (
        "import numpy as np\n\nimport kernviz as kv\n\n"
        f"data = kv.load_csv({state.data.name + '.csv'!r}).select([{columns}]).versus({label!r})\n"
    )
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
        Text(say("The same plane in Python. The file is what the sidebar's download button saves.")),
        Code(f"{head}{body}print(w, machine.intercept_, machine.margin_)\n"),
    )
