"""Recognition of the digits' test images in a subspace of components.

The components are those of linear PCA, or of kernel PCA.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data.images import digits
from kernviz.kernels import Kernel
from kernviz.lessons.pca.state import PIXELS
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.pca import KernelPCA
from kernviz.models.plain_pca import PlainPCA
from kernviz.models.subspace import accuracy_by_dimension
from kernviz.wording import say


@dataclass(frozen=True)
class Learnt:
    """Linear PCA of the training images, and the test accuracy."""

    plain: PlainPCA
    accuracy: Array  # (64,): entry M − 1 uses M components
    full: float  # accuracy in the full space of 64 pixels


@dataclass(frozen=True)
class KernelLearnt:
    """Kernel PCA of the training images, and the test accuracy.

    A component whose eigenvalue is roundoff is 0, so it does not change the accuracy.
    """

    model: KernelPCA
    accuracy: Array  # (64,): entry M − 1 uses M components


@shared(maxsize=1)
def linear() -> Learnt:
    """Compute linear PCA of the 700 training images, and the test accuracy."""
    images = digits()
    plain = PlainPCA.of(images.learn)
    learnt, test = plain.project(images.learn, PIXELS), plain.project(images.test, PIXELS)
    accuracy = accuracy_by_dimension(learnt, images.learn_digits, test, images.test_digits)
    full = accuracy_by_dimension(images.learn, images.learn_digits, images.test, images.test_digits)[-1]
    return Learnt(plain, accuracy, float(full))


@shared(maxsize=24)
def with_kernel(kernel: Kernel) -> KernelLearnt | str:
    """Compute kernel PCA of the 700 training images, with 64 components.

    The result is a sentence if the function is no kernel on the images, or does not take 64 columns.
    """
    images = digits()
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            model = KernelPCA(kernel, PIXELS).fit(images.learn)
            learnt, test = model.transform(images.learn), model.transform(images.test)
    except ValueError as problem:
        return say("With the sidebar's kernel the digits cannot be decomposed: {problem}", problem=problem)
    return KernelLearnt(model, accuracy_by_dimension(learnt, images.learn_digits, test, images.test_digits))


@shared(maxsize=256)
def kernel_image(kernel: Kernel, count: int, image: int) -> Array | str:
    """Return the pre-image (64,) of a test image projected on components.

    ``count`` is the number of components, ``image`` the row of the test image. If there is no pre-image, the result
    is a sentence.
    """
    recognised = with_kernel(kernel)
    if isinstance(recognised, str):
        return recognised
    try:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            z = recognised.model.transform(digits().test[image][None])
            z[:, count:] = 0.0
            pre_image = recognised.model.inverse_transform(z)[0]
    except ValueError as problem:
        return sentence(problem)
    return pre_image if np.isfinite(pre_image).all() else say("no pre-image")
