"""Many independent computations, through joblib: one after the other in this process, or wherever the joblib backend in
force carries them.

    with joblib.parallel_config(backend="dask"):  # after dask.distributed.Client(…)
        each(function, items)

The app has no line of its own to write: ``KERNVIZ_DASK=tcp://scheduler:8786 kernviz`` is that one. This is the only
file that knows joblib: what a backend carries to other processes it pickles, and reads nothing back but the answers of
workers somebody here has started.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, TypeVar

from joblib import Parallel, delayed, parallel_config

ENVIRONMENT = "KERNVIZ_DASK"
T = TypeVar("T")
R = TypeVar("R")


def each(function: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """What the function makes of each, in order."""
    with _carrier():
        return list(Parallel()(delayed(function)(item) for item in items))


def _carrier() -> AbstractContextManager[Any]:
    """The cluster the environment names, else whatever backend is in force."""
    address = os.environ.get(ENVIRONMENT)
    if not address:
        return nullcontext()
    _connect(address)
    return parallel_config(backend="dask")


@cache
def _connect(address: str) -> Any:
    """Once a process: from then on it is the client joblib finds."""
    from distributed import Client

    return Client(address)
