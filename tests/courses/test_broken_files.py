"""A broken course reports its faults and does not affect other courses."""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernviz.courses import folder, reader, step_table
from kernviz.courses.__main__ import main
from kernviz.courses.language import LanguageError
from tests.courses.test_reader import GOOD

OTHERS = {"what_is_a_kernel", "s0", "s1", "s2", "s3", "s4"}


def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, reader.Course]:
    """All courses, with those of a folder."""
    (folder / "good.toml").write_text(GOOD, "utf-8")
    monkeypatch.setenv(reader.FOLDER, str(folder))
    found = reader.courses()
    assert set(found) >= OTHERS
    assert len(found["good"].steps) == 2
    return found


FILES: dict[str, bytes] = {
    "binary": bytes(range(256)) * 20,
    "utf16": GOOD.encode("utf-16"),
    "latin": GOOD.replace("Look.", "Schön.").encode("latin-1"),
    "empty": b"",
    "blank": b"\n\n   \n",
    "no_step": b'title = "T"\nsays = "S"\n',
    "600_kB": GOOD.encode() + b"#" * 600_000,
    "deep_list": b"a = " + b"[" * 100_000,
    "deep_table": b"a = " + b"{b = " * 5_000,
    "deep_keys": b"a" + b".a" * 20_000 + b" = 1",
    "deep_in_a_step": GOOD.encode() + b"[step.vary]\na" + b".a" * 2_000 + b" = 1",
    "step_is_a_number": b'title = "T"\nstep = 3',
    "steps_are_numbers": b'title = "T"\nstep = [1, 2]',
    "title_is_a_table": b"[title]\na = 1",
    "deep_header": b"[a" + b".a" * 200_000 + b"]",
    "long_number": b"a = " + b"9" * 10_000,
    "no_such_day": b"a = 1979-02-30",
    "long_word": b"title = '" + b"a" * 400_000 + b"'",
    "long_comment": b"[[step]]\n" * 150 + b"# " + b"x" * 400_000,
    "many_keys": b"\n".join(b"a%d = 1" % i for i in range(30_000)),
    "many_steps": b'title = "T"\n' + b"[[step]]\n" * 5_000,
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_is_a_sentence_and_the_others_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / f"{name}.toml").write_bytes(FILES[name])
    with caplog.at_level(logging.WARNING):
        course = in_folder(tmp_path, monkeypatch)[name]
    assert course.faults
    for fault in course.faults:
        assert fault.file == f"{name}.toml"
        assert fault.line >= 1
        assert fault.why.strip()
        assert str(fault) in caplog.text
    assert len(course.faults) <= reader.MOST_STEPS


def test_pipes_folders_and_broken_links_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe would be waited for without end."""
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "link.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "around.toml").symlink_to(tmp_path / "around.toml")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    began = time.monotonic()
    found = in_folder(tmp_path, monkeypatch)
    assert time.monotonic() - began < 60
    for name in ("pipe", "folder", "link", "around", "device"):
        assert not found[name].steps
        assert "file" in found[name].faults[0].why or "cannot be read" in found[name].faults[0].why


def test_100_megabytes_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "large.toml").open("wb") as file:
        file.truncate(100_000_000)
    assert "at most 500" in in_folder(tmp_path, monkeypatch)["large"].faults[0].why


@pytest.mark.parametrize("step", ["exists", "is_file", "open"])
def test_a_file_the_system_refuses_to_look_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, "utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, step, refuse)
    with pytest.raises(LanguageError, match=r"cannot be read \(Permission denied"):
        folder.text_of(tmp_path / "mine.toml", 10**6, "no file", "too large")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_nobody_may_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, "utf-8")
    (tmp_path / "mine.toml").chmod(0)
    assert "cannot be read" in in_folder(tmp_path, monkeypatch)["mine"].faults[0].why


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading fails with an error of input, as for a disk that is gone."""

    def gone(*_: object) -> None:
        raise OSError(5, "Input/output error")

    path = tmp_path / "mine.toml"
    path.write_text(GOOD, "utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", gone)
        assert "Input/output error" in reader.load(path).faults[0].why
    assert reader.load(path).steps


@pytest.mark.parametrize("folder", ["nowhere", "file.toml", "a\0b", "x" * 5000])
def test_no_folder_is_said(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file.toml").write_text(GOOD, "utf-8")
    monkeypatch.setattr(os, "environ", {**os.environ, reader.FOLDER: str(tmp_path / folder)})
    found = reader.courses()
    assert set(found) > OTHERS
    (course,) = (each for name, each in found.items() if name not in OTHERS)
    assert "names no folder" in course.faults[0].why


EXPRESSIONS = (
    "k('a', 'b')",
    "k((1, 2), 'a')",
    "k((1, 2))",
    "k(1, 2, 'nonsense(')",
    "k(1, 2, 3)",
    "binomial(10000, 5000)",
    "binomial(1)",
    "factorial(1000)",
    "pick(1e300, 1)",
    "pick(0/0, 1)",
    "9^9^9^9",
    "exp(exp(exp(9)))",
    "sqrt(-1)",
    "log(0)",
    "max()",
    "min('a')",
    "coordinates(1)",
    "coordinates()",
    "distance(1, (1, 2))",
    "angle('a', 'b')",
    "energy",
    "with('k=(', 'margin')",
    "with('data=nowhere', 'margin')",
    "with(1, 2)",
    "readout('nothing')",
    "nearest to('x')",
    "verdict('linear', 1e9)",
    "verdict('linear', -1)",
    "verdict('linear', 1e300)",
    "number of features('rbf', 'x')",
    "output('a')",
    "output((1, 2, 3, 4))",
    "prediction(1)",
    "variance along('x')",
    "rank('spectrum(2)')",
    "-" * 590 + "1",
    "(" * 300 + "1" + ")" * 300,
    "2^" * 250 + "1",
    "1" + "+1" * 290,
    "1e999",
    "margin = 1",
    "'",
)


@pytest.mark.sampled(11)
@pytest.mark.parametrize("expression", EXPRESSIONS)
@pytest.mark.parametrize("place", ["answer", "reveal", "ask", "vary", "require", "state", "then", "holds"])
def test_an_expression_that_cannot_be_computed_is_a_sentence(expression: str, place: str) -> None:
    written = expression.replace("'", '"')
    broken = {
        "answer": GOOD.replace('answer = "number of support vectors"', f"answer = '{written}'"),
        "reveal": GOOD.replace('reveal = "{=number of support vectors}"', f"reveal = '{{={written}}}'"),
        "ask": GOOD.replace('ask = "How many?"', f"ask = '{{={written}}}'"),
        "vary": GOOD.replace("vary = {c = [1, 10]}", f"vary = {{c = '= {written}'}}"),
        "require": GOOD.replace("vary =", f"require = '{written}'\nvary ="),
        "state": GOOD.replace("C={=c}", f"C={{={expression}}}"),
        "then": GOOD.replace("vary =", f"then = 'C={{={written}}}'\nvary ="),
        "holds": GOOD.replace('holds = "verdict is proven"', f"holds = '{written}'"),
    }[place]
    course = reader.read(broken, "t")
    assert len(course.steps) + len(course.faults) == 2
    for fault in course.faults:
        assert fault.line > 1
        assert fault.why.strip()
        assert "Error" not in fault.why, fault.why


def test_a_text_that_fills_itself_without_end_is_refused() -> None:
    """The value of c is put into the text where it stood, and is c again."""
    course = reader.read(
        GOOD.replace("[1, 10]", "['{=c}']").replace('says = "Look."', 'says = \'{=with("{=c}", "margin")}\'', 1), "t"
    )
    assert [step.name for step in course.steps] == ["second"]


VALUES = st.one_of(
    st.sampled_from(["", "true", "-1", "0", "1e999", "nan", "[]", "{}", "[[1]]", '""', '"{="', '"{=x}"', "1979-05-27"]),
    st.sampled_from([f"'{expression}'" for expression in EXPRESSIONS if "'" not in expression]),
    st.text(max_size=8).map(repr),
    st.recursive(
        st.integers(-9, 9).map(str), lambda inside: st.lists(inside, max_size=3).map(lambda x: f"[{', '.join(x)}]")
    ),
)
LINES = GOOD.split("\n")


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The good course after a few slips: lines lost, doubled, swapped, values changed, signs typed or deleted."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["value", "drop", "double", "swap", "type", "delete", "key"])):
            case "value" if "=" in lines[at]:
                lines[at] = f"{lines[at].partition('=')[0]}= {draw(VALUES)}"
            case "drop":
                lines[at] = ""
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "type":
                place = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + draw(st.text(max_size=2)) + lines[at][place:]
            case "delete":
                place = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + lines[at][place + 1 :]
            case "key":
                name = draw(st.sampled_from([*step_table.KEYS, "option", "step", "kind", "mistake", "tolerance"]))
                lines.insert(at, f"{name} = {draw(VALUES)}")
    return "\n".join(lines)


def whole(text: str) -> None:
    course = reader.read(text, "t")
    count = text.count("\n") + 1
    for fault in course.faults:
        assert 1 <= fault.line <= count, fault
        assert str(fault).strip()
        assert "Error" not in fault.why or "TOML" in fault.why, fault
    for step in course.steps:  # what is used can be shown
        scene = step.scene(0)
        assert step.question.judge(step.question.solution(scene), scene).right
        step.revealed(0).filled(step.reveal)


@settings(max_examples=25, deadline=None)
@given(mutated())
def test_a_mutated_course_is_a_course_or_its_faults(text: str) -> None:
    whole(text)


@pytest.mark.long
@settings(max_examples=1500, deadline=None)
@given(mutated())
def test_many_mutated_courses(text: str) -> None:
    whole(text)


def test_a_fault_nobody_thought_of_costs_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a page raises for a state nobody tried."""
    from kernviz.courses import checking

    real = checking.check

    def fails(step: reader.Step, scene: object) -> None:
        if step.name == "first":
            raise RuntimeError("unheard of")
        real(step, scene)  # type: ignore[arg-type]

    monkeypatch.setattr(checking, "check", fails)
    course = reader.read(GOOD, "t")
    assert [step.name for step in course.steps] == ["second"]
    assert course.faults[0].line == 4
    assert "RuntimeError" in course.faults[0].why


@pytest.mark.parametrize("words", [[], ["handout"], ["handout", "a", "b", "c"]])
def test_the_command_without_a_file_says_how_it_is_used(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["empty", "nowhere", "utf16", "no_step"])
def test_the_checker_refuses_an_invalid_course(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"{name}.toml"
    if name in FILES:
        path.write_bytes(FILES[name])
    assert main([str(path)]) == 1
    assert f"{name}.toml, line" in capsys.readouterr().out
    assert main(["handout", str(path)]) == 1
    assert f"{name}.toml, line" in capsys.readouterr().err


@pytest.mark.parametrize("variant", ["0", "3"])
def test_a_handout_of_a_broken_file_reports_the_fault(
    variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A step that goes wrong in no variant that is tried on reading, and one that is broken in all."""
    path = tmp_path / "mine.toml"
    hidden = GOOD.replace("[1, 10]", "[1, 10, 100]").replace("{=number of support vectors}", "{=1/(C - 100)}")
    for text in (GOOD.replace("{=number of support vectors}", "{=numbr}"), hidden):
        path.write_text(text, "utf-8")
        code = main(["handout", str(path), variant])
        printed = capsys.readouterr()
        assert code == (0 if "<h1>" in printed.out else 1)
        assert "<h1>" in printed.out or "mine" in printed.err
        assert "Traceback" not in printed.err
