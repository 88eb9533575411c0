"""Comparison of machines.

Machines are compared by their scores for several values of a parameter, by cross-validation, and by the share
of points with the same prediction.

Every machine here is an estimator of scikit-learn, so scikit-learn's own tools accept it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold, cross_val_predict

import kernviz.budget as budget
from kernviz.wording import say

Labelled = tuple[ArrayLike, ArrayLike]  # X (n, d), y (n,)


@dataclass(frozen=True, eq=False)
class Trial:
    """Parameter value with the machine trained for it, and its scores.

    If the training was refused, ``refused`` is the message of the refusal, and the scores are nan.
    """

    value: Any
    model: Any
    train_score: float
    test_score: float
    refused: str = ""

    @property
    def support_share(self) -> float:
        """Return the share of training points that are support vectors.

        The share is nan for a machine without any.
        """
        if self.refused or not hasattr(self.model, "support_"):
            return float("nan")
        return len(self.model.support_) / len(self.model.X_)


def sweep(model: Any, parameter: str, values: Iterable[Any], train: Labelled, test: Labelled) -> tuple[Trial, ...]:
    """Return a trial for each value of a parameter.

    ``parameter`` is a name such as "C", "ridge", "kernel__gamma" or "kernel". Scores are the model's own: accuracy,
    or R². If the training is refused for a value (no hard margin, not a kernel), its trial has the reason. A
    parameter that the model does not have raises ValueError. ``model`` is not changed. Source: S3 (over-fitting
    with γ).

    >>> from kernviz.kernels import RBF
    >>> from kernviz.models.svm import KernelSVC
    >>> data = [[0], [1], [2], [3]], [0, 1, 0, 1]
    >>> [trial.train_score for trial in sweep(KernelSVC(RBF(1), C=100), "kernel__gamma", (0.01, 10), data, data)]
    [0.5, 1.0]
    """
    return tuple(_trial(clone(model).set_params(**{parameter: value}), value, train, test) for value in values)


def _trial(model: Any, value: Any, train: Labelled, test: Labelled) -> Trial:
    budget.check()
    try:
        model.fit(*train)
    except ValueError as error:
        return Trial(value, model, float("nan"), float("nan"), str(error))
    return Trial(value, model, float(model.score(*train)), float(model.score(*test)))


def cross_validated(model: Any, X: ArrayLike, y: ArrayLike, folds: int = 5) -> float:
    """Return the cross-validated accuracy on X (n, d), y (n,).

    Each point is predicted once. The folds are stratified, and are the same for every model. Raises ValueError if a
    class has fewer points than there are folds, or if a training fails. Source: S3 (choosing γ and C).

    >>> from kernviz.kernels import RBF
    >>> from kernviz.models.svm import KernelSVC
    >>> cross_validated(KernelSVC(RBF(1)), [[0], [1], [2], [5], [6], [7]], [0, 0, 0, 1, 1, 1], folds=3)
    1.0
    """
    classes, counts = np.unique(np.asarray(y), return_counts=True)
    if counts.min() < folds:
        rare = classes[counts.argmin()]
        raise ValueError(
            say("class {rare} has {n} of the {folds} points it needs", rare=rare, n=int(counts.min()), folds=folds)
        )
    drawn = StratifiedKFold(folds, shuffle=True, random_state=0)
    return float(np.mean(cross_val_predict(model, X, y, cv=drawn) == np.asarray(y)))


def agreement(one: Any, other: Any, X: ArrayLike) -> float:
    """Return the share of points with the same predicted class.

    The points are X (m, d). Two fitted classifiers give the same class there.

    Source: S2 (smart neighbour).
    """
    return float(np.mean(np.asarray(one.predict(X)) == np.asarray(other.predict(X))))
