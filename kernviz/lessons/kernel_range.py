"""Range of a kernel's values on distinct points.

The range is the smallest |k| above 0 and the largest |k|. For a kernel with an exponent Q, ½^Q and 3^Q are given too.
S3: (ζ + γ x·z)^Q tends to 0 or grows without bound with Q.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.kernels.menu import misfit
from kernviz.kernels.numbers import numbers
from kernviz.lessons.lesson import Readout
from kernviz.lessons.state import KERNEL
from kernviz.wording import say, short

SMALL, LARGE = 0.5, 3.0  # a value below 1 and a value above 1
POWERS = ("degree", "power")  # names of parameters that are exponents
MOST = 100  # points examined, spread over the dataset


@dataclass(frozen=True)
class Meter:
    """Smallest and largest nonzero |k| of distinct points.

    `power` is the exponent Q of the kernel, None for a kernel without a finite exponent.
    """

    least: float
    largest: float
    power: int | None = None

    @property
    def numbers(self) -> tuple[tuple[str, float], ...]:
        """Pairs of label and number for the range of k.

        With an exponent Q, ½^Q stands before the range and 3^Q after it.
        """
        between = ((say("least |‹k›| above 0"), self.least), (say("largest |‹k›|"), self.largest))
        if self.power is None:
            return between
        with np.errstate(over="ignore", under="ignore"):
            small, large = (float(np.float64(base) ** self.power) for base in (SMALL, LARGE))
        return ((f"{short(SMALL)}^Q", small), *between, (f"{short(LARGE)}^Q", large))

    @property
    def readouts(self) -> tuple[Readout, ...]:
        """Range of the kernel as read-outs."""
        return tuple(Readout(label, short(value)) for label, value in self.numbers)


def meter(state: Any) -> Meter | None:
    """Return the range of the page's kernel on the page's points.

    At most MOST points are used. None if the page uses no kernel on points, for a single point, if all |k| are 0, or if
    a value is NaN.
    """
    own = getattr(state, "own", None)
    kernel = own if isinstance(own, Kernel) else None if KERNEL in state.idle else state.kernel
    return None if kernel is None or misfit(kernel, state.shown.d) else _meter(kernel, state.shown)


@shared(maxsize=256)
def _meter(kernel: Kernel, data: Dataset) -> Meter | None:
    X = data.X[np.unique(np.linspace(0, data.n - 1, min(data.n, MOST)).astype(int))]
    with np.errstate(all="ignore"):
        sizes = np.abs(kernel(X)[np.triu_indices(len(X), 1)])
    nonzero = sizes[sizes > 0]
    if not len(nonzero) or np.isnan(sizes).any():
        return None
    power = next((n.value for n in numbers(kernel) if n.param.whole and n.param.word in POWERS), None)
    return Meter(float(nonzero.min()), float(nonzero.max()), None if power is None or math.isinf(power) else int(power))
