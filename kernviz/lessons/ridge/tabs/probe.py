"""Computation of h(z) at the probe."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.bars.contribution_waterfall import contribution_waterfall, describe_contributions
from kernviz.lessons.lesson import Block, Formula, Picture, Text, paragraph
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.ridge.machine import Fit
from kernviz.lessons.ridge.state import State
from kernviz.lessons.shared.border import side, sum_or_zero
from kernviz.symbols import symbols
from kernviz.wording import phrase, say

TITLE = phrase("Probe")


def blocks(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Show the computation h(z) = k∗·α at the probe.

    Each training point has a bar for its similarity and a bar for its contribution.
    """
    z = state.point
    h = fit.value_at(z)
    if not np.isfinite(h):
        words = say(
            "At the probe ‹z› = {z} a kernel value is too large to compute (above 1.8·10³⁰⁸), so there is no "
            "‹h›(‹z›) to show.",
            z=vector(z),
        )
        return (Text(say("{message} Click nearer to the points.", message=words), "warning"),)
    similarities = state.kernel(z[None], data.X)[0]
    figure = contribution_waterfall(similarities, fit.machine.dual_coef_, h)
    says = similarities * fit.machine.dual_coef_
    h = sum_or_zero(h, says)
    strongest = int(np.abs(says).argmax())
    meaning = " " + _side_in_words(h, data.classes) if data.classes else ""
    inverse = symbols("‹K›^{+}") if fit.least_squares else symbols(rf"(‹K›+{tex(fit.ridge)}\,I)^{{-1}}")
    return (
        Formula(
            rf"\begin{{aligned}}‹\h›(‹\z›) &= k_*^{{\mathsf T}}\underbrace{{{inverse}\,‹\y›}}_{{‹\alpha›}}\\ &= \sum_i"
            rf" ‹\alpha›_i\,‹\k›(x_i, ‹\z›) = {tex(h)}\end{{aligned}}"
        ),
        Picture(
            figure,
            describe_contributions(similarities, fit.machine.dual_coef_, h),
            say(
                "Left k∗, the similarity of ‹z› to each training point. Right ‹α›ᵢ times that, added up from top to "
                "bottom to ‹h›(‹z›) = {h}. The largest term is that of point {point}, {share}. No condition sets an "
                "‹α› to 0 here: ridge regression has no support vectors.",
                h=h,
                point=strongest + 1,
                share=says[strongest],
            ),
            key="kstar",
            height=int(figure.layout.height),
        ),
        paragraph(
            "At ‹z› = {z}: ‹h›(‹z›) = {h:.6}.{meaning} Click in the picture to move ‹z›.",
            z=vector(z.tolist()),
            h=h,
            meaning=meaning,
        ),
    )


def _side_in_words(h: float, classes: tuple[str, ...]) -> str:
    """Return the probe's side of the border, with its class."""
    if not h:
        return say("At 0: **neither class**, on the border.")
    name = f"**{side(h, classes)}**"
    return say("Above 0: {name}.", name=name) if h > 0 else say("Below 0: {name}.", name=name)
