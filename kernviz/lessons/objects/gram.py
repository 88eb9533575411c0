"""Gram matrix and eigenvalues of the list."""

from __future__ import annotations

from kernviz.compute import shared
from kernviz.kernels import Kernel
from kernviz.kernels.object_types import Kind, objects
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.objects.object_inputs import KINDS
from kernviz.mercer.spectrum import MatrixSpectrum, spectrum_on


@shared(maxsize=128)
def _spectrum(k: Kernel, kind: Kind, things: tuple[object, ...]) -> MatrixSpectrum:
    return spectrum_on(k, objects(list(things), kind))


def spectrum_of(compared: ObjectComparison) -> MatrixSpectrum:
    """Return the Gram matrix and eigenvalues of the whole list.

    Raises ValueError on overflow.
    """
    return _spectrum(compared.kernel, KINDS[compared.view], tuple(compared.things))
