"""Bar chart of φ's coordinates: weights, and contributions to `k(x, z)`."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features.monomials import Monomial, power_coefficient
from kernviz.figures.bars.weights import describe_weights, weight_bars
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import vector
from kernviz.lessons.polynomial.state import State
from kernviz.wording import say, several

MOST_ROWS = 28  # largest number of rows with one coordinate each; beyond, each row shows one degree


def picture(state: State, monomials: tuple[Monomial, ...], products: Array) -> Picture:
    """Draw a row of bars per coordinate of φ.

    `products` (n,) are the contributions φᵢ(x)φᵢ(z). For more than MOST_ROWS coordinates a row per
    degree is drawn.
    """
    degrees = [t.degree for t in monomials]
    labels, weights, values = [t.monomial for t in monomials], np.array([t.weight for t in monomials]), products
    grouped = len(monomials) > MOST_ROWS
    if grouped:
        ranks = sorted(set(degrees), reverse=True)
        labels = [say("degree {degree}", degree=r) for r in ranks]
        weights = np.sqrt([power_coefficient(state.degree, state.gamma, state.c, r) for r in ranks])
        values = np.array([products[[d == r for d in degrees]].sum() for r in ranks])
        degrees = ranks
    figure = weight_bars(
        labels, weights, values, degrees, left=say("weight of x₁ʳ in ‹φ›") if grouped else say("weight in ‹φ›")
    )
    heavy = labels[int(np.argmax(weights))]
    what = (
        say(
            "{count} coordinates are too many for one row each. So each row is a degree, and its weight is that of "
            "the pure power x₁ʳ.",
            count=len(monomials),
        )
        + " "
        if grouped
        else several(len(monomials), "{n} coordinate, coloured by degree.", "{n} coordinates, coloured by degree.")
        + " "
    )
    caption = say(
        "{coordinates}Left: the weight of each; the largest here is that of {heaviest}, {largest}, and the smallest is "
        "{smallest}. A machine with a large margin prefers coordinates with large weights. Right: what each adds to "
        "‹k›(x, ‹z›) = {sum} at x = {x}, ‹z› = {z}. Move γ, or ‹c› above 0: the coordinates stay, their weights "
        "change.",
        coordinates=what,
        heaviest=heavy,
        largest=weights.max(),
        smallest=weights.min(),
        sum=values.sum(),
        x=vector(state.pair[0]),
        z=vector(state.pair[1]),
    )
    revision = f"{state.degree}-{state.m}-{state.c > 0}"
    return Picture(
        figure,
        describe_weights(labels, weights, values),
        caption,
        "weights",
        int(figure.layout.height),
        revision=revision,
    )
