"""Line in the plane (x, x²), measured on the data.

The line is the notes' own, the SVM's, or yours.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.wording import phrase, short

NOTES = (0.0, 1.0), -5.0  # w and b in source S1
NAMES = {"notes": phrase("the notes' line"), "SVM": phrase("the SVM's line"), "yours": phrase("your line")}


@dataclass(frozen=True)
class CutLine:
    """Classifier of points of a line, evaluated on the data.

    The classifier is sign(f) with `f(x) = w₁·x + w₂·x² + b`. ``f`` (n,) are the values at the points,
    ``wrong`` the rows of misclassified points.
    """

    name: str
    w: tuple[float, float]
    b: float
    f: Array
    closest: float  # smallest y·f/‖w‖: the margin if every point is classified correctly, else negative
    wrong: NDArray[np.intp]

    @property
    def margin(self) -> str:
        return short(self.closest) if not len(self.wrong) and not math.isnan(self.closest) else "–"

    @property
    def thresholds(self) -> list[float]:
        """Return the points where the parabola crosses the line.

        They are the roots of w₂x² + w₁x + b.
        """
        (w1, w2), b = self.w, self.b
        if abs(w2) <= 1e-12 * max(abs(w1), abs(b)):
            return [-b / w1] if w1 else []
        inside = w1 * w1 - 4 * w2 * b
        if inside < 0:
            return []
        # the root without cancellation; the other root follows from the product of both
        q = -0.5 * (w1 + np.copysign(np.sqrt(inside), w1))
        return sorted({float(q / w2), float(b / q) if q else 0.0})


def line(name: str, data: Dataset, w: tuple[float, float], b: float) -> CutLine:
    """Return a line in the plane (x, x²), measured on the data.

    The result holds the line's values and margin on the data.
    """
    x, signs = data.X[:, 0], data.signs
    f = w[0] * x + w[1] * x**2 + b
    norm = float(np.hypot(*w))
    return CutLine(
        name, w, b, f, float((signs * f).min() / norm) if norm else float("nan"), np.flatnonzero(signs * f <= 0)
    )


def is_lecture(data: Dataset) -> bool:
    """Return True for S1's nine points.

    S1's separator is meant for these data only.
    """
    x = data.X[:, 0]
    return sorted(x.tolist()) == list(range(-4, 5)) and bool(np.all((data.signs > 0) == (np.abs(x) >= 3)))
