"""Page without neighbours, with the reason."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.lesson import Formula, Lesson
from kernviz.lessons.neighbors.picture import bare
from kernviz.lessons.neighbors.state import State
from kernviz.lessons.number_format import tex
from kernviz.lessons.shared.refusal import sentence
from kernviz.lessons.shared.signed_number import squared_distance
from kernviz.models.refusals import NotAKernelError
from kernviz.wording import say


def refused(state: State, problem: ValueError, question: str) -> Lesson:
    """Return the lesson shown if there are no neighbours.

    The reason is that the function is no kernel on these points, or that a value overflows.
    """
    if not isinstance(problem, NotAKernelError):
        return Lesson(question, bare(state), problem=sentence(problem))
    pair = worst_pair(state.data, state.kernel)
    if pair is None:
        words = say(
            "{kernel} is not a kernel on these points. Every squared distance between two of them is ≥ 0, but "
            "combinations of points have a negative one (eigenvalue {smallest} of the centred Gram matrix). So "
            "there is no feature space with these distances: choose another kernel.",
            kernel=state.kernel,
            smallest=problem.smallest,
        )
        return Lesson(question, bare(state), problem=words)
    i, j, squared = pair
    words = say(
        "The squared distance between points {i} and {j} is {squared}, a negative number: {kernel} is not a kernel, no "
        "space has points that lie like this, and nearest neighbours mean nothing. Choose another kernel.",
        i=i + 1,
        j=j + 1,
        squared=squared,
        kernel=state.kernel,
    )
    X = state.data.X
    a, b, c = (float(state.kernel(X[[p]], X[[q]])[0, 0]) for p, q in ((i, i), (i, j), (j, j)))
    formula = Formula(
        rf"\begin{{aligned}}&‹\k›(x_{{{i + 1}}},x_{{{i + 1}}}) - 2‹\k›(x_{{{i + 1}}},x_{{{j + 1}}}) +"
        rf" ‹\k›(x_{{{j + 1}}},x_{{{j + 1}}})\\ "
        rf"&\quad= {squared_distance(a, b, c)} = {tex(squared)}\end{{aligned}}"
    )
    return Lesson(question, bare(state, (i, j)), (formula,), problem=words, facts={"pair": pair})


def worst_pair(data: Dataset, kernel: Kernel) -> tuple[int, int, float] | None:
    """Return the pair of points with the most negative squared distance.

    The third value is that distance. The result is None if no distance is negative beyond
    rounding.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        K = np.asarray(kernel(data.X))
    own = np.diag(K)
    squared = own[:, None] - 2 * K + own[None, :]
    i, j = (int(v) for v in np.unravel_index(int(squared.argmin()), squared.shape))
    noise = 1e-12 * float(np.abs(K).max())  # a few rounding errors of the largest entry
    return (min(i, j), max(i, j), float(squared[i, j])) if squared[i, j] < -noise else None
