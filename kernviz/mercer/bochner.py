r"""Sums, differences and products of functions of x − z, decided by their spectral measure (Bochner 1933).

k(x, z) = Σ cᵢ·kᵢ(x − z) is a kernel on ℝᵈ exactly when Σ cᵢ·(measure of kᵢ) is nowhere negative. Waves and densities
are told apart by where they sit, so each is asked alone: the weight of every frequency, and the density S(ω) between
them. Both answers come with an error bound, or not at all.

Overtones have infinitely many weights e^{−u}·Iₙ(u). Iₙ(x)/xⁿ is a power series with coefficients > 0 (DLMF 10.25.2), so
Iₙ(v)/Iₙ(u) ≤ (v/u)ⁿ for v < u, which falls as n grows: where the strongest outweighs the others by these bounds, it
does so for every larger n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import itemgetter

from flint import arb

from kernviz.kernels.exact import ZERO, Exact, ball
from kernviz.kernels.spectral import CauchyDensity, Density, GaussianDensity, ratio_bound
from kernviz.kernels.waves import STILL, Frequency, OneWave, Overtones, Waves
from kernviz.kernels.work import charge
from kernviz.mercer.gaussians import Finding, of_gaussians, shown
from kernviz.mercer.laplacians import nowhere_negative

MOST_CELLS = 150  # intervals looked at before the question is left open
MOST_TONES = 500  # weights of overtones that are looked at
# of s = ‖ω‖², where S is asked first
SPREAD = [ball(Fraction(10) ** e * m) for e in range(-6, 9) for m in (1, 2, 5)]


@dataclass(frozen=True)
class Mixture:
    """Σ c·(density) + Σ c·(waves) + parts that are kernels, whose measure is ≥ 0 but not written down."""

    d: int
    densities: tuple[tuple[Exact, Density], ...] = ()
    waves: tuple[tuple[Exact, Waves], ...] = ()
    hidden: bool = False

    def at(self, omega: float) -> float:
        """The density at ‖ω‖, for a picture."""
        return float(self._sum(ball(Fraction(omega)) ** 2).mid())

    def each(self, squares: Iterable[arb]) -> Iterator[tuple[float, list[float]]]:
        """The density at each s = ‖ω‖², summed in more digits than a float has, and its parts, for a picture."""
        densities = [(c, S.curve()) for c, S in self.enclosed]
        for s in squares:
            parts = [c * at(s) for c, at in densities]
            yield float(sum(parts, arb(0)).mid()), [float(part.mid()) for part in parts]

    def _sum(self, s: arb) -> arb:
        return sum((c * S.at(s) for c, S in self.enclosed), arb(0))

    @cached_property
    def enclosed(self) -> tuple[tuple[arb, Density], ...]:
        """The densities with their factors as balls."""
        return tuple((c.ball(), S) for c, S in self.densities)

    def weight(self, frequency: Frequency) -> arb:
        """The weight of one frequency."""
        return sum((c.ball() * wave.weight(frequency) for c, wave in self.waves), arb(0))

    def frequencies(self) -> list[Frequency]:
        """Where a weight may be negative, and the first few where it is not, for a picture."""
        found: list[Frequency] = [STILL]
        for _, wave in self.waves:
            if isinstance(wave, OneWave):
                found.append(("ω", wave.omega))
            elif self.d == 1 and isinstance(wave, Overtones):
                found += [("2π", n / wave.period) for n in range(1, 9)]
        return list(dict.fromkeys(found))

    def decided(self, conditional: bool = False) -> Finding | None:
        """Whether the measure is ≥ 0; `conditional`: away from ω = 0 only. None where neither could be shown."""
        waves = self._waves(conditional)
        if waves is not None and not waves.holds:
            return waves
        density = self._density()
        if density is None or not density.holds:
            return None if self.hidden and density is not None else density
        return waves and density

    # ---- waves ------------------------------------------------------------------------------------------------

    def _waves(self, conditional: bool) -> Finding | None:
        sure, waves = True, len(self.waves)
        taken = {w.period for c, w in self.waves if isinstance(w, Overtones) and c.sign != 1}
        strongest = {period: self._strongest(period) for period in taken} if self.d == 1 else {}
        asked = [("2π", n / period) for period, found in strongest.items() if found for n in range(9, found[1] + 1)]
        for frequency in [*self.frequencies(), *asked]:
            charge(2 * waves)
            if frequency == STILL and conditional:
                continue
            exact = self._still() if frequency == STILL else None
            value = self.weight(frequency)
            if value < 0 and float(value.mid()) and not self.hidden:  # one a float can show
                unit, a = frequency
                omega = ball(a) * (2 * arb.pi() if unit == "2π" else 1)
                return Finding(False, float(omega), float(value.mid()), wave=True)
            sure = sure and (value >= 0 or (exact is not None and exact.sign in (0, 1)))
        outweighed = all((found := strongest.get(period)) is not None and found[0] for period in taken)
        return Finding(True) if sure and outweighed else None

    def _strongest(self, period: Fraction) -> tuple[bool, int] | None:
        """Whether the overtones of this period with the largest u are added, and from which n on they outweigh all
        others of the other sign; None where that is not known.
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

    def _still(self) -> Exact | None:
        """The weight of ω = 0 as an exact number, where all that sits there is a number."""
        if any(isinstance(wave, Overtones) for _, wave in self.waves):
            return None
        return sum((c for c, wave in self.waves if wave == OneWave(Fraction(0))), ZERO)

    # ---- the density ------------------------------------------------------------------------------------------

    def _density(self) -> Finding | None:
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
        if found is None and (self._nowhere_negative() or (len(products) == len(signs) and nowhere_negative(products))):
            return Finding(True)
        return found

    def _somewhere_negative(self) -> Finding | None:
        """Of the places asked the one where the most is missing, against the size of what is there; failing these, the
        first far out.
        """
        near = [arb(0), *SPREAD, *(s for _, S in self.densities for s in S.touches())]
        far = (s for _, S in self.densities for s in S.touches(far=True))
        found = [(share, s) for s in near if (share := self._missing(s)) < 0]
        s = min(found, key=lambda pair: pair[0])[1] if found else next((s for s in far if self._missing(s) < 0), None)
        return None if s is None else Finding(False, float(s.sqrt().mid()), shown(sum(self._parts(s), arb(0))))

    def _missing(self, s: arb) -> float:
        """The density at s where it is certainly negative, as a share of the size of its parts; else 0."""
        parts = self._parts(s)
        value = sum(parts, arb(0))
        if not value < 0 or not float(value.mid()):  # one a float can show
            return 0.0
        return max(-1.0, float((value / sum(map(abs, parts), arb(0))).mid())) if value.is_finite() else -1.0

    def _parts(self, s: arb) -> list[arb]:
        """Each density with its factor at s; asked for again and again at the same places, so kept."""
        charge(sum(S.effort for _, S in self.densities))
        key = s.str(40, radius=False)
        if key not in self._kept:
            self._kept[key] = [c.ball() * S.at(s) for c, S in self.densities]
        return self._kept[key]

    @cached_property
    def _kept(self) -> dict[str, list[arb]]:
        return {}

    def _nowhere_negative(self) -> bool:
        """By intervals up to a point behind which one density that is added outweighs all that may be below 0."""
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
        """A number the density does not fall below for low ≤ s ≤ high."""
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
        """Whether one density added is, for every s ≥ start, at least all together that are taken away or change
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
