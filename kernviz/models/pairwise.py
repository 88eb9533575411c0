"""Multi-class strategies with a machine for each pair of classes.

The machines vote, or are asked along a decision graph.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array, Indices
from kernviz.models.svm import KernelSVC
from kernviz.models.two_class_machines import TwoClassMachines, of_classes
from kernviz.wording import say


class PairwiseMachines(TwoClassMachines):
    """Base of the strategies with one machine per pair.

    ``pairs_`` are pairs of classes (i, j) with i < j as 0…k−1; f > 0 is for j.
    """

    def _train(self) -> None:
        self.pairs_: tuple[tuple[int, int], ...] = tuple(combinations(range(len(self.classes_)), 2))
        self.machines_: tuple[KernelSVC, ...] = tuple(self._between(i, j) for i, j in self.pairs_)

    def _between(self, i: int, j: int) -> KernelSVC:
        rows = np.flatnonzero((self.codes_ == i) | (self.codes_ == j))
        with of_classes(self.classes_, i, j):
            return self._machine(rows, self.codes_[rows] == j)


class OneVersusOne(PairwiseMachines):
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


class DecisionDAG(PairwiseMachines):
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
