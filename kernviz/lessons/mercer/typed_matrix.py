"""Matrix typed by the visitor."""

from __future__ import annotations

import re

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.shared.typed_points import MOST_TYPED, typed_number
from kernviz.wording import say


def typed_matrix(text: str) -> Array:
    """Parse a matrix typed by the visitor.

    "0 4; 4 0" -> [[0, 4], [4, 0]]. Raises ValueError with a sentence for the visitor.
    """
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
    """Return the text of a matrix that `typed_matrix` reads back exactly.

    [[0, 4], [4, 0]] -> "0 4; 4 0".
    """
    return "; ".join(" ".join(repr(value + 0.0).removesuffix(".0") for value in row) for row in matrix.tolist())


def _rows(text: str, what: str) -> list[list[float]]:
    cleaned = re.sub(r"[()\[\]{}]", " ", text.replace("−", "-").replace("\n", ";"))
    rows = [re.split(r"[\s,]+", row.strip(" ,")) for row in cleaned.split(";") if row.strip(" ,")]
    if not rows:
        raise ValueError(say("Nothing to read for {field}: type numbers with commas between.", field=what))
    if len(rows) > MOST_TYPED or max(len(row) for row in rows) > MOST_TYPED:
        raise ValueError(
            say("At most {limit} can be typed for {field}; load a file for more.", limit=MOST_TYPED, field=what)
        )
    return [[typed_number(word, what) for word in row] for row in rows]
