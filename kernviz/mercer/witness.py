"""Witness against a kernel: points with a refuting Gram matrix.

The Gram matrix certainly has a negative eigenvalue, or is not symmetric.

Floats only propose candidates. The decision is made in ball arithmetic: cᵀKc is a ball below 0, see
`rigorous_gram`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.expr import Kernel
from kernviz.kernels.object_types import Data
from kernviz.mercer.integer_weights import readable
from kernviz.mercer.refuting_weights import FLOAT_DIGITS, Refutation, known, refutation, refuted, scaled
from kernviz.mercer.rigorous_gram import MOST, Balls, asymmetric, gram, middles, part, smallest_eigenvalue
from kernviz.wording import say, short

LARGEST_VALUE = 1e200
VISIBLE = 1e-6  # a printed matrix shows a negative eigenvalue of this relative size
SMALLEST = 1e-9  # smallest absolute size of such an eigenvalue


@dataclass(frozen=True)
class Witness:
    """Points with a refuting Gram matrix, its eigenvalue and weights.

    The fields are the points {xᵢ}, their matrix K, its smallest eigenvalue λ < 0 and a vector c with
    cᵀKc < 0.

    Shapes: points (p, d), or (p,) words, sets, graphs; matrix (p, p), vector (p,). All belong
    together. `value` is cᵀKc of this vector, its entries read as decimals. `value` is computed in
    balls, to the nearest float. For up to 40 points, the matrix is computed in balls and rounded to
    floats. The eigenvalue is then right to six digits, or an upper bound (see `certified`). For more
    points, both are computed in floats, with errors of size p·eps·‖K‖.

    If the matrix is not symmetric, ``symmetric`` is False, the eigenvalue is nan and the vector is
    zero. Then the matrix itself is the refutation.

    If K in floats does not show that cᵀKc < 0, ``scaled`` is True. Matrix, eigenvalue, vector and
    value are then those of D^{-1/2}KD^{-1/2}, with D the diagonal of K. If the scaled matrix in
    floats does not show it either, ``digits`` is the number of digits of matrix and vector that do.
    Then ``weights`` is the vector in these digits. Else ``digits`` is 17 and ``weights`` is ().

    Attributes
    ----------
    points : ndarray of shape (p, d) or (p,)
        The points, or words, sets, graphs.
    matrix : ndarray of shape (p, p)
        Their Gram matrix K.
    eigenvalue : float
        Smallest eigenvalue of K.
    vector : ndarray of shape (p,)
        Weights c with cᵀKc < 0.
    symmetric : bool
        False if K is not symmetric.
    value : float
        cᵀKc.
    scaled : bool
        True if the matrix is scaled by its diagonal.
    digits : int
        Number of digits that show the refutation.
    weights : tuple of Fraction
        The vector in these digits, if a float has too few.

    Examples
    --------
    >>> import kernviz as kv
    >>> found = kv.judge(kv.MinusDistance(1), d=1).witness
    >>> c, K = found.vector, found.matrix
    >>> float(c @ K @ c) < 0
    True
    """

    points: Array
    matrix: Array
    eigenvalue: float
    vector: Array
    symmetric: bool = True
    value: float = 0.0  # cᵀKc
    scaled: bool = False
    digits: int = FLOAT_DIGITS
    weights: tuple[Fraction, ...] = ()

    def __repr__(self) -> str:
        of = f"{len(self)} point{'s' if len(self) > 1 else ''}"
        if not self.symmetric:
            return f"<Witness of {of}: the matrix is not symmetric>"
        return f"<Witness of {of}: eigenvalue {self.eigenvalue:.6g}{', scaled' if self.scaled else ''}>"

    def __len__(self) -> int:
        return len(self.points)

    @property
    def remark(self) -> str:
        """Return a remark on the displayed numbers.

        The remark says that the matrix is scaled, and how many digits show the refutation.
        """
        sentences: list[str] = []
        if self.scaled:
            even = bool((np.diagonal(self.matrix) == 1).all())
            sentences.append(
                say("scaled to ‹k›(x, x) = 1") if even else say("scaled to |‹k›(x, x)| = 1 where it is not 0")
            )
        if self.digits > FLOAT_DIGITS:
            sentences.append(say("visible only with {digits} digits", digits=self.digits))
        return ", ".join(sentences)

    @property
    def aside(self) -> str:
        """Return the remark after a comma, to follow a number.

        The text is empty without a remark.
        """
        return f", {self.remark}" if self.remark else ""

    @property
    def numeral(self) -> str:
        """Return the smallest eigenvalue as text, with the remark."""
        return short(self.eigenvalue) + self.aside

    @property
    def visible(self) -> bool:
        """Return True if a few printed digits show the refutation."""
        size = float(np.abs(self.matrix).max())
        return size > SMALLEST if not self.symmetric else self.eigenvalue < -max(VISIBLE * size, SMALLEST)


def witness(k: Kernel, X: Data) -> Witness | None:
    """Return the witness consisting of these points.

    None if the points do not certainly refute k. X: (p, d), or p objects. Points whose kernel values are not known
    precisely are left out.
    """
    rows = k.points(X)
    with np.errstate(all="ignore"):
        K = k(rows)
    if not len(rows) or not usable(K):
        return None
    if asymmetric(k, rows, K):
        return Witness(rows, K, float("nan"), np.zeros(len(rows)), symmetric=False)
    if len(rows) <= MOST:
        balls = gram(k, rows)
        kept = known(balls)  # a matrix with an unknown entry proves nothing
        return certified(rows[kept], part(balls, kept)) if kept else None
    return _carried(k, rows, (K + K.T) / 2)


def certified(rows: Array, K: Balls, deep: bool = True, digits: bool = True) -> Witness | None:
    """Return the witness of points with these enclosed values.

    K (p, p) is the Gram matrix of the points in balls, all entries `known`. None if no weights certainly refute it.

    `deep`: weights are also looked for by elimination in balls. `digits`: if floats do not give the eigenvalue, it
    is computed in 120 digits. Without `digits` it is then an upper bound only.
    """
    found = refuted(K, deep)
    if found is None:
        return None
    shown = scaled(K, found.sizes) if found.sizes else K
    M = middles(shown)
    return _written(rows, shown, M, found, digits) if usable(M) else None


def _written(rows: Array, K: Balls, M: Array, found: Refutation, digits: bool) -> Witness:
    # an upper bound of λ_min: no quotient cᵀKc/cᵀc lies below λ_min
    bound = found.value / float(found.vector @ found.vector)
    eigenvalue = float(np.fmin(smallest_eigenvalue(K, digits), bound))
    return _of(found, rows, M, eigenvalue)


def _of(found: Refutation, rows: Array, K: Array, eigenvalue: float) -> Witness:
    return Witness(
        rows,
        K,
        eigenvalue,
        found.vector,
        value=found.value,
        scaled=bool(found.sizes),
        digits=found.digits,
        weights=found.weights,
    )


def _carried(k: Kernel, rows: Array, K: Array) -> Witness | None:
    """Return a witness from more than MOST points.

    K (n, n) is in floats. The points with the largest entries of the eigenvector, at most MOST, are certified in
    balls. The other points get weight 0. They are left out if the matrix has to be scaled or needs more digits.
    """
    values, vectors = np.linalg.eigh(K)
    if not values[0] < 0:
        return None
    order = np.argsort(-np.abs(vectors[:, 0]))
    for count in (MOST // 4, MOST // 2, MOST):
        chosen = np.sort(order[:count])
        if np.linalg.eigvalsh(K[np.ix_(chosen, chosen)])[0] < 0:
            balls = gram(k, rows[chosen])
            found = refutation(balls, deep=False)
            if found is not None and (found.sizes or found.weights):
                sure = known(balls)
                return certified(rows[chosen][sure], part(balls, sure), deep=False)
            if found is not None:
                vector = np.zeros(len(rows))
                vector[chosen] = found.vector
                lowest = min(float(values[0]), found.value / float(vector @ vector))
                return _of(replace(found, vector=vector), rows, K, lowest)
    return None


def usable(K: Array) -> bool:
    """Return True if sums and products of the entries stay finite.

    Values near the largest float refute nothing.
    """
    return bool(np.abs(K).max(initial=0.0) < LARGEST_VALUE)


__all__ = ["Witness", "certified", "readable", "usable", "witness"]
