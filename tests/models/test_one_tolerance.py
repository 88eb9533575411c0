"""Pages and models call the same matrices symmetric and the same eigenvalues negative, on both sides of the bound."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import kernviz as kv
from kernviz.arrays import Array
from kernviz.lessons.pca.decomposition import Refused, decompose
from kernviz.lessons.pca.refusal import refused_picture
from kernviz.mercer.spectrum import skew_tolerance, spectrum, spectrum_on, tolerance
from kernviz.models.gram_checks import check_positive, gram
from kernviz.models.refusals import NotAKernelError
from tests.sources import nodes

PACKAGE = Path(kv.__file__).parent
TINY = 1e-6  # a smaller number in a bound of eigenvalues is a tolerance
EIGENVALUES = re.compile(r"eigen|eigvals|^eigh$|^smallest_eigenvalues?$", re.IGNORECASE)
BOUNDED = ("eigenvalue_bars", "describe_eigenvalues", "spectrum", "tolerance")  # functions that take such a bound
NEAR = (0.5, 0.9, 0.99, 1.01, 1.1, 2.0)  # times the bound
SIZES = (2, 12, 13, 60, 200)


@dataclass(frozen=True)
class Lookup(kv.Kernel):
    """Kernel that looks its values up: the points are the numbers of rows."""

    table: tuple[tuple[float, ...], ...]

    def _gram(self, X: Array, Z: Array) -> Array:
        rows, columns = X[:, 0].astype(int), Z[:, 0].astype(int)
        return np.asarray(self.table, dtype=X.dtype)[np.ix_(rows, columns)]


def accepted(K: Array) -> bool:
    """Return True if a model accepts the matrix as symmetric."""
    rows = np.arange(len(K), dtype=np.float64)[:, None]
    try:
        gram(Lookup(tuple(map(tuple, K.tolist()))), rows)
    except ValueError:
        return False
    return True


def positive(K: Array) -> bool:
    """Return True if a model accepts the matrix as positive."""
    try:
        check_positive(K)
    except NotAKernelError:
        return False
    return True


def matrix(n: int, size: float) -> Array:
    """A positive definite matrix (n, n) with entries up to `size`."""
    A = np.random.default_rng(n).normal(size=(n, n + 2))
    K = A @ A.T
    return np.asarray((K + K.T) / (2 * np.abs(K).max()) * size)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize("size", [1e-20, 1.0, 1e20])
@pytest.mark.parametrize("n", SIZES)
def test_a_skew_near_the_bound_is_judged_alike(n: int, size: float, near: float) -> None:
    K = matrix(n, size)
    K[0, 1] += near * skew_tolerance(K)
    rows = np.arange(n, dtype=np.float64)[:, None]
    symmetric = spectrum(K).symmetric
    assert symmetric is (near < 1)
    assert accepted(K) is symmetric
    assert spectrum_on(Lookup(tuple(map(tuple, K.tolist()))), rows).symmetric is symmetric


@pytest.mark.sampled(7)
@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize("size", [1e-20, 1.0, 1e20])
@pytest.mark.parametrize("n", SIZES)
def test_an_eigenvalue_near_the_bound_is_judged_alike(n: int, size: float, near: float) -> None:
    """K is diagonal, so its eigenvalues are its entries and nothing rounds them."""
    K = np.eye(n) * size
    K[-1, -1] = -near * tolerance(np.eye(n) * size)
    assert spectrum(K).semidefinite is (near < 1)
    assert positive(K) is spectrum(K).semidefinite


@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("share", [10.0**-p for p in range(16)])
def test_kernel_pca_counts_the_negative_eigenvalues_that_refused_the_matrix(share: float, center: bool) -> None:
    data = kv.toy("moons", n=20)
    found = decompose(data, kv.parse(f"linear - {share!r}*rbf(1)"), center)
    if not isinstance(found, Refused):
        assert share < 1e-12
        return
    counted = re.search(r"(\d+) of the 20 eigenvalues", found.words)
    drawn = refused_picture(found, "")
    assert counted is not None
    assert drawn is not None
    assert int(counted[1]) > 0
    assert f": {counted[1]} negative," in drawn.alt


def bounds(text: str) -> list[int]:
    """Return the lines of a source that compare an eigenvalue with a tolerance of their own.

    Such a tolerance has a literal number below TINY. Names assigned in the same function are followed.
    """
    found = set()
    for function in nodes(text):
        if not isinstance(function, ast.FunctionDef):
            continue
        inside = list(ast.walk(function))
        if not any(EIGENVALUES.search(_name(node)) for node in inside):
            continue
        assigned = {
            target.id: node.value
            for node in inside
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        found |= {bound.lineno for node in inside for bound in _bounds(node) if _tiny(bound, assigned)}
    return sorted(found)


def _name(node: ast.AST) -> str:
    """Return the name in a node of a syntax tree; a text counts, as it may speak of eigenvalues."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return name
    return ""


def _bounds(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a node compares eigenvalues with: the b of `x < -b`, and a tolerance given to a function."""
    match node:
        case ast.Compare():
            yield from (side for side in (node.left, *node.comparators) if _negated(side))
        case ast.Call() if _name(node.func) in BOUNDED:
            yield from node.args[1:2]
            yield from (keyword.value for keyword in node.keywords if keyword.arg in ("tolerance", "noise"))


def _negated(side: ast.expr) -> bool:
    """Return True for −b and for products and sums that begin with −b."""
    while isinstance(side, ast.BinOp):
        side = side.left
    return isinstance(side, ast.UnaryOp) and isinstance(side.op, ast.USub)


def _tiny(bound: ast.expr, assigned: dict[str, ast.expr]) -> bool:
    """Return True if a literal below TINY stands in a bound, or in the value of a name in the bound."""
    named = [assigned[node.id] for node in ast.walk(bound) if isinstance(node, ast.Name) and node.id in assigned]
    inside = [node for each in (bound, *named) for node in ast.walk(each)]
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value < TINY for node in inside
    )


@pytest.mark.parametrize("folder", ["lessons", "models", "features", "courses", "figures", "kernels"])
def test_nobody_calls_an_eigenvalue_negative_by_a_tolerance_of_its_own(folder: str) -> None:
    found = {path: bounds(path.read_text("utf-8")) for path in sorted((PACKAGE / folder).rglob("*.py"))}
    assert not {path.relative_to(PACKAGE).as_posix(): lines for path, lines in found.items() if lines}


@pytest.mark.parametrize(
    "body",
    [
        "return eigvalsh(K)[0] < -1e-10",
        "size = 1e-10 * top(K)\n    return (eigvalsh(K) < -size).sum()",
        "return -1e-9 * top(K) > eigvalsh(K)[0]",
        "return eigenvalue_bars(values, 1e-10 * top(K))",
        "return describe_eigenvalues(values, tolerance=1e-10)",
        "return spectrum(K, noise=1e-12).eigenvalues",
    ],
)
def test_a_tolerance_of_its_own_is_found(body: str) -> None:
    assert bounds(f"def f(K):\n    {body}")


@pytest.mark.parametrize(
    "body", ["return eigvalsh(K)[0] < -tolerance(K)", "return eigvalsh(K)[0] < -0.5", "return x < -1e-9"]
)
def test_other_comparisons_are_no_tolerance_of_an_eigenvalue(body: str) -> None:
    assert not bounds(f"def f(K):\n    {body}")
