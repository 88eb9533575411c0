"""Parameters of the Compose page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import Exp, Kernel, Space
from kernviz.lessons.compose.space import DIMENSIONS, space_of_question
from kernviz.lessons.declarations import choice, switch, whole
from kernviz.lessons.shared.two_points import pair_point
from kernviz.lessons.state import KERNEL, Idle, Subject
from kernviz.wording import phrase, say

DEFAULT_X, DEFAULT_Z = (1.0, 2.0, 1.0, 0.0, 0.0), (3.0, -1.0, 0.0, 0.0, 0.0)
X_NAMES, Z_NAMES = (tuple(f"{letter}{i + 1}" for i in range(len(DEFAULT_X))) for letter in "xz")
POINTS = phrase("‹k› at two points x and ‹z› of your choice")
SERIES = phrase("e to the power of a kernel")  # tab with the control for the number of terms


def of_vectors(state: Subject) -> bool:
    """Return True if the kernel takes points of an ℝᵈ."""
    return state.kernel.kind in (None, "vectors")


def has_exponential(k: Kernel) -> bool:
    """Return True if the kernel contains the exponential of a kernel.

    A named kernel is also expanded.
    """
    return any(isinstance(node, Exp) for tree in (k, k.fully_expanded()) for node in tree.walk())


def coordinates(state: Any) -> int:
    """Return the number of coordinates of a point of the space.

    The space is that on which the kernel is judged.
    """
    return int(state.space.d)


@dataclass(frozen=True)
class State(Subject):
    """Parameters of the Compose page.

    By default the kernel is judged on the space of the data. Points of the data are tried only if they
    belong to the space chosen.
    """

    where: str = choice(
        tuple(DIMENSIONS),
        phrase("Is it a kernel on"),
        names=("space",),
        when=of_vectors,
        help=phrase("The data suggest the space; the question may be about another."),
    )
    nonnegative: bool = switch(
        phrase("only where no coordinate is negative, [0,\u00a0∞)ᵈ"), names=("nonneg",), when=of_vectors
    )
    values: bool = switch(
        phrase("value of each part at two points"),
        when=of_vectors,
        help=phrase(
            "Beside each line of the tree stands its value at x and ‹z›. The verdict does not depend on these values."
        ),
    )
    x: tuple[float, ...] = pair_point("x", DEFAULT_X, X_NAMES, 1e6, size=coordinates, fold=POINTS)
    z: tuple[float, ...] = pair_point("z", DEFAULT_Z, Z_NAMES, 1e6, size=coordinates, fold=POINTS)
    terms: int = whole(
        4,
        "N",
        phrase("highest power of the exponential series"),
        0,
        30,
        tab=SERIES,
        when=lambda s: has_exponential(s.kernel),
    )

    @property
    def idle(self) -> dict[str, Idle]:
        return {KERNEL: Idle(say("You write it on the page itself."), here=True)}

    @property
    def space(self) -> Space:
        """Return the space on which the kernel is judged."""
        return space_of_question(self.data, DIMENSIONS[self.where], self.nonnegative)

    @property
    def d(self) -> int:
        """Return the dimension of the points to work with.

        The dimension is that of the space, or of the data if the space is every dimension.
        """
        return self.space.d

    @property
    def own(self) -> bool:
        """Return True if the data's points are points of the space."""
        return not self.space.every and self.space.d == self.data.d

    def pair(self) -> tuple[Array, Array]:
        """Return the chosen points x and z, each (d,), padded with 0."""
        x, z = (np.array([*p, *[0.0] * self.d][: self.d], dtype=float) for p in (self.x, self.z))
        return x, z
