"""Multi-class strategy with a machine for each class against the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array, Indices
from kernviz.models.svm import KernelSVC
from kernviz.models.two_class_machines import TwoClassMachines, of_classes


class OneVersusRest(TwoClassMachines):
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
        with of_classes(self.classes_, c):
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
