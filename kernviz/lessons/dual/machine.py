"""Support vector machine of the Dual page."""

from __future__ import annotations

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.dual.gram import refusal
from kernviz.lessons.dual.state import State
from kernviz.models.svm import KernelSVC
from kernviz.wording import say

MOST_MACHINE = 1000  # largest number of training points: they take two seconds, four with the slowest kernel


@shared(maxsize=64)
def machine(data: Dataset, kernel: Kernel, C: float) -> KernelSVC | str:
    """Return a support vector machine trained on two classes, −1 and +1.

    If the machine cannot be trained, the reason is returned.
    """
    if data.n > MOST_MACHINE:
        return say(
            "{n} points: at most {limit} are trained on here. Choose fewer in the sidebar.",
            n=data.n,
            limit=MOST_MACHINE,
        )
    try:
        return KernelSVC(kernel, C).fit(data.X, data.signs)
    except ValueError as problem:
        return refusal(problem)


def trained(state: State) -> KernelSVC:
    """Return the support vector machine of this state.

    Raises ValueError with the reason if there is no machine.
    """
    result = machine(state.signed, state.kernel, state.penalty)
    if isinstance(result, str):
        raise ValueError(result)
    return result
