"""What may be moved on the Compose page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.kernels import Exp, Kernel, Space
from kernviz.lessons.compose.space import DIMENSIONS, space_of_question, tried
from kernviz.lessons.state import KERNEL, Idle, Subject, choice, switch, vector, whole
from kernviz.wording import phrase, say

Array = NDArray[np.float64]
LARGEST = 5  # coordinates of the two points
DEFAULT_X, DEFAULT_Z = (1.0, 2.0, 1.0, 0.0, 0.0), (3.0, -1.0, 0.0, 0.0, 0.0)
POINTS = phrase("k at two points x and z of your choice")
SERIES = phrase("e to the power of a kernel")  # the tab the number of terms stands in


def of_vectors(state: Subject) -> bool:
    """Whether the kernel takes points of an ℝᵈ."""
    return state.kernel.kind in (None, "vectors")


def exponential(k: Kernel) -> Exp | None:
    """The first exp node of the kernel as it is written, or of its expansion."""
    return next((node for tree in (k, k.spelled_out()) for node in tree.walk() if isinstance(node, Exp)), None)


def coordinates(state: Any) -> int:
    """Of a point of the space that is asked about."""
    return int(state.space.d)


@dataclass(frozen=True)
class State(Subject):
    """Everything the page depends on. The data suggest the space that is asked about; only there their points are
    tried.
    """

    where: str = choice(
        tuple(DIMENSIONS),
        phrase("Is it a kernel on"),
        names=("space",),
        when=of_vectors,
        help=phrase("The data suggest the space; the question may be about another."),
    )
    nonnegative: bool = switch(
        phrase("only where no coordinate is negative, [0, ∞)ᵈ"), names=("nonneg",), when=of_vectors
    )
    x: tuple[float, ...] = vector(
        DEFAULT_X,
        "x",
        tuple(f"x{i + 1}" for i in range(LARGEST)),
        -5,
        5,
        least=-1e6,
        most=1e6,
        size=coordinates,
        fold=POINTS,
    )
    z: tuple[float, ...] = vector(
        DEFAULT_Z,
        "z",
        tuple(f"z{i + 1}" for i in range(LARGEST)),
        -5,
        5,
        least=-1e6,
        most=1e6,
        size=coordinates,
        fold=POINTS,
        idea="second",
    )
    terms: int = whole(
        4,
        "N",
        phrase("highest power of the exponential series"),
        0,
        30,
        tab=SERIES,
        when=lambda s: exponential(s.kernel) is not None,
    )

    @property
    def idle(self) -> dict[str, Idle]:
        return {KERNEL: Idle(say("It is written on the page."), here=True)}

    @property
    def space(self) -> Space:
        """What the question is about."""
        return space_of_question(self.data, DIMENSIONS[self.where], self.nonnegative)

    @property
    def d(self) -> int:
        """The dimension of points to work with: of the space, or of the data where it is every one."""
        return self.space.d

    @property
    def own(self) -> bool:
        """Whether the data's points are points of the space."""
        return tried(self.data, self.space)

    def pair(self) -> tuple[Array, Array]:
        """The two chosen points, with a 0 for every coordinate they do not have."""
        x, z = (np.array([*p, *[0.0] * self.d][: self.d], dtype=float) for p in (self.x, self.z))
        return x, z
