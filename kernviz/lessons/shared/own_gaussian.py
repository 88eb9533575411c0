"""Gaussian kernel of a page: that of the sidebar, or its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernviz.kernels import RBF, Kernel
from kernviz.lessons.declarations import number
from kernviz.wording import phrase

LOWEST = 1e-3  # smallest γ
NARROW = phrase("exp(−‹γ‖x − z‖²›): large ‹γ›, narrow bumps.")  # help of the slider


def sidebar_gaussian(kernel: Kernel, high: float) -> RBF | None:
    """Return the sidebar's kernel if it is a Gaussian.

    None for any other kernel, and for γ outside [LOWEST, high].
    """
    return kernel if isinstance(kernel, RBF) and LOWEST <= kernel.gamma <= high else None


def gamma_slider(name: str, high: float, when: Callable[[Any], bool], **more: Any) -> Any:
    """Declare the page's own γ, from LOWEST to `high`.

    `name` is its query parameter. `when` decides from the State whether the page uses it.
    """
    return number(
        1.0, "γ", phrase("inverse width"), LOWEST, high, log=True, names=(name,), idea="width", when=when, **more
    )
