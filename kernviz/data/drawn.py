"""Points set by hand, as one line of text that a person can read, type and put into a link.

+1: 1 1 -1 -1 -1: 1 -1 -1 1        two coordinates a point, after the name of its class and a colon
0 0 1.5 2                          points without classes
y= 0 1 0.5 2                       x and the value to be predicted there, pair by pair
"""

import math
import re

import numpy as np
from numpy.typing import NDArray

from kernviz.data.checks import DataError
from kernviz.data.dataset import Dataset
from kernviz.data.labels import merged
from kernviz.data.text import number, shorten

MOST_DRAWN = 200  # points: their text still fits an address
LONGEST_DRAWN = 6000  # characters
VALUES = "y="  # what stands before pairs of x and value
NAME, TITLE = "drawn", "Drawn points"
HALF = 3.0  # of the field, where the points fit in it

Array = NDArray[np.float64]


class NoPoint(DataError):
    """A text without a point: nothing is wrong with it, there is only nothing to show."""


def read_drawn(text: str) -> Dataset:
    """The dataset a text describes, its points in their order. Commas, semicolons and line breaks count as spaces.

    A class that is named without a point is one of the classes. Raises DataError, which names what cannot be read, and
    NoPoint, a DataError, where there is none.

    >>> read_drawn("+1: 1 1, -1 -1; -1: 1 -1").labels
    ('+1', '+1', '-1')
    """
    classes, names, pairs = _parts(text)
    if not pairs:
        raise NoPoint("there is no point: click in the field, or write a class and two numbers such as +1: 0.5 2")
    if len(pairs) > MOST_DRAWN:
        raise DataError(f"{len(pairs)} points are too many to be set by hand: at most {MOST_DRAWN}, or upload a file")
    points = np.array(pairs)
    if classes == [VALUES]:
        return Dataset(points[:, :1], points[:, 1], name=NAME, title=TITLE, task="regression")
    if VALUES in classes:
        raise DataError(f"{VALUES!r} stands among classes: points have either classes or values to predict")
    if not classes:
        return Dataset(points, name=NAME, title=TITLE)
    if "" in names:
        raise DataError("the first points have no class: write its name and a colon before them, such as +1:")
    codes, known, notes = merged([*classes, *names])
    y = codes[len(classes) :]
    return Dataset(points, y, name=NAME, title=TITLE, classes=known, task="classification", notes=notes)


def drawn_classes(text: str) -> tuple[str, ...]:
    """The classes a text names, in their order, with or without points; () if it names none or cannot be read."""
    try:
        classes, _, _ = _parts(text)
        return merged(classes)[1] if classes else ()
    except DataError:
        return ()


def drawn_places(data: Dataset) -> Array:
    """Where the points stand in a field, (n, 2): a value over its x, and points of a line at height 0."""
    heights = data.values[:, None] if data.task == "regression" else np.zeros((data.n, 2 - data.d))
    return np.column_stack([data.X, heights])


def write_drawn(data: Dataset) -> str:
    """The text of a dataset, its numbers to four significant digits: read_drawn's other half.

    Raises DataError for more than MOST_DRAWN points, and for more coordinates than a plane has.
    """
    if data.n > MOST_DRAWN:
        raise DataError(f"{data.n} points are too many to be moved by hand: at most {MOST_DRAWN}")
    if data.d + (data.task == "regression") > 2:
        raise DataError(f"points with {data.d} coordinates cannot be moved by hand in a plane")
    if data.task == "regression":
        names = (VALUES,) * data.n
    else:
        names = tuple(_name(label) for label in data.labels) if data.classes else ("",) * data.n
    words = []
    for i, point in enumerate(drawn_places(data)):
        if i == 0 or names[i] != names[i - 1]:
            words.append(names[i])
        words.extend(f"{value + 0.0:.4g}" for value in point)
    return " ".join(filter(None, words))


def _name(label: str) -> str:
    """A class as the text writes it: one word and a colon."""
    return (re.sub(r"[\s,;:=]+", "_", label) or "_") + ":"


def _parts(text: str) -> tuple[list[str], list[str], list[tuple[float, float]]]:
    """The classes that are named, the class of each point, and its two numbers."""
    if not isinstance(text, str):
        raise DataError(f"points are read from text such as +1: 0.5 2, not from {text!r:.40}")
    if len(text) > LONGEST_DRAWN:
        raise DataError(f"{len(text)} characters are too many: at most {LONGEST_DRAWN}, or upload a file")
    if doubt := re.search(r"(?<![\d.,])[+−-]?\d+,\d+(?![\d.,])", text):  # to one reader 1,5 is 1.5, to another 1 and 5
        left, _, right = doubt.group().partition(",")
        raise DataError(f"{doubt.group()!r} may be one number or two: write {left}.{right}, or {left} {right}")
    name, names = "", list[str]()
    pairs, waiting, classes = list[tuple[float, float]](), list[float](), dict[str, None]()
    spaced = re.sub(r":|\by=", lambda mark: mark.group() + " ", text)
    for word in filter(None, re.split(r"[\s,;]+", spaced)):
        if word.endswith(":") or word == VALUES:
            _even(waiting, f"before {word}")
            name = word.removesuffix(":")
            classes[name] = None
        else:
            waiting.append(_number(word))
            if len(waiting) == 2:
                names.append(name)
                pairs.append((waiting[0], waiting[1]))
                waiting = []
    _even(waiting, "at the end")
    return list(classes), names, pairs


def _even(waiting: list[float], where: str) -> None:
    if waiting:
        raise DataError(f"{waiting[0]:g} stands alone {where}: every point has two numbers")


def _number(word: str) -> float:
    value = number(word.replace("−", "-"))
    if value is None:
        raise DataError(f"{shorten(word)!r} is neither a number nor a class: the name of a class ends with a colon")
    return value


def drawing_window(data: Dataset) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of a field to draw in: ±3, or round numbers around points that do not fit in there.

    Equal units on both axes, except for values over x and for columns of very different size.
    """
    values, places = data.task == "regression", drawn_places(data)
    low, high = places.min(axis=0), places.max(axis=0)
    spread = high - low
    if low.min() >= -HALF and high.max() <= HALF and not 0 < spread.max() < 1:
        return -HALF, HALF, -HALF, HALF
    if spread.min() == 0 or (not values and spread.max() < 8 * spread.min()):
        spread[:] = spread.max() or np.abs(high).max()
    ends = [_outwards(float(m), float(s)) for m, s in zip((low + high) / 2, spread, strict=True)]
    return *ends[0], *ends[1]


def _outwards(middle: float, spread: float) -> tuple[float, float]:
    """A fifth of the spread more on each side, to a round number."""
    spread = max(spread, 1e-9 * abs(middle))  # finer than that, twelve digits tell the ends not apart
    unit = 10.0 ** math.floor(math.log10(spread / 5))
    centre, half = round(middle / unit), math.ceil(0.7 * spread / unit + 0.5)
    return float(f"{(centre - half) * unit:.12g}"), float(f"{(centre + half) * unit:.12g}")
