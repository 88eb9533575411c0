"""Every example has its small pictures, and they show what it opens today: `python scripts/thumbnails.py`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernviz.lessons import thumbnails
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.ui import gallery

LARGEST, ALL_OF_THEM = 10_000, 1_000_000  # bytes
AGAIN = "python scripts/thumbnails.py draws it again"
each_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda p: f"{p.page}: {p.sentence}")


@each_preset
def test_an_example_has_its_pictures_and_they_are_not_stale(preset: Preset) -> None:
    name = thumbnails.name(preset)
    assert gallery.index().get(name) == thumbnails.drawn_from(preset), AGAIN
    for theme in gallery.THEMES:
        file = gallery.FOLDER / f"{name}-{theme}.webp"
        assert file.is_file(), AGAIN
        assert file.read_bytes()[8:12] == b"WEBP"
        assert file.stat().st_size <= LARGEST


def test_there_are_no_others_and_they_are_light() -> None:
    names = {thumbnails.name(preset) for preset in PRESETS}
    files = list(gallery.FOLDER.glob("*.webp"))
    assert len(names) == len(PRESETS)
    assert {file.name for file in files} == {f"{name}-{theme}.webp" for name in names for theme in gallery.THEMES}
    assert gallery.index().keys() == names
    assert sum(file.stat().st_size for file in files) < ALL_OF_THEM


def test_another_state_is_another_picture() -> None:
    preset = next(p for p in PRESETS if p.sentence.startswith("Slack"))
    before = thumbnails.drawn_from(preset)
    for change in ({"C": 2.0}, {"n": 80}, {"k": "rbf(gamma=2)"}, {"tab": "Every point"}):
        other = replace(preset, values={**preset.values, **change})
        assert thumbnails.drawn_from(other) != before, change
        assert thumbnails.name(other) != thumbnails.name(preset)
    assert thumbnails.drawn_from(replace(preset, sentence="Other words")) == before
    assert thumbnails.drawn_from(replace(preset, values={**preset.values, "C": 1.0})) == before


def test_unreadable_examples_raise_an_error() -> None:
    with pytest.raises(ValueError, match="names data or a kernel that cannot be read"):
        thumbnails.state(Preset("S0", "svm", "Nothing", {"k": "no_such(kernel"}))
