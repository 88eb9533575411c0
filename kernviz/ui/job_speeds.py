"""Expected speed of jobs, by session or by sort.

A session that has had a job is as quick as this job was. A session without one may be a forged name, so
its job is judged by its sort: what is asked for, such as a page with 1,000 points. No name hides that.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import TypeVar

V = TypeVar("V")
SLOW, NEW, QUICK = 0, 1, 2  # speeds; the slower ones give way
REMEMBERED = 8  # jobs of a sort
FOUND = 0.002  # seconds of processor time; a job that took less found a stored answer and computed nothing


class JobSpeeds:
    """Records of how long jobs took.

    quick_below  seconds of processor time; a job that took less was quick
    most         number of sessions, and of sorts, that are noted
    """

    def __init__(self, quick_below: float, most: int) -> None:
        self._quick_below, self._most = quick_below, most
        self._sessions: OrderedDict[Hashable, int] = OrderedDict()
        self._sorts: OrderedDict[Hashable, deque[bool]] = OrderedDict()  # True: quick

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self._sessions) + len(self._sorts)

    def expected(self, session: Hashable, sort: Hashable = None) -> int:
        """Return the expected speed of a job of a session.

        `sort` is None if it says nothing. A sort of which some jobs were quick and some were not says nothing, either.
        """
        found = self._sessions.get(session)
        if found is not None:
            return found
        quick = self._sorts.get(sort, ())
        return QUICK if quick and all(quick) else SLOW if quick and not any(quick) else NEW

    def note(self, session: Hashable, sort: Hashable, seconds: float) -> None:
        """Note the seconds of processor time of a job that has ended."""
        quick = seconds < self._quick_below
        _put(self._sessions, session, QUICK if quick else SLOW, self._most)
        if sort is not None and seconds >= FOUND:
            record = self._sorts.get(sort) or deque[bool](maxlen=REMEMBERED)
            record.append(quick)
            _put(self._sorts, sort, record, self._most)


def _put(records: OrderedDict[Hashable, V], key: Hashable, value: V, most: int) -> None:
    """Store a record as the newest, and drop the oldest beyond `most`."""
    records[key] = value
    records.move_to_end(key)
    if len(records) > most:
        records.popitem(last=False)
