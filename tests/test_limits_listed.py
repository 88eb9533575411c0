"""Limits in the code: each stands in the table of docs/limits.md, with its value."""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import nodes, parsed

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "limits.md"
FOLDERS = (
    "ui",
    "rooms",
    "data",
    "courses",
    "wire",
    "kernels",
    "stories",
    "typed_number",
    # of the pages: the limits of a page's own fields are declared with them, see tests/lessons/test_state.py
    "lessons/address.py",
    "lessons/data_and_kernel.py",
    "lessons/page.py",
    "lessons/shared/typed_points.py",
)  # they read what strangers send
SIZES = {
    "DEEPEST",
    "MOST",
    "MAX",
    "LONGEST",
    "LARGEST",
    "FARTHEST",
    "MB",
    "ROOM",
    "KEPT",
    "REMEMBERED",
    "RESERVE",
    "QUEUE",
}
RATES = {"RATE", "PACE", "BURST", "JOINS", "GUESSES", "ROOMS", "CONNECTIONS", "AGAIN"}
TIMES = {"PATIENCE", "IDLE", "EMPTY", "SLICE", "GRACE", "BACK", "AWHILE", "UNNOTICED", "READY", "SECONDS"}
WORDS = SIZES | RATES | TIMES
ROW = re.compile(r"^\| `([\w.]+)` \| ([\d .e+/]+) \| (.+) \|$", re.MULTILINE)


def bounds(source: str) -> Iterator[str]:
    """Yield the names of a module's constants that bound a size, a count, a rate or a time."""
    for node in parsed(source).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            for elt in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(elt, ast.Name) and elt.id.isupper() and WORDS & set(elt.id.split("_")):
                    yield elt.id


@cache
def in_code() -> dict[str, float]:
    """Return each limit of the code, name -> value."""
    found = {}
    for folder in FOLDERS:
        place = ROOT / "kernviz" / folder
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            names = list(bounds(path.read_text("utf-8")))
            if not names:
                continue
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            for name in names:
                value = getattr(importlib.import_module(module), name)
                if isinstance(value, tuple) and all(isinstance(each, int | float) for each in value):
                    # a time drawn between two ends
                    value = max(value)
                if isinstance(value, int | float) and not isinstance(value, bool):
                    found[f"{module.removeprefix('kernviz.')}.{name}"] = float(value)
    return found


def in_settings() -> dict[str, float]:
    """Return each limit among Streamlit's settings, name -> value."""
    found = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["server"]
    return {f"server.{name}": float(value) for name, value in found.items() if re.match("max[A-Z]|.*TTL$", name)}


def in_table(text: str) -> dict[str, float]:
    """Return each limit of the table, name -> value."""
    return {name: _number(number) for name, number, _ in ROW.findall(text)}


def _number(number: str) -> float:
    above, _, below = number.replace(" ", "").partition("/")
    return float(above) / float(below or 1)


def test_every_limit_in_the_code_is_in_the_table() -> None:
    missing = (in_code() | in_settings()).keys() - in_table(PAGE.read_text("utf-8")).keys()
    assert not missing, f"not in docs/limits.md: {sorted(missing)}"


def test_the_table_names_nothing_else() -> None:
    assert not in_table(PAGE.read_text("utf-8")).keys() - (in_code() | in_settings()).keys()


def test_the_table_has_the_values_of_the_code() -> None:
    code, table = in_code() | in_settings(), in_table(PAGE.read_text("utf-8"))
    wrong = {name: (value, code[name]) for name, value in table.items() if value != pytest.approx(code[name])}
    assert not wrong


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("MOST_THINGS = 3", ["MOST_THINGS"]),
        ("A, PACE = 1, 2.0", ["PACE"]),
        ("LONGEST: int = 3", ["LONGEST"]),
        ("_MAX_CELLS = 3", ["_MAX_CELLS"]),
        ("most = 3\nALMOST = 3\ndef f():\n    MOST = 1", []),
    ],
)
def test_a_limit_is_found_by_its_name(source: str, names: list[str]) -> None:
    assert list(bounds(source)) == names


def unnamed(source: str) -> list[str]:
    """Return the queues and stores of a source whose bound is a number without a name."""
    return [
        ast.unparse(node)
        for node in nodes(source)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) in ("WorkerPool", "ByteCache")
        and any(
            not any(isinstance(part, ast.Name | ast.Attribute) for part in ast.walk(bound))
            for bound in [*node.args, *(each.value for each in node.keywords if each.arg == "most")]
        )
    ]


def test_a_queue_and_a_store_have_a_named_bound() -> None:
    sources = sorted((ROOT / "kernviz").rglob("*.py"))
    assert {path.name: found for path in sources if (found := unnamed(path.read_text("utf-8")))} == {}
    assert unnamed("a = ByteCache(8 * 2**20)\nb = pool.WorkerPool(threads=2, most=64)\nc = ByteCache(ROOM)") == [
        "ByteCache(8 * 2 ** 20)",
        "pool.WorkerPool(threads=2, most=64)",
    ]
