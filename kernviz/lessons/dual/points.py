"""Choice of the points used, and their number in words."""

from __future__ import annotations

from kernviz.lessons.dual.state import State
from kernviz.lessons.shared import subsample
from kernviz.lessons.shared.subsample import Rows


def chosen(state: State) -> Rows:
    """Return the rows of the m points used.

    The rows are spread evenly over the set, both classes in turn.
    """
    return subsample.spread(state.groups, state.m)


def used(state: State, rows: Rows) -> str:
    """Return the number of points used, in words."""
    return subsample.used(state.data.n, len(rows))
