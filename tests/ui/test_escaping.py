"""Escaping of untrusted text: its special characters are veiled and never act as markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.data import Dataset
from kernviz.data.untrusted_text import VEILED, unveil, veil, veiled
from kernviz.ui import escaping
from kernviz.wire.hypertext import hypertext
from tests.ui.hostile import WORDS, own_file

anything = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters=[chr(c) for c in range(0x18800, 0x18B00)])
)
lines = anything.map(lambda t: " ".join(t.split()))


@given(lines)
def test_unveil_inverts_veil(text: str) -> None:
    assert unveil(veil(text)) == text
    assert veil(veil(text)) == veil(text)
    assert len(veil(text)) == len(text)


@given(lines)
def test_veiled_text_has_no_special_characters(text: str) -> None:
    assert not set(veil(text)) & set("\\`*_{}[]()#<>$|~^&%@!\n")


@given(lines)
def test_no_output_contains_a_veiled_character(text: str) -> None:
    for door in (
        escaping.plain,
        escaping.markdown,
        escaping.sentence,
        escaping.tex,
        hypertext,
        escaping.python,
    ):
        assert not VEILED.search(door(f"**a** `{veil(text)}` $x$ {veil(text)}"))


@pytest.mark.parametrize("number", ["+1", "-1", "0", "0.5", "-1e-5", "12"])
def test_numbers_stay_numbers(number: str) -> None:
    assert veil(number) == number


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("![a](//h/x.png)", r"\!\[a\]\(//h/x.png\)"),
        ("a: b", "a: b"),
        (":red[x]", f"\\:{escaping.JOINER}red\\[x\\]"),
        (":material/home:", f"\\:{escaping.JOINER}material/home:"),
        (":smile:", f"\\:{escaping.JOINER}smile:"),
        ("http://h", f"http\\:{escaping.JOINER}//h"),
        ("www.h.org", f"www{escaping.JOINER}\\.h.org"),
        ("a@h.org", f"a\\@{escaping.JOINER}h.org"),
        ("a -> b", f"a -{escaping.JOINER}\\> b"),
        ("x <= 1", f"x \\<{escaping.JOINER}= 1"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("$x$", r"\$x\$"),
        ("<b>", r"\<b\>"),
        ("&amp;", r"\&amp;"),
        ("a_b*c*", r"a\_b\*c\*"),
    ],
)
def test_veiled_text_is_escaped_in_markdown(text: str, written: str) -> None:
    assert escaping.markdown(veil(text)) == written


def test_our_own_markdown_is_left_alone() -> None:
    ours = "**bold** *it* `code_x` $a_1 \\le b$ [link](#there) :gray[x] <- 1. & -> www.we.org"
    assert escaping.markdown(ours) == ours


def test_code_and_formulas_are_escaped_without_markdown_backslashes() -> None:
    assert escaping.markdown(f"`{veil('a_b*')}`") == "`a_b*`"
    assert escaping.markdown(f"`{veil('a`b')}` c") == "`` a`b `` c"
    assert escaping.markdown(rf"$\text{{{veil('a_b$')}}}$") == r"$\text{a\_b\textdollar{}}$"
    assert escaping.tex(rf"\text{{{veil('}^')}}}") == r"\text{\}\textasciicircum{}}"


def test_veiled_text_becomes_entities_for_plotly() -> None:
    assert hypertext(f"<b>{veil('<a>%{x}&')}</b>") == "<b>&lt;a&gt;%&#123;x}&amp;</b>"


def test_python_to_be_copied_ends_no_string() -> None:
    name = "a\\' + b"
    assert escaping.python(f"load({veil(name)!r})") == f"load({name!r})"


def test_a_dataset_is_veiled_word_by_word() -> None:
    data: Dataset = veiled(own_file())
    words = (data.name, data.title, data.source, *data.columns, *data.classes, *data.notes)
    assert not any(set(word) & set("[]()<>*$`") for word in words)
    assert tuple(map(unveil, data.classes)) == own_file().classes
    assert tuple(map(unveil, data.columns)) == own_file().columns == WORDS[:2]


def test_powers_on_a_button_are_raised_and_an_outside_text_is_not() -> None:
    assert escaping.raised("(1 + x·z)^Q") == "(1 + x·z)$^{Q}$"
    assert "$" not in escaping.raised(veil("a^b"))
