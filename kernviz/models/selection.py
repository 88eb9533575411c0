"""Comparison of machines, by cross-validation and by the share of equal predictions.

Every machine here is an estimator of scikit-learn, so scikit-learn's own tools accept it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from kernviz.wording import say


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
