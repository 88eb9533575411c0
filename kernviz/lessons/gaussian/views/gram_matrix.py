"""View of the Gram matrix, from all ones to the identity.

As γ grows, the matrix goes from one to the other. The view shows its condition number, and the distance of α from its
limit 1 − y·mean(y).
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.matrix.gram import along_main_direction, describe_gram, gram_heatmap
from kernviz.kernels.rules_and_premises import latex_factor
from kernviz.lessons.gaussian.limits import condition, law
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.gaussian.tabs import limit
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Tab, Text
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.lessons.shared.two_classes import has_two_classes
from kernviz.wording import phrase, say, short


def build(state: State, question: str) -> Lesson:
    """Build the picture, condition number and mean entry of one Gram matrix."""
    data = state.data
    K = state.own(data.X)
    labels = data.codes_or_none
    apart = K[~np.eye(data.n, dtype=bool)]
    mean = float(apart.mean()) if len(apart) else 1.0
    cond = condition(K)
    figure = gram_heatmap(K, labels, classes=data.classes or None, limit=1.0, along=along_main_direction(data.X))
    result = _trained(state)
    caption = say(
        "‹γ=› = {gamma:γ}: off the diagonal the mean is {mean:.3}. At ‹γ → 0› every entry is 1: all "
        "points look the same, the matrix has rank 1. At ‹γ → ∞› entries of different points are 0: no "
        "two of them look alike, and ‹K› = I if no two points coincide.",
        gamma=state.gamma,
        mean=mean,
    )
    if data.classes:
        caption += " " + say(
            "Ordered by class: the blocks of the classes stand out where each class is a cluster and ‹γ› fits it."
        )
    return Lesson(
        question,
        Picture(figure, describe_gram(K, labels), caption, "gram", 640, square=True, revision=data.key),
        besides=(
            lambda: (Formula(rf"‹\K›_{{ij}} = e^{{-{latex_factor(state.gamma)}\|x_i-x_j\|^2}}"),),
            Numbers(
                (
                    Readout(
                        phrase("mean ‹k›(‹xᵢ›,‹xⱼ›)"),
                        short(mean, 3),
                        say("off the diagonal: 1 at ‹γ → 0›, 0 at ‹γ → ∞› for different points"),
                    ),
                    Readout(
                        phrase("condition"),
                        short(cond, 3),
                        say("condition number, largest over smallest eigenvalue; ∞: the smallest is lost in rounding"),
                    ),
                    Readout(
                        phrase("eff. rank"),
                        short(_effective_rank(K), 3),
                        say("(Σλ)² / Σλ²: how many eigenvalues count; 1 for all ones, n for I"),
                    ),
                )
            ),
            *_machine(result),
        ),
        tabs=(Tab(limit.TITLE, lambda: limit.blocks(state, result)),),
        facts={"K": K, "condition": cond, "training": result, "mean": mean},
    )


def _effective_rank(K: Array) -> float:
    return float(np.trace(K) ** 2 / (K**2).sum())


def _trained(state: State) -> Training | Failure | None:
    return train(state.signed, state.own, state.penalty) if has_two_classes(state.data) else None


def _machine(result: Training | Failure | None) -> tuple[Block, ...]:
    if result is None:
        return (Text(say("These data have no two classes, so only the matrix is shown.")),)
    if isinstance(result, Failure):
        return (Text(result.words, "warning"),)
    m = result.machine
    limits, b = law(m.signs_)
    gap = float(np.abs(m.alpha_ - limits).max())
    return (
        Text(say("**The machine with this matrix**")),
        Numbers(
            (
                Readout(
                    phrase("support vectors"), f"{len(m.support_)} / {len(m.signs_)}", say("all of them at ‹γ → ∞›")
                ),
                Readout(
                    phrase("max |‹α› − limit|"),
                    short(gap, 2),
                    say("the limit is 1 − ‹y›·mean(‹y›); it needs C ≥ 2 and different points"),
                ),
                Readout(
                    phrase("b − mean(‹y›)"),
                    short(m.intercept_ - b, 2),
                    say("b = {intercept}, mean(‹y›) = {b}", intercept=m.intercept_, b=b),
                ),
            )
        ),
    )
