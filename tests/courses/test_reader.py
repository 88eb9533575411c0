"""Course files: a broken step is reported, the others remain.

The report has file, step and line.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.courses import reader
from kernviz.courses.__main__ import main

GOOD = """title = "T"
says = "S"

[[step]]
name = "first"
title = "First"
says = "Look."
page = "svm"
state = "data=moons & k=rbf(gamma=1) & C={=c}"
controls = ["C", "gamma"]
vary = {c = [1, 10]}
reveal = "{=number of support vectors}"
[step.question]
kind = "number"
ask = "How many?"
answer = "number of support vectors"

[[step]]
name = "second"
title = "Second"
says = "Look."
state = "/svm?data=circles&k=linear%20%2B%20linear**2"
reveal = "It is."
[step.question]
kind = "choose"
ask = "Which?"
[[step.question.option]]
text = "this"
holds = "verdict is proven"
[[step.question.option]]
text = "that"
holds = "verdict is refuted"
"""


def test_a_course_is_read() -> None:
    course = reader.read(GOOD, "t")
    assert not course.faults
    assert [step.name for step in course.steps] == ["first", "second"]
    assert str(course.steps[1].scene(0).state.kernel) == "linear + linear**2"


def test_the_other_steps_of_a_faulty_course_remain() -> None:
    """Each kind of fault: tests/courses/test_toml_lines.py."""
    course = reader.read(GOOD.replace("C={=c}", "C=-1"), "t")
    assert [step.name for step in course.steps] == ["second"]
    (fault,) = course.faults
    assert (fault.file, fault.step, fault.line) == ("t.toml", "first", 9)
    assert "between" in fault.why
    assert "line 9" in str(fault)


def test_invalid_toml_is_reported_with_its_line() -> None:
    course = reader.read(GOOD.replace('ask = "How many?"', "ask = How many?"), "t")
    (fault,) = course.faults
    assert fault.line == 15
    assert fault.step == "first"


def test_two_steps_of_one_name() -> None:
    course = reader.read(GOOD.replace('"second"', '"first"'), "t")
    assert len(course.steps) == 1
    assert "two steps" in course.faults[0].why


def test_a_folder_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, "utf-8")
    (tmp_path / "broken.toml").write_bytes(b"\xff\xfe")
    monkeypatch.setenv(reader.FOLDER, str(tmp_path))
    found = reader.courses()
    assert len(found["mine"].steps) == 2
    assert found["broken"].faults
    assert "what_is_a_kernel" in found
    (tmp_path / "mine.toml").write_text(GOOD.replace('"T"', '"Two"'), "utf-8")
    assert reader.courses()["mine"].title == "Two"  # a file that is edited is read anew


@given(st.text(max_size=200))
def test_any_text_is_a_course_or_its_faults(text: str) -> None:
    assert reader.read(text, "t") is not None


@given(st.integers(0, len(GOOD)), st.text(max_size=3))
def test_a_slip_anywhere_is_no_crash(place: int, slip: str) -> None:
    assert reader.read(GOOD[:place] + slip + GOOD[place:], "t") is not None


def test_a_lecturer_can_check_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, "utf-8")
    assert main([str(path)]) == 0
    path.write_text(
        GOOD.replace('holds = "verdict is refuted"', 'holds = "verdict is proven"').replace("svm", "svn", 1), "utf-8"
    )
    capsys.readouterr()
    assert main([str(path)]) == 1
    printed = capsys.readouterr().out
    assert "mine.toml, line 8, step “first”" in printed
    assert "no option is wrong" in printed
