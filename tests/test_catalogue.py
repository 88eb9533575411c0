"""Catalogues against the program: all its messages, no others, same placeholders."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from kernviz import catalogue
from tests.sources import nodes
from tests.test_language import RIDDLE_NAMES

ROOT = Path(__file__).parents[1]
OTHERS = [name for name in catalogue.languages() if name != catalogue.SOURCE]
KEYWORDS: dict[str, tuple[int, ...] | None] = {"say": None, "paragraph": None, "phrase": None, "several": (2, 3)}
MAPPINGS = [
    ("kernviz/**.py", "python"),
    ("kernviz/ui/assets/**.js", "kernviz.extraction:scripts"),
    ("kernviz/site/assets/**.js", "kernviz.extraction:scripts"),
    ("kernviz/ui/assets/**.html", "kernviz.extraction:html"),
    ("kernviz/courses/lectures/**.toml", "kernviz.extraction:courses"),
    ("pages/**.py", "kernviz.extraction:pages"),
]
COMPUTED = re.compile(r"\{=((?:[^{}]|\{[^{}]*\})*)\}")  # a value computed by a course
TEX = re.compile(r"\\[a-zA-Z]+\{[^{}]*\}")  # \text{class}: its words are translated


@cache
def extracted() -> tuple[tuple[str, str | tuple[str, ...]], ...]:
    """Return file and text of every message of the program, as pybabel finds them by pyproject.toml."""
    found = extract_from_dir(ROOT, MAPPINGS, keywords=KEYWORDS)
    return tuple((path, message) for path, _, message, _, _ in found)


@cache
def messages() -> frozenset[str | tuple[str, ...]]:
    """Return every message of the program."""
    return frozenset(message for _, message in extracted() if message)


@cache
def written(language: str) -> Catalog:
    with (catalogue.FOLDER / language / catalogue.FILE).open("rb") as file:
        return read_po(file, locale=language)


def holes(text: str) -> list[str]:
    """Return the placeholders of a message, each with its format."""
    computed = [f"={inner}" for inner in COMPUTED.findall(text)]
    rest = TEX.sub("", COMPUTED.sub("", text))
    try:
        named = [
            f"{name}!{how}:{spec}" for _, name, spec, how in Formatter().parse(rest) if name and name.isidentifier()
        ]
    except ValueError:  # a brace that is no hole, as in a set {0, 3}
        named = re.findall(r"\{\w+\}", rest)
    return sorted(
        computed
        + sorted(set(named))
        + re.findall(r"%\{[^}]*\}|</?\w+>", rest)
        + sorted(set(re.findall("‹[^›]*›", text)))
    )


def pairs(language: str) -> list[tuple[str, str]]:
    """Return (message, translation) pairs; if they depend on a count, each form with the English plural."""
    found = []
    for message in written(language):
        if isinstance(message.id, str) and message.id:
            found.append((message.id, str(message.string)))
        elif message.id:
            found += [(message.id[1], form) for form in message.string]
    return found


def test_a_language_has_every_message_and_no_other() -> None:
    assert OTHERS == ["de"]
    for language in OTHERS:
        there = {message.id for message in written(language) if message.id}
        assert not messages() - there, "not translated: run pybabel extract and update (README)"
        assert not there - messages(), "said nowhere any more"
        assert not [m.id for m in written(language) if m.id and (m.fuzzy or not m.string or not all(m.string))]


def test_messages_inside_f_strings_are_found() -> None:
    """Before Python 3.12 pybabel does not look inside f-strings."""
    found = {text for message in messages() for text in _forms(message)}
    for path in sorted((ROOT / "kernviz").rglob("*.py")):
        for node in nodes(path.read_text("utf-8")):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                texts = node.args[1:] if node.func.id == "several" else node.args[:1]
                lost = [t.value for t in texts if isinstance(t, ast.Constant) and t.value not in found]
                assert not lost, f"{path.relative_to(ROOT)}, line {node.lineno}: write it outside of the f-string"


def test_a_translation_has_the_same_placeholders_marks_and_ends() -> None:
    for language in OTHERS:
        for message, text in pairs(language):
            assert holes(message) == holes(text), (message, text)
            for mark in ("$", "**", "`"):
                assert message.count(mark) == text.count(mark), (mark, message, text)
            assert (message[:1] == " ", message[-1:] == " ") == (text[:1] == " ", text[-1:] == " "), (message, text)


def test_a_placeholder_is_named_by_what_stands_in_it() -> None:
    unnamed = {f"{{{name}}}" for name in RIDDLE_NAMES | {"found", "get", "show"}}
    assert not [
        text for message in messages() for text in _forms(message) if unnamed & set(re.findall(r"\{\w+\}", text))
    ]


def _forms(message: str | tuple[str, ...]) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else message


@pytest.mark.parametrize(
    ("message", "text"), [("{n} points", "{m} Punkte"), ("{=a:2}", "{=b:2}"), ("%{x}", "%{y}"), ("‹f› = 0", "f = 0")]
)
def test_a_changed_placeholder_is_found(message: str, text: str) -> None:
    assert holes(message) != holes(text)


def test_no_message_hides_from_the_extraction() -> None:
    """A message inside an f-string, or in the arguments of another message, is not found and not translated."""
    there = {message if isinstance(message, str) else message[0] for message in messages()}
    hidden = [
        f"{path.relative_to(ROOT)}, line {node.lineno}: {message.value!r}"
        for path in (ROOT / "kernviz").rglob("*.py")
        for node in nodes(path.read_text("utf-8"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS and node.args
        if isinstance(message := node.args[node.func.id == "several"], ast.Constant) and message.value not in there
    ]
    assert not hidden


def marked(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS


def half_marked(source: str) -> list[str]:
    """Return the texts that stand unmarked in a table or a choice whose other texts are messages."""
    found: list[str] = []
    for node in nodes(source):
        groups: list[list[ast.expr]] = []
        if isinstance(node, ast.Dict) and not any(
            isinstance(key, ast.Constant) and key.value == "type" for key in node.keys
        ):
            groups = [node.values]
        elif isinstance(node, ast.IfExp):
            groups = [[node.body, node.orelse]]
        elif isinstance(node, ast.Tuple | ast.List) and all(isinstance(row, ast.Tuple) for row in node.elts):
            groups = [list(column) for column in zip(*(row.elts for row in node.elts), strict=False)]  # type: ignore[attr-defined]
        for group in groups:
            if any(map(marked, group)) and all(marked(each) or isinstance(each, ast.Constant) for each in group):
                texts = [each.value for each in group if isinstance(each, ast.Constant) and isinstance(each.value, str)]
                found += [text for text in texts if LONE.search(text)]
    return found


LONE = re.compile(
    r"^(?!rules? \d)[A-Za-z][a-z]{2,}(?: |$)"
)  # a word at the beginning; citations are translated by `cited`


NAMES = {"blue", "orange", "gray", "compose", "course"}  # colours of Markdown, names of pages


def test_tables_of_messages_are_marked_whole() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in (ROOT / "kernviz").rglob("*.py")
        for text in half_marked(path.read_text("utf-8"))
        if text not in NAMES and path.name != "presets.py"  # states of pages
    ]
    assert not found


def test_an_unmarked_text_of_a_table_is_found() -> None:
    assert half_marked('{1: phrase("one"), 2: "two"}') == ["two"]
    assert half_marked('((say("one"), 1), ("two", 2))') == ["two"]
    assert half_marked('say("one") if x else "two"') == ["two"]
    assert not half_marked('{"type": "scatter", "name": say("one")}')


SHADE = re.compile(
    r"\b(pale\w*|dark\w*|black|white|bright\w*|light(er)? (blue|green|grey|red|orange)|"
    r"blass\w*|dunk[el]\w*|schwarz\w*|weiße\w*|hell\w*)\b",
    re.IGNORECASE,
)
SCREEN = re.compile(r"black screen|b: black|schwarzer Schirm|b: schwarz", re.IGNORECASE)  # black in every theme


def test_no_message_names_a_shade_that_is_another_in_the_other_theme() -> None:
    """Ink is black on light paper and white on dark paper; a scale that ends dark there ends light here."""
    texts = [each for message in messages() for each in ([message] if isinstance(message, str) else message)]
    texts += [translation for language in OTHERS for _, translation in pairs(language)]
    assert not [text for text in texts if SHADE.search(SCREEN.sub("", text))]
