"""Help for authors: a valid template, an example of every quantity, checks on saving."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from kernviz.courses import authoring, reader
from kernviz.courses.__main__ import IN_ORDER, main
from kernviz.courses.language import LanguageError
from kernviz.courses.quantities import QUANTITIES
from kernviz.courses.questions import KINDS
from kernviz.courses.scene import Scene


def test_a_new_course_has_a_step_of_each_kind_and_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    assert main(["new", str(path)]) == 0
    steps = reader.load(path).steps
    assert {step.question.kind for step in steps} == set(KINDS)
    assert {"probe" in step.controls for step in steps if step.question.kind == "move"} == {True, False}
    assert main(["check", str(path)]) == 0
    assert IN_ORDER in capsys.readouterr().out
    assert main(["new", str(path)]) == 1  # what is there is kept
    assert "is there already" in capsys.readouterr().err
    with pytest.raises(LanguageError, match="toml"):
        authoring.begin(tmp_path / "mine.txt")
    with pytest.raises(LanguageError, match="cannot be written"):
        authoring.begin(tmp_path / "gone" / "mine.toml")


def test_every_quantity_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quantities"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.partition("  ")[0].strip() for line in listed] == list(QUANTITIES)
    assert set(authoring.EXAMPLES) <= set(QUANTITIES)
    for name, line in zip(QUANTITIES, listed, strict=True):
        assert authoring.example(name).startswith(name)
        assert f"  {authoring.example(name)}  " in line


def scenes() -> Iterator[Scene]:
    """Yield the scene of every step of our courses, without the numbers of its variant, with two clicked points."""
    for course in reader.courses().values():
        for step in course.steps:
            yield replace(step.scene(0), numbers={}, chosen=(0, 1))


@pytest.mark.parametrize("name", QUANTITIES)
def test_every_example_is_computed_on_some_page_of_our_courses(name: str) -> None:
    assert any(map(partial(_is_computed, name), scenes()))


def _is_computed(name: str, scene: Scene) -> bool:
    try:
        found = scene.value(authoring.example(name))
    except LanguageError:
        return False
    return isinstance(found, str | tuple) or math.isfinite(found)


def test_an_angle_is_in_degrees() -> None:
    assert next(scenes()).number('angle((1, 0), (1, 1), "linear")') == pytest.approx(45)


def test_a_file_is_checked_when_it_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, messages, saved = tmp_path / "mine.toml", list[str](), iter(["one", None, "three"])

    def pause(_: float) -> None:
        if text := next(saved, None):
            path.write_text(text, "utf-8")
            os.utime(path, ns=(len(messages) * 10**9, len(messages) * 10**9))

    monkeypatch.setattr(authoring.time, "sleep", pause)
    authoring.watch(path, messages.append, lambda each: each.read_text("utf-8") if each.exists() else "missing", most=4)
    assert [message.splitlines()[-1] for message in messages] == ["missing", "one", "three"]


@pytest.mark.parametrize("words", [[], ["new"], ["watch"], ["quantities", "x"], ["check"]])
def test_unknown_arguments_print_the_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "usage" in capsys.readouterr().err
