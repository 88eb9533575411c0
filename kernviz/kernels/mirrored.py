"""−max(x, z) is min(−x, −z): what is left of a maximum where only k(x, x) > 0 counts."""

from __future__ import annotations

from kernviz.kernels.exact import ZERO
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form import Form, Term
from kernviz.kernels.inputs import Normalized
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.point_maps import Stretch


def mirrored(below: Form) -> Kernel | None:
    """normalize(k₁) on the line, where k₁ is a positive number times min(x, z) − (x + z); None where it is not."""
    least, ends = (Term(frozenset({(piece, 1)})) for piece in (Minimum(), Plus()))
    c = below.terms.get(least, ZERO)
    if len(below.items) != 2 or c.sign != 1 or below.terms.get(ends) != -c:
        return None
    return Mapped(Normalized(Minimum()), Stretch(-1.0))
