"""Memory that FLINT keeps for each thread, freed when the thread ends.

FLINT takes the memory of large integers from a store of the thread, some 0.2 MB. FLINT frees the store
only on request, and not when the thread ends. So the memory of a server that starts a thread for each
run of a page would grow without bound. Numbers that other threads still hold are not freed.
"""

from __future__ import annotations

from threading import local

from flint import ctx


class _Store:
    """Object whose destruction frees FLINT's store of a thread.

    Python destroys the object in that thread, when the thread ends.
    """

    def __del__(self) -> None:
        ctx.cleanup()


class _OfThread(local):
    def __init__(self) -> None:
        self.store = _Store()


_of_thread = _OfThread()


def free_with_thread() -> None:
    """Free FLINT's store of this thread when the thread ends."""
    _of_thread.store  # noqa: B018  the first access in a thread creates its object
