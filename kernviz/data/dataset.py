"""Dataset: points with or without a target, and their names.

A dataset is frozen, validated, and equal to another by content.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array
from kernviz.data import checks
from kernviz.data.checks import DataError, IntArray, checked_text
from kernviz.data.data_warnings import concerns, contradictions
from kernviz.data.labels import merged
from kernviz.data.split import held_out_rows
from kernviz.data.target_values import DatasetTarget, Task
from kernviz.data.text import MAX_TITLE, is_long
from kernviz.wording import english, say


@dataclass(frozen=True, eq=False)
class Dataset(DatasetTarget):
    """n points in ℝᵈ with or without a target.

    A data set is frozen, validated, and equal by content. Limits: n ≤ 2000, d ≤ 30, at most 10
    classes, |x| ≤ 1e6, all finite.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The points, kept as a read-only copy in float64.
    y : array-like of shape (n,), optional
        The target, kept as a read-only copy: None for the task "none"; float64 values for "regression"; for
        "classification" the class of each point, as int64 0…k−1 in the order of `classes`, or as ±1.0 (see `versus`),
        where ``classes[0]`` is the class of −1.
    name : str, default="data"
        Short name.
    title : str, optional
        Title shown to people. Empty: the name.
    source : str, optional
        Origin of the data.
    columns : tuple of str, optional
        One name per coordinate, all different. Empty: x1, x2, … (x if d = 1).
    target : str, optional
        Name of the target. Empty: "y" for values, "label" for classes.
    classes : tuple of str, optional
        Name of each class.
    task : {"classification", "regression", "none"}, default="none"
        Meaning of y.
    notes : tuple of str, optional
        Adaptations made by the reader of the data; not compared by ``==``.
    sheet : tuple of float, optional
        Low and high end of each axis of the pictures. Empty: from the points.

    Attributes
    ----------
    n : int
        Number of points.
    d : int
        Number of coordinates.
    codes : ndarray of int of shape (n,)
        Class of each point as 0…k−1.
    codes_or_none : ndarray of int of shape (n,) or None
        The codes, or None without classes.
    codes_or_zeros : ndarray of int of shape (n,)
        The codes, or 0 for every point without classes.
    signs : ndarray of shape (n,)
        Class of each point as ±1.0, for two classes.
    values : ndarray of shape (n,)
        Target values of a regression.
    labels : tuple of str
        Name of each point's class.
    counts : dict of str to int
        Number of points of each class.
    concerns : tuple of str
        Warnings about the data.
    key : str
        Hash of the content.

    Raises
    ------
    DataError
        If the points, the target, the names or the task do not fit together, or exceed the limits.

    Examples
    --------
    >>> data = Dataset([[0, 0], [1, 1], [1, 0]], [0, 1, 1], task="classification", classes=("no", "yes"))
    >>> data.n, data.d, data.columns, data.versus("no").y.tolist()
    (3, 2, ('x1', 'x2'), [1.0, -1.0, -1.0])
    """

    X: Array
    y: Array | IntArray | None = None
    name: str = "data"
    title: str = ""
    source: str = ""
    columns: tuple[str, ...] = ()
    target: str = ""
    classes: tuple[str, ...] = ()
    task: Task = "none"
    notes: tuple[str, ...] = ()
    sheet: tuple[float, ...] = ()

    def __repr__(self) -> str:
        kinds = {"classification": f", {len(self.classes)} classes", "regression": ", a target", "none": ""}
        return f"<Dataset {self.name!r}: {self.n} points in R^{self.d}{kinds[self.task]}>"

    def __post_init__(self) -> None:
        def put(field: str, value: object) -> None:  # fields of a frozen dataclass can be set here only
            object.__setattr__(self, field, value)

        put("X", checks.checked_points(self.X, self.columns))
        put("name", checked_text(self.name, "name") or "data")
        put("title", checked_text(self.title, "title", MAX_TITLE) or self.name)
        put("source", checked_text(self.source, "source", 2 * MAX_TITLE))
        put("notes", tuple(self.notes))
        put("target", checks.checked_target_name(self.task, self.y, self.target, self.classes))
        if self.y is not None and self.task == "regression":
            put("y", checks.checked_values(self.y, self.n, self.target))
        elif self.y is not None:
            y, classes = checks.checked_classes(self.y, self.n, self.classes)
            put("y", y)
            put("classes", classes)
        put("columns", checks.checked_columns(self.columns, self.d, self.target))

    @classmethod
    def labelled(cls, X: ArrayLike, labels: Sequence[object] | NDArray[Any], **words: Any) -> "Dataset":
        """Return a classification set from one label per point.

        Labels are texts or numbers. Equal numbers, as '1' and '1.0', are one label. Classes are sorted: numbers by
        value, then words by the alphabet. `words` are further fields of Dataset.

        >>> Dataset.labelled([[0], [1]], ["+1", "-1"]).classes
        ('-1', '+1')
        """
        if not isinstance(labels, Sequence | np.ndarray):
            raise DataError(say("labels = {labels!r:.40} must be a list, one label per point", labels=labels))
        codes, classes, notes = merged([str(label) for label in labels])
        words["notes"] = (*words.get("notes", ()), *notes)
        return cls(np.asarray(X), codes, classes=classes, task="classification", **words)

    @property
    def n(self) -> int:
        """Return the number of points."""
        return int(self.X.shape[0])

    @property
    def d(self) -> int:
        """Return the number of coordinates."""
        return int(self.X.shape[1])

    @cached_property
    def key(self) -> str:
        """Return a hash of the content without `notes`.

        Equal sets have equal keys, in every process.
        """
        names = english(self.name), english(self.title), english(self.source), self.columns, self.target
        # names in English, so that the digest is the same in every language
        words = [*names, [english(name) for name in self.classes], self.task, self.X.shape]
        words += [self.sheet] if self.sheet else []
        digest = hashlib.sha256(json.dumps(words).encode())
        digest.update(self.X.tobytes())
        if self.y is not None:
            digest.update(self.y.dtype.kind.encode() + self.y.tobytes())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Dataset) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickling makes arrays writable. Building the dataset anew keeps cached and copied datasets read-only.
        return Dataset, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def contradictions(self) -> int:
        """Return the number of places with points of different classes.

        The number is 0 without classes. A set with such places is not separable.
        """
        return contradictions(self.X, self.codes) if self.classes else 0

    @property
    def concerns(self) -> tuple[str, ...]:
        """Return the warnings about the data.

        They concern contradictions, one class only, identical points, tiny or mixed scales.
        """
        return concerns(self.X, self.codes_or_none, self.columns, self.classes)

    def take(self, rows: Sequence[int] | NDArray[Any]) -> "Dataset":
        """Return the dataset of the given rows, in that order.

        All classes keep their numbers, even a class that has no point left.
        """
        chosen = np.asarray(rows)
        return replace(self, X=self.X[chosen], y=None if self.y is None else self.y[chosen])

    def select(self, columns: Sequence[int | str]) -> "Dataset":
        """Return the same points with the given columns only.

        Columns are given by name or by number from 0. Raises DataError for an unknown column, and for none.
        """
        chosen = []
        for column in columns:
            j = self.columns.index(column) if column in self.columns else column
            if not isinstance(j, int) or not 0 <= j < self.d:
                raise DataError(
                    say(
                        "column {column!r} is not one of {columns} (numbers 0 to {last})",
                        column=column,
                        columns=", ".join(self.columns),
                        last=self.d - 1,
                    )
                )
            chosen.append(j)
        if not chosen:
            raise DataError(say("no column is chosen: choose at least one"))
        sheet = self.sheet if tuple(chosen) == tuple(range(self.d)) else ()
        return replace(self, X=self.X[:, chosen], columns=tuple(self.columns[j] for j in chosen), sheet=sheet)

    def versus(self, label: str) -> "Dataset":
        """Return the dataset of one class against the rest.

        y = +1.0 for `label`, −1.0 for all others; classes = (the others, label).
        """
        if label not in self.classes:
            raise DataError(
                say(
                    "{label!r} is not a class of {name!r}: choose one of {classes}",
                    label=label,
                    name=self.name,
                    classes=", ".join(self.classes) or "∅",
                )
            )
        others = [name for name in self.classes if name != label]
        other = say("not {label}", label=label)
        rest = others[0] if len(others) == 1 else say("the rest") if is_long(english(other)) else other
        y = np.where(self.codes == self.classes.index(label), 1.0, -1.0)
        return replace(self, y=y, classes=(rest, label))

    def split(self, test_share: float = 0.3, seed: int = 0) -> tuple["Dataset", "Dataset"]:
        """Return a training and a test part, drawn by `seed`.

        Rows stay in order. Each class keeps its share (± one point).

        0 < test_share < 1; both parts have at least one point. Raises DataError otherwise.
        """
        test = held_out_rows(self.codes_or_zeros, test_share, seed)
        return self.take(np.flatnonzero(~test)), self.take(np.flatnonzero(test))
