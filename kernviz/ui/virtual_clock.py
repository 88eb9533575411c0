"""Virtual time of a fair queue (Goyal, Vin and Cheng, 1996)."""

from __future__ import annotations

from collections import OrderedDict

from kernviz.ui.waiting_jobs import Flow

MOST_NOTED = 2000  # largest number of flows of a level whose use is stored


class VirtualClock:
    """The virtual time of sibling flows, in seconds of processor time.

    The siblings are all addresses, or the sessions of one address.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._ends: OrderedDict[Flow, float] = OrderedDict()  # flow -> virtual time at which its use ends

    def start(self, flow: Flow, since: float) -> float:
        """Return the start of a flow's job that arrived at `since`.

        Both are virtual times.
        """
        return max(since, self._ends.get(flow, 0.0))

    def charge(self, flow: Flow, start: float, seconds: float, sharing: int) -> None:
        """Add a job's seconds to the use of its flow.

        `start` is the virtual start of the job, `sharing` the number of active flows, this flow included.
        """
        self._ends[flow] = max(start, self._ends.get(flow, 0.0)) + seconds
        self._ends.move_to_end(flow)
        self.now += seconds / max(1, sharing)
        while self._ends and (len(self._ends) > MOST_NOTED or next(iter(self._ends.values())) <= self.now):
            self._ends.popitem(last=False)
