"""Gaussian features — infinitely many: how many of them count, and what does the width decide?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.features.widths import CONVENTIONS
from kernviz.kernels.named.gaussian import RBF
from kernviz.lessons import gaussian_bumps, gaussian_gram, gaussian_map, gaussian_words
from kernviz.lessons.lesson import Lesson, Tab

Array = NDArray[np.float64]
QUESTION = "Infinitely many: how many of them count, and what does the width decide?"
VIEWS = ("Truncated map", "Bumps", "Gram matrix")
DEFAULT_X, DEFAULT_Z = (1.0, 0.5), (0.5, 1.0)


@dataclass(frozen=True)
class State:
    """Everything the page depends on; γ is its own, not the sidebar's."""

    data: Dataset
    gamma: float = 1.0
    view: str = VIEWS[0]
    T: int = 8  # degrees 0 … T−1 of the map are kept
    d: int = 1  # of the truncated map: the line or the plane
    x: tuple[float, ...] = ()
    z: tuple[float, ...] = ()
    radius: float = 3.0  # the plane of the error runs from −radius to radius
    C: float = 10.0
    hard: bool = False
    positive: str = ""
    off: str = ""  # points whose bump is taken away, by number from 1, or "all"
    convention: str = CONVENTIONS[0].name
    width: float = 1.0

    @property
    def own(self) -> RBF:
        """The kernel of the page."""
        return RBF(self.gamma)

    @property
    def penalty(self) -> float:
        return float("inf") if self.hard else self.C

    @property
    def signed(self) -> Dataset:
        """The data as ±1; only where there are classes."""
        label = self.positive if self.positive in self.data.classes else self.data.classes[-1]
        return self.data.versus(label)

    def pair(self) -> tuple[Array, Array]:
        """The two points of the truncated map."""
        given = (
            np.array(p if len(p) == self.d else q[: self.d], dtype=float)
            for p, q in zip((self.x, self.z), (DEFAULT_X, DEFAULT_Z), strict=True)
        )
        x, z = given
        return x, z


def build(state: State) -> Lesson:
    """One of three pictures; widths, errata and code belong to all of them."""
    common = (
        Tab("Every width", gaussian_words.widths(state)),
        Tab("What the notes say", gaussian_words.notes()),
        Tab("Code", gaussian_words.code(state)),
    )
    if state.view == VIEWS[1]:
        return gaussian_bumps.build(state, QUESTION, common)
    if state.view == VIEWS[2]:
        return gaussian_gram.build(state, QUESTION, common)
    return gaussian_map.build(state, QUESTION, common)


__all__ = ["DEFAULT_X", "DEFAULT_Z", "QUESTION", "VIEWS", "State", "build"]
