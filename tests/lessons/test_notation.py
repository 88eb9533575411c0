"""Table of notations: conversion in both directions, order of a range, symbols with a single meaning."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.features.widths import CONVENTIONS
from kernviz.lessons import notation
from kernviz.lessons.notation import IDEAS, OWN, PAGES, VOICES, lecture_symbol, spoken
from kernviz.lessons.number_map import Map
from kernviz.lessons.page import pages

MAPS = {(idea, lecture): one.map for idea, i in IDEAS.items() for lecture, one in i.symbols.items() if one.map}
LECTURES = VOICES[1:]
EVERY = [(page, lecture) for page in PAGES for lecture in LECTURES]


@pytest.mark.parametrize("how", MAPS.values(), ids=map(str, MAPS))
@given(value=st.floats(1e-3, 1e3))
def test_there_and_back_is_where_one_was(how: Map, value: float) -> None:
    assert how.value(how.shown(value)) == pytest.approx(value, rel=4e-16)


@pytest.mark.parametrize("how", MAPS.values(), ids=map(str, MAPS))
@given(digits=st.integers(1, 99_999), power=st.integers(-6, 1))
def test_a_typed_number_is_shown_unchanged(how: Map, digits: int, power: int) -> None:
    typed = float(f"{digits}e{power}")
    assert how.shown(how.value(typed)) == typed


def test_the_widths_are_those_of_the_converter() -> None:
    """Independent oracle: features/widths.py has σ, not σ²."""
    by_place = {where: one for one in CONVENTIONS for where in re.findall(r"S[0-4]", one.where)}
    for lecture in ("S0", "S2", "S4"):
        how, one = MAPS["width", lecture], by_place[lecture]
        for gamma in np.logspace(-3, 3, 13).tolist():
            assert how.shown(gamma) == pytest.approx(one.from_gamma(gamma) ** 2)
            assert how.value(one.from_gamma(gamma) ** 2) == pytest.approx(gamma)
    fixed = spoken("gaussian", "S1")["width"]
    assert fixed.map is None
    assert "½" in fixed.remark
    assert by_place["S1"].to_gamma(1.0) == 0.5


def test_sigma_squared_of_two_is_a_gamma_of_a_quarter() -> None:
    how = MAPS["width", "S4"]
    assert how.value(2.0) == 0.25
    assert how.shown(0.25) == 2.0
    assert MAPS["width", "S2"].value(2.0) == 0.5


def test_a_range_runs_from_small_to_large_and_its_ends_are_mapped() -> None:
    how = MAPS["width", "S4"]
    assert how.between(1e-3, 1e3) == (5e-4, 500.0)
    assert how.shown(0.0) == math.inf
    assert how.shown(math.inf) == 0.0
    shown = [how.shown(gamma) for gamma in np.logspace(-3, 3, 50)]
    assert all(a > b for a, b in pairwise(shown))
    logs = np.diff(np.log(shown))
    assert np.allclose(logs, logs[0])  # even steps of the slider stay even
    assert MAPS["ridge", "S2"].between(0.0, math.inf) == (0.0, math.inf)


def test_every_entry_says_where_it_is_written() -> None:
    assert set(PAGES) <= set(pages())
    for idea in IDEAS.values():
        assert set(idea.symbols) <= set(LECTURES)
        for one in idea.symbols.values():
            assert one.place
            assert one.symbol
            assert one.tex
    for page, ideas in PAGES.items():
        assert set(ideas) <= set(IDEAS), page
        assert len(set(ideas)) == len(ideas), page
        assert not spoken(page, OWN)
    assert lecture_symbol("ridge", "S3") is None
    assert lecture_symbol("", "S4") is None


@pytest.mark.parametrize(("page", "lecture"), EVERY)
def test_no_symbol_stands_for_two_ideas_unless_the_page_says_so(page: str, lecture: str) -> None:
    found = {idea: spoken(page, lecture).get(idea) for idea in PAGES[page]}
    symbols = [one.symbol if one else IDEAS[idea].symbol for idea, one in found.items()]
    twice = {symbol for symbol in symbols if symbols.count(symbol) > 1}
    assert all(any(symbol in line for line in notation.twice(page, lecture)) for symbol in twice), twice


def test_two_meanings_are_not_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "TWICE", {})
    with pytest.raises(AssertionError):
        test_no_symbol_stands_for_two_ideas_unless_the_page_says_so("mercer", "S3")
