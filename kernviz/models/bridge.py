"""Conversion of kernels and estimators from scikit-learn and back."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Real
from typing import Any, Self

import numpy as np
from sklearn.decomposition import KernelPCA as TheirPCA
from sklearn.gaussian_process import kernels as theirs
from sklearn.kernel_ridge import KernelRidge as TheirRidge
from sklearn.svm import SVC, OneClassSVM

from kernviz.arrays import Array
from kernviz.kernels import RBF, Constant, Kernel, Linear, Matern, Polynomial, Power, Rational, Sigmoid
from kernviz.kernels.named.exp_sine import ExpSine
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.normalized import Normalized
from kernviz.models.one_class import OneClassMachine
from kernviz.models.pca import KernelPCA
from kernviz.models.ridge import KernelRidge
from kernviz.models.svm import KernelSVC
from kernviz.wording import say


def from_sklearn(model: Any, *, n_features: int | None = None, variance: float | None = None) -> Any:
    """Convert a kernel, SVC, OneClassSVM, KernelRidge or KernelPCA of scikit-learn to kernviz.

    The result is not fitted. A kernel of kernviz inside the estimator is found again.

    Parameters
    ----------
    model : kernel of sklearn.gaussian_process, SVC, OneClassSVM, KernelRidge or KernelPCA of scikit-learn
        The kernel or estimator to convert, fitted or not.
    n_features : int, optional
        Number of columns of the training data, for ``gamma="scale"``, ``gamma="auto"`` and ``gamma=None``. A fitted
        model knows it.
    variance : float, optional
        Variance of all entries of the training data, for ``gamma="scale"``. A fitted model knows it.

    Returns
    -------
    Kernel, KernelSVC, OneClassMachine, KernelRidge or KernelPCA
        The counterpart of ``model``.

    Raises
    ------
    ValueError
        If ``model`` has no counterpart: a length for each coordinate, a callable, precomputed values, noise, weights
        of classes, a ridge for each target, a fractional degree. Also if gamma depends on unknown training data.

    Examples
    --------
    >>> from sklearn.gaussian_process.kernels import RBF, DotProduct
    >>> from_sklearn(2.0 * RBF(0.5) + DotProduct(sigma_0=1) ** 2)
    2*rbf(gamma=2) + (linear + 1)**2
    >>> from_sklearn(SVC(kernel="poly", degree=2, gamma=0.5, coef0=1, C=10)).kernel
    poly(degree=2, gamma=0.5, coef0=1)
    """
    if isinstance(model, Kernel):
        return model
    if isinstance(model, theirs.Kernel):
        return _kernel(model)
    if isinstance(model, SVC):
        if model.class_weight is not None:
            raise _no_counterpart(model, say("give fit a sample_weight instead of weights of classes"))
        return KernelSVC(_named(model, lambda: _gamma(model, n_features, variance)), C=float(model.C))
    if isinstance(model, OneClassSVM):
        return OneClassMachine(_named(model, lambda: _gamma(model, n_features, variance)), nu=float(model.nu))
    if isinstance(model, TheirRidge):
        if not isinstance(model.alpha, Real):
            raise _no_counterpart(model, say("a ridge is one number here"))
        return KernelRidge(_named(model, lambda: _share(model, n_features)), ridge=float(model.alpha))
    if isinstance(model, TheirPCA):
        return KernelPCA(_named(model, lambda: _share(model, n_features)), n_components=model.n_components)
    raise _no_counterpart(
        model, say("kernels of sklearn.gaussian_process, SVC, OneClassSVM, KernelRidge and KernelPCA have one")
    )


def to_sklearn(model: Any) -> Any:
    """Convert a kernel, KernelSVC, OneClassMachine, KernelRidge or KernelPCA to scikit-learn's.

    The result is not fitted. It calls the same kernel.

    Parameters
    ----------
    model : Kernel, KernelSVC, OneClassMachine, KernelRidge or KernelPCA
        The kernel or estimator to convert. SVC, SVR and OneClassSVM accept a kernel of kernviz as it is. Every other
        estimator of scikit-learn needs the converted kernel, for it calls a plain function with one pair of points.

    Returns
    -------
    kernel of sklearn.gaussian_process, SVC, OneClassSVM, KernelRidge or KernelPCA of scikit-learn
        The counterpart of ``model``. A converted kernel has no hyperparameters that a Gaussian process could fit.

    Raises
    ------
    ValueError
        If ``model`` is another estimator, or has a setting that scikit-learn does not offer: a hard margin, a share
        nu that depends on the number of points, components without centring or scaling.

    Examples
    --------
    >>> to_sklearn(KernelSVC(RBF(2), C=10))
    SVC(C=10, kernel=rbf(gamma=2))
    >>> from sklearn.gaussian_process import GaussianProcessRegressor
    >>> process = GaussianProcessRegressor(to_sklearn(RBF(2) + Linear())).fit([[0], [1]], [1, 3])
    >>> process.predict([[1]]).round(6).tolist()
    [3.0]
    """
    match model:
        case Kernel():
            return ProcessKernel(model)
        case KernelSVC():
            if math.isinf(model.C):
                raise _no_counterpart(model, say("scikit-learn has no hard margin, and C = 1e6 comes close to it"))
            return SVC(kernel=model._kernel(), C=model.C)
        case OneClassMachine():
            if model.nu is None:
                raise _no_counterpart(model, say("nu = None is 1/n for n points: give that number"))
            return OneClassSVM(kernel=model._kernel(), nu=model.nu)
        case KernelRidge():
            return TheirRidge(kernel=ProcessKernel(model._kernel()), alpha=model.ridge)
        case KernelPCA():
            if not (model.center and model.normalize):
                raise _no_counterpart(model, say("scikit-learn always centres and scales the components"))
            return TheirPCA(kernel=ProcessKernel(model._kernel()), n_components=model.n_components)
    raise _no_counterpart(model, say("kernels, KernelSVC, OneClassMachine, KernelRidge and KernelPCA have one"))


class ProcessKernel(theirs.Kernel):  # type: ignore[misc]
    """Kernel of kernviz as a kernel of scikit-learn's Gaussian processes.

    Every estimator of scikit-learn that takes a kernel takes this one, and calls it with whole tables of points. It
    has no hyperparameters, so a Gaussian process does not change it.
    """

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel

    def __call__(self, X: Any, Y: Any = None, eval_gradient: bool = False) -> Any:
        K = self.kernel(X, Y)
        return (K, np.empty((*K.shape, 0))) if eval_gradient else K

    def diag(self, X: Any) -> Array:
        """Return the diagonal of the Gram matrix of X."""
        return np.asarray(self.kernel.diag(X))

    def is_stationary(self) -> bool:
        """Return True if the kernel is known to be stationary."""
        return bool(getattr(self.kernel, "stationary", False))

    @property
    def requires_vector_input(self) -> bool:
        """Return True if the kernel compares points, not words, sets or graphs."""
        return getattr(self.kernel, "kind", None) in (None, "vectors")

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the kernel and, by their paths, its numbers."""
        inner = self.kernel.get_params() if deep and hasattr(self.kernel, "get_params") else {}
        return {"kernel": self.kernel, **{f"kernel__{name}": value for name, value in inner.items()}}

    def set_params(self, **params: Any) -> Self:
        """Set the kernel, or by their paths its numbers."""
        self.kernel = params.pop("kernel", self.kernel)
        if params:
            self.kernel = self.kernel.with_params(**{name.removeprefix("kernel__"): v for name, v in params.items()})
        return self

    def __repr__(self) -> str:
        return repr(self.kernel)


def _kernel(k: Any) -> Kernel:
    """Convert the kernel of a Gaussian process, term by term."""
    match k:
        case ProcessKernel():
            return k.kernel
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


def _named(model: Any, gamma: Callable[[], float]) -> Kernel:
    """Convert the kernel of an estimator.

    It is a word, a kernel of a Gaussian process or of kernviz. ``gamma`` is called for a word that needs it.
    """
    if isinstance(model.kernel, Kernel):
        return model.kernel
    if isinstance(model.kernel, theirs.Kernel):
        return _kernel(model.kernel)
    match model.kernel:
        case "linear":
            return Linear()
        case "cosine":
            return Normalized(Linear())
        case "rbf":
            return RBF(gamma())
        case "poly" | "polynomial":
            degree: Any = model.degree
            if not isinstance(degree, Real) or float(degree) % 1:
                raise _no_counterpart(model, say("degree = {degree!r} is no whole number", degree=degree))
            return Polynomial(degree=int(float(degree)), gamma=gamma(), coef0=float(model.coef0))
        case "sigmoid":
            return Sigmoid(gamma=gamma(), coef0=float(model.coef0))
        case "laplacian":
            return Laplacian(gamma())
    raise _no_counterpart(
        model,
        say("kernel = {kernel} has no formula here: give a kernel of kernviz", kernel=f"{model.kernel!r:.40}"),
    )


def _gamma(model: Any, n_features: int | None, variance: float | None) -> float:
    """Return the gamma of an SVC or OneClassSVM as a number."""
    if hasattr(model, "_gamma"):  # fitted: the number that "scale" or "auto" gave
        return float(model._gamma)
    if not isinstance(model.gamma, str):
        return float(model.gamma)
    width = _width(model, n_features)
    if model.gamma == "auto":
        return 1 / width
    if variance is None:
        raise ValueError(say("gamma = 'scale' depends on the data: give variance, or a fitted model"))
    return 1 / (width * variance) if variance else 1.0


def _share(model: Any, n_features: int | None) -> float:
    """Return the gamma of a KernelRidge or KernelPCA, by default 1/d."""
    return 1 / _width(model, n_features) if model.gamma is None else float(model.gamma)


def _width(model: Any, n_features: int | None) -> int:
    found = getattr(model, "n_features_in_", n_features)
    if found is None:
        raise ValueError(say("gamma depends on the number of columns: give n_features, or a fitted model"))
    return int(found)


def _refuse(model: Any) -> Any:
    raise _no_counterpart(model, say("a kernel here has one length, no noise and whole powers"))


def _no_counterpart(model: Any, reason: str) -> ValueError:
    return ValueError(say("{model} has no counterpart: {reason}", model=f"{model!r:.80}", reason=reason))
