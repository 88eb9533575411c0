"""Degenerate data and kernels, and every view of a page: no distance, one distance, one class, extreme floats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kernviz.data import Dataset, load
from kernviz.data.untrusted_text import unveil
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.page import Page
from kernviz.lessons.state import applying

CLOSE = "1000000 1000000 999999.9999999999 1000000"  # 1e-10 apart: the last digit there is

POINTS = {
    "the default drawing": data_and_kernel.DRAWING,
    "a number too many": "+1: 1 1 1 -1 -1 1 -1 -1 1 0 0",  # then the usual points stay
    "the corners of a square": "+1: +1 1 +1 -1 -1 1 -1 -1",
    "all but one on a circle": "+1: 1 1 1 -1 -1 1 -1 -1 -1: 0 0",
    "an equal triangle": "+1: 0 0 1 0 0.5 0.8660254037844386",
    "one point": "+1: 1 2",
    "one point without a class": "1 2",
    "one point, far": "a: 1e6 1e6",
    "two points": "+1: 1 2 -1: 2 3",
    "two points in one place": "+1: 1 2 -1: 1 2",
    "one place": "+1: 3 3 3 3 3 3 -1: 3 3 3 3",
    "three classes in one place": "a: 0 0 b: 0 0 c: 0 0",
    "three points, three classes": "a: 1 1 b: 2 2 c: 3 3",
    "on a line": "+1: 0 0 1 1 2 2 -1: 3 3 4 4 5 5",
    "on a level line": "+1: 0 1 1 1 2 1 -1: 3 1 4 1",
    "one class": "+1: 0 0 1 1 2 0",
    "1e-300": "+1: 1e-300 0 0 1e-300 -1: -1e-300 0 0 -1e-300",
    "1e-200": "+1: 1e-200 0 -1: 0 1e-200 1e-200 1e-200",
    "a rounding apart, far": f"+1: {CLOSE} -1: 1000000 999999.9999999999 999999.9999999999 999999.9999999998",
    "a rounding apart": "+1: 1 1 1.0000000000000002 1 -1: 1 1.0000000000000002 0.9999999999999999 1",
    "as far as points may be": "+1: 1e6 1e6 -1: -1e6 -1e6",
    "axes without a width": "[x1 1 1] [x2 1 1] +1: 1 1 -1: 1 1",
    "axes a rounding wide": "[x1 1 1.0000000000000002] [x2 1 1.0000000000000002] +1: 1 1 -1: 1.0000000000000002 1",
    "axes beyond every picture": "[x1 -1e300 1e300] [x2 -1 1] +1: 0 0 -1: 1 1",
    "axes below every picture": "[x1 -1e-320 1e-320] [x2 -1 1] +1: 0 0 -1: 0 1",
    "one point of the line": "x= A: 1",
    "one place of the line": "x= A: 1 B: 1",
    "a rounding apart on the line": "x= A: 1 1.0000000000000002 B: 1",
    "1e-300 on the line": "x= A: 1e-300 B: -1e-300",
    "a rounding apart on the line, far": "x= A: 1e6 B: 999999.9999999999",
    "one value": "y= 0 1",
    "equal values": "y= 0 1 1 1 2 1",
    "values a rounding apart": "y= 0 1 1 1.0000000000000002 2 1",
    "values 0": "y= 0 0 1 0",
    "values 1e-300": "y= 0 1e-300 1 0",
    "values a rounding apart, far": "y= 0 1e6 1 999999.9999999999 2 1e6",
    "values over one place": "y= 1 0 1 1 1 2",
    "values on axes without a width": "[x 0 1] [y 1 1] y= 0 1 1 1",
    "equal values over the plane": "z= 0 0 1 1 0 1 0 1 1",
    "values over the plane, a rounding apart": "z= 0 0 1 1 0 1.0000000000000002 0 1 1 1 1 1",
    "one value over the plane": "z= 0 0 1",
    "values over the plane, a rounding apart, far": "z= 0 0 1e6 1 0 999999.9999999999 0 1 1e6",
}

LONELY = {
    "one point": Dataset(np.array([[1.0, 2.0]]), np.array([0]), classes=("a",), task="classification"),
    "one point, no class": Dataset(np.array([[1.0]])),
    "two equal points": Dataset(
        np.array([[1.0, 2.0], [1.0, 2.0]]), np.array([0, 1]), classes=("a", "b"), task="classification"
    ),
    "one of each": Dataset(
        np.arange(6.0).reshape(3, 2) ** 2, np.arange(3), classes=("a", "b", "c"), task="classification"
    ),
    "one class": Dataset(np.arange(8.0).reshape(4, 2), np.zeros(4, int), classes=("a",), task="classification"),
    "a class without points": load("three_blobs", n=30).take(np.arange(20)),
    "huge": Dataset(
        np.array([[1e6, -1e6], [-1e6, 1e6], [0, 0]]),
        np.array([0, 1, 2]),
        classes=("a", "b", "c"),
        task="classification",
    ),
    "thin": Dataset(
        np.array([[0, 0], [1e6, 1], [1e6, 2], [3, 1]]),
        np.array([0, 1, 1, 0]),
        classes=("a", "b"),
        task="classification",
    ),
}

KERNELS = (
    "rbf(gamma=1)",
    "linear",
    "1",
    "0*linear",
    "rbf(gamma=1e12)",
    "rbf(gamma=1e-12)",
    "1e-300*rbf",
    "1e-170",
    "1e12*poly(degree=8)",
    "linear - rbf(gamma=1)",
    "-rbf(gamma=1)",
    "sigmoid(gamma=1, coef0=-1)",
    "normalize(linear)",
    "exp(exp(linear))",
    "minimum",
    "poly(degree=20)**8",
)


def states(page: Page[Any], points: str, kernel: str) -> Iterator[Any]:
    """Yield the initial state of a page for given points and kernel, then its variants.

    Each variant changes one choice or one switch. Nothing is yielded if the points or the kernel are rejected. The
    choice of a lecture's notation (`speak`) is not varied.
    """
    about = data_and_kernel.read({"data": ["drawn"], "pts": [points], "k": [kernel]})
    if about is None:
        return
    first = lesson_page.read(page, about, {})
    yield first
    for name, declared in applying(first).items():
        if declared.kind == "choice" and name != "speak":
            others = [unveil(option) for option in declared.options(first) if option != getattr(first, name)]
        elif declared.kind == "switch":
            others = ["false" if getattr(first, name) else "true"]
        else:
            continue
        param = declared.params(name, first)[0].name
        yield from (lesson_page.read(page, about, {param: [other]}) for other in others)
