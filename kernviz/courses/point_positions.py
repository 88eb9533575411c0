"""Places of the data's points in a picture."""

from __future__ import annotations

import numpy as np

from kernviz.figures.figure import Figure


def places(figure: Figure) -> dict[int, tuple[float, float]]:
    """Return the place (x, y) of each data point in the picture.

    The key is the point's number, from 0.
    """
    found: dict[int, tuple[float, float]] = {}
    for trace in figure.data:
        numbers = trace.get("hovertext")
        if trace.get("type", "scatter") != "scatter" or numbers is None or trace.get("x") is None:
            continue
        for number, x, y in zip(np.ravel(numbers), np.ravel(trace["x"]), np.ravel(trace["y"]), strict=False):
            if str(number).isdecimal() and x is not None and y is not None:
                found[int(number) - 1] = (float(x), float(y))
    return found
