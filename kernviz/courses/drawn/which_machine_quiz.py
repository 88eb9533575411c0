"""Puzzle: name the machine, kernel or γ behind a picture.

The picture is drawn from random points.

A puzzle depends on its kind, a seed, its number and its level alone. The picture of every wrong
choice has to differ from the shown picture in more than a given share of the area. So the shown
picture determines the answer.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import politely
from kernviz.courses.deepest_cell import deepest
from kernviz.courses.drawn.machines import Drawing, Machine, ToyPoints, draw, places
from kernviz.kernels import parse
from kernviz.lessons.number_format import percent
from kernviz.wording import say, short

MACHINE, GAMMA = "machine", "gamma"
LEAST = {  # smallest share of the area in which a wrong answer's picture differs, by level
    MACHINE: (0.15, 0.10, 0.05, 0.03, 0.03),
    GAMMA: (0.12, 0.08, 0.05, 0.04, 0.03),
}
RATIO = (20.0, 10.0, 5.0, 3.0, 2.0)  # ratios of neighbouring values of γ, by level
CHOICES = 4
FEWEST = 0.08  # smallest share of the area for each class
TRIES = 200  # each succeeds about every third time
# toy datasets -> their noise
TWO_CLASSES = {"moons": 0.15, "circles": 0.12, "blobs": 1.2, "xor_clouds": 0.35, "separable_blobs": 0.5}
MANY_CLASSES = {"three_blobs": 0.6, "four_classes": 0.5, "three_clusters": 0.25}


@dataclass(frozen=True, eq=False)
class WhichMachine:
    """Puzzle: which of several machines has drawn a picture.

    `asked` is MACHINE or GAMMA. All drawings in `choices` are of the same points, and `right` is the
    index of the shown one. The others differ from it in more than the share LEAST of the area.
    """

    asked: str
    points: ToyPoints
    choices: tuple[Drawing, ...]
    right: int

    @property
    def shown(self) -> Drawing:
        return self.choices[self.right]

    @property
    def question(self) -> str:
        """Return the text of the question.

        The text states everything common to all choices.
        """
        machine = self.shown.machine
        if self.asked == GAMMA:
            return say("{name}, with a Gaussian kernel, drew this. Which γ?", name=machine.name)
        if self._one_machine:
            return say("{name}, drew this. With which kernel?", name=machine.name)
        if self._one_kernel:
            return say("Which machine drew this with {formula}?", formula=machine.formula)
        return say("Which machine drew this, with which kernel?")

    @property
    def _one_machine(self) -> bool:
        return len({(d.machine.sort, d.machine.number) for d in self.choices}) == 1

    @property
    def _one_kernel(self) -> bool:
        return len({d.machine.kernel for d in self.choices}) == 1

    def words(self, choice: int) -> str:
        """Return the text of a choice: its differences from the others."""
        machine = self.choices[choice].machine
        if self.asked == GAMMA:
            return f"γ = {short(gamma(machine))}"
        return machine.formula if self._one_machine else machine.name if self._one_kernel else machine.words

    def differences(self, choice: int) -> NDArray[np.bool_]:
        """Return a mask (SIDE, SIDE) of places a choice colours differently."""
        return np.asarray(self.choices[choice].winners != self.shown.winners)

    def because(self, choice: int) -> str:
        """Return the reason why a choice is right or wrong.

        The reason against a wrong choice is a place in the picture that refutes it.
        """
        if choice == self.right:
            return self.shown.reason
        data = self.points.data
        row, column = deepest(self.differences(choice))
        x, y = places(data)
        other, own = (int(d.winners[row, column]) for d in (self.choices[choice], self.shown))
        return say(
            "{words} would colour {share} of the picture differently. For example, at ({x:.3}, {y:.3}) it says "
            "{other}, but the picture says {own}.",
            words=self.words(choice),
            share=percent(float(np.mean(self.differences(choice)))),
            x=x[column],
            y=y[row],
            other=data.classes[other],
            own=data.classes[own],
        )


def gamma(machine: Machine) -> float:
    """Return the γ of a machine with a Gaussian kernel."""
    return float(parse(machine.kernel).gamma)  # type: ignore[attr-defined]


@lru_cache(maxsize=256)
def which_machine(asked: str, seed: int, number: int, level: int) -> WhichMachine:
    """Return the puzzle of a number in its set.

    `asked` is MACHINE or GAMMA.
    """
    rng = random.Random(f"who {asked} {seed}/{number}/{level}")  # noqa: S311  for a quiz
    least = LEAST[asked][level - 1]
    with politely():
        for _ in range(TRIES):
            points, machines = _gammas(rng, level) if asked == GAMMA else _LEVELS[level - 1](rng)
            found = _asked(asked, rng, points, machines, least)
            if found is not None:
                return found
    raise RuntimeError(say("no picture was found in which these machines differ"))


def _asked(
    asked: str, rng: random.Random, points: ToyPoints, machines: Sequence[Machine], least: float
) -> WhichMachine | None:
    """Return a puzzle about the picture of one machine, or None.

    The machine is drawn at random. Other machines are choices if their pictures differ enough from its
    picture. The result is None with fewer than two such machines.
    """
    order = rng.sample(list(machines), len(machines))
    shown = _drawing(order[0], points)
    if shown is None or min(np.mean(shown.winners == c) for c in range(len(points.data.classes))) < FEWEST:
        return None
    others = []
    for machine in order[1:]:
        other = _drawing(machine, points)
        if other is not None and other.difference(shown) > least:
            others.append(other)
        if len(others) == CHOICES - 1:
            break
    if len(others) < 2:
        return None
    choices = sorted([shown, *others], key=lambda d: list(machines).index(d.machine))
    return WhichMachine(asked, points, tuple(choices), choices.index(shown))


def _drawing(machine: Machine, points: ToyPoints) -> Drawing | None:
    try:
        return draw(machine, points)
    except ValueError:  # for example if the classes are not separable
        return None


def _points(rng: random.Random, shelf: dict[str, float], low: int, high: int) -> ToyPoints:
    name = rng.choice(list(shelf))
    noise = float(f"{shelf[name] * rng.choice((0.7, 1, 1.4)):.2g}")
    return ToyPoints(name, 2 * rng.randint(low // 2, high // 2), noise, rng.randint(0, 999))


def _rbf(gamma: float) -> str:
    return f"rbf(gamma={gamma:g})"


def _gammas(rng: random.Random, level: int) -> tuple[ToyPoints, list[Machine]]:
    """Return points, and one machine with four values of γ."""
    ratio = RATIO[level - 1]
    first = rng.choice((0.02, 0.05, 0.1, 0.2)) * (10 / ratio if level > 2 else 1)
    C = rng.choice((1.0, 10.0, 100.0))
    gammas = [float(f"{first * ratio**i:.2g}") for i in range(CHOICES)]
    return _points(rng, TWO_CLASSES, 30, 50), [Machine("soft", _rbf(g), C) for g in gammas]


def _kernels(rng: random.Random) -> tuple[ToyPoints, list[Machine]]:
    """Return points, and one machine with kernels far from each other."""
    C = rng.choice((1.0, 10.0, 100.0))
    kernels = ("linear", "poly(degree=2)", "poly(degree=3)", _rbf(rng.choice((0.5, 1))), _rbf(rng.choice((10, 20))))
    return _points(rng, TWO_CLASSES, 30, 50), [Machine("soft", k, C) for k in kernels]


def _sorts(rng: random.Random) -> tuple[ToyPoints, list[Machine]]:
    """Return points, and machines of other sorts with one kernel."""
    k = rng.choice(("linear", _rbf(0.5), _rbf(2)))
    found = [Machine("soft", k, 1.0), Machine("neighbours", k, 1), Machine("mean", k), Machine("sphere", k)]
    return _points(rng, TWO_CLASSES, 20, 40), found


def _close(rng: random.Random) -> tuple[ToyPoints, list[Machine]]:
    """Return points, and machines like each other with one kernel."""
    k = rng.choice(("poly(degree=2)", _rbf(0.5), _rbf(1), _rbf(3)))
    found = [Machine("soft", k, rng.choice((0.1, 1.0))), Machine("hard", k), Machine("neighbours", k, 5)]
    found += [Machine("ridge", k, rng.choice((0.01, 0.1, 1.0))), Machine("neighbours", k, 1), Machine("mean", k)]
    return _points(rng, TWO_CLASSES, 20, 40), found


def _many(rng: random.Random) -> tuple[ToyPoints, list[Machine]]:
    """Return points of more than two classes, and machines."""
    k, C = rng.choice(("linear", "linear", "poly(degree=2)", _rbf(1))), rng.choice((0.1, 1.0, 10.0))
    found = [Machine(sort, k, C) for sort in ("rest", "pairs", "single")]
    found += [Machine("neighbours", k, 1), Machine("neighbours", k, 7), Machine("mean", k)]
    return _points(rng, MANY_CLASSES, 24, 36), found


def _anything(rng: random.Random) -> tuple[ToyPoints, list[Machine]]:
    """Return points, and machines of any sort with any kernel."""
    kernels = ("linear", "poly(degree=2)", "poly(degree=3)", _rbf(0.3), _rbf(1), _rbf(5), "laplacian(gamma=1)")
    found = []
    for sort, numbers in _NUMBERS.items():
        found.append(Machine(sort, rng.choice(kernels), rng.choice(numbers)))
        found.append(Machine(sort, rng.choice(kernels), rng.choice(numbers)))
    return _points(rng, TWO_CLASSES, 20, 40), list(dict.fromkeys(found))


_NUMBERS: dict[str, tuple[float, ...]] = {
    "soft": (0.1, 1.0, 100.0),
    "hard": (0.0,),
    "ridge": (0.001, 0.1, 1.0),
    "neighbours": (1, 3, 7),
    "mean": (0.0,),
    "sphere": (0.0,),
}
_LEVELS = (_kernels, _sorts, _close, _many, _anything)
