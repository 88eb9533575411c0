"""Every model obeys scikit-learn's own rules for an estimator."""

from typing import Any

from sklearn.utils.estimator_checks import parametrize_with_checks

from kernviz.models.multiclass import CrammerSinger, DecisionDAG, OneVersusOne, OneVersusRest
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.one_class import OneClassMachine
from kernviz.models.pca import KernelPCA
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svm import KernelSVC

MODELS = [
    KernelSVC(),
    KernelRidge(),
    KernelRidge(ridge=0),
    KernelPCA(),
    KernelPCA(center=False, normalize=False),
    SmallestHypersphere(nu=0.1),
    SmallestHypersphere(),
    OneClassMachine(nu=0.1),
    KernelNearestNeighbors(),
    OneVersusRest(),
    OneVersusOne(),
    DecisionDAG(),
    CrammerSinger(),
]


def _expected_failures(estimator: Any) -> dict[str, str]:
    if isinstance(estimator, SmallestHypersphere) and estimator.nu is None:
        why = "asks for outliers among the training points, and nu = None means that none is left outside"
        return {"check_outliers_train": why, "check_outliers_fit_predict": why}
    return {}


@parametrize_with_checks(MODELS, expected_failed_checks=_expected_failures)
def test_scikit_learn_rules(estimator: Any, check: Any) -> None:
    check(estimator)
