"""Metrics for a monitor, the log's line at the start, and logs without network addresses of people."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

import kernviz as kv
from kernviz.rooms.room import Place
from kernviz.rooms.sqlite import SQLite
from kernviz.ui import embedding, lasting, live, logs, metrics, report, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.rooms import room_registry
from kernviz.ui.sweeps import route as sweeps
from tests.ui.asking import asked, run
from tests.ui.test_live import sent

SAMPLE = re.compile(r'([a-z_]+)(?:\{([a-z_]+="[^"\\\n]*"(?:,[a-z_]+="[^"\\\n]*")*)\})? (-?[0-9.e+-]+|NaN)')


def read(text: str) -> dict[tuple[str, str], float]:
    """Return the samples in Prometheus' text format, {(name, labels): value}; ValueError for an invalid line."""
    found: dict[tuple[str, str], float] = {}
    described: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in ("counter", "gauge")
            assert (kind == "counter") == name.endswith("_total")
            described[name] = kind
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            if match is None:
                raise ValueError(line)
            assert match[1] in described
            assert (match[1], match[2] or "") not in found
            found[match[1], match[2] or ""] = float(match[3])
    assert text.endswith("\n")
    return found


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Starlette:
    monkeypatch.setenv(metrics.SETTING, "1")
    monkeypatch.setattr(metrics, "_answers", type(metrics._answers)())
    monkeypatch.setattr(live, "_made", ByteCache(live.ROOM))
    routes = [*metrics.routes(), *live.routes(), *sweeps.routes()]
    return Starlette(routes=routes, middleware=[Middleware(metrics.MetricsMiddleware)])


def test_pictures_are_counted_by_how_they_were_answered(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/{lasting.path(live.FOLDER, 'svm', 'moons')}?n=20"
    first = asked(app, "GET", address)
    asked(app, "GET", address)
    asked(app, "GET", address, if_none_match=first.headers["etag"])
    asked(app, "GET", "/kernviz-live/nowhere")
    asked(app, "GET", "/kernviz-sweep/svm?n=20&sweep=C:1:2:2")
    asked(app, "GET", "/kernviz-sweep/nowhere?sweep=C:1:2:2")
    monkeypatch.setattr(live, "_workers", worker_pool.WorkerPool(threads=1, most=0))
    asked(app, "GET", "/kernviz-live/svm?n=22")
    answer = asked(app, "GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert answer.headers["cache-control"] == "no-store"
    found = read(answer.body.decode())

    def pictures(kind: str, how: str) -> float:
        return found["kernviz_pictures_total", f'kind="{kind}",answer="{how}"']

    assert pictures("live", "sent") == 2
    assert pictures("live", "confirmed") == 1
    assert pictures("live", "left_to_the_page") == 1
    assert pictures("live", "refused") == 1
    assert pictures("sweep", "sent") == 1
    assert pictures("sweep", "impossible") == 1
    assert found["kernviz_cache_lookups_total", 'kind="live",found="yes"'] >= 1
    assert found["kernviz_cache_bytes", 'kind="live"'] == live._made.size > 1000
    assert found["kernviz_info", f'version="{kv.__version__}",program="{lasting.version()}"'] == 1


def test_the_queue_has_a_length_and_an_age(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = worker_pool.WorkerPool(threads=0, most=10)  # nobody works
    monkeypatch.setattr(live, "_workers", workers)
    assert read(metrics.text())["kernviz_queue_age_seconds", 'kind="live"'] == 0
    workers.join(("", "a"), lambda _: None)
    workers.join(("", "b"), lambda _: None, newest=True)
    workers.join(("", "b"), lambda _: None, newest=True)
    found = read(metrics.text())
    assert found["kernviz_queue_length", 'kind="live"'] == 2
    assert found["kernviz_superseded_total", 'kind="live"'] == 1
    assert 0 <= found["kernviz_queue_age_seconds", 'kind="live"'] < 60


def test_open_pages_are_counted_while_they_are_open() -> None:
    seen: list[float] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        seen.append(read(metrics.text())["kernviz_pages_open", ""])
        if scope["path"] == "/fails":
            raise OSError

    counting = metrics.MetricsMiddleware(page)
    for path in ("/", "/fails"):
        with suppress(OSError):
            run(counting({"type": "websocket", "path": path}, None, None))  # type: ignore[arg-type]
    assert seen == [1, 1]
    assert read(metrics.text())["kernviz_pages_open", ""] == 0


def test_without_the_setting_there_are_no_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ("", "0", "off"):
        monkeypatch.setenv(metrics.SETTING, said)
        assert metrics.routes() == []


def test_rooms_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, app: Starlette) -> None:
    monkeypatch.setenv("KERNVIZ_ROOMS", str(tmp_path / "none" / "rooms"))
    assert room_registry.count() is None
    assert "kernviz_rooms" not in asked(app, "GET", "/metrics").body.decode()
    monkeypatch.setenv("KERNVIZ_ROOMS", str(tmp_path / "rooms"))
    assert room_registry.count() is None  # counting makes no file
    found = room_registry.rooms()
    assert found is not None
    assert isinstance(found.store, SQLite)
    for _ in range(3):
        found.open(Place("what_is_a_kernel", "the-short-way", 0))
    assert read(asked(app, "GET", "/metrics").body.decode())["kernviz_rooms", ""] == 3


# ---- the line at the start --------------------------------------------------------------------------------


def test_the_line_at_the_start_reports_settings_and_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNVIZ_ROOMS", "off")
    monkeypatch.setenv(embedding.SETTING, "https://moodle.example")
    monkeypatch.setattr(sys.modules["kernviz.data.library"], "folder", lambda: tmp_path)
    said = report.line()
    assert "\n" not in said
    assert f"version={kv.__version__} " in said
    assert "rooms=off " in said
    assert "embed=https://moodle.example " in said
    assert "data_files=0" in said
    (tmp_path / "broken.csv").write_text("x,y\n1,what\n")
    monkeypatch.setenv("KERNVIZ_ROOMS", str(tmp_path / "nowhere" / "rooms"))
    monkeypatch.setenv(embedding.SETTING, "javascript:x")
    told = report.line().partition("missing: ")[2]
    assert "broken" in told
    assert "is in a folder that is missing" in told
    assert "javascript:x in KERNVIZ_EMBED is no site" in told


# ---- logs --------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [logs.Plain("%(message)s"), logs.Structured()])
@pytest.mark.parametrize("address", ["203.0.113.9", "2001:db8::8a2e:370:7334", "fe80::1"])
def test_no_address_of_a_person_is_in_a_log(form: logging.Formatter, address: str) -> None:
    try:
        raise ValueError(f"from {address}")
    except ValueError:
        record = logging.LogRecord("a", logging.ERROR, "b.py", 1, "asked by %s:%d", (address, 80), sys.exc_info())
    told = form.format(record)
    assert address not in told
    assert "asked by -" in told
    assert "ValueError: from -" in told


def test_other_numbers_and_addresses_stay_in_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "12:30:05 numpy 2.1.0 at 127.0.0.1:8501 of 0.5:1:2 and https://a.example/x"
    assert logs.hidden(said) == said


def test_the_structured_log_is_one_json_object_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.LogRecord("kernviz.ui.x", logging.WARNING, "b.py", 1, 'a "word"\nand a line', (), None)
    told = logs.Structured().format(record)
    assert "\n" not in told
    found = json.loads(told)
    assert found["message"] == 'a "word"\nand a line'
    assert (found["level"], found["logger"]) == ("warning", "kernviz.ui.x")
    assert "T" in found["time"]


def test_handlers_have_the_form_of_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    handler, logger = logging.StreamHandler(), logging.getLogger("kernviz.test_logs")
    logger.addHandler(handler)
    before = {each: each.formatter for each in logging.getLogger().handlers}
    try:
        monkeypatch.setenv(logs.SETTING, "json")
        logs.prepare()
        assert isinstance(handler.formatter, logs.Structured)
        handler.setFormatter(None)
        monkeypatch.setenv(logs.SETTING, "")
        logs.prepare()
        assert isinstance(handler.formatter, logs.Plain)
    finally:
        logger.removeHandler(handler)
        for each, form in before.items():
            each.setFormatter(form)


def test_a_request_leaves_no_address_behind(capfd: pytest.CaptureFixture[str]) -> None:
    assert asyncio.iscoroutinefunction(live._serve)
    run(live._serve(sent("svm", "n=24")))
    assert not re.search(r"\d+\.\d+\.\d+\.\d+", "".join(capfd.readouterr()))
