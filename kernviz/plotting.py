"""Pictures of the pages as Plotly figures, for use from Python.

The figure shows a trained machine or a kernel.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kernviz.data import Dataset, toy
from kernviz.kernels import RBF, Kernel
from kernviz.lessons import page as lesson_page
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.pca import KernelPCA
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svdd import SoftHypersphere
from kernviz.models.svm import KernelSVC
from kernviz.wording import say

if TYPE_CHECKING:
    import plotly.graph_objects as go


def plot(what: Any, data: Dataset | None = None) -> go.Figure:
    """Draw a fitted machine, or a kernel, as the app's page does.

    Parameters
    ----------
    what : fitted estimator of kernviz, or Kernel
        A machine is drawn with the points it was trained on, which lie on a line or in the plane. A kernel is drawn as
        the tree of its proof on the plane, or, with `data`, as its Gram matrix.
    data : Dataset, optional
        The points of the Gram matrix.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure of that page.

    Raises
    ------
    ValueError
        If the machine is not fitted, has no page, or was trained in more than two dimensions.

    Examples
    --------
    >>> import kernviz as kv
    >>> len(plot(kv.RBF(1), kv.toy("moons", n=30)).data) > 0
    True
    """
    page, values, about = _of_kernel(what, data) if isinstance(what, Kernel) else _of_machine(what)
    found = lesson_page.pages()[page]
    state = found.State(about, what if isinstance(what, Kernel) else what.kernel or RBF(1.0), **values)
    lesson = found.build(state)
    if lesson.picture is None or lesson.problem:
        raise ValueError(lesson.problem or say("the page draws no picture of this"))
    return lesson.picture.figure.checked()


def _of_kernel(kernel: Kernel, data: Dataset | None) -> tuple[str, dict[str, Any], Dataset]:
    if data is not None:
        return "mercer", {"used": data.n}, data
    return "compose", {}, toy("moons")


def _of_machine(machine: Any) -> tuple[str, dict[str, Any], Dataset]:
    """Return the page of a machine, its settings, and the training points.

    The settings are keyword arguments of the page's `State`.
    Raises ValueError as `plot` does.
    """
    if not hasattr(machine, "X_"):
        raise ValueError(say("{machine} is not fitted, or is no machine that a page draws", machine=f"{machine!r:.60}"))
    X = machine.X_
    match machine:
        case KernelSVC():
            hard = math.isinf(machine.C)
            values = {"hard": hard, "C": 1.0 if hard else float(machine.C)}
            return "svm", values, _classified(X, (machine.signs_ > 0).astype(int), machine.classes_)
        case KernelRidge():
            values = {"ols": machine.ridge == 0, "ridge": float(machine.ridge) or 0.1}
            return "ridge", values, Dataset(X, machine.y_, task="regression")
        case KernelPCA():
            return "pca", {"center": bool(machine.center)}, Dataset(X)
        case SoftHypersphere():
            return "sphere", {"soft": True, "nu": float(machine.nu)}, Dataset(X)
        case SmallestHypersphere():
            return "sphere", {}, Dataset(X)
        case KernelNearestNeighbors():
            return "neighbors", {"k": int(machine.n_neighbors)}, _classified(X, machine.codes_, machine.classes_)
    raise ValueError(say("{machine} is not fitted, or is no machine that a page draws", machine=f"{machine!r:.60}"))


def _classified(X: Any, codes: Any, classes: Any) -> Dataset:
    return Dataset(X, codes, task="classification", classes=tuple(str(cls) for cls in classes))
