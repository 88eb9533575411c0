"""The tab cᵀKc: a vector the person steers, the worst one there is, and what random ones find."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.curves import curve, describe_curve
from kernviz.lessons.lesson import Block, Formula, Picture, Text, short, tex, vector
from kernviz.lessons.mercer_subject import FEW, State, Subject
from kernviz.mercer.witness import readable

Array = NDArray[np.float64]

TRIES = 1000  # random vectors


@dataclass(frozen=True)
class Steering:
    """The vector c (n,), cᵀKc, and for more than FEW points the two directions c turns between."""

    c: Array
    value: float
    start: Array | None = None


def steering(state: State, seen: Subject) -> Steering:
    """c from the sliders, one for each point; beyond FEW points c turns from a random vector to the direction of λ_min."""
    K, n = seen.K, seen.n
    if n <= FEW:
        c = np.array([*state.weights, *[0.0] * n][:n])
        return Steering(c, float(c @ K @ c))
    lowest = seen.spectrum.vectors[:, -1]
    random = np.random.default_rng(state.draw).normal(size=n)
    random -= (random @ lowest) * lowest
    random /= np.linalg.norm(random)
    angle = np.deg2rad(state.turn)
    c = np.cos(angle) * random + np.sin(angle) * lowest
    return Steering(c, float(c @ K @ c), random)


def negative_weights(seen: Subject) -> tuple[float, ...] | None:
    """Weights for the sliders (two decimals, at most 3 in size) with cᵀKc < 0; None if these points have none."""
    s = seen.spectrum
    if s.smallest >= -s.tolerance:
        return None
    c = readable((s.matrix + s.matrix.T) / 2, s.vectors[:, -1])
    c = np.round(c * min(1.0, 3 / float(np.abs(c).max())), 2)
    return tuple(float(v) for v in c)


def steered(state: State, seen: Subject, now: Steering) -> tuple[Block, ...]:
    """cᵀKc for the vector that is steered, and what random vectors find."""
    s, n = seen.spectrum, seen.n
    symmetric = (s.matrix + s.matrix.T) / 2
    vectors = np.random.default_rng(1).normal(size=(TRIES, n))
    values = np.einsum("tn,tn->t", vectors @ symmetric, vectors)
    hits = int((values < -s.tolerance * (vectors**2).sum(axis=1)).sum())
    sign = (
        "negative: these points refute the kernel"
        if now.value < -s.tolerance * float(now.c @ now.c)
        else "not negative"
    )
    blocks: list[Block] = []
    if n <= FEW:
        blocks.append(
            Formula(
                rf"c = {_column(now.c)},\qquad c^\top K c = \sum_{{i,j}} c_i c_j\, k(x_i,x_j) = {tex(now.value, 6)}"
            )
        )
        blocks.append(Text(f"It is {sign}. Steer c under “A vector c”."))
    else:
        angles = np.linspace(0, 180, 181)
        start = now.start if now.start is not None else now.c
        first, last = float(start @ symmetric @ start), s.smallest
        cross = float(start @ symmetric @ s.vectors[:, -1])
        radians = np.deg2rad(angles)
        line = first * np.cos(radians) ** 2 + last * np.sin(radians) ** 2 + cross * np.sin(2 * radians)
        picture = curve(
            angles,
            {"cᵀKc": line},
            x_title="angle of c, degrees",
            y_title="cᵀKc, for ‖c‖ = 1",
            mark=(state.turn, now.value),
        )
        blocks.append(
            Picture(
                picture,
                describe_curve(angles, {"cᵀKc": line}, x_title="angle"),
                f"c turns from a random vector (0°) to the direction of λ_min (90°) and on. Now cᵀKc = {short(now.value)}, {sign}.",
                key="steered",
                height=320,
            )
        )
    blocks.append(
        Text(
            f"No c of length 1 gives less than λ_min = **{short(s.smallest)}**, and the eigenvector gives exactly that. "
            f"Random search: {hits} of {TRIES} random vectors are negative"
            + (", though negative ones exist: not finding one is no proof." if hits == 0 and s.negative else ".")
        )
    )
    return tuple(blocks)


def _column(c: Array) -> str:
    return rf"{vector(c)}".replace("−", "-")
