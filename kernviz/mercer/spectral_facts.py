"""Facts of a function of x − z for Bochner's theorem.

The facts are the spectral density, and the waves of a function with a line spectrum.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import singledispatch

from kernviz.kernels.expr import Kernel
from kernviz.kernels.line_spectrum import OneWave, Overtones, Waves
from kernviz.kernels.named.box import Box
from kernviz.kernels.named.cosine import Cosine
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.named.periodic import Periodic
from kernviz.kernels.named.power_exponential import PowerExponential
from kernviz.kernels.named.rational import Rational
from kernviz.kernels.named.triangle import Triangle
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.spectral import (
    BesselDensity,
    BoxDensity,
    CauchyDensity,
    Density,
    GaussianDensity,
    StudentDensity,
    TriangleDensity,
)


@singledispatch
def density_of(node: Kernel, d: int) -> Density | None:
    """Return the spectral density of a kernel node on ℝᵈ.

    The node is a function of x − z. None if the density is not known.
    """
    return None


@density_of.register
def _density_of_box(node: Box, d: int) -> Density:
    return BoxDensity(d, decimal(node.width))


@density_of.register
def _density_of_rbf(node: RBF, d: int) -> Density:
    return GaussianDensity(d, decimal(node.gamma))


@density_of.register
def _density_of_laplacian(node: Laplacian, d: int) -> Density:
    return (
        CauchyDensity(d, decimal(node.gamma)) if d > 1 else StudentDensity(1, Fraction(1, 2), decimal(node.gamma) ** 2)
    )


@density_of.register
def _density_of_matern(node: Matern, d: int) -> Density | None:
    if math.isinf(node.nu):
        return None  # for ν = ∞ the kernel is a Gaussian, which the normal form writes as an exponential
    nu = decimal(node.nu)
    return StudentDensity(d, nu, 2 * nu / decimal(node.length) ** 2)


@density_of.register
def _density_of_power_exponential(node: PowerExponential, d: int) -> Density | None:
    return StudentDensity(d, Fraction(1, 2), decimal(node.gamma) ** 2) if node.p == 1 else None


@density_of.register
def _density_of_rational(node: Rational, d: int) -> Density:
    return BesselDensity(d, decimal(node.gamma), decimal(node.p))


@density_of.register
def _density_of_triangle(node: Triangle, d: int) -> Density | None:
    return TriangleDensity(d, decimal(node.width)) if d == 1 else None


@singledispatch
def waves_of(node: Kernel, d: int) -> Waves | None:
    """Return the spectral measure of a sum of waves (a line spectrum).

    None if the function is no such sum.
    """
    return None


@waves_of.register
def _waves_of_cosine(node: Cosine, d: int) -> Waves | None:
    return OneWave(decimal(node.omega)) if d == 1 else None


@waves_of.register
def _waves_of_periodic(node: Periodic, d: int) -> Waves:
    return Overtones(d, 1 / decimal(node.length) ** 2, decimal(node.period))
