"""Base of the multi-class strategies that combine two-class machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array, Indices
from kernviz.models.base import KernelModel
from kernviz.models.classes import check_classes, class_codes
from kernviz.models.refusals import RefusedError
from kernviz.models.svm import KernelSVC


class TwoClassMachines(ClassifierMixin, KernelModel):  # type: ignore[misc]
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
        self.classes_, self.codes_ = class_codes(labels)
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


@contextmanager
def of_classes(classes: NDArray[Any], *machine: int) -> Iterator[None]:
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
