"""Base class of all models.

The base has the kernel as a parameter, and checks points, labels and Gram matrix.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, Self, cast

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import (
    check_array,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel
from kernviz.kernels.input_checks import other_kind, points, unreadable
from kernviz.kernels.node import KernelNode, check_kernel
from kernviz.kernels.object_types import kind_in, plain
from kernviz.mercer import prove
from kernviz.models.classes import check_unmixed
from kernviz.models.gram_checks import check_positive, finite_values, gram
from kernviz.solvers.problem import finite
from kernviz.wording import say

# distance of the points from 0 in units of their spread, up to which ENTRY_ERROR bounds the roundoff of kernel values
OFFSET = 1e3
WORTH_A_PROOF = 100  # points; with fewer, a Cholesky factorisation takes no longer than a look-up of the proof


class KernelLike(Protocol):
    """Kernel as a model uses it.

    Such a kernel returns Gram blocks, the diagonal, and a copy with other parameters.
    """

    def __call__(self, X: Array, Z: Array | None = None, /) -> Array: ...
    def diag(self, X: Array, /) -> Array: ...
    def with_params(self, **values: Any) -> Any: ...


class KernelModel(BaseEstimator):  # type: ignore[misc]
    """Estimator of scikit-learn with an immutable kernel of kernviz.

    The parameter ``kernel`` may be None, which stands for rbf(gamma=1).
    """

    kernel: Any
    _compact: bool  # True for at least WORTH_A_PROOF training points with a small offset, see `_compact` below
    _by_proof: bool  # True if a proof shows that the Gram matrix is symmetric and positive semi-definite

    def set_params(self, **params: Any) -> Self:
        """Set parameters as in scikit-learn; ``kernel__gamma=2`` replaces the immutable kernel."""
        nested = {name: params.pop(name) for name in list(params) if name.startswith("kernel__")}
        super().set_params(**params)
        if nested:
            self.kernel = self._kernel().with_params(**{name[len("kernel__") :]: v for name, v in nested.items()})
        return self

    def _kernel(self) -> KernelLike:
        """Return the kernel in use.

        Raises ValueError for anything else, a text for example.
        """
        if self.kernel is None:
            return RBF(1.0)
        if isinstance(self.kernel, type) and issubclass(self.kernel, KernelNode):
            check_kernel(self.kernel, "kernel")
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
        """Return the checked points X.

        They are finite numbers (n, d), or objects (n,) if the kernel compares words, sets or
        graphs.
        """
        if not self._compares_points():
            return self._objects(X)
        # shortcut: scikit-learn's validation takes a quarter of a millisecond
        if _is_sound(X) and (reset or self._is_as_wide(X)):
            if reset:
                self._look_at(X)
            return cast(Array, X)
        with self._told_apart(X):
            return np.asarray(validate_data(self, X, dtype=np.float64, reset=reset))

    def _is_as_wide(self, X: Array) -> bool:
        """Return True if X has the training points' number of columns.

        Neither X nor the training points may have column names.
        """
        return X.shape[1] == getattr(self, "n_features_in_", None) and not hasattr(self, "feature_names_in_")

    def _look_at(self, X: Array) -> None:
        """Set ``n_features_in_`` as scikit-learn's validation does.

        X has no column names, so ``feature_names_in_`` of an earlier fit is deleted.
        """
        self.n_features_in_ = X.shape[1]
        if hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _labelled(self, X: Any, y: Any, numbers: bool = False) -> tuple[Array, Array]:
        """Return the checked points X and labels y.

        X is checked as by `_rows`, and the labels are y (n,). ``numbers``: y must be finite
        numbers.
        """
        if self._compares_points() and _is_sound(X) and _are_whole(y, len(X)) and not numbers:
            self._look_at(X)
            return X, y
        if self._compares_points():
            with self._told_apart(X):
                rows, labels = validate_data(self, X, y, dtype=np.float64, y_numeric=numbers)
        else:
            rows, labels = self._objects(X), column_or_1d(y, warn=True)
            check_consistent_length(rows, labels)
            if numbers:
                labels = check_array(labels, dtype=np.float64, ensure_2d=False, input_name="y")
        if not numbers:
            check_unmixed(labels)
        return rows, np.asarray(labels, dtype=np.float64) if numbers else labels

    def _one(self, x: Any) -> Array:
        """Return a single checked point as an array of points.

        x is a point (d,) or (1, d), a word, a set or a graph. The result is (1, d), or (1,) for an object, see `_rows`.
        Raises ValueError for several points.
        """
        if not self._compares_points():
            return self._rows([x], reset=False)
        if hasattr(x, "to_frame"):  # a row of a table, with the names of its columns
            return self._rows(x.to_frame().T.astype(np.float64), reset=False)
        array = np.asarray(x, dtype=np.float64)
        one = array[None] if array.ndim == 1 else array
        if one.shape != (1, self.n_features_in_):
            raise ValueError(
                say(
                    "give one point of {n} coordinates, not an array of shape {shape}",
                    n=self.n_features_in_,
                    shape=array.shape,
                )
            )
        return points(one)

    def _compares_points(self) -> bool:
        return getattr(self._kernel(), "kind", None) in (None, "vectors")

    @contextmanager
    def _told_apart(self, X: Any) -> Iterator[None]:
        """Replace scikit-learn's error for objects given as points, and for uneven rows.

        For words, sets or graphs scikit-learn says that a string is no float. The new error names the kind of
        objects. For points of different length, or a text among numbers, it names the row.
        """
        try:
            yield
        except (TypeError, ValueError) as problem:
            if kind_in(X) == "vectors":
                words = unreadable(plain(X)) if isinstance(problem, ValueError) else ""
                if not words:
                    raise
                raise ValueError(words) from None
            raise ValueError(other_kind(cast(Kernel, self._kernel()), "vectors", kind_in(X))) from None

    def _gram(self, points: Array, *, conditionally: bool = False, near: KernelModel | None = None) -> Array:
        """Return the checked Gram matrix of the training points.

        K is (n, n); see `gram` and `check_positive`.

        ``near``: a machine trained on the same points, whose checks are reused.
        """
        kernel = self._kernel()
        same = near is not None and isinstance(kernel, Kernel) and kernel == near._kernel()
        self._compact = near._compact if near is not None else len(points) >= WORTH_A_PROOF and _compact(points)
        self._by_proof = near._by_proof if near is not None and same else self._proven(points)
        if self._by_proof:
            return finite_values(kernel, points)
        K = gram(kernel, points)
        if not same:
            check_positive(K, conditionally=conditionally, values=(kernel, points))
        return K

    def _proven(self, points: Array) -> bool:
        """Return True if a proof makes checks of K unnecessary.

        If the kernel is proven, K is symmetric and positive semi-definite up to rounding. The rounding is small
        enough only for points with a small offset, see `_compact`.
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


def require_fit(model: KernelModel) -> None:
    """Raise NotFittedError unless the model is fitted."""
    check_is_fitted(model)


def _compact(points: Array) -> bool:
    """Return True if the points' offset is small against their spread.

    The largest absolute coordinate of the points (n, d) is then at most `OFFSET` times their spread. False for
    objects.
    """
    if points.ndim != 2:
        return False
    columns = points.T.copy()  # NumPy processes long rows ten times as fast as two columns
    return float(np.abs(columns).max()) <= OFFSET * float(np.ptp(columns, axis=1).max())


def _is_sound(X: Any) -> bool:
    """Return True for points that scikit-learn's validation would return unchanged.

    An example is a grid of places to draw.
    """
    return type(X) is np.ndarray and X.dtype == np.float64 and X.ndim == 2 and X.size > 0 and finite(X)


def _are_whole(y: Any, n: int) -> bool:
    """Return True for labels that scikit-learn's validation would return unchanged.

    These are arrays (n,) of integers or booleans.
    """
    return type(y) is np.ndarray and y.shape == (n,) and y.dtype.kind in "biu"
