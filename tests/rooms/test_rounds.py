"""Two rounds of a question, a timer, and the results as a table: the same in every store."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kernviz.courses import static_step
from kernviz.rooms import room as limits
from kernviz.rooms.location import opened_store
from kernviz.rooms.results import results, wrong_ideas
from kernviz.rooms.room import NotAMember, Place, QuestionClosed, RoomNotFound, TooLong, read_question
from kernviz.rooms.rooms import Rooms
from kernviz.rooms.sqlite import SQLite
from tests.rooms.test_store import ONE, TWO, Clock, address, hall, pass_time, redis_server

__all__ = ["address", "hall", "redis_server"]  # fixtures: each test of `hall` runs with every store

NUMBER = Place("what_is_a_kernel", "the-short-way")
POINTS = Place("what_is_a_kernel", "who-carries-it")
CHOICE = Place("what_is_a_kernel", "never-negative")


# ---- two rounds ------------------------------------------------------------------------------------------------------


def test_a_question_is_answered_again_and_the_first_answers_stay(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada, bob, eve = (hall.join(made.code) for _ in range(3))
    hall.answer(made.code, ada, ONE.name, "3")
    hall.answer(made.code, bob, ONE.name, "4")
    before = hall.look(made.code)
    assert (before.round, before.question) == (1, ONE.name)
    again = hall.answer_again(made.code, made.key)
    assert (again.round, again.place, again.question) == (2, ONE, ONE.in_round(2))
    assert again.version > before.version
    assert hall.answers(made.code, made.key) == ()
    assert (hall.answered(made.code, ada), hall.answered(made.code, ada, 1)) == (None, "3")
    with pytest.raises(QuestionClosed, match="another question"):
        hall.answer(made.code, ada, ONE.name, "5")  # sent before the page had heard of the second round
    hall.answer(made.code, ada, again.question, "4")
    hall.answer(made.code, eve, again.question, "5")
    assert hall.answers(made.code, made.key) == ("4", "5")
    assert hall.pairs(made.code, made.key) == ((None, "5"), ("3", "4"), ("4", None))
    assert hall.answer_again(made.code, made.key) == hall.look(made.code) == again  # there are two rounds, not more


def test_a_question_is_in_its_round_when_the_lecturer_comes_back(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada = hall.join(made.code)
    hall.answer_again(made.code, made.key)
    hall.answer(made.code, ada, ONE.in_round(2), "4")
    assert hall.ask(made.code, made.key, TWO).round == 1
    back = hall.ask(made.code, made.key, ONE)
    assert back.round == 2
    assert hall.answers(made.code, made.key) == ("4",)


def test_there_is_no_second_round_and_no_timer_after_the_reveal(hall: Rooms) -> None:
    made = hall.open(ONE)
    revealed = hall.reveal(made.code, made.key)
    with pytest.raises(QuestionClosed, match="shown"):
        hall.answer_again(made.code, made.key)
    with pytest.raises(QuestionClosed, match="shown"):
        hall.set_timer(made.code, made.key, 30)
    assert hall.look(made.code) == revealed


def test_the_reveal_after_a_second_round_closes_both(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada = hall.join(made.code)
    hall.answer_again(made.code, made.key)
    assert hall.reveal(made.code, made.key).revealed
    for question, why in ((ONE.in_round(2), "shown"), (ONE.name, "another question")):
        with pytest.raises(QuestionClosed, match=why):
            hall.answer(made.code, ada, question, "4")


def test_whoever_is_sent_away_in_the_second_round_leaves_nothing_of_the_first(hall: Rooms) -> None:
    made = hall.open(ONE)
    rude, kind = hall.join(made.code), hall.join(made.code)
    for question in (ONE.name, ONE.in_round(2)):
        hall.answer(made.code, rude, question, "rude" if question != ONE.name else "4")
        hall.answer(made.code, kind, question, "5")
        hall.answer_again(made.code, made.key)
    assert hall.strike(made.code, made.key, {"rude"}, dismiss=True) == 1
    assert hall.pairs(made.code, made.key) == (("5", "5"),)
    assert hall.record(made.code, made.key) == ((ONE.name, "5"), (ONE.in_round(2), "5"))


# ---- a timer ---------------------------------------------------------------------------------------------------------


def test_answers_close_at_the_end_of_the_timer(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada = hall.join(made.code)
    before = hall.look(made.code)
    assert hall.left(before) is None
    running = hall.set_timer(made.code, made.key, 30)
    assert running.version > before.version
    assert hall.left(running) == 30
    pass_time(hall, 29)
    assert hall.left(hall.look(made.code)) == 1
    hall.answer(made.code, ada, ONE.name, "3")
    pass_time(hall, 1 + limits.GRACE)
    hall.answer(made.code, ada, ONE.name, "4")  # on its way when the time was over
    pass_time(hall, 0.1)
    with pytest.raises(QuestionClosed, match="time is over"):
        hall.answer(made.code, ada, ONE.name, "5")
    assert hall.left(hall.look(made.code)) == 0
    assert hall.answers(made.code, made.key) == ("4",)
    hall.set_timer(made.code, made.key, 60)  # more time
    hall.answer(made.code, ada, ONE.name, "6")
    pass_time(hall, 100)
    assert hall.left(hall.set_timer(made.code, made.key, 0)) is None
    hall.answer(made.code, ada, ONE.name, "7")


def test_a_timer_is_of_one_question_and_one_round(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada = hall.join(made.code)
    hall.set_timer(made.code, made.key, 30)
    pass_time(hall, 100)
    hall.ask(made.code, made.key, TWO)
    hall.answer(made.code, ada, TWO.name, "x")
    back = hall.ask(made.code, made.key, ONE)
    assert hall.left(back) == 0
    assert hall.left(hall.answer_again(made.code, made.key)) is None
    hall.answer(made.code, ada, ONE.in_round(2), "3")


@pytest.mark.parametrize("seconds", [-1, limits.LONGEST_TIMER + 1, float("nan"), float("inf")])
def test_a_timer_has_limits(hall: Rooms, seconds: float) -> None:
    made = hall.open(ONE)
    with pytest.raises(TooLong, match="a timer has 0 to 3600 seconds"):
        hall.set_timer(made.code, made.key, seconds)
    assert hall.left(hall.look(made.code)) is None


def test_rounds_timers_and_records_are_the_lecturers(hall: Rooms) -> None:
    made, other = hall.open(ONE), hall.open(ONE)
    acts: tuple[Callable[[str, str], object], ...] = (
        hall.answer_again,
        hall.pairs,
        hall.record,
        hall.by_student,
        lambda code, key: hall.set_timer(code, key, 30),
    )
    for key in ("", other.key, hall.join(made.code)):
        for act in acts:
            with pytest.raises(NotAMember):
                act(made.code, key)
    assert hall.look(made.code).version == 1
    hall.close(made.code, made.key)
    for gone in (lambda: hall.store.begin_round(made.code, 2, 0.0), lambda: hall.store.set_timer(made.code, 9.0, 0.0)):
        with pytest.raises(RoomNotFound):
            gone()
    reads: tuple[Callable[[str], object], ...] = hall.store.pairs, hall.store.by_student
    for read in reads:
        with pytest.raises(RoomNotFound):
            read(made.code)


def test_a_store_opened_again_knows_round_and_timer(hall: Rooms, address: str, tmp_path: Path) -> None:
    made = hall.open(ONE)
    hall.answer_again(made.code, made.key)
    hall.set_timer(made.code, made.key, 30)
    store: Any = opened_store(address, tmp_path)
    assert Rooms(store, clock=hall.clock).look(made.code) == hall.look(made.code)
    store.shut()
    hall.close(made.code, made.key)
    if address.startswith("redis"):
        import redis

        with redis.Redis.from_url(address) as client:
            assert not client.keys("*")


def test_a_file_of_an_older_kernviz_is_read(tmp_path: Path) -> None:
    """An update in mid-lecture: the file was made without the table of rounds."""
    path = tmp_path / "rooms.sqlite"
    store = SQLite(path)
    hall = Rooms(store, clock=Clock())
    made = hall.open(ONE)
    store._file.execute("DROP TABLE round")
    store.shut()
    newer = SQLite(path)
    again = Rooms(newer, clock=hall.clock)
    assert again.look(made.code).round == 1
    assert again.answer_again(made.code, made.key).round == 2
    newer.shut()


# ---- the results -----------------------------------------------------------------------------------------------------


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_results_count_each_answer_of_each_round(hall: Rooms) -> None:
    made = hall.open(NUMBER)
    students = [hall.join(made.code) for _ in range(3)]
    for student, text in zip(students, ("25", "16", "5^2"), strict=True):
        hall.answer(made.code, student, NUMBER.name, text)
    hall.answer_again(made.code, made.key)
    for student in students:
        hall.answer(made.code, student, NUMBER.in_round(2), "25")
    hall.ask(made.code, made.key, POINTS)
    for student, text in zip(students, ("1, 3", "3,1", "2"), strict=True):
        hall.answer(made.code, student, POINTS.name, text)
    rows = table(results(hall.record(made.code, made.key)))
    assert [(r["step"], r["kind"], r["round"], r["count"], r["right"]) for r in rows] == [
        (NUMBER.step, "number", "1", "2", "yes"),
        (NUMBER.step, "number", "1", "1", "no"),
        (NUMBER.step, "number", "2", "3", "yes"),
        (POINTS.step, "point", "1", "2", "no"),
        (POINTS.step, "point", "1", "1", "no"),
    ]
    assert [r["answer"] for r in rows[:3]] == ["25", "16", "25"]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", '"=1', "1\n2"])
def test_no_answer_is_a_formula_of_a_spreadsheet(text: str) -> None:
    (row,) = table(results([(NUMBER.name, text)]))
    assert row["answer"].lstrip("'") == text
    assert row["answer"][0] not in "=+-@"


def test_results_have_the_words_of_a_choice_and_leave_out_what_is_no_more() -> None:
    gone = Place("what_is_a_kernel", "gone")
    (row,) = table(results([(CHOICE.name, "1"), (gone.name, "1")]))
    assert row["answer"].startswith("'") or "linear" in row["answer"] or "rbf" in row["answer"]
    assert not row["answer"].isdecimal()
    assert results([]).startswith("course,step,title,kind,variant,round,answer,count,right")


def test_wrong_ideas_count_students_over_questions_and_rounds(hall: Rooms) -> None:
    """Ada misses both questions at first, and one of them at last. Bob never misses. Eve answers one, wrongly."""
    asks, comes_back = Place("s0", "a-minus"), Place("s0", "a-negative-square")
    right = {each: solution(each) for each in (asks, comes_back)}
    wrong = {each: slip(each) for each in (asks, comes_back)}
    made = hall.open(asks)
    ada, bob, eve = (hall.join(made.code) for _ in range(3))
    for student, text in ((ada, wrong[asks]), (bob, right[asks]), (eve, wrong[asks])):
        hall.answer(made.code, student, asks.name, text)
    hall.answer_again(made.code, made.key)
    hall.answer(made.code, ada, asks.in_round(2), right[asks])
    hall.ask(made.code, made.key, comes_back)
    hall.answer(made.code, ada, comes_back.name, wrong[comes_back])
    hall.answer(made.code, bob, comes_back.name, right[comes_back])
    records = hall.by_student(made.code, made.key)
    assert len(records) == 3
    assert not any(student in repr(records) for student in (ada, bob, eve))
    (found,) = wrong_ideas(records)
    assert (found.answered, found.first, found.last, len(found.steps)) == (3, 2, 2, 2)
    (open_still,) = wrong_ideas(records, comes_back.name)
    assert (open_still.answered, open_still.first, open_still.last, len(open_still.steps)) == (3, 2, 1, 1)
    asked = {row["asks for the idea"] for row in table(results(hall.record(made.code, made.key)))}
    assert asked == {found.idea}


def solution(place: Place) -> str:
    _, step = static_step.find_step(place.course, place.step)
    return step.question.solution(step.scene(place.variant))


def slip(place: Place) -> str:
    _, step = static_step.find_step(place.course, place.step)
    return step.question.slips(step.scene(place.variant))[0]


def test_read_question_inverts_in_round() -> None:
    for place in (ONE, TWO):
        for number in (1, 2):
            assert read_question(place.in_round(number)) == (place, number)
