"""Line numbers of the entries of a TOML file, by their keys.

`tomllib` does not report them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

Place = tuple[str | int, ...]
_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEAD = re.compile(rf"[ \t]*\[(?P<many>\[)?[ \t]*(?P<name>{_DOTTED})[ \t]*\]")
_ENTRY = re.compile(rf"[ \t]*(?P<name>{_DOTTED})[ \t]*=")
_OPEN = re.compile(r"""(?P<quote>\"\"\"|'''|"|')|(?P<comment>\#[^\n]*)|(?P<deeper>[\[{])|(?P<back>[\]}])|(?P<end>\n)""")
_CLOSE = {
    '"""': re.compile(r'(?:\\.|[^\\])*?"{3,5}(?!")', re.DOTALL),
    "'''": re.compile(r".*?'{3,5}(?!')", re.DOTALL),
    '"': re.compile(r'(?:\\.|[^\\"\n])*"'),
    "'": re.compile(r"[^'\n]*'"),
}


@lru_cache(maxsize=4)
def lines(written: str) -> dict[Place, tuple[int, int]]:
    """Return first and last line of every table and entry.

    Lines count from 1. For a table both are the line of its header. A key is, for example,
    ("step", 0, "says").
    """
    found: dict[Place, tuple[int, int]] = {}
    ends = [match.start() for match in re.finditer("\n", written)]
    for place, start, end in _entries(written):
        found.setdefault(place, (bisect_left(ends, start) + 1, bisect_left(ends, end) + 1))
    return found


def line(written: str, place: Place, words: tuple[str, ...] = ()) -> int:
    """Return the line of a place in a file.

    A place without a line has that of the first entry inside it, or else that of the nearest table around it. Of
    several lines, the first one with a word of `words` is returned.
    """
    there = lines(written)
    while place and place not in there:
        inside = next((place_there for place_there in there if place_there[: len(place)] == place), None)
        place = inside or place[:-1]
    first, last = there.get(place, (1, 1))
    text = written.split("\n")
    for word in words:
        for number in range(first, last + 1):
            if word and word in text[number - 1]:
                return number
    return first


def headers(written: str) -> Iterator[tuple[str, int]]:
    """Yield each table's header without spaces, such as ``[[step]]``, with its line."""
    for _, start, end in _entries(written):
        if start == end and (head := _HEAD.match(written, start)):
            name = f"[{'.'.join(_names(head['name']))}]"
            yield f"[{name}]" if head["many"] else name, written.count("\n", 0, start) + 1


def unfinished(written: str, number: int) -> int:
    """Return the first line of the entry that a line is in.

    A line in no entry is returned itself. `tomllib` reports an unclosed text or list only at a later line.
    """
    for place, (first, last) in lines(written).items():
        if place and first < number <= last:
            return first
    return min(number, written.rstrip("\n").count("\n") + 1)


def _entries(written: str) -> Iterator[tuple[Place, int, int]]:
    table: Place = ()
    count: dict[Place, int] = {}  # number of tables read so far, by array
    at = 0
    while at < len(written):
        start = at
        if head := _HEAD.match(written, at):
            table = _table(_names(head["name"]), count, many=bool(head["many"]))
            yield table, start, start
            at = _end(written, head.end())
        elif entry := _ENTRY.match(written, at):
            at = _end(written, entry.end())
            yield (*table, *_names(entry["name"])), start, at
        else:
            at = _end(written, at)
        at += 1


def _table(names: list[str], count: dict[Place, int], *, many: bool) -> Place:
    place: Place = ()
    for depth, name in enumerate(names, start=1):
        place = (*place, name)
        if many and depth == len(names):
            count[place] = count.get(place, -1) + 1
        if place in count:
            place = (*place, count[place])
    return place


def _names(dotted: str) -> list[str]:
    return [key.strip("\"'") for key in re.findall(_KEY, dotted)]


def _end(written: str, at: int) -> int:
    """Return the index at which the value at an index ends.

    A value ends at the first line end outside of texts and brackets.
    """
    deep = 0
    while found := _OPEN.search(written, at):
        at = found.end()
        if quote := found["quote"]:
            closed = _CLOSE[quote].match(written, at)
            at = closed.end() if closed else len(written)
        elif found["deeper"]:
            deep += 1
        elif found["back"]:
            deep -= 1
        elif found["end"] and deep <= 0:
            return found.start()
    return len(written)


def step_at(written: str, line: int) -> str:
    """Return the name of the step that a line is in."""
    before = "\n".join(written.splitlines()[:line]).rpartition("[[step]]")[2]
    found = re.search(r'^\s*name\s*=\s*"([^"]*)"', before, re.MULTILINE)
    return found[1] if found else ""
