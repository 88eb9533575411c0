"""A part of a page's picture: what would tell the answer is left out, and so is what measures nothing any more."""

from __future__ import annotations

from kernviz.courses.scene import Scene
from kernviz.lessons.part import PROBE, Part

POINTS = Scene.opened("geometry", {"gpts": "0, 1", "k": "rbf(gamma=1)"})


def test_an_axis_without_its_curve_has_no_title_no_numbers_and_no_grid() -> None:
    whole = POINTS.shown(Part().of).picture
    part = POINTS.shown(Part(hide=("mean", "image", "ruler")).of).picture
    assert whole is not None
    assert part is not None
    before, after = whole.figure.layout, part.figure.layout
    assert before["yaxis"]["title"]["text"]
    assert after["yaxis"]["title"]["text"] == ""
    assert after["yaxis"]["showticklabels"] is False
    assert after["yaxis"]["showgrid"] is False
    assert after["xaxis"] == before["xaxis"]


def test_the_panels_of_every_row_keep_their_titles_unless_something_is_hidden() -> None:
    scene = Scene.opened("pca", {"data": "moons", "n": "40", "k": "rbf(gamma=1)"})
    whole = scene.shown(Part().of).picture
    hidden = scene.shown(Part(hide=("points",)).of).picture
    shown = scene.shown(Part(hide=(PROBE,)).of).picture
    assert whole is not None
    assert shown is not None
    assert hidden is not None
    titles = [note["text"] for note in whole.figure.layout["annotations"]]
    assert len(titles) >= 8
    assert [note["text"] for note in shown.figure.layout["annotations"]] == titles
    assert not hidden.figure.layout["annotations"]


def test_a_part_with_hidden_traces_has_no_button_without_frames() -> None:
    """A part has no animation frames, so a button that plays them would do nothing, and would cover points."""
    scene = Scene.opened("lift", {"data": "s1_line", "lf_t": "1"})
    whole = scene.shown(Part().of).picture
    part = scene.shown(Part(hide=(PROBE,)).of).picture
    assert whole is not None
    assert part is not None
    assert whole.figure.layout["updatemenus"]
    assert not part.figure.layout["updatemenus"]
