"""Machines of the drawing puzzles: training, class regions and characteristic numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.courses.drawn.reasons import reason
from kernviz.data import Dataset, load
from kernviz.features import geometry
from kernviz.kernels import Kernel, latex, parse
from kernviz.lessons.multiclass.state import PAIRS, REST, SINGLE
from kernviz.models.crammer_singer import CrammerSinger
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.one_versus_rest import OneVersusRest
from kernviz.models.pairwise import OneVersusOne
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svm import KernelSVC
from kernviz.regions import Regions, regions
from kernviz.surfaces import SIDE, Surface, Window, grid_points
from kernviz.wording import in_formula, say, several

Codes = NDArray[np.int8]
Decide = Callable[[Array], NDArray[np.intp]]  # points (m, 2) -> class of each, as 0…k−1
# a Decide with a flag. True: the points are those of a whole picture, and ValueError is raised if their classes are not
# clear
Checked = Callable[[Array, bool], NDArray[np.intp]]
# reject a picture if |f| is below FAINT of its maximum in more than MOST_FAINT of the area, where roundoff decides
FAINT, MOST_FAINT = 1e-3, 0.1

MOST_TIED = 0.005  # share of the area in which votes may be tied


@dataclass(frozen=True)
class ToyPoints:
    """Toy dataset with its parameters, as in a link."""

    name: str
    n: int
    noise: float
    seed: int

    @property
    def data(self) -> Dataset:
        return load(self.name, n=self.n, noise=self.noise, seed=self.seed)

    @property
    def params(self) -> dict[str, Any]:
        """Return the points as parameters of an address."""
        return {"data": self.name, "n": self.n, "noise": self.noise, "seed": self.seed}


@dataclass(frozen=True)
class Machine:
    """Machine of a puzzle: its sort, its kernel, and one number.

    `sort` is a key of _SORTS. `number` is C, λ or the number of neighbours; 0 for other sorts.
    """

    sort: str
    kernel: str
    number: float = 0.0

    @property
    def name(self) -> str:
        """Return the machine's name without its kernel."""
        return _NAMES[self.sort](self.number)

    @property
    def formula(self) -> str:
        """Return the formula of the machine's kernel."""
        return f"$k(x,z)={in_formula(latex(parse(self.kernel)))}$"

    @property
    def words(self) -> str:
        """Return the names of the machine and its kernel."""
        return f"{self.name}, {self.formula}"

    @property
    def whole(self) -> tuple[str, dict[str, Any]] | None:
        """Return the page that shows this machine, with its address parameters.

        None if there is no such page.
        """
        if self.sort not in _PAGES:
            return None
        page, params = _PAGES[self.sort]
        return page, {"k": self.kernel, **params(self.number)}


@dataclass(frozen=True, eq=False)
class Drawing:
    """Drawing of a machine, as the winning class at each place.

    `winners` (SIDE, SIDE) has the class number at each y (row) and x (column). `decide` gives the class at any place.
    `facts` are characteristic numbers.
    """

    machine: Machine
    points: ToyPoints
    winners: Codes
    facts: Mapping[str, float]
    decide: Decide = field(repr=False)

    @property
    def surface(self) -> Surface:
        """Return the winning classes as a surface."""
        data = self.points.data
        return Surface(*places(data), self.winners.astype(np.float64), Window.of(data))

    @cached_property
    def regions(self) -> Regions:
        """Return the class regions, whose borders are located by the machine itself."""
        return regions(self.surface, self.decide)

    def difference(self, other: Drawing) -> float:
        """Return the share of the picture that two drawings colour differently."""
        return float(np.mean(self.winners != other.winners))

    @property
    def reason(self) -> str:
        """Return the numbers of the machine that identify it, in words."""
        return reason(self.machine.sort, self.facts)


def places(data: Dataset) -> tuple[Array, Array]:
    """Return the grid of the picture: x (SIDE,), y (SIDE,)."""
    window = Window.of(data)
    return np.linspace(*window.x_range, SIDE), np.linspace(*window.y_range, SIDE)


def draw(machine: Machine, points: ToyPoints) -> Drawing:
    """Train a machine and evaluate it everywhere in the picture.

    Raises ValueError if training fails. Raises ValueError, too, if f is 0 up to roundoff in much of the
    picture, or votes are tied in a part of it.
    """
    data = points.data
    decide, facts = _SORTS[machine.sort](data, parse(machine.kernel), machine.number)
    grid = grid_points(*places(data))
    own = decide(data.X, True)
    counted = {"n": float(data.n), "wrong": float(np.sum(own != data.codes)), **facts}
    winners = decide(grid, True).reshape(SIDE, SIDE).astype(np.int8)
    return Drawing(machine, points, winners, counted, lambda X: decide(X, False))


Trained = tuple[Checked, dict[str, float]]


def _sign(f: Callable[[Array], Array]) -> Checked:
    """Return the decision that gives class 1 where f > 0."""

    def decide(X: Array, whole: bool) -> NDArray[np.intp]:
        values = f(X)
        if whole:
            _check(values)
        return (values > 0).astype(np.intp)

    return decide


def _check(values: Array) -> None:
    """Raise ValueError if f is nearly 0 in much of the picture.

    A narrow Gaussian kernel gives such values far from all points.
    """
    if np.mean(np.abs(values) <= FAINT * np.abs(values).max()) > MOST_FAINT:
        raise ValueError(say("f is 0 up to rounding in much of the picture"))


def _svm(data: Dataset, k: Kernel, C: float) -> Trained:
    machine = KernelSVC(k, C).fit(data.X, data.signs)
    return _sign(machine.decision_function), {"support": float(len(machine.support_))}


def _hard(data: Dataset, k: Kernel, _: float) -> Trained:
    return _svm(data, k, np.inf)


def _ridge(data: Dataset, k: Kernel, lam: float) -> Trained:
    machine = KernelRidge(k, lam).fit(data.X, data.signs)
    size = np.abs(machine.dual_coef_)
    weights = {
        "least": float(size.min() / size.max()),
        "beyond": float(np.sum(data.signs * machine.predict(data.X) > 1)),
    }
    return _sign(machine.predict), weights


def _neighbours(data: Dataset, k: Kernel, count: float) -> Trained:
    machine = KernelNearestNeighbors(k, int(count)).fit(data.X, data.codes)
    return lambda X, _: np.asarray(machine.predict(X), dtype=np.intp), {}


def _mean(data: Dataset, k: Kernel, _: float) -> Trained:
    members = [data.X[data.codes == c] for c in range(len(data.classes))]

    def decide(X: Array, whole: bool) -> NDArray[np.intp]:
        away = np.array([geometry.squared_distance_to_mean(k, own, X) for own in members])
        if whole:
            first, second = np.sort(away, axis=0)[:2]
            _check(second - first)
        return away.argmin(axis=0)

    norms = [geometry.mean_norm2(k(own)) for own in members]
    return decide, {"first": norms[0], "second": norms[1]}


def _sphere(data: Dataset, k: Kernel, _: float) -> Trained:
    """Train a smallest hypersphere around class +1 alone.

    Points inside get class +1, points outside −1.
    """
    own = data.X[data.codes == 1]
    machine = SmallestHypersphere(k).fit(own)
    facts = {"on": float(len(machine.support_)), "own": float(len(own)), "radius": float(machine.radius_)}
    return lambda X, _: (machine.decision_function(X) >= 0).astype(np.intp), facts


def _many(model: Callable[[Kernel, float], OneVersusRest | OneVersusOne | CrammerSinger]) -> Callable[..., Trained]:
    def trained(data: Dataset, k: Kernel, C: float) -> Trained:
        machine = model(k, C).fit(data.X, data.codes)
        programs = 1.0 if isinstance(machine, CrammerSinger) else float(len(machine.machines_))

        def decide(X: Array, whole: bool) -> NDArray[np.intp]:
            if whole and isinstance(machine, OneVersusOne):
                votes = np.sort(machine.votes(X), axis=1)
                if np.mean(votes[:, -1] == votes[:, -2]) > MOST_TIED:
                    raise ValueError(
                        say("votes are equal in a part of the picture: which class wins there is a convention")
                    )
            return np.asarray(machine.predict(X), dtype=np.intp)

        return decide, {"programs": programs}

    return trained


_SORTS: dict[str, Callable[[Dataset, Kernel, float], Trained]] = {
    "soft": _svm,
    "hard": _hard,
    "ridge": _ridge,
    "neighbours": _neighbours,
    "mean": _mean,
    "sphere": _sphere,
    "rest": _many(OneVersusRest),
    "pairs": _many(OneVersusOne),
    "single": _many(CrammerSinger),
}
_NAMES: dict[str, Callable[[float], str]] = {
    "soft": lambda C: say("SVM with soft margin, C = {C}", C=float(C)),
    "hard": lambda _: say("SVM with hard margin"),
    "ridge": lambda lam: say("ridge regression of ±1, λ = {lam}", lam=float(lam)),
    "neighbours": lambda q: several(int(q), "the nearest neighbour", "{n} nearest neighbours"),
    "mean": lambda _: say("the nearest mean of the images"),
    "sphere": lambda _: say("the smallest sphere around class +1"),
    "rest": lambda C: say("one SVM for each class against the rest, C = {C}", C=float(C)),
    "pairs": lambda C: say("one SVM for each pair of classes, C = {C}", C=float(C)),
    "single": lambda C: say("Crammer–Singer, one objective for all classes, C = {C}", C=float(C)),
}
_PAGES: dict[str, tuple[str, Callable[[float], dict[str, Any]]]] = {
    "soft": ("svm", lambda C: {"C": C}),
    "hard": ("svm", lambda _: {"hard": True}),
    "neighbours": ("neighbors", lambda q: {"nn_k": int(q)}),
    "rest": ("multiclass", lambda C: {"mc_how": str(REST), "mc_C": C}),
    "pairs": ("multiclass", lambda C: {"mc_how": str(PAIRS), "mc_C": C}),
    "single": ("multiclass", lambda C: {"mc_how": str(SINGLE), "mc_C": C}),
}
