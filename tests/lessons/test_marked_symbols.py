"""Symbols marked in messages and formulas: all of them known, and written as kernviz or a lecture writes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from kernviz import catalogue
from kernviz.lessons.lecture_notation import notation
from kernviz.lessons.notation import IDEAS, PAGES, VOICES
from kernviz.symbols import INDEXED, MARKED, OWN, WIDTH, current_notation, lasting, symbols, writing
from kernviz.wording import english, phrase, say, speaking, spoken
from tests.sources import nodes

ROOT = Path(__file__).parents[2]
SYMBOLS = {symbol for page in PAGES for lecture in VOICES for symbol in notation(page, lecture).symbols}
POINTS = {"x", r"\x", "ξ", r"\xi", r"\sum", r"\varphi", r"\phi", "Σ"}  # that may carry an index, or are nobody's else


def known(mark: str) -> bool:
    """True if a mark stands for a symbol of the table of notations, with or without an index."""
    if WIDTH.fullmatch(mark) or mark in SYMBOLS | {"xz", "x·x′", "K(", r"\K("}:
        return True
    base, index = INDEXED.fullmatch(mark).groups()  # type: ignore[union-attr]
    return base in SYMBOLS | POINTS and (bool(index) or base in SYMBOLS)


def marks_in_sources() -> dict[str, set[str]]:
    """Files with the marks in their texts."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "kernviz").rglob("*.py")):
        if path.name == "symbols.py":
            continue
        for node in nodes(path.read_text("utf-8")):
            if isinstance(value := getattr(node, "value", None), str):
                found.setdefault(str(path.relative_to(ROOT)), set()).update(MARKED.findall(value))
    return {path: marks for path, marks in found.items() if marks}


def test_every_mark_is_a_symbol_of_the_table() -> None:
    found = marks_in_sources()
    assert len(found) > 100
    unknown = {path: strange for path, marks in found.items() if (strange := {m for m in marks if not known(m)})}
    assert not unknown


def test_every_mark_of_a_translation_is_a_symbol_of_the_table() -> None:
    with (catalogue.FOLDER / "de" / catalogue.FILE).open("rb") as file:
        texts = [text for message in read_po(file) for text in _forms(message.string)]
    assert not {mark for text in texts for mark in MARKED.findall(text) if not known(mark)}
    assert not [text for text in texts if text.count("‹") != text.count("›")]


def _forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else text


@pytest.mark.parametrize("mark", ["q", r"\q", "αₖ", "f(x)"])
def test_an_unknown_mark_is_found(mark: str) -> None:
    assert not known(mark)


TEXTS = [
    ("svm", "S4", "Σ ‹αᵢ› ‹yᵢ› ‹k›(‹xᵢ›, x) + b", "Σ aₙ tₙ k(xₙ, x) + b"),
    ("svm", "S3", "‹αᵢ› − ‹αⱼ› and ‹k›(‹xᵢ›, ‹xⱼ›)", "αₙ − αₘ and K(xₙ, xₘ)"),
    ("svm", "S2", "Σ ‹αᵢ› ‹yᵢ› ‹k›(‹xᵢ›, ‹z›)", "Σ αᵢ yᵢ k(xᵢ, z)"),
    ("svm", "S0", "border ‹f› = 0", "border D = 0"),
    ("ridge", "S2", "(‹K› + ‹λ›I)⁻¹ and λᵢ/(λᵢ + ‹λ›), ‹λ›²", "(K + σ²I)⁻¹ and λᵢ/(λᵢ + σ²), (σ²)²"),
    ("ridge", "S1", "‹K›(‹K›‹α› − ‹y›) and ‹k›(xᵢ, ‹z›)", "G(Gα − y) and K(xᵢ, x′)"),
    ("compose", "S3", "(‹x·z› + 1)² = ‹φ›(x)·‹φ›(‹z›)", "(xᵀx′ + 1)² = Φ(x)·Φ(x′)"),
    ("polynomial", "S3", "C(m+k, k) and ‹K(›x, ‹z›)", "C(m+k, k) and K(x, x′)"),
    ("gaussian", "S4", "As ‹γ› grows, ‹γ=› = 1", "As 1/(2σ²) grows, σ² = 1"),
    ("gaussian", "S4", "At ‹γ → ∞› exp(−‹γ‖x − z‖²›)", "At σ² → 0 exp(−‖x − x′‖²/(2σ²))"),
    ("gaussian", "S2", "exp(−‹2γ d²›)", "exp(−2d²/σ²)"),
    ("gaussian", "S4", "where ‹2γ›‖x‖‖‹z›‖ does", "where (1/σ²)‖x‖‖x′‖ does"),
    ("compose", "S1", "exp(−‹γ‖φ(x) − φ(z)‖²›)", "exp(−γ‖ψ(x) − ψ(x′)‖²)"),
    ("gaussian", "S1", "‹γ=› and ‹γ‖x − z‖²›", "γ and γ‖x − x′‖²"),
    ("svm", "S4", r"‹\f›(x) = ‹\sum_i› ‹\alpha_i› ‹\y_i›\,‹\k›(‹\x_i›,x)", r"y(x) = \sum_n a_n t_n\,k(x_n,x)"),
    ("svm", "S4", r"0\le‹\alpha_i›,\ ‹\sum_{i,j}›‹\alpha_i›‹\alpha_j›", r"0\le a_n,\ \sum_{n,m}a_na_m"),
    ("ridge", "S2", r"(‹\K›+‹\lambda› I)^{-1}", r"(K+\sigma^2 I)^{-1}"),
    ("compose", "S1", r"\left(‹\x\cdot z› + 1\right)^{2}", r"\left(\langle x,{x'}\rangle  + 1\right)^{2}"),
    ("gaussian", "S4", r"e^{-‹\gamma\|x-z\|^2›}", r"e^{-\|x-{x'}\|^2/(2\sigma^2)}"),
]


@pytest.mark.parametrize(("page", "lecture", "ours", "theirs"), TEXTS)
def test_the_marked_symbols_of_a_text_are_those_of_the_lecture(page: str, lecture: str, ours: str, theirs: str) -> None:
    with writing(notation(page, lecture)):
        assert symbols(ours) == theirs
        assert say("{a}: " + ours.replace("{", "{{").replace("}", "}}"), a=1) == "1: " + theirs
    plain = re.sub(r"‹(?:\\(?=[A-Za-z](?![A-Za-z])))?([^›]*?)=?›", r"\1", ours)
    assert symbols(ours) == plain, "kernviz's own symbols are those in the marks"


def test_a_phrase_is_ours_where_it_is_compared_and_the_lectures_where_it_is_shown() -> None:
    words = phrase("border ‹f› = 0")
    with writing(notation("svm", "S0")):
        assert words == phrase("border ‹f› = 0") == "border f = 0"
        assert spoken(words) == f"{words}" == "border D = 0"
        assert english(spoken(words)) == english(say("border ‹f› = 0")) == "border f = 0"
        with speaking("de"):
            assert spoken(words) == "Grenze D = 0"


def test_a_number_is_a_width_where_it_says_so_and_is_not_rounded_twice() -> None:
    with writing(notation("gaussian", "S4")):
        assert say("‹γ=› = {gamma:γ}", gamma=1 / 3) == "σ² = 1.5"
    assert say("‹γ=› = {gamma:γ}", gamma=1 / 3) == "γ = 0.3333"


def test_names_from_outside_are_no_symbols() -> None:
    with writing(notation("svm", "S4")):
        assert say("{name} has ‹y›", name="y and ‹y› {y}") == "y and ‹y› {y} has t"


def test_what_is_built_later_is_written_as_what_was_built_at_once() -> None:
    with writing(notation("svm", "S0")):
        later = lasting(lambda: symbols("‹f›"))
        ours = lasting(lambda: symbols("‹f›"), OWN)
    assert current_notation() is OWN
    assert (later(), ours()) == ("D", "f")


def test_every_idea_of_a_page_can_be_marked() -> None:
    for page, ideas in PAGES.items():
        for lecture in VOICES[1:]:
            written = notation(page, lecture).symbols
            for idea in ideas:
                if lecture in IDEAS[idea].symbols and IDEAS[idea].symbol != "K":
                    assert IDEAS[idea].symbol in written or (page, idea) in KEPT


KEPT = {("geometry", "features"), ("pca", "features"), ("dual", "features")}
