"""Figure as plain data in plotly's format, drawn by the browser.

plotly's own classes check every number of every trace each time a figure is built. This check
takes as long as training a machine: too long for a picture that follows a drag. So only tests
and `kernviz.plotting` use these classes (`Figure.checked`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import plotly.graph_objects as go

from kernviz.symbols import lasting


class FigurePart(dict[str, Any]):
    """Dictionary of a trace, a layout or a frame.

    Entries can be read and set as attributes. A missing entry reads as None.
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
        """Return the frames of the animation, built at the first call."""
        if callable(self._frames):
            self._frames = tuple(FigurePart(frame) for frame in self._frames())
        return self._frames

    def play(self, frames: Callable[[], Iterable[Mapping[str, Any]]]) -> None:
        """Set a function that builds the frames on demand.

        The function runs in the current notation. A picture that follows a drag never needs it.
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
        """Return traces and layout without frames, for a picture during a drag."""
        return {"data": list(self.data), "layout": self.layout}

    def checked(self) -> go.Figure:
        """Return the figure as plotly's own class.

        Raises ValueError with the entry plotly does not know.
        """
        return go.Figure(self.spec())


def _merge(base: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(base.get(name), dict):
            _merge(base[name], value)
        else:
            base[name] = value


def parts(value: Any) -> Any:
    """Return a nested entry with its dicts as `FigurePart`."""
    if isinstance(value, dict) and not isinstance(value, FigurePart):
        return FigurePart(value)
    if isinstance(value, list | tuple) and any(isinstance(item, dict) for item in value):
        return tuple(parts(item) for item in value)
    return value
