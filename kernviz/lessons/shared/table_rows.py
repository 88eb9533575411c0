"""Table given row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def columns_of(head: Sequence[str], rows: Iterable[Sequence[object]]) -> dict[str, list[object]]:
    """Return the columns of a table with these rows, by their heads.

    >>> columns_of(("point", "α"), [(1, "0"), (2, "0.5")])
    {'point': [1, 2], 'α': ['0', '0.5']}
    """
    listed = list(rows)
    return {name: [row[j] for row in listed] for j, name in enumerate(head)}
