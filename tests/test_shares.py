"""Shares of the slow and of the long tests: over all turns each of them is run, each turn the same ones."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest

HERE = Path(__file__).parents[1]
SLOW, LONG = 3, 7  # shares


class Item:
    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid, self.marks = nodeid, marks

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None


def run(turn: int) -> list[str]:
    """Return the tests of a turn, of a hundred each that are quick, slow, long, and slow and long."""
    found: list[Any] = [
        Item(f"tests/test_it.py::test_{'_'.join(marks)}[{n}]", *marks)
        for marks in ((), ("slow",), ("long",), ("slow", "long"))
        for n in range(100)
    ]
    options = {"--share": SLOW, "--turn": turn, "--long-share": LONG}
    config: Any = SimpleNamespace(
        getoption=options.__getitem__, hook=SimpleNamespace(pytest_deselected=lambda items: None)
    )
    conftest.pytest_collection_modifyitems(config, found)
    return [item.nodeid for item in found]


@pytest.mark.parametrize(("kind", "share"), [("test_[", 1), ("test_slow[", SLOW), ("long[", LONG)])
def test_over_all_turns_each_test_is_run_once(kind: str, share: int) -> None:
    times = Counter(name for turn in range(share) for name in run(turn) if kind in name)
    assert set(times.values()) == {1}
    assert len(times) == (200 if kind == "long[" else 100)


def test_each_turn_of_the_long_tests_differs_and_is_the_same_again() -> None:
    shares = [{name for name in run(turn) if "long[" in name} for turn in range(LONG)]
    assert all(0 < len(share) < 200 / LONG * 2 for share in shares)
    assert len(set(map(frozenset, shares))) == LONG
    assert shares[3] == {name for name in run(3 + LONG) if "long[" in name}


def test_ci_takes_the_turn_from_what_is_tested() -> None:
    script = (HERE / ".ci" / "run").read_text("utf-8")
    (command,) = re.findall(r"^pytest .*--long-share.*$", script, re.MULTILINE)
    assert '-m "slow or long"' in command
    assert "tree=$(git rev-parse 'HEAD^{tree}'" in script
    (digits,) = re.findall(r"--turn \$\(\(16#\$\{tree:0:(\d+)\}\)\)", command)
    (share,) = re.findall(r"--long-share (\d+)", command)
    assert 16 ** int(digits) > 1000 * int(share)  # each share is about as likely
