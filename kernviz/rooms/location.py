"""Location of the room store, from the environment variable KERNVIZ_ROOMS.

The location is read, checked, and opened as a store.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from pathlib import Path

from kernviz.rooms.store import Store
from kernviz.wording import say

SETTING = "KERNVIZ_ROOMS"  # environment variable: a file, redis://…, or off
OFF = "off"
FILE = "rooms.sqlite"
REDIS = ("redis", "rediss", "unix")
_SQLITE_HEADER = b"SQLite format 3\0"


def setting() -> str:
    """Return the room store's setting from the environment.

    The setting "" means a file beside the app.
    """
    return os.environ.get(SETTING, "").strip()


def is_redis(location: str) -> bool:
    """Return True if a setting means Redis."""
    return "://" in location and location.partition("://")[0] in REDIS


def fault(location: str) -> str:
    """Return the reason why a setting cannot be used, or "".

    Most reasons say what to do. The check creates and changes nothing.
    """
    if not location or location == OFF:
        return ""
    try:
        found = _fault_of_redis(location) if is_redis(location) else _fault_of_file(location)
    except OSError as problem:  # also of a file: its name may be too long, or its folder closed to this user
        found = say("cannot be reached now: {problem}", problem=problem)
    return f"{SETTING}={_without_password(location)} {found}" if found else ""


def _without_password(location: str) -> str:
    """Return an address without user, password and options.

    A file's path stays as it is.
    """
    kind, between, rest = location.partition("://")
    return f"{kind}{between}{rest.rpartition('@')[2].partition('?')[0]}" if between else location


def _fault_of_file(location: str) -> str:
    path = Path(location).absolute()
    if "://" in location:
        return say("is no address of Redis (redis://, rediss://, unix://) and no file")
    if path.is_dir():
        return say("is a folder: name a file in it")
    if not path.parent.is_dir():
        return say("is in a folder that is missing: make it")
    if path.exists() and not path.is_file():
        return say("is no file")
    if not os.access(path if path.exists() else path.parent, os.R_OK | os.W_OK):
        return say("cannot be written: give this user the right to")
    if path.exists() and path.stat().st_size and not _is_sqlite(path):
        return say("is another kind of file: remove it, or name another")
    return ""


def _is_sqlite(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_SQLITE_HEADER)) == _SQLITE_HEADER


def _fault_of_redis(location: str) -> str:
    try:
        import redis
    except ImportError:
        return say("needs the package redis: pip install 'kernviz[redis]'")
    try:
        with redis.Redis.from_url(location, socket_connect_timeout=2, socket_timeout=2) as client:
            client.ping()
    except (redis.RedisError, ValueError) as problem:
        return say("cannot be reached now: {problem}", problem=problem)
    return ""


def store_may_exist(beside: Path) -> bool:
    """Return True if a room store may exist.

    True for Redis, and for a file that exists. A caller that only cleans or counts rooms thus
    creates no store.
    """
    location = setting()
    return is_redis(location) or any(
        path.exists() for path in ([Path(location)] if location else [beside / FILE, _private_folder() / FILE])
    )


def opened_store(location: str, beside: Path) -> Store:
    """Open the room store of a setting.

    The setting is ``redis://…``, a file, or "" for a file in the folder `beside`. If that folder is
    not writable, or its file is of another kind, the file is in a private folder of this user in the
    temporary folder. Raises OSError or sqlite3.DatabaseError if neither can be used.
    """
    if is_redis(location):
        from kernviz.rooms.redis import Redis

        return Redis(location)
    from kernviz.rooms.sqlite import SQLite

    if location:
        return SQLite(Path(location))
    try:
        return SQLite(beside / FILE)
    except (OSError, sqlite3.DatabaseError):
        own = _private_folder()
        own.mkdir(mode=0o700, exist_ok=True)
        if own.stat().st_uid != _user():
            raise
        return SQLite(own / FILE)


def shown_place(location: str, beside: Path) -> str:
    """Return the place of a setting's room store, for the operator.

    It is the path of the file, or the address of Redis without its user and password. A setting "" means the same file
    as in opened_store(). The call creates nothing.
    """
    if is_redis(location):
        return _without_password(location)
    if location:
        return str(Path(location).absolute())
    return str(_private_folder() / FILE if _fault_of_file(str(beside / FILE)) else (beside / FILE).absolute())


def _private_folder() -> Path:
    return Path(tempfile.gettempdir()) / f"kernviz-{_user()}"


def _user() -> int:
    """Return the id of the user of this process.

    The result is 0 on Windows, whose temporary folder is the user's own anyway.
    """
    return os.getuid() if hasattr(os, "getuid") else 0
