"""Formula of a page's kernel."""

from __future__ import annotations

from kernviz.kernels import Kernel, latex
from kernviz.lessons.lesson import Formula


def kernel_formula(kernel: Kernel) -> Formula:
    """Return k(x, z) = … with the kernel written out."""
    return Formula(rf"‹\k›(x,‹\z›) = {latex(kernel)}")
