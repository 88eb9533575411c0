"""Registry of the theorems, in the order in which they are tried.

A new theorem is a file in `theorems` and a line here.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from kernviz.mercer.theorems.cauchy_schwarz import CAUCHY_SCHWARZ
from kernviz.mercer.theorems.coefficient_matrix import COEFFICIENT_MATRIX
from kernviz.mercer.theorems.conditionally_positive import BY_REMAINDER, CLOSURE, KERNELS_ARE, SCHOENBERG
from kernviz.mercer.theorems.edit_distance import EDIT_DISTANCE
from kernviz.mercer.theorems.grouped_terms import GROUPED
from kernviz.mercer.theorems.multiplied_out import MULTIPLIED_OUT
from kernviz.mercer.theorems.node_rules import ON_SPHERES
from kernviz.mercer.theorems.off_origin_singularity import ROUGH_SPHERE
from kernviz.mercer.theorems.power_series import OF_DOT_PRODUCT, OF_KERNEL
from kernviz.mercer.theorems.shared_elements import SHARED_ELEMENTS
from kernviz.mercer.theorems.spectral_measure import SPECTRAL_MEASURE
from kernviz.mercer.theorems.theorem import Theorem

THEOREMS: tuple[Theorem, ...] = (
    COEFFICIENT_MATRIX,
    SCHOENBERG,
    KERNELS_ARE,
    SHARED_ELEMENTS,
    ON_SPHERES,
    CLOSURE,
    GROUPED,
    OF_DOT_PRODUCT,
    OF_KERNEL,
    SPECTRAL_MEASURE,
    MULTIPLIED_OUT,
    BY_REMAINDER,
    CAUCHY_SCHWARZ,
    ROUGH_SPHERE,
    EDIT_DISTANCE,
)

Hook = Literal["proves", "conditionally", "groups", "cofactor", "finds", "refutes"]


@cache
def having(hook: Hook) -> tuple[Theorem, ...]:
    """Return the registered theorems that have a given method.

    They are in the order in which they are tried.
    """
    return tuple(theorem for theorem in THEOREMS if getattr(theorem, hook) is not None)
