"""Sweeps: frames equal the live route's answers, and the route answers any text.

The panel lists, applies and forgets sweeps.
"""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import struct
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request
from streamlit.testing.v1 import AppTest

from kernviz import batch
from kernviz.lessons import data_and_kernel
from kernviz.lessons.page import pages, read
from kernviz.lessons.swept_numbers import swept_numbers
from kernviz.ui import cacheable_urls, live, navigation, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.sweeps import frames, route, sweep_panel
from kernviz.wording import say, speaking
from tests.ui.asking import run
from tests.ui.helpers import readouts
from tests.ui.test_live import same
from tests.ui.test_serving import eventually
from tests.wire.decoding import unpack

ROOT = Path(__file__).parents[2]
ENTRIES = {entry.name: entry for entry in navigation.entries(ROOT)}
WITHOUT = {"home"}  # Home has no sweep


def heard(answer: bytes) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of frames, and the frames received."""
    count, at, found = struct.unpack_from("<I", answer)[0], 4, []
    while at < len(answer):
        (length,) = struct.unpack_from("<I", answer, at)
        found.append(unpack(answer[at + 4 : at + 4 + length]))
        at += 4 + length
    return count, found


def swept(page: str, **params: Any) -> tuple[int, list[dict[str, Any]]]:
    return heard(route.answer(page, urlencode(params)))


def panel_data(at: AppTest) -> dict[str, Any]:
    """Return the panel's data for the browser."""
    found = [json.loads(e.proto.json) for e in at.get("bidi_component") if e.proto.component_name == "kernviz_sweep"]
    assert len(found) == 1
    return found[0]


def visit(page: str, **address: Any) -> AppTest:
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return at.switch_page(str(ENTRIES[page].path)).run()


@pytest.mark.parametrize("page", sorted(pages()))
def test_a_frame_equals_the_live_routes_answer(page: str) -> None:
    """Both have the same pictures and the same read-outs; none of the frame's is pending."""
    about = data_and_kernel.read({})
    assert about is not None
    number = swept_numbers(read(pages()[page], about, {}))[0]
    count, found = swept(
        page, **{"sweep": f"{number.name}:{number.usual[0]}:{number.usual[1]}:5", "@from": 2, "@many": 2}
    )
    assert count == 5
    assert len(found) == 2
    for frame in found:
        message = live._message(page, urlencode(frame["at"]), ())
        assert message is not None
        there = unpack(message)
        assert same({key: frame["pictures"][key] for key in there["pictures"]}, there["pictures"])
        assert frame["problem"] == there["problem"]
        for mine, theirs in zip(frame["readouts"], there["readouts"], strict=True):
            assert "…" not in [value for _, value, _ in mine]
            assert [a if b[1] != "…" else None for a, b in zip(mine, theirs, strict=True)] == [
                b if b[1] != "…" else None for b in theirs
            ]


def test_the_curve_draws_the_numbers_of_the_page() -> None:
    _, (frame,) = swept("svm", **{"sweep": "gamma:1:2:2", "C": 7, "@many": 1})
    values = {label: value for label, _, value, _ in frame["values"]}
    shown = readouts(visit("svm", C="7"))
    assert f"{values['support vectors']:.0f} / 200" == shown["support vectors"]
    assert values["held out"] == pytest.approx(float(shown["held out"].removesuffix(" %")))
    assert frame["at"] == {"~gamma": "1"}
    assert frame["set"] == {"k": "rbf(gamma=1)"}


def test_a_number_of_a_tab_takes_its_pictures_along() -> None:
    _, (first, last) = swept("geometry", **{"sweep": "ga:0:50:2", "@many": 2})
    alone = unpack(live._message("geometry", "ga=50", ()) or b"")
    assert set(last["pictures"]) - set(alone["pictures"]) == {"parabola", "g"}
    assert not same(first["pictures"]["parabola"], last["pictures"]["parabola"])


def test_a_map_has_read_outs_alone() -> None:
    count, found = swept("svm", sweep="gamma:1:4:3", sweep2="C:1:4:2", **{"@many": 16})
    assert count == len(found) == 6
    assert all(frame["pictures"] == {} for frame in found)
    assert found[3]["set"] == {"k": "rbf(gamma=2)", "C": "4"}
    live_one = unpack(live._message("svm", "k=rbf(gamma=2)&C=4", ()) or b"")
    assert found[3]["readouts"][0][0] == live_one["readouts"][0][0]


def test_the_number_of_frames_a_request_is_limited() -> None:
    assert len(swept("objects", sweep="ob_C:1:10:40", **{"@many": 1000})[1]) == route.MOST_ASKED
    assert swept("objects", sweep="ob_C:1:10:40", **{"@from": 40, "@many": 4}) == (40, [])
    assert swept("objects") == (0, [])


def test_classmates_share_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "_cache", ByteCache(frames.ROOM))
    params = {"sweep": "ob_C:1:10:3", "@many": 3}
    first = route.answer("objects", urlencode(params))
    monkeypatch.setattr(frames, "frame", None)  # would fail if it were called
    assert route.answer("objects", urlencode(params)) == first
    with pytest.raises(TypeError):
        route.answer("objects", urlencode(params | {"ob_wx": "other"}))


def test_the_cache_has_a_size_limit() -> None:
    kept = ByteCache(room=10)
    for name in "abc":
        kept.put(name, b"1234")
    assert kept.get("a") is None
    assert kept.get("b") == b"1234"
    kept.put("d", b"12")
    kept.put("e", b"1234")
    assert kept.get("c") is None  # b was asked for since
    assert kept.size == 10
    kept.put("b", b"12")
    assert kept.size == 8
    kept.put("large", b"x" * 11)
    assert kept.get("large") is None
    assert kept.get("b") == b"12"  # nothing is dropped for what has no room at all
    assert kept.size == 8


@given(st.dictionaries(st.sampled_from(["sweep", "sweep2", "@from", "@many", "k", "data"]), st.text(max_size=20)))
@settings(deadline=None, max_examples=15)
def test_the_route_answers_anything(params: dict[str, str]) -> None:
    response = serve("map", urlencode(params))
    assert response.status_code in (200, 409)


def serve(page: str, query: str, **how: Any) -> Any:
    return run(route._serve(request(page, query, **how)))


def request(page: str, query: str, *, here: bool = True, gzipped: bool = True, hand: str = "") -> Request:
    async def receive() -> dict[str, Any]:
        if not here:
            return {"type": "http.disconnect"}
        await asyncio.sleep(60)
        return {"type": "http.request"}

    headers = [(b"accept-encoding", b"gzip")] if gzipped else []
    headers.append((b"x-kernviz-hand", hand.encode()))
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
    scope |= {"query_string": query.encode(), "path_params": {"page": page}}
    return Request(scope, receive)


def test_the_response_is_compressed_and_complete() -> None:
    plain = serve("objects", "sweep=ob_C:1:10:3&@many=2", gzipped=False)
    packed = serve("objects", "sweep=ob_C:1:10:3&@many=2")
    assert gzip.decompress(packed.body) == plain.body
    assert heard(plain.body)[0] == 3
    refused = serve("objects", "sweep=nope")
    assert refused.status_code == 409
    assert "no number of that name" in refused.body.decode()
    assert serve("nowhere", "sweep=C").status_code == 409
    assert serve("svm", "data=your file&own=gone&sweep=C").status_code == 409
    assert serve("svm", "x" * (live.LONGEST + 1)).status_code == 409


def test_nothing_is_computed_for_a_disconnected_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route.live, "page_and_state", None)  # would fail if it were called
    assert serve("objects", "sweep=ob_C", here=False).status_code == 204


def test_visitors_have_their_frames_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor with an expensive sweep delays others by at most one frame."""
    begun: list[str] = []
    workers = worker_pool.WorkerPool(threads=1, most=10)

    def frame(asked: Any) -> bytes:
        begun.append(who := asked.params["ob_wx"][-1])
        others = sum(begun.count(other) < 8 for other in {*"abc"} - {who})
        eventually(lambda: workers.waiting >= others)  # whoever has frames left waits for the next one
        return b"x"

    ticks = itertools.count()  # every frame takes as long as the others
    monkeypatch.setattr(worker_pool, "thread_time", lambda: 0.001 * next(ticks))
    monkeypatch.setattr(route, "_cache", ByteCache(frames.ROOM))
    monkeypatch.setattr(route, "_workers", workers, raising=False)
    monkeypatch.setattr(frames, "frame", frame)

    async def all_of_them() -> list[int]:
        asked = [request("objects", f"sweep=ob_C:1:10:8&@many=8&ob_wx={who}", hand=who) for who in "abc"]
        return [answer.status_code for answer in await asyncio.gather(*map(route._serve, asked))]

    assert run(all_of_them()) == [200, 200, 200]
    assert sorted(begun) == sorted("abc" * 8)
    assert all(set(begun[at : at + 3]) == set("abc") for at in range(0, 24, 3))


def test_a_frame_that_takes_too_long_has_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "_cache", ByteCache(frames.ROOM))
    monkeypatch.setattr(frames, "MOST", 0.0)
    count, found = swept("svm", **{"sweep": "C:1000:2000:2", "k": "poly(degree=9)", "seed": 11, "@many": 2})
    assert count == len(found) == 2
    assert all("seconds" in frame["problem"] and frame["pictures"] == {} for frame in found)


def test_a_cluster_gets_all_frames_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "_cache", ByteCache(frames.ROOM))
    _, asked = route._requested("objects", "sweep=ob_C:1:10:8&@many=8")
    assert [len(some) for some in route._portions(asked)] == [1] * 8
    monkeypatch.setenv(batch.ENVIRONMENT, "tcp://nowhere")
    assert [len(some) for some in route._portions(asked)] == [8]


# ---- the panel -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page in ("compose", "objects", "dual") else pytest.mark.long)
        for page in sorted(set(pages()) - WITHOUT)
    ],
)
def test_every_page_has_a_sweep(page: str) -> None:
    at = visit(page)
    assert not at.exception
    found = panel_data(at)
    about = data_and_kernel.read({})
    assert about is not None
    offered = [number.name for number in swept_numbers(read(pages()[page], about, {}))]
    assert [number["name"] for number in found["numbers"]] == offered
    assert found["route"] == f"{route.FOLDER}/{cacheable_urls.version()}/en/{page}"


def test_home_has_no_sweep_and_an_address_may_hide_it() -> None:
    home = AppTest.from_file(ROOT / "app.py", default_timeout=60).run()
    for at in (home, visit("svm", hide="sweep")):
        assert not [e for e in at.get("bidi_component") if e.proto.component_name == "kernviz_sweep"]


def test_the_address_says_a_sweep_and_another_page_does_not_have_it() -> None:
    at = visit("svm", sweep="gamma:1:100:3:side")
    assert panel_data(at)["said"] == ["gamma:1:100:3:side", ""]
    at = at.switch_page(str(ENTRIES["ridge"].path)).run()
    assert panel_data(at)["said"] == ["", ""]
    at.session_state["sweep"] = "rr_ridge"  # an example of that page
    assert panel_data(at.run())["said"] == ["rr_ridge", ""]


def test_a_sweep_depends_on_every_parameter_except_the_swept_one() -> None:
    base, C, gamma = (panel_data(visit("svm", **params)) for params in ({}, {"C": "3"}, {"k": "rbf(gamma=3)"}))
    assert base["rest"] == C["rest"] == gamma["rest"]
    assert [n["value"] for n in base["numbers"]] == ["1", "1", "1"]
    assert [n["value"] for n in C["numbers"]] == ["1", "3", "1"]
    assert [n["value"] for n in gamma["numbers"]] == ["3", "1", "1"]
    others = ({"hard": "true"}, {"n": "80"}, {"seed": "1"}, {"k": "laplacian(gamma=1)"}, {"data": "xor"})
    assert len({base["rest"], *(panel_data(visit("svm", **params))["rest"] for params in others)}) == 1 + len(others)


def test_staying_sets_numbers_of_page_and_kernel() -> None:
    about = data_and_kernel.read({})
    assert about is not None
    sent: dict[str, Any] = {}
    state = read(pages()["svm"], about, {})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep_panel.st, "session_state", sent)
        patch.setattr(sweep_panel.expression, "change", lambda make, *_, **__: sent.update(kernel=make(state.kernel)))
        patch.setattr(sweep_panel.fragments, "both", lambda: sent.update(both=True))
        for message in ({"C": "7", "nope": "1", "s": "1e9", "~gamma": "3.5"}, {}, None, ["C"], {"C": 3}):
            sent[sweep_panel.KEY] = {"stay": message}
            sweep_panel._stayed(state)
        sent[sweep_panel.KEY] = {"define": ["C:1:2", ""]}
        sweep_panel._defined()
        sent[sweep_panel.KEY] = {"define": "C"}
        sweep_panel._defined()
    assert sent["C"] == 7
    assert str(sent["kernel"]) == "rbf(gamma=3.5)"
    assert sent["both"]
    assert (sent["sweep"], sent["sweep2"]) == ("C:1:2", "")
    assert set(sent) == {sweep_panel.KEY, sweep_panel._TURN, "C", "kernel", "both", "sweep", "sweep2"}


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_a_sweep_says_which_read_outs_it_is_about(spoken: str) -> None:
    """A curve starts with the support vectors, a map with a cross-validated number, under any label."""
    with speaking(spoken):
        _, (frame,) = swept("svm", **{"sweep": "gamma:1:2:2", "sweep2": "C:1:2:2", "@many": 1})
        names = {"curve": say("support vectors"), "map": say("cross-validated")}
    first = {tells: label for label, _, _, tells in reversed(frame["values"]) if tells}
    assert first == names


def test_a_number_is_called_as_the_lecture_calls_it_where_its_values_are_the_same() -> None:
    def symbols(page: str, **address: str) -> list[str]:
        return [number["symbol"] for number in panel_data(visit(page, **address))["numbers"]]

    k = "poly(degree=2, gamma=1, coef0=1)"
    assert {"Q", "ζ", "γ"} <= set(symbols("svm", k=k, speak="S3"))
    assert "Q, degree of poly" in {n["label"] for n in panel_data(visit("svm", k=k, speak="S3"))["numbers"]}
    assert "γ" in symbols("svm", k="rbf(gamma=1)", speak="S4")  # σ² is another number than the γ that is swept
    assert "σ²" in symbols("ridge", speak="S2")
    assert "λ" in symbols("ridge")
