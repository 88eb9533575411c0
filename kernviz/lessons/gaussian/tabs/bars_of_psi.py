"""Coordinates of the Gaussian's feature map, degree by degree.

The tab also shows what each degree adds to k.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features import gaussian
from kernviz.figures.bars.weights import describe_weights, weight_bars
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Picture, Table, paragraph
from kernviz.lessons.number_format import at
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short

TITLE = phrase("Bars of ‹ψ›")
MOST_BARS = 24  # largest number of degrees drawn; the caption names the others


def bars(state: State, x: Array, z: Array, k: float) -> Picture:
    """Draw the coordinates of x and the summands of k by degree.

    The coordinates are on the left. The right shows what each degree adds to k.
    """
    rows = min(state.T, MOST_BARS)
    parts = gaussian.degree_parts(x, z, state.gamma, state.T)
    own = np.sqrt(np.abs(gaussian.degree_parts(x, x, state.gamma, state.T)))
    if state.d == 1:
        own = gaussian.psi(x, state.gamma, state.T)[0]
    labels, degrees = [symbols(f"‹m› = {m}") for m in range(rows)], list(range(rows))
    figure = weight_bars(
        labels,
        own[:rows],
        parts[:rows],
        degrees,
        left=symbols("‹ψ›<sub>‹m›</sub>(x)") if state.d == 1 else symbols("‖‹ψ›<sub>‹m›</sub>(x)‖"),
        right=say("adds to ‹k›(x, ‹z›)"),
        one_color=True,
    )
    more = (
        " " + say("Degrees {rows} to {T} are in the sum and not drawn.", rows=rows, T=state.T - 1)
        if rows < state.T
        else ""
    )
    left = symbols("‹ψ›_‹m›(x)") if state.d == 1 else say("the length of the coordinates of degree ‹m›")
    caption = say(
        "Infinitely many coordinates, and few that count: left {coordinates} at x = {x}, right "
        "what degree ‹m› adds to ‹k›(x, ‹z›) = {k:.5}. The first {T} add up to {sum:.5}.{rest}",
        coordinates=left,
        x=at(x),
        k=k,
        T=state.T,
        sum=parts.sum(),
        rest=more,
    )
    words = describe_weights(labels, np.abs(own[:rows]), parts[:rows])
    return Picture(figure, words, caption, "psi", int(figure.layout.height), revision=str(rows))


def blocks(state: State, x: Array, z: Array) -> tuple[Block, ...]:
    """Show that the squares of ψ are Poisson probabilities.

    The blocks also show what every degree adds to k.
    """
    parts = gaussian.degree_parts(x, z, state.gamma, state.T)
    mean = 2 * state.gamma * float(x @ x)
    sums = np.cumsum(parts)
    return (
        paragraph(
            "The squares of the bars on the left are the probabilities of a Poisson variable with mean ‹2γ‖x‖²› = "
            "{mean}: they sum to 1, and beyond that mean they fall faster than any power.",
            mean=mean,
        ),
        Table(
            {
                symbols("‹m›"): list(range(state.T)),
                say("added by degree ‹m›"): [short(float(v), 4) for v in parts],
                say("sum so far"): [short(float(v), 8) for v in sums],
                say("still missing"): [
                    short(float(gaussian.missing(x[None], z[None], state.gamma, m + 1)[0]), 3) for m in range(state.T)
                ],
            },
            height=300,
        ),
    )
