"""Tab on Bochner's theorem, with the spectral density as a formula.

The tab also has the weights of single frequencies. For a difference of two Gaussians it shows the least factor of the
first with which the difference is a kernel.
"""

from __future__ import annotations

from kernviz.kernels import Space
from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.spectral import (
    BesselDensity,
    BoxDensity,
    CauchyDensity,
    Density,
    GaussianDensity,
    StudentDensity,
    TriangleDensity,
)
from kernviz.lessons.compose.spectral import Measure, decides, not_drawn
from kernviz.lessons.lesson import Block, Formula, Table, Text, paragraph
from kernviz.lessons.number_format import tex
from kernviz.mercer.bochner import Mixture
from kernviz.wording import phrase, say, short

TITLE = phrase("Spectral density")
TABLED = (1, 2, 3, 5, 10)  # dimensions in the table of thresholds


def blocks(it: Measure) -> tuple[Block, ...]:
    """Return Bochner's theorem, the density as a formula, and the weights."""
    found: list[Block] = [
        Text(
            say(
                "Bochner (1933): a continuous function of x − ‹z› is a kernel on ℝᵈ **exactly when** "
                r"its spectral measure is nowhere negative: $‹\k›(x,‹\z›)=\int "
                r"S(\omega)\,e^{i\omega\cdot(x-‹\z›)}\,\tfrac{d\omega}{(2\pi)^d}$ plus a sum of waves "
                r"$w\cos(\omega\cdot(x-‹\z›))$, with $S\ge 0$ and $w\ge 0$."
            )
            + " "
            + decides(it)
        )
    ]
    if it.mixture.densities:
        found.append(Formula(rf"S(\omega) = {_sum(it.mixture)}"))
    found += _threshold(it)
    if it.stems:
        found.append(
            Table(
                {
                    say("frequency ω"): [short(f, 6) for f, _ in it.stems],
                    say("weight"): [short(w, 6) for _, w in it.stems],
                },
                height=220,
            )
        )
    found += [Text(sentence) for sentence in not_drawn(it)]
    return tuple(found)


def _threshold(it: Measure) -> list[Block]:
    """Show the least c for which c·e^{−ar²} − e^{−br²} is a kernel.

    On ℝᵈ it is (a/b)^{d/2}, with a > b. It is shown for several d, beside the actual c.
    """
    found = difference_of_gaussians(it.mixture)
    if found is None:
        return []
    a, b, c = found
    least = {d: (a / b) ** (d / 2) for d in sorted({*TABLED, it.space.d})}
    here = least[it.space.d]
    words = say("enough") if it.finding is not None and it.finding.holds else say("too little")
    return [
        paragraph(
            r"In the density of $c\,e^{{-{a}\|x-‹\z›\|^2}}-e^{{-{b}\|x-‹\z›\|^2}}$ the first part, divided by the "
            r"second, is smallest at ω = 0. So $S(0)\ge 0$ decides, and that is $c\ge({a}/{b})^{{d/2}}$. Here c "
            "= {c:.6}, and {space} needs {least_c:.6}: {verdict}.",
            a=tex(a),
            b=tex(b),
            c=c,
            space=it.space,
            least_c=here,
            verdict=words,
        ),
        Table(
            {
                say("space"): [str(Space(d)) for d in least],
                say("least c"): [short(value, 6) for value in least.values()],
            }
        ),
    ]


def difference_of_gaussians(mixture: Mixture) -> tuple[float, float, float] | None:
    """Return a, b and c of a difference of two Gaussians.

    k is a positive factor times c·e^{−a‖r‖²} − e^{−b‖r‖²} with a > b. None for any other kernel.
    """
    if len(mixture.densities) != 2 or mixture.waves or mixture.hidden:
        return None
    up = [(c, S) for c, S in mixture.densities if c.sign == 1 and isinstance(S, GaussianDensity)]
    down = [(c, S) for c, S in mixture.densities if c.sign == -1 and isinstance(S, GaussianDensity)]
    if len(up) != 1 or len(down) != 1 or not up[0][1].gamma > down[0][1].gamma:
        return None
    return float(up[0][1].gamma), float(down[0][1].gamma), float(up[0][0]) / -float(down[0][0])


def _sum(mixture: Mixture) -> str:
    """Return the spectral density Σ c·S as a formula."""
    sentence = ""
    for c, S in sorted(mixture.densities, key=lambda part: part[0].sign == -1):
        size = abs(float(c))
        factor = "" if size == 1 else rf"{tex(size)}\cdot "
        sentence += ("-" if c.sign == -1 else "+" if sentence else "") + factor + _formula(S)
    return sentence


def _formula(S: Density) -> str:
    """Return the formula of one spectral density.

    The front factor of a Bessel density has a gamma function, that of a Student density is S(0).
    """
    d = S.d
    half = rf"{d}/2" if d % 2 else str(d // 2)
    omega = r"\omega^2" if d == 1 else r"\|\omega\|^2"
    match S:
        case GaussianDensity():
            g = tex(float(S.gamma))
            return rf"\left(\tfrac{{\pi}}{{{g}}}\right)^{{{half}}} e^{{-{omega}/{tex(4 * float(S.gamma))}}}"
        case StudentDensity():
            share = omega if S.a == 1 else rf"\tfrac{{{omega}}}{{{tex(float(S.a))}}}"
            return rf"{tex(float(S.at(ball(0)).mid()))}\left(1+{share}\right)^{{-{tex(float(S.power))}}}"
        case CauchyDensity():
            g = tex(float(S.gamma))
            one = rf"\frac{{2\cdot {g}}}{{{tex(float(S.gamma) ** 2)}+\omega_i^2}}"
            return rf"\prod_i {one}" if d > 1 else one.replace(r"\omega_i", r"\omega")
        case TriangleDensity():
            w = tex(float(S.width))
            return rf"{w}\left(\tfrac{{\sin({w}\,\omega/2)}}{{{w}\,\omega/2}}\right)^2"
        case BoxDensity():
            w = tex(float(S.width))
            return rf"\left(\tfrac{{2\pi\cdot {w}}}{{\|\omega\|}}\right)^{{{half}}} J_{{{half}}}({w}\,\|\omega\|)"
        case BesselDensity():
            p, mu, b = tex(float(S.p)), tex(float(S.order)), rf"\tfrac{{{omega}}}{{{tex(4 * float(S.gamma))}}}"
            g = tex(float(S.gamma))
            return (
                rf"\left(\tfrac{{\pi}}{{{g}}}\right)^{{{half}}}\tfrac{{2}}{{\Gamma({p})}}"
                rf"\,b^{{{mu}/2}}‹\K›_{{{mu}}}(2\sqrt b)\Big|_{{b={b}}}"
            )
    raise ValueError(say("the density {S!r} has no formula here", S=S))  # pragma: no cover  every density has a formula
