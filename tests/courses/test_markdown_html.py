"""Markdown and formulas as HTML without Streamlit; hostile text stays text."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.courses import markdown_html, reader
from kernviz.data.untrusted_text import veil

PLAIN = {"p", "strong", "em", "code", "pre", "br", "ul", "ol", "li", "blockquote", "hr", "table", "thead", "tbody"}
PLAIN |= {"tr", "th", "td", *(f"h{i}" for i in range(1, 7)), *markdown_html.ELEMENTS}


class Seen(HTMLParser):
    """Parser that lists what a browser would read in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def test_markdown_and_formulas() -> None:
    found = markdown_html.paragraphs("**b** and `c<d` and $x^2 < y$\n\n- one\n- two")
    assert "<strong>b</strong>" in found
    assert "<code>c&lt;d</code>" in found
    assert "<msup><mi>x</mi><mn>2</mn></msup>" in found
    assert found.count("<li>") == 2
    assert markdown_html.line("`a $ b` $") == "<code>a $ b</code> $"


EVIL = [
    "<script>alert(1)</script>",
    "![x](http://else.where/p.png) [y](javascript:alert(1)) <http://else.where>",
    r"$\href{javascript:alert(1)}{x}$ $\text{<img src=x onerror=alert(1)>}$ $<b>$",
    '<img src="x" onerror="alert(1)">',
    "[a]: http://else.where\n\n[a]",
    "\x02 0\x03 \x020\x03 \x029\x03",
]


@pytest.mark.parametrize("text", EVIL)
def test_hostile_text_gives_only_permitted_elements(text: str) -> None:
    for source in (text, veil(text)):
        seen = Seen(markdown_html.paragraphs(source))
        assert seen.tags <= PLAIN
        assert seen.attributes <= {"display", "mathvariant", "stretchy", "form", "fence", "style"} - {"style"}


@given(st.text(alphabet=st.sampled_from("ab $\\{}^_<>&\"'`*[]()!\x02\x030\n#|-"), max_size=40))
def test_any_text_becomes_permitted_elements(text: str) -> None:
    seen = Seen(markdown_html.paragraphs(text) + markdown_html.line(text))
    assert seen.tags <= PLAIN
    assert seen.attributes <= markdown_html.ATTRIBUTES | {"start"}


def test_a_name_is_shown_without_interpretation() -> None:
    assert Seen(markdown_html.line(veil("*a* <b> `c` $d$"))).text == "*a* <b> `c` $d$"


def test_every_formula_of_the_courses_can_be_read() -> None:
    for course in reader.courses().values():
        for step in course.steps:
            if step.formula:
                found = markdown_html.formula(step.revealed(0).filled(step.formula), display=True)
                assert found.startswith("<math"), (course.name, step.name)
