"""Independent computations through joblib: in this process, or on the joblib backend in force.

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
    """Results of the function for each item, in order."""
    with _carrier():
        return list(Parallel()(delayed(function)(item) for item in items))


def elsewhere() -> bool:
    """True if other machines compute."""
    return bool(os.environ.get(ENVIRONMENT))


def _carrier() -> AbstractContextManager[Any]:
    """The cluster named by the environment, else the backend in force."""
    address = os.environ.get(ENVIRONMENT)
    if not address:
        return nullcontext()
    _connect(address)
    return parallel_config(backend="dask")


@cache
def _connect(address: str) -> Any:
    """Connect once per process; joblib finds the client from then on."""
    from distributed import Client

    return Client(address)
