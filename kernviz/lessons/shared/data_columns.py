"""Names of data columns in a table with further columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def unique_names(names: Iterable[str], own: Collection[str]) -> list[str]:
    """Return names of data columns, primed where taken.

    ``own`` are the table's own columns.

    >>> unique_names(["x1", "point"], {"point", "α"})
    ['x1', 'point′']
    """
    found: list[str] = []
    for name in names:
        while name in own or name in found:
            name += "′"
        found.append(name)
    return found
