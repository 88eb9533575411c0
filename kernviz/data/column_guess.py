"""Suggested use of a file's columns.

The suggestions are the column to predict, its task, and the coordinates.
"""

from collections.abc import Sequence

import numpy as np

from kernviz.data.checks import MAX_CLASSES, MAX_COLUMNS, DataError
from kernviz.data.file_reading import FileReading
from kernviz.data.import_plan import Choice
from kernviz.data.table import DataTable
from kernviz.data.target import TARGET_NAMES, column_of, task_of
from kernviz.data.target_values import Task
from kernviz.data.text import is_missing, label_key

_COUNTERS = frozenset(("id", "index", "row", "no", "no.", "nr", "nr.", "#", "number"))


def first_choice(reading: FileReading) -> Choice:
    """Return the import choice suggested by the file."""
    names = reading.names
    j = target_column(reading)
    numbers = [i for i, numeric in enumerate(reading.numeric) if numeric and i != j]
    coordinates = [i for i in numbers if not _counts(reading, i)] or numbers
    columns = tuple(names[i] for i in coordinates[:MAX_COLUMNS])
    if j is None:
        return Choice(columns=columns)
    return Choice(names[j], task_of(_table(reading, range(len(names))), j, reading.fields)[0], columns)


def possible_tasks(reading: FileReading, target: str) -> tuple[Task, ...]:
    """Return the tasks possible with a target column.

    Words name classes; numbers may be classes or values.
    """
    if not target:
        return ("none",)
    return ("classification", "regression") if reading.numeric[reading.names.index(target)] else ("classification",)


def usual_task(reading: FileReading, target: str) -> Task:
    """Return the task that comments or values suggest for a column.

    The task is "none" for an empty name.
    """
    if not target:
        return "none"
    header = (
        {"task": reading.fields["task"]} if target == reading.fields.get("target") and "task" in reading.fields else {}
    )
    return task_of(_table(reading, range(len(reading.names))), reading.names.index(target), header)[0]


def target_column(reading: FileReading) -> int | None:
    """Return the index of the suggested target column, or None."""
    names, header = reading.names, reading.fields
    if len(names) == 1 or header.get("task") == "none":
        return None
    try:
        if "target" in header or "task" in header:
            return column_of(_table(reading, range(len(names))), header)[0]
    except DataError:  # the comment `# target:` names no column of the file
        return None
    words = [j for j, numeric in enumerate(reading.numeric) if not numeric]
    labels = {j: [cells[j] for _, cells in reading.sample if not is_missing(cells[j])] for j in words}
    classes = {j: len(set(map(label_key, labels[j]))) for j in words}
    last = len(names) - 1
    named = [j for j in (last, *words) if j in words and names[j].lower() in TARGET_NAMES]
    if named or 2 <= classes.get(last, 0) <= MAX_CLASSES:
        return named[0] if named else last
    fit = [j for j in words if 2 <= classes[j] <= MAX_CLASSES and 2 * classes[j] <= len(labels[j])]
    numbers = [j for j, numeric in enumerate(reading.numeric) if numeric]
    guess = column_of(_table(reading, numbers), {})[0] if len(numbers) > 1 else None
    if guess is not None:
        return numbers[guess]
    return next(iter(fit), None)


def _table(reading: FileReading, columns: Sequence[int]) -> DataTable:
    """Return the sampled rows of some columns as a table."""
    rows = tuple((line, [cells[j] for j in columns]) for line, cells in reading.sample)
    names = tuple(reading.names[j] for j in columns)
    return DataTable(names, rows, reading.read_options.decimal, tuple(reading.numeric[j] for j in columns), ())


def _counts(reading: FileReading, j: int) -> bool:
    """Return True if a column only numbers the rows."""
    if reading.names[j].lower().strip() not in _COUNTERS and not reading.names[j].lower().endswith(("_id", "id")):
        return False
    values = reading.numbers(j)[0]
    return bool(len(values) > 2 and np.all(np.diff(values) == 1))
