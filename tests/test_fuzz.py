"""The search for a night: its subjects, and how it counts. The search itself takes hours (tests/fuzz.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import fuzz
from tests.strategies import SEARCH, searched


@pytest.mark.parametrize("subject", ["kernel", "picture", "sweep", "file", "course"])
def test_a_subject_is_searched_from_any_bytes(subject: str) -> None:
    found = fuzz.search_settings(fuzz.search(subject))
    for seed in (b"", bytes(200), bytes(range(256)) * 4):
        found.hypothesis.fuzz_one_input(seed)


@pytest.mark.parametrize(
    ("log_text", "count"),
    [
        ("#9\tDONE\nDone 9 runs in 1 second(s)\nstat::number_of_executed_units: 12\n", 12),
        ("tried 1500\n", 1500),
        ("Traceback\n", 0),
    ],
)
def test_the_inputs_that_were_tried_are_counted(log_text: str, count: int) -> None:
    assert fuzz.executions(log_text) == count


def test_what_is_found_ends_the_command_with_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "child", lambda subject, *_: (77 if subject == "file" else 0, 5))
    words = ["--corpus", str(tmp_path)]
    assert fuzz.main([*words, "--only", "kernel"]) == 0
    assert fuzz.main([*words, "--only", "kernel,file"]) == 1
    assert "| file | 5 | see" in capsys.readouterr().out


def test_another_number_searches_other_examples_and_a_failure_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    def examples(number: str) -> list[int]:
        found: list[int] = []
        monkeypatch.setenv(SEARCH, number)
        searched(0, 20)(given(st.integers())(lambda drawn: found.append(drawn)))()
        return found

    assert examples("5") == examples("5")
    assert examples("5") != examples("6")

    def fails(_: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        searched(0, 5)(given(st.integers())(fails))()
    assert f"{SEARCH}=6" in "".join(caught.value.__notes__)
