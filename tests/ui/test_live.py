"""Live route: its answers equal the page's own pictures, and any request gets an answer."""

from __future__ import annotations

import asyncio
import gzip
from threading import Event
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request

import kernviz as kv
from kernviz.lessons.data_and_kernel import DATA, OWN
from kernviz.lessons.page import pages
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.ui import live, live_before_rerun, query, visitor_files, worker_pool
from tests.ui.asking import run
from tests.ui.helpers import pictures, readouts, visit
from tests.wire.decoding import unpack

FOLLOWING = sorted(pages())


def message(page: str, **address: Any) -> dict[str, Any] | None:
    """Return the answer with all its numbers, as for a picture at rest; None if the route has none."""
    reply = live._message(page, urlencode({**address, live.WHOLE: "1"}), ())
    return None if reply is None else unpack(reply)


def same(a: Any, b: Any) -> bool:
    """Return True if two encoded pictures are equal, arrays by value."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.array_equal(a, b, equal_nan=True)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(preset, id=f"{name}: {preset.sentence}", marks=() if i % 3 == 0 else pytest.mark.long)
        for name in FOLLOWING
        for i, preset in enumerate(preset for preset in PRESETS if preset.page == name)
    ],
)
def test_a_live_picture_is_the_picture_at_rest(preset: Preset) -> None:
    address = {name: query.written(value) for name, value in preset.values.items()}
    reply = message(preset.page, **address)
    assert reply is not None
    at = visit(preset.page, **address)
    shown = pictures(at)
    for key, picture in reply["pictures"].items():
        for part in ("data", "layout"):  # animation frames are left out of live pictures
            assert same(picture["figure"][part], shown[key]["figure"][part]), key
        assert picture["alt"] == shown[key]["options"]["alt"]
    for items in reply["readouts"]:
        for label, value, _ in items:
            assert value in ("…", readouts(at)[label]), label


@pytest.mark.parametrize("page", [page for page in FOLLOWING if pages()[page].first != DATA])
def test_an_address_without_data_means_the_data_the_page_begins_with(page: str) -> None:
    silent = message(page)
    assert silent is not None
    assert same(silent, message(page, data=pages()[page].first))
    assert not same(silent, message(page, data=DATA))


@pytest.mark.parametrize("page", FOLLOWING)
def test_a_number_of_the_kernel_moves_without_its_text(page: str) -> None:
    moved = message(page, **{"k": "2*rbf(gamma=1)", "~k.gamma": "3"})
    written = message(page, k="2*rbf(gamma=3)")
    assert moved is not None
    assert same(moved, written)


@pytest.mark.parametrize("page", FOLLOWING)
def test_invalid_addresses_and_own_files_get_no_live_picture(page: str) -> None:
    assert message(page, k="rbf(gamma=") is None
    assert message(page, k="rbf(gamma=1)", **{"~nowhere": "3"}) is None
    assert message(page, data=OWN) is None
    assert message("nowhere") is None
    own = kv.toy("xor")
    assert visitor_files.keep(own) == own.key
    kept = live._message(page, urlencode({"data": OWN, "own": own.key, live.WHOLE: "1"}), (own.key,))
    assert kept is not None
    assert same(unpack(kept)["pictures"], (message(page, data="xor") or {})["pictures"])


values = st.one_of(
    st.sampled_from(["", "-1", "nan", "inf", "1e400", "true", "drawn", "xor", "linear", "٣", "a\x00", "1,5"]),
    st.floats().map(str),
    st.text(max_size=8),
)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("page", FOLLOWING)
@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_any_address_is_answered(page: str, data: st.DataObject) -> None:
    shown = pages()[page]
    names = query_names(shown)
    params = data.draw(
        st.dictionaries(
            st.sampled_from([*names, "data", "k", "n", "noise", "seed", "pts", "~gamma"]), values, max_size=5
        )
    )
    live._message(page, urlencode(params | {"n": "20"}), ())


def query_names(shown: Any) -> list[str]:
    from kernviz.lessons.state import declarations

    return [name for field, declaration in declarations(shown.State).items() for name in declaration.names or (field,)]


def sent(page: str, query: str, **headers: str) -> Request:
    """Return a request to the live route, from a browser that waits for the answer."""
    raw = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": raw, "path_params": {"page": page}}

    async def receive() -> dict[str, Any]:  # the browser stays
        return await asyncio.Event().wait()  # type: ignore[return-value]

    return Request(scope | {"query_string": query.encode()}, receive)


def asked(page: str, query: str, **headers: str) -> Any:
    return run(live.serve(sent(page, query, **headers)))


def test_classmates_share_an_answer_and_its_compression(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[int] = []
    squeeze = gzip.compress
    monkeypatch.setattr("gzip.compress", lambda *a, **k: times.append(1) or squeeze(*a, **k))  # type: ignore[func-returns-value]
    query = "k=rbf(gamma=1.2345)"
    plain = asked("mercer", query)
    packed = [asked("mercer", query, accept_encoding="gzip, br") for _ in range(3)]
    assert len(times) == 1
    assert "content-encoding" not in plain.headers
    assert plain.body == live._message("mercer", query, ())
    for answer in packed:
        assert answer.headers["content-encoding"] == "gzip"
        assert gzip.decompress(answer.body) == plain.body
    assert {answer.headers["vary"] for answer in (plain, *packed)} == {"Accept-Encoding"}
    assert asked("nowhere", "").status_code == asked("svm", "x" * (live.LONGEST + 1)).status_code == 409


def test_pictures_over_budget_are_refused_and_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PATIENCE", 0.0)
    hard = "data=moons&n=100&noise=0.5&seed=7&k=poly(degree=9)&C=12345"
    answer = asked("svm", hard, x_kernviz_hand="slow")
    assert answer.status_code == 503
    assert "retry-after" not in answer.headers
    assert not live_before_rerun.follows({live_before_rerun._HAND: "slow"})  # no picture was received
    monkeypatch.undo()
    assert asked("svm", hard, x_kernviz_hand="slow").status_code == 200
    assert live_before_rerun.follows({live_before_rerun._HAND: "slow"})


def test_a_full_queue_answers_with_a_time_to_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_workers", worker_pool.WorkerPool(threads=1, most=0))
    answer = asked("mercer", "k=rbf(gamma=1.5)", x_kernviz_hand="late")
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) >= 1
    assert not live_before_rerun.follows({live_before_rerun._HAND: "late"})


def test_a_request_is_queued_with_what_decides_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a name nor another number of the kernel hides that 1,000 points are asked for."""
    pool, sorts = worker_pool.WorkerPool(threads=1, most=9), list[Any]()
    submit = pool.submit
    monkeypatch.setattr(pool, "submit", lambda *args, **how: (sorts.append(how["sort"]), submit(*args, **how))[1])
    monkeypatch.setattr(live, "_workers", pool)
    monkeypatch.setattr(live, "_compressed", lambda *_: b"")
    for n, k in ((1000, "poly(degree=8)"), (999, "poly(degree=9)"), (60, "poly(degree=9)"), (60, "rbf(gamma=1.7)")):
        assert asked("svm", urlencode({"data": "moons", "n": n, "k": k, "seed": n})).status_code == 200
    assert sorts[0] == sorts[1]
    assert len(set(sorts)) == 3


@given(query=st.text(max_size=60) | st.from_regex(r"n=[0-9٣²-]{0,12}&k=[ -~]{0,20}", fullmatch=True))
def test_any_address_has_a_sort(query: str) -> None:
    assert hash(live.sort_of("svm", query)) == hash(live.sort_of("svm", query))


def test_a_newer_request_replaces_older_ones_of_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three requests of one visitor while another's is computed: two of them are refused without computation."""
    go, begun, computed = Event(), Event(), []
    monkeypatch.setattr(live, "_workers", worker_pool.WorkerPool(threads=1, most=10))

    def squeezed(name: str, query: str, marks: tuple[str, ...]) -> bytes:
        computed.append(query)
        begun.set()
        go.wait(20)
        return gzip.compress(b"picture")

    monkeypatch.setattr(live, "_compressed", squeezed)

    async def ask() -> list[int]:
        first = asyncio.create_task(live.serve(sent("svm", "C=1", x_kernviz_hand="a")))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        others = []
        for value in "234":
            others.append(asyncio.create_task(live.serve(sent("svm", f"C={value}", x_kernviz_hand="b"))))
            await asyncio.sleep(0.01)
        go.set()
        return [answer.status_code for answer in await asyncio.gather(first, *others)]

    assert run(ask()) == [200, 503, 503, 200]
    assert computed == ["C=1", "C=4"]
