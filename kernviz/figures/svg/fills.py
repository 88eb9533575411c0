"""Filled areas of scatter traces, as closed traces of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from kernviz.figures.svg.axes import values

Trace = Mapping[str, Any]


def with_areas(traces: Sequence[Trace]) -> Iterator[Trace]:
    """Yield the traces, each after the areas that its ``fill`` asks for.

    ``tozeroy``: between the line and y = 0, on linear axes. ``tonexty``: between the line and the
    scatter trace before it, which has the same x. Other fills stay a property of their trace. A gap
    in a line is a gap in its area.
    """
    before: Trace | None = None
    for trace in traces:
        fill, scatter = trace.get("fill"), trace.get("type", "scatter") == "scatter"
        if fill == "tozeroy":
            for x, y in _runs(values(trace, "x"), values(trace, "y")):
                yield _area(trace, [x[0], *x, x[-1]], [0.0, *y, 0.0])
        elif fill == "tonexty" and before is not None:
            for x, y, foot in _runs(values(trace, "x"), values(trace, "y"), values(before, "y")):
                yield _area(trace, [*x, *reversed(x)], [*foot, *reversed(y)])
        yield trace
        before = trace if scatter else before


def _runs(*coordinates: list[Any]) -> Iterator[list[list[float]]]:
    """Yield the coordinates of each run of finite points."""
    points = zip(*coordinates, strict=False)
    for known, run in groupby(points, lambda point: None not in point and bool(np.all(np.isfinite(point)))):
        if known:
            yield [list(column) for column in zip(*run, strict=True)]


def _area(trace: Trace, x: list[Any], y: list[Any]) -> Trace:
    shared = {name: trace[name] for name in ("xaxis", "yaxis", "opacity", "fillcolor", "cliponaxis") if name in trace}
    return {**shared, "mode": "lines", "x": x, "y": y, "fill": "toself", "line": {"width": 0}, "showlegend": False}
