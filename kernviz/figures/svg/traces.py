"""SVG elements of each kind of trace."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from kernviz.data.text import shorten
from kernviz.data.untrusted_text import unveil
from kernviz.figures.contour_levels import contour_levels
from kernviz.figures.svg.axes import Axis, values
from kernviz.figures.svg.colours import color, coloured, contrasting, png
from kernviz.figures.svg.levels import lines

Trace = Mapping[str, Any]
FEW = 400  # largest number of cells drawn one by one
EDGE, LETTER = 20, 0.47  # free pixels beside a fitted text; average width of a letter as a share of its height
SHIFTS = {"sub": "sub", "sup": "super"}
WORDS = re.compile(r"((?:<[^>]*>)*)(.*?)((?:<[^>]*>)*)", re.S)  # opening tags, text, closing tags
THIRD, D = 2 / math.sqrt(3), 0.8 / math.sqrt(2)


def _ring(n: int, size: float) -> list[tuple[float, float]]:
    angles = [2 * math.pi * i / n - math.pi / 2 for i in range(n)]
    return [(size * math.cos(a), size * math.sin(a)) for a in angles]


CROSS = [(1.2, 0.4), (0.4, 0.4), (0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4)]
X = [(0, D), (D, 2 * D), (2 * D, D), (D, 0), (2 * D, -D), (D, -2 * D)]
SHAPES: dict[str, list[tuple[float, float]]] = {
    "square": [(1, 1), (-1, 1), (-1, -1), (1, -1)],
    "diamond": [(1.3, 0), (0, 1.3), (-1.3, 0), (0, -1.3)],
    "triangle-up": [(-THIRD, 0.5), (THIRD, 0.5), (0, -1)],
    "triangle-down": [(-THIRD, -0.5), (THIRD, -0.5), (0, 1)],
    "cross": [*CROSS, *((-x, -y) for x, y in CROSS)],
    "x": [*X, *((-x, -y) for x, y in X)],
    "star": [(x * (0.382 if i % 2 else 1), y * (0.382 if i % 2 else 1)) for i, (x, y) in enumerate(_ring(10, 1.4))],
    "pentagon": _ring(5, 1),
    "hexagon": _ring(6, 1),
}
STROKES = {
    "x-thin": "M-{r},-{r}L{r},{r}M-{r},{r}L{r},-{r}",
    "cross-thin": "M-{r},0L{r},0M0,-{r}L0,{r}",
    "line-ew": "M-{r},0L{r},0",
    "line-ns": "M0,-{r}L0,{r}",
    "line-ne": "M-{r},{r}L{r},-{r}",
    "line-nw": "M-{r},-{r}L{r},{r}",
}
ANCHORS = {"left": "end", "center": "middle", "right": "start"}  # horizontal position of a text -> its SVG text-anchor


def paint(kind: str, value: object, opacity: float = 1.0) -> str:
    """Return the SVG attributes of a colour; ``kind`` is "fill" or "stroke"."""
    text, own = color(value)
    strength = own * opacity
    return f'{kind}="{text}"' + (f' {kind}-opacity="{strength:.3g}"' if strength < 1 else "")


def stroke(line: Mapping[str, Any], opacity: float = 1.0) -> str:
    """Return the SVG attributes of a line."""
    size = line.get("width", 2.0)
    dash = {"dash": "8,4", "dot": "2,3", "dashdot": "8,3,2,3"}.get(str(line.get("dash")), str(line.get("dash") or ""))
    dash = dash.replace("px", "")
    dashed = f' stroke-dasharray="{dash}"' if re.fullmatch(r"[0-9., ]+", dash) else ""
    return f'{paint("stroke", line.get("color", "var(--kv-ink)"), opacity)} stroke-width="{float(size):g}"{dashed}'


def symbol(name: str, x: float, y: float, size: float, style: str) -> str:
    """Return the SVG of a plotly marker symbol, in plotly's sizes."""
    bare = name.replace("-open", "")
    r = size / 2
    if bare in STROKES:
        path = STROKES[bare].format(r=f"{r * (1 if bare[0] in 'xl' and bare != 'line-ew' else 1.4):.3g}")
        return f'<path transform="translate({x:.2f},{y:.2f})" d="{path}" {style}/>'
    if bare not in SHAPES:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:.3g}" {style}/>'
    corners = " ".join(f"{x + r * u:.2f},{y + r * v:.2f}" for u, v in SHAPES[bare])
    return f'<polygon points="{corners}" {style}/>'


def words(text: object, x: float, y: float, style: str, *, size: float, middle: float = 0.35) -> str:
    """Return the SVG text elements of a text.

    Each line of the text has its own element. The baseline of a single line is `middle` times
    `size` below y. The whole text is bold if a part of the text is.
    """
    rows = re.split(r"<br ?/?>", str(text))
    bold = ' font-weight="600"' if "<b>" in str(text) else ""
    top = y + size * middle - (len(rows) - 1) * size * 0.6
    lines = "".join(
        f'<tspan x="{x:.1f}" y="{top + 1.2 * size * i:.1f}">{_plain(row)}</tspan>' for i, row in enumerate(rows)
    )
    return f'<text font-size="{size:g}"{bold} {style}>{lines}</text>'


def _fitting(text: str, most: int) -> str:
    """Return text cut to the given number of characters.

    Tags before and behind the text are kept.
    """
    before, content, behind = WORDS.fullmatch(text).groups()  # type: ignore[union-attr]  # it matches anything
    return f"{before}{html.escape(shorten(html.unescape(content), max(most, 1)), quote=False)}{behind}"


def _plain(text: str) -> str:
    """Return text escaped for SVG, without tags.

    plotly's subscripts and superscripts become tspan elements.
    """
    # alternately: text, "sub" or "sup", and the raised or lowered text
    parts = re.split(r"<(su[bp])>(.*?)</su[bp]>", text)
    texts = [html.escape(unveil(html.unescape(re.sub(r"</?(b|i|em|span|a)\b[^>]*>", "", part)))) for part in parts]
    for place in range(1, len(texts), 3):
        texts[place] = f'<tspan baseline-shift="{SHIFTS[parts[place]]}" font-size="70%">'
        texts[place + 1] += "</tspan>"
    return "".join(texts)


def _each(value: Any, i: int, default: Any) -> Any:
    """Return a property of point i, its own or the common one."""
    if value is None:
        return default
    if isinstance(value, str) or np.ndim(value) == 0:
        return value
    return value[i] if i < len(value) else default


def scatter(trace: Trace, x: Axis, y: Axis) -> Iterator[str]:
    """Return the lines, marks and texts of a scatter trace."""
    mode = str(trace.get("mode") or "lines+markers")
    places = [(x.at(u), y.at(v)) for u, v in zip(values(trace, "x"), values(trace, "y"), strict=False)]
    opacity = float(trace.get("opacity", 1))
    if "lines" in mode:
        path, lifted = "", True
        for u, v in places:
            known = math.isfinite(u) and math.isfinite(v)
            if known:
                path += f"{'M' if lifted else 'L'}{u:.2f},{v:.2f}"
            lifted = not known
        fill = paint("fill", trace.get("fillcolor"), opacity) if trace.get("fill") == "toself" else 'fill="none"'
        if path:
            yield f'<path d="{path}" {fill} {stroke(trace.get("line") or {}, opacity)} stroke-linejoin="round"/>'
    marker, font = trace.get("marker") or {}, trace.get("textfont") or {}
    edge = marker.get("line") or {}
    for i, (u, v) in enumerate(places):
        if not (math.isfinite(u) and math.isfinite(v)):
            continue
        if "markers" in mode:
            yield _mark(marker, edge, i, u, v, opacity)
        text = _each(trace.get("text"), i, None)
        if "text" in mode and text:
            away = float(_each(marker.get("size"), i, 0)) / 2
            yield _label(trace, font, str(text), i, u, v, away, x.at(1))


def _mark(marker: Mapping[str, Any], edge: Mapping[str, Any], i: int, u: float, v: float, opacity: float) -> str:
    name, fill = str(_each(marker.get("symbol"), i, "circle")), _each(marker.get("color"), i, "var(--kv-accent)")
    strength = opacity * float(_each(marker.get("opacity"), i, 1))
    if isinstance(fill, int | float | np.number) and marker.get("colorscale") is not None:
        pixel = coloured(np.array([[float(fill)]]), marker.get("cmin", 0), marker.get("cmax", 1), marker["colorscale"])
        fill = "#" + bytes(pixel[0, 0, :3]).hex()
    size, width = float(_each(marker.get("size"), i, 6)), float(_each(edge.get("width"), i, 0))
    if strength == 0 or size == 0:
        return ""
    if "-open" in name or "-thin" in name or name.startswith("line-"):
        edge_color = _each(edge.get("color"), i, fill) if "-open" not in name else fill
        style = f'fill="none" {paint("stroke", edge_color, strength)} stroke-width="{width or 1:g}"'
    else:
        line = f' {paint("stroke", _each(edge.get("color"), i, "var(--kv-ink)"), strength)} stroke-width="{width:g}"'
        style = paint("fill", fill, strength) + (line if width else "")
    return symbol(name, u, v, size, style)


def _label(
    trace: Trace, font: Mapping[str, Any], text: str, i: int, u: float, v: float, away: float, end: float
) -> str:
    """Return the text element of a point.

    A text of a trace with meta "fit" is cut before the right edge at `end`.
    """
    vertical, _, side = str(_each(trace.get("textposition"), i, "middle center")).partition(" ")
    size = float(_each(font.get("size"), i, 12))
    if trace.get("meta") == "fit":  # fitted as by fit.js, with the average width of a letter
        text = _fitting(text, int((end - u - away - EDGE) / (LETTER * size)))
    x = u + {"left": -away, "right": away}.get(side, 0)
    y = v + {"top": -away - size * 0.6, "bottom": away + size * 0.6}.get(vertical, 0)
    style = f'text-anchor="{ANCHORS.get(side, "middle")}" {paint("fill", _each(font.get("color"), i, "var(--kv-ink)"))}'
    return words(text, x, y, style, size=size)


def bar(trace: Trace, x: Axis, y: Axis) -> Iterator[str]:
    """Return the bars of a bar trace, horizontal or vertical."""
    lying = trace.get("orientation") == "h"
    along, across = (x, y) if lying else (y, x)
    lengths, places = (values(trace, letter) for letter in ("xy" if lying else "yx"))
    marker = trace.get("marker") or {}
    edge, shapes = marker.get("line") or {}, (marker.get("pattern") or {}).get("shape")
    for i, (length, place) in enumerate(zip(lengths, places, strict=False)):
        if length is None:  # a gap has no bar
            continue
        base = float(_each(trace.get("base"), i, 0))
        a, b = sorted((along.at(base), along.at(base + float(length))))
        middle, half = across.at(place), across.unit * float(_each(trace.get("width"), i, 0.8)) / 2
        if not all(map(math.isfinite, (a, b, middle))):
            continue
        x0, y0, w, h = (a, middle - half, b - a, 2 * half) if lying else (middle - half, a, 2 * half, b - a)
        hatched = bool(_each(shapes, i, ""))
        fill = _each(marker.get("color"), i, "var(--kv-accent)")
        style = paint("fill", fill, 0.4 if hatched else 1)
        if hatched or edge.get("width"):
            style += " " + stroke({"color": fill if hatched else _each(edge.get("color"), i, fill), "width": 1})
        yield f'<rect x="{x0:.2f}" y="{y0:.2f}" width="{w:.2f}" height="{h:.2f}" rx="2" {style}/>'


def heatmap(trace: Trace, x: Axis, y: Axis) -> Iterator[str]:
    """Return a field as an image.

    If there are few cells, the field is drawn cell by cell.
    """
    field = np.array(trace["z"], dtype=float)
    known = field[np.isfinite(field)]
    low = float(trace.get("zmin", known.min() if known.size else 0))
    high = float(trace.get("zmax", known.max() if known.size else 1))
    pixels = coloured(field, low, high, trace.get("colorscale") or [[0, "var(--kv-sequential)"]])
    (left, wide), (top, tall) = (_span(values(trace, letter), axis) for letter, axis in (("x", x), ("y", y)))
    if field.size <= FEW and trace.get("zsmooth") in (None, False):
        yield from _cells(trace, pixels, left, top, wide, tall)
        return
    if wide < 0:
        pixels, left, wide = pixels[:, ::-1], left + wide * field.shape[1], -wide
    if tall < 0:
        pixels, top, tall = pixels[::-1], top + tall * field.shape[0], -tall
    smooth = "auto" if trace.get("zsmooth") else "pixelated"
    size = f'width="{wide * field.shape[1]:.2f}" height="{tall * field.shape[0]:.2f}"'
    opacity = f' opacity="{float(trace["opacity"]):g}"' if trace.get("opacity") is not None else ""
    yield (
        f'<image x="{left:.2f}" y="{top:.2f}" {size} preserveAspectRatio="none"{opacity}'
        f' style="image-rendering:{smooth}" href="{png(pixels)}"/>'
    )


def _span(places: list[Any], axis: Axis) -> tuple[float, float]:
    """Return the start of the first cell and pixels per cell.

    The pixels per cell are negative for a reversed axis.
    """
    first, last = axis.at(places[0]), axis.at(places[-1])
    spacing = (last - first) / (len(places) - 1) if len(places) > 1 else axis.unit
    return first - spacing / 2, spacing


def _cells(trace: Trace, pixels: Any, left: float, top: float, wide: float, tall: float) -> Iterator[str]:
    gap, texts = float(trace.get("xgap") or 0), trace.get("text") if trace.get("texttemplate") else None
    for i, row in enumerate(pixels):
        for j, pixel in enumerate(row):
            x0, y0 = min(left + j * wide, left + (j + 1) * wide), min(top + i * tall, top + (i + 1) * tall)
            size = f'width="{abs(wide) - gap:.2f}" height="{abs(tall) - gap:.2f}"'
            fill = f'fill="#{bytes(pixel[:3]).hex()}" fill-opacity="{pixel[3] / 255:.3g}"'
            yield f'<rect x="{x0:.2f}" y="{y0:.2f}" {size} {fill}/>'
            if texts is not None and abs(wide) > 14:
                ink = contrasting(pixel) if pixel[3] > 127 else "var(--kv-ink)"
                style = f'text-anchor="middle" {paint("fill", ink)}'
                yield words(texts[i][j], x0 + abs(wide) / 2, y0 + abs(tall) / 2, style, size=11)


def contour(trace: Trace, x: Axis, y: Axis) -> Iterator[str]:
    """Return the level lines of a field."""
    field = np.array(trace["z"], dtype=float)
    across, up = (np.array([axis.at(v) for v in values(trace, n)]) for n, axis in (("x", x), ("y", y)))
    path = "".join(
        "M" + "L".join(f"{u:.2f},{v:.2f}" for u, v in line)
        for level in contour_levels(trace)
        for line in lines(across, up, field, level)
    )
    if path:
        yield f'<path d="{path}" fill="none" {stroke(trace.get("line") or {}, float(trace.get("opacity", 1)))}/>'


DRAWN: dict[str, Callable[[Trace, Axis, Axis], Iterator[str]]] = {
    "heatmap": heatmap,
    "contour": contour,
    "bar": bar,
    "scatter": scatter,
}
