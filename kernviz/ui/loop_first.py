"""Precedence of the event loop over computations.

Requests, answers and messages of a process all pass through the thread of its event loop. That thread
needs Python's global interpreter lock again after each read and each write, and shares it with all
threads that compute. Under twice the load a process bears, a picture was then computed in 40 ms. It had
waited for 0.2 s in the queue, and its answer waited for 0.7 s to be noticed by the loop. Requests waited
for seconds to be read, so that newer ones did not replace them, and no queue was long.

Here the loop has a pulse. While it beats late, no computation begins, for at most `PAUSE`. The requests are
read meanwhile: they wait in the queue, where the newest of a session replaces the older ones, and where the
length of the queue decides on the grid.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Condition
from time import monotonic

BEAT = 0.05  # seconds between two beats of a loop that has nothing else to do
UNNOTICED = 0.05  # seconds; longest delay that nobody notices
PAUSE = 0.1  # seconds a computation waits at most; so it goes on, slower, beside a loop that is always late


class Pulse:
    """The pulse of an event loop, read by other threads.

    A loop that has no pulse is never late.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._changed = Condition()
        self._due: float | None = None  # time of the next beat
        self._last = 0.0  # seconds by which the last beat was late

    def beat(self) -> None:
        """Note a beat; the next is due BEAT seconds later."""
        now = self._clock()
        with self._changed:
            self._last = 0.0 if self._due is None else max(0.0, now - self._due)
            self._due = now + BEAT
            self._changed.notify_all()

    def stop(self) -> None:
        """Note that the loop ends: nothing waits for it any more."""
        with self._changed:
            self._due, self._last = None, 0.0
            self._changed.notify_all()

    def lag(self) -> float:
        """Return the seconds by which the loop is late.

        It is the delay of the last beat, or that of the next one if it is longer already.
        """
        due = self._due
        return self._last if due is None else max(self._last, self._clock() - due)

    def wait(self) -> None:
        """Wait in another thread until the loop is not late.

        The wait lasts at most PAUSE, so that computations go on beside a loop that is always late.
        """
        if self.lag() > UNNOTICED:
            with self._changed:
                self._changed.wait_for(lambda: self.lag() <= UNNOTICED, PAUSE)


_pulse = Pulse()


async def beating() -> None:
    """Let the running loop beat until this is cancelled."""
    try:
        while True:
            _pulse.beat()
            await asyncio.sleep(BEAT)
    finally:
        _pulse.stop()


def wait() -> None:
    """Wait at the beginning of a computation while the loop is late."""
    _pulse.wait()


def lag() -> float:
    """Return the seconds by which the event loop is late."""
    return _pulse.lag()
