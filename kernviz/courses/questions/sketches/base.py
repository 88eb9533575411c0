"""Interface of all kinds of sketches."""

from __future__ import annotations

from typing import ClassVar, Protocol

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.scene import Scene
from kernviz.lessons.lesson import Picture

MOST = 40  # largest number of corners of a sketch
SCRIBBLED = (3, 4, 5, 6, 8, 12, 20, 40)  # numbers of corners of random sketches, for the check that they fail
SHARED = ("kind", "ask", "what", "least", "because", "nudge")  # keys of a question that every kind of sketch has


def scribbles(low: Array, high: Array) -> list[Array]:
    """Return random polygonal lines in a picture, the same on every call.

    `low` and `high` (2,) are opposite corners of the picture.
    """
    return [
        low + (high - low) * np.random.default_rng(seed).random((corners, 2)) for seed, corners in enumerate(SCRIBBLED)
    ]


def straight(low: Array, high: Array) -> list[Array]:
    """Return straight lines through the middle of a picture.

    They are horizontal, vertical, rising and falling. `low` and `high` (2,) are opposite corners.
    """
    (a, b), (c, d) = low, high
    x, y = (low + high) / 2
    ends = ((a, y, c, y), (x, b, x, d), (a, b, c, d), (a, d, c, b))
    return [np.array(end, dtype=float).reshape(2, 2) for end in ends]


class Sketch(Protocol):
    """Interface of one kind of sketch.

    Corners are (m, 2), in the picture's coordinates, in the order of the clicks.
    """

    yours: ClassVar[str]  # label of the sketch in the legend
    computed: ClassVar[str]  # label of the machine's drawing in the legend; empty if the answer's picture has it anyway
    how: ClassVar[str]  # instruction for drawing by clicks
    holds: ClassVar[str]  # how a held sketch bends, see kernviz/lessons/picture_answers.py
    least: ClassVar[float]  # default of the agreement required for a right answer

    def understood(self, corners: Array, scene: Scene) -> str:
        """Return the sketch in words.

        Raises LanguageError if the sketch is not of this kind.
        """

    def agreement(self, corners: Array, scene: Scene) -> float:
        """Return the agreement with the machine's drawing, 0 to 1.

        Raises LanguageError if the sketch is not of this kind.
        """

    def agreement_words(self, share: float, corners: Array, scene: Scene) -> str:
        """Return the agreement as a sentence, with the deciding numbers."""

    def deviation_words(self, corners: Array, scene: Scene) -> str:
        """Return a sentence that says where the sketch is farthest off.

        The sentence does not have the right value there.
        """

    def solution(self, scene: Scene) -> Array:
        """Return the machine's drawing as corners.

        There are no more corners than a sketch may have.
        """

    def share_asked(self, least: float, scene: Scene) -> float:
        """Return the agreement that a right answer needs.

        `least` is the agreement that the course asks for; a kind of sketch may ask for more.
        """
        return least

    def careless(self, scene: Scene) -> list[Array]:
        """Return sketches drawn without thought, none of which may be right.

        Examples are straight lines and scribbles.
        """

    def check(self, scene: Scene) -> None:
        """Compute the texts, if any, of this sketch in a scene.

        Raises LanguageError, with its place in the question's table, if one cannot be computed.
        """
        return

    def picture(self, scene: Scene) -> Picture | None:
        """Return an empty picture to draw on, or None.

        None stands for the step's own picture.
        """
        return None
