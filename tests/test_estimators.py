"""Every model obeys scikit-learn's own rules for an estimator."""

from typing import Any

from sklearn.utils.estimator_checks import parametrize_with_checks

from kernviz.models.svm import KernelSVC


@parametrize_with_checks([KernelSVC()])
def test_scikit_learn_rules(estimator: Any, check: Any) -> None:
    check(estimator)
