"""Metrics for a monitor, the log's line at the start, and logs without network addresses of people."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

import kernviz as kv
from kernviz.rooms import location
from kernviz.rooms.room import Place
from kernviz.rooms.sqlite import SQLite
from kernviz.ui import cacheable_urls, embedding, live, logs, metrics, report, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.rooms import room_registry
from kernviz.ui.streamlit_internals import html_page
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
    monkeypatch.setattr(live, "_answers", ByteCache(live.ROOM))
    routes = [*metrics.routes(), *live.routes(), *sweeps.routes()]
    return Starlette(routes=routes, middleware=[Middleware(metrics.MetricsMiddleware)])


def test_pictures_are_counted_by_how_they_were_answered(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/{cacheable_urls.path(live.FOLDER, 'svm', 'moons')}?n=20"
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
    assert found["kernviz_cache_bytes", 'kind="live"'] == live._answers.size > 1000
    assert found["kernviz_info", f'version="{kv.__version__}",program="{cacheable_urls.version()}"'] == 1


def test_the_queue_has_a_length_and_an_age(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = worker_pool.WorkerPool(threads=0, most=10)  # nobody works
    monkeypatch.setattr(live, "_workers", workers)
    assert read(metrics.text())["kernviz_queue_age_seconds", 'kind="live"'] == 0
    workers.submit(("", "a"), lambda _: None)
    workers.submit(("", "b"), lambda _: None, newest=True)
    workers.submit(("", "b"), lambda _: None, newest=True)
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
    for setting in ("", "0", "off"):
        monkeypatch.setenv(metrics.SETTING, setting)
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
    line = report.line()
    assert "\n" not in line
    assert f"version={kv.__version__} " in line
    assert "rooms=off " in line
    assert "embed=https://moodle.example " in line
    assert "data_files=0" in line
    (tmp_path / "broken.csv").write_text("x,y\n1,what\n")
    monkeypatch.setenv("KERNVIZ_ROOMS", str(tmp_path / "nowhere" / "rooms"))
    monkeypatch.setenv(embedding.SETTING, "javascript:x")
    missing = report.line().partition("missing: ")[2]
    assert "broken" in missing
    assert "is in a folder that is missing" in missing
    assert "javascript:x in KERNVIZ_EMBED is no site" in missing


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("redis://kernviz-redis:6379/0", "redis://kernviz-redis:6379/0"),
        ("rediss://user:se:cret@redis.example:6380/1?socket_timeout=2", "rediss://redis.example:6380/1"),
        ("redis://:s/e?c@r@redis.example", "redis://redis.example"),
        ("unix://:secret@/run/redis.sock?db=0", "unix:///run/redis.sock"),
        ("/srv/rooms.sqlite", "/srv/rooms.sqlite"),
        ("off", "off"),
    ],
)
def test_the_place_of_the_rooms_is_shown_without_a_password(
    place: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KERNVIZ_ROOMS", place)
    assert room_registry.place() == shown


def test_a_fault_of_the_rooms_is_said_without_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("redis://user:secret@127.0.0.1:1/0?password=secret", "postgres://user:secret@127.0.0.1/rooms"):
        monkeypatch.setenv("KERNVIZ_ROOMS", place)
        (problem,) = [each for each in report.missing() if "KERNVIZ_ROOMS" in each]
        assert "127.0.0.1" in problem
        assert "secret" not in problem


def test_the_place_of_the_rooms_is_where_they_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    beside = tmp_path / "app"
    for there in (False, True):  # without the folder the file cannot be made in it
        if there:
            beside.mkdir()
        shown = Path(location.shown_place("", beside))
        assert shown.is_relative_to(beside) == there
        assert not shown.exists()
        location.opened_store("", beside)
        assert shown.exists()
    monkeypatch.setenv("KERNVIZ_ROOMS", str(shown))
    assert report.settings()["rooms"] == str(shown)


def test_missing_fonts_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "fonts" not in " ".join(report.missing())
    monkeypatch.setattr(html_page, "INDEX", str(tmp_path / "index.html"))
    (tmp_path / "KaTeX_Main-Regular.1a2b.woff2").touch()
    (sentence,) = [each for each in report.missing() if "fonts" in each]
    assert "KaTeX_Math" in sentence
    assert "KaTeX_Main" not in sentence


# ---- logs --------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [logs.Plain("%(message)s"), logs.Structured()])
@pytest.mark.parametrize("address", ["203.0.113.9", "2001:db8::8a2e:370:7334", "fe80::1"])
def test_no_address_of_a_person_is_in_a_log(form: logging.Formatter, address: str) -> None:
    try:
        raise ValueError(f"from {address}")
    except ValueError:
        record = logging.LogRecord("a", logging.ERROR, "b.py", 1, "asked by %s:%d", (address, 80), sys.exc_info())
    text = form.format(record)
    assert address not in text
    assert "asked by -" in text
    assert "ValueError: from -" in text


def test_other_numbers_and_addresses_stay_in_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "12:30:05 numpy 2.1.0 at 127.0.0.1:8501 of 0.5:1:2 and https://a.example/x"
    assert logs.hidden(text) == text


def test_the_structured_log_is_one_json_object_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.LogRecord("kernviz.ui.x", logging.WARNING, "b.py", 1, 'a "word"\nand a line', (), None)
    text = logs.Structured().format(record)
    assert "\n" not in text
    found = json.loads(text)
    assert found["message"] == 'a "word"\nand a line'
    assert (found["level"], found["logger"]) == ("warning", "kernviz.ui.x")
    assert "T" in found["time"]


@pytest.mark.parametrize(
    ("line", "message", "level", "logger"),
    [
        (logs.entry("a", "kernviz.x", "warning"), "a", "warning", "kernviz.x"),
        (
            "2026/01/02 [crit] 7#7: *1 no file, client: -",
            "2026/01/02 [crit] 7#7: *1 no file, client: -",
            "critical",
            "",
        ),
        ("  URL: http://127.0.0.1:8501 of 203.0.113.9", "URL: http://127.0.0.1:8501 of -", "info", ""),
        ("[1, 2]", "[1, 2]", "info", ""),
        ("[" * 100_000, "[" * 100_000, "info", ""),
    ],
    ids=["an object", "nginx", "an address", "a list", "deep"],
)
def test_a_line_of_a_process_becomes_an_object_with_its_name(line: str, message: str, level: str, logger: str) -> None:
    found = json.loads(logs.of_process(line, "2"))
    assert (found["message"], found["level"], found["process"]) == (message, level, "2")
    assert found["logger"] == (logger or "output")
    assert "T" in found["time"]


def test_an_empty_line_of_a_process_is_left_out() -> None:
    assert logs.of_process("  ", "2") == ""


def test_the_line_at_the_start_has_the_form_of_the_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report.tell()
    assert capsys.readouterr().err.startswith("kernviz starts: version=")
    monkeypatch.setenv(logs.SETTING, "json")
    report.tell()
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["message"].startswith("kernviz starts: version=")


def test_handlers_have_the_form_of_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    handler, logger = logging.StreamHandler(), logging.getLogger("kernviz.test_logs")
    logger.addHandler(handler)
    before = {handler: handler.formatter for handler in logging.getLogger().handlers}
    try:
        monkeypatch.setenv(logs.SETTING, "json")
        logs.prepare()
        assert isinstance(handler.formatter, logs.Structured)
        handler.setFormatter(None)
        monkeypatch.setenv(logs.SETTING, "")
        logs.prepare()
        assert isinstance(handler.formatter, logs.Plain)
    finally:
        logging.captureWarnings(False)
        logger.removeHandler(handler)
        for name, form in before.items():
            name.setFormatter(form)


def test_a_request_leaves_no_address_behind(capfd: pytest.CaptureFixture[str]) -> None:
    assert asyncio.iscoroutinefunction(live.serve)
    run(live.serve(sent("svm", "n=24")))
    assert not re.search(r"\d+\.\d+\.\d+\.\d+", "".join(capfd.readouterr()))
