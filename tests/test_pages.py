"""Pages in Streamlit's own test client: each opens with any address, and a moved control changes its numbers."""

from __future__ import annotations

import html
import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import kernviz as kv
from kernviz.data import library
from kernviz.lessons.page import pages as lesson_pages
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.ui import navigation, query
from kernviz.wording import begun, say, speaking, with_exponents
from tests.lessons.reading import in_turn, in_turn_or_all
from tests.ui.helpers import ROOT, moved, numbers, person, pictures, readouts, sound
from tests.ui.helpers import visit as opened

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # the certificate reports it

PAGES = [
    entry for entry in navigation.entries(ROOT) if entry.name in lesson_pages()
]  # the others: tests/ui/test_courses.py, tests/ui/test_errata.py
SVM, COMPOSE, HOME = (next(e for e in PAGES if e.name == name) for name in ("svm", "compose", "home"))
each_page = pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)

GARBAGE = {
    "negative": "-1",
    "nan": "nan",
    "infinite": "inf",
    "too large for a float": "1e400",
    "empty": "",
    "long": "x" * 10_000,
    "code": "__import__('os').system('id')",
    "markup": "<img src=x onerror=alert(1)>![a](http://example.com/b)",
    "other digits": "٣",
    "half a number": "2.5.1",
    "control characters": "a\x00b\x1b[31m",
}


def visit(entry: navigation.PageEntry, **address: Any) -> AppTest:
    """Open a page at an address."""
    return opened(entry.name, **address)


def go(at: AppTest, entry: navigation.PageEntry) -> AppTest:
    return at.switch_page(str(entry.path)).run()


def written(preset: Preset) -> dict[str, str]:
    """Return what an example sets, as an address writes it."""
    return {name: query.written(value) for name, value in preset.values.items()}


def current_value(at: AppTest, name: str) -> Any:
    try:
        return at.session_state[name]
    except KeyError:
        return None


def notes_of(at: AppTest) -> list[str]:
    """Return the messages about parameters of the address that were not used, as text."""
    notes = [element.proto.body for element in at.get("html") if "kv-notes" in element.proto.body]
    return [html.unescape(line) for note in notes for line in re.findall("<p>(.*?)</p>", note)]


def kernel_problem(at: AppTest) -> str:
    """Return the message about a kernel text that cannot be used, "" if there is none."""
    found = [element.proto.body for element in at.get("html") if 'role="alert"' in element.proto.body]
    return html.unescape(found[0]) if found else ""


def metric(at: AppTest, label: str) -> str:
    return next(value for name, value in readouts(at).items() if name.startswith(label))


def certificate(at: AppTest) -> float:
    line = next(m.value for m in at.markdown if m.value.startswith("**Certificate"))
    return float(re.search(r"KKT violation ([\d.e-]+)", with_exponents(line)).group(1))  # type: ignore[union-attr]


def trace_names(at: AppTest, key: str) -> list[str]:
    return [trace.get("name") for trace in pictures(at)[key]["figure"]["data"]]


def probe(at: AppTest, key: str = "plane") -> list[float]:
    """Return the coordinates of the probe in the picture."""
    diamonds = [t for t in pictures(at)[key]["figure"]["data"] if t.get("marker", {}).get("symbol") == "diamond"]
    return [float(np.ravel(t[axis])[0]) for t in diamonds if t.get("name") == "probe" for axis in "xy"]


# ---- what the address says, in any language --------------------------------------------------------------------------

LONG_KERNEL = "linear" + 496 * " " + "+ rbf(gamma=5)"  # its first 500 characters are another kernel


def test_a_kernel_that_is_too_long_is_refused_and_never_cut() -> None:
    for name in ("svm", "compose"):
        entry = next(page for page in PAGES if page.name == name)
        at = sound(visit(entry, k=LONG_KERNEL))
        assert any("is longer than 500 characters, so rbf(gamma=1) is used" in line for line in notes_of(at)), notes_of(
            at
        )
        assert "516 characters; a kernel may have 500" in kernel_problem(at)
        assert "In use: rbf(gamma=1)" in re.sub("<.*?>", "", kernel_problem(at))
        assert not [field.key for field in at.text_input if field.proto.max_chars], (
            "the browser would cut what is pasted"
        )
    at = sound(visit(SVM, k="linear"))
    at.sidebar.text_input(key="k").set_value(LONG_KERNEL)
    sound(at.run())
    assert "516 characters; a kernel may have 500" in kernel_problem(at)
    assert "In use: linear" in re.sub("<.*?>", "", kernel_problem(at))


@pytest.mark.parametrize("first", ["2", "7"])
@pytest.mark.parametrize("last", ["3", "1"])
def test_a_value_given_twice_counts_once_and_every_language_says_so(first: str, last: str) -> None:
    for lang in ("en", "de"):
        at = sound(visit(SVM, C=[first, last], lang=lang))
        assert at.session_state["C"] == float(last)
        (line,) = notes_of(at)
        with speaking(lang):
            assert line == say(
                "{entry}: {name} is given {count} times: the last one counts.",
                entry=f"C={last}",
                name="C",
                count=2,
            )


# ---- opening ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", [entry for entry in PAGES if entry.name != "home"], ids=lambda entry: entry.name)
def test_menu_and_page_have_the_same_title_and_question(entry: navigation.PageEntry) -> None:
    page = lesson_pages()[entry.name]
    assert (entry.title, begun(entry.question)) == (page.title, page.question)


@each_page
def test_a_page_opens(entry: navigation.PageEntry) -> None:
    at = sound(visit(entry))
    assert at.title
    assert pictures(at)
    assert not notes_of(at)
    assert not kernel_problem(at)
    for picture in pictures(at).values():
        assert picture["options"]["alt"]


@pytest.mark.slow
@in_turn_or_all
@each_page
def test_an_example_opens_by_its_address(entry: navigation.PageEntry, every: bool) -> None:
    for preset in [preset for preset in PRESETS if preset.page == entry.name][:: 1 if every else 2]:
        at = sound(visit(entry, **written(preset)))
        assert not notes_of(at), preset
        assert not kernel_problem(at), preset
        assert pictures(at), preset
        for name, value in preset.values.items():
            assert current_value(at, name) == value, (preset, name)


MIXTURES = (  # of every kind of data with kernels of every kind
    ("diabetes", "rbf(gamma=1)"),
    ("wine", "poly(degree=2)"),
    ("s1_line", "linear + linear @ square"),
    ("square_corners", "laplacian(gamma=1)"),
    ("conflicting_duplicates", "linear - rbf(gamma=1)"),
    ("sine", "periodic(length=1, period=1)"),
    ("fun_time_4", "sigmoid(gamma=1, coef0=-1)"),
    ("iris", "bilinear([[1, 2], [2, 1]])"),
    ("xor", "exp(exp(exp(linear)))"),
    ("moons", "0*linear"),
    ("circle_points", "(1 + (1 + linear)**2)**3"),
)


@in_turn_or_all
@each_page
@pytest.mark.sampled(4)
def test_every_page_opens_with_any_data_and_any_kernel(entry: navigation.PageEntry, every: bool) -> None:
    at = visit(entry)
    for name, k in in_turn(MIXTURES, PAGES.index(entry), every, many=4):
        person(at.sidebar, "data").set_value(name)
        at.sidebar.text_input(key="k").set_value(k)
        sound(at.run())
        assert (current_value(at, "data"), current_value(at, "k")) == (name, k)
        assert at.title


# ---- addresses nobody would write ------------------------------------------------------------------------------------


def parameters(entry: navigation.PageEntry) -> list[str]:
    """Return every parameter the page knows."""
    return sorted(visit(entry).session_state[query.MEMORY].seen)


@pytest.mark.slow
@in_turn_or_all
@each_page
def test_garbage_in_every_parameter_is_reported_and_not_used(entry: navigation.PageEntry, every: bool) -> None:
    names = parameters(entry)
    assert {"data", "k", "n"} <= set(names)
    for garbage in in_turn(tuple(GARBAGE.values()), PAGES.index(entry), every, many=4):
        at = sound(visit(entry, **dict.fromkeys(names, garbage)))
        assert pictures(at) or at.warning
        assert current_value(at, "data") in library()
        if garbage:
            reports = notes_of(at)
            assert any(line.startswith("data=") for line in reports)
            if garbage != "-1":  # which is a kernel text: the constant −1
                assert kernel_problem(at) or any(line.startswith("k=") for line in reports)
            assert all(len(line) < 250 for line in reports)
        for element in at.get("html"):
            body = re.sub("<style>.*?</style>", "", element.proto.body, flags=re.DOTALL)
            assert "<img" not in body
            assert len(body) < 20_000


@pytest.mark.sampled(4)
@each_page
def test_invalid_parameters_given_several_times_are_reported(entry: navigation.PageEntry) -> None:
    at = sound(visit(entry, **{name: ["xor", "moons", "1"] for name in parameters(entry)}))
    assert any(line.startswith("data=") for line in notes_of(at))


def test_a_hundred_thousand_characters_are_ignored() -> None:
    at = sound(visit(SVM, k="rbf+" * 25_000, data="x" * 100_000))
    assert len(notes_of(at)) == 2
    assert all(len(line) < 250 for line in notes_of(at))
    assert metric(at, "margin") == metric(visit(SVM), "margin")


def test_unknown_parameters_are_reported_once_and_removed() -> None:
    at = sound(visit(SVM, nonsense="<b>1</b>", v="99"))
    assert set(notes_of(at)) == {
        "nonsense=<b>1</b> was ignored: nothing here has that name.",
        "v=99 was ignored: nothing here has that name.",
    }
    assert "nonsense" not in at.query_params


def test_a_name_of_several_words_is_quoted() -> None:
    at = sound(visit(COMPOSE, space="R2"))
    assert notes_of(at)[0].startswith("space=R2 was ignored: “Is it a kernel on” must be one of ")


KERNEL_TEXTS = (
    "rbf(",
    "rbf(gamma=-1)",
    "rbf(gamma=nan)",
    "rbf(gamma=1e400)",
    "rbf(gamma=)",
    "rbf(gamma=1,5)",
    "poly(degree=2.5)",
    "poly(degree=1e9)",
    "9**9**9",
    "rbf**1e9",
    "rbf.__class__",
    "lambda x: x",
    "rbf(gamma=2, gamma=3)",
    "rbf(2,3,4)",
    "(" * 300,
    "-" * 400,
    "+".join(["rbf"] * 120),
    "ｒｂｆ",
    "rbf\x00",
    "'; DROP TABLE",
    "bilinear([[1,0,0],[0,1,0],[0,0,1]])",
)


@in_turn_or_all
def test_invalid_kernel_texts_keep_the_last_valid_kernel(every: bool) -> None:
    at = visit(SVM)
    before = metric(at, "margin")
    for text in KERNEL_TEXTS[:: 1 if every else 3]:
        at.sidebar.text_input(key="k").set_value(text)
        sound(at.run())
        assert kernel_problem(at), text
        assert "rbf(gamma=1)" in kernel_problem(at).rpartition("In use")[2]
        assert metric(at, "margin") == before  # the last valid kernel stays


NONE_OR_TOO_LARGE = ("0*rbf", "-1*rbf", "rbf - poly", "exp(exp(exp(poly(degree=8))))", "poly(degree=20)**8")


@in_turn_or_all
@pytest.mark.slow
def test_invalid_and_overflowing_kernels_give_a_message(every: bool) -> None:
    for turn, entry in enumerate(PAGES):
        for text in in_turn(NONE_OR_TOO_LARGE, turn, every, many=2):
            assert sound(visit(entry, k=text)).title
    for text in NONE_OR_TOO_LARGE:
        at = visit(SVM, k=text)
        assert at.warning or metric(at, "margin")


# ---- from page to page -----------------------------------------------------------------------------------------------


def test_data_and_kernel_follow_from_page_to_page() -> None:
    at = visit(HOME)
    person(at.sidebar, "data").set_value("xor")
    at.sidebar.text_input(key="k").set_value("poly(degree=2)")
    sound(at.run())
    alt = pictures(at)["plane"]["options"]["alt"]
    assert alt.startswith("Plane with 4 points")
    for entry in (*PAGES[::2], *reversed(PAGES[1::2])):  # every page once, forwards and backwards
        sound(go(at, entry))
        assert current_value(at, "data") == "xor"
        assert current_value(at, "k") == "poly(degree=2)"
    sound(go(at, SVM))
    assert pictures(at)["plane"]["options"]["alt"] == alt
    assert metric(at, "support vectors") == "4 / 4"


def test_a_page_remembers_its_own_controls() -> None:
    at = visit(SVM)
    person(at, "only_sv").set_value(True)
    sound(moved(at, "C", 37.0))
    shown = metric(at, "margin")
    sound(go(at, COMPOSE))
    sound(go(at, SVM))
    assert metric(at, "margin") == shown
    assert current_value(at, "C") == 37.0


# ---- examples --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@each_page
def test_the_examples_of_a_page_set_its_state(entry: navigation.PageEntry) -> None:
    mine = [preset for preset in PRESETS if preset.page == entry.name]
    at = visit(entry)
    for preset in mine:
        at.button(key=f"example_{PRESETS.index(preset)}").click()
        sound(at.run())
        for name, value in preset.values.items():
            assert current_value(at, name) == value, (preset.sentence, name)
        assert not kernel_problem(at)


def test_an_example_leaves_nothing_of_the_one_before() -> None:
    slack = next(p for p in PRESETS if p.sentence == "Slack: three kinds of points")
    at = visit(SVM, C="1000", hard="true", px="1", py="1", only_sv="true", s="3")
    at.button(key=f"example_{PRESETS.index(slack)}").click()
    sound(at.run())
    fresh = visit(SVM, **written(slack))
    assert readouts(at) == readouts(fresh)
    assert pictures(at)["plane"]["options"]["alt"] == pictures(fresh)["plane"]["options"]["alt"]


# ---- the Support vectors page ----------------------------------------------------------------------------------------


def test_the_same_address_gives_the_same_numbers() -> None:
    address = {"data": "iris_petals", "k": "rbf(gamma=2) + 0.5*poly(degree=2)", "C": "3.7", "positive": "versicolor"}
    one, other = visit(SVM, **address), visit(SVM, **address)
    assert [(m.label, m.value) for m in one.metric] == [(m.label, m.value) for m in other.metric]
    assert current_value(one, "C") == 3.7
    assert current_value(one, "positive") == "versicolor"
    assert certificate(one) < 1e-6


def test_the_penalty_moves_the_numbers() -> None:
    at = visit(SVM)
    seen = []
    for C in (0.1, 1.0, 100.0, 10_000.0):
        sound(moved(at, "C", C))
        assert certificate(at) < 1e-6
        seen.append((float(metric(at, "margin")), float(metric(at, "Σξ"))))
    margins, slacks = zip(*seen, strict=True)
    assert list(margins) == sorted(margins, reverse=True)  # S3: a large C buys a thin margin
    assert list(slacks) == sorted(slacks, reverse=True)
    assert len(set(margins)) == 4


def test_the_number_of_the_kernel_moves_the_numbers() -> None:
    at = visit(SVM)
    before = metric(at, "margin")
    sound(moved(at, "γ, inverse width of rbf", 10.0))
    assert current_value(at, "k") == "rbf(gamma=10)"
    assert metric(at, "margin") != before


def test_a_hard_margin_has_no_penalty_to_set() -> None:
    at = visit(SVM, data="circles")
    assert current_value(at, "C") is not None
    person(at, "hard").set_value(True)
    sound(at.run())
    assert "C, penalty" not in numbers(at)
    assert metric(at, "Σξ") == "0"
    assert metric(at, "train") == "100 %"
    person(at, "hard").set_value(False)
    sound(at.run())
    assert float(metric(at, "Σξ")) > 0


def test_a_hard_margin_that_does_not_exist_gives_a_message() -> None:
    at = sound(visit(SVM, data="blobs", k="linear", hard="true"))
    assert "not separable" in at.warning[0].value
    assert pictures(at)["plane"]["options"]["alt"].startswith("Plane with")
    assert not readouts(at)


def test_selecting_a_row_marks_the_point() -> None:
    at = visit(SVM, tab="Every point")
    assert not notes_of(at)  # the open tab is a name of the address too
    assert "selected point" not in trace_names(at, "plane")
    at.session_state["row"] = {"selection": {"rows": [7], "columns": [], "cells": []}}
    sound(at.run())
    (halo,) = [t for t in pictures(at)["plane"]["figure"]["data"] if t.get("name") == "selected point"]
    table = next(d.value for d in at.dataframe if d.proto.id.endswith("-row"))
    chosen = table.iloc[7]
    assert (float(halo["x"][0]), float(halo["y"][0])) == (chosen["x1"], chosen["x2"])


def test_the_probe_moves_and_its_sum_with_it() -> None:
    at = visit(SVM, px="0.5", py="-0.25")
    assert probe(at) == [0.5, -0.25]
    sentence = next(m.value for m in at.markdown if m.value.startswith("At the probe"))
    person(at, "px").set_value(-1.5)
    sound(at.run())
    assert probe(at) == [-1.5, -0.25]
    assert next(m.value for m in at.markdown if m.value.startswith("At the probe")) != sentence


def test_training_on_the_support_vectors_alone_keeps_the_machine() -> None:
    at = visit(SVM)
    all_points = readouts(at)
    person(at, "only_sv").set_value(True)
    sound(at.run())
    kept = readouts(at)
    count = all_points["support vectors"].split(" / ")[0]
    assert kept["support vectors"] == f"{count} / {count}"  # of the points that are left
    assert {name for name in all_points if kept[name] != all_points[name]} <= {"support vectors", "train", "held out"}
    change = next(m.value for m in at.markdown if "Largest change of f" in m.value)
    assert float(with_exponents(change).rstrip(".").rpartition(": ")[2]) < 1e-6


def test_new_data_reset_the_probe() -> None:
    at = visit(SVM, px="100", py="100")
    person(at.sidebar, "data").set_value("xor")
    sound(at.run())
    assert probe(at) == [-1.09, -1.09]  # the corner of xor's window; the four corners are equally far from its points


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
def test_two_columns_are_chosen_of_many(name: str) -> None:
    at = sound(visit(SVM, data=name))
    columns = at.sidebar.selectbox(key="cx").options
    at.sidebar.selectbox(key="cx").set_value(columns[2])
    at.sidebar.selectbox(key="cy").set_value(columns[2])  # the same one twice
    sound(at.run())
    layout = pictures(at)["plane"]["figure"]["layout"]
    assert layout["xaxis"]["title"]["text"] == columns[2]
    assert layout["yaxis"]["title"]["text"] != columns[2]


DRAWN = {
    "one point": "+1: 0.5 0.5",
    "one of two classes": "-1: +1: 0 0 1 2",
    "two equal points": "A: 1 1 1 1",
    "a contradiction": "A: 1 1 B: 1 1",
    "three classes, one of them empty": "A: B: 1 1 2 1 C: 0 0 0.5 0.3",
    "duplicates": "+1: 1 1 1 1 2 2 -1: 0 0 0 0 1 2",
    "values": "y= 0 1 0.5 2 0.5 2",
    "one value": "y= 0 1",
    "no classes": "0 0 1 1 1 1",
    "no point": "-1: +1:",
}


@pytest.mark.sampled(3)
@in_turn_or_all
@each_page
def test_a_page_answers_whatever_is_drawn(entry: navigation.PageEntry, every: bool) -> None:
    for points in in_turn(tuple(DRAWN.values()), PAGES.index(entry), every, many=3):
        at = sound(visit(entry, data="drawn", pts=points))
        assert person(at, "points_text").value == points
        assert pictures(at) or at.warning, f"neither a picture nor a sentence: {points}"


# ---- the Compose page ------------------------------------------------------------------------------------------------


def test_the_verdict_follows_the_kernel() -> None:
    at = visit(COMPOSE)

    def verdict() -> str:
        return next(m.value for m in at.markdown if m.value.startswith("## "))

    assert "✓ proven" in verdict()
    for text, word in (("linear - rbf", "✗ refuted"), ("(-linear - 1)**2", "✓ proven"), ("sigmoid(1, 0)", "✗ refuted")):
        at.sidebar.text_input(key="k").set_value(text)
        sound(at.run())
        assert word in verdict(), text


def test_the_two_points_move_the_number() -> None:
    at = visit(COMPOSE, k="poly(degree=2)", x1="1", x2="2", z1="3", z2="-1", tab="One number, three ways")
    tables = [d.value for d in at.dataframe]
    ways = next(t for t in tables if "k(x, z)" in t.columns)
    assert set(ways["k(x, z)"]) == {"4"}
    sound(moved(at, "z1", 0.0))
    assert set(next(t for t in (d.value for d in at.dataframe) if "k(x, z)" in t.columns)["k(x, z)"]) == {"1"}


def test_the_kernel_of_compose_is_that_of_the_sidebar() -> None:
    at = visit(COMPOSE, k="rbf(gamma=2) + linear")
    assert at.main.text_input(key="k_large").value == "rbf(gamma=2) + linear"
    at.main.text_input(key="k_large").set_value("rbf(gamma=3)")
    sound(at.run())
    assert at.sidebar.text_input(key="k").value == "rbf(gamma=3)"
    assert kv.parse(current_value(at, "k")) == kv.RBF(3.0)
    assert not [button for button in at.sidebar.button if button.key == "k_undo_side"]  # one place to act
    at.main.button(key="k_undo_page").click()
    sound(at.run())
    assert at.main.text_input(key="k_large").value == "rbf(gamma=2) + linear"


# ---- points set by hand ----------------------------------------------------------------------------------------------


def example(at: AppTest, begins: str) -> AppTest:
    number = next(i for i, preset in enumerate(PRESETS) if preset.sentence.startswith(begins))
    at.button(key=f"example_{number}").click()
    return sound(at.run())


def test_an_example_of_drawn_points_can_be_undone() -> None:
    at = sound(visit(SVM, data="drawn", pts="A: 0 0 B: 1 1 0 1"))
    at = example(at, "Drag a point")
    assert str(person(at, "points_text").value).startswith("-1: -2 -1 -1")
    at.session_state["plane"] = {"hand": {"seq": 1, "acts": [{"seq": 1, "do": "undo"}]}}
    assert person(sound(at.run()), "points_text").value == "A: 0 0 B: 1 1 0 1"


def test_examples_of_other_data_leave_a_drawing_alone() -> None:
    at = sound(visit(SVM, data="drawn", pts="A: 0 0 B: 1 1 0 1"))
    at = example(at, "XOR")
    assert person(at.sidebar, "data").value == "xor"
    person(at.sidebar, "data").set_value("drawn")
    assert person(sound(at.run()), "points_text").value == "A: 0 0 B: 1 1 0 1"
    at = example(sound(visit(SVM)), "Drag a point")  # from other data
    assert str(person(at, "points_text").value).startswith("-1: -2 -1 -1")
