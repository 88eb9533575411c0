"""Laws of kernels: every kernel of the language obeys them, alone and in random compositions.

The points are on the line, in the plane and in space. Kernels that break one law each are caught, as a law that cannot
fail is no test.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.arrays import Array
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS
from kernviz.kernels.linear import Linear
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.rules_and_premises import Rule, Space, param_of
from kernviz.kernels.structured import OBJECT_MAPS
from kernviz.kernels.structured.graph_text import graph
from kernviz.kernels.weighted import Weighted
from kernviz.mercer import prove
from tests import oracle, strategies
from tests.laws import check_laws
from tests.oracle import Approx, Point
from tests.strategies import few, kernels, searched, tables

dimensions = pytest.mark.parametrize("d", [1, 2, 3])


@pytest.mark.sampled(2)
@dimensions
@few(35)
@given(data=st.data())
def test_compositions_of_kernels_obey_the_laws_and_are_proven(d: int, data: Any) -> None:
    k = data.draw(kernels(d))
    check_laws(k, data.draw(tables(d)))
    proof = prove(k, d)
    assert proof.complete, f"{k} on ℝ^{d} is a kernel by the rules, but: {proof.gaps()}"


@pytest.mark.long
@dimensions
@pytest.mark.parametrize("part", range(20))
def test_a_long_search_finds_no_composition_that_breaks_a_law(part: int, d: int) -> None:
    @searched(part, 300)
    @given(data=st.data())
    def search(data: Any) -> None:
        k, X = data.draw(kernels(d, size=7)), data.draw(tables(d, n=6))
        check_laws(k, X)
        assert prove(k, d).complete, str(k)
        check_laws(data.draw(kernels(d, traps=True, size=7)), X)

    search()


@few(30)
@given(data=st.data())
def test_compositions_on_nonnegative_points_obey_the_laws_and_are_proven(data: Any) -> None:
    k = data.draw(kernels(2, nonnegative=True))
    check_laws(k, data.draw(tables(2, nonnegative=True)))
    assert prove(k, 2, nonnegative=True).complete


@pytest.mark.sampled(2)
@dimensions
@few(35)
@given(data=st.data())
def test_any_composition_obeys_the_laws(d: int, data: Any) -> None:
    check_laws(data.draw(kernels(d, traps=True)), data.draw(tables(d)))


@pytest.mark.sampled(4)
@dimensions
@pytest.mark.parametrize("word", strategies.leaf_words())
@few(5)
@given(data=st.data())
def test_every_word_obeys_the_laws(word: str, d: int, data: Any) -> None:
    cls = kernel_words()[word]
    k = cls(**strategies.numbers_of(data.draw, cls, word, False))
    check_laws(k, data.draw(tables(d)))
    check_laws(cls(), np.arange(3.0 * d).reshape(3, d) / 2)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_a_long_search_finds_no_word_that_breaks_a_law(part: int) -> None:
    @searched(part, 500)
    @given(word=st.sampled_from(strategies.leaf_words()), d=st.integers(1, 3), data=st.data())
    def search(word: str, d: int, data: Any) -> None:
        cls = kernel_words()[word]
        check_laws(cls(**strategies.numbers_of(data.draw, cls, word, False)), data.draw(tables(d, n=6)))

    search()


@dimensions
def test_every_function_and_map_obeys_the_laws(d: int) -> None:
    X = np.array([[1.0, -2.0, 0.5], [0.0, 0.0, 0.0], [0.25, 3.0, -1.0], [1.0, -2.0, 0.5]])[:, :d]
    for f in SCALAR_FUNCTIONS.values():
        check_laws(Weighted(f(), Exp(Linear())), X)
    for phi in POINT_MAPS.values():
        check_laws(Mapped(Linear() + Exp(Linear()), phi()), X)
    check_laws(Normalized(Linear()), X)  # the origin has no direction


def test_every_word_has_a_definition_in_the_oracle() -> None:
    """A new kernel brings its definition along, or the laws could not check it."""
    for word, cls in kernel_words().items():
        assert oracle.value.dispatch(cls) is not oracle.value.dispatch(Kernel), word
    x = (Approx(1.0),)
    for f in SCALAR_FUNCTIONS.values():
        oracle.scalar(f(), x)
    for phi in POINT_MAPS.values():
        oracle.image(phi(), x)
    things = {"words": "abba", "sets": frozenset("ab"), "graphs": graph("CC(=O)O")}
    for found in OBJECT_MAPS.values():
        assert oracle.counted(found(), things[found.takes])


def test_the_strategies_know_every_word() -> None:
    """Each word is a known kernel, a known trap, or an argument of the tree builder."""
    named = {
        *strategies.EVERYWHERE,
        *strategies.ON_THE_LINE,
        *strategies.NEVER,
        *strategies.RANGES,
        "minimum",
        "sigmoid",
    }
    built = {"bilinear", "exp", "polynomial", "weight", "normalize", "gaussian_of"}
    objects = {"edit", "shared", "spectrum", "subsequences", "subsets", "subtree"}
    assert objects == set(strategies.object_words())
    assert named | built | objects == set(kernel_words())
    assert named == set(strategies.leaf_words())
    assert {word for word, cls in kernel_words().items() if not all(map(param_of, fields(cls)))} == built


# ---- kernels that break one law each ---------------------------------------------------------------------------------
# Without a `name`, so that they do not enter the language.


@dataclass(frozen=True, repr=False)
class Boastful(Kernel):
    """−1/8 + x·z, claiming a rule it does not satisfy."""

    rule = Rule("boast", "k is a kernel", "because.", {})

    def _gram(self, X: Array, Z: Array) -> Array:
        return X @ Z.T - 0.125

    def _latex(self, show: Any) -> str:
        return r"x\cdot z - \tfrac18"


@dataclass(frozen=True, repr=False)
class WrongDiagonal(Boastful):
    """x·z + 2, with a diagonal of 1."""

    def _gram(self, X: Array, Z: Array) -> Array:
        return X @ Z.T + 2

    def _diag(self, X: Array) -> Array:
        return np.ones(len(X))


@dataclass(frozen=True, repr=False)
class Lopsided(Boastful):
    """x·z + x₁, claiming a rule; k(x, z) is not k(z, x)."""

    def _gram(self, X: Array, Z: Array) -> Array:
        return X @ Z.T + X[:, :1]


@dataclass(frozen=True, repr=False)
class Imprecise(Boastful):
    """x·z + 2 computed in single precision."""

    def _gram(self, X: Array, Z: Array) -> Array:
        return (X.astype(np.float32) @ Z.T.astype(np.float32) / np.float32(3) * 3 + 2).astype(X.dtype)


@dataclass(frozen=True, repr=False)
class Unbalanced(Boastful):
    """x·z + 2 with a brace too many."""

    def _gram(self, X: Array, Z: Array) -> Array:
        return X @ Z.T + 2

    def _latex(self, show: Any) -> str:
        return r"{x\cdot z + 2}}"


@dataclass(frozen=True, repr=False)
class FalseExpansion(Unbalanced):
    """x·z + 2 that expands into x·z + 3."""

    def expand(self) -> Kernel:
        return Linear() + 3

    def _latex(self, show: Any) -> str:
        return r"x\cdot z + 2"


@dataclass(frozen=True, repr=False)
class FalseFeatures(FalseExpansion):
    """x·z + 2 with the features of x·z."""

    def expand(self) -> None:
        return None

    def _features(self, maps: Any, d: int) -> Any:
        return Linear()._features((), d)


@oracle.value.register(Boastful)
def _(k: Boastful, x: Point, z: Point) -> Approx:
    offset = {Boastful: Approx(-0.125), Lopsided: x[0]}.get(type(k), Approx(2.0))
    return oracle.dot(x, z) + offset


BROKEN = [
    (Boastful(), "not positive semi-definite"),
    (WrongDiagonal(), "wrong diagonal"),
    (Lopsided(), "not symmetric"),
    (Imprecise(), "not its definition"),
    (Unbalanced(), "a brace closes"),
    (FalseExpansion(), "expands to another kernel"),
    (FalseFeatures(), "is not k"),
]


@dimensions
@pytest.mark.parametrize(("k", "law"), BROKEN, ids=lambda v: type(v).__name__ if isinstance(v, Kernel) else "")
def test_a_broken_kernel_is_caught(k: Kernel, law: str, d: int) -> None:
    X = np.array([[0.1, 0.2, 0.3], [1.0, -2.0, 0.5], [0.25, 3.0, -1.0]])[:, :d]
    with pytest.raises(AssertionError, match=law):
        check_laws(k, X)


@pytest.mark.parametrize("wrap", [Exp, lambda k: k + k, lambda k: Weighted(SCALAR_FUNCTIONS["norm"](), k)])
def test_a_broken_kernel_is_caught_inside_others(wrap: Any) -> None:
    X = np.array([[0.1], [1.0], [2.0]])
    with pytest.raises(AssertionError, match="not symmetric"):
        check_laws(wrap(Lopsided()), X)


def test_a_difference_is_not_proven_and_a_proof_has_its_space() -> None:
    assert not prove(Linear() - 1, 1).complete
    assert Space(1) == prove(Linear(), 1).space
