"""Marks on a plane besides its points.

They show support vectors, slack, mistakes, a probe, a selected point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array
from kernviz.figures.plane.field import Grid
from kernviz.figures.plane.points import Groups, class_traces, spot_trace
from kernviz.figures.plane.probe import Probe
from kernviz.figures.theme import ACCENT, INK, number, numbers, token
from kernviz.figures.traces import text_trace
from kernviz.symbols import symbols
from kernviz.wording import say, several

Rows = NDArray[np.intp]
WRITTEN = 60  # largest number of labels ξ sent to the browser, which writes the labels that do not overlap
# Cases of ξ: legend, colour and shape of the patch under a point.
CASES = (
    ("ξ = 0", token("class-2", 0.25), "circle"),
    ("0 < ξ ≤ 1", token("class-4", 0.6), "square"),
    ("ξ > 1", token("class-3", 0.6), "diamond"),
)


@dataclass(frozen=True)
class Other:
    """Second decision function to compare with, as a dotted line."""

    grid: Grid
    name: str
    color: str = token("class-3")


@dataclass(frozen=True)
class PlaneMarks:
    """Marks of a plane besides the points.

    Indices are rows of X. Numbers are (n,) and come from the model.

    ``free``: 0 < α < C. ``bounded``: α = C. With None the machine has no marks of this kind, such as
    α = C with a hard margin. An empty list means none at present: the legend entry stays.
    ``combined``: points with a weight λ > 0 in the proof that no plane separates the classes.

    ``alpha``, ``slack`` (ξ), ``margins`` (functional margin y·f) and ``intercept`` (b) are shown on
    hover. With ``slack_labels`` the case and the value of ξ are drawn. ``wrong`` are crossed out.
    ``selected`` is one row, highlighted.
    """

    free: ArrayLike | None = None
    bounded: ArrayLike | None = None
    combined: ArrayLike | None = None
    alpha: Array | None = None
    slack: Array | None = None
    margins: Array | None = None
    intercept: float | None = None
    wrong: ArrayLike | None = None
    slack_labels: bool = False
    selected: int | None = None
    probe: Probe | None = None
    other: Other | None = None

    @property
    def has_support(self) -> bool:
        """Return True if support vectors are marked."""
        return not self.free is self.bounded is self.combined is None

    def support(self, n: int) -> NDArray[np.bool_]:
        """Return a mask of the ringed points among n points."""
        mask = np.zeros(n, dtype=bool)
        for ringed in (self.free, self.bounded, self.combined):
            mask[rows(ringed)] = True
        return mask


NO_MARKS = PlaneMarks()


def free_name(bounded: ArrayLike | None) -> str:
    """Return the legend's text for free support vectors.

    A hard margin has no bounded ones (None), and sets no bound on α.
    """
    return say("free SV, ‹α› > 0") if bounded is None else say("free SV, 0 < ‹α› < C")


def rows(indices: ArrayLike | None) -> Rows:
    """Return row indices as an array.

    None gives no indices.
    """
    return np.empty(0, np.intp) if indices is None else np.asarray(indices, dtype=np.intp).reshape(-1)


def described_rings(marks: PlaneMarks) -> list[str]:
    """Return the number of ringed points of each kind, in words."""
    parts = []
    if marks.free is not None or marks.bounded is not None:
        bounded = len(rows(marks.bounded))
        support = several(len(rows(marks.free)) + bounded, "{n} support vector", "{n} support vectors")
        among = say("{counted} of which {bounded} bounded", counted=support, bounded=bounded)
        parts.append(support if marks.bounded is None else among)
    if marks.combined is not None:
        parts.append(several(len(rows(marks.combined)), "{n} point in the proof", "{n} points in the proof"))
    return parts


def marked_points(
    X: Array, members: Groups, marks: PlaneMarks, size: float, axes: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Return the points by class, with the marks below and above them.

    X is (n, 2). Where support vectors are marked, the other points are faded.
    """
    return [
        *_under_points(X, marks, size),
        *class_traces(
            X,
            members,
            size=size,
            strong=marks.support(len(X)) if marks.has_support else None,
            details=_hover_details(marks),
            axes=axes,
            footer="" if marks.intercept is None else say("the machine's b = {b}", b=marks.intercept),
        ),
        *_over_points(X, marks, size),
    ]


def _hover_details(marks: PlaneMarks) -> list[str] | None:
    """Return the second half of every point's hover text.

    The text says α, ξ, y·f and the kind of point. Without α, ξ and y·f the result is None.
    """
    if marks.alpha is None and marks.slack is None and marks.margins is None:
        return None
    kinds = dict.fromkeys(rows(marks.bounded).tolist(), "<br>" + say("bounded support vector"))
    kinds |= dict.fromkeys(rows(marks.free).tolist(), "<br>" + say("free support vector"))
    columns = [
        [f"{symbol} = {value}" for value in numbers(values)]
        for symbol, values in ((symbols("‹α›"), marks.alpha), ("ξ", marks.slack), (symbols("‹y›·‹f›"), marks.margins))
        if values is not None
    ]
    return ["   ".join(texts) + kinds.get(i, "") for i, texts in enumerate(zip(*columns, strict=True))]


def _under_points(X: Array, marks: PlaneMarks, size: float) -> list[dict[str, Any]]:
    """Return the marks drawn below the points.

    They are patches for the cases of ξ, and filled rings of bounded support vectors.
    """
    traces = []
    if marks.slack is not None and marks.slack_labels:
        traces += _slack_cases(X, marks.slack, size)
    if marks.bounded is not None:
        ring = {
            "symbol": "circle",
            "size": size + 9,
            "color": token("ink", 0.22),
            "line": {"width": 1.6, "color": INK},
        }
        traces.append(spot_trace(X, rows(marks.bounded), say("bounded SV, ‹α› = C"), ring, 40))
    return traces


def _over_points(X: Array, marks: PlaneMarks, size: float) -> list[dict[str, Any]]:
    """Return the marks drawn above the points.

    They are open rings of free support vectors, crosses, ξ as text, and the selected point.
    """
    traces = []
    for which, name in ((marks.free, free_name(marks.bounded)), (marks.combined, say("in the proof, λ > 0"))):
        if which is not None:
            ring = {"symbol": "circle-open", "size": size + 9, "color": INK, "line": {"width": 2}}
            traces.append(spot_trace(X, rows(which), name, ring, 30))
    if marks.wrong is not None:
        cross = {"symbol": "x-thin", "size": size + 3, "line": {"width": 2, "color": INK}}
        traces.append(spot_trace(X, rows(marks.wrong), say("wrong side"), cross, 50))
    if marks.slack is not None and marks.slack_labels:
        traces.append(_slack_labels(X, marks.slack))
    if marks.selected is not None:
        halo = {"symbol": "circle-open", "size": size + 17, "color": ACCENT, "line": {"width": 3.5}}
        traces.append(spot_trace(X, np.array([marks.selected]), say("selected point"), halo, 70))
    return traces


def _slack_cases(X: Array, slack: Array, size: float) -> list[dict[str, Any]]:
    """Return patches under the points for three cases of slack.

    The patches have three colours and shapes: ξ = 0, up to 1, beyond 1 (the wrong side).
    """
    kinds = np.where(slack <= 0, 0, np.where(slack <= 1, 1, 2))
    return [
        spot_trace(
            X,
            np.flatnonzero(kinds == i),
            name,
            {"symbol": symbol, "size": size + 12, "color": color, "line": {"width": 0}},
            46 + i,
        )
        for i, (name, color, symbol) in enumerate(CASES)
    ]


def _slack_labels(X: Array, slack: Array) -> dict[str, Any]:
    """Return labels of the slack ξ next to the points.

    The largest come first. The browser omits labels that would overlap others, and
    reports this.
    """
    short = [i for i in np.argsort(-slack, kind="stable")[:WRITTEN].tolist() if slack[i] > 0]
    texts, font = [f"ξ {number(float(slack[i]))}" for i in short], {"size": 11, "color": INK}
    rest = {"name": "ξ", "meta": "labels", "showlegend": False, "textposition": "top right", "customdata": short}
    return text_trace(X[short, 0], X[short, 1], texts, font, **rest)
