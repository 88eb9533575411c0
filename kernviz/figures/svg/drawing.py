"""A whole figure as SVG: axes, traces, shapes and notes, legend and colour bar."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kernviz.data.untrusted_text import unveil
from kernviz.figures.figure import Figure
from kernviz.figures.svg.axes import Axis, axes
from kernviz.figures.svg.colours import STEPS, png, table
from kernviz.figures.svg.traces import DRAWN, paint, stroke, symbol, words
from kernviz.ranges import spread

ORDER = list(DRAWN)
FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
ROW, LETTER, KEY = 18.0, 6.6, 30.0  # pixels: of a row of the legend, of a letter in it, of a key
TALLEST, LOWEST = 640.0, 60.0
BAR = 34.0  # a colour bar with its words


@dataclass(frozen=True)
class SvgFrame:
    """Place of the first axes' plane: pixels from the left and the top, and the values at its edges."""

    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float]  # left, right
    y: tuple[float, float]  # top, bottom


@dataclass(frozen=True)
class SvgDrawing:
    """A figure as an svg element of that size."""

    svg: str
    width: float
    height: float
    frame: SvgFrame


def drawing(figure: Figure, *, width: float = 560.0, height: float = 420.0, alt: str = "") -> SvgDrawing | None:
    """The figure as SVG, on light paper; None for a figure in space. Where units are equal, its shape sets the height.

    Every text is escaped, every colour one of the palette, and the picture of a field is inside: nothing is asked for.
    """
    data = [trace for trace in figure.data if trace.get("visible", True) is True]
    layout = figure.layout
    if layout.get("scene") or any(str(trace.get("type", "scatter")) not in DRAWN for trace in data):
        return None
    margin = layout.get("margin") or {}
    keys = _keys(data, layout, width)
    bars = _bar(data)
    top = max(14.0, _annotated(layout)) + ROW * len(keys)
    left, right = float(margin.get("l", 48)) + 4, width - float(margin.get("r", 16))
    under = 8.0 + (0 if _bare(layout, "xaxis") else 18.0) + (20.0 if _title(layout, "xaxis") else 0)
    foot = under + (BAR if bars is not None else 0)
    inner = max(LOWEST, min(TALLEST, _tall(data, layout, right - left) or height - top - foot))
    found = axes(data, layout, (left, top, right, top + inner))
    parts = [*_grid(found), *_shapes(layout, found, below=True)]
    for trace in sorted(data, key=lambda t: ORDER.index(str(t.get("type", "scatter")))):
        x, y = (found[str(trace.get(f"{letter}axis") or letter)] for letter in "xy")
        inside = "".join(DRAWN[str(trace.get("type", "scatter"))](trace, x, y))
        if inside:
            parts.append(_clipped(inside, x, y) if trace.get("cliponaxis") is not False else inside)
    parts += [*_shapes(layout, found, below=False), *_notes(layout, found, (left, top, right, top + inner))]
    parts += [*_legend(keys, left, top - ROW * len(keys) - 4), *_said(found)]
    total = top + inner + foot
    if bars is not None:
        parts += _bar_drawn(bars, left, right, total - BAR + 4)
    x, y = found["x"], found["y"]
    label = html.escape(unveil(alt))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {total:g}" width="{width:g}" '
        f'height="{total:g}" role="img" aria-label="{label}" font-family="{FONT}"><title>{label}</title>'
        f'<rect width="{width:g}" height="{total:g}" {paint("fill", "var(--kv-paper)")}/>{"".join(parts)}</svg>'
    )
    start, end = sorted((x.start, x.end))
    high, low = sorted((y.start, y.end))
    frame = SvgFrame(start, high, end - start, low - high, _ends(x, start, end), _ends(y, high, low))
    return SvgDrawing(svg, width, total, frame)


def _ends(axis: Axis, first: float, last: float) -> tuple[float, float]:
    """Values at two pixels."""
    each = (axis.high - axis.low) / ((axis.end - axis.start) or 1.0)
    return axis.low + (first - axis.start) * each, axis.low + (last - axis.start) * each


def _tall(data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any], wide: float) -> float | None:
    """Height at which equal units fill the width."""
    said = [layout[name] for name in layout if name.startswith("yaxis") and layout[name].get("scaleanchor")]
    if not said:
        return float(layout["height"]) - 60 if layout.get("height") else None
    probe = axes(data, layout, (0, 0, wide, wide))
    heights = []
    for axis in probe.values():
        other = axis.said.get("scaleanchor")
        if other in probe:
            start, end = probe[other].said.get("domain") or (0, 1)
            low, high = axis.said.get("domain") or (0, 1)
            unit = (end - start) * wide / abs(probe[other].high - probe[other].low)
            heights.append(unit * abs(axis.high - axis.low) / spread(low, high))
    return max(heights, default=None)


def _bare(layout: Mapping[str, Any], name: str) -> bool:
    said = layout.get(name) or {}
    return said.get("visible") is False or said.get("showticklabels") is False


def _title(layout: Mapping[str, Any], name: str) -> str:
    said = (layout.get(name) or {}).get("title") or ""
    return str(said.get("text") or "") if isinstance(said, Mapping) else str(said)


def _clipped(inside: str, x: Axis, y: Axis) -> str:
    left, right = sorted((x.start, x.end))
    top, bottom = sorted((y.start, y.end))
    box = f"{left:.2f} {top:.2f} {right - left:.2f} {bottom - top:.2f}"
    place = 'x="{}" y="{}" width="{}" height="{}"'.format(*box.split())
    return f'<svg {place} viewBox="{box}" preserveAspectRatio="none">{inside}</svg>'


def _pairs(found: Mapping[str, Axis]) -> Iterator[tuple[Axis, Axis]]:
    """Each x axis with its y axis."""
    for name, axis in found.items():
        if name[0] == "x":
            other = str(axis.said.get("anchor") or "y" + name[1:])
            yield axis, found.get(other) or found["y"]


def _grid(found: Mapping[str, Axis]) -> Iterator[str]:
    for x, y in _pairs(found):
        for axis, other, across in ((x, y, True), (y, x, False)):
            if axis.said.get("visible") is False:
                continue
            zero = [(0.0, "")] if axis.said.get("zeroline") else []
            for value, _ in [*([] if axis.said.get("showgrid") is False else axis.ticks()), *zero]:
                at = axis.at(value)
                a, b = other.start, other.end
                ends = (at, a, at, b) if across else (a, at, b, at)
                yield (
                    '<line x1="{:.2f}" y1="{:.2f}" x2="{:.2f}" y2="{:.2f}" '.format(*ends)
                    + f"{paint('stroke', 'var(--kv-grid)')}/>"
                )
        if x.said.get("showline") or y.said.get("showline"):
            left, right = sorted((x.start, x.end))
            top, bottom = sorted((y.start, y.end))
            size = f'x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}"'
            yield f'<rect {size} fill="none" {paint("stroke", "var(--kv-line)")}/>'


def _said(found: Mapping[str, Axis]) -> Iterator[str]:
    """Ticks and titles."""
    muted, ink = paint("fill", "var(--kv-muted)"), paint("fill", "var(--kv-ink)")
    beside: list[Axis] = []  # an axis that two panels share is written at the first
    for x, y in _pairs(found):
        bottom, left = max(y.start, y.end), min(x.start, x.end)
        if x.said.get("visible") is not False:
            for value, text in x.ticks():
                yield words(text, x.at(value), bottom + 12, f'text-anchor="middle" {muted}', size=11)
            title = (x.said.get("title") or {}).get("text")
            if title:
                below = 30 if x.ticks() else 14
                yield words(title, (x.start + x.end) / 2, bottom + below, f'text-anchor="middle" {ink}', size=13)
        if y.said.get("visible") is not False and not any(y is each for each in beside):
            beside.append(y)
            widest = 0
            for value, text in y.ticks():
                widest = max(widest, len(text))
                yield words(text, left - 6, y.at(value), f'text-anchor="end" {muted}', size=11)
            title = (y.said.get("title") or {}).get("text")
            if title:
                at, middle = max(9.0, left - 18 - 6 * widest), (y.start + y.end) / 2
                turned = f'text-anchor="middle" transform="rotate(-90 {at:.1f} {middle:.1f})" {ink}'
                yield words(title, at, middle, turned, size=13)


def _shapes(layout: Mapping[str, Any], found: Mapping[str, Axis], *, below: bool) -> Iterator[str]:
    for shape in layout.get("shapes") or ():
        if (shape.get("layer") == "below") is not below:
            continue
        (x0, x1), (y0, y1) = (_two(shape, letter, found) for letter in "xy")
        style = stroke(shape.get("line") or {}, float(shape.get("opacity", 1)))
        if shape.get("type") == "line":
            yield f'<line x1="{x0:.2f}" y1="{y0:.2f}" x2="{x1:.2f}" y2="{y1:.2f}" {style}/>'
            continue
        fill = shape.get("fillcolor")
        style += " " + (paint("fill", fill, float(shape.get("opacity", 1))) if fill else 'fill="none"')
        w, h = abs(x1 - x0), abs(y1 - y0)
        if shape.get("type") == "circle":
            middle = f'cx="{(x0 + x1) / 2:.2f}" cy="{(y0 + y1) / 2:.2f}"'
            yield f'<ellipse {middle} rx="{w / 2:.2f}" ry="{h / 2:.2f}" {style}/>'
        else:
            yield f'<rect x="{min(x0, x1):.2f}" y="{min(y0, y1):.2f}" width="{w:.2f}" height="{h:.2f}" {style}/>'


def _two(shape: Mapping[str, Any], letter: str, found: Mapping[str, Axis]) -> tuple[float, float]:
    reference = str(shape.get(f"{letter}ref") or letter)
    axis = found.get(reference.split()[0]) or found[letter]
    if reference == "paper" or "domain" in reference:
        axis = Axis(0, 1, axis.start, axis.end)
    return axis.at(shape[f"{letter}0"]), axis.at(shape[f"{letter}1"])


def _annotated(layout: Mapping[str, Any]) -> float:
    """Pixels needed by notes above the picture."""
    above = [n for n in layout.get("annotations") or () if n.get("yref") == "paper" and float(n.get("y", 0)) >= 1]
    return 22.0 if above else 0.0


def _notes(
    layout: Mapping[str, Any], found: Mapping[str, Axis], box: tuple[float, float, float, float]
) -> Iterator[str]:
    left, top, right, bottom = box
    for note in layout.get("annotations") or ():
        places = []
        for letter, (start, end) in (("x", (left, right)), ("y", (bottom, top))):
            reference = str(note.get(f"{letter}ref") or letter)
            axis = found.get(reference.split()[0]) or Axis(0, 1, start, end)
            if "domain" in reference:
                axis = Axis(0, 1, axis.start, axis.end)
            places.append(axis.at(note.get(letter, 0)))
        x, y = places
        if note.get("showarrow"):
            x, y = x + float(note.get("ax") or 0), y + float(note.get("ay") or 0)
        x, y = x + float(note.get("xshift") or 0), y - float(note.get("yshift") or 0)
        font = note.get("font") or {}
        anchor = {"left": "start", "right": "end"}.get(str(note.get("xanchor")), "middle")
        middle = {"bottom": -0.3, "top": 0.9}.get(str(note.get("yanchor")), 0.35)
        style = f'text-anchor="{anchor}" {paint("fill", font.get("color", "var(--kv-ink)"))}'
        if note.get("textangle"):
            style += f' transform="rotate({float(note["textangle"]):g} {x:.1f} {y:.1f})"'
        yield words(note.get("text", ""), x, y, style, size=min(14, float(font.get("size", 13))), middle=middle)


def _keys(data: Iterable[Mapping[str, Any]], layout: Mapping[str, Any], width: float) -> list[list[Mapping[str, Any]]]:
    """Traces in the legend, row by row."""
    if layout.get("showlegend") is False:
        return []
    named = [t for t in data if t.get("name") and t.get("showlegend", t.get("type", "scatter") in ("scatter", "bar"))]
    if len(named) < 2:
        return []
    rows: list[list[Mapping[str, Any]]] = [[]]
    used = 0.0
    for trace in sorted(named, key=lambda t: float(t.get("legendrank") or 1000)):
        wide = KEY + LETTER * len(str(trace["name"]).strip())
        if used + wide > width - 60 and rows[-1]:
            rows.append([])
            used = 0.0
        rows[-1].append(trace)
        used += wide
    return rows


def _legend(rows: list[list[Mapping[str, Any]]], left: float, top: float) -> Iterator[str]:
    for i, row in enumerate(rows):
        x, y = left, top + ROW * (i + 0.5)
        for trace in row:
            marker, line = trace.get("marker") or {}, trace.get("line") or {}
            if "lines" in str(trace.get("mode")):
                yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x + 18:.1f}" y2="{y:.1f}" {stroke(line)}/>'
            else:
                said, edge = marker.get("color"), marker.get("line") or {}
                said, name = said if isinstance(said, str) else "var(--kv-ink)", str(marker.get("symbol") or "circle")
                open_ = "-open" in name or "-thin" in name
                outline = paint("stroke", edge.get("color", said) if "-thin" in name else said)
                style = f'fill="none" {outline} stroke-width="1.6"' if open_ else paint("fill", said)
                yield symbol(name, x + 9, y, 9, style)
            text = str(trace["name"]).strip()
            yield words(text, x + 22, y, f'text-anchor="start" {paint("fill", "var(--kv-ink)")}', size=12)
            x += KEY + LETTER * len(text)


def _bar(data: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The field with a colour bar."""
    return next((t for t in data if t.get("type") == "heatmap" and t.get("showscale") and t.get("colorbar")), None)


def _bar_drawn(trace: Mapping[str, Any], left: float, right: float, top: float) -> Iterator[str]:
    said = trace["colorbar"]
    wide, low, high = 0.86 * (right - left), float(trace.get("zmin", 0)), float(trace.get("zmax", 1))
    start = (left + right - wide) / 2
    strip = png(table(trace["colorscale"]).reshape(1, STEPS, 4))
    size = f'width="{wide:.1f}" height="10"'
    yield f'<image x="{start:.1f}" y="{top:.1f}" {size} preserveAspectRatio="none" href="{strip}"/>'
    axis = Axis(low, high, start, start + wide, said)
    for value, text in axis.ticks():
        if low - 1e-9 <= value <= high + 1e-9:
            style = f'text-anchor="middle" {paint("fill", "var(--kv-muted)")}'
            yield words(text, axis.at(value), top + 20, style, size=11)


__all__ = ["SvgDrawing", "SvgFrame", "drawing"]
