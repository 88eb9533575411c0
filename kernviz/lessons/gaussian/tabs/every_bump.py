"""Table of all bumps of f.

Each bump has its centre and its height. The table tells if the bump is in the sum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Formula, Table, paragraph
from kernviz.lessons.shared.formulas import dual_sum
from kernviz.models.svm import KernelSVC
from kernviz.wording import class_word, phrase, say

TITLE = phrase("Every bump")


def blocks(data: Dataset, m: KernelSVC, off: NDArray[np.bool_]) -> tuple[Block, ...]:
    """Return a table of every bump with its height.

    `off` is True for the support vectors whose bump is removed, in the order of `m.support_`.
    """
    order = np.argsort(-m.alpha_[m.support_], kind="stable")
    rows = m.support_[order]
    return (
        paragraph(
            "S3: a Gaussian machine is a linear combination of Gaussians centred at the support vectors, which is "
            "why the kernel is also called radial basis function (RBF). Points with ‹α› = 0 have no bump."
        ),
        Formula(dual_sum(m)),
        Table(
            {
                say("point"): (rows + 1).tolist(),
                say("class"): [class_word(data.labels[i]) for i in rows],
                say("height ‹α›·‹y›"): [float(v) for v in m.dual_coef_[rows]],
                say("group"): [
                    say("bounded (‹α› = C)") if i in set(m.bounded_.tolist()) else say("free") for i in rows
                ],
                say("in the sum"): [say("taken away") if off[i] else say("yes") for i in order],
            },
            height=340,
        ),
    )
