"""Side of a decision boundary on which a point lies.

A decision value within its rounding error counts as 0: the point is on the boundary.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from kernviz.models.svm import KernelSVC
from kernviz.wording import class_word, say

EPS = float(np.finfo(np.float64).eps)


def sum_or_zero(value: float, terms: ArrayLike) -> float:
    """Return `value`, the sum of `terms`, or 0 if within rounding.

    The rounding error of n terms is at most 4·n·ε·Σ|term|.
    """
    sizes = np.abs(np.asarray(terms, dtype=np.float64))
    return 0.0 if abs(value) <= 4 * sizes.size * EPS * float(sizes.sum()) else value


def value_or_zero(machine: KernelSVC, f: float, kxx: float) -> float:
    """Return the decision value f(x), or 0 if within its error.

    `kxx` is k(x, x). A term αᵢyᵢk(xᵢ, x) is at most αᵢ·max(k(xᵢ, xᵢ), k(x, x)), and the bias b is a sum of such terms.
    This bounds the rounding error. The machine's violation of its optimality conditions is added.
    """
    support = machine.support_
    diagonal = np.abs(machine.kernel.diag(machine.X_[support]))
    largest = max(abs(kxx), float(diagonal.max(initial=0.0)))
    size = float(machine.alpha_[support].sum()) * largest + abs(machine.intercept_)
    unknown = 4 * (len(support) + 2) * EPS * size + machine.certificate_.kkt
    return 0.0 if abs(f) <= unknown else f


def side(f: float, classes: Sequence[str]) -> str:
    """Return the class predicted for the decision value f.

    The second class is predicted above 0, the first below 0, and neither at 0.
    """
    if not f:
        return say("neither: ‹f› is 0, on the border")
    return class_word(classes[int(f > 0)])
