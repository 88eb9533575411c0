"""A kernel, a function and a map are their fields: use changes neither pickle nor hash, wrong parts are refused."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from sklearn.base import clone

import kernviz as kv
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS, NamedFunction
from kernviz.kernels.linear_combinations import Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.node import check_kernel
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.products import Power, Product
from kernviz.kernels.structured import OBJECT_MAPS
from tests.strategies import few, kernels, tables

THINGS = {"words": ["ab", "ba"], "sets": [frozenset("a"), frozenset("ab")], "graphs": [kv.graph("CO"), kv.graph("CC")]}
OWN = [cls() for word, cls in kernel_words().items() if cls is not Mapped]
FUNCTIONS = [cls() for shelf in (SCALAR_FUNCTIONS, POINT_MAPS, OBJECT_MAPS) for cls in shelf.values()]
TEXTS = [
    "matern(inf, 2) @ circle(3) + normalize(poly(2))",
    "rbf @ ngrams(n=2)",
    "weight(decay(2), bilinear([[1, 0], [0, 1]]))",
]


@dataclass(frozen=True, repr=False)
class Keeping(kv.Linear):
    """x·z with its cached values in its pickled state."""

    name = ""  # it does not enter the language

    def __reduce__(self) -> Any:
        return Keeping, (), dict(vars(self))


def use(k: Kernel, X: Any) -> None:
    """Everything a page does with a kernel."""
    k(X), k.diag(X), str(k), repr(k), hash(k), kv.latex(k), k.get_params(), k.fully_expanded()
    assert k.kind in k._kinds | {None}
    d = X.shape[1] if isinstance(X, np.ndarray) else 2
    kv.prove(k, d), kv.judge(k, X), kv.feature_map(k, d)


def states(value: Any) -> tuple[Any, ...]:
    """Fingerprint by joblib, bytes, and the results of pickle, copy and clone."""
    back = (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value))  # noqa: S301  (our own bytes)
    assert all(other == value and hash(other) == hash(value) and type(other) is type(value) for other in back)
    assert [joblib.hash(other) for other in back] == [joblib.hash(value)] * 3
    return joblib.hash(value), pickle.dumps(value), joblib.hash(clone(value, safe=False))


@pytest.mark.parametrize("k", [*OWN, *map(kv.parse, TEXTS)], ids=str)
def test_use_leaves_no_trace_in_the_state(k: Kernel) -> None:
    fresh = k.with_children(k.children)
    before = states(fresh)
    X: Any = THINGS.get(str(fresh.with_children(fresh.children).kind), np.array([[1.0, 2.0], [0.5, 0.25]]))
    use(fresh, X)
    assert states(fresh) == before
    assert states(k.with_children(k.children)) == before


@few(40)
@given(data=st.data())
def test_use_leaves_no_trace_in_a_composition(data: Any) -> None:
    k = data.draw(kernels(2, traps=True))
    note(str(k))
    before = states(k)
    use(k, data.draw(tables(2, n=3)))
    assert states(k) == before


@pytest.mark.parametrize("f", FUNCTIONS, ids=str)
def test_use_leaves_no_trace_in_a_function_or_map(f: NamedFunction) -> None:
    before = states(f)
    X: Any = np.array([[1.0, 2.0]])
    if f.name in OBJECT_MAPS:
        X = np.array([THINGS[f.takes][0], None], dtype=object)[:1]  # type: ignore[attr-defined]
    f(X), str(f), hash(f), f.latex("x")  # type: ignore[operator, attr-defined]
    assert states(f) == before


def test_a_graph_is_its_labels_and_edges() -> None:
    g = kv.Graph(("C", "O"), ((0, 1, "="),), "formaldehyde")
    before = joblib.hash(g), pickle.dumps(g)
    assert g.neighbours == (((1, "="),), ((0, "="),))
    assert (joblib.hash(g), pickle.dumps(g)) == before
    again = pickle.loads(pickle.dumps(g))  # noqa: S301  (our own bytes)
    assert again == copy.deepcopy(g) == g
    assert str(again) == "formaldehyde"


def test_equal_kernels_have_one_fingerprint_however_their_parts_are_shared() -> None:
    r, A = kv.RBF(2), ((1.0, 0.0), (0.0, 1.0))
    assert joblib.hash(r + r) == joblib.hash(kv.parse("rbf(2) + rbf(2)"))
    assert joblib.hash(kv.Bilinear(A) * kv.Bilinear(A)) == joblib.hash(
        kv.parse("bilinear([[1,0],[0,1]])*bilinear([[1,0],[0,1]])")
    )
    assert joblib.hash(kv.Exp() + kv.Linear()) == joblib.hash(kv.parse("exp(linear) + linear"))
    assert joblib.hash(kv.RBF(2)) != joblib.hash(kv.RBF(3))
    assert joblib.hash(kv.RBF(1) + kv.Linear()) != joblib.hash(kv.Linear() + kv.RBF(1))


def test_the_test_catches_a_node_that_caches_values() -> None:
    k = Keeping()
    before = joblib.hash(k)
    k(np.ones((2, 2)))
    assert joblib.hash(k) != before


WRONG: list[Any] = [None, 5, b"rbf", ["rbf"], 3.5, {}, object()]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda v: type(v).__name__)
def test_parse_refuses_anything_but_text(wrong: Any) -> None:
    with pytest.raises(kv.KernelSyntaxError, match="a kernel is read from text such as"):
        kv.parse(wrong)
    with pytest.raises(ValueError, match="a graph is read from text"):
        kv.graph(wrong)
    with pytest.raises(ValueError, match="a graph is read from text"):
        kv.graph("CC", wrong)
    with pytest.raises(ValueError, match=r"labels|0 nodes"):
        kv.Graph(wrong if wrong != ["rbf"] else [5])


@pytest.mark.parametrize("wrong", [*WRONG, "linear"], ids=lambda v: type(v).__name__)
@pytest.mark.parametrize(
    "make",
    [
        kv.Exp,
        kv.Normalized,
        kv.GaussianOf,
        kv.PolynomialOf,
        Power,
        kv.latex,
        kv.feature_map,
        check_kernel,
        lambda k: kv.Weighted(SCALAR_FUNCTIONS["norm"](), k),
        lambda k: Sum((kv.Linear(), k)),
        lambda k: Product((k, kv.Linear())),
        lambda k: Mapped(k, POINT_MAPS["abs"]()),
        lambda k: kv.Exp().with_params(k=k),
    ],
)
def test_nodes_refuse_children_that_are_no_kernels(make: Any, wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"must be a kernel: kv\.parse reads one from text"):
        make(wrong)


@pytest.mark.parametrize(
    "wrong", [None, b"1", [1], 1.5, {}, 0, -1, float("nan"), "2", True, np.complex128(2)], ids=repr
)
def test_a_dimension_is_a_whole_number(wrong: Any) -> None:
    for ask in (
        kv.Space,
        lambda d: kv.judge(kv.RBF(1), d=d),
        lambda d: kv.prove(kv.RBF(1), d),
        lambda d: kv.feature_map(kv.Linear(), d),
    ):
        with pytest.raises(ValueError, match=r"d = .* must be a whole number ≥ 1"):
            ask(wrong)


@pytest.mark.parametrize("d", [2.0, np.float64(2), np.int64(2), 2])
def test_a_whole_dimension_may_be_a_float(d: Any) -> None:
    assert str(kv.Space(d)) == "ℝ²"
    assert type(kv.Space(d).d) is int
    for text in ("linear + 1", "sigmoid", "rbf(1) - rbf(2)", "linear @ circle(2)", "poly(3)"):
        k = kv.parse(text)
        assert kv.judge(k, d=d).sentence == kv.judge(k, d=2).sentence
        assert str(kv.prove(k, d).space) == "ℝ²"
        assert repr(kv.feature_map(k, d)) == repr(kv.feature_map(k, 2))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: kv.Weighted("norm", kv.Linear()), "needs a function such as norm"),
        (lambda: kv.Bilinear(None), "A = None must be a list of rows"),
        (lambda: kv.Bilinear(5), "A = 5 must be a list of rows"),
        (lambda: kv.PolynomialOf(kv.Linear(), None), "coefficients are one list of numbers"),
        (lambda: kv.PolynomialOf(kv.Linear(), [None]), "coefficients are one list of numbers"),
        (lambda: kv.PolynomialOf(kv.Linear(), "12"), "coefficients are one list of numbers"),
        (lambda: kv.PolynomialOf(kv.Linear(), ["a"]), "coefficients are one list of numbers"),
        (lambda: kv.PolynomialOf(kv.Linear(), [True]), "coefficients are one list of numbers"),
        (lambda: kv.Bilinear([[1, None], [0, 1]]), r"A\[0\]\[1\] = None must be a number"),
        (lambda: kv.Bilinear([["a"]]), r"A\[0\]\[0\] = 'a' must be a number"),
        (lambda: kv.Bilinear([["1"]]), r"A\[0\]\[0\] = '1' must be a number"),
        (lambda: kv.Bilinear([[1j]]), r"A\[0\]\[0\] = 1j must be a number"),
        (lambda: kv.Graph(("C", "O"), ((0, 1),)), r"edges are a list of \(i, j, mark\)"),
        (lambda: kv.Graph(("C", "O"), (("0", "1", ""),)), r"edges are a list of \(i, j, mark\)"),
        (lambda: kv.Graph(("C", "O"), 5), "a list of edges"),
        (lambda: kv.Graph(("C", 5)), "text as labels"),
        (lambda: kv.RBF(1)({}), r"points must form a table .* got shape \(\): \{\} is none"),
        (lambda: kv.judge(kv.RBF(1), X=object()), "points must form a table"),
    ],
)
def test_other_wrong_parts_are_refused_in_words(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_a_graph_of_lists_is_the_graph_of_tuples() -> None:
    listed: Any = ["C", "O"], [[0, 1, ""]]
    assert kv.Graph(*listed) == kv.Graph(("C", "O"), ((0, 1, ""),))
    assert hash(kv.Graph(*listed)) == hash(kv.Graph(("C", "O"), ((0, 1, ""),)))
