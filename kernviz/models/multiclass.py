"""Multi-class strategies from two-class machines.

A strategy has a machine for each class, or a machine for each pair of classes. The pairs vote, or are asked
along a decision graph.

A machine with a single objective for all classes is in `crammer_singer`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array, Indices
from kernviz.models.base import KernelModel, RefusedError
from kernviz.models.classes import check_classes
from kernviz.models.crammer_singer import CrammerSinger
from kernviz.models.svm import KernelSVC
from kernviz.wording import say

__all__ = ["CrammerSinger", "DecisionDAG", "OneVersusOne", "OneVersusRest"]


class _Machines(ClassifierMixin, KernelModel):  # type: ignore[misc]
    """Base of the multi-class strategies.

    ``machines_`` holds fitted two-class machines (`KernelSVC`). `values` has a column for each of them.
    """

    def __init__(self, kernel: Any = None, C: float = 1.0) -> None:
        self.kernel = kernel
        self.C = C

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Train every machine on X (n, d) and y (n,).

        X may be a list of n words, sets or graphs if the kernel compares those.
        """
        KernelSVC(C=self.C)._penalty()
        points, labels = self._labelled(X, y)
        check_classification_targets(labels)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        self.codes_: Indices = codes.ravel()
        check_classes(self.classes_)
        self.X_: Array = points
        self._train()
        return self

    def _train(self) -> None:
        raise NotImplementedError

    def _machine(self, rows: Any, positive: NDArray[np.bool_]) -> KernelSVC:
        return KernelSVC(self.kernel, self.C).fit(self.X_[rows], positive)

    def values(self, X: ArrayLike) -> Array:
        """Return the values of f of every machine.

        They are (m, machines) for X (m, d), in the order of ``machines_``.
        """
        points = self._points(X)
        return np.column_stack([machine.decision_function(points) for machine in self.machines_])

    def winners(self, values: Array) -> Indices:
        """Return the winning classes 0…k−1 (m,) for known ``values`` (m, machines)."""
        raise NotImplementedError

    def predict(self, X: ArrayLike) -> Any:
        """Return the winning class (m,) of every row of X (m, d)."""
        values = self.values(X)
        return self.classes_[self.winners(values)]

    def _points(self, X: ArrayLike) -> Array:
        check_is_fitted(self)
        return self._rows(X, reset=False)


class OneVersusRest(_Machines):
    """Multi-class classifier with a machine per class, trained against all other classes.

    Each machine is a support vector machine. The class whose machine has the largest f wins.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    C : float, default=1.0
        Penalty of the slack of every machine, > 0. ``inf``: hard margin.

    Attributes
    ----------
    machines_ : tuple of KernelSVC
        k fitted machines, in the order of ``classes_``.
    classes_ : ndarray of shape (k,)
        The labels in order.
    codes_ : ndarray of int of shape (n,)
        The class of each training point as 0…k−1.
    X_ : ndarray of shape (n, d)
        The training points.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if y has one class only.
    RefusedError
        In ``fit``: as `KernelSVC` raises, with the name of the class.

    References
    ----------
    Lecture notes S4 ("one-to-many").

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> machine = OneVersusRest(Linear()).fit([[0, 2], [2, -1], [-2, -1]], ["a", "b", "c"])
    >>> len(machine.machines_), machine.predict([[0, 1], [-1, -1]]).tolist()
    (3, ['a', 'c'])
    """

    def _train(self) -> None:
        self.machines_: tuple[KernelSVC, ...] = tuple(self._against_rest(c) for c in range(len(self.classes_)))

    def _against_rest(self, c: int) -> KernelSVC:
        with _about(self.classes_, c):
            return self._machine(slice(None), self.codes_ == c)

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the values of f for X.

        They are ``values`` (m, k), or those of the second class (m,) if there are two.
        """
        values = self.values(X)
        return np.asarray(values[:, 1]) if values.shape[1] == 2 else values

    def winners(self, values: Array) -> Indices:
        """Return the winning classes for known values.

        The classes are 0…k−1 (m,) for known ``values`` (m, k).
        """
        check_is_fitted(self)
        return (values[:, 1] > 0).astype(np.intp) if values.shape[1] == 2 else values.argmax(axis=1)

    def ambiguous(self, X: ArrayLike) -> NDArray[np.bool_]:
        """Return True where the machines do not agree on a class.

        The mask (m,) is True where f > 0 for no machine, or for more than one. There `predict` compares the values
        of different machines.
        """
        return np.asarray((self.values(X) > 0).sum(axis=1) != 1)


class _Pairs(_Machines):
    """Base of the strategies with one machine per pair.

    ``pairs_`` are pairs of classes (i, j) with i < j as 0…k−1; f > 0 is for j.
    """

    def _train(self) -> None:
        self.pairs_: tuple[tuple[int, int], ...] = tuple(combinations(range(len(self.classes_)), 2))
        self.machines_: tuple[KernelSVC, ...] = tuple(self._between(i, j) for i, j in self.pairs_)

    def _between(self, i: int, j: int) -> KernelSVC:
        rows = np.flatnonzero((self.codes_ == i) | (self.codes_ == j))
        with _about(self.classes_, i, j):
            return self._machine(rows, self.codes_[rows] == j)


class OneVersusOne(_Pairs):
    """Multi-class classifier with a machine per pair of classes, decided by votes.

    Each machine is a support vector machine. The class with most votes wins. The sum of f settles equal votes.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    C : float, default=1.0
        Penalty of the slack of every machine, > 0. ``inf``: hard margin.

    Attributes
    ----------
    pairs_ : tuple of tuple of int
        The k(k−1)/2 pairs (i, j), i < j, of classes 0…k−1: (0, 1), (0, 2), …
    machines_ : tuple of KernelSVC
        One fitted machine per pair, in the order of ``pairs_``, trained on its two classes only; f > 0 votes for j.
    classes_ : ndarray of shape (k,)
        The labels in order.
    codes_ : ndarray of int of shape (n,)
        The class of each training point as 0…k−1.
    X_ : ndarray of shape (n, d)
        The training points.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if y has one class only.
    RefusedError
        In ``fit``: as `KernelSVC` raises, with the names of the two classes.

    References
    ----------
    Lecture notes S4.

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> machine = OneVersusOne(Linear()).fit([[0, 2], [2, -1], [-2, -1]], ["a", "b", "c"])
    >>> machine.pairs_, machine.votes([[0, 1]]).tolist()
    (((0, 1), (0, 2), (1, 2)), [[2, 1, 0]])
    """

    def votes(self, X: ArrayLike) -> Indices:
        """Return the number of machines each class wins.

        The votes are (m, k), for X (m, d).
        """
        return self.counted(self.values(X))[0]

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the votes of each class, with ties settled.

        A number between −1/3 and 1/3, which rises with the sum of f, is added to the votes. The result is (m, k),
        or f (m,) for two classes.
        """
        values = self.values(X)
        return np.asarray(values[:, 0]) if len(self.classes_) == 2 else self._settled(values)

    def winners(self, values: Array) -> Indices:
        """Return the winning classes for known values.

        The classes are 0…k−1 (m,) for known ``values`` (m, machines).
        """
        check_is_fitted(self)
        return (values[:, 0] > 0).astype(np.intp) if len(self.classes_) == 2 else self._settled(values).argmax(axis=1)

    def _settled(self, values: Array) -> Array:
        votes, sums = self.counted(values)
        return np.asarray(votes + sums / (3 * (np.abs(sums) + 1)))

    def counted(self, values: Array) -> tuple[Indices, Array]:
        """Return the votes and sums of f for known values.

        Both are (m, k) for known ``values`` (m, machines).
        """
        check_is_fitted(self)
        votes, sums = (
            np.zeros((len(values), len(self.classes_)), dtype=np.intp),
            np.zeros((len(values), len(self.classes_))),
        )
        for (i, j), f in zip(self.pairs_, values.T, strict=True):
            votes[:, i] += f <= 0
            votes[:, j] += f > 0
            sums[:, i] -= f
            sums[:, j] += f
        return votes, sums


class DecisionDAG(_Pairs):
    """Multi-class classifier with pairwise machines along a decision graph (DAGSVM).

    For each point, the machine of the first and the last class in the list of classes removes the class that loses.
    This is repeated until a single class is left. So a point is tested by k − 1 of the k(k−1)/2 trained machines.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    C : float, default=1.0
        Penalty of the slack of every machine, > 0. ``inf``: hard margin.

    Attributes
    ----------
    pairs_ : tuple of tuple of int
        The k(k−1)/2 pairs (i, j), i < j, of classes 0…k−1: (0, 1), (0, 2), …
    machines_ : tuple of KernelSVC
        One fitted machine per pair, in the order of ``pairs_``, trained on its two classes only; f > 0 is for j.
    classes_ : ndarray of shape (k,)
        The labels in order.
    codes_ : ndarray of int of shape (n,)
        The class of each training point as 0…k−1.
    X_ : ndarray of shape (n, d)
        The training points.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if y has one class only.
    RefusedError
        In ``fit``: as `KernelSVC` raises, with the names of the two classes.

    References
    ----------
    Lecture notes S4.

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> machine = DecisionDAG(Linear()).fit([[0, 2], [2, -1], [-2, -1]], ["a", "b", "c"])
    >>> [str(winner) for _, winner in machine.dag_path([0, 1])]
    ['a', 'a']
    """

    @classmethod
    def of(cls, pairs: OneVersusOne) -> Self:
        """Return a decision graph over already fitted machines.

        The machines are those of a fitted `OneVersusOne`; nothing is trained.
        """
        if not isinstance(pairs, OneVersusOne):
            raise ValueError(
                say("a decision graph is made of a trained OneVersusOne, and not of {given!r:.60}", given=pairs)
            )
        check_is_fitted(pairs)
        dag = cls(pairs.kernel, pairs.C)
        dag.__dict__.update(vars(pairs))
        return dag

    def winners(self, values: Array) -> Indices:
        """Return the remaining class for known values.

        The class left over is 0…k−1 (m,), for known ``values`` (m, machines).
        """
        check_is_fitted(self)
        first = np.zeros(len(values), dtype=np.intp)
        last = np.full(len(values), len(self.classes_) - 1)
        number = np.zeros((len(self.classes_),) * 2, dtype=np.intp)  # index of the machine of each pair of classes
        number[tuple(np.transpose(self.pairs_))] = np.arange(len(self.pairs_))
        for _ in range(len(self.classes_) - 1):
            wins = values[np.arange(len(values)), number[first, last]] > 0
            first, last = np.where(wins, first + 1, first), np.where(wins, last, last - 1)
        return first

    def dag_path(self, x: ArrayLike) -> list[tuple[tuple[Any, Any], Any]]:
        """Return the questions of the decision graph for a point.

        There are k − 1 questions for one point x (d,): [((class, class), winner), …].

        The last winner is the prediction.
        """
        check_is_fitted(self)
        point = self._one(x)
        first, last, path = 0, len(self.classes_) - 1, []
        while first < last:
            wins = bool(self._asked(first, last, point)[0])
            path.append(((self.classes_[first], self.classes_[last]), self.classes_[last if wins else first]))
            first, last = (first + 1, last) if wins else (first, last - 1)
        return path

    def predict(self, X: ArrayLike) -> Any:
        """Return the remaining class of the decision graph for X.

        The class left over is (m,) for X (m, d).
        """
        points = self._points(X)
        first = np.zeros(len(points), dtype=np.intp)
        last = np.full(len(points), len(self.classes_) - 1)
        for _ in range(len(self.classes_) - 1):
            wins = np.zeros(len(points), dtype=bool)
            for i, j in set(zip(first.tolist(), last.tolist(), strict=True)):
                here = np.flatnonzero((first == i) & (last == j))
                wins[here] = self._asked(i, j, points[here])
            first, last = np.where(wins, first + 1, first), np.where(wins, last, last - 1)
        return self.classes_[first]

    def _asked(self, i: int, j: int, points: Array) -> NDArray[np.bool_]:
        """Return True where class j wins against class i.

        The mask is (m,).
        """
        return np.asarray(self.machines_[self.pairs_.index((i, j))].decision_function(points) > 0)


@contextmanager
def _about(classes: NDArray[Any], *machine: int) -> Iterator[None]:
    """Add the machine's classes to a refusal raised inside the block.

    ``machine`` is the class, or the two classes, as 0…k−1. Any ValueError becomes a RefusedError with these classes
    and their names.
    """
    try:
        yield
    except ValueError as error:
        refused = error if isinstance(error, RefusedError) else RefusedError(str(error))
        refused.machine, refused.class_names = machine, tuple(str(classes[c]) for c in machine)
        raise refused from error.__cause__
