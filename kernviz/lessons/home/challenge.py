"""Challenge of Home: change the decision boundary with one point.

The score is the area that changes sides.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.lessons import svm
from kernviz.lessons.data_and_kernel import DRAWN, flat, from_library, taken, values_of
from kernviz.lessons.lesson import Numbers, Readout
from kernviz.lessons.shared.training import Training, train
from kernviz.lessons.state import Subject
from kernviz.surfaces import Curve, Surface
from kernviz.wording import phrase, say, several, short

MOST = 1  # largest number of changed points with which a score counts
SO_FAR = phrase("so far")


@dataclass(frozen=True)
class Score:
    """Change of a decision boundary: changed area and number of changed points.

    The area is that of the part of the picture that changed sides, in squares of the axes' unit.
    """

    area: float
    points: int


def score(subject: Subject, origin: str, now: Training | None) -> Score | None:
    """Return the change of the decision boundary since the data were opened.

    `origin` is the query string of the data before the first edit. `now` is the machine trained on
    the present points. None if one of the two machines does not exist, or the data have no origin.
    """
    data = subject.data
    if data.name != DRAWN:
        return Score(0.0, 0)
    before = _before(origin)
    if before is None or now is None or before.d != data.d or not before.classes:
        return None
    points = changed(before, data)
    if not points:
        return Score(0.0, 0)
    state = svm.State(before, subject.kernel)
    trained = train(state.signed, subject.kernel, state.penalty)
    return Score(area(trained, now), points) if isinstance(trained, Training) else None


def _before(origin: str) -> Dataset | None:
    """Return the points of an origin, rounded as edited points are.

    None if the origin names no data of the library.
    """
    values = values_of(origin)
    if not values:
        return None
    try:
        whole = from_library(str(values["data"]), values)
    except ValueError:
        return None
    return taken(flat(whole, str(values.get("cx") or ""), str(values.get("cy") or "")))


def changed(before: Dataset, after: Dataset) -> int:
    """Return the number of points that differ between two sets.

    Points added, moved, erased or painted are counted.
    """
    one, other = _counted(before), _counted(after)
    return max((one - other).total(), (other - one).total())


def _counted(data: Dataset) -> Counter[tuple[object, ...]]:
    names = [str(data.classes[code]) for code in data.codes]
    return Counter((*place, name) for place, name in zip(np.round(data.X, 6).tolist(), names, strict=True))


def area(before: Training, after: Training) -> float:
    """Return the area on which two machines predict different classes.

    It is in squares of the axes' unit; on a line the result is a length. Both machines are compared on the grid of the
    first. The second is read at the nearest place of its own grid.
    """
    one, other = before.field, after.field
    if isinstance(one, Curve) or isinstance(other, Curve):
        if not (isinstance(one, Curve) and isinstance(other, Curve)):
            return 0.0
        sides = (one.values > 0) != (other.values[_nearest(other.x, one.x)] > 0)
        return float(sides.mean() * (one.x[-1] - one.x[0]))
    return _area(one, other)


def _area(one: Surface, other: Surface) -> float:
    there = other.values[np.ix_(_nearest(other.y, one.y), _nearest(other.x, one.x))]
    share = float(((one.values > 0) != (there > 0)).mean())
    return share * float(one.x[-1] - one.x[0]) * float(one.y[-1] - one.y[0])


def _nearest(grid: Array, places: Array) -> NDArray[np.intp]:
    """Return the index of the nearest point of an even grid.

    There is an index for each place.
    """
    step = (grid[-1] - grid[0]) / max(len(grid) - 1, 1)
    return np.clip(np.rint((places - grid[0]) / step), 0, len(grid) - 1).astype(np.intp)


def read_out(found: Score | None, d: int) -> Numbers:
    """Return the score as the page shows it, for points of ℝᵈ."""
    meaning = (
        say("length of the part of the line that has changed sides")
        if d == 1
        else say("area that has changed sides, in unit squares of the axes")
    )
    if found is None:
        return Numbers((Readout(SO_FAR, "–", say("open one of the data sets to play")),))
    if found.points > MOST:
        label = several(found.points, "with {n} point", "with {n} points (allowed: 1)")
        return Numbers((Readout(label, short(found.area, 2), meaning),))
    return Numbers((Readout(SO_FAR, short(found.area, 2), meaning),))
