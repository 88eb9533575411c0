"""Picture of the points alone, for pages with regions of classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernviz.figures.data_view import DataView
from kernviz.figures.line.bands import class_line, describe_class_line
from kernviz.figures.plane.regions import describe_regions, region_plane
from kernviz.lessons.lesson import Picture
from kernviz.lessons.shared.handles import points
from kernviz.lessons.state import Subject

HEIGHT = 690


def bare_regions(state: Subject, key: str, line_height: int, under: Sequence[dict[str, Any]] = ()) -> Picture:
    """Draw the points of the data, over the traces `under`.

    ``key`` is that of the page's picture over the plane. Over the line it is followed by “-line”.
    """
    data, view = state.data, DataView.of(state.data)
    if data.d == 1:
        figure, alt = class_line(view, under=under), describe_class_line([], data.n)
        return Picture(figure, alt, "", f"{key}-line", line_height, points=points(state))
    figure, alt = region_plane(view, under=under), describe_regions(data.X, view.labels)
    return Picture(figure, alt, "", key, HEIGHT, square=True, points=points(state))
