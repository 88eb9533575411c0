"""Limits of what strangers may send: each is tried one below, at, and one above the limit.

Rooms have limits of pace as well: tests/rooms/test_limits.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.requests import Request

import kernviz as kv
from kernviz import typed_number
from kernviz.courses import collection, reader
from kernviz.courses.collection import collected
from kernviz.data import DataError, load_csv, read_drawn, url_compression
from kernviz.data.decode import MAX_BYTES
from kernviz.data.drawn import MOST_DRAWN
from kernviz.kernels.parse import DEEPEST
from kernviz.kernels.token_reader import MOST_NODES
from kernviz.kernels.tokens import LONGEST_TEXT
from kernviz.lessons import data_and_kernel
from kernviz.lessons.data_and_kernel import LONGEST_DRAWN
from kernviz.rooms import room
from kernviz.rooms.room import Full, Place, TooLong
from kernviz.rooms.rooms import Rooms
from kernviz.rooms.sqlite import SQLite
from kernviz.ui import live, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.file_messages import LONGEST_BODY, file_of
from kernviz.ui.rooms.guard import LARGEST, body_of
from kernviz.ui.serving import nginx
from kernviz.ui.sweeps import route as sweeps
from tests.ui.asking import run
from tests.ui.test_live import asked
from tests.ui.test_sweeps import serve

PLACE = Place("what_is_a_kernel", "the-short-way", 0)


@dataclass(frozen=True)
class Limit:
    """Limit of a size; `passes(size)` is True if something of that size is accepted."""

    what: str
    most: int
    passes: Callable[[int], bool]


def _address(size: int) -> bool:
    start = "n=20&x="
    return bool(asked("svm", start + "a" * (size - len(start))).status_code == 200)


def _sweep_address(size: int) -> bool:
    start = "n=20&x="
    return "at most" not in serve("svm", start + "a" * (size - len(start)), gzipped=False).body.decode("latin-1")


def _kernel(size: int) -> bool:
    try:
        kv.parse("linear" + " " * (size - len("linear")))
    except ValueError:
        return False
    return True


def _drawn(size: int) -> bool:
    text = "a: 1 1 2 2 b: 3 3 4 4"
    try:
        return read_drawn(text + " " * (size - len(text))).n == 4
    except DataError:
        return False


def _file(size: int) -> bool:
    """Return True if all of the file is read.

    Of a larger file only the first part is read, and a note says so.
    """
    head, tail = b"# ", b"\nx,y,class\n" + b"0.5,0.25,a\n1,2,b\n" * 6
    data = load_csv(head + b"a" * (size - len(head) - len(tail)) + tail, "points")
    return not any("larger than" in note for note in data.notes)


def _points(count: int) -> bool:
    """Return True if the address may ask for a toy data set of ``count`` points."""
    (param,) = [each for each in data_and_kernel.shape("moons") if each.name == "n"]
    value, refused = param.read([str(count)])
    return refused is None and value == count


def _number(size: int) -> bool:
    try:
        typed_number.read_number("0." + "0" * (size - 3) + "1")
    except ValueError:
        return False
    return True


def _body(size: int) -> bool:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b'"' + b"a" * (size - 2) + b'"', "more_body": False}

    try:
        return run(body_of(Request({"type": "http", "headers": []}, receive))) is not None
    except TooLong:
        return False


def _answer(size: int) -> bool:
    with rooms() as found:
        code = found.open(PLACE).code
        student = found.join(code)
        try:
            found.answer(code, student, PLACE.name, "1" * size)
        except TooLong:
            return False
        return found.answered(code, student) == "1" * size


def _rooms(count: int) -> bool:
    with rooms() as found:
        try:
            for _ in range(count):
                found.open(PLACE)
        except Full:
            return False
    return True


def _students(count: int) -> bool:
    with rooms() as found:
        code = found.open(PLACE).code
        try:
            for k in range(count):
                found.store.enter(code, f"student {k}", room.MOST_STUDENTS, 0.0)
        except Full:
            return False
    return True


def _parts(count: int) -> bool:
    """Return True if a sum of ``count`` nodes, the sum included, is parsed."""
    try:
        kv.parse("+".join(["linear"] * (count - 1)))
    except ValueError:
        return False
    return True


def _levels(count: int) -> bool:
    try:
        kv.parse("(" * (count - 1) + "linear" + ")" * (count - 1))
    except ValueError:
        return False
    return True


def _points_set_by_hand(count: int) -> bool:
    try:
        return read_drawn("a: " + "1 1 " * (count // 2) + "b: " + "2 2 " * (count - count // 2)).n == count
    except DataError:
        return False


def _unpacked(size: int) -> bool:
    try:
        return len(url_compression.unpack(url_compression.pack("a" * size))) == size
    except DataError:
        return False


def _course_file(size: int) -> bool:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "course.toml"
        path.write_bytes(b"# " + b"a" * (size - 2))
        return not any("bytes" in fault.why for fault in reader.load(path).faults)


def _steps(count: int) -> bool:
    written = "title = 'T'\nsays = 'S'\n" + "[[step]]\n" * count
    return not any(f"at most {reader.MOST_STEPS}" in fault.why for fault in reader.read(written, "t").faults)


def _links(count: int) -> bool:
    links = "\n".join(f"https://a/course?course=s1&answers=x{k}" for k in range(count))
    return not any("Only the first" in problem for problem in collected(links, {}).problems)


def _links_together(size: int) -> bool:
    return not any("million characters" in problem for problem in collected(" " * size, {}).problems)


def _sent_file(size: int) -> bool:
    """Return True if a body of that length is not refused for its length.

    It may still be refused because base64 has a multiple of four characters.
    """
    found = file_of({"name": "a.csv", "id": "1", "body": "A" * size})
    return found is not None and "packed file" not in found.refused


@contextmanager
def rooms() -> Iterator[Rooms]:
    """Yield rooms stored in a file of their own."""
    with TemporaryDirectory() as folder:
        store = SQLite(Path(folder) / "rooms")
        yield Rooms(store)
        store.shut()


def _frames(count: int) -> bool:
    found, frames = sweeps._requested("objects", urlencode({"sweep": "ob_C:1:10:40", "@many": count}))
    return found == 40 and len(frames) == count


def _queue(size: int) -> bool:
    workers = worker_pool.WorkerPool(threads=0, most=live._workers.most)
    try:
        for k in range(size):
            workers.submit((str(k), ""), lambda _: None)
    except worker_pool.BusyError:
        return False
    return True


def _stored(size: int) -> bool:
    cache = ByteCache(live.ROOM)
    cache.put("a", bytes(size))
    return cache.get("a") is not None


LIMITS = [
    Limit("characters of an address of a live picture", live.LONGEST, _address),
    Limit("characters of an address of a sweep", live.LONGEST, _sweep_address),
    Limit("characters of a kernel", LONGEST_TEXT, _kernel),
    Limit("characters of drawn points", LONGEST_DRAWN, _drawn),
    Limit("frames of a sweep in one request", sweeps.MOST_ASKED, _frames),
    Limit("pictures waiting to be computed", live._workers.most, _queue),
    Limit("bytes of one stored answer", live.ROOM, _stored),
    Limit("bytes of a file", MAX_BYTES, _file),
    Limit("points of a toy", data_and_kernel.MOST_POINTS, _points),
    Limit("characters of a number", typed_number.LONGEST, _number),
    Limit("parts of a kernel", MOST_NODES, _parts),
    Limit("levels of a kernel", DEEPEST, _levels),
    Limit("points set by hand", MOST_DRAWN, _points_set_by_hand),
    Limit("characters unpacked from an address", url_compression.LONGEST, _unpacked),
    Limit("characters of a packed file from the browser", LONGEST_BODY, _sent_file),
    Limit("bytes of a course file", reader.LARGEST, _course_file),
    Limit("steps of a course", reader.MOST_STEPS, _steps),
    Limit("links of handed-in answers read at once", collection.MOST_LINKS, _links),
    Limit("characters of all of them", collection.LONGEST, _links_together),
    Limit("bytes of a request of a room", LARGEST, _body),
    Limit("characters of an answer", room.LONGEST, _answer),
    Limit("rooms of a server", room.MOST_ROOMS, _rooms),
    Limit("students of a room", room.MOST_STUDENTS, _students),
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("limit", LIMITS, ids=[limit.what for limit in LIMITS])
def test_one_below_passes_and_one_above_does_not(limit: Limit) -> None:
    assert limit.passes(limit.most - 1)
    assert limit.passes(limit.most)
    assert not limit.passes(limit.most + 1)


def test_the_proxy_accepts_every_request_the_app_accepts() -> None:
    text = nginx.site(nginx.Front("127.0.0.1:1", "", (2,)), Path("/x"))
    assert nginx.BODY_MB * 10**6 > MAX_BYTES
    assert nginx.BODY_MB * 10**6 > LARGEST
    assert "large_client_header_buffers 4 64k;" in text
    assert live.LONGEST < 64 * 1024
    assert nginx.HAND_RATE > 30  # requests a second that a drag sends


def test_security_md_lists_every_limit() -> None:
    text = (Path(__file__).parents[1] / "SECURITY.md").read_text("utf-8")
    for limit in LIMITS:
        assert f"| {limit.what} | {limit.most:,} |".replace(",", " ") in text, limit.what
