"""Pictures of the pages as Plotly figures, for use from Python.

The figure shows a trained machine, a kernel or a judgement.
"""

from __future__ import annotations

import math
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.matrix.gram import along_main_direction, gram_heatmap
from kernviz.kernels import RBF, Kernel
from kernviz.kernels.menu import misfit
from kernviz.kernels.object_types import CALLED
from kernviz.lessons import page as lesson_page
from kernviz.lessons.multiclass.state import DAG, PAIRS, REST, SINGLE
from kernviz.lessons.ridge.machine import Prepared, fit_of
from kernviz.lessons.ridge.picture import picture as ridge_picture
from kernviz.lessons.ridge.state import State as RidgeState
from kernviz.lessons.shared.proof_picture import proof_picture
from kernviz.lessons.shared.refusal import fit_for_picture
from kernviz.lessons.shared.training import Failure, training_of
from kernviz.lessons.svm.picture import picture as svm_picture
from kernviz.lessons.svm.state import State as SupportVectorState
from kernviz.mercer import Judgement, judge
from kernviz.mercer.spectrum import spectrum_on
from kernviz.models.base import KernelModel, require_fit
from kernviz.models.crammer_singer import CrammerSinger
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.one_versus_rest import OneVersusRest
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.models.pca import KernelPCA
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svdd import SoftHypersphere
from kernviz.models.svm import KernelSVC
from kernviz.wording import say

if TYPE_CHECKING:
    import plotly.graph_objects as go

SPACES = (2, 1, 3, 4, 5, 6, 7, 8, 9, 10)  # dimensions of the proof of a kernel; the first that fits is taken
STRATEGIES = {OneVersusRest: REST, OneVersusOne: PAIRS, DecisionDAG: DAG, CrammerSinger: SINGLE}


def plot(what: Any, data: Any = None) -> go.Figure:
    """Draw a fitted machine, a kernel or a judgement.

    The picture is that of the app's page. A machine is drawn as it was trained, with the weights of its points. Of
    `OneClassMachine` there is no picture.

    Parameters
    ----------
    what : fitted estimator of kernviz, Kernel or Judgement
        A machine is drawn with the points it was trained on, which lie on a line or in the plane. A judgement is drawn
        as the tree of its proof. So is a kernel, judged on the plane or on the space it fits; or, with `data`, as its
        Gram matrix.
    data : Dataset, array-like of shape (n, d), or list of words, sets or graphs, optional
        The points of the Gram matrix of a kernel.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure of that page.

    Raises
    ------
    NotFittedError
        If the machine is not fitted.
    ValueError
        If the machine has no picture, or was trained on objects or in more than two dimensions; or if
        data are given with anything but a kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> data = kv.toy("moons", n=30)
    >>> figure = plot(kv.KernelSVC(kv.RBF(1)).fit(data.X, data.y))
    >>> [trace.name for trace in figure.data[:3]]
    ['f', 'margin', 'border']
    >>> plot(kv.RBF(1), data).data[0].type
    'heatmap'
    """
    if isinstance(what, Kernel):
        return _of_kernel(what, data)
    if data is not None:
        raise ValueError(
            say(
                "data go with a kernel, and {thing} is none: a machine is drawn with the points it was trained on",
                thing=f"{what!r:.60}",
            )
        )
    if isinstance(what, Judgement):
        return proof_picture(what).figure.checked()
    if not isinstance(what, KernelModel):
        raise ValueError(
            say(
                "{thing} cannot be drawn: kv.plot draws a fitted machine, a kernel or a judgement of kernviz",
                thing=f"{what!r:.60}",
            )
            + (" " + say("(kv.from_sklearn converts machines)") if hasattr(what, "get_params") else "")
        )
    require_fit(what)
    machine = copy(what)
    machine.kernel = RBF(1.0) if what.kernel is None else what.kernel
    return _of_machine(machine)


def _of_kernel(kernel: Kernel, data: Any) -> go.Figure:
    if data is None:
        d = next((d for d in SPACES if misfit(kernel, d) is None), 2) if kernel.kind == "vectors" else 2
        return proof_picture(judge(kernel, d=d)).figure.checked()
    if isinstance(data, Dataset) and data.d <= 2 and kernel.kind in (None, "vectors"):
        return _of_page("mercer", kernel, data, used=data.n)
    known = data if isinstance(data, Dataset) else None
    points = kernel.points(data.X if isinstance(data, Dataset) else data)
    K = spectrum_on(kernel, points).matrix
    labels = None if known is None else known.codes_or_none
    along = None if points.dtype == object else along_main_direction(points)
    return gram_heatmap(K, labels, classes=known.classes if known else None, along=along).checked()


def _of_machine(machine: Any) -> go.Figure:
    """Return the picture of a fitted machine, whose kernel is set.

    Raises ValueError as `plot` does.
    """
    kernel, X = machine.kernel, machine.X_
    if X.dtype == object:
        raise ValueError(
            say(
                "{kernel} compares {things}, and a picture has room for points of a line or of the plane: "
                "kv.plot(kernel, things) draws their Gram matrix",
                kernel=kernel,
                things=CALLED[kernel.kind],
            )
        )
    match machine:
        case KernelSVC():
            return _of_support_vectors(machine)
        case KernelRidge():
            return _of_ridge(machine)
        case KernelPCA():
            values = {"center": bool(machine.center), "normalize": bool(machine.normalize)}
            return _of_page("pca", kernel, Dataset(X), **values)
        case SoftHypersphere():
            return _of_page("sphere", kernel, Dataset(X), soft=True, nu=float(machine.nu))
        case SmallestHypersphere():
            return _of_page("sphere", kernel, Dataset(X))
        case KernelNearestNeighbors():
            return _of_page("neighbors", kernel, _classified(machine), k=int(machine.n_neighbors))
        case OneVersusRest() | OneVersusOne() | DecisionDAG() | CrammerSinger():
            strategy = STRATEGIES[type(machine)]
            return _of_page("multiclass", kernel, _classified(machine), strategy=strategy, C=float(machine.C))
    raise ValueError(
        say(
            "no page draws {machine} alone: its decision_function gives the values, and a SoftHypersphere has a "
            "picture",
            machine=f"{machine!r:.60}",
        )
    )


def _of_page(name: str, kernel: Kernel, data: Dataset, **values: Any) -> go.Figure:
    """Return the picture of a page with these settings.

    The settings are keyword arguments of the page's `State`.
    """
    found = lesson_page.pages()[name]
    lesson = found.build(found.State(data, kernel, **values))
    if lesson.picture is None or lesson.problem:
        raise ValueError(lesson.problem or say("the page draws no picture of this"))
    return lesson.picture.figure.checked()


def _of_support_vectors(machine: KernelSVC) -> go.Figure:
    hard = math.isinf(machine.C)
    codes, classes = (machine.signs_ > 0).astype(int), tuple(map(str, machine.classes_))
    data = fit_for_picture(Dataset(machine.X_, codes, task="classification", classes=classes)).versus(classes[1])
    state = SupportVectorState(data, machine.kernel, hard=hard, C=1.0 if hard else float(machine.C))
    training = training_of(machine, data)
    if isinstance(training, Failure):
        raise ValueError(training.words)
    return svm_picture(state, data, training).figure.checked()


def _of_ridge(machine: KernelRidge) -> go.Figure:
    data = fit_for_picture(Dataset(machine.X_, machine.y_, task="regression"))
    state = RidgeState(data, machine.kernel, ols=machine.ridge == 0, ridge=float(machine.ridge) or 0.1)
    fit = fit_of(machine, data, Prepared(machine))
    if isinstance(fit, Failure):
        raise ValueError(fit.words)
    return ridge_picture(state, data, fit).figure.checked()


def _classified(machine: Any) -> Dataset:
    classes = tuple(map(str, machine.classes_))
    return Dataset(machine.X_, np.asarray(machine.codes_), task="classification", classes=classes)
