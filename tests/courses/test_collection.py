"""Many submitted links, read into one table.

Any text is read, every answer is judged, and hostile text stays text.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.courses import reader
from kernviz.courses.collection import MOST_LINKS, as_csv, collected
from kernviz.courses.csv_table import plain as plain_text
from kernviz.courses.submission import Answer
from tests.courses.packing import pack

COURSES = reader.courses()
COURSE = COURSES["what_is_a_kernel"]
STEP = COURSE.step("the-short-way")


def link(answers: list[Answer], by: str = "", course: str = "what_is_a_kernel") -> str:
    return f"http://127.0.0.1:8501/course?course={course}#answers={pack(answers, by)}"


def former_link(answers: list[Answer], by: str = "") -> str:
    """Return a link as it was before: the answers are in the query, and a server's log has them."""
    return link(answers, by).replace("#", "&")


def test_a_link_with_the_answers_in_its_query_is_read_like_one_with_a_fragment() -> None:
    given = [number("16"), number("25", 1)]
    one, other = (collected(made(given, "Ada"), COURSES) for made in (link, former_link))
    assert one == other
    assert len(one.rows) == 1
    assert not one.problems


def number(text: str, variant: int = 0) -> Answer:
    return Answer("the-short-way", variant, text)


def forty() -> list[str]:
    """Forty students: each variant has another answer; every fourth forgets the 1, every fifth never gets it."""
    found = []
    for i in range(40):
        scene = STEP.scene(i)
        right, forgot = STEP.question.solution(scene), repr(scene.value("(z1 + 2*z2)^2"))
        first = forgot if i % 4 == 0 else right
        last = "1000000" if i % 5 == 0 else right
        found.append(link([number(each, i) for each in dict.fromkeys((first, last))], f"student {i}"))
    return found


def test_forty_links_are_one_table() -> None:
    found = collected("\n".join(forty()), COURSES)
    assert (found.students, len(found.rows), found.problems) == (40, 40, ())
    assert [row.who for row in found.rows] == [f"student {i}" for i in range(40)]
    (tally,) = found.tallies
    assert (tally.answered, tally.first, tally.last) == (40, 30, 32)
    reasons = {each.reason: each.students for each in found.reasons}
    assert reasons == {"That is (x·z)²: the 1 was left out.": 10, "That is too large by a factor of ten or more.": 8}


def test_two_links_of_one_name_are_one_student() -> None:
    wrong, right = (link([number(text)], "Ada") for text in ("1000000", STEP.question.solution(STEP.scene(0))))
    found = collected(f"{wrong}\n{right}\n{link([number('2000000')], 'Ada')}", COURSES)
    assert (found.students, len(found.rows)) == (1, 3)
    (tally,), (reason,) = found.tallies, found.reasons
    assert (tally.answered, tally.first, tally.last, reason.students) == (1, 0, 0, 1)
    (tally,) = collected(f"{wrong}\n{right}", COURSES).tallies
    assert (tally.answered, tally.first, tally.last) == (1, 0, 1)


def test_steps_with_one_title_are_counted_apart() -> None:
    """Titles are an author's free text: two steps, or two courses, may have the same."""
    steps = [replace(COURSE.step(name), title="Again") for name in ("the-short-way", "two-rings")]
    course = replace(COURSE, title="Course", steps=tuple(steps))
    courses = {"one": course, "other": replace(course, name="other")}
    answers = [number("1000000"), Answer("two-rings", 0, steps[1].question.solution(steps[1].scene(0)))]
    found = collected("\n".join(link(answers, "Ada", name) for name in courses), courses)
    assert [(tally.answered, tally.first) for tally in found.tallies] == [(1, 0), (1, 1)] * 2


def test_a_reason_against_an_answer_to_a_former_step_has_the_title_of_that_step() -> None:
    former = replace(STEP, title="Former")
    course = replace(COURSE, steps=COURSE.steps[:1], former=(former,))
    assert course.place(former.name) is None
    found = collected(link([number("1000000")]), {course.name: course})
    assert [each.step for each in found.reasons] == ["Former"]


def test_links_are_found_wherever_they_stand() -> None:
    one, two, three = (link([number("16")], name) for name in ("Ada", "Bob", "Čeněk"))
    text = f'name,link\n1,"{one}"\n2;<a href="{two.replace("&", "&amp;")}">here</a> and {three}, thanks.\n{one}'
    assert [row.who for row in collected(text, COURSES).rows] == ["Ada", "Bob", "Čeněk"]


def test_unusable_links_are_reported() -> None:
    text = "\n".join(
        (link([number("1")], course="gone"), link([Answer("gone", 0, "1")]), link([number("abc")]), "?answers=AAAA")
    )
    found = collected(text, COURSES)
    assert not found.rows
    assert [problem.partition(":")[0] for problem in found.problems] == ["Link 1", "Link 2", "Link 3", "Link 4"]
    assert collected("no link at all", COURSES).problems
    many = "\n".join(link([number(str(i))]) for i in range(MOST_LINKS + 1))
    assert "Only the first" in collected(many, COURSES).problems[-1]


def test_a_cell_is_no_formula() -> None:
    table = list(csv.reader(io.StringIO(as_csv(collected(link([number("16")], "=1+1"), COURSES).rows))))
    assert table[0] == ["who", "course", "step", "first try", "last try", "reason", "asks for the idea"]
    assert table[1][0] == "'=1+1"
    assert table[1][3:] == ["✗ 16", "✗ 16", "That is (x·z)²: the 1 was left out.", ""]


def test_wrong_ideas_are_counted_over_courses() -> None:
    """Ada misses an idea in two courses and has one of them right at last. Bob misses it nowhere."""
    places = [("s0", "a-minus"), ("s3", "fun-time-4")]
    links = []
    for course, name in places:
        asked = COURSES[course].step(name)
        scene = asked.scene(0)
        right, slip = asked.question.solution(scene), asked.question.slips(scene)[0]
        links.append(link([Answer(name, 0, each) for each in (slip, right)], "Ada", course))
        links.append(link([Answer(name, 0, right)], "Bob", course))
    found = collected("\n".join(links), COURSES)
    (idea,) = found.ideas
    assert idea.idea == COURSES["s0"].ideas["a-minus-breaks-it"]
    assert (idea.answered, idea.first, idea.last, len(idea.steps)) == (2, 1, 0, 2)
    assert {row.ideas for row in found.rows} == {idea.idea}
    assert as_csv(found.rows).count(idea.idea) == len(found.rows) == 4


@pytest.mark.parametrize("token", ["a", "answers=", "answers=A", "?", "&amp;", "%41", "#"])
def test_a_long_text_without_blanks_is_read_at_once(token: str) -> None:
    start = perf_counter()
    collected(token * (100_000 // len(token)), COURSES)
    assert perf_counter() - start < 5


def test_a_written_kernel_is_listed_as_it_is_typed() -> None:
    typed = "normalize(linear + 1)"
    (row,) = collected(link([Answer("two-rings", 0, typed)]), COURSES).rows
    assert row.first == row.last == typed


@given(st.text() | st.text().map(lambda text: f"?course=s0&answers={text}"))
def test_any_text_is_read(text: str) -> None:
    found = collected(text, COURSES)
    assert not found.rows


def test_kernels_keep_their_powers_and_steps_stand_in_the_order_of_the_course() -> None:
    course = COURSES["s0"]
    last, first = course.step("a-negative-square"), course.steps[0]
    scene = last.scene(0)
    answers = [Answer(last.name, 0, slip) for slip in last.question.slips(scene)]
    later = [link([answer], f"student {i}", "s0") for i, answer in enumerate(answers)]
    found = collected("\n".join([*later, link([Answer(first.name, 0, "1000")], "last", "s0")]), COURSES)
    assert [tally.step for tally in found.tallies] == [first.title, last.title]
    assert any("**2" in row.first for row in found.rows) == any(
        "**2" in last.question.understood(answer.text, scene) for answer in answers
    )
    code = "`linear**2` is **right**, $x$"
    assert plain_text(code) == "linear**2 is right, x"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (r"$\left(-x\cdot z - 1\right)^{2}$", "(−x·z − 1)²"),
        (r"$e^{-\|x-{x'}\|^2/(2\cdot 0.25)}$", "e^(−‖x−x′‖²/(2·0.25))"),
        (r"$2\,e^{-2\|x-z\|^2} - 1$", "2e^(−2‖x−z‖²) − 1"),
        (r"$x^\top {x'}$", "xᵀx′"),
        ("`linear**2` is *one* kernel", "linear**2 is one kernel"),
    ],
)
def test_a_formula_is_in_plain_signs_in_a_table(written: str, plain: str) -> None:
    assert plain_text(written) == plain
