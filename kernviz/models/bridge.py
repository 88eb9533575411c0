"""Conversion of kernels and estimators from scikit-learn and back."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np
from sklearn.gaussian_process import kernels as theirs
from sklearn.kernel_ridge import KernelRidge as TheirRidge
from sklearn.svm import SVC

from kernviz.kernels import RBF, Constant, Kernel, Linear, Matern, Polynomial, Power, Rational, Sigmoid
from kernviz.kernels.named.exp_sine import ExpSine
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.models.ridge import KernelRidge
from kernviz.models.svm import KernelSVC
from kernviz.wording import say


def from_sklearn(model: Any, *, n_features: int | None = None, variance: float | None = None) -> Any:
    """Convert a kernel, SVC or KernelRidge of scikit-learn to kernviz.

    The result is not fitted.

    Parameters
    ----------
    model : sklearn.gaussian_process.kernels.Kernel, sklearn.svm.SVC or sklearn.kernel_ridge.KernelRidge
        The kernel or estimator to convert, fitted or not.
    n_features : int, optional
        Number of columns of the training data, for ``gamma="scale"`` and ``gamma="auto"``. A fitted model knows it.
    variance : float, optional
        Variance of all entries of the training data, for ``gamma="scale"``. A fitted model knows it.

    Returns
    -------
    Kernel, KernelSVC or KernelRidge
        The counterpart of ``model``.

    Raises
    ------
    ValueError
        If ``model`` has no counterpart: a length for each coordinate, a callable, precomputed values, noise, weights
        of classes, a ridge for each target. Also if gamma depends on unknown training data.

    Examples
    --------
    >>> from sklearn.gaussian_process.kernels import RBF, DotProduct
    >>> from_sklearn(2.0 * RBF(0.5) + DotProduct(sigma_0=1) ** 2)
    2*rbf(gamma=2) + (linear + 1)**2
    >>> from_sklearn(SVC(kernel="poly", degree=2, gamma=0.5, coef0=1, C=10)).kernel
    poly(degree=2, gamma=0.5, coef0=1)
    """
    if isinstance(model, theirs.Kernel):
        return _kernel(model)
    if isinstance(model, SVC) and model.class_weight is None:
        return KernelSVC(_named(model, model.kernel, _gamma(model, n_features, variance)), C=float(model.C))
    if isinstance(model, TheirRidge) and isinstance(model.alpha, Real):
        gamma = model.gamma
        if gamma is None:  # the default 1/d, as in sklearn.metrics.pairwise
            gamma = 1 / _width(model, n_features) if model.kernel != "linear" else 1.0
        return KernelRidge(_named(model, model.kernel, float(gamma)), ridge=float(model.alpha))
    raise _no_counterpart(model)


def to_sklearn(model: Any) -> Any:
    """Convert a KernelSVC or a KernelRidge to scikit-learn's.

    The result is not fitted.

    Parameters
    ----------
    model : KernelSVC, KernelRidge or Kernel
        The estimator to convert. A kernel is returned as it is: scikit-learn accepts it as a callable.

    Returns
    -------
    sklearn.svm.SVC, sklearn.kernel_ridge.KernelRidge or Kernel
        The estimator of scikit-learn, which calls the same kernel.

    Raises
    ------
    ValueError
        If ``model`` is another estimator, or has a hard margin, which scikit-learn does not offer.

    Examples
    --------
    >>> to_sklearn(KernelSVC(RBF(2), C=10))
    SVC(C=10, kernel=rbf(gamma=2))
    """
    if isinstance(model, Kernel):
        return model
    if isinstance(model, KernelSVC) and math.isfinite(model.C):
        return SVC(kernel=model._kernel(), C=model.C)
    if isinstance(model, KernelRidge):
        kernel = model._kernel()
        return TheirRidge(kernel=_Pairwise(kernel), alpha=model.ridge)
    raise _no_counterpart(model)


class _Pairwise:
    """Kernel for scikit-learn's KernelRidge, called with one pair of points."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel

    def __call__(self, x: Any, z: Any) -> float:
        return float(self.kernel(np.atleast_2d(x), np.atleast_2d(z))[0, 0])

    def __repr__(self) -> str:
        return repr(self.kernel)


def _kernel(k: Any) -> Kernel:
    """Convert the kernel of a Gaussian process, term by term."""
    match k:
        case theirs.Sum():
            return _kernel(k.k1) + _kernel(k.k2)
        case theirs.Product():
            return _times(_kernel(k.k1), _kernel(k.k2))
        case theirs.Exponentiation():
            return Power(_kernel(k.kernel), int(k.exponent)) if float(k.exponent).is_integer() else _refuse(k)
        case theirs.ConstantKernel():
            return Constant(float(k.constant_value))
        case theirs.DotProduct():
            return Linear() + float(k.sigma_0) ** 2
        case theirs.Matern():  # tested before RBF, its base class
            return Matern(nu=float(k.nu), length=_length(k))
        case theirs.RBF():
            return RBF(0.5 / _length(k) ** 2)
        case theirs.RationalQuadratic():
            return Rational(gamma=0.5 / (k.alpha * _length(k) ** 2), p=float(k.alpha))
        case theirs.ExpSineSquared():
            return ExpSine(length=_length(k), period=float(k.periodicity))
    return _refuse(k)


def _times(a: Kernel, b: Kernel) -> Kernel:
    if isinstance(a, Constant):
        return a.c * b
    return b.c * a if isinstance(b, Constant) else a * b


def _length(k: Any) -> float:
    length = np.atleast_1d(k.length_scale)
    return float(length[0]) if len(length) == 1 else _refuse(k)


def _named(model: Any, name: Any, gamma: float) -> Kernel:
    """Convert a kernel that scikit-learn names by a word."""
    if isinstance(name, Kernel):
        return name
    match name:
        case "linear":
            return Linear()
        case "rbf":
            return RBF(gamma)
        case "poly" | "polynomial":
            return Polynomial(degree=int(model.degree), gamma=gamma, coef0=float(model.coef0))
        case "sigmoid":
            return Sigmoid(gamma=gamma, coef0=float(model.coef0))
        case "laplacian":
            return Laplacian(gamma)
    return _refuse(model)


def _gamma(model: Any, n_features: int | None, variance: float | None) -> float:
    if hasattr(model, "_gamma"):  # fitted: the number that "scale" or "auto" gave
        return float(model._gamma)
    if not isinstance(model.gamma, str):
        return float(model.gamma)
    if model.kernel not in ("rbf", "poly", "sigmoid"):
        return 1.0
    width = _width(model, n_features)
    if model.gamma == "auto":
        return 1 / width
    if variance is None:
        raise ValueError(say("gamma = 'scale' depends on the data: give variance, or a fitted model"))
    return 1 / (width * variance) if variance else 1.0


def _width(model: Any, n_features: int | None) -> int:
    found = getattr(model, "n_features_in_", n_features)
    if found is None:
        raise ValueError(say("gamma depends on the number of columns: give n_features, or a fitted model"))
    return int(found)


def _refuse(model: Any) -> Any:
    raise _no_counterpart(model)


def _no_counterpart(model: Any) -> ValueError:
    return ValueError(say("{model} has no counterpart", model=f"{model!r:.80}"))
