"""Four multiclass strategies trained on the same points.

The values of their machines on the grid of the picture are computed too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array, Indices
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.multiclass.state import DAG, PAIRS, REST, SINGLE, STRATEGIES, State
from kernviz.lessons.shared.picture_grid import PictureGrid
from kernviz.lessons.shared.refusal import sentence
from kernviz.lessons.shared.training import FEWEST_HELD_OUT, HELD_OUT, Failure
from kernviz.models.certificate import Certificate
from kernviz.models.crammer_singer import LARGEST, CrammerSinger
from kernviz.models.one_versus_rest import OneVersusRest
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.surfaces import expansion, in_blocks
from kernviz.wording import class_word, say

MOST_HELD_OUT = 400  # up to this number of points, all machines are also trained without the held-out points
Machine = OneVersusRest | OneVersusOne | DecisionDAG | CrammerSinger


@dataclass(frozen=True)
class Trained:
    """Trained strategy with its machine, its values and the winning classes.

    Values and winning classes (0…k−1) are in the order of `PictureGrid.places`.
    """

    strategy: str
    machine: Machine
    names: tuple[str, ...]  # names of the k classes that have points
    codes: Indices  # indices of these classes in the dataset
    values: Array  # (grid points, machines): decision values
    winners: Indices  # (grid points,): winning class
    predicted: Indices  # (n,) the class that wins at every point of the data
    train_accuracy: float

    @property
    def k(self) -> int:
        return len(self.names)

    @property
    def machines(self) -> int:
        """Number of binary machines trained."""
        return 1 if isinstance(self.machine, CrammerSinger) else len(self.machine.machines_)

    @property
    def evaluations(self) -> int:
        """Number of decision functions evaluated for one prediction."""
        return self.k - 1 if isinstance(self.machine, DecisionDAG) else int(self.values.shape[1])

    @property
    def support(self) -> Indices:
        """Points that are support vectors of at least one machine."""
        return np.unique(np.concatenate(self.supports))

    @property
    def supports(self) -> list[Indices]:
        """Support vectors of every machine, as rows of the data."""
        m = self.machine
        if isinstance(m, CrammerSinger):
            return [m.support_]
        if isinstance(m, OneVersusRest):
            return [machine.support_ for machine in m.machines_]
        members = [np.flatnonzero((m.codes_ == i) | (m.codes_ == j)) for i, j in m.pairs_]
        return [rows[machine.support_] for rows, machine in zip(members, m.machines_, strict=True)]

    @property
    def certificates(self) -> list[Certificate]:
        """Certificate of every machine."""
        m = self.machine
        return [part.certificate_ for part in ([m] if isinstance(m, CrammerSinger) else m.machines_)]

    @property
    def worst(self) -> float:
        """Largest violation of the optimality conditions over the machines."""
        return max(certificate.kkt for certificate in self.certificates)

    @property
    def optimal(self) -> bool:
        """Return True if every machine is the optimum up to roundoff."""
        return all(certificate.optimal for certificate in self.certificates)

    @cached_property
    def ambiguous(self) -> NDArray[np.bool_]:
        """Return a mask (places,) of the ambiguous places of the grid.

        A place is ambiguous if no machine or several machines claim it, or if its votes are equal. The
        mask is False everywhere for decision graph and single objective.
        """
        if isinstance(self.machine, OneVersusRest):
            return np.asarray(claims(self.values) != 1)
        if isinstance(self.machine, OneVersusOne):
            votes = self.machine.counted(self.values)[0]
            return np.asarray((votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1)
        return np.zeros(len(self.values), dtype=bool)


def claims(values: Array) -> Indices:
    """Return the number (m,) of machines with f > 0 per place.

    ``values`` is (m, machines). They are transposed first, as the sum over long rows is faster.
    """
    return np.asarray((np.ascontiguousarray(values.T) > 0).sum(axis=0))


def fitted(strategy: str, data: Dataset, kernel: Kernel, C: float) -> Machine:
    """Train the machine of a strategy.

    Raises ValueError as the models do.
    """
    if strategy == DAG:
        return DecisionDAG.of(_pairs(data, kernel, C))
    if strategy == PAIRS:
        return _pairs(data, kernel, C)
    return (OneVersusRest if strategy == REST else CrammerSinger)(kernel, C).fit(data.X, data.codes)


@shared(maxsize=32)
def _pairs(data: Dataset, kernel: Kernel, C: float) -> OneVersusOne:
    """Train the pairwise machines, which voting and decision graph share."""
    return OneVersusOne(kernel, C).fit(data.X, data.codes)


@shared(maxsize=24)  # few entries: ten classes have 45 machines, whose values take 4 MB
def train(strategy: str, data: Dataset, kernel: Kernel, C: float) -> Trained | Failure:
    """Train one strategy and evaluate it on the grid of the picture.

    Errors are returned as a Failure, so that they are cached like a result.
    """
    classes = len(np.unique(data.codes))
    if strategy == SINGLE and data.n * classes > LARGEST:
        return Failure(
            say(
                "{n} points of {classes} classes make one optimisation problem with {unknowns} unknowns, which would "
                "take too long. Here at most {limit} unknowns are solved for, that is {most_points} points of "
                "{classes} classes. Use fewer points or another strategy.",
                n=data.n,
                classes=classes,
                unknowns=data.n * classes,
                limit=LARGEST,
                most_points=LARGEST // classes,
            ),
        )
    try:
        machine = fitted(strategy, data, kernel, C)
    except ValueError as problem:
        return Failure(sentence(problem, data.classes))
    try:
        values = _over(machine, PictureGrid.of(data))
        own = machine.values(data.X)
    except ValueError:
        return Failure(
            say(
                "In the picture around the points a kernel value is too large to compute (above 1.8·10³⁰⁸): scale "
                "the data, or lower the degree."
            ),
        )
    codes = np.asarray(machine.classes_, dtype=np.intp)
    names = tuple(class_word(data.classes[c]) for c in codes)
    predicted = winners(machine, own)
    return Trained(
        strategy,
        machine,
        names,
        codes,
        values,
        winners(machine, values),
        predicted,
        float(np.mean(predicted == machine.codes_)),
    )


def everyone(state: State) -> dict[str, Trained | Failure]:
    """Train all strategies on the same points; return them by name."""
    return {strategy: train(strategy, state.data, state.kernel, state.C) for strategy in STRATEGIES}


def _over(machine: Machine, grid: PictureGrid) -> Array:
    """Return the decision values at every grid point (places, machines)."""
    if grid.y is None:
        return in_blocks(machine.values, grid.places)
    if isinstance(machine, CrammerSinger):
        known = machine.X_[machine.support_]
        parts = [
            (known, column, b)
            for column, b in zip(machine.dual_coef_[machine.support_].T, machine.intercept_, strict=True)
        ]
    else:
        parts = [(m.X_[m.support_], m.dual_coef_[m.support_], m.intercept_) for m in machine.machines_]
    kernel, side = machine.kernel, len(grid.x)
    return np.column_stack(
        [expansion(kernel, X, weights, grid.window, side).values.ravel() + b for X, weights, b in parts]
    )


def winners(machine: Machine, values: Array) -> Indices:
    """Return the winning class, as 0…k−1.

    ``values`` is (m, machines).
    """
    return np.asarray(values.argmax(axis=1) if isinstance(machine, CrammerSinger) else machine.winners(values))


@shared(maxsize=64)
def held_out(strategy: str, data: Dataset, kernel: Kernel, C: float) -> float:
    """Return the held-out accuracy of a strategy.

    The machines are trained on 70 % of the points and tested on the other 30 %. The result is nan for
    too few points, for too many (too slow), and if a machine cannot be trained.
    """
    if not FEWEST_HELD_OUT <= data.n <= MOST_HELD_OUT:
        return float("nan")
    known, test = data.split(HELD_OUT, seed=0)
    try:
        machine = fitted(strategy, known, kernel, C)
        predicted = machine.classes_[winners(machine, machine.values(test.X))]
    except ValueError:
        return float("nan")
    return float(np.mean(predicted == test.codes))
