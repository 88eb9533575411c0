"""Thumbnail of an example: picture, file name and hash of its state.

The hash tells if a stored thumbnail is still current.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.address import written
from kernviz.lessons.lesson import Block, Lesson, Picture, Row
from kernviz.lessons.presets import Preset
from kernviz.wording import english

LENGTH = 12  # characters of a file name
DIGITS = 6  # digits of a coordinate; further digits differ between computers
TAB = "tab"


def params_of(preset: Preset) -> dict[str, list[str]]:
    """Return the query parameters of an example: name -> texts."""
    return {name: [written(value)] for name, value in preset.values.items()}


def state(preset: Preset) -> Any:
    """Return the state of the page that an example opens.

    Raises ValueError if the example names data or a kernel that do not exist.
    """
    page, about = lesson_page.pages()[preset.page], data_and_kernel.read(params_of(preset))
    if about is None:
        raise ValueError(f"“{preset.sentence}” names data or a kernel that cannot be read")
    return lesson_page.read(page, about, params_of(preset))


def lesson(preset: Preset) -> Lesson:
    """Return the lesson that an example opens."""
    return lesson_page.pages()[preset.page].build(state(preset))


def name(preset: Preset) -> str:
    """Return the file name of an example's thumbnail.

    The name is a hash of the page and the query parameters that the example opens.
    """
    return _hashed([preset.page, sorted((key, texts[-1]) for key, texts in params_of(preset).items())])


def drawn_from(preset: Preset) -> str:
    """Return the hash of the state from which a thumbnail is drawn.

    The hash covers the data to six digits, the kernel, and all non-default values. A thumbnail
    with the same hash is current.
    """
    about = state(preset)
    data = about.data
    numbers = [np.round(part.astype(float), DIGITS) + 0.0 for part in (data.X, data.y) if part is not None]
    content = [hashlib.sha256(np.ascontiguousarray(part).tobytes()).hexdigest() for part in numbers]
    return _hashed([preset.page, content, str(about.kernel), lesson_page.write(about), preset.values.get(TAB)])


def picture(preset: Preset) -> Picture:
    """Return the picture for an example's thumbnail.

    The picture is the first in the tab the example opens, else the page's own. Pictures that show
    nothing at this size are passed over. Raises ValueError if there is no picture.
    """
    return picture_of(lesson(preset), preset.values)


def picture_of(opened: Lesson, values: Mapping[str, object]) -> Picture:
    """Return the thumbnail's picture from a lesson that is already built.

    `values` are the query parameters of the example. Raises ValueError if there is no picture.
    """
    tabs = [block for tab in opened.tabs if tab.title == values.get(TAB) for block in tab.blocks]
    found = list(_pictures([*tabs, *opened.pictures]))
    if not found:
        raise ValueError(f"nothing to draw: {opened.problem}")
    return next((picture for picture in found if not _is_uninformative(picture)), found[0])


def _is_uninformative(picture: Picture) -> bool:
    """Return True if a picture shows nothing at thumbnail size.

    Such are a proof of one node, and the pair x and z, which looks the same in every example.
    """
    return "with 1 node" in english(picture.alt) or picture.key == "pair"


def _pictures(blocks: Sequence[Block]) -> Iterable[Picture]:
    for block in blocks:
        if isinstance(block, Picture):
            yield block
        elif isinstance(block, Row):
            yield from _pictures([inner for column in block.columns for inner in column])


def _hashed(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]
