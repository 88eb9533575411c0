"""Messages are whole sentences; the values put into them are numbers as they are, and no pieces."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kernviz.extraction import IN_SCRIPT
from kernviz.wording import phrase, say, speaking, spoken
from tests.sources import children, nodes, parsed
from tests.test_catalogue import extracted

ROOT = Path(__file__).parents[1]
FILES = sorted(path for folder in ("kernviz", "pages") for path in ROOT.joinpath(folder).rglob("*.py"))
SCRIPTS = sorted(ROOT.joinpath("kernviz").rglob("*.js"))
SAYS = {
    "say": slice(0, 1),
    "paragraph": slice(0, 1),
    "phrase": slice(0, 1),
    "several": slice(1, 3),
}  # function: its arguments that are messages
FORMATS = {"short", "kernviz.figures.theme.number"}
# A message is whole: nothing that joins it to another text is at its ends. A colon may end it, before a formula or a
# table, and may begin a Markdown directive such as :gray[…]. A minus may begin it, as the sign of a formula.
TORN_BEGIN = re.compile(r"[\s,;.)…+=·/&]|-\s|:(?!\w+(-\w+)?\[|\{\w+\}-badge\[)")
TORN_END = re.compile(r"[\s,;(+=·×/&–—-]$")
COLON = re.compile(r":$")
PIECE = re.compile(r"[,;:.](?!\.\.)|\s+[a-z(=<>0-9]|.*[\w,;:]\s$", re.DOTALL)  # piece of a sentence


@cache
def calls(source: str) -> list[tuple[ast.Call, ast.FunctionDef | None]]:
    """Return the calls that make a message, each with the innermost function around it."""
    found = []

    def walk(node: ast.AST, function: ast.FunctionDef | None) -> None:
        if isinstance(node, ast.FunctionDef):
            function = node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS:
            found.append((node, function))
        for child in children(node):
            walk(child, function)

    walk(parsed(source), None)
    return found


@cache
def _assigned(function: ast.FunctionDef | None) -> dict[str, ast.expr]:
    """Return the local names of a function and their values."""
    if function is None:
        return {}
    return {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def formatted(source: str) -> list[int]:
    """Return the lines on which a number is made a text before it is put into a message."""
    known = {
        f"{node.module}.{name.name}": name.asname or name.name
        for node in nodes(source)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    names = {"short", *(known[name] for name in FORMATS if name in known)}
    return [
        item.value.lineno
        for call, _ in calls(source)
        for item in call.keywords
        if isinstance(item.value, ast.Call) and isinstance(item.value.func, ast.Name) and item.value.func.id in names
    ]


def messages(call: ast.Call) -> Iterator[str]:
    """Yield the texts of the messages that a call of say, phrase or several has."""
    assert isinstance(call.func, ast.Name)
    for argument in call.args[SAYS[call.func.id]]:
        yield from _whole_texts(argument)


def _whole_texts(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.IfExp():
            yield from (*_whole_texts(value.body), *_whole_texts(value.orelse))
        case ast.Constant() if isinstance(value.value, str):
            yield value.value


def torn(source: str) -> list[int]:
    """Return the lines of messages that begin or end like a piece of a sentence."""
    return [
        call.lineno
        for call, _ in calls(source)
        if any(TORN_BEGIN.match(text) or TORN_END.search(text) for text in messages(call))
    ]


def joined(source: str) -> list[int]:
    """Return the lines of messages that end in a colon and get the rest of the sentence by `+`."""
    found = []
    for node in nodes(source):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            for call in _last(node.left):
                if any(COLON.search(text) for text in messages(call)):
                    found.append(call.lineno)
    return found


def _last(value: ast.expr) -> Iterator[ast.Call]:
    """Yield the messages with which the left side of a sum may end."""
    match value:
        case ast.BinOp(op=ast.Add(), right=ast.Constant(value=str(blank))) if not blank.strip():
            yield from _last(value.left)
        case ast.BinOp(op=ast.Add()):
            yield from _last(value.right)
        case ast.IfExp():
            yield from (*_last(value.body), *_last(value.orelse))
        case ast.Call(func=ast.Name(id=name)) if name in SAYS:
            yield value


def pieces(source: str) -> list[int]:
    """Return the lines on which a piece of a sentence is put into a message."""
    return [
        item.value.lineno
        for call, function in calls(source)
        for item in call.keywords
        if any(PIECE.match(text) for text in _texts(item.value, _assigned(function)))
    ]


def _texts(value: ast.expr, names: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the texts that a value may begin with."""
    match value:
        case ast.Name() if value.id in names:
            yield from _texts(names[value.id], {})
        case ast.IfExp():
            yield from (*_texts(value.body, names), *_texts(value.orelse, names))
        case ast.BinOp(op=ast.Add()):
            yield from (text + "…" for text in _texts(value.left, names))
        case ast.JoinedStr(values=[ast.Constant() as first, *_]):
            yield f"{first.value}…"
        case ast.Call(func=ast.Name()) if value.func.id in SAYS:
            yield from (text for each in value.args[SAYS[value.func.id]] for text in _texts(each, names))
        case ast.Constant(value=str()):
            yield value.value


@pytest.mark.parametrize("find", [formatted, pieces, torn, joined])
def test_a_message_is_whole_and_takes_numbers_and_no_pieces(find: object) -> None:
    found = {str(path.relative_to(ROOT)): find(path.read_text("utf-8")) for path in FILES}  # type: ignore[operator]
    assert not {path: lines for path, lines in found.items() if lines}


def torn_scripts(source: str) -> list[str]:
    """Return the messages of a browser's script that begin or end like a piece of a sentence."""
    texts = [json.loads(text) for text in IN_SCRIPT.findall(source)]
    return [text for text in texts if TORN_BEGIN.match(text) or TORN_END.search(text)]


def test_no_message_gives_a_number_a_power_of_ten_it_does_not_need() -> None:
    """With {x:.1e} a 0 would be 0.0·10⁰; {x:.2} has two digits, and a power of ten where it is shorter."""
    messages = [text for _, message in extracted() for text in ([message] if isinstance(message, str) else message)]
    assert [text for text in messages if text and re.search(r"\{\w+:[^{}]*e\}", text)] == []


def test_a_message_of_a_script_is_whole() -> None:
    found = {path.name: torn_scripts(path.read_text("utf-8")) for path in SCRIPTS}
    assert sum(len(IN_SCRIPT.findall(path.read_text("utf-8"))) for path in SCRIPTS) > 50
    assert not {name: texts for name, texts in found.items() if texts}


@pytest.mark.parametrize(
    "source",
    [
        "say('; none is below 0.')",
        "say(' Click a point.')",
        "say('Click a point. ')",
        "say('there, ')",
        "say('the density at ω =')",
        "say('the frequency ω = 0,')",
        "say(': the points of {name}', name=name)",
        "say('. For {k} it holds', k=k)",
        "say('- {n} points', n=2)",
        "phrase('at most ')",
        "several(n, '{n} point. ', '{n} points. ')",
        "several(n, '; {n} point', '; {n} points')",
        "say('Move it.' if own else ' Look.')",
    ],
)
def test_a_torn_message_is_found(source: str) -> None:
    assert torn(source)


@pytest.mark.parametrize(
    "source",
    [
        "say('Click a point.')",
        "say('The best centre is the mean:')",
        "say(':gray[The picture comes with the answer.]')",
        "say(':{colour}-badge[{word} on {space}]', colour=c, word=w, space=s)",
        "say('−‖x − z‖ is conditionally positive definite.')",
        "several(n, '{n} point', '{n} points')",
        "say('(not ended)')",
    ],
)
def test_a_whole_message_is_not_torn(source: str) -> None:
    assert not torn(source)


@pytest.mark.parametrize(
    "source",
    [
        "say('the rules:') + x",
        "say('the rules:') + ' ' + x",
        "(say('they agree:') if a else say('they differ:')) + ' ' + say('{k}', k=k)",
        "y + say('of class {n}:', n=1) + x",
        "say('class {name}:', name=n) + self.reason",
    ],
)
def test_a_sentence_continued_after_a_colon_is_found(source: str) -> None:
    assert joined(source)


@pytest.mark.parametrize("source", ["say('One.') + ' ' + say('Two:')", "x + say('Two:')", "say('a: b') + x"])
def test_a_colon_at_the_end_of_all_is_no_continued_sentence(source: str) -> None:
    assert not joined(source)


def test_a_torn_message_of_a_script_is_found() -> None:
    assert torn_scripts('inWords(" hide until then"); inWords("Whole."); inWords(" or ")') == [
        " hide until then",
        " or ",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "say('{m}', m=short(x))",
        "several(2, '{n}', '{n} {m}', m=short(float(x), 3))",
        "from kernviz.figures.theme import number\nsay('{m}', m=number(x))",
    ],
)
def test_a_number_made_a_text_is_found(source: str) -> None:
    assert formatted(source)


@pytest.mark.parametrize(
    "source",
    [
        "say('{a}{b}', b=', ' + short(x) if x else '')",
        "say('their {a}matrix', a=say('centred ') if x else '')",
        "def f():\n    more = say(' and {n} more', n=2)\n    return say('{a}{more}', more=more)",
        "say('{a}{b}', b=f' ({x})')",
    ],
)
def test_a_piece_of_a_sentence_is_found(source: str) -> None:
    assert pieces(source)


@pytest.mark.parametrize("value", [0.123456, np.float64(0.123456), np.float32(0.123456), np.array(0.123456)])
def test_a_real_number_formats_itself(value: float) -> None:
    assert say("{x} {x:.2} {x:.3f} {x:.0%}", x=value) == "0.1235 0.12 0.123 12%"
    with speaking("de"):
        assert say("{x} {x:.2} {x:.3f}", x=value) == "0,1235 0,12 0,123"
        assert spoken(phrase("{x}!", x=value)) == "0,1235!"
        assert str.__str__(phrase("{x}!", x=value)) == "0.1235!"


def test_other_values_stay_as_they_are() -> None:
    assert say("{a} {b} {c} {d}", a=12345, b=True, c="0.123456", d=np.int64(12345)) == "12345 True 0.123456 12345"
    assert say("{a} {b} {c} {d}", a=-0.0, b=float("inf"), c=float("nan"), d=-2.0) == "0 ∞ – −2"
    assert say("{a!r} {b:.2}", a=0.123456, b="text") == "0.123456 te"
