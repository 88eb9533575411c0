"""Machines trained on words, sets and graphs: the same as on their counts, and on a precomputed Gram matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.svm import SVC

import kernviz as kv
from kernviz.kernels.object_types import objects
from kernviz.kernels.structured import NGrams
from kernviz.kernels.structured.graph_text import graph
from kernviz.models.crammer_singer import CrammerSinger
from kernviz.models.one_class import OneClassMachine
from kernviz.models.one_versus_rest import OneVersusRest
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.models.separability import NotSeparableError

WORDS = ["tool", "fool", "cool", "pool", "rain", "main", "pain", "gain"]
Y = np.array([1, 1, 1, 1, -1, -1, -1, -1])
NEW = ["school", "train", ""]


def test_a_machine_of_words_is_the_machine_of_their_counts() -> None:
    words, counts = kv.KernelSVC(kv.parse("spectrum(n=2)"), C=1.0), kv.KernelSVC(kv.Linear(), C=1.0)
    X = objects(WORDS, "words")
    vocabulary = NGrams(2).vocabulary(X, objects(NEW, "words"))
    words.fit(WORDS, Y)
    counts.fit(NGrams(2).table(X, vocabulary), Y)
    assert words.alpha_ == pytest.approx(counts.alpha_, abs=1e-9)
    seen = NGrams(2).table(objects(NEW, "words"), vocabulary)
    assert words.decision_function(NEW) == pytest.approx(counts.decision_function(seen), abs=1e-9)
    assert words.predict(["school", "train"]).tolist() == [1, -1]
    assert words.contributions("school").sum() + words.intercept_ == pytest.approx(
        words.decision_function(["school"])[0]
    )


@pytest.mark.parametrize("text", ["rbf(gamma=0.5) @ ngrams(n=2)", "subsequences(n=2, decay=0.5)"])
def test_a_machine_agrees_with_scikit_learn_on_the_gram_matrix(text: str) -> None:
    k = kv.parse(text)
    ours, theirs = kv.KernelSVC(k, C=2.0).fit(WORDS, Y), SVC(kernel="precomputed", C=2.0, tol=1e-8).fit(k(WORDS), Y)
    assert ours.decision_function(NEW) == pytest.approx(theirs.decision_function(k(NEW, WORDS)), abs=1e-5)
    assert ours.certificate_.gap < 1e-6


def test_neighbours_of_a_set() -> None:
    sets = [frozenset("abc"), frozenset("abd"), frozenset("xy")]
    machine = kv.KernelNearestNeighbors(kv.parse("shared"), n_neighbors=1).fit(sets, ["left", "left", "right"])
    assert machine.predict([frozenset("ab"), frozenset("xyz")]).tolist() == ["left", "right"]
    assert machine.squared_distances([frozenset("ab")]).tolist() == [[1, 1, 4]]  # elements in one of the two only


def test_components_of_graphs() -> None:
    graphs = [graph(text) for text in ("CCO", "CCCO", "CC(=O)O", "CCC(=O)O")]
    k = kv.parse("subtree(depth=1)")
    model = kv.KernelPCA(k, n_components=2).fit(graphs)
    K = k(graphs)
    centred = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    assert model.eigenvalues_ == pytest.approx(np.linalg.eigvalsh(centred)[::-1][:2], rel=1e-9)
    assert (model.transform(graphs) ** 2).sum(axis=0) == pytest.approx(model.eigenvalues_, rel=1e-9)
    with pytest.raises(ValueError, match="no words, sets or graphs lie between"):
        model.reconstruct(graphs)


MODELS = (
    kv.KernelSVC(),
    kv.KernelRidge(),
    kv.KernelPCA(),
    kv.SmallestHypersphere(),
    kv.SoftHypersphere(nu=0.5),
    OneClassMachine(nu=0.5),
    kv.KernelNearestNeighbors(),
    OneVersusRest(),
    OneVersusOne(),
    DecisionDAG(),
    CrammerSinger(),
)
THREE = np.array([0, 0, 0, 0, 1, 1, 2, 2])


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_every_model_takes_words_as_it_takes_their_counts(model: Any) -> None:
    X, new = objects(WORDS, "words"), objects(NEW, "words")
    vocabulary = NGrams(2).vocabulary(X, new)
    y = Y if isinstance(model, kv.KernelSVC) else THREE
    words = clone(model).set_params(kernel=kv.parse("spectrum(n=2)")).fit(WORDS, y)
    counts = clone(model).set_params(kernel=kv.Linear()).fit(NGrams(2).table(X, vocabulary), y)
    use = "transform" if isinstance(model, kv.KernelPCA) else "predict"
    seen = getattr(words, use)(NEW), getattr(counts, use)(NGrams(2).table(new, vocabulary))
    np.testing.assert_allclose(np.abs(seen[0]), np.abs(seen[1]), atol=1e-9)  # an axis has two directions
    if isinstance(model, DecisionDAG):
        assert len(words.dag_path("school")) == 2


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_words_and_points_are_told_apart_in_every_model(model: Any) -> None:
    with pytest.raises(ValueError, match="A map makes points of them"):
        clone(model).set_params(kernel=kv.RBF(1)).fit(WORDS, Y)
    machine = clone(model).set_params(kernel=kv.parse("spectrum(n=2)"))
    with pytest.raises(ValueError, match="compares words, and these data are points"):
        machine.fit(np.zeros((8, 1)), Y)
    machine.fit(WORDS, Y)
    with pytest.raises(ValueError, match="compares words, and these data are points"):
        getattr(machine, "transform" if isinstance(model, kv.KernelPCA) else "predict")([[1.0]])


def test_targets_beside_words_are_numbers() -> None:
    with pytest.raises(ValueError, match="Input y contains NaN"):
        kv.KernelRidge(kv.parse("spectrum(n=2)")).fit(WORDS, [float("nan"), *range(7)])


def test_objects_of_a_wrong_kind_are_refused() -> None:
    machine = kv.KernelSVC(kv.parse("spectrum(n=2)"))
    with pytest.raises(ValueError, match="compares words, and these data are points"):
        machine.fit([[1.0], [2.0]], [1, -1])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        machine.fit(WORDS, [1, -1])
    with pytest.raises(ValueError, match="at least one object"):
        machine.fit([], [])
    with pytest.raises(ValueError, match="A map makes points of them"):
        kv.KernelSVC(kv.RBF(1)).fit(WORDS, Y)
    with pytest.raises(ValueError, match="data cannot be both"):
        kv.KernelSVC(kv.parse("spectrum(n=2) + linear")).fit(WORDS, Y)
    with pytest.raises(NotSeparableError, match="the first being tool"):
        kv.KernelSVC(kv.parse("spectrum(n=2)"), C=np.inf).fit(["tool", "rain", "tool"], [1, -1, -1])
