"""Handles for draggable parameters, draggable points, and an empty picture.

The parameters are those of a State.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.data.drawn import MOST_DRAWN
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.plane import decision_plane
from kernviz.lessons.draggable import Handle, Points
from kernviz.lessons.lesson import Picture
from kernviz.lessons.shared.axis_limits import sheet_of
from kernviz.lessons.state import applying, declarations
from kernviz.wording import say


def handle(state: Any, name: str, at: Sequence[float] | Array, height: float = 0.0) -> tuple[Handle, ...]:
    """Return the handle of the field `name`, drawn at `at`.

    `at` has shape (d,). For d = 1 the handle is drawn at `height`. The result is () if the field does
    not apply. Raises KeyError for a name that is no field of the State.
    """
    declared = declarations(type(state))[name]
    if name not in applying(state):
        return ()
    d = min(len(at), 2)
    where = (float(at[0]), float(at[1]) if d > 1 else height)
    return (Handle(declared.word, (declared.names or (name,))[:d], where, called=declared.called),)


def points(state: Any, heights: Array | None = None) -> Points | None:
    """Return the draggable points of the page's data.

    `heights` as in `Points`. The result is None if the page has points of its own, for more than two
    columns, and for more than MOST_DRAWN points.
    """
    data: Dataset = state.data
    movable = state.shown is data and data.d <= 2 and data.n <= MOST_DRAWN
    return Points(data, heights) if movable else None


def bare(data: Dataset) -> Picture:
    """Return an empty picture for drawing points.

    The picture has the axes of these data.
    """
    sheet, line = sheet_of(data), data.d == 1 and data.task != "regression"
    names = (*data.columns, data.target)[:2]
    empty, labels = np.empty((0, 2)), np.empty(0) if data.classes else None
    heights, second = ((-1.0, 1.0), "") if line else ((sheet[2], sheet[3]), names[1])
    view = DataView(empty, labels, (sheet[0], sheet[1]), heights, names[0], second, data.classes or None)
    figure = decision_plane(view)
    words = (
        say("An empty line: click to set the first point.")
        if line
        else say("An empty plane: click to set the first point.")
    )
    return Picture(figure, words, "", "bare", 690, square=True, points=Points(data, gone=True))
