"""Each mistake of the notes has a mark beside the number it concerns."""

from __future__ import annotations

import importlib

import pytest

from kernviz.lessons import data_and_kernel, errata
from kernviz.lessons import page as pages
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.state import Subject

SUBJECT = data_and_kernel.read({})
ALL = {f"E{i}" for i in range(1, errata.COUNT + 1)}


def built(name: str, params: dict[str, list[str]] | None = None) -> set[str]:
    page = pages.pages()[name]
    about = data_and_kernel.read(params or {})
    assert about is not None
    return {tab.title for tab in page.build(pages.read(page, about, params or {})).tabs}


def test_every_mistake_has_a_mark_and_is_on_the_page_it_marks() -> None:
    assert {each for tabs in errata.MARKS.values() for several in tabs.values() for each in several} == ALL
    assert SUBJECT is not None
    for name, tabs in errata.MARKS.items():
        page = pages.pages()[name]
        there = {errata.numbered(each) for each in errata.of(page.build(pages.read(page, SUBJECT, {})))}
        marked = [each for several in tabs.values() for each in several]
        assert len(marked) == len(set(marked)), name
        missing = set(marked) - there
        assert not missing or name in ("dual", "pca"), (name, missing)  # pages whose views have notes of their own
        assert there - {""} <= set(marked), name


@pytest.mark.parametrize("name", errata.MARKS)
def test_every_tab_with_a_mark_is_one_of_the_page(name: str) -> None:
    titles = built(name)
    for preset in PRESETS:
        if preset.page == name and not set(errata.MARKS[name]) - {""} <= titles:
            titles |= built(name, {key: [str(value)] for key, value in preset.values.items()})
    assert set(errata.MARKS[name]) - {errata.BESIDE} <= titles


def test_the_list_has_them_all_in_order() -> None:
    assert isinstance(SUBJECT, Subject)
    found = [place for lecture in errata.LECTURES for place in errata.everywhere(SUBJECT, lecture)]
    assert {place.number for place in found} - {""} == ALL
    numbers = [int(place.number[1:]) for place in errata.everywhere(SUBJECT, "S4") if place.number]
    assert numbers == sorted(numbers)
    assert all(place.erratum.printed and place.erratum.right for place in found)


def test_the_word_names_the_lecture_that_prints_it() -> None:
    assert isinstance(SUBJECT, Subject)
    for name in errata.LAST:
        for place in errata.everywhere(SUBJECT, name):
            assert not place.number or errata.lecture(place.number) == name


def test_views_with_marks_are_views_of_their_pages() -> None:
    for name, mistakes in errata.VIEWS.items():
        beside = errata.MARKS[name][errata.BESIDE]
        assert set(mistakes) <= set(beside)
        views = set(importlib.import_module(f"kernviz.lessons.{name}.state").VIEWS)
        assert {view for several in mistakes.values() for view in several} <= views
        for view in views:
            shown = [each for several in errata.marked(name, errata.BESIDE, view).values() for each in several]
            assert len(shown) <= 2, (name, view)
