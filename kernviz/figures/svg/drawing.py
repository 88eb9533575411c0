"""Whole figure as SVG.

The SVG has axes, traces, shapes and notes, legend and colour bar.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kernviz.data.untrusted_text import unveil
from kernviz.figures.figure import Figure
from kernviz.figures.svg import labels, legend
from kernviz.figures.svg.axes import Axis, axes
from kernviz.figures.svg.fills import with_areas
from kernviz.figures.svg.projection import flattened
from kernviz.figures.svg.traces import DRAWN, paint, stroke, words
from kernviz.ranges import spread

ORDER = list(DRAWN)
FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
TALLEST, LOWEST = 640.0, 60.0


@dataclass(frozen=True)
class SvgFrame:
    """Rectangle between two axes, with the values at its edges.

    It is in pixels from the upper left corner of the drawing.
    """

    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float]  # left, right
    y: tuple[float, float]  # top, bottom


@dataclass(frozen=True)
class SvgDrawing:
    """Figure as an SVG element of the given size."""

    svg: str
    width: float
    height: float
    frame: SvgFrame
    box: tuple[float, float, float, float]  # left, top, width, height of the area shared by the axes
    axes: Mapping[str, Axis]


def drawing(figure: Figure, *, width: float = 560.0, height: float = 420.0, alt: str = "") -> SvgDrawing | None:
    """Return the figure as SVG; None if a trace cannot be drawn.

    A figure in space is projected by its camera. Colours are those of the current theme
    (`colours.paper`). If units are equal on both axes, the ranges determine the height. Every text
    is escaped. The image of a field is a data URL: the SVG loads nothing. The element of class
    ``moving`` holds everything that a script may draw again inside the axes.
    """
    figure = flattened(figure)
    data = [trace for trace in figure.data if trace.get("visible", True) is True]
    layout = figure.layout
    if any(str(trace.get("type", "scatter")) not in DRAWN for trace in data):
        return None
    margin = layout.get("margin") or {}
    keys = legend.keys(data, layout, width)
    bars = legend.bar(data)
    top = max(14.0, _annotated(layout)) + legend.ROW * len(keys)
    left, right = float(margin.get("l", 48)) + 4, width - float(margin.get("r", 16))
    under = 8.0 + (0 if _bare(layout, "xaxis") else 18.0) + (20.0 if _title(layout, "xaxis") else 0)
    foot = under + (legend.BAR if bars is not None else 0)
    inner = max(LOWEST, min(TALLEST, _tall(data, layout, right - left) or height - top - foot))
    found = axes(data, layout, (left, top, right, top + inner))
    figure = labels.spaced(Figure(data, layout), found)
    data, layout = list(figure.data), figure.layout
    parts = [*_grid(found), '<g class="moving">', *_shapes(layout, found, below=True)]
    for trace in sorted(with_areas(data), key=lambda t: ORDER.index(str(t.get("type", "scatter")))):
        x, y = (found[str(trace.get(f"{letter}axis") or letter)] for letter in "xy")
        inside = "".join(DRAWN[str(trace.get("type", "scatter"))](trace, x, y))
        if inside:
            parts.append(_clipped(inside, x, y) if trace.get("cliponaxis") is not False else inside)
    parts += [*_shapes(layout, found, below=False), *_notes(layout, found, (left, top, right, top + inner)), "</g>"]
    parts += [*legend.drawn(keys, left, top - legend.ROW * len(keys) - 4), *_axis_labels(found)]
    total = top + inner + foot
    if bars is not None:
        parts += legend.bar_drawn(bars, left, right, total - legend.BAR + 4)
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
    return SvgDrawing(svg, width, total, frame, (left, top, right - left, inner), found)


def _ends(axis: Axis, first: float, last: float) -> tuple[float, float]:
    """Return the axis values at two pixels."""
    per_pixel = (axis.high - axis.low) / ((axis.end - axis.start) or 1.0)
    return axis.low + (first - axis.start) * per_pixel, axis.low + (last - axis.start) * per_pixel


def _tall(data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any], wide: float) -> float | None:
    """Return the height at which equal units fill the width.

    Without equal units this is the layout's own height, or None.
    """
    scaled = [layout[name] for name in layout if name.startswith("yaxis") and layout[name].get("scaleanchor")]
    if not scaled:
        return float(layout["height"]) - 60 if layout.get("height") else None
    probe = axes(data, layout, (0, 0, wide, wide))
    heights = []
    for axis in probe.values():
        other = axis.declared.get("scaleanchor")
        if other in probe:
            start, end = probe[other].declared.get("domain") or (0, 1)
            low, high = axis.declared.get("domain") or (0, 1)
            unit = (end - start) * wide / abs(probe[other].high - probe[other].low)
            heights.append(unit * abs(axis.high - axis.low) / spread(low, high))
    return max(heights, default=None)


def _bare(layout: Mapping[str, Any], name: str) -> bool:
    axis = layout.get(name) or {}
    return axis.get("visible") is False or axis.get("showticklabels") is False


def _title(layout: Mapping[str, Any], name: str) -> str:
    title = (layout.get(name) or {}).get("title") or ""
    return str(title.get("text") or "") if isinstance(title, Mapping) else str(title)


def _clipped(inside: str, x: Axis, y: Axis) -> str:
    left, right = sorted((x.start, x.end))
    top, bottom = sorted((y.start, y.end))
    box = f"{left:.2f} {top:.2f} {right - left:.2f} {bottom - top:.2f}"
    place = 'x="{}" y="{}" width="{}" height="{}"'.format(*box.split())
    return f'<svg {place} viewBox="{box}" preserveAspectRatio="none">{inside}</svg>'


def _pairs(found: Mapping[str, Axis]) -> Iterator[tuple[Axis, Axis]]:
    """Yield each x axis with its y axis."""
    for name, axis in found.items():
        if name[0] == "x":
            other = str(axis.declared.get("anchor") or "y" + name[1:])
            yield axis, found.get(other) or found["y"]


def _grid(found: Mapping[str, Axis]) -> Iterator[str]:
    for x, y in _pairs(found):
        for axis, other, across in ((x, y, True), (y, x, False)):
            if axis.declared.get("visible") is False:
                continue
            zero = [(0.0, "")] if axis.declared.get("zeroline") else []
            for value, _ in [*([] if axis.declared.get("showgrid") is False else axis.ticks()), *zero]:
                at = axis.place(value)
                a, b = other.start, other.end
                ends = (at, a, at, b) if across else (a, at, b, at)
                yield (
                    '<line x1="{:.2f}" y1="{:.2f}" x2="{:.2f}" y2="{:.2f}" '.format(*ends)
                    + f"{paint('stroke', 'var(--kv-grid)')}/>"
                )
        if x.declared.get("showline") or y.declared.get("showline"):
            left, right = sorted((x.start, x.end))
            top, bottom = sorted((y.start, y.end))
            size = f'x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}"'
            yield f'<rect {size} fill="none" {paint("stroke", "var(--kv-line)")}/>'


def _axis_labels(found: Mapping[str, Axis]) -> Iterator[str]:
    """Return the SVG of axis ticks and titles."""
    muted, ink = paint("fill", "var(--kv-muted)"), paint("fill", "var(--kv-ink)")
    beside: list[Axis] = []  # axes that are written already: an axis shared by two panels is written once
    for x, y in _pairs(found):
        bottom, left = max(y.start, y.end), min(x.start, x.end)
        if x.declared.get("visible") is not False:
            yield f'<g class="{_name(x, found)}tick">'
            for value, text in x.ticks():
                yield words(text, x.place(value), bottom + 12, f'text-anchor="middle" {muted}', size=11)
            yield "</g>"
            title = (x.declared.get("title") or {}).get("text")
            if title:
                below = 30 if x.ticks() else 14
                yield words(title, (x.start + x.end) / 2, bottom + below, f'text-anchor="middle" {ink}', size=13)
        if y.declared.get("visible") is not False and not any(y is other for other in beside):
            beside.append(y)
            widest = 0
            yield f'<g class="{_name(y, found)}tick">'
            for value, text in y.ticks():
                widest = max(widest, len(re.sub("<[^>]*>", "", text)))
                yield words(text, left - 6, y.place(value), f'text-anchor="end" {muted}', size=11)
            yield "</g>"
            title = (y.declared.get("title") or {}).get("text")
            if title:
                at, middle = max(9.0, left - 18 - 6 * widest), (y.start + y.end) / 2
                turned = f'text-anchor="middle" transform="rotate(-90 {at:.1f} {middle:.1f})" {ink}'
                yield words(title, at, middle, turned, size=13)


def _name(axis: Axis, found: Mapping[str, Axis]) -> str:
    return next(name for name, candidate in found.items() if candidate is axis)


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
    """Return the pixels needed by notes above the picture."""
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
            at = note.get(letter, 0)
            # on a logarithmic axis, an annotation's position is an exponent of ten
            places.append(axis.place(float(at)) if axis.log else axis.at(at))
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
