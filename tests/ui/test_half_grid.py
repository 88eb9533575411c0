"""Live pictures on half the grid while many requests wait; they are not stored as the answer."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from itertools import count
from threading import Event
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.responses import Response

import kernviz.grid_size as grid_size
from kernviz.lessons.page import pages
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.ui import cacheable_urls, live, query, visitor_files, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.wire.field import Field
from tests.ui.asking import asked, run
from tests.ui.helpers import moved, pictures, readouts, sound, visit
from tests.ui.test_live import same, sent
from tests.wire.decoding import unpack

SOON = 20  # seconds; a passing test waits far less
newcomers = count(1)
WHERE = {"stamp": cacheable_urls.version(), "language": "en"}


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[worker_pool.WorkerPool]:
    """Give the live route a pool of one thread, an empty store of answers and a clock that stands; yield the pool."""
    monkeypatch.setattr(live, "clock", lambda: 0.0)
    made = worker_pool.WorkerPool(threads=1, most=64)
    monkeypatch.setattr(live, "_workers", made)
    monkeypatch.setattr(live, "_answers", ByteCache(live.ROOM))
    yield made
    made.end()


def answered(workers: worker_pool.WorkerPool, page: str, address: str, waiting: int, **headers: str) -> Response:
    """Request a picture that is computed while ``waiting`` others wait behind it; return the response."""

    async def ask() -> Response:
        begun, go, last = Event(), Event(), Event()
        workers.submit(("192.0.2.250", ""), lambda _: begun.set() or go.wait(SOON))
        begun.wait(SOON)
        request = sent(page, address, **headers)
        request.scope["client"] = (f"198.51.100.{next(newcomers)}", 1)  # who has used nothing yet is served first
        request.scope["path_params"] |= WHERE
        request.scope["path"] = f"/{live.FOLDER}/{WHERE['stamp']}/en/{page}"
        answering = asyncio.create_task(live.serve(request))
        while workers.waiting < 1 and not answering.done():
            await asyncio.sleep(0)
        others = [workers.submit((f"192.0.2.{k}", ""), lambda _: last.wait(SOON)) for k in range(1, waiting + 1)]
        go.set()
        try:
            return await answering
        finally:
            last.set()
            for job in others:
                job.made.result(SOON)

    return run(ask())


def unpacked(answer: Response) -> dict[str, Any]:
    return unpack(bytes(answer.body))


def shapes(value: Any) -> list[tuple[int, ...]]:
    """Return the shapes of all grids in a message, in order."""
    if isinstance(value, dict):
        if "codes" in value and "shape" in value:
            return [tuple(value["shape"])]
        return [shape for each in value.values() for shape in shapes(each)]
    if isinstance(value, list):
        return [shape for each in value for shape in shapes(each)]
    if isinstance(value, Field):
        return [value.shape]
    return [value.shape] if isinstance(value, np.ndarray) and value.ndim == 2 else []


def test_one_more_in_the_queue_halves_the_grid(workers: worker_pool.WorkerPool) -> None:
    whole = answered(workers, "svm", "n=21&C=3&@whole=1", 0)
    assert {(100, 100)} == set(shapes(unpacked(whole)["pictures"]))
    fine = answered(workers, "svm", "n=22&C=3", live.LONG_QUEUE)
    assert live.GRID not in fine.headers
    assert "immutable" in fine.headers["cache-control"]
    assert fine.headers["etag"]
    half = answered(workers, "svm", "n=23&C=3", live.LONG_QUEUE + 1)
    assert half.status_code == 200
    assert half.headers[live.GRID] == live.HALF
    assert half.headers["cache-control"] == "no-store"
    assert half.headers[live.BRIEF] == str(live.BRIEFLY)
    assert "etag" not in half.headers
    assert live.BRIEF not in fine.headers
    sizes = shapes(unpacked(half)["pictures"]), shapes(unpacked(fine)["pictures"])
    assert sizes[0]
    assert [(2 * rows, 2 * columns) for rows, columns in sizes[0]] == sizes[1]


@pytest.mark.parametrize(("waited", "half"), [(live.LONG_WAIT, False), (1.01 * live.LONG_WAIT, True)])
def test_what_has_waited_long_is_computed_on_half_the_grid(
    waited: float, half: bool, workers: worker_pool.WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, waited])  # when the request comes, and when its computation begins
    monkeypatch.setattr(live, "clock", lambda: next(times))
    answer = answered(workers, "svm", f"n=34&C={1 + half}", 0)
    assert (answer.headers.get(live.GRID) == live.HALF) is half
    assert ("etag" in answer.headers) is not half


def test_a_half_answer_is_never_the_answer_of_its_address(workers: worker_pool.WorkerPool) -> None:
    address = "n=24&C=3"
    half = answered(workers, "svm", address, live.LONG_QUEUE + 1)
    fine = answered(workers, "svm", address, 0)
    assert live.GRID not in fine.headers
    assert set(shapes(unpacked(fine)["pictures"])) == {(100, 100)}
    assert set(shapes(unpacked(half)["pictures"])) == {(50, 50)}
    again = answered(workers, "svm", address, live.LONG_QUEUE + 1)  # stored now, and served however many wait
    assert live.GRID not in again.headers
    assert again.body == fine.body


def test_classmates_share_a_half_answer_while_many_wait(
    workers: worker_pool.WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answered(workers, "svm", "n=25&C=3", live.LONG_QUEUE + 1)
    monkeypatch.setattr(live, "_message", None)  # would fail if it were called
    second = answered(workers, "svm", "n=25&C=3", live.LONG_QUEUE + 1)
    assert second.headers[live.GRID] == live.HALF
    assert second.body == first.body


def test_a_picture_at_rest_always_has_the_whole_grid(workers: worker_pool.WorkerPool) -> None:
    answer = answered(workers, "svm", "n=26&C=3&@whole=1", live.LONG_QUEUE + 1)
    assert live.GRID not in answer.headers
    assert set(shapes(unpacked(answer)["pictures"])) == {(100, 100)}


def test_what_shows_a_visitors_file_stays_private(workers: worker_pool.WorkerPool) -> None:
    import kernviz as kv

    own = kv.toy("xor")
    visitor_files.keep(own)
    answer = answered(workers, "svm", urlencode({"data": "own", "own": own.key}), live.LONG_QUEUE + 1)
    assert answer.headers[live.GRID] == live.HALF
    assert answer.headers["cache-control"] == cacheable_urls.PERSONAL
    assert live.BRIEF not in answer.headers


@pytest.mark.parametrize("page", ["neighbors", "multiclass", "mercer", "compose"])
def test_a_page_that_counts_places_of_the_grid_keeps_it(page: str, workers: worker_pool.WorkerPool) -> None:
    answer = answered(workers, page, "n=22", live.LONG_QUEUE + 1)
    assert live.GRID not in answer.headers
    assert answer.headers["etag"]


# ---- runs of pages ---------------------------------------------------------------------------------------------------


def wait(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Seem to have ``count`` page runs in the queue."""
    monkeypatch.setattr("kernviz.ui.page_turns.waiting", lambda: count)


def shell(at: Any) -> dict[str, Any]:
    """Return what the last run of a page told the browser."""
    (data,) = [
        json.loads(element.proto.json)
        for element in at.get("bidi_component")
        if element.proto.component_name.split("_")[1] == "shell"
    ]
    return dict(data["live"])


def test_one_more_in_the_queue_halves_the_grid_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    wait(monkeypatch, live.LONG_QUEUE)
    fine = visit("svm", n="28", C="3")
    assert set(shapes(pictures(fine))) == {(100, 100)}
    assert "queue" not in shell(fine)
    wait(monkeypatch, live.LONG_QUEUE + 1)
    half = visit("svm", n="29", C="3")
    assert set(shapes(pictures(half))) == {(50, 50)}
    assert shell(half)["queue"] == live.QUEUE


def test_a_page_is_redrawn_on_the_whole_grid_once_the_queue_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    wait(monkeypatch, live.LONG_QUEUE + 1)
    at = visit("svm", n="30", C="3")
    coarse = readouts(at)
    wait(monkeypatch, 0)
    sound(at.run())  # as the browser asks for once the address of the queue says "short"
    assert set(shapes(pictures(at))) == {(100, 100)}
    assert "queue" not in shell(at)
    assert readouts(at) == coarse


def test_what_is_built_already_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    visit("svm", n="31", C="3")
    wait(monkeypatch, live.LONG_QUEUE + 1)
    again = visit("svm", n="31", C="3")
    assert set(shapes(pictures(again))) == {(100, 100)}
    assert "queue" not in shell(again)


def test_a_run_of_the_part_below_the_title_has_half_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    at = visit("svm", n="32", C="3")
    wait(monkeypatch, live.LONG_QUEUE + 1)
    moved(at, "C", 4.0)
    assert set(shapes(pictures(at))) == {(50, 50)}


def test_a_step_of_a_course_has_half_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    wait(monkeypatch, live.LONG_QUEUE + 1)
    at = visit("course", course="s4", step="without-lambda")
    assert set(shapes(pictures(at))) == {(50, 50)}
    assert shell(at)["queue"] == live.QUEUE


@pytest.mark.parametrize("page", ["neighbors", "multiclass"])
def test_a_page_that_counts_places_of_the_grid_keeps_it_in_its_runs(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wait(monkeypatch, live.LONG_QUEUE + 1)
    assert "queue" not in shell(visit(page, n="28"))


def test_pictures_and_page_runs_wait_in_one_line(
    workers: worker_pool.WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for runs, half in ((live.LONG_QUEUE - 4, False), (live.LONG_QUEUE - 3, True)):
        wait(monkeypatch, runs)
        answer = answered(workers, "svm", f"n=33&C={runs}", 4)
        assert (answer.headers.get(live.GRID) == live.HALF) is half


def test_the_address_of_the_queue_says_if_it_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Starlette(routes=live.routes())
    for length, pause in ((live.LONG_QUEUE, live.SHORT), (live.LONG_QUEUE + 1, live.LONG)):
        wait(monkeypatch, length)
        answer = asked(app, "GET", f"/{live.QUEUE}")
        assert answer.body.decode() == pause
        assert answer.headers["cache-control"] == "no-store"


# ---- every page ------------------------------------------------------------------------------------------------------


def message(preset: Preset, **more: str) -> dict[str, Any]:
    params = {name: query.written(value) for name, value in preset.values.items()} | more
    packed = live._message(preset.page, urlencode(params | {live.WHOLE: "1"}), ())
    assert packed is not None
    return unpack(packed)


HALVING = sorted(name for name, page in pages().items() if page.coarse_grid_allowed)


@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(preset, id=f"{name}: {preset.sentence}", marks=() if i % 4 == 0 else pytest.mark.long)
        for name in HALVING
        for i, preset in enumerate(preset for preset in PRESETS if preset.page == name)
    ],
)
def test_numbers_and_captions_are_those_of_the_whole_grid(preset: Preset) -> None:
    with grid_size.half():
        half = message(preset)
    fine = message(preset)
    assert half["readouts"] == fine["readouts"]
    assert half.get("band") == fine.get("band")
    for key, picture in fine["pictures"].items():
        assert half["pictures"][key]["caption"] == picture["caption"]
        small, large = shapes(half["pictures"][key]["figure"]), shapes(picture["figure"])
        assert len(small) == len(large)
        for one, other in zip(small, large, strict=True):
            assert one == other or tuple(2 * each for each in one) == other


@pytest.mark.parametrize("page", HALVING)
def test_a_page_that_halves_has_a_field_to_halve(page: str) -> None:
    for preset in PRESETS:
        if preset.page == page:
            with grid_size.half():
                half = message(preset)
            if shapes(half["pictures"]) != shapes(message(preset)["pictures"]):
                return
    pytest.fail("nothing is halved on this page")


def test_results_of_both_grids_are_kept_apart() -> None:
    preset = next(preset for preset in PRESETS if preset.page == "svm")
    before = message(preset)
    with grid_size.half():
        message(preset)
    assert same(message(preset), before)


def test_the_grid_is_whole_again_after_an_error() -> None:
    def fail() -> None:
        with grid_size.half():
            assert grid_size.side(100) == 50
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert grid_size.side(100) == 100


def test_a_half_answer_is_compressed_like_any_other(workers: worker_pool.WorkerPool) -> None:
    answer = answered(workers, "svm", "n=27&C=3", live.LONG_QUEUE + 1, accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert shapes(unpack(gzip.decompress(bytes(answer.body)))["pictures"])
