"""Data of a spectral picture: density and weights of single frequencies.

The density is computed on a range that fits its shape.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.line_spectrum import Frequency
from kernviz.mercer.bochner import Finding, Mixture
from kernviz.ranges import decade_below

Range = tuple[float, float]

COARSE = np.logspace(-6, 8, 141)  # frequencies at which the density is sampled to find the range of the picture
FINE = 321  # points of the curve
TINY = float(np.finfo(float).tiny)  # replaces 0 on a logarithmic axis
VISIBLE = 0.02  # share of the picture's height; smaller values cannot be seen


@dataclass(frozen=True)
class DensityCurve:
    """Curves of a spectral density to draw, and their axes.

    The curves are ω, S, and the parts of S that are added and subtracted, all (g,).

    ``view`` is "linear", "near" or "tails". "linear" draws S. "near" draws S with an axis that
    ends far below the highest value. "tails" draws both parts on logarithmic axes.
    """

    view: Literal["linear", "near", "tails"]
    omega: Array
    S: Array
    added: Array
    taken: Array
    y_range: Range

    @property
    def x_range(self) -> Range:
        return 0.0, float(self.omega[-1])


def curve(mixture: Mixture, finding: Finding | None) -> DensityCurve | None:
    """Return the density curve of a spectral measure.

    None if the measure has no density, or one too large or too narrow to draw.
    """
    if not mixture.densities:
        return None
    coarse, added, taken = _sampled(mixture, COARSE)
    # running maximum from the right, since some densities touch 0 on their way down
    total = np.maximum.accumulate((added + taken)[::-1])[::-1]
    scale, top = _scale(total)
    if not (0 < top < math.inf):
        return None
    refuted = finding if finding is not None and not finding.holds and not finding.wave else None
    mixed = any(c.sign != 1 or S.changes_sign for c, S in mixture.densities)
    critical = refuted.omega if refuted else _closest(added, taken) if mixed else None
    if critical is not None and _at(total, critical) < VISIBLE * top:
        return _tails(mixture, scale, critical)
    visible = COARSE[total >= VISIBLE * top]
    reach = nice(max(float(visible[-1]) if len(visible) else scale, 1.3 * refuted.omega if refuted else 0.0))
    omega = np.linspace(0.0, reach, FINE)
    (S, added, taken), high = _sampled(mixture, omega), 1.15 * top
    if refuted and -float(np.min(S)) < VISIBLE * float(np.max(np.minimum(S, high))):
        return _close_up(mixture, refuted, reach, coarse)
    drawn = np.minimum(S, 1.2 * high)  # some densities are infinite at 0
    low = float(np.min(drawn))
    height = max(float(np.max(drawn)), -low)
    y_range = (-nice(-1.15 * low) if low < 0 else -0.04 * nice(height)), min(nice(1.02 * height), 1.2 * high)
    return DensityCurve("linear", omega, drawn, added, taken, y_range)


def stems(mixture: Mixture) -> list[tuple[float, float]]:
    """Return the single frequencies that carry a weight, in order.

    Each is a pair of floats (ω, weight).
    """
    found = [(frequency_value(f), float(mixture.weight(f).mid())) for f in mixture.frequencies()]
    return sorted({place for place in found if place[1] and math.isfinite(place[1])})


def frequency_value(frequency: Frequency) -> float:
    unit, a = frequency
    return float(a) * (2 * math.pi if unit == "2π" else 1.0)


def nice(value: float) -> float:
    """Round a value up to a number suitable as an axis limit.

    Such numbers are 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten. Thus an axis does not change at
    every step of a slider.
    """
    if not 0 < value < math.inf:
        return 1.0
    decade = decade_below(value)
    return next(m for m in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if m * decade >= value * (1 - 1e-12)) * decade


def _sampled(mixture: Mixture, omega: Array) -> tuple[Array, Array, Array]:
    """Return the density S at each ω, its added and subtracted parts.

    Extra digits are used where cancellation occurs.
    """
    S, added, taken = np.zeros((3, len(omega)))
    for i, (total, parts) in enumerate(mixture.with_parts(map(_square, omega.tolist()))):
        S[i] = _nan_as_infinity(total)
        for value in map(_nan_as_infinity, parts):
            if value >= 0:
                added[i] += value
            else:
                taken[i] -= value
    return S, added, taken


@lru_cache(maxsize=4096)
def _square(omega: float) -> Any:
    """Return ω² as a ball, from a cache.

    Axes end at few values, so the same frequencies recur at every step of a slider.
    """
    return ball(Fraction(omega)) ** 2


def _nan_as_infinity(value: float) -> float:
    """Replace nan by ∞, which no axis shows."""
    return value if not math.isnan(value) else math.inf


def _scale(total: Array) -> tuple[float, float]:
    """Return the frequency from which the density falls steeply, and a height.

    The height is the density at the lowest frequency if the density
    is flat there. Otherwise the density may be infinite at 0, and the height is taken eight samples before the fall.
    """
    known = np.isfinite(total) & (total > 0)
    if known.sum() < 2:
        return 1.0, math.inf
    omega, values = COARSE[known], total[known]
    slopes = -np.diff(np.log(values)) / np.diff(np.log(omega))
    falls = np.flatnonzero(slopes >= slopes[0] + 1)
    at = int(falls[0]) if len(falls) else len(omega) - 1
    start = 0 if slopes[0] < 0.05 else max(0, at - 8)
    return float(omega[at]), float(values[start])


def _closest(added: Array, taken: Array) -> float:
    """Return the frequency at which the relative density is smallest.

    The relative density is (added − taken) / (added + taken).
    """
    total = added + taken
    known = np.isfinite(total) & (total > 0)
    share = np.where(known, (added - taken) / np.where(known, total, 1.0), 2.0)
    return float(COARSE[int(np.argmin(share))])


def _at(total: Array, omega: float) -> float:
    """Return `total` at the frequency of COARSE nearest to ω."""
    return float(total[int(np.argmin(np.abs(COARSE - omega)))])


def _close_up(mixture: Mixture, finding: Finding, reach: float, coarse: Array) -> DensityCurve:
    """Return the density curve, enlarged so that the finding is visible.

    The vertical axis ends at six times the size of the finding. `coarse` is S at the frequencies COARSE.
    """
    size = abs(finding.value)
    high = COARSE[(finding.omega < COARSE) & (coarse > 4 * size)]
    far = float(high[0]) if len(high) else reach
    omega = np.linspace(0.0, nice(max(far, 1.2 * finding.omega)), FINE)
    S, added, taken = _sampled(mixture, omega)
    return DensityCurve("near", omega, np.minimum(S, 9 * size), added, taken, (-nice(1.4 * size), 6 * size))


def _tails(mixture: Mixture, scale: float, critical: float) -> DensityCurve | None:
    omega = np.logspace(math.log10(min(scale, critical) / 5), math.log10(critical * 8), FINE)
    _, added, taken = _sampled(mixture, omega)
    shown = (added > 0) & np.isfinite(added) & np.isfinite(taken)
    if shown.sum() < 2:
        return None
    omega, added, taken = omega[shown], added[shown], np.maximum(taken[shown], TINY)
    around = np.abs(np.log(omega / critical)) < math.log(2)
    floor = float(np.min((added + taken)[around if around.any() else slice(None)]))
    return DensityCurve(
        "tails", omega, added - taken, added, taken, (math.log10(floor) - 1, float(np.log10(np.max(added))) + 0.3)
    )
