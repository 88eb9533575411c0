"""Points and numbers that a person types."""

from __future__ import annotations

import re

import numpy as np

from kernviz.data import Dataset

MOST_TYPED = 60  # points
LARGEST = 1e6


def typed_points(text: str) -> Dataset:
    """ "0, 1" -> two points of the line; "0 0; 1 0" -> two points of the plane. Raises ValueError in words."""
    if ";" in text.strip(" ;"):
        rows = [numbers(row, "the points") for row in text.split(";") if row.strip()]
        if len({len(row) for row in rows}) > 1 or len(rows[0]) > 2:
            raise ValueError("Points of the plane have two numbers each, with semicolons between: 0 0; 1 0.")
    else:
        rows = [[value] for value in numbers(text.strip(" ;"), "the points")]
    if len(rows) > MOST_TYPED:
        raise ValueError(f"{len(rows)} points were typed; at most {MOST_TYPED} can be, load a file for more.")
    return Dataset(np.array(rows), name="typed", title=f"{len(rows)} typed point{'s' * (len(rows) > 1)}")


def numbers(text: str, what: str) -> list[float]:
    """ "1, 0.5, -1" -> [1, 0.5, −1]. Raises ValueError in words."""
    cleaned = re.sub(r"[()\[\]]", " ", text.replace("−", "-"))
    values = [_number(word, what) for word in re.split(r"[\s,]+", cleaned) if word]
    if not values:
        raise ValueError(f"Nothing to read for {what}: type numbers with commas between, such as 1, 0.5, -1.")
    return values


def _number(word: str, what: str) -> float:
    shown = word if len(word) <= 20 else word[:19] + "…"
    try:
        value = float(word)
    except ValueError:
        raise ValueError(f"“{shown}” in {what} is not a number; write 0.5, not ½ or 1/2.") from None
    if not abs(value) <= LARGEST:
        raise ValueError(f"“{shown}” in {what} is out of range: numbers up to a million.")
    return value
