"""Preview of a link: its words, and the same picture in every language."""

from __future__ import annotations

import pytest

from kernviz.lessons import page, thumbnails
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.lessons.preview import bare, words
from kernviz.lessons.state import KERNEL
from kernviz.wording import speaking

FIRST = tuple({preset.page: preset for preset in reversed(PRESETS)}.values())  # the first example of each page
each_page = pytest.mark.parametrize("example", FIRST, ids=lambda example: example.page)


@each_page
def test_the_picture_is_the_same_in_every_language(example: Preset) -> None:
    """Both rules that choose what is drawn read words of the picture."""
    english = thumbnails.picture(example)
    with speaking("de"):
        german = thumbnails.picture(example)
        drawn = bare(german.figure)
    assert german.key == english.key
    assert len(drawn.data) == len(bare(english.figure).data)


def test_a_proof_of_one_node_is_passed_over_in_every_language() -> None:
    example = Preset("", "compose", "", {"data": "moons", "k": "linear"})
    keys = []
    for language in ("en", "de"):
        with speaking(language):
            keys.append(thumbnails.picture(example).key)
    assert keys[0] == keys[1] != "proof"


def test_the_probe_is_left_out_in_every_language() -> None:
    example = next(preset for preset in PRESETS if preset.page == "svm")
    for language in ("en", "de"):
        with speaking(language):
            picture = thumbnails.picture(example)
            assert len(bare(picture.figure).data) < len(picture.figure.data), language


@each_page
def test_the_words_name_the_kernel_if_the_page_uses_it(example: Preset) -> None:
    state = thumbnails.state(example)
    text = words(page.pages()[example.page], state)[1]
    assert (str(state.kernel) in text) == state.uses(KERNEL)
