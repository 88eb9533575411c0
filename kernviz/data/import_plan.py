"""Import plan for a file.

A plan holds the dataset, or the problem that prevents it, and the lines that cannot be used.

A problem raises no error. The plan reports its line and value, and names the field of the choice
that solves the problem, if there is one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log10

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data.checks import LARGEST, MAX_CLASSES, MAX_COLUMNS, MAX_ROWS, DataError, IntArray
from kernviz.data.dataset import Dataset
from kernviz.data.file_reading import FileReading, rows_of
from kernviz.data.labels import merged
from kernviz.data.stratified_sample import fair_rows
from kernviz.data.target import Goal, listed_classes
from kernviz.data.target_values import Task
from kernviz.data.text import MAX_LABEL, label_key, shorten
from kernviz.wording import say, several

LEAVE_OUT, SHRINK, LUMP = "leave_out", "shrink", "lump"  # fields of Choice that solve a problem


@dataclass(frozen=True)
class Choice:
    """Choice of columns, rows and sample for an import.

    `target` is "" for none. `columns` are the coordinates. `leave_out` leaves out rows that have a
    gap or a word for a number. `shrink` divides columns of numbers beyond a million by a power of
    ten. `lump` merges the smallest classes where there are more than ten. `seed` is the seed of the
    sample.
    """

    target: str = ""
    task: Task = "none"
    columns: tuple[str, ...] = ()
    leave_out: bool = False
    shrink: bool = False
    lump: bool = False
    seed: int = 0


@dataclass(frozen=True)
class Plan:
    """Result of an import choice.

    Either `data` is a dataset and `problem` is "", or `data` is None and `problem` is a message.
    """

    unusable: tuple[int, ...]  # numbers of the unusable lines
    why: str  # reason for the first unusable line
    problem: str
    way_on: str  # the field of Choice that solves the problem; "" if no single field does
    notes: tuple[str, ...]
    data: Dataset | None
    sampled: bool = False  # True if the data are a sample of the usable points


class _InTheWay(Exception):
    """Problem that prevents an import.

    `way_on` is the field of the choice that solves the problem, or "".
    """

    def __init__(self, problem: str, way_on: str = "") -> None:
        super().__init__(problem)
        self.way_on = way_on


@dataclass
class _Draft:
    """Plan under construction, with the used columns and rows of the reading.

    `columns` are the coordinates, and `goal` is the column to predict.
    """

    reading: FileReading
    choice: Choice
    columns: list[int]
    goal: int | None
    rows: NDArray[np.intp] = field(default_factory=lambda: np.arange(0))
    unusable: tuple[int, ...] = ()
    why: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def used(self) -> list[int]:
        """Return the columns whose cells must not be empty."""
        return [*self.columns, *([] if self.goal is None else [self.goal])]

    @property
    def numbers(self) -> list[int]:
        """Return the columns whose cells must be numbers."""
        return self.used if self.choice.task == "regression" else self.columns


def plan(reading: FileReading, choice: Choice, name: str = "data", most: int = MAX_ROWS) -> Plan:
    """Return the import plan for a choice.

    The data have at most `most` points, a stratified sample if there are more. Raises nothing: a
    problem is part of the plan.
    """
    index = {column: j for j, column in enumerate(reading.names)}
    columns = [index[c] for c in dict.fromkeys(choice.columns) if c in index and c != choice.target][:MAX_COLUMNS]
    goal = index.get(choice.target) if choice.task != "none" else None
    draft, data, problem, way_on = _Draft(reading, choice, columns, goal, notes=[*reading.notes]), None, "", ""
    try:
        _choose_rows(draft)
        data = _dataset(draft, name, most)
    except _InTheWay as stop:
        problem, way_on = str(stop), stop.way_on
    except DataError as error:
        problem = str(error)
    sampled = data is not None and data.n < len(draft.rows)
    return Plan(draft.unusable, draft.why, problem, way_on, tuple(draft.notes), data, sampled)


def _choose_rows(draft: _Draft) -> None:
    """Choose the rows with a value in every used column."""
    reading = draft.reading
    if not draft.columns:
        raise _InTheWay(say("no column of numbers is chosen: choose at least one as a coordinate"))
    bad = np.zeros(len(reading.rows), dtype=np.bool_)
    for j in draft.used:
        bad |= reading.missing(j)
    for j in draft.numbers:
        bad |= reading.numbers(j)[1]
    lines = np.array([line for line, _ in reading.rows])
    draft.unusable = tuple(sorted([*lines[bad].tolist(), *reading.long]))
    draft.rows = np.flatnonzero(~bad)
    if draft.unusable:
        draft.why = _why(draft, draft.unusable[0])
        if not draft.choice.leave_out:
            raise _InTheWay(draft.why, LEAVE_OUT)
        count = len(draft.unusable)
        draft.notes.append(
            several(
                count,
                "{rows} of the file is left out ({why})",
                "{rows} of the file are left out ({why})",
                rows=rows_of(count),
                why=draft.why,
            )
        )
    if len(draft.rows) < 2:
        raise _InTheWay(
            say("only one row has a value in every chosen column: choose fewer columns")
            if len(draft.rows)
            else say("no row has a value in every chosen column: choose fewer columns")
        )


def _why(draft: _Draft, line: int) -> str:
    """Return the reason why a row cannot be used."""
    reading = draft.reading
    for i, (at, cells) in enumerate(reading.rows):
        for j in draft.used if at == line else ():
            where = say("line {line}, column {column!r}", line=line, column=reading.names[j])
            if reading.missing(j)[i]:
                return say("{where}: there is no value", where=where)
            if j in draft.numbers and reading.numbers(j)[1][i]:
                return say("{where}: {text!r} is no number", where=where, text=shorten(cells[j]))
    return say("line {line} has more cells than there are columns", line=line)


def _dataset(draft: _Draft, name: str, most: int) -> Dataset:
    """Return the dataset of the used rows and columns."""
    reading, goal, task = draft.reading, draft.goal, draft.choice.task if draft.goal is not None else "none"
    table, words = _table(draft)
    y: Array | IntArray | None = None
    classes: tuple[str, ...] = ()
    codes, target = np.zeros(len(table), dtype=np.int64), ""
    if task == "regression":
        table, y, target = table[:, :-1], table[:, -1], words.pop()
    elif goal is not None:
        target = reading.names[goal]
        labels = _labels(draft, goal)
        codes = merged(labels)[0]
        y, classes, more = _declared_goal(draft, goal).coded(labels, np.ones(len(labels), dtype=np.bool_))
        draft.notes += more
    rows = fair_rows(codes, most, draft.choice.seed)
    if len(rows) < len(table):
        how = say("every class keeps its share") if classes else say("drawn at random")
        draft.notes.append(say("{kept} of {total} points are used: {how}", kept=len(rows), total=len(table), how=how))
    return Dataset(
        table[rows],
        None if y is None else y[rows],
        name=reading.fields.get("name") or name,
        title=reading.fields.get("title", ""),
        source=reading.fields.get("source", ""),
        columns=tuple(words),
        target=target,
        classes=classes,
        task=task,
        notes=tuple(draft.notes),
    )


def _table(draft: _Draft) -> tuple[Array, list[str]]:
    """Return the used numbers (n, m), and the name of each column.

    For a regression the last column holds the numbers to predict.
    """
    table = np.column_stack([draft.reading.numbers(j)[0][draft.rows] for j in draft.numbers])
    words = [draft.reading.names[j] for j in draft.numbers]
    for j in np.flatnonzero(np.abs(table).max(axis=0) > LARGEST).tolist():
        value = float(table[int(np.argmax(np.abs(table[:, j]))), j])
        if not draft.choice.shrink:
            raise _InTheWay(
                say(
                    "column {column!r} has the value {value:g}, but this app takes numbers from −10⁶ to 10⁶ only: "
                    "use larger units",
                    column=words[j],
                    value=value,
                ),
                SHRINK,
            )
        power = ceil(log10(abs(value))) - 3
        table[:, j] /= 10.0**power
        words[j] = f"{shorten(words[j], MAX_LABEL - 8)} / 1e{power}"
        draft.notes.append(
            say(
                "the numbers of column {column!r} are those of the file, divided by 1e{power}",
                column=words[j],
                power=power,
            )
        )
    return table, words


def _labels(draft: _Draft, goal: int) -> list[str]:
    """Return the class of each row.

    The smallest classes are merged if there are too many.
    """
    every = draft.reading.labels(goal)
    labels = [every[i] for i in draft.rows.tolist()]
    sizes = _sizes(labels)
    if len(sizes) <= MAX_CLASSES:
        return labels
    if not draft.choice.lump:
        raise _InTheWay(
            say(
                "column {column!r} has {count} different values, such as {one!r}: more than the {most} classes that "
                "colours can tell apart",
                column=draft.reading.names[goal],
                count=len(sizes),
                one=shorten(next(iter(sizes))),
                most=MAX_CLASSES,
            ),
            LUMP,
        )
    largest = {label_key(label) for label in list(sizes)[: MAX_CLASSES - 1]}
    names = ["others", *(f"others {number}" for number in range(2, MAX_CLASSES + 2))]  # data: alike in every language
    rest = next(name for name in names if label_key(name) not in largest)  # fewer names are taken than there are
    draft.notes.append(
        say(
            "the {count} smallest classes are merged into one, called {rest!r}",
            count=len(sizes) - len(largest),
            rest=rest,
        )
    )
    return [label if label_key(label) in largest else rest for label in labels]


def _sizes(labels: Sequence[str]) -> dict[str, int]:
    """Return the number of points of each label, largest first.

    Spellings of one number are one label.
    """
    found: dict[tuple[int, float, str, str], tuple[str, int]] = {}
    for label in labels:
        key = label_key(label)
        first, count = found.get(key, (label, 0))
        found[key] = first, count + 1
    return dict(sorted(found.values(), key=lambda pair: (-pair[1], label_key(pair[0]))))


def _declared_goal(draft: _Draft, goal: int) -> Goal:
    """Return the target with the classes of the comment lines.

    `# classes:` counts only if it lists every label of the file. `# positive:` counts only if it is one
    of two labels.
    """
    fields = {} if draft.choice.lump else draft.reading.fields
    listed = listed_classes(fields.get("classes", ""))
    known = {label_key(label) for label in _sizes(draft.reading.labels(goal))}
    if not {label_key(label) for label in listed} >= known:
        listed = ()
    positive = fields.get("positive", "")
    positive = positive if label_key(positive) in known and len(known | set(map(label_key, listed))) == 2 else ""
    return Goal(goal, (), draft.reading.names[goal], "classification", positive, listed, ())
