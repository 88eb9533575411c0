"""Words of pages, tabs and courses: each goes through `say`.

A language of the tests sets every message in ⟦ ⟧; no word may be outside of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.proto.ButtonGroup_pb2 import ButtonGroup
from streamlit.proto.Selectbox_pb2 import Selectbox

from kernviz import catalogue
from kernviz.courses import reader
from kernviz.courses.kernel_quiz import LEVELS, TRAPS
from kernviz.data.file_reading import ENCODINGS
from kernviz.data.untrusted_text import unveil
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.stories import reader as story_reader
from kernviz.ui import languages
from kernviz.ui.stories import page as story_page
from kernviz.wording import speaking
from tests.ui.helpers import entries, visit
from tests.ui.test_files import message, sent
from tests.wire.decoding import unpack

STORIES = story_reader.stories()  # each is written in its own language, and translated by another file
OF_STORIES = {words for story in STORIES for words in (story.title, story.says)}
LANGUAGE = "zu"  # Zulu: it has a decimal point, and no catalogue here
MESSAGE = re.compile(r"⟦[^⟦⟧]*⟧")
HOLE = re.compile(r"(?<![A-Za-z{])\{[A-Za-z_]\w*(?:![rs])?(?::[^{}]*)?\}(?!\})")
CUT = re.compile(r"⟦[^⟦⟧]*")  # the beginning of a truncated message
SAME = re.compile(  # in every language
    r"`[^`]*`|<[^>]*>|&\w+;|https?://\S+|\b[a-z_]+(?=\()|\b[a-z0-9]+="  # code, markup, kernels as they are typed
    r"|%\{[^}]*\}|:[a-z-]+(?=\[)|:material/\w+:"  # holes of plotly, colours and icons of markdown
    r"|\\(?:begin|end|textcolor|operatorname|mathrm)\{[^}]*\}|\\text(?=[{])|\\[a-zA-Z]+"  # TeX, but what \text says
)
SHORT = "an|as|at|be|by|if|in|is|it|no|of|on|or|so|to|we"  # English words; other pairs of letters are symbols
WORD = re.compile(rf"[A-Za-z]{{3,}}|(?<![A-Za-z])(?:{SHORT})(?![A-Za-z])")
EXCUSED = {
    *["blue", "orange", "badge"],  # colours of markdown
    *["exp", "sin", "cos", "tanh", "log", "max", "min", "sign", "HKH"],  # mathematics
    *["kernviz", "Gram", "Quiz", "edit", "Euclid", "English", "Isizulu"],  # names
    *[
        "linear",
        "rbf",
        "members",
        "aba",
        "arts",
        "science",
        "bonds",
    ],  # the same in German, or the visitor's own: classes, and a map's name
}
# Blocks that list words of the kernel language.
KERNELS = (
    "words selectbox.options",
    "table.⟦kernel⟧",
    "table.⟦part⟧",
    "table.⟦text⟧",
    "words kernviz_link_table.rows.text",
)
SEEN_IN_FIGURES = {"name", "text", "label", "hovertext", "hovertemplate", "texttemplate", "ticktext", "x", "y"}
UNSEEN = {
    *("id", "type", "key", "name", "role", "token", "epoch", "rest", "revision", "steps", "all", "about", "language"),
    *(
        "url",
        "href",
        "route",
        "pages",
        "live",
        "plotly",
        "base",
        "catalogue",
        "pictures",
        "filename",
        "asks",
        "tab",
        "picture",
    ),
    *("default", "value", "raw_value", "autocomplete", "columns", "code_text", "query_param_key", "of_data"),
    *("deferred_file_id", "at", "course", "names", "more", "state", "shortcut"),
    "finds",  # search terms of a word, in every language
    "holds",  # how a sketch bends, by its key
    "known",  # names of steps and generators that practice may ask
    "idea_names",  # wrong ideas of these steps, by their names
    "now",  # the data set or the language in use, by its key
}


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a language known in which every message stands in ⟦ ⟧."""

    def marking(name: str, text: str) -> str:
        holed = HOLE.sub(r"⟧\g<0>⟦", text)  # inserted texts are messages of their own
        return f"⟦{holed}⟧" if name == LANGUAGE else text

    monkeypatch.setattr(catalogue, "languages", lambda: ("en", LANGUAGE))
    monkeypatch.setattr(languages, "languages", lambda: ("en", LANGUAGE))
    for module in (story_reader, story_page):
        monkeypatch.setattr(module, "stories", lambda: STORIES)
    monkeypatch.setattr(catalogue, "translated", marking)
    monkeypatch.setattr(catalogue, "translated_for", lambda name, n, one, many: marking(name, one if n == 1 else many))


def unsaid(text: str) -> list[str]:
    """Return the words of a text outside of every message."""
    text = unveil(text)
    if text in OF_STORIES:
        return []
    while MESSAGE.search(text):
        text = MESSAGE.sub(" ", text)
    text = CUT.sub(" ", text)
    return [word for word in WORD.findall(SAME.sub(" ", text)) if word not in EXCUSED]


def texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every text in a message to the browser, with the names of its fields."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from texts(entry, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts(entry, path)
    elif hasattr(value, "ListFields"):
        for field, entry in value.ListFields():
            many = hasattr(entry, "__len__") and not isinstance(entry, str | bytes)  # a repeated field has no __iter__
            for part in entry if many else (entry,):
                yield from texts(part, f"{path}.{field.name}")


def cells(table: Any) -> Iterator[tuple[str, str]]:
    for head in table.columns:
        yield "table", str(head)
        yield from ((f"table.{head}", text) for text in table[head] if isinstance(text, str))


def shown(at: Any) -> Iterator[tuple[str, str]]:
    """Return every text a visitor may read on a page."""
    roots = at._tree.children.values()  # the page, its sidebar, and dialogs
    for node in (each for root in roots for each in root):
        proto = getattr(node, "proto", None)
        if node.type in ("arrow_data_frame", "dataframe"):
            yield from cells(node.value)
        elif node.type != "bidi_component":
            found = ((path, text) for path, text in texts(proto, node.type) if path.rpartition(".")[2] not in UNSEEN)
            yield from ((path, text) for path, text in found if not text.lstrip().startswith("<style"))
        elif proto.bytes or proto.json:
            found = unpack(proto.bytes) if proto.bytes else json.loads(proto.json)
            for path, text in texts(found, proto.component_name.removesuffix(f"_{LANGUAGE}")):
                seen = path.rpartition(".")[2] in SEEN_IN_FIGURES
                if seen if ".figure." in path else UNSEEN.isdisjoint(path.split(".")):
                    yield path, text


def tabs(name: str) -> list[str]:
    """Return the tabs of a page in its first state, except the one with Python code."""
    page, about = lesson_page.pages().get(name), data_and_kernel.read({})
    if page is None or about is None:
        return [""]
    titles = [str.__str__(tab.title) for tab in page.build(lesson_page.read(page, about, {})).tabs]
    return [title for title in titles if title != "Code"] or [""]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(entries()))
def test_every_word_of_a_page_goes_through_say(name: str) -> None:
    found = set()
    for tab in tabs(name):
        for path, text in shown(visit(name, lang=LANGUAGE, **({"tab": tab} if tab else {}))):
            if not path.startswith(KERNELS) and f"{name} {path}" not in KERNELS and unsaid(text):
                found.add(f"{tab}: {path}: {unsaid(text)} in {text[:200]}")
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("course", reader.courses())
@pytest.mark.sampled(3)
def test_every_word_of_a_course_goes_through_say(course: str) -> None:
    found = set()
    for step in reader.courses()[course].steps:
        at = visit("course", course=course, step=step.name, lang=LANGUAGE)
        found |= {f"{step.name}: {path}: {unsaid(text)} in {text[:200]}" for path, text in shown(at) if unsaid(text)}
    assert not found, "\n".join(sorted(found))


FILES = {  # contents without a word of three letters: each is the visitor's own
    "points": b"a;b;c\n1,5;2;u\n2,5;3;v\n1,5;4;u\n",
    "gaps": b"a,b,c\n1,2,u\n2,,v\n3,4,u\nNA,2,v\n1,1,u\n5,6,v\n",
    "many classes": b"a,b,c\n" + b"".join(b"%d,%d,k%d\n" % (i, i * i, i) for i in range(40)),
    "one column": b"a\n1\n2\n",
    "nothing": b"",
    "an archive": b"BZh91AY&SY",
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", FILES)
def test_every_word_about_a_file_is_said(name: str) -> None:
    with speaking(LANGUAGE):  # the test client formats options to find the chosen one
        at = sent(visit("svm", lang=LANGUAGE), message(FILES[name], "a"))
    found, seen = set(), list(shown(at))
    assert any(path.startswith("dialog") for path, _ in seen)
    for path, text in seen:
        if words := unsaid(re.sub("|".join(ENCODINGS), "", text, flags=re.IGNORECASE)):
            found.add(f"{path}: {words} in {text[:200]}")
    assert not found, "\n".join(sorted(found))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_word_of_a_riddle_is_said(level: int) -> None:
    found = set()
    for number in range(1, 4):
        at = visit("kernel_or_not", lang=LANGUAGE, level=str(level), number=str(number))
        after = next(button for button in at.button if button.key == "riddle_True").click().run()
        for stage in (at, after):
            for path, text in shown(stage):
                if words := [word for word in unsaid(text) if word not in {*TRAPS, "Bochner", "Schoenberg"}]:
                    found.add(f"{path}: {words} in {text[:200]}")
    assert not found, "\n".join(sorted(found))


def test_texts_are_found_in_every_field_of_an_element() -> None:
    group = ButtonGroup(label="one", options=[ButtonGroup.Option(content="two")])
    menu = Selectbox(label="three", options=["four"])
    assert {text for proto in (group, menu) for _, text in texts(proto, "")} == {"one", "two", "three", "four"}


def test_a_word_outside_of_every_message_is_found() -> None:
    assert unsaid("⟦the ⟦n⟧ of⟧ point") == ["point"]
    assert unsaid("⟦one⟧ or ⟦two⟧, xy") == ["or"]
    assert unsaid(r"\text{⟦mean⟧} = \alpha, \text{novel}") == ["novel"]
    assert not unsaid("⟦γ, ⟦width⟧ of rbf⟧ `rbf(gamma=1)` <b>2</b>")
