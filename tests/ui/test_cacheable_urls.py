"""Addresses whose answers never change: the same bytes from every process, another address for anything else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

import kernviz as kv
from kernviz.lessons.page import pages
from kernviz.ui import asset_routes, cacheable_urls, languages, live, visitor_files
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.sweeps import frames
from kernviz.ui.sweeps import route as sweeps
from kernviz.wording import speaking
from tests.ui.asking import Reply, asked
from tests.ui.helpers import visit

ROOT = Path(__file__).parents[2]
LASTING = "public, max-age=86400, immutable"
APP = Starlette(routes=[*live.routes(), *sweeps.routes()], middleware=[Middleware(languages.LanguageMiddleware)])
POINTS = "x,y,class\n" + "".join(f"{i},{i % 3},{'ab'[i % 2]}\n" for i in range(12))
ASKED = [
    ("kernviz-live", "svm", {"C": "3", "n": "20"}),
    ("kernviz-live", "mercer", {"k": "rbf(gamma=1.7)", "n": "20"}),
    ("kernviz-live", "ridge", {}),
    ("kernviz-sweep", "svm", {"sweep": "C:1:10:3", "@many": "2", "n": "20"}),
]


def at(folder: str, page: str, params: dict[str, str], language: str = "en") -> str:
    with speaking(language):
        path = cacheable_urls.path(folder, page, params.get("data", pages()[page].first))
    return f"/{path}?{urlencode(params)}"


def get(address: str, **headers: str) -> Reply:
    return asked(APP, "GET", address, **headers)


@pytest.mark.parametrize(("folder", "page", "params"), ASKED)
def test_an_answer_may_be_stored_and_is_confirmed_without_computing(
    folder: str, page: str, params: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = at(folder, page, params)
    answer = get(address)
    assert answer.status == 200
    assert answer.headers["cache-control"] == LASTING
    assert answer.headers["vary"] == "Accept-Encoding"
    monkeypatch.setattr(live, "page_and_state", None)  # would fail if it were called
    monkeypatch.setattr(live, "_answers", ByteCache(1000))
    for said_tag in (answer.headers["etag"], f'"other", {answer.headers["etag"]}'):
        confirmed = get(address, if_none_match=said_tag)
        assert (confirmed.status, confirmed.body) == (304, b"")
        assert confirmed.headers["etag"] == answer.headers["etag"]
    monkeypatch.undo()
    assert get(address, if_none_match='W/"other"').body == answer.body


def test_two_addresses_have_two_tags() -> None:
    tags = [get(at(*each)).headers["etag"] for each in ASKED]
    tags.append(get(at("kernviz-live", "svm", {"C": "4", "n": "20"})).headers["etag"])
    tags.append(get(at("kernviz-live", "svm", {"C": "3", "n": "20"}, "de")).headers["etag"])
    assert len(set(tags)) == len(tags)


@pytest.mark.slow
def test_another_process_answers_with_the_same_bytes() -> None:
    addresses = [at(*each) for each in ASKED]
    code = (
        "import hashlib, sys\n"
        "from tests.ui.test_cacheable_urls import get\n"
        "for address in sys.argv[1:]:\n"
        "    found = get(address, accept_encoding='gzip')\n"
        "    print(found.status, found.headers['etag'], hashlib.sha256(found.body).hexdigest())"
    )
    command = [sys.executable, "-c", code, *addresses]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"}
    there = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    import hashlib

    here = [get(address, accept_encoding="gzip") for address in addresses]
    assert there.stdout.splitlines() == [
        f"{one.status} {one.headers['etag']} {hashlib.sha256(one.body).hexdigest()}" for one in here
    ]


def test_another_version_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    before = at("kernviz-live", "svm", {"n": "20"})
    tag = get(before).headers["etag"]
    cacheable_urls.version.cache_clear()
    try:
        monkeypatch.setattr(kv, "__version__", "99")
        assert at("kernviz-live", "svm", {"n": "20"}) != before
        for answer in (get(before), get(before, if_none_match=tag)):  # a page of the version before
            assert answer.status == 200
            assert answer.headers["cache-control"] == "no-store"
            assert "etag" not in answer.headers
    finally:
        monkeypatch.undo()
        cacheable_urls.version.cache_clear()
    assert get(before).headers["etag"] == tag


@pytest.mark.parametrize("folder", ["kernviz-live", "kernviz-sweep"])
def test_answers_not_determined_by_the_address_are_not_stored(folder: str) -> None:
    params = {"n": "20", "sweep": "C:1:10:3"}
    assert (
        get(f"/{folder}/svm?{urlencode(params)}").headers["cache-control"] == "no-store"
    )  # without version and language
    unknown = at(folder, "svm", params).replace("/en/", "/xx/")
    assert get(unknown).headers["cache-control"] == "no-store"
    own = kv.toy("xor")
    visitor_files.keep(own)
    answer = get(at(folder, "svm", {**params, "data": "your file", "own": own.key}))
    assert (answer.status, answer.headers["cache-control"]) == (200, "private, no-store")
    assert "etag" not in answer.headers
    refused = get(at(folder, "svm", {"data": "your file", "own": "gone"}))
    assert (refused.status, refused.headers["cache-control"]) == (409, "no-store")


def test_answers_over_budget_are_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    hard = {"k": "poly(degree=9)", "seed": "13", "noise": "0.5"}
    monkeypatch.setattr(live, "PATIENCE", 0.0)
    answer = get(at("kernviz-live", "svm", hard))
    assert (answer.status, answer.headers["cache-control"]) == (503, "no-store")
    monkeypatch.setattr(frames, "MOST", 0.0)
    monkeypatch.setattr(sweeps, "_cache", ByteCache(frames.ROOM))
    answer = get(at("kernviz-sweep", "svm", {**hard, "sweep": "C:1:10:2"}))
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-store")


def test_the_language_is_that_of_the_address() -> None:
    address = at("kernviz-live", "svm", {"n": "20"}, "de")
    bodies = {get(address, accept_language=name).body for name in ("en", "de", "fr")}
    assert bodies == {get(address, x_kernviz_language="en").body}
    assert bodies != {get(at("kernviz-live", "svm", {"n": "20"}), accept_language="de").body}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("page", sorted(pages()))
def test_a_page_asks_at_the_lasting_address(page: str) -> None:
    shell = visit(page)
    (data,) = [component for component in components(shell) if component.get("live")]
    path = urlsplit(urljoin(f"http://here/{page}", data["live"]["route"])).path
    answer = get(f"{path}?{urlencode(data['live']['more'])}")
    assert (answer.status, answer.headers["cache-control"]) == (200, LASTING)


def components(at: Any) -> list[dict[str, Any]]:
    import json

    return [json.loads(e.proto.json) for e in at.get("bidi_component") if e.proto.component_name == "kernviz_shell"]


def test_a_file_that_changes_has_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["kernviz.data.library"], "folder", lambda: tmp_path)
    monkeypatch.setattr("kernviz.lessons.data_and_kernel.FRESH", 1e-9)
    path = tmp_path / "measured.csv"
    path.write_text(POINTS)
    params = {"data": "measured"}
    first = at("kernviz-live", "svm", params)
    one = get(first)
    assert one.headers["cache-control"] == LASTING
    path.write_text(POINTS.replace("3,0,b", "3,9,b"))
    os.utime(path, ns=(1, 1))
    second = at("kernviz-live", "svm", params)
    two = get(second)
    assert second != first
    assert two.headers["cache-control"] == LASTING
    assert two.body != one.body
    late = get(first)  # a page that was drawn before
    assert late.body == two.body
    assert late.headers["cache-control"] == "no-store"
    path.unlink()
    assert get(second).headers["cache-control"] == "no-store"


def test_an_answer_is_served_though_the_queue_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    address = at("kernviz-live", "svm", {"n": "21"})
    body = get(address).body
    monkeypatch.setattr(live, "_workers", None)  # would fail if it were asked
    assert get(address).body == body


def test_the_prefix_of_a_proxy_changes_nothing() -> None:
    app = Starlette(routes=live.routes())
    below = Starlette()
    below.mount("/our", app)
    address = at("kernviz-live", "svm", {"n": "20"})
    assert asked(below, "GET", f"/our{address}").headers["etag"] == asked(app, "GET", address).headers["etag"]
    assert asset_routes.path("a", "b") == "a/b"
