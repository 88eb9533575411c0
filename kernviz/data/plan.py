"""What is to be made of a file that has been read: a target, columns, the rows to leave out; and what is in the way.

Nothing is refused that has a way on: what stands in the way is said with the line and the value, and one field of the
choice clears it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log10

import numpy as np
from numpy.typing import NDArray

from kernviz.data.checks import LARGEST, MAX_CLASSES, MAX_COLUMNS, MAX_ROWS, Array, DataError, IntArray
from kernviz.data.dataset import Dataset, Task
from kernviz.data.fair import fair_rows
from kernviz.data.labels import merged
from kernviz.data.reading import Reading, rows_of
from kernviz.data.target import Goal, listed_classes
from kernviz.data.text import MAX_LABEL, label_key, shorten
from kernviz.wording import say, several

LEAVE_OUT, SHRINK, LUMP = "leave_out", "shrink", "lump"  # fields of Choice, each a way on


@dataclass(frozen=True)
class Choice:
    """`target` "" for none; `columns` are the coordinates; `leave_out` rows that have a gap or a word for a number;
    `shrink` columns of numbers beyond a million by a power of ten; `lump` the smallest classes where there are more
    than ten; `seed` of the sample.
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
    """What a choice comes to: the rows it cannot use, sentences on what is in the way, and the data, or None."""

    unusable: tuple[int, ...]  # lines
    why: str  # of the first of them
    problem: str
    way_on: str  # the field of Choice that clears the problem; "" if another choice must
    notes: tuple[str, ...]
    data: Dataset | None


class _InTheWay(Exception):
    """What must be cleared first, and by which field of the choice."""

    def __init__(self, problem: str, way_on: str = "") -> None:
        super().__init__(problem)
        self.way_on = way_on


@dataclass
class _Draft:
    """A plan in the making: what of the reading is used."""

    reading: Reading
    choice: Choice
    columns: list[int]
    goal: int | None
    rows: NDArray[np.intp] = field(default_factory=lambda: np.arange(0))
    unusable: tuple[int, ...] = ()
    why: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def used(self) -> list[int]:
        """The columns whose cells must be there."""
        return [*self.columns, *([] if self.goal is None else [self.goal])]

    @property
    def numbers(self) -> list[int]:
        """Those whose cells must be numbers."""
        return self.used if self.choice.task == "regression" else self.columns


def plan(reading: Reading, choice: Choice, name: str = "data", most: int = MAX_ROWS) -> Plan:
    """What the choice comes to: at most `most` points, drawn fairly where there are more."""
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
    return Plan(draft.unusable, draft.why, problem, way_on, tuple(draft.notes), data)


def _choose_rows(draft: _Draft) -> None:
    """Those that have a value in every column that is used."""
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
        found = say("no row has") if not len(draft.rows) else say("only one row has")
        raise _InTheWay(say("{found} a value in every chosen column: choose fewer columns", found=found))


def _why(draft: _Draft, line: int) -> str:
    """What is wrong with the row of that line."""
    reading = draft.reading
    for i, (at, cells) in enumerate(reading.rows):
        for j in draft.used if at == line else ():
            where = f"line {line}, column {reading.names[j]!r}"
            if reading.missing(j)[i]:
                return say("{where}: there is no value", where=where)
            if j in draft.numbers and reading.numbers(j)[1][i]:
                return say("{where}: {shorten!r} is no number", where=where, shorten=shorten(cells[j]))
    return f"line {line} has more cells than there are columns"


def _dataset(draft: _Draft, name: str, most: int) -> Dataset:
    """The points of the rows and columns that are used."""
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
        y, classes, more = _meant(draft, goal).coded(labels, np.ones(len(labels), dtype=np.bool_))
        draft.notes += more
    kept = fair_rows(codes, most, draft.choice.seed)
    if len(kept) < len(table):
        how = say("every class keeps its share") if classes else say("drawn at random")
        draft.notes.append(say("{kept} of {table} points are used: {how}", kept=len(kept), table=len(table), how=how))
    return Dataset(
        table[kept],
        None if y is None else y[kept],
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
    """The numbers that are used, the last column those to predict, and what each column is called."""
    table = np.column_stack([draft.reading.numbers(j)[0][draft.rows] for j in draft.numbers])
    words = [draft.reading.names[j] for j in draft.numbers]
    for j in np.flatnonzero(np.abs(table).max(axis=0) > LARGEST).tolist():
        value = float(table[int(np.argmax(np.abs(table[:, j]))), j])
        if not draft.choice.shrink:
            raise _InTheWay(
                f"column {words[j]!r} has {value:g}, beyond the ±1e6 this app takes: measure it in larger units", SHRINK
            )
        power = ceil(log10(abs(value))) - 3
        table[:, j] /= 10.0**power
        words[j] = f"{shorten(words[j], MAX_LABEL - 8)} / 1e{power}"
        draft.notes.append(f"column {words[j]!r} is the file's divided by 1e{power}")
    return table, words


def _labels(draft: _Draft, goal: int) -> list[str]:
    """The class of each row; the smallest are one where there are too many."""
    every = draft.reading.labels(goal)
    labels = [every[i] for i in draft.rows.tolist()]
    sizes = _sizes(labels)
    if len(sizes) <= MAX_CLASSES:
        return labels
    if not draft.choice.lump:
        raise _InTheWay(
            f"column {draft.reading.names[goal]!r} has {len(sizes)} different values, such as"
            f" {shorten(next(iter(sizes)))!r}: more than the {MAX_CLASSES} classes that colours can tell apart",
            LUMP,
        )
    kept = {label_key(label) for label in list(sizes)[: MAX_CLASSES - 1]}
    rest = next(word for word in ("others", say("all others")) if label_key(word) not in kept)
    draft.notes.append(f"the {len(sizes) - len(kept)} smallest classes are one, called {rest!r}")
    return [label if label_key(label) in kept else rest for label in labels]


def _sizes(labels: Sequence[str]) -> dict[str, int]:
    """How many points each label has, the largest first; spellings of one number are one label."""
    found: dict[tuple[int, float, str, str], tuple[str, int]] = {}
    for label in labels:
        key = label_key(label)
        first, count = found.get(key, (label, 0))
        found[key] = first, count + 1
    return dict(sorted(found.values(), key=lambda pair: (-pair[1], label_key(pair[0]))))


def _meant(draft: _Draft, goal: int) -> Goal:
    """The target with what the comment lines say of its classes, if they speak of these."""
    fields = {} if draft.choice.lump else draft.reading.fields
    listed = listed_classes(fields.get("classes", ""))
    known = {label_key(label) for label in _sizes(draft.reading.labels(goal))}
    if not {label_key(label) for label in listed} >= known:
        listed = ()
    positive = fields.get("positive", "")
    positive = positive if label_key(positive) in known and len(known | set(map(label_key, listed))) == 2 else ""
    return Goal(goal, (), draft.reading.names[goal], "classification", positive, listed, ())
