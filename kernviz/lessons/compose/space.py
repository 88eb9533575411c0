"""The space the question is about: an ℝᵈ of one's own choice, every one at once, or their non-negative part."""

from __future__ import annotations

import math

import numpy as np

from kernviz.data import Dataset
from kernviz.kernels import Space
from kernviz.wording import phrase, say

DATAS, EVERY = phrase("the data's"), phrase("every ℝᵈ")
DIMENSIONS: dict[str, float | None] = {DATAS: None, "ℝ": 1, "ℝ²": 2, "ℝ³": 3, "ℝ⁵": 5, EVERY: math.inf}


def space_of_question(data: Dataset, dimension: float | None, nonnegative: bool) -> Space:
    """The space of a choice: the data's where ``dimension`` is None, all of them for ∞."""
    if dimension == math.inf:
        return Space(data.d, nonnegative, every=True)
    return Space(data.d if dimension is None else int(dimension), nonnegative)


def verdict_on(mark: str, space: Space) -> str:
    """The verdict in a line: ✗ refuted on ℝ³. What fails on one ℝᵈ is not refuted on each of them."""
    if not space.every:
        return say("{mark} on {space}", mark=mark, space=space)
    all_of_them = "every [0,∞)ᵈ" if space.nonnegative else say("every ℝᵈ")
    return (
        say("{mark}: not on {all_of_them}", mark=mark, all_of_them=all_of_them)
        if "refuted" in mark
        else say("{mark} on {all_of_them}", mark=mark, all_of_them=all_of_them)
    )


def tried(data: Dataset, space: Space) -> bool:
    """Whether the person's own points are points of this space."""
    return not space.every and space.d == data.d


def about_own_points(data: Dataset, space: Space) -> str:
    """One line where they are not tried, or not all of them; empty where all are."""
    home = Space(data.d)
    if space.every:
        return say(
            "Your points are of {home} alone, so they are not tried: the question is about all dimensions.", home=home
        )
    if space.d != data.d:
        return say(
            "Your points are of {home}, so they are not tried: the question is about {space}.", home=home, space=space
        )
    outside = int(np.any(data.X < 0, axis=1).sum()) if space.nonnegative else 0
    if not outside:
        return ""
    return say(
        "{outside} of your {n} points have a negative coordinate: they are not in {space} and are not tried.",
        outside=outside,
        n=data.n,
        space=space,
    )


__all__ = ["DATAS", "DIMENSIONS", "EVERY", "about_own_points", "space_of_question", "tried", "verdict_on"]
