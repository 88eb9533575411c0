r"""Refutations without a Gram matrix to show and without a spectral measure in closed form.

Two points beyond float range, Kreĭn's inequality at a jump, a singularity, roughness on a sphere, the value at
infinity, and integrals or sums against a wave.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels.ball_arithmetic import nearest
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import Unwritable, written
from kernviz.kernels.normal_form import Form, form
from kernviz.kernels.rules_and_premises import Space, rounded, superscript
from kernviz.kernels.work_budget import attempt
from kernviz.mercer.asymptotics import far
from kernviz.mercer.cauchy_schwarz import pair
from kernviz.mercer.krein_inequality import edge
from kernviz.mercer.lattice_fourier_test import Ripple, ripple
from kernviz.mercer.limit_at_infinity import at_infinity
from kernviz.mercer.negative_spectrum import Dip, asks, dip
from kernviz.mercer.off_origin_singularity import Jump, jump
from kernviz.mercer.singularity import singular_piece
from kernviz.wording import say

ARGUMENT = 10_000  # budget of an argument without an integral or a lattice, see `kernels.work`


@dataclass(frozen=True)
class Flaw:
    """Reason why k is no kernel: a sentence, and the theorem's source."""

    why: str
    source: str

    @property
    def sentence(self) -> str:
        return f"{self.why} ({self.source})"


def flaw(k: Kernel, space: Space) -> Flaw | None:
    """The first of these refutations of k on this space; None if none applies."""
    two = attempt(lambda: pair(k, space), None, ARGUMENT)
    if two is not None:
        names = say(" and ").join(f"({', '.join(rounded(float(v)) for v in point)})" for point in two)
        return Flaw(
            say(
                "of the points {names} k(x, z)² exceeds k(x, x)·k(z, z), in numbers beyond what floats hold",
                names=names,
            ),
            "Cauchy, Schwarz",
        )
    three = attempt(lambda: edge(k, space), None, ARGUMENT)
    if three is not None:
        return Flaw(
            say(
                "it jumps where z passes {z} while x stays at {x} on the first axis, more than at z itself: these "
                "two and a point {gap} beyond z refute it",
                x=rounded(nearest(three.x)),
                z=rounded(nearest(three.z)),
                gap=rounded(nearest(three.gap)),
            ),
            say("Krein's inequality"),
        )
    own = attempt(lambda: form(k, space), None, ARGUMENT) if space.kind == "vectors" and not space.every else None
    sphere = None if own is None else attempt(lambda: jump(own, space.d), None, ARGUMENT)
    if sphere is not None:
        return _of_edge(sphere, "")
    piece = None if own is None else attempt(lambda: singular_piece(own, space.d), None, ARGUMENT)
    if piece is not None:
        return Flaw(
            say(
                "on a half-line from 0 it is singular at complex points where {piece} is, as near to "
                "0 as one likes, and what stands beside that is not: a kernel, analytic near 0, "
                "would be so in one disc",
                piece=piece,
            ),
            say("Pringsheim (1894), Cauchy and Schwarz"),
        )
    f = attempt(lambda: far(k, space), None, ARGUMENT)
    if f is None:
        return None
    where = "" if k.stationary else say("far out and up to a weight f(x)·f(z) it is a function of x − z: ")
    sphere = None if f == own else attempt(lambda: jump(f, space.d), None, ARGUMENT)
    if sphere is not None:
        return _of_edge(sphere, where)
    end = attempt(lambda: at_infinity(f, space.d), None, ARGUMENT)
    if end is not None and end < 0:
        return Flaw(
            say(
                "{prefix}it comes to {limit}, below 0, as ‖x − z‖ grows: enough points far from each other refute it",
                prefix=where,
                limit=rounded(float(end.mid())),
            ),
            "Bochner (1933)",
        )
    hole = attempt(lambda: _hole(k, f, space), None)
    if hole is not None:
        return Flaw(
            say(
                "{prefix}the mean of its product with waves of frequency {frequency} in every "
                "direction, under a Gaussian of width {width}, is below 0",
                prefix=where,
                frequency=rounded(hole.omega),
                width=rounded(hole.sigma),
            ),
            say("Bochner (1933), an integral worked out with error bounds"),
        )
    wave = attempt(lambda: _wave(k, f, space), None)
    if wave is not None:
        return Flaw(
            say(
                "{prefix}weights that are a wave of frequency {frequency}, on a lattice of "
                "{side}{power} points {spacing} apart, give cᵀKc/cᵀc = {quotient}, below 0",
                prefix=where,
                frequency=rounded(wave.omega),
                side=wave.side,
                power=superscript(space.d),
                spacing=rounded(wave.spacing),
                quotient=rounded(wave.value),
            ),
            say("Bochner (1933), worked out with error bounds"),
        )
    return None


def _of_edge(edge: Jump, where: str) -> Flaw:
    what = "jumps" if edge.order == 0 else say("has a derivative of order {order} that jumps", order=edge.order)
    return Flaw(
        say(
            "{prefix}it {jumps} where ‖x − z‖ = {radius}, and a kernel is nowhere as rough as "
            "that without being rougher at x = z",
            prefix=where,
            jumps=what,
            radius=rounded(float(edge.radius)),
        ),
        "Erdélyi (1956), Askey (1973)",
    )


def _hole(k: Kernel, f: Form, space: Space) -> Dip | None:
    try:
        return dip(k if k.stationary else written(f, exactly=True), space.d)
    except Unwritable:
        return None


def _wave(k: Kernel, f: Form, space: Space) -> Ripple | None:
    try:
        seen = k if k.stationary else written(f, exactly=True)
        return None if asks(seen, space.d) else ripple(seen, space.d)  # a lattice sees no more than an integral
    except Unwritable:
        return None


__all__ = ["Flaw", "flaw"]
