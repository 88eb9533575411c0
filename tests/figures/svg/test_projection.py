"""Pictures in space on paper: what the browser draws without WebGL, and what Python draws, are one picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernviz.figures.figure import Figure
from kernviz.figures.svg import drawing, flattened, is_space
from kernviz.figures.svg.colours import color, using_theme
from kernviz.lessons import thumbnails
from kernviz.lessons.presets import PRESETS

TABLE = Path(__file__).parents[2] / "js" / "spaces.json"  # also read by tests/js/flat.test.js
SPACES = json.loads(TABLE.read_text("utf-8"))


def plain(value: Any) -> Any:
    """Return a figure's part as JSON has it, numbers rounded, colours of light paper."""
    if isinstance(value, str) and value.startswith("var("):
        return color(value)[0]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return round(value, 6) + 0.0 if np.isfinite(value) else None
    return value


def pieces(places: np.ndarray) -> np.ndarray:
    """Return lines of two points each, sorted."""
    ends = places.reshape(-1, 3, 2)[:, :2].reshape(-1, 4).round(4) + 0.0
    return ends[np.lexsort(ends.T[::-1])]


@pytest.mark.parametrize("space", SPACES, ids=lambda each: each["about"])
def test_a_space_is_drawn_as_the_browser_draws_it(space: dict[str, Any]) -> None:
    with using_theme("light"):
        found = flattened(Figure(space["data"], space["layout"]))
    for trace, wanted in zip(found.data, space["seen"], strict=True):
        own = plain({name: trace[name] for name in wanted if name in trace})
        assert own.keys() == wanted.keys()
        places, wished = (np.array([each.pop("x"), each.pop("y")], dtype=float).T for each in (own, wanted))
        if own["mode"] == "lines" and "fill" not in own:  # pieces, in any order
            places, wished = pieces(places), pieces(wished)
        np.testing.assert_allclose(places, wished, atol=2e-5)
        assert own == plain(wanted)
    assert found.layout["xaxis"]["range"] == pytest.approx(space["range"])


def test_a_figure_of_the_plane_stays_as_it_is() -> None:
    figure = Figure([{"type": "scatter", "x": [0, 1], "y": [0, 1]}], {})
    assert flattened(figure) is figure


def _spaces() -> list[Any]:
    pages: dict[str, Any] = {}
    for preset in PRESETS:
        if preset.page in ("lift", "sphere", "gaussian", "ridge", "dual"):
            pages.setdefault(f"{preset.page} {preset.sentence}", preset)
    return list(pages.values())


def test_every_example_in_space_is_drawn_inside_its_picture() -> None:
    """The words at the axes stand inside too, at least their middle."""
    drawn = 0
    for space in _spaces():
        try:
            picture = thumbnails.picture(space)
        except ValueError:
            continue
        if not is_space(picture.figure):
            continue
        found = drawing(picture.figure, width=480, height=400, alt=picture.alt)
        assert found is not None, space.sentence
        low, high = flattened(picture.figure).layout["xaxis"]["range"]
        words = flattened(picture.figure).data[1]
        assert min(words["x"]) > low, space.sentence
        assert max(words["x"]) < high, space.sentence
        assert found.svg.count("<path") + found.svg.count("<circle") + found.svg.count("<polygon") > 5
        drawn += 1
    assert drawn >= 8
