"""Every word of the language is on the page Words, with its verdict, and links to the kernel it makes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import kernviz as kv
from kernviz.kernels import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS
from kernviz.kernels.parse import kernel_words, parse
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.structured import OBJECT_MAPS
from kernviz.lessons import data_and_kernel, page, words
from kernviz.lessons.lesson import Cell, LinkTable
from kernviz.lessons.words import vocabulary
from kernviz.mercer import Verdict, judge
from kernviz.wording import short, speaking
from tests.lessons.reading import not_finite

MATHML = Path(words.__file__).parents[2] / "ui" / "assets" / "mathml.js"


def on(name: str = "moons", kernel: str = "rbf(gamma=2)", **more: object) -> words.State:
    return words.State(kv.toy(name), kv.parse(kernel), **more)  # type: ignore[arg-type]


def rows(state: words.State) -> list[tuple[Cell, ...]]:
    tables = [block for tab in words.build(state).tabs for block in tab.blocks]
    assert all(isinstance(table, LinkTable) and table.search for table in tables)
    return [row for table in tables if isinstance(table, LinkTable) for row in table.rows]


def shown_text(state: words.State) -> str:
    return " ".join(row[0].text for row in rows(state))


def test_every_word_is_there() -> None:
    """Words come from the registries, so new ones are included."""
    shown = set(re.findall(r"\w+", shown_text(on())))
    for registry in (kernel_words(), SCALAR_FUNCTIONS, POINT_MAPS, OBJECT_MAPS):
        assert set(registry) <= shown, set(registry) - shown


def test_a_new_kernel_is_there_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fresh(kv.kernels.named.gaussian.RBF):  # type: ignore[name-defined,misc]
        name = "freshly_made"
        title = "made in a test"

    monkeypatch.setattr("kernviz.kernels.menu.kernel_words", lambda: {"freshly_made": Fresh})
    vocabulary.stand_alone.cache_clear()
    try:
        assert "freshly_made" in shown_text(on())
    finally:
        Fresh.name = ""  # no word any more
        vocabulary.stand_alone.cache_clear()


@pytest.mark.parametrize("name", ["moons", "lecture_1d"])
def test_a_verdict_is_the_judge_s(name: str) -> None:
    state = on(name)
    for word, row in zip(vocabulary.stand_alone(state.data.d), rows(state), strict=False):
        found = judge(word.kernel, d=state.data.d)
        assert row[2].text == f"{words.MARKS[found.verdict]} on {found.space}"
    verdicts = {row[0].text: row[2].text for row in rows(state)}
    assert verdicts["rbf"].startswith("✓ proven")
    assert verdicts["cosine"].startswith("✓ proven" if name == "lecture_1d" else "✗ refuted")
    assert verdicts["edit"] == "✗ refuted on words"


@pytest.mark.parametrize("x", [0.5, 0.525, -2.99])
@pytest.mark.parametrize("word", ["rbf", "laplacian", "box"])
def test_the_mark_is_at_the_value_that_the_read_out_names(word: str, x: float) -> None:
    """Between two drawn places the value is computed, not read from the curve."""
    state = on("lecture_1d", word=word, x=x)
    assert state.chosen.word == word
    lesson = words.build(state)
    assert lesson.picture is not None
    [handle] = lesson.picture.handles
    own = float(state.chosen.kernel(np.array([[x]]))[0, 0])
    assert handle.at == (x, own)
    assert lesson.readouts[0].items[0].value == short(own)


@pytest.mark.parametrize("how", ["+", "·", "instead of it"])
def test_a_word_leads_to_the_kernel_it_makes(how: str) -> None:
    state = on(how=how, where="Support vectors")
    for word, row in zip(vocabulary.stand_alone(2), rows(state), strict=False):
        assert row[0].to is not None
        assert row[0].to.page == "svm"
        made = {"+": state.kernel + word.kernel, "·": state.kernel * word.kernel}.get(how, word.kernel)
        assert parse(str(row[0].to.values["k"])) == made
    wrapped = next(row for row in rows(state) if row[0].text == "exp(k)")
    assert wrapped[0].to is not None
    assert wrapped[0].to.values["k"] == "exp(rbf(gamma=2))"


@pytest.mark.slow
def test_every_link_can_be_opened() -> None:
    for row in rows(on()):
        opens = row[0].to
        assert opens is not None, row[0].text
        address = {name: [page.written(value)] for name, value in opens.values.items()}
        about = data_and_kernel.read(address)
        assert about is not None, row[0].text
        shown = page.pages()[opens.page]
        assert not page.refusals(shown, about, address), row[0].text
        built = shown.build(page.read(shown, about, address))
        assert built.picture is not None, row[0].text


def test_a_word_that_makes_the_kernel_too_long_has_no_link() -> None:
    state = on(kernel=" + ".join(["rbf"] * 19))
    leads = {row[0].text: row[0].to for row in rows(state)}
    assert leads["rbf"] is not None
    longest: Kernel = kv.parse(" + ".join(["poly(degree=2, gamma=0.125, coef0=1)"] * 12))
    assert vocabulary.joined(longest, kv.parse("poly(degree=3, gamma=0.5, coef0=1)"), "+") is None


@pytest.mark.parametrize("word", [word.word for word in vocabulary.stand_alone(2)])
def test_a_word_is_drawn_with_its_own_values(word: str) -> None:
    for x in (0.5, -2.0, 0.0):
        built = words.build(on(word=word, x=x))
        assert built.picture is not None
        assert not not_finite(built.picture.figure)
        z, k = (np.asarray(built.picture.figure.data[0][axis], dtype=float) for axis in "xy")
        kernel = next(each.kernel for each in vocabulary.stand_alone(1) if each.word == word)
        assert k[::30] == pytest.approx(kernel(np.array([[x]]), z[::30, None])[0])
        assert built.picture.handles[0].at[0] == x
        assert built.beside


def test_a_word_is_found_by_its_english_name_and_its_formula_in_any_language() -> None:
    with speaking("de"):
        found = {row[0].text: row[0].found_by for row in rows(on())}
    english = {row[0].text: row[-1].text for row in rows(on())}
    assert all(english[word] in found[word] for word in english)
    assert "exp(−‖x − z‖²)" in found["rbf"]
    assert "normalise" in found["normalize(k)"]
    assert "rbf(gamma=1)" in found["rbf"]


def test_our_formulas_can_be_drawn() -> None:
    """The script that draws formulas knows every LaTeX command used in a word's formula."""
    script = MATHML.read_text("utf-8")
    found = [*vocabulary.stand_alone(1), *vocabulary.stand_alone(2), *vocabulary.operations(), *vocabulary.of_things()]
    commands = {command for word in found for command in re.findall(r"\\([a-zA-Z]+)", word.formula)}
    assert len(commands) > 10
    for command in commands - {"end", "bmatrix"}:
        assert re.search(rf'\b{command}: "|"{command}"', script), command


def test_no_word_is_open() -> None:
    assert all(
        vocabulary.verdict(word.kernel, 2).verdict is not Verdict.OPEN
        for word in (*vocabulary.stand_alone(2), *vocabulary.operations(), *vocabulary.of_things())
    )
