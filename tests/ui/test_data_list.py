"""Menu of data sets: titles, groups and their order.

A page that the data do not fit offers others.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.lessons import data_and_kernel, page
from kernviz.ui import data_list, query
from tests.ui.helpers import person, sound, visit


def listed(at: AppTest) -> Any:
    return next(w for w in at.selectbox if w.label == "Data")


def test_every_line_has_a_title_and_is_unique() -> None:
    entries = data_and_kernel.entries()
    labels = [data_list.label(name, entries) for name in data_and_kernel.menu()]
    assert len(set(labels)) == len(labels)
    assert all(entries[name].title in data_list.label(name, entries) for name in entries)
    assert "the points of Nine points on a line (S1)" in data_list.label("s1_line", entries)
    assert "the points of" not in data_list.label("s4_clusters", entries)  # another draw


@pytest.mark.parametrize("name", ["svm", "ridge", "multiclass"])
def test_fitting_datasets_come_first(name: str) -> None:
    wanted = page.pages()[name].task
    entries = data_and_kernel.entries()
    by_label = {data_list.label(entry, entries): entries[entry].task for entry in entries}
    options = listed(visit(name)).options
    assert options[0] == "Points of your own"
    tasks = [by_label[option] for option in options[1:]]
    fitting = tasks.index(next(task for task in tasks if task != wanted))
    assert wanted not in tasks[fitting:]
    changes = sum(a != b for a, b in pairwise(tasks))
    assert changes == len(set(tasks)) - 1  # each group stands together


def test_data_of_another_task_are_reported_and_others_offered() -> None:
    at = visit("ridge", data="moons")
    assert any("about numbers to predict; these points have classes" in c.value for c in at.caption)
    offers = [b for b in at.button if b.key and b.key.startswith("data_offer_")]
    assert len(offers) == 3
    offers[1].click()
    at = sound(at.run())
    assert data_and_kernel.entries()[at.session_state["data"]].task == "regression"
    assert not [b for b in at.button if b.key and b.key.startswith("data_offer_")]


def test_a_page_begins_with_data_it_is_about() -> None:
    entries = data_and_kernel.entries()
    assert all(each.task in ("", entries[each.first].task) for each in page.pages().values())
    assert entries[page.pages()["multiclass"].first].n_classes > 2


def test_without_a_choice_each_page_shows_its_default_data() -> None:
    at = visit("ridge")
    assert listed(at).value == "sine"
    at.switch_page("pages/machines/svm.py")
    assert listed(sound(at.run())).value == data_and_kernel.DATA
    assert at.session_state["n"] == data_and_kernel.defaults(data_and_kernel.DATA)["n"]
    at.switch_page("pages/machines/multiclass.py")
    assert listed(sound(at.run())).value == "three_clusters"
    person(at, "data").set_value("xor")
    sound(at.run())
    for name in ("ridge", "svm"):  # a visitor's choice stays
        at.switch_page(f"pages/machines/{name}.py")
        assert listed(sound(at.run())).value == "xor"


def test_data_a_page_does_not_begin_with_are_in_its_address() -> None:
    at = visit("ridge")
    person(at, "data").set_value(data_and_kernel.DATA)
    at = sound(at.run())
    param, _ = at.session_state[query.MEMORY].active["data"]
    assert listed(at).value == data_and_kernel.DATA != param.default  # only a default is left out


@pytest.mark.parametrize("name", ["mercer", "sphere"])
def test_a_page_for_any_data_offers_nothing(name: str) -> None:
    at = visit(name, data="sine")
    assert not [b for b in at.button if b.key and b.key.startswith("data_offer_")]


def test_the_address_and_the_list_agree() -> None:
    at = visit("svm", data="circles")
    assert listed(at).value == "circles"
    person(at, "data").set_value("xor")
    at = sound(at.run())
    assert at.session_state["data"] == "xor"
