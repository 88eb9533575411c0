"""Restriction to one BLAS thread during a solve.

For n ≤ 800 two threads were never faster. On a busy machine they took 1.2 to 30 times as long.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from functools import cache

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    # cached: finding the loaded libraries takes milliseconds, setting their limit microseconds
    return ThreadpoolController()


def one_thread() -> AbstractContextManager[object]:
    """Return a context with one BLAS thread.

    The context has no effect if the environment sets one thread already.
    """
    if any(os.environ.get(name) == "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")):
        return nullcontext()
    limited: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limited
