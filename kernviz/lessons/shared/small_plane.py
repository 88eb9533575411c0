"""Small picture of a machine, for comparisons.

It shows the decision function and the points, without legend and colour bar.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.line import LineFunction, decision_line, describe_line
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.lessons.shared.training import Failure, Training
from kernviz.models.svm import KernelSVC
from kernviz.surfaces import Curve, Surface, crossings
from kernviz.symbols import symbols


def marks_of(training: Training | Failure) -> PlaneMarks:
    """Return support vectors and misclassified points as marks for the picture.

    Without a machine the marks are the points that prevent a separation.
    """
    if isinstance(training, Failure):
        return PlaneMarks(combined=training.combined or None, wrong=training.points or None)
    m = training.machine
    wrong = np.flatnonzero(training.functional_margins <= 0)
    return PlaneMarks(free=m.free_, bounded=bounded_of(m), alpha=m.alpha_, wrong=wrong)


def bounded_of(machine: KernelSVC) -> NDArray[np.intp] | None:
    """Return the bounded support vectors.

    A hard margin sets no bound on α: the result is None.
    """
    return None if np.isinf(machine.C) else machine.bounded_


def small_plane(
    data: Dataset, training: Training | None, marks: PlaneMarks, *, margins: bool = False
) -> tuple[Figure, str]:
    """Return the small picture and its description.

    For data on a line, the places f = ±1 are drawn if `margins`. Without a machine only the points are drawn.
    """
    view = DataView.of(data)
    if data.d == 1:
        function = None
        if training and isinstance(training.field, Curve):
            field = training.field
            ones = sorted(crossings(field, 1.0) + crossings(field, -1.0)) if margins else []
            function = LineFunction(field, symbols("‹f›(x)"), crossings(field), ones)
        figure = decision_line(view.over((-3, 3)), function, marks)
        alt = describe_line(function, data.X[:, 0], marks)
    else:
        surface = training.field if training and isinstance(training.field, Surface) else None
        figure = decision_plane(view, surface, marks, bar=False)
        alt = describe_plane(data.X, data.codes, marks, boundary=surface is not None)
    figure.update_layout(showlegend=False, margin={"l": 40, "r": 6, "t": 6, "b": 40})
    return figure, alt
