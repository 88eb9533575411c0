"""Choice of the column to predict, and of its task.

The task is to predict classes or numbers.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data.checks import MAX_CLASSES, MAX_COLUMNS, DataError, IntArray
from kernviz.data.labels import merged
from kernviz.data.table import DataTable, clean_name
from kernviz.data.target_values import Task
from kernviz.data.text import is_missing, label_key, number, one_line, shorten, unguard
from kernviz.wording import say

TARGET_NAMES = frozenset(("y", "class", "label", "target"))


@dataclass(frozen=True)
class Goal:
    """Target column, coordinate columns, and the file's statements about classes.

    `index` and `columns` are column numbers; `index` is None without a target. `target` is the column's
    name. `positive` is the class of +1 ("" if not stated), and `listed` are the classes in order.
    """

    index: int | None
    columns: tuple[int, ...]
    target: str
    task: Task
    positive: str
    listed: tuple[str, ...]
    notes: tuple[str, ...]

    def values(self, table: DataTable) -> tuple[list[str] | Array | None, NDArray[np.bool_]]:
        """Return the target of all rows, and a mask of its gaps.

        Both are (n,). A regression has numbers, a classification labels; without a target the first is None. Raises
        DataError for a cell of a regression target that is neither a number nor a gap.
        """
        n = len(table.rows)
        if self.index is None:
            return None, np.zeros(n, dtype=np.bool_)
        if self.task == "regression":
            y = np.array([table.value(i, self.index) for i in range(n)])
            return y, np.isnan(y)
        cells = [cells[self.index] for _, cells in table.rows]
        return [unguard(one_line(c)) for c in cells], np.array([is_missing(one_line(c)) for c in cells], dtype=np.bool_)

    def coded(
        self, values: list[str] | Array | None, keep: NDArray[np.bool_]
    ) -> tuple[Array | IntArray | None, tuple[str, ...], tuple[str, ...]]:
        """Return y for the kept rows, the classes, and notes.

        `values` are those of `values()`, and `keep` is a mask (n,). Raises DataError for more than ten
        classes, an unlisted class, and a class of +1 that is not one of two.
        """
        if values is None or isinstance(values, np.ndarray):
            return (None if values is None else values[keep]), (), ()
        remaining = [label for label, stays in zip(values, keep, strict=True) if stays]
        codes, classes, notes = merged(remaining)
        if self.listed:
            position = {label_key(name): i for i, name in enumerate(self.listed)}
            unlisted = [name for name in classes if label_key(name) not in position]
            if unlisted:
                raise DataError(
                    say(
                        "label {label!r} is not among the # classes: {listed}",
                        label=unlisted[0],
                        listed=", ".join(self.listed),
                    )
                )
            codes = np.array([position[label_key(name)] for name in classes], dtype=np.int64)[codes]
            classes = self.listed
        if not self.positive:
            return codes, classes, notes
        keys = [label_key(name) for name in classes]
        if len(classes) != 2 or label_key(self.positive) not in keys:
            raise DataError(
                say(
                    "# positive: {positive!r} must be one of two labels: the file has {classes}",
                    positive=self.positive,
                    classes=", ".join(classes),
                )
            )
        plus = keys.index(label_key(self.positive))
        return np.where(codes == plus, 1.0, -1.0), (classes[1 - plus], classes[plus]), notes


def read_target(table: DataTable, header: Mapping[str, str]) -> Goal:
    """Return the target of a table.

    The target is from the header, else guessed (with a note). Raises DataError.
    """
    index, notes = column_of(table, header)
    width = len(table.names)
    columns = tuple(j for j in range(width) if j != index)
    if not columns or (width == 1 and "task" not in header):
        raise DataError(
            say(
                "there is only one column: a table needs coordinates and a target (for points on a "
                "line without one write '# task: none' above)"
            )
        )
    if len(columns) > MAX_COLUMNS:
        raise DataError(
            say(
                "{count} columns of coordinates are more than the {limit} this app takes",
                count=len(columns),
                limit=MAX_COLUMNS,
            )
        )
    if index is None:
        return Goal(None, columns, "", "none", "", (), notes)
    task, more = task_of(table, index, header)
    target = table.names[index]
    listed = listed_classes(header.get("classes", "")) if task == "classification" else ()
    positive = header.get("positive", "") if task == "classification" else ""
    return Goal(index, columns, target, task, positive, listed, notes + more)


def column_of(table: DataTable, header: Mapping[str, str]) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of the column to predict, or None, and notes.

    A guess is noted. Raises DataError if the header names an unknown column.
    """
    task = header.get("task")
    if task == "none":
        return None, ()
    last = len(table.names) - 1
    if wanted := header.get("target"):
        name = wanted if wanted in table.names else clean_name(wanted)
        if name not in table.names:
            raise DataError(
                say(
                    "# target: {wanted!r} is not a column: the columns are {names}",
                    wanted=wanted,
                    names=", ".join(table.names),
                )
            )
        return table.names.index(name), ()
    if task is not None or not table.numeric[last]:
        return last, ()
    words = [j for j, is_number in enumerate(table.numeric) if not is_number]
    lower = [name.lower() for name in table.names]
    plane = last > 1 and "x" in lower  # with x and a third column, y is the second coordinate and not the target
    named = [j for j in (last, *range(last)) if lower[j] in TARGET_NAMES and not (plane and lower[j] == "y")]
    for j in (*words[:1], *named[:1]):
        return j, () if j == last else (say("column {column!r} was taken as the target", column=table.names[j]),)
    if _looks_like_classes(table, last):
        return last, (
            say(
                "column {column!r} was taken as the target: it has few different whole numbers (write '# task: "
                "none' above to change this)",
                column=table.names[last],
            ),
        )
    return None, (
        say("no column was taken as the target: write '# target: …' above, or call the last column label or y"),
    )


def _looks_like_classes(table: DataTable, j: int) -> bool:
    """Return True if column j of whole numbers looks like classes.

    Such a column has fewer different numbers than any other column of a table with names.
    """
    if table.names == tuple(f"x{i + 1}" for i in range(len(table.names))):
        return False  # columns x1, x2, x3 are all coordinates
    different = [len(_whole_numbers(table, i)) or MAX_CLASSES + 1 for i in range(len(table.names))]
    return 2 <= different[j] <= MAX_CLASSES and different[j] < min(different[:j] + different[j + 1 :], default=0)


def _whole_numbers(table: DataTable, j: int) -> set[float]:
    """Return the different numbers of a column of few whole numbers.

    On average each number occurs at least twice. The result is empty for any other column.
    """
    numbers = _numbers(table, j)
    distinct = set(numbers)
    return distinct if all(v.is_integer() for v in distinct) and 2 * len(distinct) <= len(numbers) else set()


def _numbers(table: DataTable, j: int) -> list[float]:
    """Return the numbers of column j; other cells are left out."""
    values = (number(cells[j], table.decimal) for _, cells in table.rows)
    return [value for value in values if value is not None]


def task_of(table: DataTable, index: int, header: Mapping[str, str]) -> tuple[Task, tuple[str, ...]]:
    """Return the task of a column, classification or regression, and notes.

    The header decides. Otherwise the task is classification if the column holds words, or few whole
    numbers that repeat; else regression.
    """
    if (task := header.get("task")) in ("classification", "regression"):
        return ("classification" if task == "classification" else "regression"), ()
    if not table.numeric[index]:
        return "classification", ()
    numbers = _numbers(table, index)
    distinct = set(numbers)
    whole = all(value.is_integer() for value in numbers)
    if whole and (distinct <= {-1.0, 0.0, 1.0} or (len(distinct) <= MAX_CLASSES and 2 * len(distinct) <= len(numbers))):
        return "classification", ()
    why = say("all different or too many for classes") if whole else say("not whole numbers")
    return "regression", (
        say(
            "the values of {column!r} are {why}: they were taken as a regression target (write '# task: "
            "classification' above to change this)",
            column=table.names[index],
            why=why,
        ),
    )


def listed_classes(text: str) -> tuple[str, ...]:
    """Return the classes of a comment line, in the line's order."""
    rows: Sequence[Sequence[str]] = list(csv.reader([text], skipinitialspace=True)) if text else []
    return tuple(shorten(unguard(one_line(cell))) for row in rows for cell in row if cell)
