"""Kernel principal component analysis.

The components are the directions v = Σ aᵢ (φ(xᵢ) − Φ̄) along which the images vary most.

K′ a = (Nλ) a for the centred Gram matrix K′; the projection on v is Σ aᵢ ⟨φ(x) − Φ̄, φ(xᵢ)
− Φ̄⟩.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array
from kernviz.features.eigen import largest
from kernviz.features.geometry import center
from kernviz.models.base import KernelModel
from kernviz.models.cross_gram import checked_block, diagonal
from kernviz.models.gram_checks import check_positive, gram
from kernviz.models.preimage import preimages
from kernviz.solvers.problem import EPS
from kernviz.solvers.threads import one_thread
from kernviz.wording import say


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, KernelModel):  # type: ignore[misc]
    """Principal component analysis in feature space.

    The components are the directions v = Σ aᵢ (φ(xᵢ) − Φ̄) of largest variance: K′a = (Nλ)a for the centred Gram matrix
    K′ of N = n points.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    n_components : int, optional
        M, from 1 to n. None: all n. The default is 2.
    center : bool, default=True
        Centre the images. False leaves out the centring that S4 assumes.
    normalize : bool, default=True
        Scale a so that λN aᵀa = 1, a condition that S4 does not state (erratum E38). The variance of the projections is
        λ only with both ``center`` and ``normalize``.

    Attributes
    ----------
    eigenvalues_ : ndarray of shape (M,)
        Eigenvalues Nλ of K′ (erratum E39), descending, roundoff set to 0. Equal eigenvalues determine their
        eigenvectors up to a rotation.
    eigenvectors_ : ndarray of shape (n, M)
        Eigenvectors of length 1; the entry of largest absolute value is positive.
    dual_coef_ : ndarray of shape (n, M)
        a, of length 1/√(Nλ), or 1 without ``normalize``; 0 for an eigenvalue 0.
    intercept_ : ndarray of shape (M,)
        Constant c of each projection Σ aᵢ k(xᵢ, ·) + c, which is measured from the mean of the images.
    total_ : float
        trace K′ = N × the whole variance.
    explained_share_ : ndarray of shape (M,)
        ``eigenvalues_ / total_``.
    left_out_ : float
        total_ − Σ eigenvalues_ = N·J, the squared error of the reconstruction summed over the points.
    X_ : ndarray of shape (n, d)
        The training points.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: unless 1 ≤ n_components ≤ n, or if a kernel value is not finite.
    NotAKernelError
        In ``fit``: if K (with ``center``: K′) has a negative eigenvalue.

    References
    ----------
    Lecture notes S4 (kernel PCA), S0 (4) for the centring.

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> model = KernelPCA(Linear(), n_components=1).fit([[0, 0], [2, 2], [4, 4]])
    >>> model.eigenvalues_.round(6).tolist(), model.reconstruct([[3, 1]]).round(6).tolist()
    ([16.0], [[2.0, 2.0]])
    """

    def __init__(
        self, kernel: Any = None, n_components: int | None = 2, center: bool = True, normalize: bool = True
    ) -> None:
        self.kernel = kernel
        self.n_components = n_components
        self.center = center
        self.normalize = normalize

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Find the principal components of X.

        X is (n, d). y is ignored; scikit-learn passes it.
        """
        for name in ("center", "normalize"):
            given = getattr(self, name)
            if not isinstance(given, bool | np.bool_):
                raise ValueError(say("{name} = {given!r} must be True or False", name=name, given=given))
        points = self._rows(X)
        n = len(points)
        count = self._count(n)
        K = gram(self._kernel(), points)
        check_positive(K, conditionally=bool(self.center), values=(self._kernel(), points))
        used = center(K) if self.center else K
        with one_thread():
            values, vectors = largest(used, count)
        # The absolute error of the entries of K is at least eps·max|K|, also after centring.
        values = np.where(values > n * EPS * float(np.abs(K).max()), values, 0.0)
        unit = _signed(vectors)
        if self.center:
            unit = np.where(values > 0, unit - unit.mean(axis=0), unit)  # the mean is 0 in exact arithmetic
        self.X_: Array = points
        self.eigenvalues_: Array = values
        self.eigenvectors_: Array = unit
        self._scaled = np.divide(unit, np.sqrt(values), out=np.zeros_like(unit), where=values > 0)
        self.dual_coef_: Array = self._scaled if self.normalize else np.where(values > 0, unit, 0.0)
        self.total_ = max(float(np.trace(used)), 0.0)
        self.explained_share_: Array = values / self.total_ if self.total_ > 0 else np.zeros_like(values)
        self.left_out_ = max(self.total_ - float(values.sum()), 0.0)
        self._means = K.mean(axis=0) if self.center else np.zeros(n)
        self._mean = float(self._means.mean())
        self.intercept_: Array = -self._means @ self.dual_coef_
        return self

    def _count(self, n: int) -> int:
        given: Any = self.n_components
        if given is None:
            return n
        if not isinstance(given, Integral) or not 1 <= int(given) <= n:
            raise ValueError(
                say(
                    "n_components = {given!r} must be a whole number from 1 to n_samples = {n}, or None "
                    "for all of them",
                    given=given,
                    n=n,
                )
            )
        return int(given)

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)

    def transform(self, X: ArrayLike) -> Array:
        """Return the projections of new points on the components.

        Projections (m, M) of X (m, d) are measured from the mean of the training images.
        """
        _, values = checked_block(self, X)
        # the columns of a sum to 0, so K′ needs no further centring terms
        return np.asarray((values - self._means) @ self.dual_coef_)

    def left_out(self, X: ArrayLike) -> Array:
        """Return the squared distance of each image from the subspace.

        The squared distance is ‖φ(x) − Φ̄‖² − Σ z² (m,), with z the coordinates along components of length 1.

        The mean over the training points is J, the reconstruction error (erratum E36).
        """
        points, values = checked_block(self, X)
        from_mean = diagonal(self._kernel(), points)
        if self.center:
            from_mean = from_mean - 2 * values.mean(axis=1) + self._mean
        projected = (values - self._means) @ self._scaled
        return np.asarray((from_mean - (projected**2).sum(axis=1)).clip(min=0))

    def reconstruct(self, X: ArrayLike) -> Array:
        """Return points whose images are closest to the projections.

        The points (m, d) have images closest to the projections of φ(x) on the components: see
        `preimages`.
        """
        points, values = checked_block(self, X)
        return self._preimages((values - self._means) @ self._scaled, points)

    def inverse_transform(self, T: ArrayLike) -> Array:
        """Return points whose images are closest to given projections.

        The points (m, d) have images closest to Φ̄ + Σ Tⱼ vⱼ, for T (m, M) as `transform` returns
        it.
        """
        check_is_fitted(self)
        coordinates = np.asarray(T, dtype=np.float64)
        if (
            coordinates.ndim != 2
            or coordinates.shape[1] != len(self.eigenvalues_)
            or not np.isfinite(coordinates).all()
        ):
            raise ValueError(
                say(
                    "T has shape {shape}: it must hold {components} finite coordinates per point",
                    shape=coordinates.shape,
                    components=len(self.eigenvalues_),
                )
            )
        if not self.normalize:
            lengths = np.sqrt(self.eigenvalues_)
            coordinates = np.divide(coordinates, lengths, out=np.zeros_like(coordinates), where=lengths > 0)
        return self._preimages(coordinates, None)

    def _preimages(self, coordinates: Array, start: Array | None) -> Array:
        """Return pre-images (m, d) for coordinates along the components.

        The targets are Σ wᵢφ(xᵢ) = Φ̄ + Σ zⱼ vⱼ with ``coordinates`` z (m, M) and directions vⱼ of length 1. Raises
        ValueError for a kernel of words, sets or graphs.
        """
        if not self._compares_points():
            raise ValueError(
                say(
                    "{kernel} compares objects, and no words, sets or graphs lie between those given",
                    kernel=self._kernel(),
                )
            )
        weights = coordinates @ self._scaled.T
        if self.center:
            weights = weights + 1 / len(self.X_)
        return preimages(self._kernel(), self.X_, weights, start)


def _signed(vectors: Array) -> Array:
    """Return eigenvectors with a fixed sign.

    The columns (n, M) get the sign that makes their largest entry positive, the first of
    several as large.
    """
    sizes = np.abs(vectors)
    first = (sizes >= (1 - 1e-8) * sizes.max(axis=0)).argmax(
        axis=0
    )  # rounded, since symmetric data have ties that roundoff would break
    return np.asarray(vectors * np.where(vectors[first, np.arange(vectors.shape[1])] < 0, -1.0, 1.0))
