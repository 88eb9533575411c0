"""A refuted kernel marks every number that presumes a feature space."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.lessons.lesson import MARK, Block, Lesson, Numbers, Picture, Readout, Table, Text
from kernviz.lessons.page import Page, build, pages, read
from kernviz.lessons.part import Part
from kernviz.lessons.shared.no_feature_space import refutation
from kernviz.lessons.state import KERNEL, Subject, applying
from kernviz.ui.sweeps import frames
from kernviz.wire.content import content
from kernviz.wording import english, spoken
from tests.lessons.reading import flat, unrolled

REFUTED = ("rbf(gamma=1) - 0.3", "sigmoid(gamma=1, coef0=-1)", "2*rbf(gamma=1) - rbf(gamma=3)")
PROVEN = "rbf(gamma=1) + 0.3"
# names of lengths, distances, angles, variances, and dual weights
NAMED = re.compile(
    r"margin|‖[wΦ]|‖‹?φ|distance|angle\b|variance|radius|^r\(c\)|^r∗|^N·λ|^λ\d?$|^α$|^a$|^J\b|share so far"
)
# page -> names of numbers that are not computed with the kernel of the sidebar
OWN = {
    "dual": {"λ"},  # the ridge
    "lift": {"margin"},
    "map": {"margin 1/‖w‖", "R²‖w‖²"},
    "pca": {"N·λ, linear"},
}
NOTES = "What the notes say"  # tab with the numbers of the lectures
SHOWING = {"dual", "geometry", "home", "lift", "multiclass", "neighbors", "pca", "ridge", "sphere", "svm"}
# values of an address with which more of a page is shown than on its default data
MORE = {"ridge": {"rr_ridge": ["10"], "rr_band": ["1"]}}


def choices(page: Page[Any], subject: Subject) -> Iterator[dict[str, list[str]]]:
    """Values of the address for every choice of a page's main picture."""
    first = read(page, subject, {})
    shown = applying(first).get("view")
    views = [] if shown is None else list(shown.options(first))
    names = [] if shown is None else [param.name for param in shown.params("view", first)]
    yield from ({names[0]: [str(view)]} for view in views)
    if not views:
        yield {}


def few(data: Dataset) -> Dataset:
    """Three points, on which a kernel that is refuted need not show it."""
    rows = [0, data.n // 2, data.n - 1]
    return data.take(rows)


def states(page: Page[Any], kernel: str) -> Iterator[Any]:
    """States of a page with a kernel: each picture, on the page's data and on three points."""
    whole = flat(load(page.first))
    for data in (whole, few(whole)):
        subject = Subject(data, kv.parse(kernel))
        for params, more in product(choices(page, subject), ({}, MORE.get(page.name, {}))):
            yield read(page, subject, params | more)


def places(lesson: Lesson) -> Iterator[tuple[str, list[Block]]]:
    """Title and blocks of each tab, and of the column beside the picture."""
    yield "", [*unrolled(lesson.band), *unrolled(lesson.beside)]
    for tab in lesson.tabs:
        yield str(tab.title), list(unrolled(tab.blocks))


def declared(block: Block) -> list[str]:
    """Names of the geometric numbers of a block, as shown."""
    match block:
        case Numbers(items):
            return [item.heading for item in items if item.geometric]
        case Table():
            return list(block.geometric)
    return []


def names(block: Block) -> list[str]:
    """Names of all numbers of a block, as shown."""
    match block:
        case Numbers(items):
            return [item.heading for item in items]
        case Table():
            return [*block.columns]
    return []


def lines(block: Block) -> list[str]:
    """Lines of a block that explain the sign."""
    match block:
        case Numbers():
            return [block.note] if block.note else []
        case Text(words) if words.startswith(MARK):
            return [words]
    return []


def signed(name: str) -> bool:
    return spoken(name).endswith(f" {MARK}")


def plainly(name: str) -> str:
    return english(name).removesuffix(f" {MARK}").replace("‹", "").replace("›", "")


PAGES = pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.name)


@pytest.mark.sampled(11)
@PAGES
@pytest.mark.parametrize("kernel", REFUTED)
def test_every_number_that_presumes_a_feature_space_is_marked_and_no_other(page: Page[Any], kernel: str) -> None:
    for state in states(page, kernel):
        if KERNEL in state.idle:
            continue
        lesson = build(page, state)
        explained = any(lines(block) for block in lesson.beside)
        for title, blocks in places(lesson):
            shown = [name for block in blocks for name in declared(block)]
            assert all(map(signed, shown)), (title, shown)
            assert {name for block in blocks for name in names(block) if signed(name)} == set(shown), title
            found = [line for block in blocks for line in lines(block)]
            assert len(found) == bool(shown and (not title or not explained)), (title, found)
            assert all(("is refuted on ℝ" in line and "rbf" in line) or "sigmoid" in line for line in found)


@pytest.mark.sampled(2)
@PAGES
def test_a_proven_kernel_marks_nothing(page: Page[Any]) -> None:
    for state in states(page, PROVEN):
        for title, blocks in places(build(page, state)):
            for block in blocks:
                assert not any(map(signed, names(block))), (title, names(block))
                assert not lines(block), title


def test_numbers_are_marked_on_every_page_with_a_machine() -> None:
    """Each of these pages shows a marked number in one of the states above."""
    found = {
        page.name
        for page in pages().values()
        if any(
            lines(block)
            for kernel in REFUTED
            for state in states(page, kernel)
            for _, blocks in places(build(page, state))
            for block in blocks
        )
    }
    assert found == SHOWING


@PAGES
def test_no_length_distance_or_variance_forgets_to_declare_itself(page: Page[Any]) -> None:
    for state in states(page, PROVEN):
        if KERNEL in state.idle:
            continue
        for title, blocks in places(build(page, state)):
            for block in blocks if title != NOTES else ():
                forgotten = set(map(plainly, names(block))) - set(map(plainly, declared(block)))
                named = {name for name in forgotten if NAMED.search(name)}
                assert named <= OWN.get(page.name, set()), (title, named)


@pytest.mark.parametrize("name", ["svm", "geometry", "home"])
def test_a_live_message_carries_sign_and_line(name: str) -> None:
    page = pages()[name]
    state = read(page, Subject(flat(load(page.first)), kv.parse(REFUTED[0])), {})
    message = content(build(page, state))
    assert any(label.endswith(f" {MARK}") for group in message["readouts"] for label, *_ in group)
    assert len(message["notes"]) == len(message["readouts"])
    assert [note for note in message["notes"] if note] == [refutation(state)]
    proven = read(page, Subject(state.data, kv.parse(PROVEN)), {})
    assert "notes" not in content(build(page, proven))


def test_a_part_keeps_the_line_only_with_a_marked_number() -> None:
    page = pages()["svm"]
    state = read(page, Subject(flat(load(page.first)), kv.parse(REFUTED[0])), {})
    lesson = build(page, state)
    assert Part(show=("margin",)).of(lesson).readouts[0].note == refutation(state)
    assert Part(show=("train",)).of(lesson).readouts[0].note == ""


def test_a_frame_of_a_sweep_shows_the_sign_behind_the_number() -> None:
    """The label stays the same in all frames, and the number is still read."""
    marked = frames._value(Readout("margin", "0.5", geometric=True, marked=True))
    assert marked[:3] == ["margin", f"0.5 {MARK}", 0.5]
    assert frames._value(Readout("margin", "0.5", geometric=True))[:3] == ["margin", "0.5", 0.5]


def test_a_table_refuses_the_name_of_no_column() -> None:
    with pytest.raises(ValueError, match="no columns"):
        Table({"a": [1]}, geometric=("b",))


def sentences(lesson: Lesson) -> Iterator[str]:
    """Yield captions, notes in the pictures, and paragraphs beside the picture."""
    for block in (lesson.picture, *lesson.beside):
        match block:
            case Picture():
                yield block.caption
                yield from (note.get("text") or "" for note in block.figure.layout.get("annotations") or ())
            case Text(words) if not words.startswith(MARK):
                yield words


def bare(lesson: Lesson) -> list[str]:
    """Return the sentences that repeat the value of a geometric read-out without the sign."""
    items = [item for block in lesson.readouts for item in block.items if item.geometric]
    texts = [item.text for item in items if isinstance(item.text, str)]
    long = [re.escape(text) for text in texts if sum(map(str.isdigit, text)) >= 3]
    if not long:
        return []
    value = re.compile(rf"(?<![\d.,\u2212-])(?:{'|'.join(sorted(long, key=len, reverse=True))})(?!\d|[.,]\d)")
    plain = (re.sub(r"\$[^$]*\$", " ", sentence) for sentence in sentences(lesson))
    return [each for each in plain if any(not each[found.end() :].startswith(MARK) for found in value.finditer(each))]


@pytest.mark.parametrize("kernel", REFUTED[:2])
@pytest.mark.parametrize("name", sorted(SHOWING - {"home"}))
def test_a_sentence_signs_the_values_that_it_repeats(name: str, kernel: str) -> None:
    page = pages()[name]
    for state in states(page, kernel):
        lesson = build(page, state)
        if not lesson.problem and refutation(state):
            assert not bare(lesson), state


def test_the_ruler_of_a_refuted_kernel_is_signed_and_that_of_a_kernel_is_not() -> None:
    page = pages()["geometry"]
    for kernel, signs in ((REFUTED[0], True), (PROVEN, False)):
        lesson = build(page, next(states(page, kernel)))
        assert lesson.picture is not None
        assert any(MARK in text for text in sentences(lesson)) is signs
        assert any(MARK in note["text"] for note in lesson.picture.figure.layout["annotations"]) is signs
