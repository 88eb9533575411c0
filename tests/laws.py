"""Laws that every kernel obeys: `check_laws(k, X)` for any tree and any points.

A law is a function that raises AssertionError. Tolerances are the rounding errors that the oracle computes, entry by
entry, times ROOM; nothing is tuned.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

import numpy as np
from sklearn.base import clone

import kernviz as kv
from kernviz.arrays import Array
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.products import Power, Product
from kernviz.mercer import prove
from tests.oracle import EPS, table

ROOM = 16.0  # the oracle's bound is of first order, and numpy adds in another order than the oracle
OPERATORS = (Constant, Scaled, Sum, Product, Power, Mapped)


def check_laws(k: Kernel, X: Array) -> None:
    """Check every law on the points X (n, d), or the words, sets or graphs X (n,).

    Raises AssertionError naming the law, the kernel and the place.
    """
    for law in LAWS:
        law(k, X)


def width(X: Array) -> int:
    """Return the number of coordinates of the points; for objects it does not matter."""
    return 2 if X.dtype == object else X.shape[1]


# ---- values ----------------------------------------------------------------------------------------------------------


def is_symmetric(k: Kernel, X: Array) -> None:
    """Assert that k(X) is symmetric to the last bit if k is proven, or symmetric by definition."""
    K = k(X)
    values, errors = table(k, X)
    spread = errors + errors.T  # infinite where the oracle cannot say
    by_definition = np.isfinite(spread).all() and (np.abs(values - values.T) <= ROOM * spread).all()
    if prove(k, width(X)).complete or by_definition:
        assert np.array_equal(K, K.T, equal_nan=True), f"not symmetric: {k} on {X.tolist()}"


def is_its_definition(k: Kernel, X: Array) -> None:
    """Assert that k(X) and k(X, Z) equal the definition entry by entry, with the right shape and type."""
    Z = X[::-1][:-1] if X.dtype == object else X[::-1][:-1] + 0.25
    for K, (values, errors) in ((k(X), table(k, X)), (k(X, Z), table(k, X, Z))):
        assert K.shape == values.shape, f"shape {K.shape}: {k}"
        assert K.dtype == np.float64, f"type {K.dtype}: {k}"
        _near(k, K, values, errors, "not its definition")


def has_its_diagonal(k: Kernel, X: Array) -> None:
    """Assert that k.diag(X) is the diagonal of k(X) by definition."""
    values, errors = table(k, X)
    found = k.diag(X)
    assert found.shape == (len(X),), f"diag has shape {found.shape}: {k}"
    _near(k, found, np.diag(values), np.diag(errors), "wrong diagonal")


def is_positive(k: Kernel, X: Array) -> None:
    """Assert that a proven kernel has no negative eigenvalue, and satisfies Cauchy-Schwarz.

    Both are tested on X, with points repeated, shrunk, and stretched.

    K differs from a true Gram matrix by at most E entry by entry, so λ_min ≥ −‖E‖ ≥ −n·max E.
    """
    objects = X.dtype == object
    if not prove(k, width(X), not objects and bool((X >= 0).all())).complete:
        return
    for rows in (X, np.concatenate([X, X[:2]]), *(() if objects else (0.125 * X, 4 * X))):
        _, errors = table(k, rows)
        good = np.isfinite(np.diag(errors))  # where k overflows there is nothing to compare
        K, E = k(rows[good]), errors[np.ix_(good, good)]
        if not len(K) or not np.isfinite(E).all():
            continue
        size = len(K) * (ROOM * E.max() + 4 * EPS * np.abs(K).max())
        lowest = np.linalg.eigvalsh(K)[0]
        assert lowest >= -size, f"not positive semi-definite: λ = {lowest} < −{size} for {k} on {rows.tolist()}"
        lengths = np.sqrt(np.diag(K) + ROOM * np.diag(E))  # an upper bound of ‖φ(x)‖
        longest = np.outer(lengths, lengths) * (1 + ROOM * EPS)
        assert (np.abs(K) <= longest + ROOM * E).all(), f"Cauchy-Schwarz fails: {k} on {rows.tolist()}"


def _near(k: Kernel, found: Array, values: Array, errors: Array, law: str) -> None:
    known = np.isfinite(errors)
    assert np.isfinite(found[known]).all(), f"{law}, not finite: {k}"
    off = np.abs(found - values)[known] - ROOM * errors[known]
    assert (off <= 0).all(), f"{law}: {k} is off by {off.max()} more than rounding explains"


# ---- text, equality, formula ----------------------------------------------------------------------------------------


def reads_back(k: Kernel, X: Array) -> None:
    """Assert that parse(str(k)) == k, and that the text of the parsed kernel is str(k)."""
    if all(node.name or type(node) in OPERATORS for node in k.walk()):  # a node without a name has no text
        read = kv.parse(str(k))
        assert read == k, f"reads back as another kernel: {k} became {read}"
        assert str(read) == str(k), f"text not stable: {k} became {read}"


def is_equal_to_its_copies(k: Kernel, X: Array) -> None:
    """Assert that equality is by value, with equal hashes."""
    for other in (copy.deepcopy(k), k.with_children(k.children)):
        assert other == k, f"a copy of {k} is not equal to it"
        assert hash(other) == hash(k), f"a copy of {k} has another hash"
    assert k != kv.Constant(0.123) + k, f"{k} equals another kernel"


def has_a_formula(k: Kernel, X: Array) -> None:
    """Assert that the LaTeX of k is not empty, and that every brace and every left bracket is closed."""
    formula = kv.latex(k)
    assert formula.strip(), f"no formula: {k}"
    depth = 0
    for mark in formula.replace(r"\{", "").replace(r"\}", ""):
        depth += (mark == "{") - (mark == "}")
        assert depth >= 0, f"a brace closes before it opens: {formula}"
    assert depth == 0, f"a brace stays open: {formula}"
    assert formula.count(r"\left") == formula.count(r"\right"), f"left without right: {formula}"


# ---- folds -----------------------------------------------------------------------------------------------------------


def expands_to_itself(k: Kernel, X: Array) -> None:
    """Assert that the expansion of a named kernel has the same values."""
    expansion = k.expand()
    if expansion is not None:
        values, errors = table(k, X)
        _, other = table(expansion, X)
        _near(k, np.where(np.isfinite(other), expansion(X), 0), values, errors + other, "expands to another kernel")


def has_its_features(k: Kernel, X: Array) -> None:
    """Assert that φ(x)·φ(z) is k(x, z) if there is a feature map."""
    phi = kv.feature_map(k, width(X))
    if phi is None or X.dtype == object:  # a feature map takes points only; objects are counted by `ObjectMap`
        return
    F = phi(X)
    assert F.shape == (len(X), phi.dimension), f"φ has shape {F.shape} and {phi.dimension} labels: {k}"
    values, errors = table(k, X)
    sizes = np.abs(F) @ np.abs(F).T
    # each feature is a product of a few numbers, each sum has D terms
    rounding = EPS * (16 + phi.dimension) * sizes
    known = np.isfinite(sizes)
    _near(
        k, np.where(known, F @ F.T, 0), values, np.where(known, errors + rounding, np.inf), "φ(x)·φ(z) is not k(x, z)"
    )


def keeps_its_parameters(k: Kernel, X: Array) -> None:
    """Assert that with_params accepts every path of get_params, and that a changed value is found at its path."""
    found = k.get_params()
    numbers = {path: value for path, value in found.items() if not isinstance(value, Kernel)}
    assert k.with_params(**numbers) == k, f"with_params(get_params) is not {k}"
    assert k.with_params() == k
    for path, value in found.items():
        assert k.with_params(**{path: value}) == k, f"{path} of {k}"
        other = kv.Constant(0.625) if isinstance(value, Kernel) else type(value)(1 if value != 1 else 2)
        changed = k.with_params(**{path: other})
        assert changed.get_params()[path] == other, f"{path} of {k} did not change"
        assert changed != k or value == other


def is_cloned_as_itself(k: Kernel, X: Array) -> None:
    """Assert that scikit-learn's clone equals the kernel, which is immutable."""
    assert clone(k) == k
    assert clone(k, safe=False) == k


LAWS: tuple[Callable[[Kernel, Array], None], ...] = (
    is_symmetric,
    is_its_definition,
    has_its_diagonal,
    is_positive,
    reads_back,
    is_equal_to_its_copies,
    has_a_formula,
    expands_to_itself,
    has_its_features,
    keeps_its_parameters,
    is_cloned_as_itself,
)
