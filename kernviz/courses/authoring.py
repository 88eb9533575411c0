"""Help for authors of a course file.

The module writes a new file to begin with, makes the table of quantities, and checks a file
whenever it is saved. Its commands are those of stories, too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from kernviz.courses.language import LanguageError
from kernviz.courses.quantities import QUANTITIES
from kernviz.wording import say, spoken

NEW, WATCH, CHECK = "new", "watch", "check"
TEMPLATE = Path(__file__).parent / "template.toml"  # example file with a step of each kind
EXAMPLES = {  # quantity -> an expression with the arguments that it takes
    "output": "output((2, 3))",
    "α at": "α at(3)",
    "change by a point": "change by a point((2, 3), 1)",
    "distance to the centre": "distance to the centre((2, 3))",
    "distance to the nearest point": "distance to the nearest point((2, 3))",
    "sum of squares": "sum of squares((2, 3))",
    "prediction": "prediction(0.5)",
    "variance along": "variance along(30)",
    "nearest to": "nearest to(1)",
    "cosine": "cosine((1, 2), (3, -1))",
    "verdict": 'verdict("linear - 1")',
    "points that refute": 'points that refute("linear - 1")',
    "uses": 'uses("rbf")',
    "number of features": 'number of features("poly(degree=2)", 3)',
    "λ_min": 'λ_min("rbf(gamma=2)")',
    "λ_max": 'λ_max("rbf(gamma=2)")',
    "rank": 'rank("linear")',
    "squared norm of the mean": 'squared norm of the mean("linear")',
    "k": "k((1, 2), (3, -1))",
    "phi": 'phi((1, 2), (3, -1), "linear**2")',
    "coordinates": 'coordinates((1, 2), "linear**2")',
    "distance": "distance((1, 2), (3, -1))",
    "angle": "angle((1, 2), (3, -1))",
    "binomial": "binomial(5, 2)",
    "max": "max(margin, 1)",
    "min": "min(margin, 1)",
    "readout": 'readout("margin")',
    "with": 'with("C=100", "margin")',
    "pick": "pick(2, 0.1, 1, 10)",
    "exp": "exp(-2)",
    "sqrt": "sqrt(2)",
    "log": "log(10)",
    "abs": "abs(-3)",
    "round": "round(2.6)",
    "factorial": "factorial(5)",
}
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

    Its columns are name, an example, and meaning.
    """
    rows = [(name, example(name), spoken(quantity.says)) for name, quantity in QUANTITIES.items()]
    wide = [max(len(row[i]) for row in rows) for i in range(2)]
    return "\n".join(f"{name:<{wide[0]}}  {one:<{wide[1]}}  {says}" for name, one, says in rows)


def example(name: str) -> str:
    """Return an expression that asks for a quantity.

    The expression has no number of a variant. A quantity that needs nothing in brackets is asked for by its name alone.
    """
    return EXAMPLES.get(name, name)


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


def run(
    words: Sequence[str],
    usage: str,
    begin: Callable[[Path], str],
    findings: Callable[[Path], Iterable[str]],
    in_order: str,
) -> int:
    """Run a command of an author and return the exit code.

    The commands are `new`, which calls `begin`, `watch` and `check`. `findings` are the problems of a file, and
    `in_order` is the message without one. The exit code is 1 if there are any problems, and 2 for a wrong command line.
    """
    if words[:1] == [NEW] and len(words) == 2:
        try:
            print(begin(Path(words[1])))
        except LanguageError as problem:
            print(problem, file=sys.stderr)
            return 1
        return 0
    if words[:1] == [WATCH] and len(words) == 2:
        with suppress(KeyboardInterrupt):
            watch(Path(words[1]), partial(print, flush=True), lambda path: "\n".join(findings(path)) or in_order)
        return 0
    paths = words[1:] if words[:1] == [CHECK] else words
    if not paths or paths[0] in (NEW, WATCH):
        print(usage, file=sys.stderr)
        return 2
    found = [line for path in paths for line in findings(Path(path))]
    print("\n".join(found) or in_order)
    return 1 if found else 0
