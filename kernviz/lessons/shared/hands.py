"""What of a State may be taken hold of in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.lessons.lesson import Handle
from kernviz.lessons.state import applying

Array = NDArray[np.float64]


def handle(state: Any, name: str, at: Sequence[float] | Array, height: float = 0.0) -> tuple[Handle, ...]:
    """The place of that field, drawn at `at`, (d,), over a line at that height; none where it does not apply."""
    declared = applying(state).get(name)
    if declared is None:
        return ()
    d = min(len(at), 2)
    where = (float(at[0]), float(at[1]) if d > 1 else height)
    return (Handle(declared.word, (declared.names or (name,))[:d], where),)
