"""Nearest neighbours in feature space.

The squared distance is d²(x,z) = k(x,x) − 2k(x,z) + k(z,z). No feature vectors are needed.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array, Indices
from kernviz.models.base import KernelModel
from kernviz.models.classes import class_codes
from kernviz.models.cross_gram import checked_block, diagonal
from kernviz.models.gram_checks import check_positive, gram
from kernviz.wording import say

CANDIDATES = 4  # further neighbours examined, mostly enough to see where a tie ends
SAME = 64 * float(np.finfo(np.float64).eps)  # relative tolerance for equal distances: a few rounding errors


class KernelNearestNeighbors(ClassifierMixin, KernelModel):  # type: ignore[misc]
    """Nearest-neighbour classifier with distances in feature space.

    d²(x, z) = k(x,x) − 2k(x,z) + k(z,z). A kernel that falls with ‖x − z‖ alone (Gaussian) has the neighbours of
    ordinary distance; a polynomial has others. Distances equal up to roundoff count in the order of the training set,
    equal votes for the class that sorts first.

    Neighbours are ordered by ½k(z,z) − k(x,z), without the common term k(x,x). So a Gaussian orders points until
    its value underflows at e^−745. Beyond this distance all points count as equally far.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz, also one that is only conditionally positive definite, such as −‖x−z‖. None: ``RBF(1)``.
    n_neighbors : int, default=1
        Number of neighbours that vote, from 1 to n.

    Attributes
    ----------
    X_ : ndarray of shape (n, d)
        The training points.
    classes_ : ndarray of shape (k,)
        The labels in order.
    codes_ : ndarray of int of shape (n,)
        The class of each training point as 0…k−1.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: unless 1 ≤ n_neighbors ≤ n, or if a kernel value is not finite.
    NotAKernelError
        In ``fit``: if the centred Gram matrix has a negative eigenvalue, so that d² is negative for some mixtures.

    References
    ----------
    Lecture notes S2 Quiz 3, S4 NN.

    Examples
    --------
    >>> from kernviz.kernels import Linear, Polynomial
    >>> for kernel in (Linear(), Polynomial(degree=2, gamma=1, coef0=1)):
    ...     machine = KernelNearestNeighbors(kernel).fit([[1], [3]], ["one", "three"])
    ...     print(machine.predict([[2.2]])[0], machine.squared_distances([[2.2]])[0].round(2).tolist())
    three [1.44, 0.64]
    one [17.63, 18.59]
    """

    def __init__(self, kernel: Any = None, n_neighbors: int = 1) -> None:
        self.kernel = kernel
        self.n_neighbors = n_neighbors

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Store X (n, d) and y (n,)."""
        points, labels = self._labelled(X, y)
        classes, codes = class_codes(labels)
        self._count(self.n_neighbors, len(points))
        K = gram(self._kernel(), points)
        check_positive(K, conditionally=True, values=(self._kernel(), points))
        self.X_: Array = points
        self.classes_, self.codes_ = classes, codes
        self._diagonal = np.diag(K).copy()
        return self

    def squared_distances(self, X: ArrayLike) -> Array:
        """Return the squared distances from every training point.

        d² is (m, n) for X (m, d). Roundoff below zero is set to 0.
        """
        points, values = checked_block(self, X)
        own = diagonal(self._kernel(), points)
        return np.asarray((own[:, None] - 2 * values + self._diagonal[None, :]).clip(min=0))

    def kneighbors(self, X: ArrayLike, n_neighbors: int | None = None) -> tuple[Array, Indices]:
        """Return distances and indices of the nearest neighbours.

        Both are (m, q) for X (m, d), nearest first. q is the argument ``n_neighbors``, or the model's if this is
        None.
        """
        check_is_fitted(self)
        count = self._count(self.n_neighbors if n_neighbors is None else n_neighbors, len(self.X_))
        points, values = checked_block(self, X)
        own = diagonal(self._kernel(), points)
        # If the diagonal is constant up to roundoff, points are ordered by −k(x,z), whose tiny values keep their
        # digits.
        excess = (self._diagonal - self._diagonal.min()) / 2
        if excess.max() <= SAME * np.abs(self._diagonal).max():
            excess = np.zeros_like(excess)
        rows = nearest(excess - values, excess + np.abs(values), count)
        squared = own[:, None] - 2 * np.take_along_axis(values, rows, axis=1) + self._diagonal[rows]
        return np.sqrt(squared.clip(min=0)), rows

    def predict_proba(self, X: ArrayLike) -> Array:
        """Return the share of every class among the neighbours.

        The shares are (m, classes) for X (m, d).
        """
        rows = self.kneighbors(X)[1]
        voted = self.codes_[rows][:, :, None] == np.arange(len(self.classes_))
        return np.asarray(voted.mean(axis=1))

    def predict(self, X: ArrayLike) -> Any:
        """Return the class of every row of X (m, d)."""
        shares = self.predict_proba(X)
        return self.classes_[shares.argmax(axis=1)]

    def _count(self, given: Any, n: int) -> int:
        if not isinstance(given, Integral) or not 1 <= int(given) <= n:
            raise ValueError(
                say(
                    "n_neighbors = {given!r} must be a whole number from 1 to n_samples = {n}, the "
                    "number of training points",
                    given=given,
                    n=n,
                )
            )
        return int(given)


def candidates(keys: Array, count: int) -> Indices:
    """Return the indices of the smallest keys in every row.

    Indices are (m, q) for keys (m, n), in the order of the training set.

    q exceeds ``count``, so that the first ``count`` are mostly decided. A stable sort of the
    candidates orders equal keys as a stable sort of all does.
    """
    spare = count + CANDIDATES
    return np.sort(np.argpartition(keys, spare - 1, axis=1)[:, :spare], axis=1)


def among(chosen: Indices, some: Array, sizes: Array, count: int) -> tuple[Indices, NDArray[np.bool_]]:
    """Return the nearest points among the candidates, and a mask.

    ``chosen`` (m, q) are the indices of the candidates, ``some`` their keys, ``sizes`` the terms of the keys. The
    indices (m, count) are in the order of `_ordered`.

    The mask (m,) is True for each row that the candidates cannot decide: from the last index wanted on, all
    candidates are tied, so points that are no candidates may be tied too.
    """
    order, steps = _ranked(some, sizes)
    return np.take_along_axis(chosen, order[:, :count], axis=1), np.asarray(~steps[:, count - 1 :].any(axis=1))


def nearest(keys: Array, terms: Array, count: int) -> Indices:
    """Return the indices (m, count) of the smallest keys in every row.

    They are the first ``count`` of `_ordered`. Only rows that a few candidates cannot decide are sorted completely.
    ``keys`` and ``terms`` are (m, n).
    """
    if count + CANDIDATES >= keys.shape[1]:
        return _ordered(keys, terms)[:, :count]
    chosen = candidates(keys, count)
    some, sizes = np.take_along_axis(keys, chosen, axis=1), np.take_along_axis(terms, chosen, axis=1)
    found, chained = among(chosen, some, sizes, count)
    if chained.any():
        found[chained] = _ordered(keys[chained], terms[chained])[:, :count]
    return np.asarray(found)


def _ordered(keys: Array, terms: Array) -> Indices:
    """Return indices that sort every row of keys.

    Keys and terms are (m, n). Keys whose difference is at most SAME times their terms count as equal. Equal keys
    stay in the order of the training set.
    """
    return _ranked(keys, terms)[0]


def _ranked(keys: Array, terms: Array) -> tuple[Indices, NDArray[np.bool_]]:
    """Return the order of keys with a mask of ties.

    The order is that of `_ordered`. The mask (m, n − 1) is True where the next key is larger,
    False where the keys are equal.
    """
    order = np.argsort(keys, axis=1, kind="stable")
    ranked, sizes = np.take_along_axis(keys, order, axis=1), np.take_along_axis(terms, order, axis=1)
    steps = np.diff(ranked, axis=1) > SAME * np.maximum(sizes[:, 1:], sizes[:, :-1])
    tied = ~steps.all(axis=1)
    if tied.any():
        groups = np.concatenate([np.zeros((tied.sum(), 1), dtype=np.intp), np.cumsum(steps[tied], axis=1)], axis=1)
        within = np.argsort(groups * keys.shape[1] + order[tied], axis=1)
        order[tied] = np.take_along_axis(order[tied], within, axis=1)
    return order, np.asarray(steps)
