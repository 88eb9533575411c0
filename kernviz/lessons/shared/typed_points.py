"""Points and numbers typed by the visitor."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from kernviz.data import Dataset
from kernviz.data.text import shorten
from kernviz.lessons.lesson import Text
from kernviz.lessons.number_format import places
from kernviz.lessons.state import DATA, TYPED, Idle, Subject
from kernviz.typed_number import TypedNumberError, read_number
from kernviz.wording import phrase, say, several

MOST_TYPED = 60  # largest number of points
MOST_QUOTED = 20  # characters of an unreadable number that are quoted
FEW = 6  # points repeated in the interpretation
WHAT, LIKE = phrase("the points"), phrase("type numbers with commas between, such as 1, 0.5, -1.")
LARGEST = 1e6


class TypedPoints(Subject):
    """State of a page whose typed points replace the data.

    Pages derive their State from this base with the field.
    """

    typed: str

    @property
    def shown(self) -> Dataset:
        return typed_or(self.typed, self.data)

    @property
    def idle(self) -> Mapping[str, Idle]:
        return {DATA: Idle(TYPED)} if self.typed.strip() else {}


def typed_or(text: str, data: Dataset) -> Dataset:
    """Return the typed points if they can be read, else the data."""
    try:
        return typed_points(text) if text.strip() else data
    except ValueError:
        return data


def typed_points(text: str) -> Dataset:
    """Read points of the line or of the plane.

    "0, 3, 6" and "{0, 3, 6}" are three points of the line. "0 0; 1 0", "0 0, 1 0" and
    "(0, 0), (1, 0)" are two points of the plane. Numbers in a pair of round or square brackets are a
    single point. Raises ValueError with a sentence for the visitor.
    """
    rows = [numbers(row, WHAT) for row in _rows(text)]
    if not rows:
        raise ValueError(say("Nothing to read for {field}: {example}", field=WHAT, example=LIKE))
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
                "{rows} points were typed, but at most {limit} are allowed. Load a file for more points.",
                rows=len(rows),
                limit=MOST_TYPED,
            )
        )
    return Dataset(
        np.array(rows),
        name="typed",
        title=several(len(rows), "{n} typed point", "{n} typed points"),
    )


def read_as(data: Dataset) -> Text:
    """Return the interpretation of the typed text in words.

    Points of a plane are thus not silently read as a line.
    """
    where = say("the line") if data.d == 1 else say("the plane")
    few = places(data.X[:FEW]) + (", …" if data.n > FEW else "")
    return Text(
        several(
            data.n,
            ":gray[Read as {n} point of {space}: {points}.]",
            ":gray[Read as {n} points of {space}: {points}.]",
            space=where,
            points=few,
        )
    )


def _rows(text: str) -> list[str]:
    """Return the text of each point."""
    text = text.replace("−", "-").replace("\n", ";").strip(" {}")
    text = re.sub(r"^\[\s*([\[(].*[\])])\s*\]$", r"\1", text)  # strips the outer brackets of [[0, 0], [1, 0]]
    groups = re.findall(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]", text)
    inside = [one or other for one, other in groups]
    if any(re.search(r"[^\s,;]", part) for part in re.split(r"\([^()\[\]]*\)|\[[^()\[\]]*\]", text)) and inside:
        raise ValueError(
            say("Some points stand in brackets and some do not: write (0, 0), (1, 0), or 0 0; 1 0, or 0, 3, 6.")
        )
    if inside:
        alone = len(inside) == 1 and len(re.split(r"[\s,]+", inside[0].strip(" ,"))) > 2
        # (0, 3, 6) is not a point of the plane but a list of points of the line
        return _bare(inside[0]) if alone else inside
    return _bare(text)


def _bare(text: str) -> list[str]:
    """Split text without brackets into points.

    Semicolons separate points. Without semicolons, commas do if each part has two numbers.
    Otherwise every number is a point.
    """
    by = ";" if ";" in text else ","
    parts = [part.strip(" ,") for part in text.split(by) if part.strip(" ,")]
    if by == ";" or (len(parts) > 1 and all(len(part.split()) == 2 for part in parts)):
        return parts
    return [word for part in parts for word in part.split()]


def numbers(text: str, what: str) -> list[float]:
    """Read numbers from text.

    An example is "1, 0.5, -1" -> [1, 0.5, −1]. `what` names the field in messages. Raises ValueError
    with a sentence for the visitor.
    """
    cleaned = re.sub(r"[()\[\]]", " ", text.replace("−", "-"))
    values = [_coordinate(word, what) for word in re.split(r"[\s,]+", cleaned) if word]
    if not values:
        raise ValueError(say("Nothing to read for {field}: {example}", field=what, example=LIKE))
    return values


def typed_number(word: str, what: str) -> float:
    """Read a number.

    `what` names the field in messages. Raises ValueError with a sentence for the visitor.
    """
    try:
        return read_number(word)
    except TypedNumberError:
        text = shorten(word, MOST_QUOTED)
        raise ValueError(
            say("“{text}” in {field} is not a number; write one like 0.5, ½, 1/2 or √2.", text=text, field=what)
        ) from None


def _coordinate(word: str, what: str) -> float:
    value = typed_number(word, what)
    if not abs(value) <= LARGEST:
        text = shorten(word, MOST_QUOTED)
        raise ValueError(say("“{text}” in {field} is out of range: numbers up to a million.", text=text, field=what))
    return value
