"""Results of a room as a CSV file.

The file has a row for each distinct answer to a question in a round, with its count. The file names no student.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from kernviz.compute import politely
from kernviz.courses.course import Course, Step
from kernviz.courses.csv_table import as_csv, plain
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.static_step import found
from kernviz.rooms.room import read_question
from kernviz.rooms.tally import grouped, is_right
from kernviz.wording import say, spoken

Row = tuple[str, ...]


def results(record: Sequence[tuple[str, str]]) -> str:
    """Return the counted answers of a room as CSV text.

    `record` holds pairs of a key (question and round) and an answer, sorted, as `Store.record` returns
    them. Answers that are understood alike share a row. Questions of steps that no longer exist are
    left out.
    """
    with politely():
        rows = [
            row
            for key, answers in groupby(record, lambda record_row: record_row[0])
            for row in _rows(key, [a for _, a in answers])
        ]
    place = say("course"), say("step"), say("title"), say("kind"), say("variant"), say("round")
    names = (*place, say("answer"), say("count"), say("right"))
    return as_csv({name: [row[i] for row in rows] for i, name in enumerate(names)})


def _rows(key: str, texts: Sequence[str]) -> Iterator[Row]:
    place, number = read_question(key)
    try:
        course, step = found(place.course, place.step)
    except LanguageError:  # the course's file has changed since
        return
    about = course.name, step.name, spoken(step.title), step.question.kind, str(place.variant), str(number)
    counts = [
        (same, sum(texts.count(text) for text in same))
        for same in grouped(step, place.variant, dict.fromkeys(texts)).values()
    ]
    for same, count in sorted(counts, key=lambda each: (-each[1], each[0])):
        right = say("yes") if is_right(step, place.variant, same[0]) else say("no")
        yield (*about, _answer_words(course, step, place.variant, same[0]), str(count), right)


def _answer_words(course: Course, step: Step, variant: int, text: str) -> str:
    """Return the words of a chosen option, or any other answer unchanged."""
    question = step.question
    if isinstance(question, Choose) and text.isdecimal() and 1 <= int(text) <= len(question.options):
        return plain(spoken(question.words(int(text) - 1, step.scene(variant))))
    return text
