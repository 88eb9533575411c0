"""Size of the grids on which functions of the plane are computed.

While many computations wait, pictures are computed with half as many grid points per side, a quarter in all.
Cached results of the two sizes are kept apart (wording.remembered).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_halved: ContextVar[bool] = ContextVar("kernviz_grid_halved", default=False)


@contextmanager
def half() -> Iterator[None]:
    """Halve the grid points per side (`side`) in a block."""
    token = _halved.set(True)
    try:
        yield
    finally:
        _halved.reset(token)


def halved() -> bool:
    """Return True inside `half`."""
    return _halved.get()


def side(points: int) -> int:
    """Return the grid points per side: `points`, or half inside `half`."""
    return points // 2 if halved() else points
