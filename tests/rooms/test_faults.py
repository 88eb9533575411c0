"""Rooms while their Redis is away, and on a machine whose clock is set."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kernviz.rooms.location import opened_store
from kernviz.rooms.room import DiskFull, Place
from kernviz.rooms.rooms import Rooms
from tests.browser.conftest import free_port
from tests.browser.instance import missing

pytestmark = pytest.mark.flaky(reruns=2)  # a busy machine may disturb other programs; a real fault fails three times

ONE = Place("s3", "first")


@contextmanager
def redis_at(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Redis that writes every change to its file, as deploy/compose.yaml says; kill it at the end."""
    redis: Any = pytest.importorskip("redis")
    program = shutil.which("redis-server") or missing("no redis-server on this machine: apt-get install redis-server")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    command += ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        with redis.Redis.from_url(f"redis://127.0.0.1:{port}/0") as client:
            for _ in range(200):
                try:
                    client.ping()
                    break
                except redis.RedisError:
                    time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait(10)


def test_acknowledged_answers_survive_a_restart_of_redis(tmp_path: Path) -> None:
    port = free_port()
    with redis_at(port, tmp_path):
        store: Any = opened_store(f"redis://127.0.0.1:{port}/0", tmp_path)
        hall = Rooms(store)
        made = hall.open(ONE)
        students = [hall.join(made.code) for _ in range(6)]
        for student in students[:4]:
            hall.answer(made.code, student, ONE.name, "4")
    began = time.monotonic()
    with pytest.raises(Exception, match=r"(?i)connection|refused|closed"):
        hall.answer(made.code, students[4], ONE.name, "4")
    assert time.monotonic() - began < 5  # who asks hears at once
    with redis_at(port, tmp_path):
        assert hall.answers(made.code, made.key) == ("4",) * 4
        hall.answer(made.code, students[4], ONE.name, "5")
        assert sorted(hall.answers(made.code, made.key)) == ["4"] * 4 + ["5"]
        assert hall.look(made.code).students == 6
        store.shut()


def answer_until_space_ends(hall: Rooms, code: str) -> None:
    """Give up to 900 long answers, each by a student of its own."""
    for k in range(900):
        hall.answer(code, hall.join(code), ONE.name, f"{k} " + "1" * 1900)


def test_a_room_in_a_redis_without_memory_can_be_read_and_closed(tmp_path: Path) -> None:
    port = free_port()
    with redis_at(port, tmp_path):
        store: Any = opened_store(f"redis://127.0.0.1:{port}/0", tmp_path)
        hall = Rooms(store)
        made, other = hall.open(ONE), hall.open(ONE)
        store._redis.config_set("maxmemory-policy", "noeviction")
        store._redis.config_set("maxmemory", store._redis.info("memory")["used_memory"] + 500_000)

        with pytest.raises(DiskFull, match="memory for rooms is full"):
            answer_until_space_ends(hall, made.code)
        assert len(hall.answers(made.code, made.key)) > 1
        hall.close(made.code, made.key)
        hall.answer(other.code, hall.join(other.code), ONE.name, "4")
        assert hall.answers(other.code, other.key) == ("4",)
        store.shut()


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a disk of 64 kB; mounting it needs root."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    command = [mount or "", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)]
    if not mount or not umount or subprocess.run(command, capture_output=True).returncode:  # noqa: S603
        pytest.skip("no disk can be made here: this user may not mount one")
    yield folder
    subprocess.run([umount, "--lazy", str(folder)], check=True)  # noqa: S603


def test_a_redis_on_a_full_disk_says_so(tiny_disk: Path, tmp_path: Path) -> None:
    """Redis itself ends if it may not write at once; with `everysec` it goes on and refuses."""
    port = free_port()
    with redis_at(port, tiny_disk):
        store: Any = opened_store(f"redis://127.0.0.1:{port}/0", tmp_path)
        store._redis.config_set("appendfsync", "everysec")
        hall = Rooms(store)
        made = hall.open(ONE)

        with pytest.raises(DiskFull, match="disk of this server is full"):
            answer_until_space_ends(hall, made.code)
        assert len(hall.answers(made.code, made.key)) > 1
        with pytest.raises(DiskFull, match="disk of this server is full"):
            hall.close(made.code, made.key)
        store.shut()


CLOCK = """
import sys, time
real, days = time.time, 0.0
time.time = lambda: real() + 86400 * days  # the machine's clock, before anybody looks at it
from pathlib import Path
from kernviz.rooms.room import DiskFull, Place
from kernviz.rooms.rooms import Rooms
from kernviz.rooms.sqlite import SQLite
hall = Rooms(SQLite(Path(sys.argv[1])))
made = hall.open(Place("s3", "first"))
student = hall.join(made.code)
days = float(sys.argv[2])
assert hall.sweep() == 0
hall.answer(made.code, student, "s3/first/0", "4")
assert hall.sweep() == 0
assert hall.answers(made.code, made.key) == ("4",)
"""


@pytest.mark.parametrize("days", [2, -2])
def test_a_clock_that_is_set_closes_no_room(tmp_path: Path, days: int) -> None:
    command = [sys.executable, "-c", CLOCK, str(tmp_path / "rooms.sqlite"), str(days)]
    done = subprocess.run(command, capture_output=True, text=True)  # noqa: S603
    assert done.returncode == 0, done.stderr
