"""Costs of many features, and the remedy for each.

The costs are counted in examples and in multiplications.
"""

from __future__ import annotations

from math import inf, isnan, nan

import numpy as np

from kernviz.features.monomials import Dimensions
from kernviz.figures.bars.two_costs import Cost
from kernviz.lessons.lesson import Numbers, Readout
from kernviz.lessons.map.machines import features_of
from kernviz.lessons.map.state import POLYNOMIAL, State
from kernviz.lessons.shared.held_out_readout import held_out_readout
from kernviz.lessons.shared.training import Training, train
from kernviz.wording import phrase, say, short

NOT_KNOWN = "–"  # a read-out has room for a number, not for words
EXAMPLES, WORK = phrase("examples needed"), phrase("multiplications")


def trained(state: State) -> Training | None:
    """Return the machine that the bars describe.

    None without two classes, and if the machine cannot be trained.
    """
    result = train(state.signed, state.many, state.C) if state.signed is not None else None
    return result if isinstance(result, Training) else None


def costs(state: State) -> tuple[Cost, Cost, Cost, Cost]:
    """Return the four costs that the bars show.

    Examples: the number that is enough for halfspaces grows with their dimension, D + 1 of φ and
    b. A second bound grows with (R/margin)², where R² = max k(x, x). The smaller bound counts.

    Multiplications are for one φ(x)·φ(z): D of them, or those of k. k takes m for x·z or ‖x −
    z‖², 1 for γ, and Q − 1 more for the power. Source: S1, first page.
    """
    polynomial = state.kind == POLYNOMIAL
    dimension = float(features_of(state.Q, state.data.d)) if polynomial else inf
    width = float(features_of(state.Q, state.m)) if polynomial else inf
    kernel = Dimensions(state.m, state.Q).kernel_cost if polynomial else state.m + 1
    return (
        Cost(EXAMPLES, say("by dimension, D + 1"), dimension + 1),
        Cost(EXAMPLES, say("by margin, R²‖w‖²"), needed(state), way_out=True),
        Cost(WORK, say("φ(x)·φ(z), D of them"), width),
        Cost(WORK, "k(x, z)", float(max(kernel, 1)), way_out=True),
    )


def needed(state: State) -> float:
    """Return R²‖w‖², the number of examples by the margin.

    The value is at least 1, and nan without a machine.
    """
    training = trained(state)
    if training is None or state.signed is None:
        return nan
    with np.errstate(over="ignore"):
        radius = float(np.max(state.many.diag(state.signed.X)))
        bound = radius / training.machine.margin_**2 if training.machine.margin_ > 0 else inf
    return float(max(bound, 1.0)) if np.isfinite(bound) else inf


def readouts(state: State, bars: tuple[Cost, Cost, Cost, Cost]) -> Numbers:
    """Return the numbers behind the bars and the machine's read-outs."""
    training = trained(state)
    items = [
        Readout(
            phrase("D, in the plane") if state.data.d == 2 else phrase("D, on the line"),
            short(bars[0].value - 1),
            say("coordinates of φ"),
        ),
        Readout(f"D, m = {state.m}", short(bars[2].value), say("coordinates of φ for points of m coordinates")),
        Readout(
            "R²‖w‖²",
            NOT_KNOWN if isnan(bars[1].value) else bars[1].text,
            say("examples that are enough, up to a factor, whatever D is; R² = max k(x, x)"),
        ),
    ]
    if training is not None:
        m = training.machine
        items += [
            Readout(phrase("margin 1/‖w‖"), short(m.margin_), say("in feature space")),
            Readout(
                phrase("support vectors"), f"{len(m.support_)} / {training.data.n}", say("what is stored instead of w")
            ),
            held_out_readout(lambda: training.held_out_accuracy, training.data),
        ]
    return Numbers(tuple(items))
