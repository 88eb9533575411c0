"""A matrix that a person types."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kernviz.wording import say

Array = NDArray[np.float64]
MOST_TYPED = 60  # rows


def typed_matrix(text: str) -> Array:
    """ "0 4; 4 0" -> [[0, 4], [4, 0]]. Raises ValueError in words."""
    rows = _rows(text, say("the matrix"))
    if any(len(row) != len(rows) for row in rows):
        lengths = ", ".join(str(len(row)) for row in rows[:6])
        raise ValueError(
            say(
                "A Gram matrix is square: {rows} rows were typed, with {lengths} numbers in them.",
                rows=len(rows),
                lengths=lengths,
            )
        )
    return np.array(rows)


def written(matrix: Array) -> str:
    """[[0, 4], [4, 0]] -> "0 4; 4 0", to the last digit: what `typed_matrix` reads is the same matrix."""
    return "; ".join(" ".join(repr(value + 0.0).removesuffix(".0") for value in row) for row in matrix.tolist())


def _rows(text: str, what: str) -> list[list[float]]:
    cleaned = re.sub(r"[()\[\]{}]", " ", text.replace("−", "-").replace("\n", ";"))
    rows = [re.split(r"[\s,]+", row.strip(" ,")) for row in cleaned.split(";") if row.strip(" ,")]
    if not rows:
        raise ValueError(say("Nothing to read for {what}: type numbers with commas between.", what=what))
    if len(rows) > MOST_TYPED or max(len(row) for row in rows) > MOST_TYPED:
        raise ValueError(
            say("At most {MOST_TYPED} can be typed for {what}; load a file for more.", MOST_TYPED=MOST_TYPED, what=what)
        )
    return [[_number(word, what) for word in row] for row in rows]


def _number(word: str, what: str) -> float:
    try:
        value = float(word)
    except ValueError:
        shown = word if len(word) <= 20 else word[:19] + "…"
        raise ValueError(
            say("“{shown}” in {what} is not a number; write 0.5, not ½ or 1/2.", shown=shown, what=what)
        ) from None
    if not np.isfinite(value):
        raise ValueError(say("“{word}” in {what} is not a finite number.", word=word, what=what))
    return value
