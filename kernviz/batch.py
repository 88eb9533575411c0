"""Independent computations, run through joblib.

They run in this process, or on the current joblib backend.

    with joblib.parallel_config(backend="dask"):  # after dask.distributed.Client(…)
        results(function, items)

For the app no such line is needed: ``KERNVIZ_DASK=tcp://scheduler:8786 kernviz`` sets the
backend. No other file imports joblib. A backend pickles the data it carries to other processes.
The only data unpickled here are the answers of workers started by the operator.
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


def results(function: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """Return the results of the function for each item, in order."""
    with _carrier():
        return list(Parallel()(delayed(function)(item) for item in items))


def elsewhere() -> bool:
    """Return True if a cluster named by the environment computes the items."""
    return bool(os.environ.get(ENVIRONMENT))


def _carrier() -> AbstractContextManager[Any]:
    """Return the context of the cluster named by the environment.

    If the environment names none, the context is joblib's current backend.
    """
    address = os.environ.get(ENVIRONMENT)
    if not address:
        return nullcontext()
    _connect(address)
    return parallel_config(backend="dask")


@cache
def _connect(address: str) -> Any:
    """Connect to the cluster once per process.

    joblib finds the client from then on.
    """
    from distributed import Client

    return Client(address)
