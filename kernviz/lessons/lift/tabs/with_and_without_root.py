"""Comparison of the kernel's φ with its monomials of coefficient 1.

Both give the same functions, with another norm.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.lift.machine import Separator, monomials
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import distinguishable, percent
from kernviz.surfaces import grid_points
from kernviz.wording import phrase, say, short

TITLE = phrase("With and without √2")


def blocks(state: State, ours: Separator, theirs: Separator) -> tuple[Block, ...]:
    """Compare the machines with and without coefficients.

    Both machines can draw the same curves, but norms and hence the chosen curves differ.
    """
    margins = distinguishable(ours.machine.margin_, theirs.machine.margin_)
    bare = monomials(state.with_coefficients)
    rows: dict[str, list[object]] = {
        say("coordinates"): [say("with √2: the kernel's own ‹φ›"), say("without √2: bare monomials")],
        say("margin 1/‖w‖"): list(margins),
        say("support vectors"): [len(s.machine.support_) for s in (ours, theirs)],
        say("right side"): [percent(s.accuracy) for s in (ours, theirs)],
        "b": [short(s.b) for s in (ours, theirs)],
    }
    probe = state.point[None]
    rows[say("‹f› at the probe")] = list(distinguishable(float(ours.f(probe)[0]), float(theirs.f(probe)[0])))
    weights: dict[str, list[object]] = {say("monomial"): list(bare.labels)}
    if ours.phi is not None and ours.phi.dimension == bare.dimension:
        size = np.linalg.lstsq(bare(_grid()), ours.phi(_grid()), rcond=None)[0]
        weights[say("coefficient in ‹φ›")] = [short(float(np.linalg.norm(row))) for row in size]
        weights[say("‹f› with √2, per monomial")] = [short(float(v)) for v in size @ ours.w]
    weights[say("‹f› without √2, per monomial")] = [short(float(v)) for v in theirs.w]
    return (
        Text(
            say(
                "Both spaces have the same functions: every curve of one space is a curve of the other. Lengths "
                "may differ: a coordinate stretched by √2 needs less weight. S3: the same power, a different inner "
                "product, a different geometry."
            )
            + " "
            + _change_sentence(ours, theirs)
        ),
        Table(rows),
        Table(
            weights,
            caption=say(
                "For the general quadratic kernel (1 + γ ‹x·z›)² the coefficients are √(2γ) on x₁ and "
                "x₂, γ on squares and √2·γ on x₁x₂."
            ),
        ),
    )


def _change_sentence(ours: Separator, theirs: Separator) -> str:
    """Return a sentence on the change of boundary and margin."""
    assert ours.field is not None
    assert theirs.field is not None
    a, b = ours.field.values, theirs.field.values
    moved = float(np.abs(a - b).max())
    margins = distinguishable(ours.machine.margin_, theirs.machine.margin_)
    if moved <= 1e-6 * float(np.abs(a).max()):
        if abs(ours.machine.margin_ - theirs.machine.margin_) <= 1e-6 * ours.machine.margin_:
            return say("**Here both are the same machine, with the margin {margin}.**", margin=margins[0])
        return say(
            "**Here the border is the same curve, and only the margin differs: {margin_with} against "
            "{margin_without}.** With other points or another C the curves may differ, too.",
            margin_with=margins[0],
            margin_without=margins[1],
        )
    share = percent(float(np.mean((a > 0) != (b > 0))))
    return say(
        "**Here both change. The margin is {margin_with} against {margin_without}. ‹f› differs by up to {difference} "
        "in the picture, and on {share} of it in sign.**",
        margin_with=margins[0],
        margin_without=margins[1],
        difference=moved,
        share=share,
    )


def _grid() -> Array:
    return grid_points(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9))
