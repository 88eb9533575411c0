"""Command line to check a story: ``python -m kernviz.stories check mine.md``.

The check computes everything in the story.

``new mine.md`` writes a short story with a picture, a handle and a question. ``watch mine.md``
checks at every saving.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from kernviz.courses import authoring
from kernviz.stories.reader import load

CHECK, NEW, WATCH = "check", "new", "watch"
IN_ORDER = "The story is in order."
TEMPLATE = Path(__file__).parent / "template.md"
USAGE = f"""usage: python -m kernviz.stories [{CHECK}] FILE.md …
       python -m kernviz.stories {NEW} FILE.md
       python -m kernviz.stories {WATCH} FILE.md"""


def findings(path: Path) -> str:
    """Return one sentence per fault of a story file.

    Without faults the text says that there is none.
    """
    return "\n".join(map(str, load(path).faults)) or IN_ORDER


def main(words: Sequence[str]) -> int:
    """Print the faults of story files and return the exit code.

    The exit code is 1 if there are any faults, and 2 for a wrong command line.
    """
    if words[:1] in ([NEW], [WATCH]) and len(words) == 2:
        return _new(Path(words[1])) if words[0] == NEW else _watch(Path(words[1]))
    words = words[1:] if words[:1] == [CHECK] else words
    if not words or words[0] in (NEW, WATCH):
        print(USAGE, file=sys.stderr)
        return 2
    reports = [findings(Path(path)) for path in words]
    print("\n".join(report for report in reports if report != IN_ORDER) or IN_ORDER)
    return 0 if all(report == IN_ORDER for report in reports) else 1


def _new(path: Path) -> int:
    if path.exists():
        print(f"{path} is there already: choose another name", file=sys.stderr)
        return 1
    path.write_text(TEMPLATE.read_text("utf-8"), "utf-8")
    print(f"{path} is written. Check it: python -m kernviz.stories {CHECK} {path}")
    return 0


def _watch(path: Path) -> int:
    with suppress(KeyboardInterrupt):
        authoring.watch(path, lambda message: print(message, flush=True), findings)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
