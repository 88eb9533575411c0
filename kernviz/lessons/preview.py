"""Preview of a link to a page: its picture as PNG.

The size is 1200 × 630, as chat programs and networks show previews.
"""

from __future__ import annotations

from typing import Any

from kernviz.data.untrusted_text import plain
from kernviz.figures import raster
from kernviz.figures.figure import Figure
from kernviz.figures.svg import drawing
from kernviz.figures.svg.colours import palette
from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.lesson import Picture
from kernviz.lessons.page import Page
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.lessons.state import KERNEL, Subject
from kernviz.wording import english, say

WIDTH, HEIGHT = 1200, 630
DRAWN = 620.0  # width of the drawing in its own units, so that marks and lines are as large as on a phone
PROBE = "probe"  # word in the English names of traces that belong to the pointer
BARE = {"title": None, "showticklabels": False}


def preview(picture: Picture | None, otherwise: bytes = b"") -> bytes:
    """Return the picture without words as PNG.

    If there is no picture, or it cannot be drawn, `otherwise`, another PNG, is enlarged. Without
    another PNG the result is empty.
    """
    paper = str(palette()["paper"])
    found = None if picture is None else drawing(bare(picture.figure), width=DRAWN, height=DRAWN * HEIGHT / WIDTH)
    if found is not None:
        left, top, width, height = found.box
        return raster.png(found.svg, WIDTH, HEIGHT, paper, (left - 4, top - 4, left + width + 4, top + height + 4))
    return raster.enlarged(otherwise, WIDTH, HEIGHT, paper)


def words(page: Page[Any], state: Subject) -> tuple[str, str]:
    """Return title and sentence of a page in a state.

    If an example opens this state, the title is the example's sentence.
    """
    title, text = plain(page.title), f"{plain(page.question)} "
    if state.uses(KERNEL):
        text += say("{kernel} on {data}.", kernel=str(state.kernel), data=plain(state.data.title or state.data.name))
    found = _example(page, state)
    return (title if found is None else plain(found.sentence)), text.strip()


def _example(page: Page[Any], state: Subject) -> Preset | None:
    """Return the example that opens this state."""
    alike = (preset for preset in PRESETS if preset.page == page.name and preset.values.get("k") == str(state.kernel))
    return next((preset for preset in alike if _key(thumbnails.state(preset)) == _key(state)), None)


def _key(state: Subject) -> tuple[object, ...]:
    return str(state.kernel), state.data.key, lesson_page.write(state)


def bare(figure: Figure) -> Figure:
    """Return the figure without words and without the pointer's probe."""
    layout: dict[str, Any] = {**figure.layout, "showlegend": False, "annotations": []}
    for name, value in layout.items():
        if name.startswith(("xaxis", "yaxis")):
            layout[name] = {**value, **BARE}
    traces = [{**trace, "showscale": False} for trace in figure.data if PROBE not in english(trace.get("name") or "")]
    return Figure(traces, layout)
