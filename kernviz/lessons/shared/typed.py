"""Points and numbers that a person types."""

from __future__ import annotations

import re

import numpy as np

from kernviz.data import Dataset
from kernviz.lessons.lesson import Text, at
from kernviz.wording import phrase, say, several

MOST_TYPED = 60  # points
FEW = 6  # that are said again
WHAT, LIKE = phrase("the points"), phrase("type numbers with commas between, such as 1, 0.5, -1.")
LARGEST = 1e6


def typed_points(text: str) -> Dataset:
    """Points of the line or of the plane. Raises ValueError in words.

    "0, 3, 6" and "{0, 3, 6}" are three points of the line. "0 0; 1 0", "0 0, 1 0" and "(0, 0), (1, 0)" are two of the
    plane: numbers in one pair of round or square brackets are one point.
    """
    rows = [numbers(row, WHAT) for row in _rows(text)]
    if not rows:
        raise ValueError(say("Nothing to read for {WHAT}: {LIKE}", WHAT=WHAT, LIKE=LIKE))
    if len({len(row) for row in rows}) > 1 or len(rows[0]) > 2:
        raise ValueError(
            say(
                "Points of the plane have two numbers each: (0, 0), (1, 0), or with semicolons "
                "between, 0 0; 1 0. Points of the line have one: 0, 3, 6."
            )
        )
    if len(rows) > MOST_TYPED:
        raise ValueError(
            say(
                "{rows} points were typed; at most {MOST_TYPED} can be, load a file for more.",
                rows=len(rows),
                MOST_TYPED=MOST_TYPED,
            )
        )
    return Dataset(
        np.array(rows),
        name="typed",
        title=several(len(rows), "{n} typed point", "{n} typed points"),
    )


def read_as(data: Dataset) -> Text:
    """What was understood of the text, so that nobody's plane is silently a line."""
    where = say("the line") if data.d == 1 else say("the plane")
    few = ", ".join(at(x) for x in data.X[:FEW]) + (", …" if data.n > FEW else "")
    return Text(
        several(
            data.n,
            ":gray[Read as {n} point of {where}: {few}.]",
            ":gray[Read as {n} points of {where}: {few}.]",
            where=where,
            few=few,
        )
    )


def _rows(text: str) -> list[str]:
    """The text of each point."""
    text = text.replace("−", "-").replace("\n", ";").strip(" {}")
    text = re.sub(r"^\[\s*([\[(].*[\])])\s*\]$", r"\1", text)  # [[0, 0], [1, 0]]
    groups = re.findall(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]", text)
    inside = [one or other for one, other in groups]
    if any(re.search(r"[^\s,;]", part) for part in re.split(r"\([^()\[\]]*\)|\[[^()\[\]]*\]", text)) and inside:
        raise ValueError(
            say("Some points stand in brackets and some do not: write (0, 0), (1, 0), or 0 0; 1 0, or 0, 3, 6.")
        )
    if inside:
        alone = len(inside) == 1 and len(re.split(r"[\s,]+", inside[0].strip(" ,"))) > 2
        return _bare(inside[0]) if alone else inside  # (0, 3, 6) is no point of the plane: a list of the line's
    return _bare(text)


def _bare(text: str) -> list[str]:
    """Without brackets: semicolons part points; else commas do, if they leave two numbers each, or all numbers do."""
    by = ";" if ";" in text else ","
    parts = [part.strip(" ,") for part in text.split(by) if part.strip(" ,")]
    if by == ";" or (len(parts) > 1 and all(len(part.split()) == 2 for part in parts)):
        return parts
    return [word for part in parts for word in part.split()]


def numbers(text: str, what: str) -> list[float]:
    """ "1, 0.5, -1" -> [1, 0.5, −1]. Raises ValueError in words."""
    cleaned = re.sub(r"[()\[\]]", " ", text.replace("−", "-"))
    values = [_number(word, what) for word in re.split(r"[\s,]+", cleaned) if word]
    if not values:
        raise ValueError(say("Nothing to read for {what}: {LIKE}", what=what, LIKE=LIKE))
    return values


def _number(word: str, what: str) -> float:
    shown = word if len(word) <= 20 else word[:19] + "…"
    try:
        value = float(word)
    except ValueError:
        raise ValueError(
            say("“{shown}” in {what} is not a number; write 0.5, not ½ or 1/2.", shown=shown, what=what)
        ) from None
    if not abs(value) <= LARGEST:
        raise ValueError(say("“{shown}” in {what} is out of range: numbers up to a million.", shown=shown, what=what))
    return value
