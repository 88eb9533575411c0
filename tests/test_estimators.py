"""Models under scikit-learn's own checks for estimators."""

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernviz.models.crammer_singer import CrammerSinger
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.one_class import OneClassMachine
from kernviz.models.one_versus_rest import OneVersusRest
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.models.pca import KernelPCA
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svdd import SoftHypersphere
from kernviz.models.svm import KernelSVC

MODELS = [
    KernelSVC(),
    KernelRidge(),
    KernelRidge(ridge=0),
    KernelPCA(),
    KernelPCA(center=False, normalize=False),
    SmallestHypersphere(),
    SoftHypersphere(),
    SoftHypersphere(nu=0.5),
    OneClassMachine(nu=0.1),
    KernelNearestNeighbors(),
    OneVersusRest(),
    OneVersusOne(),
    DecisionDAG(),
    CrammerSinger(),
]


@pytest.mark.sampled(3)
@parametrize_with_checks(MODELS)
def test_a_model_passes_the_estimator_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)
