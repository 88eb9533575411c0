"""The coordinates of the map, degree by degree, and what each adds to k."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.features import gaussian
from kernviz.figures.bars.weights import describe_weights, weight_bars
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Picture, Table, Text, short, vector

Array = NDArray[np.float64]
TITLE = "Bars of ψ"
MOST_BARS = 24  # rows of ψ that are drawn; the rest are said to be smaller


def blocks(state: State, x: Array, z: Array, k: float) -> tuple[Block, ...]:
    """ψ_m(x), its square a Poisson probability, and what every degree adds to k."""
    rows = min(state.T, MOST_BARS)
    parts = gaussian.degree_parts(x, z, state.gamma, state.T)
    own = np.sqrt(np.abs(gaussian.degree_parts(x, x, state.gamma, state.T)))
    if state.d == 1:
        own = gaussian.psi(x, state.gamma, state.T)[0]
    mean = 2 * state.gamma * float(x @ x)
    name = "ψ_m(x)" if state.d == 1 else "length of the coordinates of degree m at x"
    labels, degrees = [f"m = {m}" for m in range(rows)], list(range(rows))
    figure = weight_bars(
        labels,
        own[:rows],
        parts[:rows],
        degrees,
        left=name if state.d == 1 else "‖ψ_m(x)‖",
        right="adds to k(x, z)",
        one_color=True,
    )
    sums = np.cumsum(parts)
    more = f" Degrees {rows} to {state.T - 1} are in the sum and not drawn." if rows < state.T else ""
    return (
        Text(
            f"Left {name} at x = {_place(x)}, right what degree m adds to k(x, z) = {short(k, 5)}. The squares on the"
            f" left are the probabilities of a Poisson variable with mean 2γ‖x‖² = {short(mean)}: they sum to 1, and"
            f" beyond that mean they fall faster than any power.{more}"
        ),
        Picture(
            figure,
            describe_weights(labels, np.abs(own[:rows]), parts[:rows]),
            "",
            "psi",
            int(figure.layout.height),
            revision=str(rows),
        ),
        Table(
            {
                "m": list(range(state.T)),
                "added by degree m": [short(float(v), 4) for v in parts],
                "sum so far": [short(float(v), 8) for v in sums],
                "still missing": [
                    short(float(gaussian.missing(x[None], z[None], state.gamma, m + 1)[0]), 3) for m in range(state.T)
                ],
            },
            height=300,
        ),
    )


def _place(x: Array) -> str:
    return short(float(x[0])) if len(x) == 1 else vector(x)
