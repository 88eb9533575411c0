"""Errata E28 and E29: S3 writes Φ₂ for two feature maps.

Both have degree 2. E28 concerns the missing cross terms, E29 the plain and the scaled map.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import Kernel, Polynomial
from kernviz.lessons.erratum import Erratum, decides
from kernviz.lessons.number_format import vector
from kernviz.wording import say, short

X, Z = np.array([1.0, 2.0]), np.array([3.0, -1.0])  # points of source S0
FUN_TIME_2 = Polynomial(2, gamma=0.5, coef0=2.0)


def printed_map(zeta: float, gamma: float, x: Array, z: Array) -> float:
    """Return Fun Time 2's answer ④ as printed, without cross terms.

    The printed answer is ζ² + 2γζ x·x′ + γ² Σ (xᵢx′ᵢ)². It lacks the cross terms xᵢxⱼ.
    Source: erratum E28.
    """
    return float(zeta**2 + 2 * gamma * zeta * (x @ z) + gamma**2 * np.sum((x * z) ** 2))


def cross_terms(kernel: Kernel, x: Array, z: Array) -> Erratum:
    """Return erratum E28 at two points (d,).

    The numbers are those of the kernel if it is a polynomial of degree 2 with cross terms that are
    not 0 there. Otherwise they are those of the quiz Fun Time 2 at the points X and Z.
    """
    own = isinstance(kernel, Polynomial) and kernel.degree == 2
    found = _with_and_without(kernel, x, z) if own else None
    mine = found is not None and found[0] != found[1]
    poly = kernel if mine and isinstance(kernel, Polynomial) else FUN_TIME_2
    x, z = (x, z) if mine else (X, Z)
    without, right = _with_and_without(poly, x, z)
    return Erratum(
        say("S3, Poly-2 (E28)"),
        say("Φ₂ = (1, √(2γ) x₁, …, γ x₁², …, γ x_d²), also in Fun Time 2"),
        say("the cross terms γ xᵢxⱼ belong to it (√2·γ each when counted once)"),
        say(
            "ζ = {zeta}, γ = {gamma} at {x}, {z}: {without_constants} without them, {k} with them, and k is {k}",
            zeta=poly.coef0,
            gamma=poly.gamma,
            x=vector(x),
            z=vector(z),
            without_constants=without,
            k=right,
        ),
        "state" if mine else "example",
    )


def _with_and_without(kernel: Kernel, x: Array, z: Array) -> tuple[str, str]:
    """Return Φ₂(x)·Φ₂(z) without the cross terms, and with them."""
    assert isinstance(kernel, Polynomial)
    zeta, gamma = kernel.coef0, kernel.gamma
    return short(printed_map(zeta, gamma, x, z)), short((zeta + gamma * float(x @ z)) ** 2)


def two_maps(gamma: float, x: Array, z: Array) -> Erratum:
    """Return erratum E29 at two points (d,).

    The numbers are 1 + u + u² of the plain map, and (1 + γu)² of the scaled map.
    """
    u = float(x @ z)
    plain, scaled = short(1 + u + u * u), short((1 + gamma * u) ** 2)
    return Erratum(
        say("S3, two maps (E29)"),
        say("both maps are called Φ₂, both kernels K₂, told apart by colours that are lost"),
        say("Φ₂ plain for 1 + u + u², Φ₂ scaled for (1 + γu)²"),
        say("u = x·x′ = {u}, γ = {gamma}: {plain} and {scaled}", u=u, gamma=gamma, plain=plain, scaled=scaled),
        decides(plain != scaled),
    )
