"""All points gone that are no support vectors: the machine trained again is the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.lessons.svm.state import State
from kernviz.surfaces import Curve, Surface

Array = NDArray[np.float64]


def reduced(state: State, signed: Dataset, result: Training) -> tuple[Training, float | None]:
    """The training to draw: on the support vectors alone if asked for, with the largest change of f on the grid."""
    if not state.only_support:
        return result, None
    again = train(signed.take(result.machine.support_), state.kernel, state.penalty)
    if isinstance(again, Failure):
        return result, None
    f_again = again.machine.decision_function
    grid = grid_points(result.field)
    change = float(np.abs(f_again(grid) - result.machine.decision_function(grid)).max())
    return replace(again, field=result.field), change


def grid_points(field: Surface | Curve) -> Array:
    """The points a field was computed on, (m, d)."""
    if isinstance(field, Curve):
        return field.x[:, None]
    return np.stack(np.meshgrid(field.x[::4], field.y[::4]), axis=-1).reshape(-1, 2)


def place_among(row: int | None, support: NDArray[np.intp]) -> int | None:
    """Where a row of the table of all points is among the support vectors."""
    return int(np.flatnonzero(support == row)[0]) if row in support else None
