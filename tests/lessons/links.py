"""A page's examples as links: what they say is read, and written again as it was."""

from __future__ import annotations

from typing import Any

from kernviz.lessons import page as lesson_page
from kernviz.lessons import subject
from kernviz.lessons.address import written
from kernviz.lessons.page import Page
from kernviz.lessons.presets import PRESETS, Preset

OF_SUBJECT = {"data", "k", "n", "noise", "seed", "pts", "cx", "cy"}  # what the sidebar reads


def said(preset: Preset) -> dict[str, list[str]]:
    """The example as an address, name -> texts."""
    return {name: [written(value)] for name, value in preset.values.items()}


def opened(page: Page[Any], preset: Preset) -> Any:
    """The State the example opens. Every value of it is in use, and the State says the same again."""
    link = said(preset)
    about = subject.read(link)
    assert about is not None, preset.sentence
    own = {name: texts for name, texts in link.items() if name not in OF_SUBJECT}
    assert lesson_page.refusals(page, about, own) == {}, preset.sentence
    state = lesson_page.read(page, about, own)
    again = lesson_page.write(state)
    assert lesson_page.read(page, about, {name: [text] for name, text in again.items()}) == state
    default = lesson_page.read(page, about, {})
    idle = {name for name in own if name not in again}
    assert all(lesson_page.read(page, about, {name: own[name]}) == default for name in idle), preset.sentence
    assert {name: again[name] for name in own if name in again} == {
        name: texts[0] for name, texts in own.items() if name in again
    }
    assert set(again) <= set(own), preset.sentence
    return state


def examples(name: str) -> list[Preset]:
    """Those of a page."""
    return [preset for preset in PRESETS if preset.page == name]
