r"""Nearest neighbours in feature space: d²(x,z) = k(x,x) − 2k(x,z) + k(z,z), no feature vectors."""

from __future__ import annotations

from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from kernviz.models.base import Array, KernelModel, check_positive, gram
from kernviz.models.block import block, diagonal
from kernviz.wording import say

Indices = NDArray[np.intp]

CANDIDATES = 4  # looked at beyond those wanted: whether a tie ends among them is then mostly clear
SAME = 64 * float(np.finfo(np.float64).eps)  # of the larger of two distances: what a few roundings can make of a tie


class KernelNearestNeighbors(ClassifierMixin, KernelModel):  # type: ignore[misc]
    r"""The class of most of the ``n_neighbors`` nearest training points. Source: S2 Quiz 3, S4 NN.

    A kernel that falls with ‖x − z‖ alone (Gaussian) has the neighbours of ordinary distance; a polynomial has others.
    Equal distances (up to roundoff) count in the order of the training set, equal votes for the class that sorts first.
    After ``fit(X, y)``, X (n, d), y (n,): ``X_``, ``classes_``, ``codes_`` (n,) the classes as 0…k−1.

    Neighbours are ordered by ½k(z,z) − k(x,z), without the k(x,x) that all share, so a Gaussian orders points until
    its value underflows at e^−745; beyond that all are equally far for it.

    Raises ValueError unless 1 ≤ n_neighbors ≤ n; NotAKernelError if d² is negative for some mixtures (−‖x−z‖ is fine).

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
        """Keep X (n, d) and y (n,)."""
        points, labels = self._labelled(X, y)
        check_classification_targets(labels)
        self._count(self.n_neighbors, len(points))
        K = gram(self._kernel(), points)
        check_positive(K, conditionally=True)
        self.X_: Array = points
        self.classes_, codes = np.unique(labels, return_inverse=True)
        self.codes_: Indices = codes.ravel()
        self._diagonal = np.diag(K).copy()
        return self

    def squared_distances(self, X: ArrayLike) -> Array:
        """d² (m, n) of X (m, d) from every training point; roundoff below zero is set to 0."""
        values, own = self._values(X)
        return np.asarray((own[:, None] - 2 * values + self._diagonal[None, :]).clip(min=0))

    def kneighbors(self, X: ArrayLike, n_neighbors: int | None = None) -> tuple[Array, Indices]:
        """(distances, indices), (m, q) each, nearest first; q = ``n_neighbors`` if not given."""
        check_is_fitted(self)
        count = self._count(self.n_neighbors if n_neighbors is None else n_neighbors, len(self.X_))
        values, own = self._values(X)
        # for a diagonal that is constant up to roundoff what is ordered is −k(x,z), whose tiny values keep their digits
        excess = (self._diagonal - self._diagonal.min()) / 2
        if excess.max() <= SAME * np.abs(self._diagonal).max():
            excess = np.zeros_like(excess)
        rows = nearest(excess - values, excess + np.abs(values), count)
        squared = own[:, None] - 2 * np.take_along_axis(values, rows, axis=1) + self._diagonal[rows]
        return np.sqrt(squared.clip(min=0)), rows

    def predict_proba(self, X: ArrayLike) -> Array:
        """The share of every class among the neighbours, (m, classes) for X (m, d)."""
        rows = self.kneighbors(X)[1]
        voted = self.codes_[rows][:, :, None] == np.arange(len(self.classes_))
        return np.asarray(voted.mean(axis=1))

    def predict(self, X: ArrayLike) -> Any:
        """The class of every row of X (m, d)."""
        shares = self.predict_proba(X)
        return self.classes_[shares.argmax(axis=1)]

    def _values(self, X: ArrayLike) -> tuple[Array, Array]:
        check_is_fitted(self)
        points = self._rows(X, reset=False)
        return block(self._kernel(), points, self.X_), diagonal(self._kernel(), points)

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
    """The smallest of every row of keys (m, n), as many as it takes to know the first ``count``, in the order of the
    training set: so that a stable sort means the same among candidates as among all.
    """
    spare = count + CANDIDATES
    return np.sort(np.argpartition(keys, spare - 1, axis=1)[:, :spare], axis=1)


def among(chosen: Indices, some: Array, sizes: Array, count: int) -> tuple[Indices, NDArray[np.bool_]]:
    """The first ``count`` of `_ordered` among the candidates (m, q), of keys ``some`` and terms ``sizes``; and where
    that is not said by them: a chain of ties may reach from the last one wanted beyond the candidates.
    """
    order, steps = _ranked(some, sizes)
    return np.take_along_axis(chosen, order[:, :count], axis=1), np.asarray(~steps[:, count - 1 :].any(axis=1))


def nearest(keys: Array, terms: Array, count: int) -> Indices:
    """The first ``count`` of `_ordered`, (m, count), without sorting whole rows where a few candidates decide."""
    if count + CANDIDATES >= keys.shape[1]:
        return _ordered(keys, terms)[:, :count]
    chosen = candidates(keys, count)
    some, sizes = np.take_along_axis(keys, chosen, axis=1), np.take_along_axis(terms, chosen, axis=1)
    found, chained = among(chosen, some, sizes, count)
    if chained.any():
        found[chained] = _ordered(keys[chained], terms[chained])[:, :count]
    return np.asarray(found)


def _ordered(keys: Array, terms: Array) -> Indices:
    """Indices that sort every row of keys (m, n), values equal up to a share of their terms in the order of the
    index.
    """
    return _ranked(keys, terms)[0]


def _ranked(keys: Array, terms: Array) -> tuple[Indices, NDArray[np.bool_]]:
    """`_ordered`, and (m, n − 1) after which of them a larger value follows and not an equal one."""
    order = np.argsort(keys, axis=1, kind="stable")
    ranked, sizes = np.take_along_axis(keys, order, axis=1), np.take_along_axis(terms, order, axis=1)
    steps = np.diff(ranked, axis=1) > SAME * np.maximum(sizes[:, 1:], sizes[:, :-1])
    tied = ~steps.all(axis=1)
    if tied.any():
        groups = np.concatenate([np.zeros((tied.sum(), 1), dtype=np.intp), np.cumsum(steps[tied], axis=1)], axis=1)
        within = np.argsort(groups * keys.shape[1] + order[tied], axis=1)
        order[tied] = np.take_along_axis(order[tied], within, axis=1)
    return order, np.asarray(steps)
