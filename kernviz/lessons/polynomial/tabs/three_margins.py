"""Three kernels of degree 2 from S3 on the same points.

Their feature maps have the same monomials with different weights. Margins and support vectors may
therefore differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.data import Dataset
from kernviz.features.monomials import terms
from kernviz.kernels import Kernel, Polynomial, parse
from kernviz.lessons.lesson import Block, Picture, Row, Table, Text, columns_of, paragraph
from kernviz.lessons.number_format import percent
from kernviz.lessons.polynomial.state import State
from kernviz.lessons.shared.small_plane import marks_of, small_plane
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.lessons.shared.two_classes import has_two_classes
from kernviz.symbols import symbols
from kernviz.wording import decimal, say, several, short

NAMES = ("(1 + 0.001 ‹x·z›)²", "1 + ‹x·z› + (‹x·z›)²", "(1 + 1000 ‹x·z›)²")
KERNELS: tuple[Kernel, ...] = (Polynomial(2, 0.001, 1.0), parse("1 + linear + linear**2"), Polynomial(2, 1000.0, 1.0))
HEIGHT = 340
LISTED = 30  # largest number of point numbers listed in a cell


@dataclass(frozen=True)
class ComparedMargins:
    """Three trained machines and the support vectors they share."""

    results: tuple[Training | Failure, ...]
    supports: tuple[frozenset[int], ...]

    @property
    def trained(self) -> list[int]:
        return [i for i, result in enumerate(self.results) if isinstance(result, Training)]

    @property
    def common(self) -> frozenset[int]:
        """Support vectors common to all trained machines."""
        sets = [self.supports[i] for i in self.trained]
        return frozenset.intersection(*sets) if sets else frozenset()

    def only(self, i: int) -> frozenset[int]:
        """Return the support vectors of machine i and no other."""
        others = [self.supports[j] for j in self.trained if j != i]
        return self.supports[i].difference(*others) if others else self.supports[i]


def compare(data: Dataset, C: float) -> ComparedMargins:
    """Train all three machines on data with the classes ±1."""
    results = tuple(train(data, k, C) for k in KERNELS)
    supports = tuple(
        frozenset(int(i) for i in r.machine.support_) if isinstance(r, Training) else frozenset() for r in results
    )
    return ComparedMargins(results, supports)


def blocks(state: State) -> tuple[Block, ...]:
    """Show the three machines in small pictures with their support vectors.

    Tables compare their sets of support vectors, and the weights of the monomials.
    """
    data = state.data
    if not has_two_classes(data):
        words = say(
            "“{title}” has no two classes in one or two columns: choose labelled data in the sidebar.", title=data.title
        )
        return (Text(words, "warning"), _weights())
    compared = compare(state.signed, state.penalty)
    margin = say("hard margin, as in S3") if state.hard else say("soft margin, C = {C}", C=state.C)
    return (
        paragraph(
            "Three polynomials of degree 2 on the same points (n = {n}; {margin}; change it above). All three "
            "have the same monomials with other weights. So lengths in feature space differ, and margin and "
            "support vectors may differ, too.",
            n=data.n,
            margin=margin,
        ),
        Row(tuple((_picture(state.signed, i, compared),) for i in range(3))),
        _table(compared),
        Text(_words(compared)),
        _weights(),
    )


def _name(i: int) -> str:
    """Return the formula of a kernel in the current notation and language."""
    return symbols(decimal(NAMES[i]))


def _picture(data: Dataset, i: int, compared: ComparedMargins) -> Picture:
    result = compared.results[i]
    training = None
    if isinstance(result, Failure):
        caption = f"**{_name(i)}**: {result.words}"
    else:
        training, m = result, result.machine
        caption = several(
            len(m.support_),
            "**{name}**: {n} support vector, {only_here} of {n} only here. Margin {margin} "
            "in its own feature space, {accuracy} on the right side.",
            "**{name}**: {n} support vectors, {only_here} of them only here. Margin {margin} "
            "in its own feature space, {accuracy} on the right side.",
            name=_name(i),
            only_here=len(compared.only(i)),
            margin=m.margin_,
            accuracy=percent(result.train_accuracy),
        )
    figure, alt = small_plane(data, training, marks_of(result), margins=True)
    return Picture(
        figure,
        f"{_name(i)}: {alt}",
        caption,
        f"three-{i}",
        HEIGHT if data.d > 1 else 300,
        square=data.d > 1,
        revision=data.key,
    )


def _table(compared: ComparedMargins) -> Table:
    heads = (say("margin 1/‖w‖"), "b", say("support vectors"), say("only here"), say("KKT violation"))
    rows = []
    for i, result in enumerate(compared.results):
        cells = (say("no machine"),) * len(heads)
        if isinstance(result, Training):
            m, only = result.machine, compared.only(i)
            cells = (
                short(m.margin_),
                short(m.intercept_),
                f"{len(m.support_)}: {_points(compared.supports[i])}",
                f"{len(only)}: {_points(only)}" if only else say("none"),
                short(m.certificate_.kkt, 2),
            )
        rows.append({say("kernel"): _name(i), **dict(zip(heads, cells, strict=True))})
    return Table(
        columns_of(rows),
        caption=say("Points by number, from 1. Rings are support vectors, crosses points on the wrong side."),
    )


def _points(found: frozenset[int]) -> str:
    listed = sorted(i + 1 for i in found)
    return ", ".join(map(str, listed[:LISTED])) + (", …" if len(listed) > LISTED else "")


def _words(compared: ComparedMargins) -> str:
    if len(compared.trained) < 2:
        return say(
            "Fewer than two of the three could be trained, so there is nothing to compare. Switch the hard margin off, "
            "or take “Ellipse” or “Two circles” in the sidebar: a curve of degree 2 separates them."
        )
    shared = (
        several(
            len(compared.common),
            "{n} is common to all: point {points}",
            "{n} are common to all: points {points}",
            points=_points(compared.common),
        )
        if compared.common
        else say("none is common to all")
    )
    return several(
        len(frozenset.union(*compared.supports)),
        "**{n} point is a support vector of at least one of them; {common}.** The margins are lengths in three "
        "different spaces and cannot be compared with each other; which machine is better cannot be said before "
        "learning (S3). Changing the kernel changes what “margin” means.",
        "**{n} points are a support vector of at least one of them; {common}.** The margins are lengths in three "
        "different spaces and cannot be compared with each other; which machine is better cannot be said before "
        "learning (S3). Changing the kernel changes what “margin” means.",
        common=shared,
    )


def _weights() -> Table:
    plain: dict[tuple[int, ...], float] = {(0, 0): 1.0, (1, 0): 1.0, (2, 0): 1.0, (1, 1): 2**0.5}
    heads = {say("weight of 1"): (0, 0), say("of xᵢ"): (1, 0), say("of xᵢ²"): (2, 0), say("of xᵢxⱼ"): (1, 1)}
    rows = []
    for i, gamma in enumerate((0.001, None, 1000.0)):
        weights = plain if gamma is None else {t.exponents: t.weight for t in terms(2, gamma, 1.0, 2)}
        rows.append({say("kernel"): _name(i), **{head: short(weights[e]) for head, e in heads.items()}})
    return Table(
        columns_of(rows),
        caption=say("1, √(2γ), γ and √2·γ for (1 + γ ‹x·z›)²; the middle kernel weighs 1, 1, 1 and √2."),
    )
