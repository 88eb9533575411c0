"""Borders in the puzzles: they lie where the machine's decision changes."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.courses.drawn.which_machine_quiz import GAMMA, MACHINE, which_machine
from kernviz.regions import PARTS


@pytest.mark.parametrize("number", range(1, 16, 3))
@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
def test_a_border_is_where_the_decision_changes(asked: str, number: int) -> None:
    for drawing in which_machine(asked, 0, number, min(5, 1 + number // 4)).choices:
        found = drawing.regions
        codes = found.codes.values
        assert len(found.codes.x) > 2 * len(drawing.winners)
        edges, right = 0, 0
        for border in found.borders:
            values = np.asarray(border.values, dtype=float) / PARTS
            row, column = np.nonzero(np.sign(values[:, :-1]) != np.sign(values[:, 1:]))
            first, last = values[row, column], values[row, column + 1]
            share = first / (first - last)  # where the contour line 0 crosses the edge
            step = border.x[1] - border.x[0]
            sides = [
                drawing.decide(np.column_stack([border.x[column] + np.clip(share + off, 0, 1) * step, border.y[row]]))
                for off in (-0.15, 0.15)
            ]
            edges, right = edges + len(row), right + int(np.sum(sides[0] != sides[1]))
        # where a border is nearly horizontal, the distance of a grid point tells little of the crossing on this edge
        assert right >= 0.95 * edges
        assert codes.max() <= drawing.winners.max()
