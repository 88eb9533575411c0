"""Place inside a part of a picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def deepest(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """Return a cell of a mask that is farthest from its edge.

    The mask (gy, gx) is eroded until nothing is left; the cell (row, column) is one of the last.
    """
    left = mask
    while True:
        inner = np.pad(left, 1)
        inner = inner[1:-1, 1:-1] & inner[:-2, 1:-1] & inner[2:, 1:-1] & inner[1:-1, :-2] & inner[1:-1, 2:]
        if not inner.any():
            row, column = np.argwhere(left)[len(np.argwhere(left)) // 2]
            return int(row), int(column)
        left = inner
