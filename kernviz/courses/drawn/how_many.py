"""Puzzle: count the support vectors from a picture.

The picture has a border with its margins, and the points. No rings mark the support vectors.

The wrong choices are other counts, for example of all points, or of the support vectors for
another C. Each has an explanation of what it counts.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kernviz.compute import politely
from kernviz.courses.drawn.machines import Machine, ToyPoints
from kernviz.kernels import parse
from kernviz.lessons.shared.training import Training, train
from kernviz.models.svm import KernelSVC
from kernviz.surfaces import Window
from kernviz.wording import say

COUNT = "count"  # name of the puzzle in an address
SIZES = (12, 16, 24, 32, 44)  # number of points, by level
APART = (3, 2, 2, 1, 1)  # distance between the right number and a wrong one, by level
CLEAR = 0.04  # in units of y·f: no other point is as close to the margin, so that the picture is unambiguous
CLOSE = 0.015  # share of the picture's side: points are farther apart, so that no support vector is hidden
TRIES = 400
FEWER, MORE = 0.1, 10.0  # factors for another C
TWO = {"moons": 0.25, "circles": 0.2, "blobs": 1.5, "xor_clouds": 0.5}  # toy datasets with two classes -> their noise
KERNELS = (
    ("linear",),
    ("linear", "poly(degree=2)"),
    ("poly(degree=2)", "rbf(gamma=0.5)"),
    ("rbf(gamma=0.5)", "rbf(gamma=1)", "poly(degree=3)"),
    ("rbf(gamma=1)", "rbf(gamma=3)", "laplacian(gamma=0.5)"),
)


@dataclass(frozen=True, eq=False)
class HowMany:
    """Puzzle about the number of support vectors.

    `choices` are (count, key of its explanation), by size. `right` is the index of the right choice.
    """

    points: ToyPoints
    machine: Machine
    training: Training
    choices: tuple[tuple[int, str], ...]
    right: int

    @property
    def question(self) -> str:
        """Return the text of the question."""
        return say("{words}. How many support vectors does it have?", words=self.machine.words)

    def words(self, choice: int) -> str:
        """Return the text of a choice."""
        return str(self.choices[choice][0])

    def because(self, choice: int) -> str:
        """Return the explanation of a choice: the quantity it counts."""
        m, count = self.training.machine, self.choices[choice][0]
        free, bounded = len(m.free_), len(m.bounded_)
        whole = say(
            "{free} on the dashed lines and {bounded} between them or on the wrong side",
            free=free,
            bounded=bounded,
        )
        match self.choices[choice][1]:
            case "support":
                return say(
                    "The support vectors are the points with y·f ≤ 1: {whole}. Trained on these alone, the "
                    "machine has the same f.",
                    whole=whole,
                )
            case "free":
                return say(
                    "{count} is the number of points on the dashed lines. Points between these lines or on the "
                    "wrong side are support vectors, too: {bounded} more.",
                    count=count,
                    bounded=bounded,
                )
            case "bounded":
                return say(
                    "{count} is the number of points between the dashed lines or on the wrong side. Points on these "
                    "lines are support vectors, too: {free} more.",
                    count=count,
                    free=free,
                )
            case "wrong":
                return say(
                    "{count} is the number of points on the wrong side of the border. A point on the right side "
                    "can have α > 0, too. The support vectors: {whole}.",
                    count=count,
                    whole=whole,
                )
            case "outside":
                return say(
                    "{count} is the number of points outside the margin. Their α is 0: they are no support "
                    "vectors. The support vectors: {whole}.",
                    count=count,
                    whole=whole,
                )
            case "all":
                return say(
                    "{count} is the number of all points. The points outside the margin have α = 0. The support "
                    "vectors: {whole}.",
                    count=count,
                    whole=whole,
                )
            case other:
                return say(
                    "This is the number for C = {C}. Here C = {own}. The support vectors: {whole}.",
                    count=count,
                    C=float(self.machine.number * (FEWER if other == "fewer" else MORE)),
                    own=float(self.machine.number),
                    whole=whole,
                )


@lru_cache(maxsize=256)
def how_many(seed: int, number: int, level: int) -> HowMany:
    """Return the support vector puzzle of a number in its set."""
    rng = random.Random(f"how many {seed}/{number}/{level}")  # noqa: S311  for a quiz
    with politely():
        for _ in range(TRIES):
            name = rng.choice(list(TWO))
            noise = float(f"{TWO[name] * rng.choice((0.7, 1, 1.4)):.2g}")
            points = ToyPoints(name, SIZES[level - 1] + 2 * rng.randint(0, 3), noise, rng.randint(0, 999))
            machine = Machine("soft", rng.choice(KERNELS[level - 1]), rng.choice((0.3, 1.0, 10.0)))
            found = _asked(rng, points, machine, APART[level - 1])
            if found is not None:
                return found
    raise RuntimeError(say("no picture was found whose support vectors can be counted"))


def _asked(rng: random.Random, points: ToyPoints, machine: Machine, apart: int) -> HowMany | None:
    data, k = points.data, parse(machine.kernel)
    training = train(data, k, machine.number)
    if not isinstance(training, Training):
        return None
    m, margins = training.machine, training.functional_margins
    away = np.setdiff1d(np.arange(data.n), m.support_)
    if not len(m.free_) or np.any(margins[away] < 1 + CLEAR) or np.any(margins[m.bounded_] > 1 - CLEAR):
        return None
    side = Window.of(data).x_range[1] - Window.of(data).x_range[0]
    distance = np.linalg.norm(data.X[m.support_][:, None] - data.X[None], axis=-1)
    if np.sum(distance < CLOSE * side) > len(m.support_):  # some support vector has a close point besides itself
        return None
    right = len(m.support_)
    others = {
        len(m.free_): "free",
        len(m.bounded_): "bounded",
        int(np.sum(margins <= 0)): "wrong",
        data.n - right: "outside",
        data.n: "all",
        len(KernelSVC(k, machine.number * FEWER).fit(data.X, data.signs).support_): "fewer",
        len(KernelSVC(k, machine.number * MORE).fit(data.X, data.signs).support_): "more",
    }
    wrong = [count for count in others if abs(count - right) >= apart and count > 0]
    if len(wrong) < 3:
        return None
    chosen = sorted([right, *rng.sample(sorted(wrong), 3)])
    choices = tuple((count, "support" if count == right else others[count]) for count in chosen)
    return HowMany(points, machine, training, choices, chosen.index(right))
