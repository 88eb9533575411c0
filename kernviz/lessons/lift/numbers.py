"""Read-outs and formulas beside the pictures of the Lift page.

They come from the training that the pictures show.
"""

from __future__ import annotations

import numpy as np

from kernviz.kernels import latex
from kernviz.kernels.label import latex_label
from kernviz.lessons.lesson import Block, Formula, Numbers, Readout, Text, paragraph
from kernviz.lessons.lift.machine import Separator, in_order
from kernviz.lessons.lift.state import State
from kernviz.lessons.lift.view import LiftView, chosen
from kernviz.lessons.number_format import distinguishable, percent, tex
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.wording import phrase, say, short


def numbers(trained: Separator, viewed: LiftView, pair: tuple[Separator, Separator] | None) -> Numbers:
    m = trained.machine
    items = [
        Readout(
            phrase("margin 1/‖w‖"),
            short(m.margin_),
            say("distance in feature space from the plane ‹f› = 0 to ‹f› = ±1"),
            geometric=True,
        )
    ]
    if pair:
        ours, theirs = distinguishable(pair[0].machine.margin_, pair[1].machine.margin_)
        items = [
            Readout(phrase("margin with √2"), ours, say("1/‖w‖ in the kernel's own feature space"), geometric=True),
            Readout(phrase("without √2"), theirs, say("1/‖w‖ with every coefficient 1: trained again"), geometric=True),
        ]
    items.append(
        Readout(
            phrase("right side"), percent(trained.accuracy), say("share of the points on the right side of the plane")
        )
    )
    if not pair:
        items.append(Readout(phrase("support vectors"), str(len(m.support_)), say("ringed in both pictures")))
    if viewed.variances:
        parts = [
            say("{share} along “{axis}”", share=percent(share), axis=axis)
            for axis, share in zip(viewed.axes, viewed.variances, strict=True)
        ]
        items.append(
            Readout(
                phrase("variance in view"),
                percent(sum(viewed.variances)),
                say("of all variance in feature space: {shares}", shares=", ".join(parts)),
                geometric=True,
            )
        )
    return Numbers(tuple(items))


def formulas(state: State, trained: Separator) -> tuple[Block, ...]:
    lines: list[Block] = []
    if state.ticked is None and not (state.plain and state.with_coefficients) and len(latex(state.kernel)) < 300:
        lines.append(kernel_formula(state.kernel))
    if trained.phi is not None and trained.phi.dimension <= 6:
        lines.append(Formula(plane_formula(trained)))
    return tuple(lines)


def plane_formula(trained: Separator) -> str:
    """Return the equation of the plane as a formula.

    The formula reads −1.088·x₁² − … + 4.648 = 0.
    """
    assert trained.phi is not None
    largest = float(np.abs(trained.w).max(initial=0.0))
    terms = [
        rf"{'-' if trained.w[i] < 0 else '+'} {tex(abs(trained.w[i]))}\,({latex_label(trained.phi.labels[i])})"
        for i in trained.order
        if abs(trained.w[i]) > 1e-9 * largest
    ]
    constant = rf"{'-' if trained.b < 0 else '+'} {tex(abs(trained.b))}"
    lines = [" ".join(terms[i : i + 2]) for i in range(0, len(terms), 2)]
    joined = r" \\&\quad ".join([*lines[:-1], f"{lines[-1]} {constant} = 0" if lines else f"{constant} = 0"])
    return rf"\begin{{aligned}}&{joined.removeprefix('+ ')}\end{{aligned}}"


def separable(state: State, trained: Separator) -> tuple[Block, ...]:
    """Return a sentence that tells if the ticked monomials separate the classes."""
    if state.ticked is None or trained.phi is None:
        return ()
    names = "{" + ", ".join(in_order(trained.phi.labels)) + "}"
    if np.isinf(trained.machine.C):
        return (
            paragraph("✓ **{names} separates the classes**: a plane has every point on its right side.", names=names),
        )
    return (
        paragraph(
            "✗ **{names} does not separate the classes**: no plane does. The plane that is drawn allows slack "
            "(C = {C}) and has {accuracy} of the points on the right side.",
            names=names,
            C=state.C,
            accuracy=percent(trained.accuracy),
        ),
    )


def infinite(trained: Separator) -> tuple[Block, ...]:
    if trained.phi is not None:
        return ()
    return (
        Text(
            say(
                "**The coordinates of this ‹φ› are not listed** (a Gaussian has infinitely many), so three of them "
                "cannot be chosen. The points span at most as many dimensions as there are points. The picture "
                "shows the three directions in which they vary most, from the Gram matrix alone. For coordinates "
                "take `linear**2` or an example."
            ),
            "note",
        ),
    )


def chosen_twice(state: State) -> tuple[Text, ...]:
    """Return a message with the axes shown if one is chosen twice."""
    if len(set(state.trio)) == len(state.trio):
        return ()
    return (
        paragraph(
            "An axis is chosen twice: {axes} are shown.",
            axes=", ".join(chosen(state.coordinates or (), state.trio)),
        ),
    )
