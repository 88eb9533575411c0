"""Files of courses and stories, kernviz's own before the operator's."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def read_all(
    own: Path, variable: str, ending: str, read: Callable[[Path, int, int], T], failed: Callable[[str, str], T]
) -> dict[str, T]:
    """Return what `read` makes of each file, by file name.

    A file of the folder that the environment variable names replaces one of kernviz's own of the
    same name.

    `read` is called with a path, the time of the last change in ns and the size in bytes; so it can
    remember a result until the file changes. `failed` is called with the folder and the name of the
    error if the folder cannot be listed.
    """
    found = {path.name: read(path, *_stamp(path)) for path in sorted(own.glob(f"*{ending}"))}
    if folder := os.environ.get(variable):
        try:
            listed = sorted(path for path in Path(folder).iterdir() if path.suffix == ending)
        except (OSError, ValueError) as problem:
            return found | {folder: failed(folder, type(problem).__name__)}
        found |= {path.name: read(path, *_stamp(path)) for path in listed}
    return found


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:  # the file was deleted after it was listed; reading it reports the error
        return 0, 0
    return status.st_mtime_ns, status.st_size
