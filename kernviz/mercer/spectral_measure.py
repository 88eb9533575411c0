"""Spectral measure of a kernel multiplied out.

The kernel is a sum of products. The measure of each product is a line spectrum or a density.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from kernviz.kernels.exact_numbers import ONE, ZERO, Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.line_spectrum import OneWave, Overtones, Waves
from kernviz.kernels.products import Power, Product
from kernviz.kernels.spectral import Density
from kernviz.kernels.work_budget import charge
from kernviz.mercer.bochner import Mixture
from kernviz.mercer.spectral_facts import density_of, waves_of

MOST_WAVES = 200  # largest number of frequencies of one product
HALF = Exact.of(Fraction(1, 2))


def mixture(items: Sequence[tuple[Exact, Kernel | None]], d: int, proven: Sequence[bool]) -> Mixture | None:
    """Return the spectral measure of Σ c·k on ℝᵈ.

    Each k is a product of functions of x − z. None as k is the number 1.

    `proven[i]`: the i-th product is known to be a kernel. Such a term may be added without a known
    measure. The result is None if another term has an unknown measure, or a term is subtracted without
    a known measure.
    """
    densities: list[tuple[Exact, Density]] = []
    waves: list[tuple[Exact, Waves]] = []
    hidden = False
    for (c, k), known in zip(items, proven, strict=True):
        parts = _measure(k, d)
        if parts is None:
            if not known or c.sign != 1:
                return None
            hidden = True
            continue
        for factor, part in parts:
            (waves if isinstance(part, Waves) else densities).append((c * factor, part))  # type: ignore[arg-type]
    return Mixture(d, tuple(densities), tuple(waves), hidden)


def _measure(k: Kernel | None, d: int) -> list[tuple[Exact, Density | Waves]] | None:
    """Return the measure of a single product, as waves or a density.

    The result is a list of (coefficient, part), whose sum is the measure. None if the measure is unknown. A product
    of several factors is known for waves only, by cos a·cos b = ½cos(a + b) + ½cos(a − b).
    """
    waves: list[tuple[Exact, Waves]] = [(ONE, OneWave(Fraction(0)))]
    for factor in factors(k):
        wave, density = waves_of(factor, d), density_of(factor, d)
        stronger = _with_overtones(waves, wave)
        if stronger is not None:
            waves = [(ONE, stronger)]
        elif isinstance(wave, OneWave) and all(isinstance(w, OneWave) for _, w in waves):
            waves = _times_wave(waves, wave)
            if len(waves) > MOST_WAVES:
                return None
        elif waves == [(ONE, OneWave(Fraction(0)))] and len(list(factors(k))) == 1 and (wave or density):
            return [(ONE, wave or density)]  # type: ignore[list-item]
        else:
            return None
    return list(waves)


def _with_overtones(waves: Sequence[tuple[Exact, Waves]], other: Waves | None) -> Overtones | None:
    """Return the product of the waves with overtones, as overtones.

    ``waves`` must be the number 1, or overtones of the same period as ``other``. Else None.
    """
    first = waves[0][1]
    if len(waves) > 1 or not isinstance(other, Overtones):
        return None
    if isinstance(first, Overtones):
        return replace(first, u=first.u + other.u) if first.period == other.period else None
    return other if first == OneWave(Fraction(0)) else None


def _times_wave(waves: Sequence[tuple[Exact, Waves]], other: OneWave) -> list[tuple[Exact, Waves]]:
    """Return a sum of waves times another wave.

    The rule is cos a·cos b = ½cos(a + b) + ½cos(a − b).
    """
    total: dict[Waves, Exact] = {}
    for c, wave in waves:
        for omega in (wave.omega + other.omega, abs(wave.omega - other.omega)) if isinstance(wave, OneWave) else ():
            total[OneWave(omega)] = total.get(OneWave(omega), ZERO) + c * HALF
    charge(len(total))
    return [(c, wave) for wave, c in total.items()]


def factors(k: Kernel | None) -> Iterator[Kernel]:
    """Yield the factors of a product, powers repeated n times."""
    if isinstance(k, Product):
        for term in k.terms:
            yield from factors(term)
    elif isinstance(k, Power):
        for _ in range(k.n):
            yield from factors(k.k)
    elif k is not None:
        yield k
