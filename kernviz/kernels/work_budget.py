"""Budget of a computation, counted in units of work instead of time.

So an answer is the same on every machine, however busy.

The unit is one value of a named kernel in ball arithmetic, about 5 to 20 µs.
Expensive code declares its cost by ``charge``.
A budget set around the code, by ``attempt``, ends it with ``Spent`` when exhausted.
Cached results (``cached``) are charged at full cost, once in each outermost ``attempt``.
So an answer does not depend on earlier computations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Generic, ParamSpec, TypeVar

from kernviz.kernels.flint_memory import free_with_thread
from kernviz.wording import remembered

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D")


class Spent(Exception):
    """Signal that the budget of a computation is exhausted.

    Raised when the budget is exhausted; this is no error.
    The signal is caught where the budget is set.
    """


@dataclass
class _Meter:
    most: float
    used: float = 0.0
    paid: set[int] = field(default_factory=set)  # keys of cached values already charged


@dataclass(eq=False)
class _Bill:
    """Cost of a cached value, without that of other cached values.

    The bill also lists the cached values that this value used.
    """

    key: int
    own: float = 0.0
    below: list[_Bill] = field(default_factory=list)


_meter: ContextVar[_Meter | None] = ContextVar("_meter", default=None)
_bill: ContextVar[_Bill | None] = ContextVar("_bill", default=None)


def charge(values: float) -> None:
    """Charge work to the budget, before it is done.

    Raises Spent if the work exceeds the budget.
    """
    bill = _bill.get()
    if bill is not None:
        bill.own += values
    _pay(values)


def _pay(values: float) -> None:
    meter = _meter.get()
    if meter is not None:
        meter.used += values
        if meter.used > meter.most:
            raise Spent


def left() -> float:
    """Return the remaining budget of the computation.

    The value is infinite without a budget.
    """
    meter = _meter.get()
    return math.inf if meter is None else max(0.0, meter.most - meter.used)


def attempt(ask: Callable[[], T], otherwise: D, most: float = math.inf) -> T | D:
    """Return the result of `ask` within a budget.

    The result is `otherwise` if `ask` takes more work than `most` or than is left.
    A function cached by `cached` must not call this function.
    """
    free_with_thread()
    outer = _meter.get()
    meter = _Meter(min(most, left()), paid=set() if outer is None else set(outer.paid))
    before = _meter.set(meter)
    try:
        answer = ask()
    except Spent:
        return otherwise
    else:
        if outer is not None:
            outer.paid = meter.paid
        return answer
    finally:
        _meter.reset(before)
        if outer is not None:
            outer.used += min(meter.used, meter.most)


class CachedFunction(Generic[P, T]):
    """Function with cached values, each with its cost; see ``cached``."""

    def __init__(self, f: Callable[P, T], maxsize: int) -> None:
        self._f, self.__doc__, self.__name__ = f, f.__doc__, f.__name__
        # `remembered` caches per language, as a value may hold sentences
        self._billed = remembered(maxsize)(self._worked_out)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        value, bill = self._billed(*args, **kwargs)
        above, meter = _bill.get(), _meter.get()
        if above is not None:
            above.below.append(bill)
        if meter is not None:
            _settle(bill, meter)
        return value

    def cache_clear(self) -> None:
        """Clear the cached values."""
        self._billed.cache_clear()  # type: ignore[attr-defined]

    def _worked_out(self, *args: P.args, **kwargs: P.kwargs) -> tuple[T, _Bill]:
        bill, meter = _Bill(hash((self.__name__, args, *kwargs.items()))), _meter.get()
        before = _bill.set(bill)
        try:
            value = self._f(*args, **kwargs)
        finally:
            _bill.reset(before)
        if meter is not None:
            meter.paid.add(bill.key)
        return value, bill


def _settle(bill: _Bill, meter: _Meter) -> None:
    if bill.key not in meter.paid:
        meter.paid.add(bill.key)
        for other in bill.below:
            _settle(other, meter)
        _pay(bill.own)


def cached(maxsize: int) -> Callable[[Callable[P, T]], CachedFunction[P, T]]:
    """Cache up to `maxsize` values of a function, with their costs.

    This is a decorator. The first use of a value in each outermost `attempt` charges its full cost.
    """
    return lambda f: CachedFunction(f, maxsize)
