"""Size of the grids on which fields are computed.

While many pictures wait, a live picture is computed on half the grid, a quarter of the points.
Cached results of the two sizes are kept apart (wording.remembered).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_halved: ContextVar[bool] = ContextVar("kernviz_grid_halved", default=False)


@contextmanager
def half() -> Iterator[None]:
    """Context in which fields are computed on half the grid."""
    token = _halved.set(True)
    try:
        yield
    finally:
        _halved.reset(token)


def halved() -> bool:
    """Return True inside `half`."""
    return _halved.get()


def side(points: int) -> int:
    """Return the number of grid points a side in place of so many."""
    return points // 2 if halved() else points
