"""Explicit feature map of a kernel with finitely many features."""

from __future__ import annotations

from functools import lru_cache

from kernviz.features.polynomial import coefficient_matrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.featuremap import LARGEST_DIMENSION, FeatureMap
from kernviz.kernels.node import check_kernel
from kernviz.kernels.rules_and_premises import Space


def feature_map(k: Kernel, d: int = 2) -> FeatureMap | None:
    """Return a map φ with `φ(X) @ φ(Z).T == k(X, Z)`, or None.

    A polynomial kernel is written over distinct monomials (6 for (1 + x·z)² on ℝ², S0). For other kernels the maps of
    the nodes are combined: features of a sum stand side by side, features of a product are multiplied, and those of
    f·k·f are multiplied by f. Coordinates that differ by a number only are merged, so that no two have the same label.

    Parameters
    ----------
    k : Kernel
        The kernel.
    d : int, default=2
        Dimension of the points.

    Returns
    -------
    FeatureMap or None
        None if no finite map is known, if it has more than 2000 coordinates, or if k is not positive
        semi-definite. None too for words, sets and graphs, which have infinitely many features; maps such as
        ``NGrams(2)`` count the features of given objects.

    Raises
    ------
    ValueError
        If k is no `Kernel` object, or if d is no whole number ≥ 1.

    Examples
    --------
    >>> import kernviz as kv
    >>> feature_map(kv.Polynomial(2), d=2).labels
    ('x₁²', '√2·x₁x₂', 'x₂²', '√2·x₁', '√2·x₂', '1')
    """
    check_kernel(k)
    return _feature_map(k, Space(d).d)


@lru_cache(maxsize=512)
def _feature_map(k: Kernel, d: int) -> FeatureMap | None:
    if k.kind not in ("vectors", None):
        return None
    matrix = coefficient_matrix(k, d)
    if matrix is not None:
        return matrix.feature_map().on(d) if matrix.psd and matrix.rank <= LARGEST_DIMENSION else None
    expansion = k.expand()
    if expansion is not None:
        return _feature_map(expansion, d)
    inner = k._child_space(Space(d)).d
    maps = [_feature_map(child, inner) for child in k.children]
    known = tuple(m for m in maps if m is not None)
    found = k._features(known, d) if len(known) == len(maps) else None
    return found.on(d) if found is not None and found.dimension <= LARGEST_DIMENSION else None
