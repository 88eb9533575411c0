"""Kernels inside scikit-learn: as the kernel of its SVC, in a search over kernels, in a search over their numbers."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, ParameterGrid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import kernviz as kv
from kernviz.models.svm import KernelSVC

rng = np.random.default_rng(0)
X = rng.uniform(-1, 1, size=(60, 2))
y = (X[:, 0] * X[:, 1] > 0).astype(int)  # XOR: linear machines are at a loss, products are not


def test_a_search_over_kernels_with_scikit_learns_machine() -> None:
    kernels = [kv.Linear(), kv.Polynomial(2), kv.RBF(1) * kv.Linear(), kv.parse("exp(linear)")]
    search = GridSearchCV(SVC(kernel="linear", C=10), {"kernel": kernels}, cv=3, scoring="accuracy").fit(X, y)
    assert search.best_params_["kernel"] in kernels[1:]
    scores = dict(zip(map(str, search.cv_results_["param_kernel"]), search.cv_results_["mean_test_score"], strict=True))
    assert set(scores) == set(map(str, kernels))
    assert scores["linear"] + 0.1 < search.best_score_ == max(scores.values())


def test_the_same_machine_whether_the_kernel_is_ours_or_named() -> None:
    ours = SVC(kernel=kv.RBF(0.7), C=2).fit(X, y)
    theirs = SVC(kernel="rbf", gamma=0.7, C=2).fit(X, y)
    assert np.allclose(ours.decision_function(X), theirs.decision_function(X), atol=5e-3)  # both stop at tol = 1e-3
    precomputed = SVC(kernel="precomputed", C=2).fit(kv.RBF(0.7)(X), y)
    assert np.array_equal(precomputed.predict(kv.RBF(0.7)(X, X)), ours.predict(X))


def test_a_search_over_the_numbers_of_a_kernel() -> None:
    """kernel__gamma puts a new kernel in the place of the old one, which cannot change."""
    kernel = kv.RBF(100)
    grid = {"kernel__gamma": [0.01, 1.0, 100.0], "C": [1.0, 10.0]}
    search = GridSearchCV(KernelSVC(kernel), grid, cv=3).fit(X, y)
    assert search.best_params_["kernel__gamma"] == 1.0
    assert search.best_estimator_.kernel == kv.RBF(1.0)
    assert kernel == kv.RBF(100)
    assert len(search.cv_results_["params"]) == 6


def test_a_search_deep_inside_a_kernel_in_a_pipeline() -> None:
    machine = make_pipeline(StandardScaler(), KernelSVC(kv.parse("0.5*rbf(1) + linear"), C=10))
    grid = {"kernelsvc__kernel__0__k__gamma": [0.1, 3.0], "kernelsvc__kernel__0__c": [0.5, 2.0]}
    search = GridSearchCV(machine, grid, cv=3).fit(X, y)
    chosen = search.best_estimator_.named_steps["kernelsvc"].kernel
    assert chosen.get_params()["0__k__gamma"] == search.best_params_["kernelsvc__kernel__0__k__gamma"]
    assert chosen.get_params()["0__c"] == search.best_params_["kernelsvc__kernel__0__c"]


def test_a_search_over_kernels_and_machines() -> None:
    kernels = [kv.Linear(), kv.Polynomial(2, coef0=0)]
    search = GridSearchCV(KernelSVC(C=10), {"kernel": kernels}, cv=3).fit(X, y)
    assert search.best_params_ == {"kernel": kernels[1]}
    assert len(list(ParameterGrid({"kernel": kernels, "C": [1, 2]}))) == 4


def test_clones_are_the_kernel_itself() -> None:
    k = kv.parse("0.5*rbf(2)*poly(3) + weight(decay, linear)")
    assert clone(k) is k
    machine = clone(SVC(kernel=k))
    assert machine.kernel is k
    assert machine.get_params()["kernel__0__c"] == 0.5


def test_kernels_travel_to_other_processes() -> None:
    """A search with n_jobs sends them there by pickle."""
    k = kv.parse("matern(inf, 2) @ circle(3) + normalize(poly(2))")
    again = pickle.loads(pickle.dumps(k))  # noqa: S301  (our own bytes)
    assert again == k
    assert hash(again) == hash(k)


def test_set_params_of_the_kernel_itself_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="immutable"):
        SVC(kernel=kv.RBF(1)).set_params(kernel__gamma=2)
