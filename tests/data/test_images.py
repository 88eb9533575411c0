"""The digits as points: order of pixels, and a stratified, reproducible split."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_digits

from kernviz.data.images import digits, stacked, unstacked


def test_columns_are_stacked() -> None:
    image = np.array([[1.0, 3.0], [2.0, 4.0]])
    assert stacked(image).tolist() == [1, 2, 3, 4]
    assert unstacked(stacked(image), 2).tolist() == image.tolist()
    many = np.arange(24.0).reshape(2, 3, 4)
    assert stacked(many)[1].tolist() == many[1].T.ravel().tolist()


def test_thirty_percent_of_every_digit_are_kept_for_testing() -> None:
    images = digits()
    assert images.learn.shape == (700, 64)
    assert np.bincount(images.test_digits).tolist() == [30] * 10
    assert images.learn.min() == 0
    assert images.learn.max() == 1
    both = {row.tobytes() for row in images.learn} & {row.tobytes() for row in images.test}
    assert not both
    with pytest.raises(ValueError, match="read-only"):
        images.learn[0, 0] = 1.0


def test_they_are_scikit_learns() -> None:
    theirs = {
        (image / 16).tobytes(): int(t) for image, t in zip(load_digits().images, load_digits().target, strict=True)
    }
    images = digits()
    for row, digit in zip(images.test, images.test_digits, strict=True):
        assert theirs[np.ascontiguousarray(unstacked(row)).tobytes()] == digit


@pytest.mark.parametrize("per_class", [3, 175])
def test_too_few_or_too_many(per_class: int) -> None:
    with pytest.raises(ValueError, match="between 4 and 174"):
        digits(per_class)
