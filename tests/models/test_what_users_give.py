"""Data and settings as people give them: taken where the meaning is plain, and refused in plain words else."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

import kernviz as kv

pd: Any = pytest.importorskip("pandas")  # comes with the app

RNG = np.random.default_rng(0)
X = RNG.normal(size=(30, 2))
Y = np.where(X[:, 0] * X[:, 1] > 0, 1, -1)
THREE = np.arange(30) % 3
MACHINES: tuple[Any, ...] = (
    kv.KernelSVC,
    kv.KernelRidge,
    kv.KernelPCA,
    kv.SmallestHypersphere,
    kv.SoftHypersphere,
    kv.OneClassMachine,
    kv.KernelNearestNeighbors,
    kv.OneVersusRest,
    kv.OneVersusOne,
    kv.DecisionDAG,
    kv.CrammerSinger,
)
CLASSIFIERS: tuple[Any, ...] = (kv.KernelSVC, *MACHINES[6:])
each_machine = pytest.mark.parametrize("cls", MACHINES, ids=lambda cls: cls.__name__)
each_classifier = pytest.mark.parametrize("cls", CLASSIFIERS, ids=lambda cls: cls.__name__)


# ---- points ----------------------------------------------------------------------------------------------------------

RAGGED = [[1.0, 2.0], [3.0], [4.0, 5.0]]


@pytest.mark.parametrize(
    ("points", "error", "words"),
    [
        (sparse.csr_matrix(X), TypeError, "sparse.*toarray"),
        (sparse.coo_array(X), TypeError, "sparse.*toarray"),
        (X + 1j, ValueError, "complex numbers"),
        (RAGGED, ValueError, "row 1 has 1 coordinate.*row 0 has 2"),
        ([[1.0, "a"], [2.0, "b"]], ValueError, "'a' in row 0 is no number"),
        (pd.DataFrame({"a": [1.0, 2.0], "b": ["x", "y"]}), ValueError, "'x' in row 0 is no number"),
        (None, ValueError, "points must form a table"),
    ],
    ids=["csr", "coo", "complex", "ragged", "text among numbers", "column of texts", "nothing"],
)
def test_a_kernel_refuses_points_with_the_reason(points: Any, error: type[Exception], words: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for call in (kv.RBF(1), kv.RBF(1).diag, lambda given: kv.RBF(1)(X, given), lambda g: kv.judge(kv.RBF(1), g)):
            if points is None and call is not kv.RBF(1):
                continue
            with pytest.raises(error, match=words):
                call(points)


@each_machine
@pytest.mark.parametrize(
    ("points", "words"),
    [(RAGGED, "row 1 has 1 coordinate.*row 0 has 2"), ([[1.0, 2.0], [3.0, "a"], [0.0, 0.0]], "'a' in row 1")],
    ids=["ragged", "text among numbers"],
)
def test_a_machine_refuses_points_with_the_reason(cls: Any, points: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cls(kv.RBF(1)).fit(points, [0, 1, 1])


WORDS = ["tool", "fool", "cool", "pool", "rain", "main", "pain", "gain"]
LABELS = [1, 1, 1, 1, -1, -1, -1, -1]
AS_COLUMN: dict[str, Callable[[list[Any]], Any]] = {
    "series": pd.Series,
    "series of strings": lambda words: pd.Series(words, dtype="string"),
    "series from 5": lambda words: pd.Series(words, index=range(5, 5 + len(words))),
    "frame": lambda words: pd.DataFrame({"word": words}),
    "array": np.array,
    "tuple": tuple,
}


@pytest.mark.parametrize("wrap", AS_COLUMN.values(), ids=AS_COLUMN)
def test_words_come_in_any_column(wrap: Callable[[list[Any]], Any]) -> None:
    kernel = kv.Spectrum(2)
    assert np.array_equal(kernel(wrap(WORDS)), kernel(WORDS))
    assert np.array_equal(kernel.diag(wrap(WORDS)), kernel.diag(WORDS))
    machine = kv.KernelSVC(kernel).fit(wrap(WORDS), LABELS)
    assert machine.predict(wrap(["school", "train"])).tolist() == [1, -1]
    assert kv.judge(kernel, wrap(WORDS)).verdict is kv.Verdict.PROVEN


@pytest.mark.parametrize("wrap", [list, pd.Series], ids=["list", "series"])
def test_sets_and_graphs_come_in_any_column(wrap: Callable[[list[Any]], Any]) -> None:
    sets = [frozenset("ab"), frozenset("b"), frozenset("cd")]
    assert kv.Shared()(wrap(sets)).tolist() == [[2, 1, 0], [1, 1, 0], [0, 0, 2]]
    graphs = [kv.graph("CCO"), kv.graph("CC")]
    assert np.array_equal(kv.Subtree(1)(wrap(graphs)), kv.Subtree(1)(graphs))


def test_a_search_over_a_column_of_words() -> None:
    search = GridSearchCV(kv.KernelSVC(kv.Spectrum(2)), {"kernel__n": [1, 2]}, cv=2)
    order = [0, 4, 1, 5, 2, 6, 3, 7]
    found = search.fit(pd.Series(WORDS)[order], np.array(LABELS)[order]).best_score_
    assert found == search.fit([WORDS[i] for i in order], np.array(LABELS)[order]).best_score_ == 1.0


# ---- one point -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [X[:2], X[:2].T[:, :1], [0.0], 3.0, [[1.0, 2.0, 3.0]]], ids=str)
def test_one_point_is_one_point(given: Any) -> None:
    """Two rows were read as one long row, and a column as a row."""
    for ask in (kv.KernelSVC().fit(X, Y).contributions, kv.DecisionDAG().fit(X, THREE).dag_path):
        with pytest.raises(ValueError, match=r"give one point of 2 coordinates"):
            ask(given)


def test_one_point_comes_as_row_list_or_series() -> None:
    machine = kv.KernelSVC().fit(pd.DataFrame(X, columns=["a", "b"]), Y)
    first = kv.KernelSVC().fit(X, Y).contributions(X[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for given in (X[0], X[:1], X[0].tolist(), pd.Series(X[0], index=["a", "b"])):
            assert machine.contributions(given) == pytest.approx(first)


# ---- settings --------------------------------------------------------------------------------------------------------


@each_machine
def test_a_class_is_no_kernel(cls: Any) -> None:
    with pytest.raises(ValueError, match=r"kernel = RBF is a class, and RBF\(\) is a kernel"):
        cls(kv.RBF).fit(X, THREE)


def test_a_class_is_no_part_of_a_kernel() -> None:
    for build in (lambda: kv.exp(kv.RBF), lambda: kv.judge(kv.RBF), lambda: kv.Sum((kv.RBF(1), kv.RBF))):  # type: ignore
        with pytest.raises(ValueError, match=r"= RBF is a class, and RBF\(\) is a kernel"):
            build()


@pytest.mark.parametrize("value", [np.array([1.0, 2.0]), [1.0], "1", None, 1j, np.array("a")], ids=str)
def test_the_number_of_a_kernel_is_one_real_number(value: Any) -> None:
    with pytest.raises(ValueError, match=r"gamma = .* must be a number"):
        kv.RBF(value)


def test_a_matrix_may_be_an_array() -> None:
    kernel = kv.Bilinear(np.array([[2, 1], [1, 2]]))  # type: ignore[arg-type]
    assert kernel == kv.Bilinear(((2.0, 1.0), (1.0, 2.0)))
    assert hash(kernel) == hash(kv.parse("bilinear([[2, 1], [1, 2]])"))
    for wrong in (np.eye(2)[0], np.zeros((2, 3)), np.eye(11), np.array([["a", "b"], ["c", "d"]]), 3):
        with pytest.raises(ValueError, match=r"A"):
            kv.Bilinear(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["a", None, 0, "False"], ids=repr)
@pytest.mark.parametrize("name", ["center", "normalize"])
def test_a_switch_is_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} = {value!r} must be True or False"):
        kv.KernelPCA(**{name: value}).fit(X)


@pytest.mark.parametrize("ridge", [-1, np.nan, "a", None, [1, 2]], ids=repr)
def test_one_ridge_is_told_of_in_the_singular(ridge: Any) -> None:
    with pytest.raises(ValueError, match=r"ridge = .* must be a finite number ≥ 0;"):
        kv.KernelRidge(ridge=ridge).fit(X, X[:, 0])


@pytest.mark.parametrize("cls", [kv.OneVersusRest, kv.OneVersusOne, kv.DecisionDAG], ids=lambda cls: cls.__name__)
@pytest.mark.parametrize("C", [0, "a", np.nan], ids=repr)
def test_a_wrong_penalty_is_no_fault_of_a_class(cls: Any, C: Any) -> None:
    with pytest.raises(ValueError, match=r"^C = .* must be a number > 0"):
        cls(C=C).fit(X, THREE)


# ---- weights and labels ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [kv.KernelSVC, kv.KernelRidge], ids=lambda cls: cls.__name__)
@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (np.where(np.arange(30) == 4, -2.0, 1.0), "sample_weight = -2 in row 4"),
        (np.where(np.arange(30) == 7, np.nan, 1.0), "sample_weight = nan in row 7"),
        (np.where(np.arange(30) == 7, np.inf, 1.0), "sample_weight = inf in row 7"),
        (np.ones(30) * 1j, "sample_weight must hold one number"),
        (["a"] * 30, "sample_weight must hold one number"),
        ("balanced", "sample_weight must hold one number"),
        ({1: 2.0}, "sample_weight must hold one number"),
    ],
    ids=["negative", "nan", "inf", "complex", "texts", "balanced", "dict"],
)
def test_a_weight_that_is_none_is_named(cls: Any, weights: Any, words: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=words):
            cls().fit(X, Y, sample_weight=weights)


@each_classifier
def test_labels_are_all_texts_or_all_numbers(cls: Any) -> None:
    mixed = np.array(["a", 1] * 15, dtype=object)
    with pytest.raises(ValueError, match=r"y mixes 'a' and 1: .* all texts or all numbers"):
        cls().fit(X, mixed)


# ---- before the training ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [kv.OneVersusRest, kv.OneVersusOne, kv.DecisionDAG], ids=lambda cls: cls.__name__)
def test_known_values_need_a_trained_machine(cls: Any) -> None:
    for name in {"winners", "counted"} & set(dir(cls)):
        with pytest.raises(NotFittedError):
            getattr(cls(), name)(np.zeros((4, 3)))


def test_a_graph_of_decisions_is_made_from_pairs() -> None:
    for wrong in (X, kv.OneVersusRest().fit(X, THREE), kv.KernelSVC().fit(X, Y)):
        with pytest.raises(ValueError, match="of a trained OneVersusOne"):
            kv.DecisionDAG.of(wrong)  # type: ignore[arg-type]
