"""Preview picture of a link: an example's picture as PNG, without words."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from kernviz.lessons import thumbnails
from kernviz.lessons.presets import FIRST, PRESETS, Preset
from kernviz.lessons.preview import preview
from kernviz.site.writer import Writer
from kernviz.wording import ENGLISH, speaking

FRONT = "pictures/kernviz.png"  # preview of pages that have none of their own


def front(writer: Writer) -> None:
    """Write the preview picture for pages without a preview of their own."""
    writer.write(
        FRONT, example(next(preset for preset in PRESETS if preset.sentence in FIRST and preset.page == "svm"))
    )


def example(preset: Preset) -> bytes:
    """Return the preview picture of an example.

    For a picture that cannot be drawn it is the example's thumbnail, enlarged.
    """
    return _example(thumbnails.name(preset), preset.page, tuple(preset.values.items()))


@cache
def _example(name: str, page: str, values: tuple[tuple[str, str | float | int | bool], ...]) -> bytes:
    with speaking(ENGLISH):
        preset = Preset("", page, "", dict(values))
        thumbnail = files("kernviz").joinpath("ui", "assets", "thumbnails", f"{name}-light.webp")
        otherwise = thumbnail.read_bytes() if thumbnail.is_file() else b""
        try:
            shown = thumbnails.picture(preset)
        except ValueError:
            shown = None
        return preview(shown, otherwise)
