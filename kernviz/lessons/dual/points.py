"""Which points are used, and how that is said."""

from __future__ import annotations

from kernviz.lessons.dual.state import State
from kernviz.lessons.shared import spread
from kernviz.lessons.shared.spread import Rows


def chosen(state: State) -> Rows:
    """Rows of the m points used: spread evenly over the set, both classes in turn."""
    return spread.spread(state.groups, state.m)


def used(state: State, rows: Rows) -> str:
    """How many points are used, in words."""
    return spread.used(state.data.n, len(rows))
