"""Ridge regression, trained once for the whole page.

K and its eigenvalues do not depend on the ridge λ, so they are computed once for all λ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

import kernviz.grid_size as grid_size
from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.shared.finite_value import finite_value
from kernviz.lessons.shared.refusal import sentence
from kernviz.lessons.shared.training import Failure
from kernviz.models.ridge import KernelRidge
from kernviz.models.ridge_path import RidgePath, RidgeSpectrum
from kernviz.surfaces import LARGEST_DRAWN, Curve, Surface, Window, curve, expansion, surface
from kernviz.wording import say

FIRST = 0.1  # ridge of the first machine; any positive value will do, as its eigenvalues serve all others
# Ten values per decade, rounded as the slider rounds them, so that the best can be set exactly.
RIDGES = np.array([float(f"{10 ** (i / 10):.1e}") for i in range(-80, 61)])
# standard normal quantile: 95 % of the distribution lie within this number of standard deviations
BAND = 1.959963984540054
# grid points per side of the band: fewer than for the plane, since each costs n² products and a band is smooth
BAND_SIDE = 40


@dataclass(frozen=True)
class Prepared:
    """Quantities that do not depend on the current ridge.

    `machine` holds K and its eigenvalues. Training and leave-one-out errors of all RIDGES (r,) are
    computed at the first access.
    """

    machine: KernelRidge

    @cached_property
    def path(self) -> RidgePath:
        """Return the machines of all RIDGES."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self.machine.path(RIDGES)

    @cached_property
    def train_rms(self) -> Array:
        """Root mean square error (r,) on the training points, per ridge."""
        with np.errstate(over="ignore", invalid="ignore"):
            return np.array([rms(errors) for errors in self.machine.y_ - self.path.fitted])

    @cached_property
    def left_out_rms(self) -> Array:
        """Return the root mean square leave-one-out error (r,) per ridge."""
        with np.errstate(over="ignore", invalid="ignore"):
            return np.array([rms(errors) for errors in self.path.left_out])

    @property
    def best(self) -> float:
        """Return the ridge with the smallest left_out_rms."""
        known = np.where(np.isfinite(self.left_out_rms), self.left_out_rms, np.inf)
        return float(RIDGES[int(known.argmin())])

    @property
    def spectrum(self) -> RidgeSpectrum:
        return self.machine.spectrum_


@dataclass(frozen=True)
class Fit:
    """Ridge machine, fitted function h, and errors.

    `field` is h on a grid of the plane or line. `fitted` (n,) is h at the points. `effective_dof` is the
    effective number of parameters, the trace of K(K + λI)⁻¹.
    """

    prepared: Prepared
    machine: KernelRidge
    ridge: float
    field: Surface | Curve
    fitted: Array
    left_out: Array  # leave-one-out residuals yᵢ − h₋ᵢ(xᵢ)
    effective_dof: float

    @property
    def y(self) -> Array:
        return np.asarray(self.machine.y_)

    @property
    def residuals(self) -> Array:
        return np.asarray(self.y - self.fitted)

    @property
    def train_rms(self) -> float:
        return rms(self.residuals)

    @property
    def left_out_rms(self) -> float:
        return rms(self.left_out)

    @property
    def least_squares(self) -> bool:
        """Return True if the pseudo-inverse replaced the inverse.

        This happens without a ridge, or with a ridge lost in roundoff.
        """
        return bool(self.ridge <= self.prepared.spectrum.cutoff)

    @property
    def relative_residual(self) -> float:
        """Return the relative residual ‖(K + λI)α − y‖/‖y‖.

        Without a ridge it is ‖K(Kα − y)‖/(λ₁‖y‖), since K cannot reach every y.
        """
        K, alpha, size = self.machine.gram_, self.machine.dual_coef_, rms(self.y) or 1.0
        rest = K @ alpha - self.y
        if self.least_squares:
            return rms((K / (float(self.prepared.spectrum.values[0]) or 1.0)) @ rest) / size
        return rms(rest + self.ridge * alpha) / size

    def value_at(self, x: Array) -> float:
        """Return h at a point (d,), also outside the picture.

        The value is nan if a kernel value there overflows.
        """
        return finite_value(self.machine.predict, x)

    def std_at(self, x: Array, noise: bool) -> float:
        """Return the Gaussian process's standard deviation at a point (d,).

        The value is nan if a kernel value there overflows.
        """
        return finite_value(lambda X: self.machine.std(X, noise), x)


def rms(errors: Array) -> float:
    """Return the root mean square of the errors.

    The value is nan if an error is nan.
    """
    # the errors are scaled first, since squares of very large errors overflow
    size = float(np.abs(errors).max(initial=0.0))
    return size * float(np.sqrt(np.mean((errors / size) ** 2))) if size else 0.0


@shared(maxsize=12)
def prepare(data: Dataset, kernel: Kernel) -> Prepared | Failure:
    """Compute the Gram matrix and its eigendecomposition.

    ``data.y`` are the targets.
    """
    try:
        return Prepared(KernelRidge(kernel, FIRST).fit(data.X, np.asarray(data.y, dtype=np.float64)))
    except ValueError as problem:
        return Failure(sentence(problem))


@shared(maxsize=128)
def train(data: Dataset, kernel: Kernel, ridge: float) -> Fit | Failure:
    """Train a machine with a given ridge.

    Errors are returned as a Failure, so that they are cached and shown like results.
    """
    prepared = prepare(data, kernel)
    if isinstance(prepared, Failure):
        return prepared
    try:
        machine = prepared.machine.at(ridge)
    except ValueError as problem:
        return Failure(sentence(problem))
    return fit_of(machine, data, prepared)


def fit_of(machine: KernelRidge, data: Dataset, prepared: Prepared) -> Fit | Failure:
    """Return what the page shows of a trained machine.

    ``data`` are the points of its training with their targets.
    """
    ridge = float(machine.ridge)
    try:
        path = machine.path(ridge)
        fitted = machine.predict(data.X)
    except ValueError as problem:
        return Failure(sentence(problem))
    try:
        window = Window.of(data)
        on_line, alpha = data.d == 1, machine.dual_coef_
        field = curve(machine.predict, window) if on_line else expansion(machine.kernel, data.X, alpha, window)
        if not np.isfinite(field.values).all():
            raise ValueError(say("not finite"))
    except ValueError:  # defined at the points, but not around them
        return Failure(
            say(
                "In the picture around the points a kernel value is too large to compute (above 1.8·10³⁰⁸), so ‹h› "
                "cannot be drawn: scale the data, or lower the degree or the factor in the exponent."
            )
        )
    return Fit(prepared, machine, ridge, field, fitted, path.left_out[0], float(path.effective_dof[0]))


@shared(maxsize=64)
def band(data: Dataset, kernel: Kernel, ridge: float, noise: bool) -> Curve | Surface | None:
    """Return the standard deviation of the Gaussian process on a grid.

    On the line the grid is that of the picture, on the plane it has BAND_SIDE points per side.
    `noise` adds the variance of the noise. None if the band cannot be computed.
    """
    fit = train(data, kernel, ridge)
    if isinstance(fit, Failure):
        return None
    window, machine = Window.of(data), fit.machine

    def std(points: Array) -> Array:
        return machine.std(points, noise)

    try:
        field = curve(std, window) if data.d == 1 else surface(std, window, grid_size.side(BAND_SIDE))
    except ValueError:
        return None
    return replace(field, values=field.values.clip(max=LARGEST_DRAWN)) if np.isfinite(field.values).all() else None


@shared(maxsize=64)
def mean_on(data: Dataset, kernel: Kernel, ridge: float, side: int) -> Surface | None:
    """Return h on a grid of ``side`` × ``side`` points.

    The surfaces of the band lie above and below it, on the same grid. None if h cannot be computed,
    or if the data are not on a plane.
    """
    fit = train(data, kernel, ridge)
    if isinstance(fit, Failure) or data.d != 2:
        return None
    return expansion(kernel, data.X, fit.machine.dual_coef_, Window.of(data), side)
