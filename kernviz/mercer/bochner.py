"""Sign of the spectral measure of linear combinations of stationary functions.

A stationary function depends on x − z only. k(x, z) = Σ cᵢ·kᵢ(x − z) is a kernel on ℝᵈ exactly when
Σ cᵢ·(spectral measure of kᵢ) is nowhere negative (Bochner 1933). The measure has a discrete part
(waves: point masses) and a density S(ω). The two are concentrated on disjoint sets, so they are
checked separately: the weight of every frequency, and S(ω) for every ω. An answer is rigorous (ball
arithmetic); otherwise the question stays open.

The overtones of a periodic kernel have infinitely many weights e^{−u}·Iₙ(u). Iₙ(x)/xⁿ is a power
series with coefficients > 0 (DLMF 10.25.2). So Iₙ(v)/Iₙ(u) ≤ (v/u)ⁿ for v < u, which falls as n grows.
Suppose that the series with the largest u outweighs the others by these bounds at one n. Then
the same holds for every larger n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import itemgetter

from flint import arb

from kernviz.kernels.density_ratio import ratio_bound
from kernviz.kernels.exact_numbers import ZERO, Exact, ball
from kernviz.kernels.line_spectrum import STILL, Frequency, OneWave, Overtones, Waves
from kernviz.kernels.spectral import CauchyDensity, Density, GaussianDensity, StudentDensity
from kernviz.kernels.work_budget import charge
from kernviz.mercer.gaussians import Finding, below, of_gaussians
from kernviz.mercer.laplacians import nowhere_negative
from kernviz.mercer.matern_boundary import nowhere_below

MOST_CELLS = 150  # intervals checked before the question is left open
MOST_TONES = 500  # largest n of an overtone whose weight is checked
# values of s = ‖ω‖² where S is evaluated first
SPREAD = [ball(Fraction(10) ** e * m) for e in range(-6, 9) for m in (1, 2, 5)]


@dataclass(frozen=True)
class Mixture:
    """Spectral measure: weighted densities, weighted waves and unknown measures ≥ 0.

    The measure is Σ c·(density) + Σ c·(waves) + unknown measures. The unknown measures belong to
    parts that are kernels, so they are ≥ 0.

    `hidden`: there are parts with an unknown measure.
    """

    d: int
    densities: tuple[tuple[Exact, Density], ...] = ()
    waves: tuple[tuple[Exact, Waves], ...] = ()
    hidden: bool = False

    def at(self, omega: float) -> float:
        """Return the spectral density at ‖ω‖, for a plot."""
        return float(self._sum(ball(Fraction(omega)) ** 2).mid())

    def with_parts(self, squares: Iterable[arb]) -> Iterator[tuple[float, list[float]]]:
        """Yield the spectral density and its parts at each s = ‖ω‖².

        They are summed in ball arithmetic, for a plot.
        """
        densities = [(c, S.curve()) for c, S in self.enclosed]
        for s in squares:
            parts = [c * at(s) for c, at in densities]
            yield float(sum(parts, arb(0)).mid()), [float(part.mid()) for part in parts]

    def _sum(self, s: arb) -> arb:
        return sum((c * S.at(s) for c, S in self.enclosed), arb(0))

    @cached_property
    def enclosed(self) -> tuple[tuple[arb, Density], ...]:
        """Return the pairs (coefficient as a ball, density)."""
        return tuple((c.ball(), S) for c, S in self.densities)

    def weight(self, frequency: Frequency) -> arb:
        """Return the total weight of a single frequency."""
        return sum((c.ball() * wave.weight(frequency) for c, wave in self.waves), arb(0))

    def frequencies(self) -> list[Frequency]:
        """Return the frequencies that are always checked, and drawn.

        `_decided_waves` adds overtones from the ninth on. The frequencies are 0, that of every single wave and, for
        d = 1, the first eight overtones of every periodic part.
        """
        found: list[Frequency] = [STILL]
        for _, wave in self.waves:
            if isinstance(wave, OneWave):
                found.append(("ω", wave.omega))
            elif self.d == 1 and isinstance(wave, Overtones):
                found += [("2π", n / wave.period) for n in range(1, 9)]
        return list(dict.fromkeys(found))

    def decided(self, conditional: bool = False) -> Finding | None:
        """Return the finding about the sign of the spectral measure.

        The finding says that the measure is ≥ 0, or gives a frequency where it is negative. None if neither could
        be shown.

        `conditional`: ignore the weight at ω = 0.
        """
        waves = self._decided_waves(conditional)
        if waves is not None and not waves.holds:
            return waves
        density = self._decided_density()
        if density is None or not density.holds:
            return None if self.hidden and density is not None else density
        return waves and density

    # ---- waves ------------------------------------------------------------------------------------------------

    def _decided_waves(self, conditional: bool) -> Finding | None:
        sure, waves = True, len(self.waves)
        taken = {w.period for c, w in self.waves if isinstance(w, Overtones) and c.sign != 1}
        strongest = {period: self._strongest(period) for period in taken} if self.d == 1 else {}
        harmonics = [("2π", n / period) for period, found in strongest.items() if found for n in range(9, found[1] + 1)]
        for frequency in [*self.frequencies(), *harmonics]:
            charge(2 * waves)
            if frequency == STILL and conditional:
                continue
            exact = self._weight_at_zero() if frequency == STILL else None
            value = self.weight(frequency)
            # a value that is 0.0 as a float is not reported
            if value < 0 and float(value.mid()) and not self.hidden:
                unit, a = frequency
                omega = ball(a) * (2 * arb.pi() if unit == "2π" else 1)
                return Finding(False, float(omega), float(value.mid()), wave=True)
            sure = sure and (value >= 0 or (exact is not None and exact.sign in (0, 1)))
        outweighed = all((found := strongest.get(period)) is not None and found[0] for period in taken)
        return Finding(True) if sure and outweighed else None

    def _strongest(self, period: Fraction) -> tuple[bool, int] | None:
        """Return the dominant overtones of this period: (coefficient > 0, first n).

        They are the overtones with the largest u. From the first n on they outweigh the sum of all others
        of the same period whose coefficient has another sign. None if this is unknown.
        """
        found = [(w.u, c) for c, w in self.waves if isinstance(w, Overtones) and w.period == period]
        u, top = max(found, key=itemgetter(0))
        against = [(v, c) for v, c in found if c.sign != top.sign]
        if not top.sign:
            return None
        size = abs(top.ball()) * ball(-u).exp()
        for n in range(1, MOST_TONES):
            charge(len(against))
            if sum((abs(c.ball()) * ball(-v).exp() * ball(v / u) ** n for v, c in against), arb(0)) < size:
                return top.sign == 1, n
        return None

    def _weight_at_zero(self) -> Exact | None:
        """Return the exact weight of ω = 0.

        None unless only numbers contribute to this weight.
        """
        if any(isinstance(wave, Overtones) for _, wave in self.waves):
            return None
        return sum((c for c, wave in self.waves if wave == OneWave(Fraction(0))), ZERO)

    # ---- the density ------------------------------------------------------------------------------------------

    def _decided_density(self) -> Finding | None:
        signs = [c.sign for c, _ in self.densities]
        if None in signs:
            return None
        if -1 not in signs and not any(S.changes_sign for _, S in self.densities):
            return Finding(True)
        if all(isinstance(S, GaussianDensity) for _, S in self.densities):
            found = of_gaussians([(c, S) for c, S in self.densities if isinstance(S, GaussianDensity)])
            if found is not None:
                return found
        found = self._somewhere_negative()
        products = [(c, S) for c, S in self.enclosed if isinstance(S, CauchyDensity)]
        exact = [(c, S) for c, S in self.densities if isinstance(S, StudentDensity)]
        if found is None and len(exact) == len(signs) and nowhere_below(exact):
            return Finding(True)
        if found is None and (self._nowhere_negative() or (len(products) == len(signs) and nowhere_negative(products))):
            return Finding(True)
        return found

    def _somewhere_negative(self) -> Finding | None:
        """Return a finding at a frequency where the spectral density is negative.

        Near frequencies are tried first. The frequency with the largest relative deficit is taken. If the density
        is negative at none of them, the first far frequency with a negative density is taken. None if there is
        none.
        """
        near = [arb(0), *SPREAD, *(s for _, S in self.densities for s in S.touches())]
        far = (s for _, S in self.densities for s in S.touches(far=True))
        found = [(share, s) for s in near if (share := self._relative_deficit(s)) < 0]
        s = (
            min(found, key=lambda pair: pair[0])[1]
            if found
            else next((s for s in far if self._relative_deficit(s) < 0), None)
        )
        return None if s is None else below(s, sum(self._parts(s), arb(0)))

    def _relative_deficit(self, s: arb) -> float:
        """Return the density at s relative to its parts, if certainly negative.

        The density is divided by the sum of its parts' absolute values, so the result is from −1 to 0. The result
        is 0 if the density is not certainly negative.
        """
        parts = self._parts(s)
        value = sum(parts, arb(0))
        if not value < 0 or not float(value.mid()):  # a value that is 0.0 as a float is not reported
            return 0.0
        return max(-1.0, float((value / sum(map(abs, parts), arb(0))).mid())) if value.is_finite() else -1.0

    def _parts(self, s: arb) -> list[arb]:
        """Return each density times its coefficient at s.

        The values are cached because the same s are asked for repeatedly.
        """
        charge(sum(S.effort for _, S in self.densities))
        key = s.str(40, radius=False)
        if key not in self._kept:
            self._kept[key] = [c.ball() * S.at(s) for c, S in self.densities]
        return self._kept[key]

    @cached_property
    def _kept(self) -> dict[str, list[arb]]:
        return {}

    def _nowhere_negative(self) -> bool:
        """Return True if interval bisection shows that the density is > 0.

        The bisection goes up to a point beyond which `_outweighed` holds.
        """
        start = next((s for s in (arb(0), *SPREAD) if self._outweighed(s)), None)
        if start is None:
            return False
        todo, looked = [(arb(0), start)] if start > 0 else [], 0
        while todo:
            low, high = todo.pop()
            looked += 1
            if looked > MOST_CELLS:
                return False
            if not self._least(low, high) > 0:
                middle = (low + high) / 2 if low > 0 else high / 4
                todo += [(low, middle.mid()), (middle.mid(), high)]
        return True

    def _least(self, low: arb, high: arb) -> arb:
        """Return a lower bound of the density on [low, high]."""
        total = arb(0)
        at_low, at_high = self._parts(low), self._parts(high)
        for (c, S), left, right in zip(self.densities, at_low, at_high, strict=True):
            if S.falls:
                total += right if c.sign == 1 else left
            else:
                below, above = S.bounds(low, high)
                total += c.ball() * (below if c.sign == 1 else above)
        return total

    def _outweighed(self, start: arb) -> bool:
        """Return True if a single positive density dominates from `start` on.

        For every s ≥ start this density bounds the sum of all densities that are subtracted or change
        sign.
        """
        down = [(c, S) for c, S in self.densities if c.sign == -1 or S.changes_sign]
        charge(len(down) * sum(S.effort for _, S in self.densities))
        for c, S in self.densities:
            if c.sign != 1 or S.changes_sign:
                continue
            shares = [(abs(a.ball()), ratio_bound(T, S, start)) for a, T in down]
            known = [a * r for a, r in shares if r is not None]
            if len(known) == len(shares) and sum(known, arb(0)) <= c.ball():
                return True
        return False


__all__ = ["Finding", "Mixture"]
