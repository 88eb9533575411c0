"""Command line to check a story: ``python -m kernviz.stories check mine.md``.

The check computes everything in the story.

``new mine.md`` writes a short story with a picture, a handle and a question. ``watch mine.md``
checks at every saving.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kernviz.courses import authoring
from kernviz.courses.authoring import CHECK, NEW, WATCH
from kernviz.courses.language import LanguageError
from kernviz.stories.reader import load

IN_ORDER = "The story is in order."
TEMPLATE = Path(__file__).parent / "template.md"
USAGE = f"""usage: python -m kernviz.stories [{CHECK}] FILE.md …
       python -m kernviz.stories {NEW} FILE.md
       python -m kernviz.stories {WATCH} FILE.md"""


def main(words: Sequence[str]) -> int:
    """Print the faults of story files and return the exit code.

    The exit code is 1 if there are any faults, and 2 for a wrong command line.
    """
    return authoring.run(words, USAGE, _begin, lambda path: map(str, load(path).faults), IN_ORDER)


def _begin(path: Path) -> str:
    if path.exists():
        raise LanguageError(f"{path} is there already: choose another name")
    path.write_text(TEMPLATE.read_text("utf-8"), "utf-8")
    return f"{path} is written. Check it: python -m kernviz.stories {CHECK} {path}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
