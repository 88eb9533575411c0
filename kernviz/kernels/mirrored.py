"""Normalised −max(x, z) on the line, written by the minimum.

The identity is −max(x, z) = min(−x, −z).
"""

from __future__ import annotations

from kernviz.kernels.exact_numbers import ZERO
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form_writer import provide
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.normal_form import Form, Term
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.point_maps import Stretch


def mirrored(below: Form) -> Kernel | None:
    """Return normalize(k₁) on the line for a negative maximum k₁.

    The kernel k₁ is a positive number times min(x, z) − (x + z). None for any other k₁.
    """
    least, ends = (Term(frozenset({(piece, 1)})) for piece in (Minimum(), Plus()))
    c = below.terms.get(least, ZERO)
    if len(below.items) != 2 or c.sign != 1 or below.terms.get(ends) != -c:
        return None
    return Mapped(Normalized(Minimum()), Stretch(-1.0))


provide(mirrored=mirrored)
