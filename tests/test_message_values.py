"""Values put into messages: numbers as they are, and no pieces of sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kernviz.wording import phrase, say, speaking, spoken

ROOT = Path(__file__).parents[1]
FILES = sorted(ROOT.joinpath("kernviz").rglob("*.py"))
SAYS = {"say": slice(0, 1), "phrase": slice(0, 1), "several": slice(1, 3)}  # function: its arguments that are messages
FORMATS = {"short", "kernviz.figures.theme.number"}
PIECE = re.compile(r"[,;:.](?!\.\.)|\s+[a-z(=<>0-9]|.*[\w,;:]\s$", re.DOTALL)  # piece of a sentence


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    """Yield the calls that make a message, each with the local names of its function and their values."""

    def walk(node: ast.AST, names: dict[str, ast.expr]) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
        if isinstance(node, ast.FunctionDef):
            names = _assigned(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS:
            yield node, names
        for child in ast.iter_child_nodes(node):
            yield from walk(child, names)

    yield from walk(tree, {})


def _assigned(function: ast.FunctionDef) -> dict[str, ast.expr]:
    return {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def formatted(source: str) -> list[int]:
    """Return the lines on which a number is made a text before it is put into a message."""
    tree = ast.parse(source)
    known = {
        f"{node.module}.{each.name}": each.asname or each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    names = {"short", *(known[name] for name in FORMATS if name in known)}
    return [
        item.value.lineno
        for call, _ in calls(tree)
        for item in call.keywords
        if isinstance(item.value, ast.Call) and isinstance(item.value.func, ast.Name) and item.value.func.id in names
    ]


def pieces(source: str) -> list[int]:
    """Return the lines on which a piece of a sentence is put into a message."""
    return [
        item.value.lineno
        for call, names in calls(ast.parse(source))
        for item in call.keywords
        if any(PIECE.match(text) for text in _texts(item.value, names))
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


@pytest.mark.parametrize("find", [formatted, pieces])
def test_a_message_takes_numbers_and_no_pieces(find: object) -> None:
    found = {str(path.relative_to(ROOT)): find(path.read_text("utf-8")) for path in FILES}  # type: ignore[operator]
    assert not {path: lines for path, lines in found.items() if lines}


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
