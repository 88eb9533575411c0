"""Waiting jobs by address and session, oldest first.

Each question that a queue asks per job takes a time that does not grow with the number of waiting jobs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, KeysView
from typing import Generic, TypeVar

J = TypeVar("J", bound=Hashable)
Flow = tuple[str, ...]  # (address,), or (address, session)


class WaitingJobs(Generic[J]):
    """Waiting jobs by address and session.

    Addresses, their sessions and the jobs of a session are in the order of their arrival.

    kind  returns a key, equal for jobs with equal results; None for a job like no other
    """

    def __init__(self, kind: Callable[[J], Hashable]) -> None:
        self._kind = kind
        # address -> (address, session) -> jobs; a dict without values is an ordered set
        self._jobs: OrderedDict[str, OrderedDict[Flow, dict[J, None]]] = OrderedDict()
        self._flows: dict[J, Flow] = {}  # session of each job
        self._alike: dict[Hashable, dict[J, None]] = {}  # jobs of each kind
        self._single = 0  # number of jobs like no other

    def __len__(self) -> int:
        return len(self._flows)

    def __iter__(self) -> Iterator[J]:
        return (job for flows in self._jobs.values() for jobs in flows.values() for job in jobs)

    @property
    def different(self) -> int:
        """Return the number of jobs of different kinds."""
        return self._single + len(self._alike)

    @property
    def addresses(self) -> KeysView[str]:
        """Return the addresses with waiting jobs."""
        return self._jobs.keys()

    def sessions(self, address: str) -> KeysView[Flow]:
        """Return the sessions of an address with waiting jobs."""
        return self._jobs.get(address, OrderedDict()).keys()

    def of(self, flow: Flow) -> tuple[J, ...]:
        """Return the jobs of a session, the oldest first."""
        return tuple(self._jobs.get(flow[0], OrderedDict()).get(flow, ()))

    def alike(self, kind: Hashable) -> tuple[J, ...]:
        """Return the jobs of a kind, the oldest first."""
        return tuple(self._alike.get(kind, ()))

    def add(self, flow: Flow, job: J) -> None:
        """Put a job at the end of its session's jobs."""
        self._jobs.setdefault(flow[0], OrderedDict()).setdefault(flow, {})[job] = None
        self._flows[job] = flow
        kind = self._kind(job)
        if kind is None:
            self._single += 1
        else:
            self._alike.setdefault(kind, {})[job] = None

    def remove(self, job: J) -> Flow | None:
        """Remove a job and return its session.

        Return None if the job does not wait.
        """
        flow = self._flows.pop(job, None)
        if flow is None:
            return None
        flows = self._jobs[flow[0]]
        del flows[flow][job]
        if not flows[flow]:
            del flows[flow]
        if not flows:
            del self._jobs[flow[0]]
        kind = self._kind(job)
        if kind is None:
            self._single -= 1
        else:
            del self._alike[kind][job]
            if not self._alike[kind]:
                del self._alike[kind]
        return flow

    def move_to_end(self, flow: Flow) -> None:
        """Put a session and its address after the others."""
        if flow[0] in self._jobs:
            self._jobs.move_to_end(flow[0])
            if flow in self._jobs[flow[0]]:
                self._jobs[flow[0]].move_to_end(flow)

    def clear(self) -> None:
        """Remove all jobs."""
        self._jobs.clear()
        self._flows.clear()
        self._alike.clear()
        self._single = 0
