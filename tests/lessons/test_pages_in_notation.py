"""Every page in every lecture's notation: the same numbers, no symbol of ours left, no word from outside touched."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.lessons import dual, gaussian, page, ridge, svm, thumbnails
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lecture_notation import formula
from kernviz.lessons.lesson import Block, Code, Formula, Lesson, LinkTable, Numbers, Picture, Row, Table, Text
from kernviz.lessons.notation import OWN, PAGES, QUOTED, VOICES, spoken, twice
from kernviz.lessons.page import build, pages
from kernviz.lessons.presets import PRESETS, Preset

LECTURE = re.compile(r"\bS[0-4]\b")
QUOTING = re.compile(r"\bS[0-4]\b|\berrat|\bE\d\d?\b|lecture|notes?\b")  # a sentence about a lecture's own words
SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")
LECTURES = VOICES[1:]
EVERY = [(name, lecture) for name in PAGES for lecture in LECTURES]
ONE_EACH = {preset.page: preset for preset in reversed(PRESETS)}
A_FEW = [p for i, p in enumerate(PRESETS) if i % 9 == 0 or p in ONE_EACH.values()]
REST = [pytest.param(p, marks=pytest.mark.long, id=f"{p.page}: {p.sentence}") for p in PRESETS if p not in A_FEW]
EXAMPLES = [*(pytest.param(p, id=f"{p.page}: {p.sentence}") for p in A_FEW), *REST]
Said = tuple[bool, str]  # (is a formula, text)


def strings(value: Any) -> Iterator[str]:
    """Visible texts of a part of a figure."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            if name in SEEN or name.startswith(AXES):
                yield from strings(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from strings(entry)


SEEN = ("name", "text", "hovertext", "hovertemplate", "title", "label", "ticktext", "colorbar", "annotations")
AXES = ("xaxis", "yaxis", "zaxis", "scene", "coloraxis")


def texts(item: Block) -> Iterator[Said]:
    """Texts of a block, without quotations: code, errata, tables that contrast lectures."""
    match item:
        case Picture():
            yield from ((False, text) for part in (*item.figure.data, item.figure.layout) for text in strings(part))
            yield from ((False, text) for text in (item.alt, item.caption, *(h.label for h in item.handles)))
        case Text():
            yield False, item.markdown
        case Formula():
            yield True, item.latex
        case Numbers():
            yield from ((False, text) for number in item.items for text in number.words)
        case Table():
            cells = [*item.columns, *(v for values in item.columns.values() for v in values if isinstance(v, str))]
            if not any(LECTURE.search(cell) for cell in cells):
                yield from ((False, cell) for cell in cells)
            yield False, item.caption
        case Row():
            yield from (pair for column in item.columns for block in column for pair in texts(block))
        case LinkTable():
            yield from ((False, cell.text) for row in item.rows for cell in row)


def everything(lesson: Lesson) -> Iterator[Said]:
    """Texts of a lesson without quotations, sentence by sentence, formulas separately."""
    tabs = [block for tab in lesson.tabs if not QUOTED.search(tab.title) for block in tab.blocks]
    for tex, text in (pair for block in (*lesson.pictures[:1], *lesson.beside, *tabs) for pair in texts(block)):
        if tex:
            yield True, text
            continue
        plain = re.sub(r"`[^`]*`", "", text)
        for sentence in SENTENCE.split(plain):
            if not QUOTING.search(sentence):
                yield from ((True, each) for each in re.findall(r"\$+([^$]+)\$+", sentence))
                yield False, re.sub(r"\$[^$]*\$|%\{[^}]*\}", "", sentence)


def retold(preset: Preset, lecture: str) -> Lesson:
    return _retold(PRESETS.index(preset), lecture)


@cache
def _retold(number: int, lecture: str) -> Lesson:
    preset = PRESETS[number]
    return build(pages()[preset.page], replace(thumbnails.state(preset), speak=lecture))


# Letters that must not remain, independent of the grammar under test: (in texts, in formulas).
GONE = {
    ("S4", "dual"): (r"α", r"\\alpha"),
    ("S4", "width"): (r"γ", r"\\gamma"),
    ("S0", "width"): (r"γ", r"\\gamma"),
    ("S2", "width"): (r"γ", r"\\gamma"),
    ("S2", "ridge"): (r"λ(?![₀-₉ᵢⱼₙ_])", r"\\lambda(?!\s*_)"),
    ("S1", "features"): (r"φ", r"\\(?:var)?phi\b"),
    ("S3", "features"): (r"φ|ψ", r"\\(?:varphi|phi|psi)\b"),
    ("S0", "features"): (r"ψ", r"\\psi"),
    ("S1", "second"): (r"\bz\b(?!′)", r"(?<![a-zA-Z\\])z"),
    ("S3", "second"): (r"\bz\b(?!′)", r"(?<![a-zA-Z\\])z"),
    ("S4", "second"): (r"\bz\b(?!′)", r"(?<![a-zA-Z\\])z"),
    ("S4", "score"): (r"\bf\b", r"(?<![a-zA-Z\\{])f(?![a-z])"),
    ("S4", "prediction"): (r"\bh\b", r"(?<![a-zA-Z\\])h"),
    ("S1", "gram"): (r"ᵀK|DKD|trace K|rank of K|K \+", r"\\mathsf T K|\(K\s?\+|K_\{ij\}|K\^\{"),
    ("S2", "inner"): (r"x·z\b", r"x\\cdot z(?![\s_])"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("preset", EXAMPLES)
def test_no_symbol_of_ours_is_left_where_the_lecture_has_its_own(preset: Preset) -> None:
    for lecture in LECTURES:
        pairs = list(everything(retold(preset, lecture)))
        for idea in page_ideas(preset.page, lecture):
            words, tex = GONE.get((lecture, idea), ("", ""))
            left = [
                text
                for is_tex, text in pairs
                if (tex if is_tex else words) and re.search(tex if is_tex else words, text)
            ]
            assert not left or (idea == "ridge" and all("σ" in text for text in left)), (lecture, idea, left[:3])


@pytest.mark.parametrize("lecture", VOICES)
def test_the_map_writes_a_width_as_the_lecture_does_and_keeps_the_slope_of_a_polynomial(
    lecture: str,
) -> None:
    shown = pages()["map"]
    lesson = build(shown, shown.State(load("moons", n=20), kv.Linear(), own_gamma=0.5, speak=lecture))
    blocks = [block for tab in lesson.tabs for block in tab.blocks]
    sentences = {text for block in blocks for _, text in texts(block)}
    sentences |= {head for block in blocks if isinstance(block, LinkTable) for head in block.head}
    symbol, value = {"S0": ("σ²", "2"), "S2": ("σ²", "2"), "S4": ("σ²", "1")}.get(lecture, ("γ", "0.5"))
    exponent = {"S0": "‖x − z‖²/σ²", "S2": "‖x − z‖²/σ²", "S4": "‖x − z‖²/(2σ²)"}.get(lecture, "γ‖x − z‖²")
    for text in (
        f"Gaussian, e^(−{exponent})",
        f"condition, {symbol} = {value}",
        f"at the current {symbol}",
        f"one parameter to choose: {symbol}",
        "polynomial, (ζ + γ x·z)^Q",
        "three numbers to choose: γ, ζ, Q",
        "k of two points with ζ + γ x·z = 3",
    ):
        assert text in sentences


def page_ideas(name: str, lecture: str) -> list[str]:

    return list(spoken(name, lecture))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("preset", EXAMPLES)
def test_the_numbers_are_the_same_numbers(preset: Preset) -> None:
    ours = retold(preset, OWN)
    for lecture in LECTURES:
        theirs = retold(preset, lecture)
        assert [tab.title for tab in theirs.tabs] == [tab.title for tab in ours.tabs]
        for a, b in zip(ours.pictures, theirs.pictures, strict=True):
            assert (a.key, a.revision, len(a.figure.data)) == (b.key, b.revision, len(b.figure.data))
            for one, other in zip(a.figure.data, b.figure.data, strict=True):
                assert one.keys() == other.keys()
                for name in ("x", "y", "z", "value", "customdata"):
                    assert _equal(one.get(name), other.get(name))
        for one, other in zip(_quotes(ours), _quotes(theirs), strict=True):
            assert one == other


def _equal(a: Any, b: Any) -> bool:
    """Equal numbers; names of rows are words of a notation, and there are as many."""
    if isinstance(a, np.ndarray) and a.dtype.kind in "fiu":
        return np.array_equal(a, b, equal_nan=True)
    one, other = np.asarray(a, dtype=object), np.asarray(b, dtype=object)
    numbers = np.frompyfunc(lambda value: None if isinstance(value, str) else value, 1, 1)
    return a is b or np.array_equal(numbers(one), numbers(other))


def _quotes(lesson: Lesson) -> list[Block]:
    return [b for tab in lesson.tabs for b in tab.blocks if isinstance(b, Code | Erratum)]


def test_a_letter_has_one_meaning_on_a_page() -> None:
    """Symbols of a lecture have one meaning on a page, or the page says so.

    Read from the lessons in kernviz's own notation, where such a letter would be left as it is.
    """
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for preset in A_FEW:
        pairs = list(everything(retold(preset, OWN)))
        for lecture, idea, words, tex in NEW:
            there = page_ideas(preset.page, lecture)
            if preset.page == "dual" and (lecture, idea) == ("S1", "gram"):  # Solve for α has S1's G in every notation
                continue
            if idea in there and not (idea == "target" and "lifting" in there):  # its t is τ there
                hits = [t for is_tex, t in pairs if re.search(tex if is_tex else words, t)]
                found[preset.page, lecture] |= {f"{idea}: {hit}" for hit in hits}
    known = {(page, lecture) for page, lecture in EVERY if len(twice(page, lecture)) > len(twice("", lecture))}
    assert {at for at, hits in found.items() if hits} <= known, {at: hits for at, hits in found.items() if hits}


NEW = [  # the lecture's symbols, where kernviz means something else by them
    ("S4", "target", r"(?<![A-Za-z'’])t(?![A-Za-z'’-])", r"(?<![A-Za-z\\])t(?![A-Za-z])"),
    ("S4", "dual", r"(?<![A-Za-z])a[ᵢₙ₁]", r"(?<![A-Za-z\\])a(?![A-Za-z])"),
    ("S0", "score", r"\bD\b", r"(?<![A-Za-z\\])D"),
    ("S2", "ridge", r"σ²", r"\\sigma"),
    ("S3", "features", r"Φ(?!₂|\u0304)", r"\\Phi(?!_2)"),
    ("S1", "gram", r"\bG\b(?! of )", r"(?<![A-Za-z\\])G"),
    ("S3", "offset", r"ζ", r"\\zeta"),
]


# ---- words from outside ----------------------------------------------------------------------------------------------


def strange() -> Dataset:
    """File whose columns, classes and name look like symbols."""
    moons = load("moons", n=40)
    return replace(moons, name="γ", title="f of z", columns=("α", "y"), target="f", classes=("ξ and y", "k(x, z)"))


def test_names_from_outside_stay_as_they_are() -> None:
    for lecture in LECTURES:
        state = svm.State(strange(), kv.parse("rbf(gamma=1)"), speak=lecture, positive="k(x, z)")
        lesson = build(svm.PAGE, state)
        layout = lesson.picture.figure.layout
        assert [layout["xaxis"]["title"]["text"], layout["yaxis"]["title"]["text"]] == ["α", "y"]
        names = {str(trace.get("name", "")).strip() for trace in lesson.picture.figure.data}
        assert {"ξ and y", "k(x, z)"} <= names
        assert lesson.picture.points.data.columns == ("α", "y")


def test_the_target_of_a_toy_is_the_letter_of_the_formulas_and_that_of_a_file_is_a_name() -> None:
    sine = load("sine")
    toy = build(ridge.PAGE, ridge.State(sine, kv.parse("rbf(gamma=1)"), speak="S4"))
    assert toy.picture.figure.layout["yaxis"]["title"]["text"] == "t"
    file = build(ridge.PAGE, ridge.State(replace(sine, name="mine"), kv.parse("rbf(gamma=1)"), speak="S4"))
    assert file.picture.figure.layout["yaxis"]["title"]["text"] == "y"


# ---- kernels ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lecture", "kernel", "written"),
    [
        ("S0", "rbf(gamma=4)", r"e^{-\|x-z\|^2/0.25}"),
        ("S1", "rbf(gamma=0.5)", r"e^{-0.5\|x-{x'}\|^2}"),
        ("S2", "2*rbf(gamma=1)", r"2\,e^{-\|x-z\|^2/1}"),
        ("S3", "rbf(gamma=4)", r"e^{-4\|x-{x'}\|^2}"),
        ("S4", "rbf(gamma=0.25)", r"e^{-\|x-{x'}\|^2/(2\cdot 2)}"),
        ("S3", "poly(degree=2, gamma=1, coef0=1)", r"\left(x^\top {x'} + 1\right)^{2}"),
        (OWN, "rbf(gamma=4)", r"e^{-4\|x-z\|^2}"),
    ],
)
def test_a_kernel_is_written_as_the_lecture_writes_it(lecture: str, kernel: str, written: str) -> None:
    assert formula(kv.parse(kernel), lecture) == written
    assert kv.latex(kv.parse(kernel)) == formula(kv.parse(kernel), OWN)  # nothing stays switched


def test_the_width_in_a_formula_is_divided_there_is_no_rounding_twice() -> None:
    """γ = 1/3 is printed 0.3333; σ² is 1.5, and not 0.5/0.3333."""
    state = gaussian.State(
        load("moons"), kv.parse("rbf(gamma=0.3333333333333333)"), speak="S4", view=gaussian.state.VIEWS[1]
    )
    sentences = " ".join(text for _, text in everything(build(gaussian.PAGE, state)))
    assert "σ² = 1.5" in sentences or r"2\cdot 1.5" in sentences
    assert "1.50015" not in sentences


def test_lazily_built_parts_use_the_lectures_notation() -> None:
    state = ridge.State(load("sine"), kv.parse("rbf(gamma=0.25)"), speak="S4")
    lesson = build(ridge.PAGE, state)
    formulas = [block.latex for block in lesson.beside if isinstance(block, Formula)]
    assert formulas[0] == r"k(x,{x'}) = e^{-\|x-{x'}\|^2/(2\cdot 2)}"
    assert any(r"a &= (K" in each for each in formulas)


# ---- the state and its address ---------------------------------------------------------------------------------------


def test_the_address_says_whose_notation_and_nothing_else_changes() -> None:
    subject = svm.State(load("moons"), kv.parse("rbf(gamma=1)"))
    for name, shown in pages().items():
        read = page.read(shown, subject, {"speak": ["S4"]})
        assert read.speak == "S4", name
        assert page.write(read)["speak"] == "S4", name
        assert page.read(shown, subject, {"speak": ["S9"]}).speak == OWN
        assert "speak" not in page.write(page.read(shown, subject, {}))
    assert page.refusals(dual.PAGE, subject, {"speak": ["S9"]})["speak"].startswith("must be one of kernviz, S0")


def test_every_page_has_its_ideas() -> None:
    assert set(pages()) - set(PAGES) == {"words"}
