"""Files of courses and stories, kernviz's own before the operator's."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kernviz.courses.language import LanguageError
from kernviz.wording import say

T = TypeVar("T")


def read_all(
    own: Path, variable: str, ending: str, read: Callable[[Path, int, int], T], failed: Callable[[str, str], T]
) -> dict[str, T]:
    """Return what `read` makes of each file, by file name.

    A file of the folder that the environment variable names replaces one of kernviz's own of the
    same name.

    `read` is called with a path, the time of the last change in ns and the size in bytes; so it can
    remember a result until the file changes. `failed` is called with the folder and the
    reason if the folder cannot be listed.
    """
    found = {path.name: read(path, *_stamp(path)) for path in sorted(own.glob(f"*{ending}"))}
    if folder := os.environ.get(variable):
        try:
            listed = sorted(path for path in Path(folder).iterdir() if path.suffix == ending)
        except (OSError, ValueError) as problem:
            why = say(
                "{variable} names no folder that can be read ({why}): name one that is there",
                variable=variable,
                why=type(problem).__name__,
            )
            return found | {folder: failed(folder, why)}
        found |= {path.name: read(path, *_stamp(path)) for path in listed}
    return found


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:  # the file was deleted after it was listed; reading it reports the error
        return 0, 0
    return status.st_mtime_ns, status.st_size


def text_of(path: Path, largest: int, no_file: str, too_large: str) -> str:
    """Return the text of a file.

    Raises LanguageError if it cannot be read. `no_file` is the reason for a folder, a pipe or a device,
    `too_large` for a file of more than `largest` bytes.
    """
    try:
        if not path.exists():
            raise LanguageError(say("there is no such file"))
        if not path.is_file():  # reading a pipe would block
            raise LanguageError(no_file)
        with path.open("rb") as file:
            found = file.read(largest + 1)
        if len(found) > largest:
            raise LanguageError(too_large)
        return found.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise LanguageError(say("it is not written in UTF-8: save it as UTF-8")) from None
    except OSError as problem:
        why = problem.strerror or type(problem).__name__
        raise LanguageError(say("it cannot be read ({why})", why=why)) from None
