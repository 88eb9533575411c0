"""Kernel PCA — along which directions do the data vary most, in the plane and in feature space?"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons import pca_by_hand, pca_components, pca_curved, pca_denoise, pca_digits, pca_notes
from kernviz.lessons.lesson import Lesson, Tab

QUESTION = "Along which directions do the data vary most, in the plane and in feature space?"
VIEWS = ("PCA by hand", "Components", "Compare", "Denoise", "Digits")
HAND_STEPS = pca_by_hand.STEPS
ALL = pca_components.ALL
LINEAR, KERNEL = pca_denoise.LINEAR, pca_denoise.KERNEL
OWN_RBF, SIDEBAR = pca_digits.OWN_RBF, pca_digits.SIDEBAR


@dataclass(frozen=True)
class State:
    """Everything the page depends on."""

    data: Dataset
    kernel: Kernel
    view: str = VIEWS[1]
    angle: float = 100.0  # degrees, of u in PCA by hand
    hand: str = HAND_STEPS[0]
    center: bool = True
    normalize: bool = True
    show: str = ALL  # all eight components, or the number of one
    step: int = 1  # of the derivation
    across: int = 1  # the components drawn against each other
    up: int = 2
    M: int = 6  # components kept in Denoise
    how: str = KERNEL
    probe: tuple[float, ...] = ()
    kept: int = 16  # components kept in Digits
    image: int = 5  # which of the test images
    machine: str = OWN_RBF


def build(state: State) -> Lesson:
    """One of five pictures; errata and code belong to all of them."""
    common = (Tab("What the notes say", pca_notes.notes()), Tab("Code", pca_notes.code(state)))
    parts = (pca_by_hand.build, pca_components.build, pca_curved.build, pca_denoise.build, pca_digits.build)
    return parts[VIEWS.index(state.view)](state, QUESTION, common)


__all__ = ["QUESTION", "VIEWS", "State", "build"]
