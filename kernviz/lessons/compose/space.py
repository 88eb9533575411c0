"""Space on which the kernel is judged.

The choices are one ℝᵈ, every ℝᵈ at once, or their non-negative part.
"""

from __future__ import annotations

import math

import numpy as np

from kernviz.data import Dataset
from kernviz.kernels import Space
from kernviz.lessons.shared.verdict import MARKS
from kernviz.mercer import Verdict
from kernviz.wording import phrase, say, several

DATAS, EVERY = phrase("the data's"), phrase("every ℝᵈ")
DIMENSIONS: dict[str, float | None] = {DATAS: None, "ℝ": 1, "ℝ²": 2, "ℝ³": 3, "ℝ⁵": 5, EVERY: math.inf}


def space_of_question(data: Dataset, dimension: float | None, nonnegative: bool) -> Space:
    """Return the space that a choice of dimension denotes.

    ``dimension`` None means the space of the data, ∞ every dimension.
    """
    if dimension == math.inf:
        return Space(data.d, nonnegative, every=True)
    return Space(data.d if dimension is None else int(dimension), nonnegative)


def verdict_on(verdict: Verdict, space: Space) -> str:
    """Return the verdict with its space as text: ✗ refuted on ℝ³.

    A failure on one ℝᵈ is no refutation on each of them.
    """
    mark = MARKS[verdict]
    if not space.every:
        return say("{verdict} on {space}", verdict=mark, space=space)
    all_of_them = say("every [0,∞)ᵈ") if space.nonnegative else say("every ℝᵈ")
    return (
        say("{verdict}: not on {spaces}", verdict=mark, spaces=all_of_them)
        if verdict is Verdict.REFUTED
        else say("{verdict} on {spaces}", verdict=mark, spaces=all_of_them)
    )


def about_own_points(data: Dataset, space: Space) -> str:
    """Return a sentence if some points of the data are not tried.

    The text is empty if all are tried.
    """
    home = Space(data.d)
    if space.every:
        return say(
            "Your points are in {own_space}, but the question is about all dimensions. So they are not used as a test.",
            own_space=home,
        )
    if space.d != data.d:
        return say(
            "Your points are in {own_space}, but the question is about {space}. So they are not used as a test.",
            own_space=home,
            space=space,
        )
    outside = int(np.any(data.X < 0, axis=1).sum()) if space.nonnegative else 0
    if not outside:
        return ""
    return several(
        outside,
        "{n} of your {total} points has a negative coordinate: it is not in {space} and is not tried.",
        "{n} of your {total} points have a negative coordinate: they are not in {space} and are not tried.",
        total=data.n,
        space=space,
    )
