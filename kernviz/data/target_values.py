"""Target of a dataset, as classes or as values."""

from __future__ import annotations

from typing import Literal

import numpy as np

from kernviz.arrays import Array
from kernviz.data.checks import DataError, IntArray
from kernviz.wording import say

Task = Literal["classification", "regression", "none"]


class DatasetTarget:
    """Mixin of `Dataset` with the target as classes, signs or values."""

    X: Array
    y: Array | IntArray | None
    name: str
    classes: tuple[str, ...]
    task: Task

    @property
    def is_signed(self) -> bool:
        """Return True if y is ±1.0 rather than 0…k−1.

        ±1.0 are two classes as a support vector machine takes them.
        """
        return self.task == "classification" and self.y is not None and self.y.dtype.kind == "f"

    @property
    def codes(self) -> IntArray:
        """Return the class of each point as 0…k−1, shape (n,).

        This holds for a ±1 set, too. Raises DataError without classes.
        """
        if self.y is None or self.task != "classification":
            raise DataError(
                say(
                    "{name!r} has no classes (its task is {task!r}): choose a set with labels",
                    name=self.name,
                    task=self.task,
                )
            )
        return np.asarray((self.y + 1) / 2 if self.is_signed else self.y, dtype=np.int64)

    @property
    def codes_or_none(self) -> IntArray | None:
        """Return `codes`, or None without classes."""
        return self.codes if self.classes else None

    @property
    def codes_or_zeros(self) -> IntArray:
        """Return `codes` (n,), or zeros without classes."""
        return self.codes if self.classes else np.zeros(len(self.X), dtype=np.int64)

    @property
    def signs(self) -> Array:
        """Return the class of each point as ±1.0, shape (n,).

        classes[1] is +1. Raises DataError unless there are two classes.
        """
        codes = self.codes
        if len(self.classes) != 2:
            raise DataError(
                say(
                    "{name!r} has {count} classes, ±1 needs two: use versus(label)",
                    name=self.name,
                    count=len(self.classes),
                )
            )
        return np.where(codes == 1, 1.0, -1.0)

    @property
    def values(self) -> Array:
        """Return the target values, shape (n,).

        Raises DataError unless the task is regression.
        """
        if self.y is None or self.task != "regression":
            raise DataError(
                say(
                    "{name!r} has no numbers to predict (its task is {task!r}): choose another set",
                    name=self.name,
                    task=self.task,
                )
            )
        return np.asarray(self.y, dtype=np.float64)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the name of each point's class.

        Raises DataError without classes.
        """
        return tuple(self.classes[i] for i in self.codes)

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of points of each class, in class order.

        The result is empty without classes.
        """
        sizes = np.bincount(self.codes, minlength=len(self.classes)) if self.classes else ()
        return {name: int(size) for name, size in zip(self.classes, sizes, strict=True)}

    @property
    def only_class(self) -> str | None:
        """Return the name of the class that all points share.

        None if the points have several classes, or no class.
        """
        present = [name for name, size in self.counts.items() if size]
        return present[0] if len(present) == 1 else None
