"""An example shows at once what its title promises: the numbers and names in it are in sight when it opens."""

from __future__ import annotations

import re

import pytest

from kernviz.lessons import page, thumbnails
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Row, Table, Text
from kernviz.lessons.presets import FIRST, LECTURES, OF_PAGE, PRESETS, TOPICS, Preset
from tests.lessons.reading import lesson_at, sound
from tests.test_counts_of_one import THINGS

each_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda p: f"{p.page}: {p.sentence}")
NOTHING = re.compile(rf"(?<![\w.,=·−+/])0 (?:{THINGS}|free|bounded|of them)\b")
PROMISE = re.compile(r"Fun Time \d|Quiz \d|[①②③④]|[½¼]|[\d.]*\.\d+|[−-]?\d+")
AS = {"½": "0.5", "¼": "0.25", "0.684": "0.6839", "1.98582": "1.986"}  # as written on the page
KEPT = {  # promised in other words: what is in sight instead
    "Six lines again, with other numbers: (½ x·z + 2)⁴": ("39.06",),
    "Three points: α = (½, ½, 0), centre (2, 0), r = 2": ("at (2, 0)", "2 support vectors"),
    "Corners of a square: ¼ each, or ½ on two; r = √2 both times": ("0.25", "1.414"),
    "Quiz 1: the Gaussian kernel in four lines": ("proven", "exp"),
    "Quiz 2: two sets, their indicator vectors, e² = 7.389": ("7.389", "indicator"),
    "Fun Time 4, ①: a square that is not a kernel": ("refuted",),
    "Fun Time 4, ④: minus signs that cancel": ("proven",),
    "Three points, σ² = 0.1: w = 28/14.1 = 1.98582": ("1.986",),
    "Find the inner products: nearest neighbour, Quiz 3": ("nearest neighbour",),
}
REFUSED = {  # examples of a message
    "A hard margin where there is none",
    "No kernel, no neighbours: a squared distance of −8",
}
VIEWS = {  # examples whose number does not suffice: expected picture
    "The whole sphere in three coordinates: (x·z)²": "sphere_space",
    "Tick the monomials: what separates a turned ellipse?": "space",
    "Nine points, a parabola, and a line to drag": "parabola",
    "A landscape of bumps at the support vectors": "landscape",
    "A surface over two coordinates, pulled towards its data": "space",
    "Two moons without their noise: pre-images": "denoise",
    "The kernel PCA figure: three clusters, eight components": "components",
    "Fun Time 3: γ → ∞, and K is the identity": "gram",
    "The matrix Q: one kernel value an entry, whatever φ is": "dual_q",
    "Keep the old α, swap the kernel: no longer optimal": "dual_swap",
    "Ridge twice: a 6 × 6 and an N × N matrix, one w": "dual_sizes",
    "Representer theorem: move w out of the span, and no output on a training point changes": "dual_span",
}
TABS = {  # tabs by the words of the title that name them
    "Three margins": "three margins",
    "Fun Time 1 and 2": "Fun Time 2",
    "Fun Time 4": "eigenvalues",
    "Six lines": "Six lines",
    "Quiz 3": "Quiz 3: how",
    "Dimension and cost": "degree 10: tuples",
    "Gram matrix": "their Gram matrix",
    "Gaussian process": "Gaussian process",
    "Passing is not a proof": "Passing is not a proof:",
}


def words(block: Block) -> list[str]:
    """All text in a block."""
    match block:
        case Picture():
            traces = [str(trace.get(key, "")) for trace in block.figure.data for key in ("name", "text")]
            notes = [str(note.get("text", "")) for note in block.figure.layout.get("annotations") or ()]
            return [block.alt, block.caption, *notes, *traces]
        case Text(text, _):
            return [text]
        case Formula(latex):
            return [latex]
        case Numbers(items):
            return [word for item in items for word in item.words]
        case Table():
            return [block.caption, *(str(cell) for name, cells in block.columns.items() for cell in (name, *cells))]
        case Row(columns):
            return [word for column in columns for inner in column for word in words(inner)]
    return []


def in_sight(preset: Preset, opened: Lesson) -> str:
    """Text visible on the page an example opens: picture, blocks beside it, and the open tab."""
    first = opened.tabs[0].title if opened.tabs else ""
    tab = next((tab for tab in opened.tabs if tab.title == preset.values.get("tab", first)), None)
    blocks = [*opened.pictures, *opened.beside, *(tab.blocks if tab else ())]
    return "\n".join([opened.problem, tab.title if tab else "", *(word for block in blocks for word in words(block))])


@pytest.mark.sampled(11)
@each_preset
def test_an_example_opens_and_shows_what_its_title_promises(preset: Preset) -> None:
    """A caption like “0 points have slack, 0 of them on the wrong side” teaches nothing."""
    lesson = sound(thumbnails.lesson(preset))
    assert bool(lesson.problem) == (preset.sentence in REFUSED)
    seen = in_sight(preset, lesson)
    for promised in KEPT.get(preset.sentence) or PROMISE.findall(preset.sentence):
        assert AS.get(promised, promised) in seen, f"“{preset.sentence}” opens without {promised}"
    for tab, title in TABS.items():
        if title in preset.sentence:
            assert preset.values.get("tab") == tab
    if preset.sentence in VIEWS:
        assert lesson.pictures[0].key == VIEWS[preset.sentence]
    for picture in lesson.pictures:
        assert not NOTHING.search(str(picture.caption)), picture.caption


def test_a_count_of_nothing_is_found() -> None:
    assert NOTHING.search("20 support vectors: 0 free")
    assert NOTHING.search("On its wrong side: 0 points.")
    assert not NOTHING.search("10 points, at 0 and 1.0 points")


@pytest.mark.parametrize("name", page.pages())
def test_every_column_of_a_table_has_a_name(name: str) -> None:
    """Screen readers say the column's name before a cell."""
    tabs = lesson_at(name, data=page.pages()[name].first).tabs
    assert "" not in [
        column for tab in tabs for block in tab.blocks if isinstance(block, Table) for column in block.columns
    ]


def test_the_tables_name_examples_that_exist() -> None:
    sentences = {preset.sentence for preset in PRESETS}
    assert {*VIEWS, *KEPT, *FIRST} <= sentences
    assert all(any(title in sentence for sentence in sentences) for title in TABS.values())


def test_every_example_belongs_to_a_lecture_and_to_ideas() -> None:
    for preset in PRESETS:
        assert preset.lecture in LECTURES
        assert set(preset.ideas) <= TOPICS.keys()
        assert len(set(preset.ideas)) == len(preset.ideas), preset.sentence
    assert {idea for preset in PRESETS for idea in preset.ideas} == TOPICS.keys()
    assert {preset.page for preset in PRESETS} == OF_PAGE.keys()


def test_home_begins_with_one_of_each_idea() -> None:
    first = [preset for preset in PRESETS if preset.sentence in FIRST]
    assert len(first) == len(FIRST) == len(TOPICS)
    assert {idea for preset in first for idea in preset.ideas} == TOPICS.keys()
