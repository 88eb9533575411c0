"""What every kind of sketch can do."""

from __future__ import annotations

from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from kernviz.courses.scene import Scene
from kernviz.lessons.lesson import Picture

Array = NDArray[np.float64]
MOST = 40  # corners of a sketch
SHARED = ("kind", "ask", "what", "least", "because")  # entries of a question that every sketch has


class Sketch(Protocol):
    """One thing a hand can draw; corners are (m, 2), in the picture's coordinates, in the order of the clicks."""

    yours: ClassVar[str]  # what is drawn, in the legend
    computed: ClassVar[str]  # and what the machine draws
    how: ClassVar[str]  # what to click, for the one who draws
    least: ClassVar[float]  # the share of agreement that is asked for unless a course says otherwise

    def understood(self, corners: Array, scene: Scene) -> str:
        """What was drawn, in words. LanguageError where it is no such thing."""

    def agreement(self, corners: Array, scene: Scene) -> float:
        """0 … 1, where 1 is what the machine draws. LanguageError where the sketch is no such thing."""

    def said(self, share: float, corners: Array, scene: Scene) -> str:
        """The agreement as a sentence, with the numbers that decide."""

    def solution(self, scene: Scene) -> Array:
        """What the machine draws, with no more corners than a sketch may have."""

    def slip(self, scene: Scene) -> Array:
        """A sketch far from it."""

    def drawn(self, scene: Scene) -> Array | None:
        """What is laid over the picture with the answer; None where the picture shows it anyway."""

    def picture(self, scene: Scene) -> Picture | None:
        """The paper to draw on, where it is not the step's picture."""
