"""Colour tokens, marker shapes, axes and number formats shared by all figures.

A figure holds no colours, but tokens such as ``var(--kv-ink)``. When the figure is shown, each
token becomes a colour for a light or a dark background. This happens in the browser
(kernviz/ui/plot.py) or in an SVG (figures/svg/colours.py). Colour is never the only difference:
classes have shapes, signs have + and −, verdicts have a word.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from kernviz.figures.axis_ranges import with_drawable_ranges
from kernviz.figures.figure import Figure
from kernviz.figures.traces import line_trace
from kernviz.wording import listed, short, shorts, spoken

Range = tuple[float, float]

# Number of class colours. They are Okabe and Ito's published palette, which people with any common colour vision can
# tell apart. kernviz/ui/assets/palette.json adjusts each colour to its background.
CLASS_COLORS: Final = 8
SYMBOLS: Final = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "cross",
    "triangle-down",
    "x",
    "star",
    "hexagon",
    "pentagon",
)
# all symbols of plotly.js in three dimensions, in the order of the plane's symbols
SYMBOLS_3D: Final = ("circle", "square", "diamond", "cross", "x")
GLYPHS: Final = ("●", "■", "◆", "▲", "✚", "▼", "✖", "★", "⬢", "⬟")

INK, PAPER, PANEL = "var(--kv-ink)", "var(--kv-paper)", "var(--kv-panel)"
MUTED, GRID, LINE = "var(--kv-muted)", "var(--kv-grid)", "var(--kv-line)"
ACCENT, NEGATIVE, POSITIVE = "var(--kv-accent)", "var(--kv-negative)", "var(--kv-positive)"
DIVERGING: Final = [[0, "var(--kv-diverging)"], [1, "var(--kv-diverging)"]]
SEQUENTIAL: Final = [[0, "var(--kv-sequential)"], [1, "var(--kv-sequential)"]]

# Narrow entries leave space for two columns on a phone. The legend is above the picture, where it never covers data.
LEGEND: Final = {
    "orientation": "h",
    "x": 0,
    "y": 1.02,
    "yanchor": "bottom",
    "font": {"size": 12},
    "itemwidth": 30,
    "tracegroupgap": 0,
}

# A thin colour bar below the picture: beside the picture it would take a fifth of a phone's width.
BAR_UNDER: Final[dict[str, Any]] = {
    "orientation": "h",
    "yref": "container",
    "y": 0,
    "yanchor": "bottom",
    "x": 0.5,
    "xanchor": "center",
    "thickness": 10,
    "len": 0.86,
    "xpad": 0,
    "ypad": 4,
    "outlinewidth": 0,
}

KEY_GAP = "\u2002"  # space between an entry's text and the next symbol, which plotly.js does not leave

EXTREME = 8.0  # ratio of sides above which the axes of a plane get different units, as the plane would be a strip


def token(name: str, opacity: float | None = None) -> str:
    """Return the CSS token of a colour.

    The token is ``var(--kv-name)``, or translucent: ``var(--kv-name, 0.4)``.
    """
    return f"var(--kv-{name})" if opacity is None else f"var(--kv-{name}, {opacity:g})"


def class_color(index: int, opacity: float | None = None) -> str:
    """Return the colour of a class as a token.

    Classes are 0, 1, 2, …. After eight the colours repeat, and the shape tells the two apart.
    """
    return token(f"class-{index % CLASS_COLORS}", opacity)


def class_symbol(index: int) -> str:
    """Return the marker shape of a class.

    The classes are 0, 1, 2, …. After ten the shapes repeat.
    """
    return SYMBOLS[index % len(SYMBOLS)]


def class_glyph(index: int) -> str:
    """Return the shape of a class as a character, for labels."""
    return GLYPHS[index % len(GLYPHS)]


def number(value: float) -> str:
    """Return a number as text with four significant digits.

    The text has a true minus: −0.8312, 3.2·10⁻¹⁶, ∞.
    """
    return short(value)


def numbers(values: ArrayLike) -> list[str]:
    """Return the text of each value by `number`."""
    return shorts(np.asarray(values, dtype=np.float64).ravel().tolist())


def signed(value: float) -> str:
    """Return a number as text with its sign; 0 has none.

    The text has four significant digits: +0.8312.
    """
    return ("+" if value > 0 else "") + number(value)


def point(values: Iterable[float]) -> str:
    """Return coordinates as text: (1.2, −0.5)."""
    return "(" + listed([number(float(v)) for v in values]) + ")"


def escaped(text: str) -> str:
    """Return text from outside with its HTML escaped.

    Such text is a column's name or a kernel: plotly would read <b> in the text as bold.

    A message without special characters stays a message, which keeps its English text.
    """
    plain = html.escape(text, quote=False)
    return text if plain == text else plain


def zero_line(color: str, width: float, **more: Any) -> dict[str, Any]:
    """Return the line y = 0 across the plot, a layout shape."""
    ends = {"xref": "x domain", "x0": 0, "x1": 1, "y0": 0, "y1": 0}
    return {"type": "line", **ends, "line": {"color": color, "width": width}, **more}


def figure(data: Sequence[dict[str, Any]], **layout: Any) -> Figure:
    """Return a figure of the given traces.

    The figure has small margins, no template, and hover on the closest mark. Its axes get drawable
    ranges (figures/axis_ranges.py).
    """
    # No `uirevision` here: the component that shows the figure decides whether the zoom is kept.
    complete = {
        "template": {},
        "margin": {"l": 48, "r": 12, "t": 12, "b": 44},
        "hovermode": "closest",
        "legend": LEGEND,
        **layout,
    }
    return Figure(data=list(data), layout=with_drawable_ranges(data, complete))


def plane_axes(x_range: Range, y_range: Range, x_title: str, y_title: str) -> dict[str, Any]:
    """Return axes of a plane with fixed ranges.

    One unit is equally long on both axes: the plot becomes smaller, but its ranges stay.

    Kernels depend on distances, so the picture must not distort distances. Only columns of very
    different size (more than ``EXTREME`` to one) get units of their own.
    """
    axes = {
        "xaxis": axis(x_title, x_range, constrain="domain"),
        "yaxis": axis(y_title, y_range, constrain="domain"),
    }
    width, height = x_range[1] - x_range[0], y_range[1] - y_range[0]
    if 1 / EXTREME <= width / height <= EXTREME:
        axes["yaxis"] |= {"scaleanchor": "x", "scaleratio": 1}
    return axes


def axis(title: str, limits: Range | None = None, **more: Any) -> dict[str, Any]:
    """Return one labelled axis.

    With ``limits`` its range is fixed.
    """
    fixed = {} if limits is None else {"range": [float(limits[0]), float(limits[1])], "autorange": False}
    return {"title": {"text": escaped(spoken(title))}, "zeroline": False, **fixed, **more}


def line_key(name: str, color: str, width: float = 2, dash: str = "solid", rank: int = 1000) -> dict[str, Any]:
    """Return a legend entry for a contour line.

    The legend entry of a contour trace does not look like its line.
    """
    return line_trace([None], [None], color, width, dash, name=name + KEY_GAP, legendrank=rank, hoverinfo="skip")
