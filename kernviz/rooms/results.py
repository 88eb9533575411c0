"""Results of a room: answers as CSV, and wrong ideas.

The file has a row for each distinct answer to a question in a round, with its count. Nothing here names a student.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from kernviz.compute import politely
from kernviz.courses import ideas, reader
from kernviz.courses.course import Step
from kernviz.courses.csv_table import as_csv, plain
from kernviz.courses.ideas import IdeaTally, Tried
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.static_step import find_step
from kernviz.rooms.room import read_question
from kernviz.rooms.tally import by_meaning, is_right
from kernviz.wording import say, spoken

Row = tuple[str, ...]


def results(record: Sequence[tuple[str, str]]) -> str:
    """Return the counted answers of a room as CSV text.

    `record` holds pairs of a key (question and round) and an answer, sorted, as `Rooms.record` returns
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
    names = (*place, say("answer"), say("count"), say("right"), say("asks for the idea"))
    return as_csv({name: [row[i] for row in rows] for i, name in enumerate(names)})


def _rows(key: str, texts: Sequence[str]) -> Iterator[Row]:
    place, number = read_question(key)
    try:
        course, step = find_step(place.course, place.step)
    except LanguageError:  # the course's file has changed since
        return
    about = course.name, step.name, spoken(step.title), step.question.kind, str(place.variant), str(number)
    asks = plain(ideas.titles(step, reader.courses()))
    count_of = Counter(texts)
    groups = by_meaning(step, place.variant, count_of).values()
    counts = [(sum(count_of[text] for text in alike), alike) for alike in groups]
    for count, alike in sorted(counts, key=lambda pair: (-pair[0], pair[1])):
        right = say("yes") if is_right(step, place.variant, alike[0]) else say("no")
        yield (*about, _answer_words(step, place.variant, alike[0]), str(count), right, asks)


def _answer_words(step: Step, variant: int, text: str) -> str:
    """Return the words of a chosen option, or any other answer unchanged."""
    question = step.question
    if isinstance(question, Choose) and text.isdecimal() and 1 <= int(text) <= len(question.options):
        return plain(spoken(question.words(int(text) - 1, step.scene(variant))))
    return text


def wrong_ideas(records: Sequence[Sequence[tuple[str, str]]], unasked: str = "") -> tuple[IdeaTally, ...]:
    """Count the students of a room who missed each wrong idea.

    `records` holds the answers of each student, as `Store.by_student` returns them. The first try at a question is the
    answer in its first round, the last try that in its last round. The question `unasked` is left out: while its
    answer is not shown, nothing tells how many were right.
    """
    with politely():
        tries = [tried for who, record in enumerate(records) for tried in _tries(str(who), record, unasked)]
        return ideas.tallied(tries, reader.courses())


def _tries(who: str, record: Sequence[tuple[str, str]], unasked: str) -> Iterator[Tried]:
    """Yield the tries of a student at each question, by round."""
    for key, text in sorted(record, key=lambda answered: read_question(answered[0])[1]):
        place, _ = read_question(key)
        try:
            course, step = find_step(place.course, place.step)
        except LanguageError:  # the course's file has changed since
            continue
        if place.name != unasked:
            right = is_right(step, place.variant, text)
            yield Tried(who, course, step, right, right)
