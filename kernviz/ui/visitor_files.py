"""Data of visitors' files, for live requests and sweeps.

Such a request has no session. It names a file by its key, which the page's run has given to the browser. A file that
was given to another process is unknown here.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from kernviz.data import Dataset

MOST_KEPT = 64  # files of visitors stored per process
_files: OrderedDict[str, Dataset] = OrderedDict()
_lock = Lock()


def keep(data: Dataset) -> str:
    """Store the data of a visitor's file and return their key.

    Of all visitors' files, this process keeps the MOST_KEPT used last.
    """
    with _lock:
        _files[data.key] = data
        _files.move_to_end(data.key)
        while len(_files) > MOST_KEPT:
            _files.popitem(last=False)
    return data.key


def keys_in(query: str) -> tuple[str, ...]:
    """Return the keys of the stored files that a query string contains.

    The answer to the query depends on these files.
    """
    with _lock:
        return tuple(key for key in _files if key in query)


def stored(keys: tuple[str, ...]) -> dict[str, Dataset]:
    """Return the stored files with these keys."""
    with _lock:
        return {key: _files[key] for key in keys if key in _files}
