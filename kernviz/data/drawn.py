"""Hand-drawn points, as a data set and as one line of text.

A person can read the line, type it and put it into a link. `drawn_text.py` parses the line. In an address, a text of
more than 1500 characters is compressed (url_compression.py).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.data.checks import LARGEST, DataError, default_columns
from kernviz.data.dataset import Dataset
from kernviz.data.drawn_text import LINE, NUMBERS, PLANE_VALUES, VALUES, class_word, one_word, parts_of
from kernviz.data.labels import merged
from kernviz.data.text import number, plain
from kernviz.data.url_compression import pack
from kernviz.ranges import is_range, peak
from kernviz.wording import phrase, say

MOST_DRAWN = 1000  # largest number of drawn points
LONGEST_READABLE = 1500  # characters; a longer text is packed in an address
FARTHEST = 10 * LARGEST  # largest end of an axis; points may lie as far out as LARGEST
NAME, TITLE = "drawn", phrase("Drawn points")


class NoPoint(DataError):
    """Error of a valid text without a point."""


def read_drawn(text: str) -> Dataset:
    """Return the dataset of a text, with its points in order.

    Commas, semicolons and line breaks count as spaces. A class that is named without a point is one of the classes.
    Raises DataError, which names the unreadable part, and its subclass NoPoint if the text has no point.

    >>> read_drawn("+1: 1 1, -1 -1; -1: 1 -1").labels
    ('+1', '+1', '-1')
    """
    parts = parts_of(text)
    if not len(parts.points):
        raise NoPoint(
            say("there is no point: click in the picture, or write a class and two numbers such as +1: 0.5 2")
        )
    if len(parts.points) > MOST_DRAWN:
        raise DataError(
            say(
                "{count} points are too many to be set by hand: at most {limit}, or upload a file",
                count=len(parts.points),
                limit=MOST_DRAWN,
            )
        )
    return drawn_set(parts.kind, parts.points, parts.names, parts.classes, parts.axes)


def drawn_set(
    kind: str,
    points: Array,
    names: Sequence[str] = (),
    classes: Sequence[str] = (),
    axes: Sequence[tuple[str, tuple[float, float] | None]] = (),
) -> Dataset:
    """Return the dataset of hand-drawn points (n, m) of one kind.

    `kind` is a key of NUMBERS, whose value is m. `names` holds the class of each point, `classes` all named
    classes, and `axes` name and ends of each axis.

    The ends are dropped if the axes do not contain all points. Raises DataError.
    """
    valued = kind in (VALUES, PLANE_VALUES)
    words: dict[str, Any] = {"name": NAME, "title": TITLE}
    words["columns"] = tuple(name for name, _ in axes[: NUMBERS[kind] - valued])
    if valued:
        target = axes[-1][0] if len(axes) == NUMBERS[kind] else ""
        data = Dataset(points[:, :-1], points[:, -1], task="regression", target=target, **words)
    elif not classes:
        data = Dataset(points, **words)
    elif "" in names:
        raise DataError(say("the first points have no class: write its name and a colon before them, such as +1:"))
    else:
        codes, known, notes = merged([*classes, *names])
        y = codes[len(classes) :]
        data = Dataset(points, y, classes=known, task="classification", notes=notes, **words)
    ends = [end for _, ends in axes[: len(drawn_axes(data))] for end in ends or ()]
    return on_sheet(data, tuple(ends))


def on_sheet(data: Dataset, sheet: Sequence[float]) -> Dataset:
    """Return the points with fixed axes.

    `sheet` holds low and high end of each axis. If they do not contain all points, the result has no
    fixed axes.
    """
    axes = drawn_axes(data)
    if len(sheet) != 2 * len(axes):
        return replace(data, sheet=())
    low, high = np.array(sheet[::2]), np.array(sheet[1::2])
    room = all(low[j] <= column.min() <= column.max() <= high[j] for j, column in enumerate(axes))
    room = room and all(is_range(a, b) and peak([a, b]) <= FARTHEST for a, b in zip(low, high, strict=True))
    return replace(data, sheet=tuple(float(v) for v in sheet) if room else ())


def drawn_axes(data: Dataset) -> list[Array]:
    """Return the points' values along each axis of their picture.

    These are the coordinates. For points of the line with a target, the target values follow.
    """
    return [*data.X.T, *([data.values] if data.task == "regression" and data.d == 1 else [])]


def drawn_classes(text: str) -> tuple[str, ...]:
    """Return the named classes of a text in order.

    They may be with or without points. The result is () if there are none or the text is invalid.
    """
    try:
        classes = parts_of(text).classes
        return merged(classes)[1] if classes else ()
    except DataError:
        return ()


def drawn_places(data: Dataset) -> Array:
    """Return the positions (n, 2) of the points in the drawing.

    A target value is drawn over its x. Points of a line have height 0.
    """
    heights = data.values[:, None] if data.task == "regression" else np.zeros((data.n, 2 - data.d))
    return np.column_stack([data.X, heights])[:, :2]


def write_drawn(data: Dataset) -> str:
    """Return the text of a dataset: the inverse of read_drawn.

    Every number is written to its last digit.

    Raises DataError for more than MOST_DRAWN points, and for more coordinates than a plane has.
    """
    if data.n > MOST_DRAWN:
        raise DataError(say("{n} points are too many to be moved by hand: at most {limit}", n=data.n, limit=MOST_DRAWN))
    if data.d > 2:
        raise DataError(say("points with {d} coordinates cannot be moved by hand in a plane", d=data.d))
    if data.task == "regression":
        kind, names = (VALUES, PLANE_VALUES)[data.d - 1], ("",) * data.n
        points = np.column_stack([data.X, data.values])
    else:
        kind, points = LINE if data.d == 1 else "", data.X
        names = tuple(class_word(label) for label in data.labels) if data.classes else ("",) * data.n
    present = set(names)
    words = [*_head(data), kind, *(name for name in map(class_word, data.classes) if name not in present)]
    for i, point in enumerate(points):
        if i == 0 or names[i] != names[i - 1]:
            words.append(names[i])
        words.extend(plain(value + 0.0) for value in point)
    return " ".join(filter(None, words))


def write_empty(data: Dataset, classes: Sequence[str] = ()) -> str:
    """Return the text of a dataset without its points.

    Only the axes, the kind and the classes are left.
    """
    kind = (VALUES, PLANE_VALUES)[data.d - 1] if data.task == "regression" else LINE if data.d == 1 else ""
    return " ".join(filter(None, [*_head(data), kind, *map(class_word, classes or data.classes)]))


def for_address(text: str) -> str:
    """Return the text for an address, packed if long."""
    return text if len(text) <= LONGEST_READABLE else pack(text)


def moved(data: Dataset, moves: str) -> Dataset:
    """Return drawn points with some of them moved.

    `moves` is a text of numbers: for each moved point its row from 0, then its new value along each
    drawn axis. Raises DataError.
    """
    size = len(drawn_axes(data))
    numbers = [number(word) for word in moves.split()]
    if len(numbers) % (1 + size) or None in numbers:
        raise DataError(say("moved points are read as a row and {size} numbers each", size=size))
    table = np.array(numbers, dtype=np.float64).reshape(-1, 1 + size)
    rows, places = table[:, 0], table[:, 1:]
    if not np.all((rows >= 0) & (rows < data.n) & (rows == np.floor(rows))):
        raise DataError(say("there are rows from 0 to {n}", n=data.n - 1))
    X, y = data.X.copy(), data.y
    X[rows.astype(int)] = places[:, : data.d]
    if size > data.d:
        y = data.values.copy()
        y[rows.astype(int)] = places[:, -1]
    return on_sheet(replace(data, X=X, y=y), data.sheet)


def _head(data: Dataset) -> list[str]:
    """Return the axes as text.

    The result is empty if the axes equal those chosen for a text without axes.
    """
    target = (data.target,) if data.task == "regression" else ()
    if not data.sheet and (*data.columns, *target) == (*default_columns(data.d), *(("y",) if target else ())):
        return []
    words = []
    for j, name in enumerate((*data.columns, *target)):
        ends = data.sheet[2 * j : 2 * j + 2]
        words.append("[" + " ".join([one_word(name, r"[\s,;\[\]]+"), *map(plain, ends)]) + "]")
    return words
