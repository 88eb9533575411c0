"""Text of hand-drawn points, parsed.

+1: 1 1 -1 -1 -1: 1 -1 -1 1        two coordinates a point, after the name of its class and a colon
0 0 1.5 2                          points without classes
x= A: 0 1 B: 2.5                   points of the line: one coordinate each, with or without classes
y= 0 1 0.5 2                       x and the value to be predicted there, pair by pair
z= 0 0 1 1 0.5 2                   two coordinates and the value to be predicted there
[x1 -2 2] [x2 -1 3] 0 0 1 1        at the beginning: name, low end and high end of each axis
"""

import math
import re
from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.data.checks import DataError
from kernviz.data.text import number, shorten
from kernviz.data.url_compression import unpack
from kernviz.wording import say

LONGEST_DRAWN = 100_000  # characters
LINE, VALUES, PLANE_VALUES = "x=", "y=", "z="  # prefixes: points of a line, values over a line, values over a plane
NUMBERS = {"": 2, LINE: 1, VALUES: 2, PLANE_VALUES: 3}  # prefix (the kind of points) -> count of numbers of a point
_HEAD = re.compile(r"\s*\[([^\[\]]*)\](?=\s|$)")


@dataclass(frozen=True)
class DrawnText:
    """Parsed text of hand-drawn points.

    `head` is the text of the axes. `kind` is a key of NUMBERS. `axes` holds name and ends of each axis
    (None: not given). `classes` are the named classes in order. For each of n points, `names` holds the
    class ("" for none), `points` (n, m) the numbers, and `cells` their spelling.
    """

    head: str
    kind: str
    axes: list[tuple[str, tuple[float, float] | None]]
    classes: list[str]
    names: list[str]
    points: Array
    cells: list[list[str]]


def one_word(text: str, separators: str) -> str:
    """Return a text as one word, with _ for `separators`.

    `separators` is a regular expression.
    """
    return re.sub(separators, "_", text) or "_"


def class_word(label: str) -> str:
    """Return a class as written in the text.

    The class is one word and a colon.
    """
    return one_word(label, r"[\s,;:=]+") + ":"


def parts_of(text: str) -> DrawnText:
    """Parse a text of hand-drawn points, which may be compressed.

    Raises DataError, which names the unreadable part.
    """
    if not isinstance(text, str):
        raise DataError(say("points are read from text such as +1: 0.5 2, not from {text!r:.40}", text=text))
    if len(text) > LONGEST_DRAWN:
        raise DataError(
            say(
                "{length} characters are too many: at most {limit}, or upload a file",
                length=len(text),
                limit=LONGEST_DRAWN,
            )
        )
    whole = unpack(text.strip())
    text, axes = _axes(whole)
    head = whole.removesuffix(text).strip()
    if doubt := re.search(r"(?<![\d.,])[+−-]?\d+,\d+(?![\d.,])", text):  # ambiguous: 1,5 may mean 1.5, or 1 and 5
        left, _, right = doubt.group().partition(",")
        raise DataError(
            say(
                "{text!r} may be one number or two: write {left}.{right}, or {left} {right}",
                text=doubt.group(),
                left=left,
                right=right,
            )
        )
    kind, name, names = "", "", list[str]()
    points, waiting, classes = list[list[float]](), list[float](), dict[str, None]()
    cells, written = list[list[str]](), list[str]()
    spaced = re.sub(r":|\b[xyz]=", lambda mark: mark.group() + " ", text)
    for word in filter(None, re.split(r"[\s,;]+", spaced)):
        if word in (LINE, VALUES, PLANE_VALUES):
            if kind or points or waiting or (classes and word != LINE):
                raise DataError(
                    say(
                        "{word!r} must come once, before all points; points with values to predict have no classes",
                        word=word,
                    )
                )
            kind = word
        elif word.endswith(":"):
            if kind in (VALUES, PLANE_VALUES):
                raise DataError(
                    say("no class may follow {kind!r}: points have either classes or values to predict", kind=kind)
                )
            _check_complete(waiting, say("before {word}", word=word), kind)
            name = word.removesuffix(":")
            classes[name] = None
        else:
            waiting.append(_number(word))
            written.append(word)
            if len(waiting) == NUMBERS[kind]:
                names.append(name)
                points.append(waiting)
                cells.append(written)
                waiting, written = [], []
    _check_complete(waiting, say("at the end"), kind)
    return DrawnText(head, kind, axes, list(classes), names, np.array(points).reshape(-1, NUMBERS[kind]), cells)


def _axes(text: str) -> tuple[str, list[tuple[str, tuple[float, float] | None]]]:
    """Return the text without its head, and the axes in the head."""
    axes = list[tuple[str, tuple[float, float] | None]]()
    while found := _HEAD.match(text):
        name, *ends = found[1].split() or [""]
        if not name or len(ends) not in (0, 2) or len(axes) == 3:
            raise DataError(
                say(
                    "{text!r:.60} is not an axis: write its name, its smallest and its largest number, such as [x1 "
                    "-1 2]",
                    text=found[0].strip(),
                )
            )
        low_high = tuple(_number(end) for end in ends)
        if low_high and not (math.isfinite(low_high[1] - low_high[0]) and low_high[0] < low_high[1]):
            raise DataError(say("the axis {name!r:.40} must go from a smaller number to a larger one", name=name))
        axes.append((name, (low_high[0], low_high[1]) if low_high else None))
        text = text[found.end() :]
    return text, axes


def _check_complete(waiting: list[float], where: str, kind: str) -> None:
    """Raise DataError if some numbers wait for the rest of their point."""
    if waiting:
        raise DataError(
            say(
                "{number:g} stands alone {where}: every point has {count} numbers",
                number=waiting[0],
                where=where,
                count=say("three") if NUMBERS[kind] == 3 else say("two"),
            )
        )


def _number(word: str) -> float:
    value = number(word.replace("−", "-"))
    if value is None:
        raise DataError(
            say(
                "{text!r} is neither a number nor a class: the name of a class ends with a colon",
                text=shorten(word),
            )
        )
    return value
