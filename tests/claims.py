"""Messages that make a claim about a state, listed by file.

tests/claims.toml gives the reason why each is true.

`python -m tests.claims` prints the files whose number of claims differs from the one in claims.toml, with their
messages. For each new claim there are three cases: computed where it is stated, a theorem, or neither. Correct a
message of the last case, then write the number.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kernviz.symbols import symbols
from tests.test_catalogue import extracted

FILE = Path(__file__).with_name("claims.toml")
PAGES = ("lessons", "figures", "ui", "rooms")
SHORTEST = 4  # words of a claim
CLAIM = re.compile(
    r"\b(always|never|none|no|nothing|nowhere|every|everywhere|each|all|any|only|alone|both|same|equal|exactly|more|less"
    r"|most|least|fewer|largest|smallest|larger|smaller|highest|lowest|farthest|nearest|cheaper|faster|better|best|worse"
    r"|worst|whole|proof|proves|unique|cannot|must|holds?)\b",
    re.IGNORECASE,
)


@cache
def claims() -> dict[str, tuple[str, ...]]:
    """Return the claims of each file of the pages, by its path inside the package."""
    found: dict[str, dict[str, None]] = {}
    for path, message in extracted():
        file = path.removeprefix("kernviz/")
        text = symbols((message if isinstance(message, str) else message[-1]) if message else "")
        if file.startswith(PAGES) and len(text.split()) >= SHORTEST and CLAIM.search(text):
            found.setdefault(file, {})[text] = None
    return {file: tuple(texts) for file, texts in found.items()}


@cache
def written() -> dict[str, Any]:
    """Return the contents of claims.toml."""
    return tomllib.loads(FILE.read_text("utf-8"))


def reason(file: str) -> str:
    """Return what makes the claims of a file true, "" for none.

    It is the row of the file, or of the innermost folder that has a row.
    """
    rows: dict[str, str] = written()["because"]
    while file and file not in rows:
        file = file.rpartition("/")[0]
    return rows.get(file, "")


def unreviewed() -> dict[str, tuple[str, ...]]:
    """Return the claims of the files whose number of claims is not the one in claims.toml."""
    counts: dict[str, int] = written()["claims"]
    there = claims()
    return {file: there.get(file, ()) for file in {*counts, *there} if counts.get(file, 0) != len(there.get(file, ()))}


if __name__ == "__main__":
    for name, messages in sorted(unreviewed().items()):
        print(f'"{name}" = {len(messages)}', *messages, sep="\n    ")
