"""Checks of the labels of a classification."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.multiclass import check_classification_targets

from kernviz.arrays import Indices
from kernviz.wording import say


def check_unmixed(labels: NDArray[Any]) -> None:
    """Raise ValueError for labels of which some are texts and others numbers."""
    if labels.dtype != object:
        return
    texts = [label for label in labels if isinstance(label, str)]
    numbers = [label for label in labels if isinstance(label, int | float | np.number)]
    if texts and numbers:
        raise ValueError(
            say(
                "y mixes {text!r:.40} and {number}: labels are all texts or all numbers",
                text=texts[0],
                number=numbers[0],
            )
        )


def class_codes(labels: NDArray[Any]) -> tuple[NDArray[Any], Indices]:
    """Return the classes in order, and the code of each label.

    The classes are (k,), and the codes 0…k−1 are (n,) for labels (n,). Raises ValueError if the labels are no classes.
    """
    check_classification_targets(labels)
    classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.ravel()


def check_classes(classes: NDArray[Any]) -> None:
    """Raise ValueError unless there are at least two different labels."""
    if len(classes) < 2:
        raise ValueError(
            say("y has only one class, {classes}: a separator needs points of two classes", classes=classes[0])
        )
