"""Support vector machine read as S2's "smart nearest neighbour".

The contributions of the points at the probe are computed as shares of a vote. The agreement with nearest neighbours
is measured for one or many values of γ.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import RBF, Linear
from kernviz.kernels.distances import squared_distances
from kernviz.lessons.neighbors.neighbor_grid import plain
from kernviz.lessons.neighbors.state import State
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.svm import KernelSVC
from kernviz.surfaces import Window, grid_points, in_blocks
from kernviz.wording import class_word, say

SIDE = 80  # cells per side; machines are compared at the centre of each cell
SWEPT = np.logspace(-2, 4, 13)  # values of γ, in units of 1/median squared distance between points
MOST_SWEPT = 250  # largest number of points for which thirteen machines are trained on request


@dataclass(frozen=True)
class Agreement:
    """Agreement of the support vector machine with nearest neighbours, at one γ.

    An agreement is a share of the places compared.
    """

    gamma: float
    with_b: float  # agreement with the class of the nearest point
    without_b: float  # the same, for the machine without its intercept b
    support: float  # share of the points that are support vectors
    neighbours: float  # agreement with the majority of the k nearest neighbours


@dataclass(frozen=True)
class Votes:
    """Share of every point in three votes at the probe.

    The shares of a vote sum to 1. The points are ordered nearest first. Every array has shape (n,).
    """

    order: NDArray[np.intp]
    squared: Array  # squared Euclidean distances, in that order
    equal: Array  # δⁿⁿ/k
    near: Array  # k(xᵢ,z)/Σk
    weighted: Array  # αᵢk(xᵢ,z)/Σαk; 0 if there is no support vector


@dataclass(frozen=True)
class Smart:
    """Support vector machine read as a weighted vote of its points."""

    state: State
    signed: Dataset
    training: Training
    total: float  # f(z)

    @property
    def weighted_sum(self) -> float:
        """Decision value at the probe without the intercept, f(z) − b."""
        return self.total - self.training.machine.intercept_

    @cached_property
    def agreement(self) -> Agreement:
        """Return the agreement with nearest neighbours.

        Raises ValueError as `agreement_at` does.
        """
        return agreement_at(self.signed, self.state.gamma, self.state.C, self.state.count)

    @cached_property
    def votes(self) -> Votes:
        """Return the votes of all points at the probe."""
        alpha, state = self.training.machine.alpha_, self.state
        return soft_votes(self.signed, alpha, state.gamma, state.point, state.count)


def smart_of(state: State) -> Smart | str:
    """Return the machine and its numbers, or a reason for their absence."""
    data = state.data
    no_two = say("Choose data with two classes or more, or the other view beside the picture.")
    if data.task != "classification" or len(data.classes) < 2:
        return say("“{title}” has no two classes, and a machine needs two. {advice}", title=data.title, advice=no_two)
    signed = state.signed
    if len(np.unique(signed.signs)) < 2:
        return say(
            "All points are on one side: “{label}” against the rest needs points of both. {advice}",
            label=class_word(signed.classes[1]),
            advice=no_two,
        )
    trained = train(signed, RBF(state.gamma), state.C)
    if isinstance(trained, Failure):
        return trained.words
    return Smart(state, signed, trained, trained.value_at(state.point))


@shared(maxsize=512)
def agreement_at(data: Dataset, gamma: float, C: float, k: int) -> Agreement:
    """Train a machine with this γ and compare it with nearest neighbours.

    The comparison is made at the places of `compared_at`. Raises ValueError if the machine cannot be
    trained, or not be evaluated at a place.
    """
    moved = plain(data)
    points, machine = compared_at(moved), KernelSVC(RBF(gamma), C).fit(moved.X, moved.signs)
    nearest, voted = (neighbour_votes(data, count) for count in (1, k))
    whole = in_blocks(machine.predict, points)
    alone = in_blocks(lambda block: signs_without_b(machine, gamma, block), points)
    return Agreement(
        gamma,
        float(np.mean(whole == nearest)),
        float(np.mean(alone == nearest)),
        len(machine.support_) / data.n,
        float(np.mean(whole == voted)),
    )


@shared(maxsize=32)
def neighbour_votes(data: Dataset, k: int) -> Array:
    """Return the vote of the k neighbours as ±1 at every place.

    The neighbours are those by Euclidean distance, so that the vote is independent of γ.
    """
    moved = plain(data)
    return np.asarray(KernelNearestNeighbors(Linear(), k).fit(moved.X, moved.signs).predict(compared_at(moved)))


def compared_at(data: Dataset) -> Array:
    """Return the places (m, d) of the comparison.

    They are centres of equal cells, so that each represents its share of the area. A grid
    that reaches the rim would count the rim twice: for the moons at γ = 1 the agreement would be
    87.2 % instead of 88.9 %.
    """
    window = Window.of(data)
    x = _middles(window.x_range, SIDE if data.d > 1 else SIDE * 10)
    return grid_points(x, _middles(window.y_range, SIDE) if data.d > 1 else None)


def _middles(ends: tuple[float, float], cells: int) -> Array:
    low, high = ends
    return low + (high - low) * (np.arange(cells) + 0.5) / cells


def signs_without_b(machine: KernelSVC, gamma: float, points: Array) -> Array:
    """Return the sign of the decision value without b at points.

    The sign is that of Σ αᵢyᵢ exp(−γ‖xᵢ−z‖²). Points have shape (m, d). Logarithms keep the
    sign true also where every term is below 1e-308.
    """
    support = machine.support_
    X, signs = machine.X_[support], machine.signs_[support]
    exponents = np.log(machine.alpha_[support]) - gamma * squared_distances(points, X)
    sums = [logsumexp(exponents[:, signs == side], axis=1) if (signs == side).any() else -np.inf for side in (1, -1)]
    return np.where(np.asarray(sums[0]) > sums[1], 1.0, -1.0)


@shared(maxsize=32)
def swept(data: Dataset, C: float, k: int) -> tuple[Agreement, ...]:
    """Return a comparison step for every γ of the sweep.

    Values of γ that cannot be trained are omitted.
    """
    X = data.X
    squared = squared_distances(X, X)[np.triu_indices(data.n, 1)]
    middle = float(np.median(squared[squared > 0])) if (squared > 0).any() else 1.0
    steps = []
    for share in SWEPT:
        try:
            steps.append(agreement_at(data, float(f"{share / middle:.3g}"), C, k))
        except ValueError:
            continue
    return tuple(steps)


def soft_votes(data: Dataset, alpha: Array, gamma: float, z: Array, k: int) -> Votes:
    """Return the shares of every point in three votes at z.

    The votes are δⁿⁿ (the k nearest points equally), the kernel, and α times the kernel. They are
    computed from logarithms, so that the shares sum to 1 even if the kernel underflows.
    """
    squared = ((data.X - z) ** 2).sum(axis=1)
    order = np.argsort(squared, kind="stable")
    exponents = -gamma * squared[order]
    with np.errstate(divide="ignore"):
        weighted = exponents + np.log(alpha[order])
    equal = np.where(np.arange(data.n) < k, 1.0 / k, 0.0)
    none = not np.isfinite(weighted).any()  # no support vector: w = 0
    return Votes(order, squared[order], equal, _shares(exponents), np.zeros(data.n) if none else _shares(weighted))


def _shares(exponents: Array) -> Array:
    powers = np.exp(exponents - exponents.max())
    return np.asarray(powers / powers.sum())
