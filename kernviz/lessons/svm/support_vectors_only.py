"""Retraining on the support vectors alone, which gives the same machine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.lessons.shared.training import Failure, Training, field_of, train
from kernviz.lessons.svm.state import State


def reduced(state: State, signed: Dataset, result: Training) -> tuple[Training, float | None]:
    """Return the training to draw, and the largest change of f.

    If the visitor has chosen so, the machine is trained again on the support vectors alone, and the change is that on
    the grid of the picture. Otherwise, or if that fails, the training is unchanged, and the second value is None.
    """
    if not state.only_support:
        return result, None
    again = train(signed.take(result.machine.support_), state.kernel, state.penalty)
    if isinstance(again, Failure):
        return result, None
    before, after = (field_of(machine, result.field.window).values for machine in (result.machine, again.machine))
    return replace(again, field=result.field), float(np.abs(after - before).max())


def place_among(row: int | None, support: NDArray[np.intp]) -> int | None:
    """Return the position of a row among the support vectors.

    The row is a row of the whole table.
    """
    return int(np.flatnonzero(support == row)[0]) if row in support else None
