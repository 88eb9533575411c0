"""What every model shares: its kernel as a parameter, its points checked, its Gram matrix checked before it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, Self, cast

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigvalsh, lapack
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d, validate_data

from kernviz.features.geometry import center
from kernviz.kernels import RBF, Kernel
from kernviz.kernels.accepted import other_kind
from kernviz.kernels.kinds import kind_in
from kernviz.mercer import prove
from kernviz.solvers.problem import finite
from kernviz.wording import say

Array = NDArray[np.float64]

# A Gram matrix is known to some digits only: a distance taken from inner products loses what the points' common offset
# takes up. Relative to the largest entry this covers offsets of 1e3 times the spread, and no trap comes near it.
GRAM_NOISE, OFFSET = 1e-10, 1e3
WORTH_A_PROOF = 100  # points: with fewer a Cholesky factorisation is as quick as looking the proof up


class KernelLike(Protocol):
    """What a model asks of a kernel: Gram blocks, the diagonal, and a copy with other numbers."""

    def __call__(self, X: Array, Z: Array | None = None, /) -> Array: ...
    def diag(self, X: Array, /) -> Array: ...
    def with_params(self, **values: Any) -> Any: ...


class RefusedError(ValueError):
    """A model cannot be trained on what it was given: ``reason`` says why.

    ``machine``: where a model has one machine a class or a pair of classes, those that it is about, as 0…k−1, and
    ``class_names`` is their names; () elsewhere.
    """

    machine: tuple[int, ...] = ()
    class_names: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Why, whichever machine it is about."""
        return super().__str__()

    def __str__(self) -> str:
        if not self.machine:
            return self.reason
        others = f"class {self.class_names[1]}" if len(self.class_names) > 1 else say("the rest")
        return f"class {self.class_names[0]} against {others}: {self.reason}"


class NotAKernelError(RefusedError):
    """The Gram matrix of the training points is not positive semi-definite.

    Has its ``smallest`` and ``largest`` eigenvalue; ``of_centred``: they are those of the centred Gram matrix.
    """

    def __init__(self, smallest: float, largest: float, *, of_centred: bool = False) -> None:
        super().__init__(
            say(
                "not a kernel on these points: smallest eigenvalue {smallest:.4g}, largest "
                "{largest:.4g} of their {of_centred}Gram matrix, and none may be negative. Use "
                "another kernel: kernviz.judge(kernel) shows what is wrong with this one",
                smallest=smallest,
                largest=largest,
                of_centred=say("centred ") if of_centred else "",
            )
        )
        self.smallest, self.largest, self.of_centred = smallest, largest, of_centred


class KernelModel(BaseEstimator):  # type: ignore[misc]
    """A scikit-learn estimator whose ``kernel`` is an immutable kernviz kernel; None stands for rbf(gamma=1)."""

    kernel: Any
    _compact: bool  # whether there are many training points, and `_compact` holds of them
    _by_proof: bool  # whether it is a proof that makes their Gram matrix symmetric and positive

    def set_params(self, **params: Any) -> Self:
        """As in scikit-learn; ``kernel__gamma=2`` puts a new kernel in the place of the old one, which cannot
        change.
        """
        nested = {name: params.pop(name) for name in list(params) if name.startswith("kernel__")}
        super().set_params(**params)
        if nested:
            self.kernel = self._kernel().with_params(**{name[len("kernel__") :]: v for name, v in nested.items()})
        return self

    def _kernel(self) -> KernelLike:
        """The kernel in use. Raises ValueError for what cannot be one, a text for example."""
        if self.kernel is None:
            return RBF(1.0)
        if not callable(self.kernel) or not hasattr(self.kernel, "diag"):
            raise ValueError(
                say(
                    "kernel = {kernel!r} must be a kernviz kernel: a text becomes one by kernviz.parse(text)",
                    kernel=self.kernel,
                )
            )
        kernel: KernelLike = self.kernel
        return kernel

    def _rows(self, X: Any, reset: bool = True) -> Array:
        """X checked: finite numbers (n, d), or objects (n,) where the kernel compares words, sets or graphs."""
        if not self._compares_points():
            return self._objects(X)
        # scikit-learn takes a quarter of a millisecond to find nothing wrong with these
        if _is_sound(X) and (reset or self._is_as_wide(X)):
            if reset:
                self._look_at(X)
            return cast(Array, X)
        with self._told_apart(X):
            return np.asarray(validate_data(self, X, dtype=np.float64, reset=reset))

    def _is_as_wide(self, X: Array) -> bool:
        """As many coordinates as the points it was trained on, and neither have names."""
        return X.shape[1] == getattr(self, "n_features_in_", None) and not hasattr(self, "feature_names_in_")

    def _look_at(self, X: Array) -> None:
        """What scikit-learn notes of the points a model is trained on: so many coordinates, without names."""
        self.n_features_in_ = X.shape[1]
        if hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _labelled(self, X: Any, y: Any, numbers: bool = False) -> tuple[Array, Array]:
        """X as `_rows` has it, and y (n,), one label for each; ``numbers``: finite numbers."""
        if self._compares_points() and _is_sound(X) and _are_whole(y, len(X)) and not numbers:
            self._look_at(X)
            return X, y
        if self._compares_points():
            with self._told_apart(X):
                points, labels = validate_data(self, X, y, dtype=np.float64, y_numeric=numbers)
        else:
            points, labels = self._objects(X), column_or_1d(y, warn=True)
            check_consistent_length(points, labels)
            if numbers:
                labels = check_array(labels, dtype=np.float64, ensure_2d=False, input_name="y")
        return points, np.asarray(labels, dtype=np.float64) if numbers else labels

    def _one(self, x: Any) -> Array:
        """One point x (d,), or one word, set or graph, as `_rows` has it: (1, d) or (1,)."""
        one = np.reshape(np.asarray(x, dtype=np.float64), (1, -1)) if self._compares_points() else [x]
        return self._rows(one, reset=False)

    def _compares_points(self) -> bool:
        return getattr(self._kernel(), "kind", None) in (None, "vectors")

    @contextmanager
    def _told_apart(self, X: Any) -> Iterator[None]:
        """Says that words are no points, where scikit-learn would say that a string is no float."""
        try:
            yield
        except (TypeError, ValueError):
            if kind_in(X) == "vectors":
                raise
            raise ValueError(other_kind(cast(Kernel, self._kernel()), "vectors", kind_in(X))) from None

    def _gram(self, points: Array, *, conditionally: bool = False, near: KernelModel | None = None) -> Array:
        """K of the training points (n, n), checked; see `gram` and `check_positive`. ``near``: a machine trained on the
        same points, which has found out some of it.
        """
        kernel = self._kernel()
        same = near is not None and isinstance(kernel, Kernel) and kernel == near._kernel()
        self._compact = near._compact if near is not None else len(points) >= WORTH_A_PROOF and _compact(points)
        self._by_proof = near._by_proof if near is not None and same else self._proven(points)
        if self._by_proof:
            return _finite_values(kernel, points)
        K = gram(kernel, points)
        if not same:
            check_positive(K, conditionally=conditionally)
        return K

    def _proven(self, points: Array) -> bool:
        """Whether a proof makes K symmetric and positive up to GRAM_NOISE, and looking at it to see so can be
        spared.
        """
        kernel = self._kernel()
        return self._compact and isinstance(kernel, Kernel) and prove(kernel, points.shape[1]).complete

    def _objects(self, X: Any) -> Array:
        rows: Array = cast(Kernel, self._kernel()).points(X)
        if not len(rows):
            raise ValueError(
                say("Found array with 0 sample(s) while a minimum of 1 is required: give at least one object")
            )
        return rows


def _compact(points: Array) -> bool:
    """Whether points (n, d) are not so far from the origin that K loses more digits than GRAM_NOISE forgives."""
    if points.ndim != 2:
        return False
    columns = points.T.copy()  # NumPy goes along rows ten times as fast as along two columns
    return float(np.abs(columns).max()) <= OFFSET * float(np.ptp(columns, axis=1).max())


def check_classes(classes: NDArray[Any]) -> None:
    """Raises ValueError unless ``classes``, the different labels of the training points, are at least two."""
    if len(classes) < 2:
        raise ValueError(
            say("y has only one class, {classes}: a separator needs points of two classes", classes=classes[0])
        )


def gram(kernel: Callable[..., Array], X: Array) -> Array:
    """The Gram matrix (n, n) of X (n, d), finite and symmetric. Raises ValueError naming the pair of points
    otherwise.
    """
    K = _finite_values(kernel, X)
    if np.array_equal(K, K.T):
        return K
    skew = np.abs(K - K.T)
    if skew.max(initial=0.0) > GRAM_NOISE * np.abs(K).max(initial=0.0):
        i, j = (int(k) for k in np.unravel_index(int(skew.argmax()), K.shape))
        raise ValueError(
            say(
                "not symmetric, so not a kernel: k(x_{i}, x_{j}) = {K:.6g} but k(x_{j}, x_{i}) = {K_2:.6g}",
                i=i,
                j=j,
                K=K[i, j],
                K_2=K[j, i],
            )
        )
    return np.asarray((K + K.T) / 2)


def _is_sound(X: Any) -> bool:
    """Points that no check would change or refuse: a field's grid, say."""
    return type(X) is np.ndarray and X.dtype == np.float64 and X.ndim == 2 and X.size > 0 and finite(X)


def _are_whole(y: Any, n: int) -> bool:
    """Labels that no check would change or refuse: the number of a class, or whether a point is of it."""
    return type(y) is np.ndarray and y.shape == (n,) and y.dtype.kind in "biu"


def _finite_values(kernel: Callable[..., Array], X: Array) -> Array:
    """k of every two points (n, n), finite. Raises ValueError naming the pair of points otherwise."""
    with np.errstate(over="ignore", invalid="ignore"):  # said below, in words
        K = np.asarray(kernel(X), dtype=np.float64)
    if K.shape != (len(X), len(X)):
        raise ValueError(
            say(
                "the kernel gave a Gram matrix of shape {shape} for {X} points: it must be (n, n)",
                shape=K.shape,
                X=len(X),
            )
        )
    if not finite(K):
        i, j = (int(k) for k in np.argwhere(~np.isfinite(K))[0])
        raise ValueError(
            say(
                "kernel value k(x_{i}, x_{j}) = {K} is not a finite number (it exceeds 1.8e308 or is "
                "undefined): scale the data, or lower the degree or the width parameter",
                i=i,
                j=j,
                K=K[i, j],
            )
        )
    return K


def check_positive(K: Array, *, conditionally: bool = False) -> None:
    r"""Refuse a Gram matrix with cᵀKc < 0 for some c; ``conditionally``: for some c with Σ c = 0.

    The second is all an SVM needs (its Σ αy is 0), so −‖x−z‖ and some tanh pass there. It is asked of the centred Gram.
    Raises NotAKernelError naming the smallest and largest eigenvalue.
    """
    size = max(float(K.max(initial=0.0)), -float(K.min(initial=0.0)))
    if _factored(K, size):  # what is positive is so on Σ c = 0
        return
    tested = center(K) if conditionally else K
    if conditionally and _factored(tested, size):
        return
    values = eigvalsh(tested)
    smallest, largest = float(values[0]), float(values[-1])
    if smallest >= -len(K) * GRAM_NOISE * size:
        return  # the factorisation's own roundoff, not the kernel's fault
    raise NotAKernelError(smallest, largest, of_centred=conditionally)


def _factored(K: Array, size: float) -> bool:
    """Whether K, its noise added to the diagonal, has a Cholesky factor."""
    shifted = K.T.copy(order="F")  # symmetric; transposed it is a plain copy
    shifted.flat[:: len(K) + 1] += GRAM_NOISE * size + np.finfo(float).tiny
    return bool(lapack.dpotrf(shifted, lower=1, overwrite_a=1, clean=0)[1] == 0)
