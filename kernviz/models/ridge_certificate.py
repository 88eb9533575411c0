"""Certificate of a ridge regression: duality gap and violation of optimality."""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from kernviz.arrays import Array
from kernviz.models.certificate import USABLE, VISIBLE, Certificate
from kernviz.solvers.problem import EPS
from kernviz.solvers.qp import Status
from kernviz.wording import say


def ridge_certificate(K: Array, y: Array, alpha: Array, ridge: float, stage: str) -> Certificate:
    fitted = K @ alpha
    residual, norm2 = y - fitted, float(alpha @ fitted)
    terms = float((np.abs(K) @ np.abs(alpha) + ridge * np.abs(alpha) + np.abs(y)).max())
    primal = (float(residual @ residual) + ridge * norm2) / 2
    if stage == "pseudo-inverse":  # dual of least squares: Kᵀresidual = 0, the residual is orthogonal to K's range
        violation = K @ residual / (float(np.abs(K).sum(axis=1).max()) or 1.0)
        dual = float(residual @ y) - float(residual @ residual) / 2
    else:
        violation = residual - ridge * alpha
        dual = ridge * (float(alpha @ y) - (norm2 + ridge * float(alpha @ alpha)) / 2)
    kkt = float(np.abs(violation).max())
    roundoff, largest = 32 * EPS * terms, float(np.abs(y).max())
    tolerance = max(1e-9 * largest, roundoff)
    # primal − dual is ½‖residual − ridge·α‖². For the pseudo-inverse it is −α·K residual plus the cost of the
    # neglected ridge.
    sums, lost = float(np.abs(residual).sum() + ridge * np.abs(alpha).sum() + np.abs(y).sum()), 0.0
    if stage == "pseudo-inverse":
        lost = ridge * norm2 + tolerance * float(np.abs(alpha).sum()) * float(np.abs(K).sum(axis=1).max())
    gap_tolerance = roundoff * sums + len(y) * (tolerance * tolerance) + lost
    status = Status.OPTIMAL if kkt <= min(tolerance, USABLE * largest) else Status.NUMERICAL
    return Certificate(
        primal=primal,
        dual=dual,
        kkt=kkt,
        relative_kkt=kkt / terms if terms else kkt,
        tolerance=tolerance,
        balance=0.0,
        balance_tolerance=0.0,
        gap_tolerance=gap_tolerance,
        status=status,
        iterations=0,
        stage=stage,
    )


def warn_if_visible(certificate: Certificate, K: Array, y: Array, ridge: float) -> None:
    """Warn that the predictions are visibly short of the optimum.

    The warning is given only where the difference can be seen.
    """
    largest = float(np.abs(y).max())
    if certificate.kkt > VISIBLE * largest and not certificate.optimal:
        warnings.warn(
            say(
                "f is off by {kkt:.2g} where targets reach {largest_target:.2g}: kernel values reach "
                "{largest_value:.3g}, and ridge = {ridge:g} is lost in their rounding. Use a larger ridge, or 0",
                kkt=certificate.kkt,
                largest_target=largest,
                largest_value=np.abs(K).max(),
                ridge=ridge,
            ),
            ConvergenceWarning,
            stacklevel=4,
        )
