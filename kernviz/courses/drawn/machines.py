"""Machines of the drawing puzzles: training, class regions and characteristic numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset, load
from kernviz.features import geometry
from kernviz.kernels import Kernel, latex, parse
from kernviz.lessons.lesson import percent
from kernviz.lessons.multiclass.state import PAIRS, REST, SINGLE
from kernviz.models.multiclass import CrammerSinger, OneVersusOne, OneVersusRest
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svm import KernelSVC
from kernviz.surfaces import SIDE, Window
from kernviz.wording import say, several

Array = NDArray[np.float64]
Codes = NDArray[np.int8]
Decide = Callable[[Array], NDArray[np.intp]]  # points (m, 2) -> class of each, as 0…k−1
# reject a picture if |f| is below FAINT of its maximum in more than MOST_FAINT of the area, where roundoff decides
FAINT, MOST_FAINT = 1e-3, 0.1

MOST_TIED = 0.005  # share of the area in which votes may be tied


@dataclass(frozen=True)
class DrawnPoints:
    """Toy dataset with its parameters, as in a link."""

    name: str
    n: int
    noise: float
    seed: int

    @property
    def data(self) -> Dataset:
        return load(self.name, n=self.n, noise=self.noise, seed=self.seed)

    @property
    def said(self) -> dict[str, Any]:
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
        return f"$k(x,z)={latex(parse(self.kernel))}$"

    @property
    def words(self) -> str:
        """Return the names of the machine and its kernel."""
        return f"{self.name}, {self.formula}"

    @property
    def whole(self) -> tuple[str, dict[str, Any]] | None:
        """Return the page that shows this machine, and the parameters of its address.

        None if there is no such page.
        """
        if self.sort not in _PAGES:
            return None
        page, said = _PAGES[self.sort]
        return page, {"k": self.kernel, **said(self.number)}


@dataclass(frozen=True, eq=False)
class Drawing:
    """Drawing of a machine: the winning class at each place, and characteristic numbers.

    `winners` (SIDE, SIDE) has the class number at each y (row) and x (column).
    """

    machine: Machine
    points: DrawnPoints
    winners: Codes
    facts: Mapping[str, float]

    def apart(self, other: Drawing) -> float:
        """Return the share of the picture that two drawings colour differently."""
        return float(np.mean(self.winners != other.winners))

    @property
    def reason(self) -> str:
        """Return the numbers of the machine that identify it, in words."""
        return _REASONS[self.machine.sort](self.facts)


def places(data: Dataset) -> tuple[Array, Array]:
    """Return the grid of the picture: x (SIDE,), y (SIDE,)."""
    window = Window.of(data)
    return np.linspace(*window.x_range, SIDE), np.linspace(*window.y_range, SIDE)


def draw(machine: Machine, points: DrawnPoints) -> Drawing:
    """Train a machine and evaluate it everywhere in the picture.

    Raises ValueError if training fails. Raises ValueError, too, if f is 0 up to roundoff in much of the
    picture, or votes are tied in a part of it.
    """
    data = points.data
    decide, facts = _SORTS[machine.sort](data, parse(machine.kernel), machine.number)
    grid = np.stack(np.meshgrid(*places(data)), axis=-1).reshape(-1, 2)
    own = decide(data.X)
    counted = {"n": float(data.n), "wrong": float(np.sum(own != data.codes)), **facts}
    return Drawing(machine, points, decide(grid).reshape(SIDE, SIDE).astype(np.int8), counted)


Trained = tuple[Decide, dict[str, float]]


def _sign(f: Callable[[Array], Array]) -> Decide:
    """Return the decision that gives class 1 where f > 0."""
    return lambda X: (_clear(f(X)) > 0).astype(np.intp)


def _clear(values: Array) -> Array:
    """Return the decision values unchanged.

    Raises ValueError if they are roundoff in much of the picture. A narrow Gaussian kernel gives such
    values far from all points.
    """
    if np.mean(np.abs(values) <= FAINT * np.abs(values).max()) > MOST_FAINT:
        raise ValueError(say("f is 0 up to rounding in much of the picture"))
    return values


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
    return lambda X: np.asarray(machine.predict(X), dtype=np.intp), {"count": count}


def _mean(data: Dataset, k: Kernel, _: float) -> Trained:
    members = [data.X[data.codes == c] for c in range(len(data.classes))]

    def decide(X: Array) -> NDArray[np.intp]:
        away = np.array([geometry.squared_distance_to_mean(k, own, X) for own in members])
        first, second = np.sort(away, axis=0)[:2]
        _clear(second - first)
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
    return lambda X: (machine.decision_function(X) >= 0).astype(np.intp), facts


def _many(model: Callable[[Kernel, float], OneVersusRest | OneVersusOne | CrammerSinger]) -> Callable[..., Trained]:
    def trained(data: Dataset, k: Kernel, C: float) -> Trained:
        machine = model(k, C).fit(data.X, data.codes)
        programs = 1.0 if isinstance(machine, CrammerSinger) else float(len(machine.machines_))

        def decide(X: Array) -> NDArray[np.intp]:
            if isinstance(machine, OneVersusOne):
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
    "mean": lambda _: say("the nearer mean of the images"),
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


def _wrong(facts: Mapping[str, float]) -> str:
    """Return the number of misclassified training points as text."""
    return several(
        int(facts["wrong"]),
        "{n} of the {all} points is on the wrong side.",
        "{n} of the {all} points are on the wrong side.",
        all=int(facts["n"]),
    )


def _of_neighbours(facts: Mapping[str, float]) -> str:
    if facts["count"] > 1:
        return say("The border has corners: where it turns, the set of nearest neighbours changes. ") + _wrong(facts)
    return say("The border is made of straight pieces, each midway between nearest points of two classes. ") + _wrong(
        facts
    )


def _of_programs(facts: Mapping[str, float]) -> str:
    return several(
        int(facts["programs"]), "{n} machine decides for all classes. ", "{n} machines decide together. "
    ) + _wrong(facts)


def _of_support(facts: Mapping[str, float]) -> str:
    said = say("{support} of {n} points are support vectors. ", support=int(facts["support"]), n=int(facts["n"]))
    return said + _wrong(facts)


_REASONS: dict[str, Callable[[Mapping[str, float]], str]] = {
    "soft": _of_support,
    "hard": _of_support,
    "ridge": lambda f: (
        say(
            "All {n} points have a weight. The smallest weight is {least} of the largest. Points with y·f > 1 have "
            "a weight as well: {beyond}. ",
            n=int(f["n"]),
            least=percent(f["least"]),
            beyond=int(f["beyond"]),
        )
        + _wrong(f)
    ),
    "neighbours": _of_neighbours,
    "mean": lambda f: (
        say(
            "Every point of a class has the same weight. The squared norms of the first two means, {first} and "
            "{second}, shift the border. ",
            first=f["first"],
            second=f["second"],
        )
        + _wrong(f)
    ),
    "sphere": lambda f: (
        say(
            "This machine was trained on class +1 alone. A sphere of radius {radius} holds all {total} points of "
            "the class; {count} of them are support vectors. ",
            count=int(f["on"]),
            total=int(f["own"]),
            radius=f["radius"],
        )
        + _wrong(f)
    ),
    "rest": _of_programs,
    "pairs": _of_programs,
    "single": _of_programs,
}

__all__ = ["Drawing", "DrawnPoints", "Machine", "draw", "places"]
