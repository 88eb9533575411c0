"""Range of the values of a polynomial and of a Gaussian kernel."""

from __future__ import annotations

import numpy as np

from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.lesson import Block, Numbers, Picture, Readout, Row, paragraph
from kernviz.lessons.map.state import MOST_DEGREE, State
from kernviz.lessons.map.tabs.kernels import ALIKE, condition
from kernviz.wording import phrase, say, short

SMALL, LARGE = 0.5, 3.0  # two values of ζ + γ x·z, one on each side of 1


def blocks(state: State) -> tuple[Block, ...]:
    """Show powers over the degree, and the condition of K over γ."""
    return (Row((_powers(state), _condition(state))),)


def _powers(state: State) -> tuple[Block, ...]:
    degrees = np.arange(1.0, MOST_DEGREE + 1)
    lines = {f"{short(SMALL)}^Q": SMALL**degrees, f"{short(LARGE)}^Q": LARGE**degrees}
    values = np.abs(state.polynomial(state.data.X))
    lowest, highest = float(values.min()), float(values.max())
    figure = curve(
        degrees,
        lines,
        x_title=say("Q, degree"),
        y_title="k",
        mark=(float(state.Q), LARGE**state.Q),
        y_axis="log",
        x_range=(0.5, MOST_DEGREE + 0.5),
        y_range=(float(np.log10(SMALL**MOST_DEGREE)) - 0.5, float(np.log10(LARGE**MOST_DEGREE)) + 0.5),
    )
    return (
        paragraph(
            "**Polynomial.** Where |ζ + γ x·z| is below 1, its powers go to 0. Where it is above 1, they grow "
            "without end. One matrix then holds very small and very large values."
        ),
        Numbers(
            (
                Readout(
                    f"{short(SMALL)}^{state.Q}", short(SMALL**state.Q, 2), say("k of two points with ζ + γ x·z = ½")
                ),
                Readout(
                    f"{short(LARGE)}^{state.Q}", short(LARGE**state.Q, 2), say("k of two points with ζ + γ x·z = 3")
                ),
                Readout(phrase("least |k|"), short(lowest, 2), say("in the Gram matrix of the data")),
                Readout(phrase("largest |k|"), short(highest, 2), say("in the Gram matrix of the data")),
            )
        ),
        Picture(
            figure, describe_curve(degrees, lines, x_title="Q"), say("The axis is in powers of ten."), "powers", 330
        ),
    )


def _condition(state: State) -> tuple[Block, ...]:
    widths = np.logspace(-2, 3, 41)
    x_title = say("log₁₀ ‹γ›")
    lines = {say("condition of K"): np.array([min(condition(float(g)), 1e20) for g in widths])}
    figure = curve(
        np.log10(widths),
        lines,
        x_title=x_title,
        y_title=say("condition number"),
        mark=(float(np.log10(state.gamma)), min(condition(state.gamma), 1e20)),
        y_axis="log",
        x_range=(-3.1, 3.1),
        y_range=(-0.5, 20.5),
    )
    return (
        paragraph(
            "**Gaussian.** k lies between 0 and 1, so no value becomes very large. But K of {count} points on [−2, 2] "
            "is close to a matrix without an inverse where ‹γ› is small, and close to the identity where ‹γ› is large.",
            count=ALIKE,
        ),
        Numbers(
            (
                Readout(
                    phrase("condition, ‹γ=› = {gamma:γ}", gamma=1.0),
                    short(condition(1.0), 2),
                    say("of K of 20 points; at 10¹⁶ only rounding is left"),
                ),
                Readout(
                    phrase("condition, ‹γ=› = {gamma:γ}", gamma=100.0),
                    short(condition(100.0), 3),
                    say("close to 1: K is nearly the identity"),
                ),
                Readout(
                    phrase("condition, ‹γ=› = {gamma:γ}", gamma=state.gamma),
                    short(condition(state.gamma), 3),
                    say("at the current ‹γ=›"),
                ),
            )
        ),
        Picture(figure, describe_curve(np.log10(widths), lines, x_title=x_title), "", "condition", 330),
    )
