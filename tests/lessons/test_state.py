"""Behaviour of every page that follows from its State's declaration."""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kernviz as kv
from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.address import show, written
from kernviz.lessons.data_and_kernel import params
from kernviz.lessons.data_and_kernel import read as read_subject
from kernviz.lessons.declarations import Declared
from kernviz.lessons.page import Page, pages, read, refusals, write
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.lessons.state import Subject, applying, declarations

LESSONS = Path(lesson_page.__file__).parent
each_page = pytest.mark.parametrize("page", pages().values(), ids=pages())
SUBJECTS = [
    Subject(kv.toy(name), kv.parse(k))
    for name, k in (
        ("moons", "rbf(gamma=1)"),
        ("three_blobs", "linear"),
        ("lecture_1d", "poly(degree=2)"),
        ("sine", "rbf(gamma=2)"),
    )
]


@each_page
def test_a_larger_gamma_is_never_called_a_width(page: Page[Any]) -> None:
    """A larger γ is a narrower kernel."""
    words = [str(declaration.word) for declaration in declarations(page.State).values() if declaration.symbol == "γ"]
    assert all(word != "width" for word in words)


def listed(address: Mapping[str, str]) -> dict[str, list[str]]:
    return {name: [text] for name, text in address.items()}


def anywhere(page: Page[Any], subject: Subject, rng: random.Random) -> Any:
    """State with every parameter at a random place in its range."""
    state = page.State(subject.data, subject.kernel)
    for name, declaration in declarations(page.State).items():
        if declaration.when(state) and declaration.kind != "row" and rng.random() < 0.7:
            state = replace(state, **{name: drawn(declaration, state, rng)})
    return state


def drawn(declared: Declared, state: Any, rng: random.Random) -> Any:
    match declared.kind:
        case "switch":
            return rng.random() < 0.5
        case "choice":
            return rng.choice(declared.options(state) or ("",))
        case "place":
            return tuple(round(rng.uniform(-3, 3), 3) for _ in range(min(state.data.d, len(declared.names))))
        case "number":
            value = rng.uniform(declared.low, declared.high)
            return round(value) if declared.whole else float(f"{value:.5g}")
    return declared.default


@pytest.mark.sampled(3)
@each_page
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda s: s.data.name)
def test_an_address_says_a_state_and_reads_back_as_it(page: Page[Any], subject: Subject) -> None:
    rng = random.Random(page.name)  # noqa: S311  a sample, no secret
    for _ in range(30):
        address = write(anywhere(page, subject, rng))
        state = read(page, subject, listed(address))
        assert write(state) == address
        assert read(page, subject, listed(write(state))) == state
        assert not refusals(page, subject, listed(address))


@each_page
def test_the_address_of_an_example_is_read_and_written_again(page: Page[Any]) -> None:
    for preset in (preset for preset in PRESETS if preset.page == page.name):
        address = listed({name: written(value) for name, value in preset.values.items()})
        subject = read_subject(address)
        assert subject is not None, preset.sentence
        assert not refusals(page, subject, address), preset.sentence
        state = read(page, subject, address)
        again = write(state)
        assert read(page, subject, listed(again)) == state, preset.sentence
        own = set(preset.values) - {param.name for param in params("moons")} - {"k", "pts", "tab", "sweep", "sweep2"}
        declared = {param.name: param for key, each in applying(state).items() for param in each.params(key, state)}
        assert own <= declared.keys(), preset.sentence  # its values apply there
        assert again.keys() <= own, preset.sentence
        for name in own:
            value, condition = declared[name].read(address[name])
            assert condition is None, (preset.sentence, name)
            assert again.get(name) == (None if value == declared[name].default else written(value)), name


@each_page
def test_each_has_a_word_and_a_name_of_its_own(page: Page[Any]) -> None:
    found = declarations(page.State)
    names = [name for field, declared in found.items() for name in declared.names or (field,)]
    assert len(names) == len(set(names))
    for name, declared in found.items():
        assert declared.label, name
        if declared.kind == "number":
            assert declared.least <= declared.low < declared.high <= declared.most, name
            assert not declared.log or declared.low > 0, name
            assert declared.default is None or declared.least <= declared.default <= declared.most, name


@each_page
def test_invalid_field_values_are_refused_with_a_message(page: Page[Any]) -> None:
    subject = SUBJECTS[0]
    state = page.State(subject.data, subject.kernel)
    for name, declared in applying(state).items():
        if declared.kind in ("number", "switch", "choice"):
            address = declared.params(name, state)[0].name
            assert "must be" in refusals(page, subject, {address: ["~"]})[address]
            assert read(page, subject, {address: ["~"]}) == read(page, subject, {})


@each_page
def test_a_limit_is_taken_and_what_is_beyond_is_refused_with_the_limit(page: Page[Any]) -> None:
    """Every number and text of the page, each with its own limits."""
    for subject in SUBJECTS:
        state = page.State(subject.data, subject.kernel)
        for param in (param for name, declared in applying(state).items() for param in declared.params(name, state)):
            if param.kind in ("integer", "number"):
                for limit, side in ((param.low, -1), (param.high, 1)):
                    if math.isfinite(limit):
                        beyond = (
                            int(limit) + side if param.kind == "integer" else math.nextafter(limit, side * math.inf)
                        )
                        assert param.read([written(limit)]) == (limit, None), param.name
                        assert show(limit) in str(param.read([written(beyond)])[1]), param.name
            elif param.kind == "text":
                assert param.read(["1" * param.longest])[1] is None, param.name
                assert str(param.longest) in str(param.read(["1" * (param.longest + 1)])[1]), param.name


@each_page
def test_range_default_and_word_stand_in_one_place(page: Page[Any]) -> None:
    """Pages write no Streamlit control and no address setting by hand."""
    for path in (LESSONS / page.name).rglob("*.py"):
        called = {
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call)
        }
        assert not called & {"AddressParam", "slider", "select_slider", "number_input"}, path.name


@pytest.mark.parametrize("preset", [p for p in PRESETS if "tab" in p.values], ids=lambda p: p.sentence)
def test_the_tab_an_example_opens_is_there(preset: Preset) -> None:
    assert preset.values["tab"] in [tab.title for tab in thumbnails.lesson(preset).tabs]
