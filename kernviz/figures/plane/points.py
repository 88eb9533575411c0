"""Points of a plane by class: colour, shape, index, and hover text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array
from kernviz.data.text import shorten
from kernviz.figures.theme import KEY_GAP, PAPER, class_color, class_symbol, escaped
from kernviz.figures.traces import marker_trace
from kernviz.wording import class_word, say

# opacity of points that are no support vectors; they are also smaller, as pale points are hard to see on a dark field
FADED = 0.8
SHRUNK = 0.9
OUTLINE = {"width": 1, "color": PAPER}  # of a point's mark
TRIANGLE = 1.35  # factor for triangles: at the same nominal size a triangle has half the area of a circle
LONGEST = 24  # characters of a class's name in the legend


@dataclass(frozen=True)
class Groups:
    """Class of every point.

    ``index`` (n,) points into ``names``. Colours and shapes follow the index.
    """

    index: NDArray[np.intp]
    names: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.names)


def groups(labels: ArrayLike | None, n: int, classes: Sequence[str] | None = None) -> Groups:
    """Return the classes of n points.

    Labels ±1 are classes 0 and 1, whole numbers ≥ 0 are their own index. Labels that are all +1
    count as ±1 only if two ``classes`` are named. Labels None give one class for all.

    Raises ValueError for labels of another length or that are neither ±1 nor whole numbers from
    0.
    """
    names = tuple(escaped(shorten(class_word(name), LONGEST)) for name in classes or ())
    if labels is None:
        return Groups(np.zeros(n, dtype=np.intp), names or (say("points"),))
    values = np.asarray(labels)
    if values.shape != (n,):
        raise ValueError(
            say("labels have shape {shape}, but there are {n} points: give one label each", shape=values.shape, n=n)
        )
    if not np.array_equal(values, np.round(values)):
        raise ValueError(say("labels must be ±1 or whole numbers from 0 (the index of a class)"))
    whole = values.astype(np.intp)
    if (np.abs(whole) == 1).all() and ((whole == -1).any() or len(names) == 2):
        return Groups((whole + 1) // 2, names or (say("class −1"), say("class +1")))
    if (whole < 0).any():
        raise ValueError(
            say("labels reach down to {lowest}: they must be ±1 or whole numbers from 0", lowest=whole.min())
        )
    count = max(int(whole.max(initial=0)) + 1, len(names))
    return Groups(whole, names + tuple(say("class {i}", i=i) for i in range(len(names), count)))


def size_for(n: int) -> float:
    """Return the diameter of a point in pixels.

    The more points there are, the smaller the diameter.
    """
    return 10.0 if n <= 40 else 8.0 if n <= 250 else 6.0 if n <= 1000 else 4.5


def class_traces(
    X: Array,
    members: Groups,
    *,
    size: float,
    strong: NDArray[np.bool_] | None = None,
    details: Sequence[str] | None = None,
    axes: tuple[str, ...] = ("x₁", "x₂"),
    footer: str = "",
    outline: dict[str, Any] = OUTLINE,
) -> list[dict[str, Any]]:
    """Return a trace of points per class, followed by the legend entries.

    X is (n, 2). ``strong`` (n,) is the mask of the points that are not faded. ``details`` are a
    further hover text for each point, ``footer`` one for all.

    Every class has its trace, an empty class too, so that the legend and the traces' order
    never change.
    """
    traces = []
    for i, name in enumerate(members.names):
        rows = np.flatnonzero(members.index == i)
        opacity: Any = 1.0 if strong is None else np.where(strong[rows], 1.0, FADED)
        own = size * _scale(i)
        diameter: Any = own if strong is None else np.where(strong[rows], own, SHRUNK * own)
        traces.append(
            class_trace(i, name, X, rows, {"size": diameter, "opacity": opacity, "line": outline})
            | numbered(rows)
            | {
                "text": None if details is None else [details[r] for r in rows.tolist()],
                "hovertemplate": _hover(name, axes, details is not None, footer),
            }
        )
    return traces + [class_key(i, name) for i, name in enumerate(members.names)]


def spot_trace(X: Array, rows: NDArray[np.intp], name: str, marker: dict[str, Any], rank: int) -> dict[str, Any]:
    """Return marks laid over or under chosen points.

    The marks are rings or crosses on the points ``rows``. Marks have no hover text: the points
    below or above have it.
    """
    return marker_trace(
        name=name, legendrank=rank, **coordinates(X, rows), customdata=rows, hoverinfo="skip", marker=marker
    )


def class_trace(i: int, name: str, X: Array, rows: NDArray[np.intp], marker: dict[str, Any]) -> dict[str, Any]:
    """Return the trace of the points of class i.

    The marks have the colour and the symbol of the class. ``rows`` are the rows of X (n, 2) that belong to the class.
    The trace has no legend entry of its own: `class_key` gives it.
    """
    return marker_trace(
        name=name,
        legendgroup=name,
        showlegend=False,
        **coordinates(X, rows),
        marker={"color": class_color(i), "symbol": class_symbol(i), **marker},
    )


def numbered(rows: NDArray[np.intp]) -> dict[str, Any]:
    """Return trace entries with the row and the number of each mark.

    Points are numbered from 1, as in tables and formulas.
    """
    return {"customdata": rows, "hovertext": (rows + 1).astype(str)}


def coordinates(X: Array, rows: NDArray[np.intp]) -> dict[str, Any]:
    """Return the coordinates of the chosen rows of X (n, 2).

    Without a row the result is one gap.
    """
    # plotly.js omits a trace without points from the legend. One gap keeps the entry and the size of the picture.
    return {"x": X[rows, 0], "y": X[rows, 1]} if len(rows) else {"x": [None], "y": [None]}


def class_key(i: int, name: str) -> dict[str, Any]:
    """Return the legend entry of a class, always the same."""
    # plotly.js draws a legend entry like the trace's first point, which may be faded in one state and strong in
    # another.
    return marker_trace(
        [None],
        [None],
        {"color": class_color(i), "symbol": class_symbol(i), "size": 9 * _scale(i)},
        name=name + KEY_GAP,
        legendgroup=name,
        legendrank=10 + i,
        hoverinfo="skip",
    )


def _scale(i: int) -> float:
    return TRIANGLE if class_symbol(i).startswith("triangle") else 1.0


def _hover(name: str, axes: tuple[str, ...], detailed: bool, footer: str) -> str:
    axes = tuple(escaped(title) for title in axes)
    lines = [
        say("<b>point %{{hovertext}}</b>, {name}", name=name),
        ", ".join(f"{title} = %{{{letter}:.4~g}}" for title, letter in zip(axes, "xy", strict=False)),
        *(["%{text}"] if detailed else []),
        *([footer] if footer else []),
    ]
    return "<br>".join(lines) + "<extra></extra>"
