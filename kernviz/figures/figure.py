"""Figure as plain data in plotly's format, drawn by the browser.

The tests check the figure by plotly's classes. Those classes check every number of every trace
each time a figure is built. That takes as long as training a machine: too long for a picture
that follows a drag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import plotly.graph_objects as go

from kernviz.symbols import lasting


class FigurePart(dict[str, Any]):
    """Trace or layout with entries readable as attributes.

    Its entries can be read and set as attributes; missing ones are None.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = parts(self.get(name))
        if name in self:
            self[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Figure:
    """Figure of traces, layout and frames."""

    def __init__(self, data: Iterable[Mapping[str, Any]] = (), layout: Mapping[str, Any] | None = None) -> None:
        self.data: tuple[FigurePart, ...] = tuple(FigurePart(trace) for trace in data)
        self.layout = FigurePart(layout or {})
        self._frames: tuple[FigurePart, ...] | Callable[[], Iterable[Mapping[str, Any]]] = ()

    @property
    def frames(self) -> tuple[FigurePart, ...]:
        """Return the frames played by a button."""
        if callable(self._frames):
            self._frames = tuple(FigurePart(frame) for frame in self._frames())
        return self._frames

    def play(self, frames: Callable[[], Iterable[Mapping[str, Any]]]) -> None:
        """Set a function that builds the frames on demand.

        The frames are built only when called for: a picture that follows the pointer plays nothing.
        """
        self._frames = lasting(frames)

    def add_traces(self, traces: Iterable[Mapping[str, Any]]) -> None:
        """Add traces on top of the figure's other traces."""
        self.data += tuple(FigurePart(trace) for trace in traces)

    def update_layout(self, **changes: Any) -> None:
        """Set layout entries; dicts are merged, not replaced."""
        _merge(self.layout, changes)

    def spec(self) -> dict[str, Any]:
        """Return traces, layout and frames as sent to the browser."""
        return self.still() | {"frames": list(self.frames)}

    def still(self) -> dict[str, Any]:
        """Return the figure without frames.

        This is for a picture that follows the pointer.
        """
        return {"data": list(self.data), "layout": self.layout}

    def checked(self) -> go.Figure:
        """Return the figure as plotly's own class.

        Raises ValueError with the entry plotly does not know.
        """
        return go.Figure(self.spec())


def _merge(held: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(held.get(name), dict):
            _merge(held[name], value)
        else:
            held[name] = value


def parts(value: Any) -> Any:
    """Make nested entries of a figure readable as attributes too."""
    if isinstance(value, dict) and not isinstance(value, FigurePart):
        return FigurePart(value)
    if isinstance(value, list | tuple) and any(isinstance(item, dict) for item in value):
        return tuple(parts(item) for item in value)
    return value


__all__ = ["Figure", "FigurePart"]
