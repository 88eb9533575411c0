"""Help for authors of a course file.

The module writes a new file to begin with, makes the table of quantities, and checks a file
whenever it is saved.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kernviz.courses import reader
from kernviz.courses.language import LanguageError
from kernviz.courses.quantities import QUANTITIES
from kernviz.wording import say, spoken

TEMPLATE = Path(__file__).parent / "template.toml"  # example file with a step of each kind
PAUSE = 0.5  # seconds between two checks of a file


def begin(path: Path) -> str:
    """Write a new course file with one step of each kind.

    The result is a message for the author. Raises LanguageError if the path exists already, does not end
    in .toml, or cannot be written.
    """
    if path.suffix != ".toml":
        raise LanguageError(say("a course is a file whose name ends in .toml"))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.read_text("utf-8"))
    except FileExistsError:
        raise LanguageError(say("{path} is there already", path=path)) from None
    except OSError as problem:
        raise LanguageError(say("it cannot be written ({why})", why=problem.strerror)) from None
    return say("{path} has a step of each kind. Change it, then check it.", path=path)


def quantities() -> str:
    """Return a table of all quantities that can be computed.

    Its columns are name, an example from the courses, and meaning.
    """
    rows = [(name, example(name), spoken(each.says)) for name, each in QUANTITIES.items()]
    wide = [max(len(row[i]) for row in rows) for i in range(2)]
    return "\n".join(f"{name:<{wide[0]}}  {one:<{wide[1]}}  {says}" for name, one, says in rows)


def example(name: str) -> str:
    """Return an expression that asks for a quantity.

    The expression is from one of the courses, else the name of the quantity alone.
    """
    arguments = r"(?:\((?:[^()\n]|\([^()\n]*\))*\))?"
    found = re.compile(rf"(?<![\w-]){re.escape(name)}{arguments}(?![\w(])")
    used = [
        match[0]
        for course in reader.courses().values()
        for text in _asked(course.written)
        for match in found.finditer(text)
    ]
    return max(used, key=lambda each: (each.endswith(")"), -len(each)), default=name)


def _asked(written: str) -> Iterator[str]:
    """Yield the expressions of a course file: in texts, conditions and answers."""
    yield from re.findall(r"\{=([^{}\n]*)\}", written)
    yield from re.findall(r"^(?:condition|holds|answer|value|require) = (?:'''|\"|')(.*?)(?:'''|\"|')$", written, re.M)


def watch(path: Path, tell: Callable[[str], None], check: Callable[[Path], str], most: int | None = None) -> None:
    """Check a file now and whenever it is saved.

    `tell` is called with the time, the file's name and the result of `check`. The watch ends after
    `most` looks, or when it is interrupted.
    """
    before: object = None
    looks = 0
    while most is None or looks < most:
        if looks:
            time.sleep(PAUSE)
        looks += 1
        try:
            now: object = path.stat().st_mtime_ns
        except OSError:
            now = "missing"
        if now != before:
            before = now
            tell(f"{time.strftime('%H:%M:%S')}  {path.name}\n{check(path)}")
