"""Gram matrices, coordinates of images, and the words of a refusal.

The Gram matrix is refused if the function is no kernel on the points.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features import feature_map
from kernviz.kernels import Kernel
from kernviz.lessons.shared.refusal import sentence
from kernviz.mercer.spectrum import rounding, spectrum
from kernviz.models.gram_checks import check_positive, gram
from kernviz.models.refusals import NotAKernelError
from kernviz.surfaces import LARGEST_DRAWN
from kernviz.wording import say, several


def gram_of(kernel: Kernel, X: Array) -> Array:
    """Return the Gram matrix (n, n) of a kernel on points X.

    Raises ValueError if the function is no kernel on these points, or if a kernel value is larger than LARGEST_DRAWN.
    """
    K = gram(kernel, X)
    size = float(np.abs(K).max())
    if size > LARGEST_DRAWN:
        raise ValueError(
            say(
                "the largest kernel value on these points is {size:.2}, which is too large: scale the data or "
                "lower the degree",
                size=size,
            )
        )
    check_positive(K, values=(kernel, X))
    return K


def refusal(problem: ValueError) -> str:
    """Return a ValueError as a sentence: the reason why nothing is shown."""
    if not isinstance(problem, NotAKernelError):
        return sentence(problem)
    return say(
        "on these points ‹k› is not a kernel: their Gram matrix has the eigenvalue {smallest} "
        "< 0 (the largest is {largest}), so there is no ‹φ› and no w. Choose another kernel in "
        "the sidebar; the page Mercer shows what is wrong with this one",
        smallest=problem.smallest,
        largest=problem.largest,
    )


def images(kernel: Kernel, X: Array, K: Array) -> tuple[Array, str]:
    """Return coordinates of the images (n, D), with a description in words.

    The coordinates satisfy images @ images.T = K. They are those of φ if these are listed, else the columns of P in
    K = PᵀP.
    """
    phi = feature_map(kernel, X.shape[1])
    if phi is not None:
        return phi(X), several(phi.dimension, "‹φ›, {n} coordinate", "‹φ›, {n} coordinates")
    return (
        spectrum(K, rounding(kernel, X, K)).factor.T,
        say("the columns of P in ‹K› = PᵀP, as the coordinates of ‹φ› are not listed"),
    )
