"""Limits of the code, each with something one below and something one above it.

What is above is refused in words that name the limit (`REFUSED`), or an older entry makes room for it (`FORGOTTEN`).
tests/test_every_limit.py tries the sizes that SECURITY.md lists, and tests/kernels/test_kernel_limits.py those of
kernels, stories and typed numbers. ELSEWHERE names the tests of the others; UNTRIED says why a constant has no pair.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
from starlette.applications import Starlette

from kernviz.courses import collection, language, quantities, reader, submission, syntax, variants
from kernviz.courses.scene import Scene
from kernviz.data import checks, dialect, drawn, drawn_text, header, objects, read_drawn, registry, text
from kernviz.lessons.shared import typed_points
from kernviz.rooms import rooms as rules
from kernviz.stories import stories as all_stories
from kernviz.ui import (
    expression,
    file_messages,
    link_preview,
    live,
    live_before_rerun,
    live_pool,
    points_table,
    virtual_clock,
    visitor_files,
    worker_pool,
)
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.file_messages import file_of
from kernviz.ui.rooms import guard
from kernviz.ui.stories import content as story_content
from kernviz.ui.stories import route as stories
from kernviz.ui.sweeps import frames
from kernviz.ui.sweeps import route as sweeps
from tests.kernels import test_kernel_limits as kernels
from tests.limits import Pair, refusal
from tests.test_every_limit import rooms
from tests.test_limits_listed import ROOT, in_code
from tests.ui.asking import asked
from tests.ui.test_live import asked as live_asked
from tests.ui.test_sweeps import serve

# ---- refusals --------------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    return refusal(lambda: Scene.opened("home", {}, {}).value(f"factorial({value})"))


def handed(count: int) -> submission.HandedIn:
    """Return what is read of a link with ``count`` answers, which is not too long as a whole."""
    packed = base64.urlsafe_b64encode(json.dumps([["a", 0, "1"]] * count, separators=(",", ":")).encode()).decode()
    assert len(packed) <= submission.LONGEST
    return submission.unpack(packed)


def cells(count: int) -> str:
    return refusal(lambda: list(dialect.Dialect(",", ".").rows(",".join(["1"] * count))))


def empty_lines(count: int) -> str:
    return refusal(lambda: list(dialect.Dialect(",", ".").rows("1,2\n" + ",\n" * count + "3,4")))


def toy(**chosen: float) -> str:
    return refusal(lambda: registry.TOYS["moons"](**chosen))


def story(query: str) -> str:
    reply = asked(STORIES, "GET", f"/{story_content.FOLDER}/{SLUG}?{query}")
    return reply.body.decode() if reply.status in (413, 414) else ""


def cell(size: int) -> str:
    return refusal(lambda: points_table._texts(["1", "a" * size]))


def live_address(size: int) -> str:
    answer = live_asked("svm", "n=20&x=" + "a" * (size - 7))
    return "" if answer.status_code == 200 else bytes(answer.body).decode()


def sweep_address(size: int) -> str:
    reply = serve("svm", "n=20&x=" + "a" * (size - 7), gzipped=False).body.decode("latin-1")
    return reply if "at most" in reply else ""


def sent_file(size: int) -> str:
    found = file_of({"name": "a.csv", "id": "1", "body": "A" * size})
    assert found is not None
    return found.refused if size > file_messages.LONGEST_BODY or size % 4 == 0 else ""


STEPS = "title = 'T'\nsays = 'S'\n"
STORIES, SLUG = Starlette(routes=stories.routes()), next(each.slug for each in all_stories() if each.questions)
REFUSED = {
    "courses.collection.LONGEST": Pair(
        collection.LONGEST,
        lambda size: "".join(collection.collected("a" * size, {}).problems[-1:]) if size > collection.LONGEST else "",
        "4 million",
    ),
    "courses.syntax.LONGEST": Pair(
        syntax.LONGEST, lambda size: refusal(lambda: language.read("1 < 2" + " " * (size - 5)))
    ),
    "courses.syntax.DEEPEST": Pair(
        syntax.DEEPEST - 1,
        lambda deep: refusal(lambda: language.read("(" * deep + "1" + ")" * deep)),
        str(syntax.DEEPEST),
    ),
    "courses.quantities.LARGEST_FACTORIAL": Pair(quantities.LARGEST_FACTORIAL, number),
    "courses.reader.MOST_STEPS": Pair(
        reader.MOST_STEPS,
        lambda count: next(
            (
                f.why
                for f in reader.read("title = 'T'\nsays = 'S'\n" + "[[step]]\n" * count, "t").faults
                if "at most" in f.why
            ),
            "",
        ),
    ),
    "courses.submission.LONGEST": Pair(submission.LONGEST, lambda size: submission.unpack("A" * size).problem),
    "courses.submission.MOST": Pair(submission.MOST, lambda count: handed(count).problem),
    "courses.variants.LARGEST": Pair(
        variants.LARGEST, lambda size: refusal(lambda: variants.check({"a": [1.0, size]})), "1e300", 1e290
    ),
    "courses.variants.MOST_VALUES": Pair(
        variants.MOST_VALUES, lambda count: refusal(lambda: variants.check({"a": {"from": 1, "to": count}}))
    ),
    "data.checks.MAX_ROWS": Pair(
        checks.MAX_ROWS, lambda count: refusal(lambda: checks.checked_points(np.zeros((count, 2))))
    ),
    "data.checks.MAX_COLUMNS": Pair(
        checks.MAX_COLUMNS, lambda count: refusal(lambda: checks.checked_points(np.zeros((2, count))))
    ),
    "data.checks.MAX_CLASSES": Pair(
        checks.MAX_CLASSES, lambda count: refusal(lambda: checks.checked_names([f"c{k}" for k in range(count)]))
    ),
    "data.checks.LARGEST": Pair(
        checks.LARGEST, lambda size: refusal(lambda: checks.check_values(np.array([[size]]), ["x"])), "1e6"
    ),
    "data.drawn_text.LONGEST_DRAWN": Pair(
        drawn_text.LONGEST_DRAWN, lambda size: refusal(lambda: read_drawn("a: 1 1 b: 3 3" + " " * (size - 13)))
    ),
    "data.drawn.MOST_DRAWN": Pair(
        drawn.MOST_DRAWN, lambda count: refusal(lambda: read_drawn("a: " + "1 1 " * (count - 1) + "b: 2 2"))
    ),
    "data.header.MAX_LINES": Pair(
        header.MAX_LINES, lambda count: refusal(lambda: header.read_header("# a\n" * count + "1,2\n"))
    ),
    "data.objects.MOST_LINES": Pair(
        objects.MOST_LINES, lambda count: refusal(lambda: objects.entries("a: b\n" * count))
    ),
    "data.objects.LONGEST_LABEL": Pair(
        objects.LONGEST_LABEL, lambda size: refusal(lambda: objects.entries("thing: " + "a" * size))
    ),
    "data.registry.MAX_NOISE": Pair(registry.MAX_NOISE, lambda size: toy(n=20, noise=size), step=1e-9),
    "data.registry.MAX_SEED": Pair(registry.MAX_SEED - 1, lambda seed: toy(n=20, seed=seed)),
    "data.dialect.MAX_EMPTY": Pair(dialect.MAX_EMPTY, empty_lines),
    "data.dialect.MAX_CELLS": Pair(dialect.MAX_CELLS, cells),
    "data.text.MAX_LABEL": Pair(text.MAX_LABEL, lambda size: refusal(lambda: checks.checked_text("a" * size, "label"))),
    "data.text.MAX_TITLE": Pair(
        text.MAX_TITLE, lambda size: refusal(lambda: checks.checked_text("a" * size, "title", text.MAX_TITLE))
    ),
    "lessons.shared.typed_points.MOST_TYPED": Pair(
        typed_points.MOST_TYPED, lambda count: refusal(lambda: typed_points.typed_points(", ".join(["1"] * count)))
    ),
    "lessons.shared.typed_points.LARGEST": Pair(
        typed_points.LARGEST, lambda size: refusal(lambda: typed_points.typed_points(f"{size:.0f}")), "a million"
    ),
    "ui.file_messages.LONGEST_BODY": Pair(file_messages.LONGEST_BODY, sent_file),
    "ui.live.LONGEST": Pair(live.LONGEST, live_address),
    "ui.points_table.LONGEST": Pair(points_table.LONGEST, cell),
    "ui.stories.route.LONGEST": Pair(stories.LONGEST, lambda size: story("x=" + "a" * (size - 2))),
    "ui.stories.route.LONGEST_ANSWER": Pair(
        stories.LONGEST_ANSWER, lambda size: story("question=0&answer=" + "a" * size)
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_one_below_is_taken_and_one_above_is_refused_with_the_limit_in_the_words(name: str) -> None:
    REFUSED[name].check()


def test_an_address_of_a_sweep_is_refused_as_that_of_a_picture() -> None:
    assert sweep_address(live.LONGEST) == ""
    assert str(live.LONGEST) in sweep_address(live.LONGEST + 1)


# ---- what is kept: the oldest makes room -----------------------------------------------------------------------------


def files_kept(count: int) -> bool:
    visitor_files._files.clear()
    keys = [visitor_files.keep(SimpleNamespace(key=f"k{k}")) for k in range(count)]  # type: ignore[arg-type]
    found = keys[0] in visitor_files._files
    visitor_files._files.clear()
    return found


def hands_kept(count: int) -> bool:
    live_before_rerun._seen.clear()
    for k in range(count):
        with live_before_rerun.asking(f"h{k}"):
            pass
    return "h0" in live_before_rerun._seen


def names_kept(count: int) -> bool:
    limiter = rules.RateLimiter(1, 1e-9)
    for k in range(count):
        limiter.take(f"n{k}", 0.0)
    return bool(refusal(lambda: limiter.check("n0", 0.0)))


def owners_kept(count: int) -> bool:
    clock = virtual_clock.VirtualClock()
    for k in range(count):
        clock.charge((f"a{k}",), 1e9, 1.0, 10**9)
    return ("a0",) in clock._ends


def stored(room_of: int) -> Callable[[int], bool]:
    """Return a function: if the first of two stored answers remains beside one that fills the rest."""

    def kept(size: int) -> bool:
        cache = ByteCache(room_of)
        cache.put("first", bytes(1000))
        cache.put("second", bytes(size - 1000))
        return cache.get("first") is not None

    return kept


def failures_logged(count: int) -> bool:
    guard._logged.clear()
    for k in range(count):
        guard._log_failure(ValueError(str(k)))
    return "ValueError: 0" in guard._logged


def texts_kept(count: int) -> bool:
    memory = expression._ExpressionHistory(text="linear")
    for k in range(count):
        expression._set(memory, f"{k + 2}*linear")
    return "linear" in memory.past


FORGOTTEN: dict[str, tuple[int, Callable[[int], bool]]] = {
    "rooms.rooms.REMEMBERED": (rules.REMEMBERED, names_kept),
    "ui.expression._LONGEST_PAST": (expression._LONGEST_PAST, texts_kept),
    "ui.virtual_clock.MOST_NOTED": (virtual_clock.MOST_NOTED, owners_kept),
    "ui.visitor_files.MOST_KEPT": (visitor_files.MOST_KEPT, files_kept),
    "ui.live.ROOM": (live.ROOM, stored(live.ROOM)),
    "ui.live_before_rerun.MOST": (live_before_rerun.MOST, hands_kept),
    "ui.rooms.guard.MOST_LOGGED": (guard.MOST_LOGGED, failures_logged),
    "ui.link_preview.ROOM": (link_preview.ROOM, stored(link_preview.ROOM)),
    "ui.stories.route.ROOM": (stories.ROOM, stored(stories.ROOM)),
    "ui.sweeps.frames.ROOM": (frames.ROOM, stored(frames.ROOM)),
}


@pytest.mark.parametrize("name", FORGOTTEN)
def test_the_oldest_is_kept_up_to_the_limit_and_gone_above_it(name: str) -> None:
    most, kept = FORGOTTEN[name]
    assert kept(most - 1)
    assert kept(most)
    assert not kept(most + 1)


# ---- queues ----------------------------------------------------------------------------------------------------------

QUEUES: dict[str, tuple[int, worker_pool.WorkerPool]] = {
    "ui.live_pool.MOST_WAITING": (live_pool.MOST_WAITING, live_pool.workers),
    "ui.sweeps.route.MOST_WAITING": (sweeps.MOST_WAITING, sweeps._workers),
    "ui.stories.route.MOST_WAITING": (stories.MOST_WAITING, stories._workers),
    "ui.link_preview.MOST_TEXTS": (link_preview.MOST_TEXTS, link_preview._words_pool),
    "ui.link_preview.MOST_PICTURES": (link_preview.MOST_PICTURES, link_preview._picture_pool),
}


@pytest.mark.parametrize("name", QUEUES)
def test_so_many_wait_and_the_next_is_told_to_come_again(name: str) -> None:
    most, workers = QUEUES[name]
    assert workers.most == most
    nobody_works = worker_pool.WorkerPool(threads=0, most=most)
    for k in range(most):
        nobody_works.submit((str(k), ""), lambda _: None)
    with pytest.raises(worker_pool.BusyError):
        nobody_works.submit(("another", ""), lambda _: None)


# ---- paces -----------------------------------------------------------------------------------------------------------

PACES = {
    ("BURST", "PACE"): "_answers",
    ("JOINS", "JOIN_PACE"): "_joins",
    ("ADDRESS_JOINS", "ADDRESS_JOIN_PACE"): "_address_joins",
    ("ADDRESS_GUESSES", "ADDRESS_GUESS_PACE"): "_guesses",
    ("ADDRESS_ROOMS", "ADDRESS_ROOM_PACE"): "_openings",
}


@pytest.mark.parametrize("names", PACES, ids=lambda names: names[0])
def test_a_burst_passes_and_then_one_at_a_time(names: tuple[str, str]) -> None:
    burst, pace = (getattr(rules, name) for name in names)
    with rooms() as found:
        limiter = getattr(found, PACES[names])
        for _ in range(burst - 1):
            limiter.take("a", 0.0)
        assert not refusal(lambda: limiter.take("a", 0.0))
        assert "wait" in refusal(lambda: limiter.take("a", 0.0))
        assert refusal(lambda: limiter.take("a", 0.99 / pace))
        assert not refusal(lambda: limiter.take("a", 1.01 / pace))
        assert not refusal(lambda: limiter.take("b", 0.0)), "of each by itself"


# ---- every limit has its pair ----------------------------------------------------------------------------------------

ELSEWHERE = {  # limit -> file of the test that tries it
    "courses.collection.MOST_LINKS": "test_every_limit.py",
    "courses.reader.LARGEST": "test_every_limit.py",
    "data.decode.MAX_BYTES": "test_every_limit.py",
    "data.file_reading.MOST_ROWS": "data/test_import_plan.py",
    "data.url_compression.LONGEST": "test_every_limit.py",
    "kernels.number_places.MOST": "kernels/test_number_places.py",
    "lessons.data_and_kernel.MOST_POINTS": "test_every_limit.py",
    "rooms.room.LONGEST": "test_every_limit.py",
    "rooms.room.LONGEST_TIMER": "rooms/test_rounds.py",
    "rooms.room.MOST_ROOMS": "test_every_limit.py",
    "rooms.room.MOST_STUDENTS": "test_every_limit.py",
    "rooms.tally.MOST_BARS": "rooms/test_tally.py",
    "ui.fair_queue.HELD_BACK": "ui/test_fair_queue.py",
    "ui.fair_queue.SLICE": "ui/test_fair_queue.py",
    "ui.live.LONG_QUEUE": "ui/test_half_grid.py",
    "ui.loop_first.UNNOTICED": "ui/test_message_batching.py",
    "ui.streamlit_internals.incoming.LONGEST_HEAD": "ui/test_long_heads.py",
    "ui.message_batching.MOST_AT_ONCE": "ui/test_message_batching.py",
    "ui.message_pace.ADDRESS_BURST": "ui/test_message_pace.py",
    "ui.message_pace.ADDRESS_PACE": "ui/test_message_pace.py",
    "ui.message_pace.BURST": "ui/test_message_pace.py",
    "ui.message_pace.MOST_ADDRESSES": "ui/test_message_pace.py",
    "ui.message_pace.PACE": "ui/test_message_pace.py",
    "ui.open_files.MOST": "ui/test_open_files.py",
    "ui.page_turns.MOST_AT_ONCE": "ui/test_page_turns.py",
    "ui.paced_logs.LONGEST_LINE": "ui/test_paced_logs.py",
    "ui.paced_logs.MOST_LINES": "ui/test_paced_logs.py",
    "ui.paced_logs.MOST_PLACES": "ui/test_paced_logs.py",
    "ui.query.MOST_REPORTED": "ui/test_unknown_names.py",
    "ui.rooms.guard.LARGEST": "test_every_limit.py",
    "ui.serving.health.PATIENCE": "test_deploy.py",
    "ui.serving.nginx.BODY_MB": "ui/test_nginx_limits.py",
    "ui.serving.nginx.HALL_CONNECTIONS": "ui/test_nginx_limits.py",
    "ui.serving.nginx.HALL_RATE": "ui/test_nginx_limits.py",
    "ui.serving.nginx.HAND_RATE": "ui/test_nginx_limits.py",
    "ui.sweeps.route.MOST_ASKED": "test_every_limit.py",
    "ui.job_speeds.REMEMBERED": "ui/test_job_speeds.py",
    "ui.worker_pool.LONGEST_NAME": "ui/test_worker_pool.py",
}
SHOWN = "chooses what is shown, and refuses nothing"
FORGED = "no page sends more; a forged message is dropped, and changes nothing"
BUDGET = "a budget of time, which depends on the machine"
AUTHORS = "bounds the work of the program on its own files"
UNTRIED = {
    **dict.fromkeys(kernels.SHOWN, SHOWN),
    "courses.__main__.MOST": AUTHORS,
    "courses.attempts.LONGEST": FORGED,
    "courses.course.MOST_DRAWS": AUTHORS,
    "courses.drawn.machines.MOST_FAINT": AUTHORS,
    "courses.drawn.machines.MOST_TIED": AUTHORS,
    "courses.kernel_quiz.LARGEST": AUTHORS,
    "courses.kernel_quiz.LONGEST": AUTHORS,
    "courses.kernel_quiz.MOST_NUMBER": AUTHORS,
    "courses.kernel_quiz.MOST_SEED": AUTHORS,
    "courses.point_quantities.MOST_ON_SPHERE": AUTHORS,
    "courses.questions.point.MOST_PAIRS": AUTHORS,
    "courses.questions.sketches.base.MOST": FORGED,
    "courses.questions.sketches.graph.ROOM": SHOWN,
    "courses.scene.MOST_INSIDE": AUTHORS,
    "courses.step_controls.FARTHEST": SHOWN,
    "courses.submission.LONGEST_NAME": SHOWN,
    "courses.variants.MOST": FORGED,
    "data.drawn.FARTHEST": SHOWN,
    "data.drawn.LONGEST_READABLE": SHOWN,
    "data.text._LONGEST": SHOWN,
    "data.text._MAX_DIGITS": SHOWN,
    "lessons.address.MOST_LISTED": SHOWN,
    "lessons.page.MOST_BUILT": "a size of Python's own cache",
    "lessons.shared.typed_points.MOST_QUOTED": SHOWN,
    "rooms.room.EMPTY": BUDGET,
    "rooms.room.GRACE": BUDGET,
    "rooms.room.IDLE": BUDGET,
    "rooms.sqlite.PATIENCE": BUDGET,
    "rooms.sqlite.RESERVE": "bytes kept on the disk, tried with a full disk",
    "ui.blocks.LONGEST_FORMULA": SHOWN,
    "ui.courses.practising.MOST": SHOWN,
    "ui.courses.practising.MOST_ANSWERED": SHOWN,
    "ui.data_picker.MOST_OFFERED": SHOWN,
    "ui.drawing._LONGEST_PAST": SHOWN,
    "ui.page_run_errors.PART_SECONDS": BUDGET,
    "ui.file_messages.LONGEST_NAME": SHOWN,
    "ui.formula.LONGEST": SHOWN,
    "ui.hands.MOST_ACTS": FORGED,
    "ui.hands._LARGEST": FORGED,
    "ui.languages.MOST": SHOWN,
    "ui.cacheable_urls.SECONDS": BUDGET,
    "ui.lesson_table.MOST_PLACES": SHOWN,
    "ui.link_preview.LONGEST": SHOWN,
    "ui.link_preview.PATIENCE": BUDGET,
    "ui.live.PATIENCE": BUDGET,
    "ui.live_before_rerun.AWHILE": BUDGET,
    "ui.page_turns.MOST_DELAY": BUDGET,
    "ui.page_turns.MOST_DELAY_UNSHOWN": BUDGET,
    "ui.number._LARGEST": FORGED,
    "ui.plot.LONGEST_PATH": FORGED,
    "ui.plot.MOST_CLICKS": FORGED,
    "ui.rooms.routes.MOST_KEPT": "a size of Python's own cache",
    "ui.rooms.watch.PATIENCE": BUDGET,
    "ui.serving.nginx.CACHE_MB": "a size of nginx's own cache",
    "ui.serving.nginx.MOST_CONNECTIONS": "a size of nginx's own table",
    "ui.serving.supervisor.LONGEST": BUDGET,
    "ui.serving.supervisor.MOST_PAUSE": BUDGET,
    "ui.serving.supervisor.READY": BUDGET,
    "ui.shutdown.GRACE": BUDGET,
    "ui.streamlit_internals.script_threads.RETRY_SECONDS": BUDGET,
    "ui.stories.route.PATIENCE": BUDGET,
    "ui.sweeps.frames.MOST": BUDGET,
    "ui.worker_pool.AGAIN": BUDGET,
}


def paired() -> list[str]:
    """Return the limits with a pair, in this file or in another."""
    paces = [f"rooms.rooms.{name}" for names in PACES for name in names]
    return [*REFUSED, *FORGOTTEN, *QUEUES, *paces, *ELSEWHERE, *kernels.PAIRED]


def test_every_limit_has_a_pair_or_a_reason() -> None:
    known = [*paired(), *UNTRIED]
    assert sorted(known) == sorted(set(known)), "a limit stands in two tables"
    assert not in_code().keys() - set(known), "limits without something below and above"
    assert not set(known) - in_code().keys(), "limits that the code no longer has"


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_test_in_another_file_names_its_limit(name: str) -> None:
    assert re.search(
        rf"\b{name.rpartition('.')[2]}\b|\b_workers\.most\b", (ROOT / "tests" / ELSEWHERE[name]).read_text()
    )
