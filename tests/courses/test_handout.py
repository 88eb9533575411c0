"""A printed course: every question with its key, complete, in a file without requests."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kernviz.courses import __main__ as command
from kernviz.courses import markdown_html, reader
from kernviz.courses.handout import handout
from kernviz.wording import speaking

COURSES = reader.courses()
SVG = {"svg", "g", "title", "rect", "line", "path", "circle", "ellipse", "polygon", "text", "tspan", "image"}
HTML = {
    "html",
    "head",
    "meta",
    "style",
    "body",
    "header",
    "h1",
    "h2",
    "p",
    "div",
    "section",
    "figure",
    "ul",
    "ol",
    "li",
}
HTML |= {"strong", "em", "small", "code", "dl", "dt", "dd", "br"}


class Seen(HTMLParser):
    """Parser that lists what a browser would read in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: set[str] = set()
        self.handlers: set[str] = set()
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses |= {str(v) for name, v in attrs if name in ("src", "href", "action", "data", "xlink:href")}
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", COURSES)
def test_a_course_on_paper(name: str) -> None:
    course = COURSES[name]
    text = handout(course)
    assert "{=" not in text  # no expression is left uncomputed
    seen = Seen(text)
    assert seen.tags <= HTML | SVG | markdown_html.ELEMENTS
    assert not seen.handlers
    assert all(address.startswith("data:image/png;base64,") for address in seen.addresses)
    assert "url(" not in text
    assert "http" not in re.sub(r"data:image/png;base64,[\w+/=]+|http://www.w3.org/[\w/]+|http-equiv", "", text)
    questions, answers = text.split('<div class="key">')
    for number, step in enumerate(course.steps, start=1):
        assert f"<h2>{number}. " in questions
        assert f"<h2>{number}. " in answers
        scene = step.scene(0)
        assert markdown_html.line(scene.filled(step.question.ask)) in questions
        assert markdown_html.paragraphs(step.revealed(0).filled(step.reveal)) in answers or step.question.kind in (
            "move",
            "write",
        )
        if step.question.kind == "number":
            solution = markdown_html.line(step.question.understood(step.question.solution(scene), scene))
            assert solution in answers
    assert questions.count("<section>") == answers.count("<section>") == len(course.steps)


def test_another_variant_asks_other_numbers() -> None:
    course = COURSES["what_is_a_kernel"]
    other = handout(course, 3)
    assert other != handout(course)
    assert other == handout(course, 3)


def test_a_hostile_course_becomes_plain_text() -> None:
    evil = "<script>alert(1)</script><img src=http://else.where/x>"
    written = (reader.OWN / "what_is_a_kernel.toml").read_text("utf-8").split("[[step]]")
    text = f'title = "{evil}"\nsays = "{evil}"\n[[step]]{written[4]}'.replace("Two ways to one number", evil)
    course = reader.read(text, "evil")
    assert course.steps, course.faults
    seen = Seen(handout(course))
    assert "script" not in seen.tags
    assert "img" not in seen.tags


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert command.main(["handout", "what_is_a_kernel.toml"]) == 0
    assert capsys.readouterr().out.strip() == handout(COURSES["what_is_a_kernel"]).strip()
    assert command.main(["handout"]) == 2
    assert command.main(["handout", "s3.toml", "x"]) == 2
    assert command.main(["handout", str(tmp_path / "nowhere.toml")]) == 1
    assert "nowhere.toml" in capsys.readouterr().err


@pytest.mark.slow
def test_the_handout_is_in_the_current_language() -> None:
    with speaking("de"):
        page = handout(reader.courses()["what_is_a_kernel"])
    assert '<html lang="de">' in page
    assert "<h1>Lösungen</h1>" in page
    assert "<dt>Stützvektoren</dt>" in page  # of the numbers beside a picture, too
    assert "<dt>support vectors</dt>" in handout(reader.courses()["what_is_a_kernel"])
