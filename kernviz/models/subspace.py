"""Accuracy of the nearest neighbour for every number of coordinates.

The coordinates are projections on principal components, as in S4's face recognition.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.wording import say


def accuracy_by_dimension(learnt: Array, labels: ArrayLike, new: Array, truth: ArrayLike) -> Array:
    """Return the nearest neighbour's accuracy for each number of coordinates.

    ``learnt`` (n, D) are training points with ``labels`` (n,), and ``new`` (m, D) are points with the classes
    ``truth`` (m,). Entry M − 1 of the result (D,) is the accuracy with the first M coordinates.

    Squared distances are summed coordinate by coordinate, so all M take as long as M = D alone. Of equally near
    points the first decides. Raises ValueError unless both have the same number of columns, and as many labels as
    rows. Source: S4, face recognition.
    """
    learnt, new = np.asarray(learnt, dtype=np.float64), np.asarray(new, dtype=np.float64)
    known, wanted = np.asarray(labels), np.asarray(truth)
    if learnt.ndim != 2 or new.ndim != 2 or learnt.shape[1] != new.shape[1]:
        raise ValueError(
            say(
                "learnt has shape {learnt} and new has shape {new}: both must have the same number of columns",
                learnt=str(learnt.shape),
                new=str(new.shape),
            )
        )
    if len(known) != len(learnt) or len(wanted) != len(new) or not len(new) or not len(learnt):
        raise ValueError(
            say(
                "{labels} and {new_labels} labels for {learnt} learnt and {new} new points",
                labels=len(known),
                new_labels=len(wanted),
                learnt=len(learnt),
                new=len(new),
            )
        )
    squared = np.zeros((len(new), len(learnt)))
    shares = []
    for j in range(learnt.shape[1]):
        squared += (new[:, j, None] - learnt[None, :, j]) ** 2
        shares.append(float(np.mean(known[squared.argmin(axis=1)] == wanted)))
    return np.array(shares)
