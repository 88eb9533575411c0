"""Limits of a dataset, and the errors for values beyond them.

Each error names the value, the row, the limit and the way out.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array
from kernviz.data.text import MAX_LABEL, is_long, label_key, one_line
from kernviz.wording import say

IntArray = NDArray[np.int64]

MAX_ROWS = 2000  # a Gram matrix of 2000 points takes 32 MB; with more points, pages are slow
MAX_COLUMNS = 30
MAX_CLASSES = 10  # colours that can be told apart
LARGEST = 1e6  # poly(3) of such a point is 1e36: far below overflow, but far outside any picture


class DataError(ValueError):
    """Error of data that cannot be used.

    The text says where, what the limit is and what to do.
    """


def checked_text(text: object, what: str, limit: int = MAX_LABEL) -> str:
    """Return a text as one line of at most `limit` characters.

    Raises DataError for a longer line, a NUL character, a lone surrogate, and anything that is no text.
    `what` names the text in the error.
    """
    if not isinstance(text, str):
        raise DataError(say("{what} = {text!r} must be text", what=what, text=text))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError(
            say("{what} {text!r} has half a character (a lone surrogate): type it again", what=what, text=text)
        ) from None
    if "\0" in text:
        raise DataError(say("{what} {text!r} contains a NUL character: type it again", what=what, text=text))
    line = one_line(text)
    if is_long(line, limit):
        raise DataError(
            say("{what} {line!r}… has more than {limit} characters: shorten it", what=what, line=line[:20], limit=limit)
        )
    return text if text == line else line  # keep a Phrase, which can be translated later


def _floats(values: ArrayLike, refusal: str) -> Array:
    """Return a float64 copy of values with −0.0 made 0.0.

    Raises DataError(refusal) for words, ragged rows and complex numbers.
    """
    try:
        found = np.array(values, order="C")
        if found.dtype.kind == "c":  # numpy would drop the imaginary part with just a warning
            raise TypeError
        return found.astype(np.float64) + 0.0
    except (TypeError, ValueError, OverflowError):
        raise DataError(refusal) from None


def checked_points(points: ArrayLike, columns: Sequence[str] = ()) -> Array:
    """Return a read-only float64 copy (n, d) of the points.

    −0.0 is made 0.0. Raises DataError for another shape, too many points or columns, and values that are
    not finite or beyond ±10⁶.
    """
    X = _floats(points, say("X must be a table of real numbers, one row per point: found something else in it"))
    if X.ndim != 2:
        if X.ndim == 1:
            raise DataError(
                say(
                    "X has shape {shape}, but must be (n, d), one row per point: for points on a line use X[:, None]",
                    shape=X.shape,
                )
            )
        raise DataError(say("X has shape {shape}, but must be (n, d), one row per point", shape=X.shape))
    n, d = X.shape
    if n < 1 or d < 1:
        raise DataError(say("X has shape {shape}: at least 1 point with 1 coordinate is needed", shape=X.shape))
    if n > MAX_ROWS:
        raise DataError(
            say("{n} points are more than the {limit} this app computes with: take a sample", n=n, limit=MAX_ROWS)
        )
    if d > MAX_COLUMNS:
        raise DataError(
            say(
                "{d} columns are more than the {limit} this app takes: leave some out",
                d=d,
                limit=MAX_COLUMNS,
            )
        )
    check_values(X, columns if len(columns) == d else default_columns(d))
    X.setflags(write=False)
    return X


def check_values(table: Array, columns: Sequence[str]) -> None:
    """Raise DataError for nan, infinities and |x| > 1e6.

    The error names the first such point and its column. `table` has the shape (n, d).
    """
    bad = np.argwhere(~(np.abs(table) <= LARGEST))  # negated so that nan counts as bad
    if not len(bad):
        return
    row, column = (int(i) for i in bad[0])
    value = float(table[row, column])
    where = say("point {row}, column {column!r}", row=row + 1, column=columns[column])
    if not np.isfinite(value):
        raise DataError(
            say(
                "{where} is {value}: every number must be finite; correct or leave out this point",
                where=where,
                value=str(value),
            )
        )
    raise DataError(
        say("{where} is {value:g}, beyond |x| ≤ 10⁶: rescale the column (other units)", where=where, value=value)
    )


def checked_values(values: ArrayLike, n: int, target: str) -> Array:
    """Return a read-only float64 copy (n,) of a regression target.

    Raises DataError for another shape, and for values that are not finite or beyond ±10⁶.
    """
    y = _floats(
        values, say("{target!r} must be one real number per point: for labels say task='classification'", target=target)
    )
    if y.shape != (n,):
        raise DataError(
            say("y has shape {shape}, but X has {n} points: give one value per point, shape ({n},)", shape=y.shape, n=n)
        )
    check_values(y[:, None], (target,))
    y.setflags(write=False)
    return y


def checked_classes(values: ArrayLike, n: int, classes: Sequence[str]) -> tuple[Array | IntArray, tuple[str, ...]]:
    """Return the class numbers of the points, and the classes' names.

    The numbers are 0..k−1 (int64), or ±1.0 for a two-class set (float64), read-only.

    In a ±1 set classes[0] is the class of −1 and classes[1] the class of +1. Without names the
    numbers are the names. Raises DataError for other numbers, more than ten classes, and two
    classes of one name.
    """
    try:
        given = np.asarray(values)
    except ValueError:
        raise DataError(say("y must hold one class number per point: found lists of different lengths in it")) from None
    if given.shape != (n,):
        raise DataError(
            say(
                "y has shape {shape}, but X has {n} points: give one label per point, shape ({n},)",
                shape=given.shape,
                n=n,
            )
        )
    if given.dtype.kind not in "iuf":
        raise DataError(say("y must hold class numbers: for labels as text use Dataset.labelled(X, labels)"))
    signed = given.dtype.kind == "f" or bool(np.any(given < 0))
    y: Array | IntArray
    if signed:
        if not np.all(np.abs(given) == 1):
            wrong = given[np.abs(given) != 1][0]
            raise DataError(
                say(
                    "{wrong} in y is neither +1 nor -1: is this a regression target (task='regression')? "
                    "Classes are whole numbers 0, 1, 2… or ±1",
                    wrong=wrong,
                )
            )
        y, names = given.astype(np.float64), checked_names(tuple(classes) or ("-1", "+1"))
        if len(names) != 2:
            raise DataError(
                say("y is ±1, but there are {count} class names: give two, first that of -1", count=len(names))
            )
    else:
        y, top = given.astype(np.int64), int(given.max())
        names = checked_names(tuple(classes) or tuple(str(i) for i in range(min(top, MAX_ROWS) + 1)))
        if top >= len(names):
            raise DataError(
                say(
                    "class number {top} in y has no name: the {count} classes are numbered from 0",
                    top=top,
                    count=len(names),
                )
            )
    y.setflags(write=False)
    return y, names


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the classes, each as one line.

    Raises DataError for more than ten names, an empty name, and equal names. The same number in two
    spellings, as '1' and '1.0', counts as equal.
    """
    if len(names) > MAX_CLASSES:
        raise DataError(
            say(
                "{count} classes are more than the {limit} this app can colour: merge some",
                count=len(names),
                limit=MAX_CLASSES,
            )
        )
    lines = tuple(checked_text(name, "label") for name in names)
    seen: dict[object, str] = {}
    for line in lines:
        if not line:
            raise DataError(say("a class has an empty name: give every class a name"))
        if (other := seen.setdefault(label_key(line), line)) is not line or lines.count(line) > 1:
            raise DataError(
                say("classes {other!r} and {line!r} are the same: give different names", other=other, line=line)
            )
    return lines


def checked_target_name(task: str, y: object, target: object, classes: Sequence[str]) -> str:
    """Return the name of the target.

    Without a given name it is "y" for values, "label" for classes. Raises DataError for an unknown task, and if
    task, y, target and classes do not fit together.
    """
    if task not in ("classification", "regression", "none"):
        raise DataError(say("task = {task!r} must be 'classification', 'regression' or 'none'", task=task))
    if (y is None) != (task == "none"):
        lacks = say("no y is given") if y is None else say("y is given: say 'classification' or 'regression'")
        raise DataError(say("task = {task!r}, but {lacks}", task=task, lacks=lacks))
    if task != "classification" and classes:
        raise DataError(say("classes = {classes!r} are given, but the task is {task!r}", classes=classes, task=task))
    name = checked_text(target, "target")
    if task == "none" and name:
        raise DataError(say("target = {target!r} is given, but there is no y", target=name))
    return name or {"classification": "label", "regression": "y", "none": ""}[task]


def checked_columns(columns: Sequence[str], d: int, target: str) -> tuple[str, ...]:
    """Return the names of d columns.

    Without given names they are `default_columns`. Raises DataError for a wrong number of names, and
    for an invalid or repeated name.
    """
    names = tuple(columns) or default_columns(d)
    if len(names) != d:
        raise DataError(say("{count} column names for {d} columns: give one each", count=len(names), d=d))
    names = tuple(checked_text(name, say("column name")) for name in names)
    for name in names:
        if not name or name.startswith("#"):
            raise DataError(
                say("{name!r} cannot name a column: it must not be empty nor start with # (a comment)", name=name)
            )
    double = [name for name in (*names, target) if (*names, target).count(name) > 1]
    if double:
        raise DataError(say("two columns are called {double!r}: give different names", double=double[0]))
    return names


def default_columns(d: int) -> tuple[str, ...]:
    """Return the names of d columns where none are given.

    They are x1, x2, … (x if d = 1).
    """
    return ("x",) if d == 1 else tuple(f"x{j + 1}" for j in range(d))
