"""Legend and colour bar of a figure as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kernviz.figures.svg.axes import Axis
from kernviz.figures.svg.colours import STEPS, png, table
from kernviz.figures.svg.labels import width as width_of
from kernviz.figures.svg.traces import paint, stroke, symbol, words

ROW, KEY, SIZE = 18.0, 32.0, 12.0  # pixels: height of a row, width of a symbol with its gaps, height of the letters
BAR = 34.0  # height in pixels of a colour bar with its labels


def keys(data: Iterable[Mapping[str, Any]], layout: Mapping[str, Any], width: float) -> list[list[Mapping[str, Any]]]:
    """Return the traces in the legend, row by row.

    There is no legend for fewer than two traces.
    """
    if layout.get("showlegend") is False:
        return []
    named = [t for t in data if t.get("name") and t.get("showlegend", t.get("type", "scatter") in ("scatter", "bar"))]
    if len(named) < 2:
        return []
    rows: list[list[Mapping[str, Any]]] = [[]]
    used = 0.0
    for trace in sorted(named, key=lambda t: float(t.get("legendrank") or 1000)):
        wide = _wide(trace)
        if used + wide > width - 60 and rows[-1]:
            rows.append([])
            used = 0.0
        rows[-1].append(trace)
        used += wide
    return rows


def drawn(rows: list[list[Mapping[str, Any]]], left: float, top: float) -> Iterator[str]:
    """Yield the SVG of the legend's symbols and names."""
    for i, row in enumerate(rows):
        x, y = left, top + ROW * (i + 0.5)
        for trace in row:
            yield '<g class="key">'
            marker, line = trace.get("marker") or {}, trace.get("line") or {}
            if "lines" in str(trace.get("mode")):
                yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x + 18:.1f}" y2="{y:.1f}" {stroke(line)}/>'
            else:
                color, edge = marker.get("color"), marker.get("line") or {}
                color, name = (
                    color if isinstance(color, str) else "var(--kv-ink)",
                    str(marker.get("symbol") or "circle"),
                )
                open_ = "-open" in name or "-thin" in name
                outline = paint("stroke", edge.get("color", color) if "-thin" in name else color)
                style = f'fill="none" {outline} stroke-width="1.6"' if open_ else paint("fill", color)
                yield symbol(name, x + 9, y, 9, style)
            text = str(trace["name"]).strip()
            yield words(text, x + 22, y, f'text-anchor="start" {paint("fill", "var(--kv-ink)")}', size=SIZE) + "</g>"
            x += _wide(trace)


def _wide(trace: Mapping[str, Any]) -> float:
    """Return the width of an entry of the legend in pixels."""
    return KEY + width_of(str(trace["name"]).strip(), SIZE)


def bar(data: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the first heat map with a colour bar, or None."""
    return next((t for t in data if t.get("type") == "heatmap" and t.get("showscale") and t.get("colorbar")), None)


def bar_drawn(trace: Mapping[str, Any], left: float, right: float, top: float) -> Iterator[str]:
    """Yield the SVG of the colour bar with its ticks."""
    settings = trace["colorbar"]
    wide, low, high = 0.86 * (right - left), float(trace.get("zmin", 0)), float(trace.get("zmax", 1))
    start = (left + right - wide) / 2
    strip = png(table(trace["colorscale"]).reshape(1, STEPS, 4))
    size = f'width="{wide:.1f}" height="10"'
    yield '<g class="colorbar">'
    yield f'<image class="cbfill" x="{start:.1f}" y="{top:.1f}" {size} preserveAspectRatio="none" href="{strip}"/>'
    axis = Axis(low, high, start, start + wide, settings)
    for value, text in axis.ticks():
        if low - 1e-9 <= value <= high + 1e-9:
            style = f'text-anchor="middle" {paint("fill", "var(--kv-muted)")}'
            yield words(text, axis.at(value), top + 20, style, size=11)
    yield "</g>"
