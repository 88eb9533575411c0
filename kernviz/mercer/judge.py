r"""Three verdicts: proven by rules, refuted by a witness, or open."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from html import escape
from typing import Any

from numpy.typing import NDArray

from kernviz.features.polynomial import CoefficientMatrix, coefficient_matrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.node import check_kernel
from kernviz.kernels.object_types import Data, Kind, kind_in
from kernviz.kernels.point_maps import PointMap
from kernviz.kernels.rules_and_premises import Space, rounded, superscript
from kernviz.kernels.work_budget import attempt, left
from kernviz.mercer.analytic_refutation import Flaw, flaw
from kernviz.mercer.arguments import TOO_LONG
from kernviz.mercer.candidates import inside
from kernviz.mercer.decomposition import whole_series
from kernviz.mercer.factor_input_map import pulled
from kernviz.mercer.minimal_witness import shrunk
from kernviz.mercer.power_series import Series
from kernviz.mercer.pringsheim import ends_off_the_axis
from kernviz.mercer.proof import Proof, _prove, after, proven, space_of
from kernviz.mercer.search import MOST_OF_A_PERSON, STAGE, find
from kernviz.mercer.search_budget import Effort, of_floats
from kernviz.mercer.spectral import Spectral, spectral
from kernviz.mercer.witness import Witness, witness
from kernviz.wording import phrase, remembered, say

DIMENSIONS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)  # checked one by one for "every ℝᵈ"
POINTS_UP_TO = 3  # in higher dimensions only the exact arguments are tried
# budgets of a verdict, see `kernels.work`: less than a second, whatever the kernel
TOTAL_WORK, OWN_POINTS_WORK = 100_000, 30_000  # the whole verdict; the user's own points in addition
ARGUMENT_WORK = 15_000  # any single argument except the proof
ARGUMENTS_SHARE, AFTER_SEARCH_SHARE = (
    0.4,
    0.3,
)  # shares for arguments without points, and for those after the search for points
DIMENSION_SHARE = 0.15  # share of each d when every ℝᵈ is judged


THINGS: dict[Kind, str] = {
    "vectors": phrase("points"),
    "words": phrase("words"),
    "sets": phrase("sets"),
    "graphs": phrase("graphs"),
}
WITNESSED: dict[Kind, tuple[str, str]] = {  # one object, or several
    "vectors": (phrase("one point has"), phrase("the Gram matrix of {n} points has")),
    "words": (phrase("one word has"), phrase("the Gram matrix of {n} words has")),
    "sets": (phrase("one set has"), phrase("the Gram matrix of {n} sets has")),
    "graphs": (phrase("one graph has"), phrase("the Gram matrix of {n} graphs has")),
}


class Verdict(Enum):
    """Three-valued answer to "is it a kernel on this space?"; no bool, since "no rule applies" is not "no"."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Judgement:
    """Everything known about a kernel on a space, and the verdict that follows.

    The verdict is no field: whatever refutes (points, the coefficient matrix, the spectral measure, the power series,
    a flaw) counts before any proof, so a PROVEN judgement cannot contain a refutation.
    """

    kernel: Kernel
    space: Space
    proof: Proof
    witness: Witness | None  # None also if an exact argument refutes k and no points were found
    data_witness: Witness | None  # the user's own points, if they refute k too
    coefficients: CoefficientMatrix | None
    spectral: Spectral | None = None  # of a function of x − z
    series: Series | None = None  # of a function of x·z
    singular: bool = False  # of a function of x·z whose power series must have a negative coefficient, see `pringsheim`
    flaw: Flaw | None = None  # searched for only if no points are found
    asked: Space | None = None  # every ℝᵈ, if `space` is the one that refutes k

    @property
    def refuted_by(self) -> str | None:
        """Kind of refutation: "points", "coefficients", "spectral", "series",
        "singular" or "flaw"; None without one.
        """
        if self.witness is not None or self.data_witness is not None:
            return "points"
        if self.coefficients is not None and not self.coefficients.psd:
            return "coefficients"
        if self.spectral is not None and self.spectral.finding is not None and not self.spectral.finding.holds:
            return "spectral"
        if self.series is not None and self.series.negative is not None:
            return "series"
        if self.singular:
            return "singular"
        return "flaw" if self.flaw is not None else None

    @property
    def verdict(self) -> Verdict:
        """REFUTED where anything refutes; else PROVEN where the proof is complete; else OPEN."""
        if self.refuted_by is not None:
            return Verdict.REFUTED
        return Verdict.PROVEN if self.proof.complete else Verdict.OPEN

    def __repr__(self) -> str:
        return f"<Judgement {self.kernel} on {self.asked or self.space}: {self.verdict.value}>"

    def _repr_html_(self) -> str:
        """Kernel, verdict and proof, for a notebook."""
        return f"<p><code>{escape(str(self.kernel))}</code>: {escape(self.sentence)}</p>{self.proof._repr_html_()}"

    @property
    def sentence(self) -> str:
        """The verdict and its reason in one sentence."""
        match self.verdict, self.refuted_by:
            case Verdict.PROVEN, _:
                return say(
                    "A kernel on {space}: {reason}.",
                    space=self.space,
                    reason=PROVEN_BY.get(self.proof.way, BY_RULES),
                )
            case Verdict.OPEN, _:
                return say(
                    "Open on {space}: no rule proves it, and no {things} we tried refute it.",
                    space=self.space,
                    things=THINGS[self.space.kind],
                )
            case _, by:
                reason = self._by_points() if by == "points" else self._exactly(by or "")
                if self.asked is None:
                    return say("Not a kernel on {space}: {reason}.", space=self.space, reason=reason)
                return say(
                    "Not a kernel on {every_space}: on {space}, {reason}.",
                    every_space=self.asked,
                    space=self.space,
                    reason=reason,
                )

    def _by_points(self) -> str:
        shown = self.witness or self.data_witness
        assert shown is not None
        if not shown.symmetric:
            return say("k(x, z) and k(z, x) differ")
        n = len(shown)
        one, many = WITNESSED[self.space.kind]
        where = say(one) if n == 1 else say(many, n=n)
        return (
            say("{subject} the eigenvalue {eigenvalue}", subject=where, eigenvalue=rounded(shown.eigenvalue))
            + shown.aside
        )

    def _exactly(self, by: str) -> str:
        if by == "spectral" and self.spectral is not None and self.spectral.finding is not None:
            found = self.spectral.finding
            if not found.value and math.isfinite(found.times):  # beyond the smallest float
                return say(
                    "its spectral density is below 0 at ‖ω‖ = {frequency}, where the terms with a minus "
                    "are {ratio} times the others, and Bochner's theorem allows none",
                    frequency=rounded(found.omega),
                    ratio=rounded(found.times),
                )
            what = say("the weight of the frequency") if found.wave else say("its spectral density at ‖ω‖ =")
            return say(
                "{quantity} {frequency} is {value}, below 0, and Bochner's theorem allows none",
                quantity=what,
                frequency=rounded(found.omega),
                value=found.words,
            )
        if by == "series" and self.series is not None and (n := self.series.negative) is not None:
            return say(
                "the coefficient of (x·z){power} in its power series is {coefficient}, below 0",
                power=superscript(n),
                coefficient=rounded(self.series.value(n)),
            )
        if by == "singular":
            return say(
                "as a power series in x·z it ends at points off the positive axis, and a series "
                "without a negative coefficient ends on it (Pringsheim)"
            )
        if by == "flaw" and self.flaw is not None:
            return self.flaw.sentence
        return say(
            "its matrix of coefficients has a negative eigenvalue, decided in exact fractions; "
            "the Gram matrices of the points we tried show it only beyond the digits of a float"
        )


BY_RULES = phrase("every rule applies")
PROVEN_BY = {
    "coefficients": phrase("its matrix of coefficients has no negative eigenvalue, decided in exact fractions"),
    "rewriting": phrase("multiplied out, every rule applies"),
    "spectral": phrase("it depends on x − z alone, and its spectral measure is nowhere negative"),
    "series": phrase("it is a power series in x·z without a negative coefficient"),
}


def judge(k: Kernel, X: Data | None = None, d: float = 2, nonnegative: bool = False) -> Judgement:
    r"""Is k a kernel on ℝᵈ? PROVEN by rules or exact arguments, REFUTED by certain evidence, or OPEN.

    PROVEN by closure rules or by the exact coefficient matrix, REFUTED by a verified witness. A polynomial is never
    open: where its coefficient matrix refutes it and no float could show points that do, the verdict is REFUTED with
    witness None. A kernel of words, sets or graphs is judged on all of them, whatever d.

    Parameters
    ----------
    k : Kernel
        The kernel to judge.
    X : array-like of shape (n, d), or list of words, sets or graphs, optional
        Points that are tried as a witness too. They set d, if there are any.
    d : int or inf, default=2
        Dimension. ``inf`` asks about every ℝᵈ at once: refuted if one of them refutes it.
    nonnegative : bool, default=False
        Restrict ℝᵈ to points without a negative coordinate.

    Returns
    -------
    Judgement
        Its ``verdict`` with the proof or the witness.

    Raises
    ------
    ValueError
        If k is not a kernel, or does not fit ℝᵈ.

    References
    ----------
    Lecture notes S2 rules 1-8, S3 Mercer's condition.

    Examples
    --------
    >>> import kernviz as kv
    >>> j = kv.judge(kv.parse("poly(degree=2, coef0=-1)"), d=1)
    >>> j.verdict, j.witness.points.ravel().tolist(), j.witness.matrix.tolist(), round(j.witness.eigenvalue, 9)
    (<Verdict.REFUTED: 'refuted'>, [1.0, -1.0], [[0.0, 4.0], [4.0, 0.0]], -4.0)
    """
    check_kernel(k)
    rows = None if X is None else k.points(X)
    rows = None if rows is None or not len(rows) else rows  # no points say nothing about the space
    if rows is not None and rows.dtype == object:
        space = Space(1, kind=kind_in(rows))  # a constant takes anything: judge it on this kind
    else:
        space = space_of(k, d if rows is None else rows.shape[1], nonnegative)
    general = _in_every_dimension(k, space) if space.every else _judge(k, space)
    own = None if rows is None else _own_witness(k, inside(space, rows)[:MOST_OF_A_PERSON])
    if own is None:
        return general
    return replace(general, witness=general.witness or own, data_witness=own)


def _own_witness(k: Kernel, rows: NDArray[Any]) -> Witness | None:
    """Witness among the user's own points, as many of them as the budget allows."""
    while len(rows) > 1 and of_floats(k, len(rows)) > OWN_POINTS_WORK / 2:
        rows = rows[: len(rows) // 2]
    return attempt(lambda: shrunk(k, rows), None, OWN_POINTS_WORK)


@remembered(512)
def _judge(k: Kernel, space: Space) -> Judgement:
    return _with_budget(TOTAL_WORK, _judged_in_stages, k, space)


def _judged_in_stages(k: Kernel, space: Space) -> Judgement:
    """Judge within the remaining budget: arguments first, then points, then the more expensive arguments."""
    whole = left()
    found = _with_budget(ARGUMENTS_SHARE * whole, _by_arguments, k, space)
    if found.verdict is Verdict.PROVEN:
        return found
    inner, phi = pulled(k)
    before = (
        None
        if phi is None or k.kind != "vectors"
        else _with_budget(ARGUMENTS_SHARE * whole / 2, _by_arguments, inner, phi.onto(space))
    )
    if before is not None and phi is not None and before.verdict is Verdict.PROVEN:
        return replace(found, proof=after(before.proof, k, Mapped(inner, phi), space))
    shown = attempt(lambda: find(k, space) or _from_parts(k, space), None, left() - AFTER_SEARCH_SHARE * whole)
    if shown is not None or found.refuted_by is not None:
        return replace(found, witness=shown)
    if before is None or phi is None or not phi.covers(space):
        return replace(found, flaw=attempt(lambda: flaw(k, space), None))
    return replace(found, flaw=attempt(lambda: _flaw_under_a_map(before, phi), None))


def _with_budget(most: float, look: Callable[[Kernel, Space], Judgement], k: Kernel, space: Space) -> Judgement:
    """Apply `look` within this budget; OPEN if it is exhausted."""
    nothing = Judgement(k, space, Proof(k, space, "none", TOO_LONG, (), ()), None, None, None)
    return attempt(lambda: look(k, space), nothing, most)


def _flaw_under_a_map(before: Judgement, phi: PointMap) -> Flaw | None:
    """Flaw of k₁(φ(x), φ(z)) from a refutation of k₁ on all of the space that φ maps onto."""
    found = before if before.refuted_by is not None else replace(before, flaw=flaw(before.kernel, before.space))
    if found.refuted_by is None:
        return None
    where = say(
        "it is {kernel} after {phi}, which reaches all of {space}, and there ",
        kernel=before.kernel,
        phi=phi,
        space=before.space,
    )
    return Flaw(where + found._exactly(found.refuted_by), say("no point is lost"))


def _from_parts(k: Kernel, space: Space) -> Witness | None:
    """Points that refute a part of k, tried on k: a weight that is nowhere 0 only changes their weights."""
    effort = Effort(STAGE)
    for part in k.children if k.child_space(space) == space and space.kind == "vectors" else ():
        if not _known(part, space):
            known = find(part, space) or _from_parts(part, space)
            found = None if known is None else shrunk(k, known.points, deep=True, effort=effort)
            if found is not None:
                return found
    return None


def _by_arguments(k: Kernel, space: Space) -> Judgement:
    every, vectors = space.every, space.kind == "vectors"
    singular = attempt(lambda: ends_off_the_axis(k, space), False, ARGUMENT_WORK)
    matrix = attempt(lambda: coefficient_matrix(k, space.d), None, ARGUMENT_WORK) if vectors and not every else None
    series = attempt(lambda: _with_coefficients(whole_series(k, space)), None, ARGUMENT_WORK)
    proof = proven(k, space)
    density = None if every else attempt(lambda: spectral(k, space, _known), None, ARGUMENT_WORK)
    return Judgement(k, space, proof, None, None, matrix, density, series, singular)


def _with_coefficients(series: Series | None) -> Series | None:
    """The series with its coefficients computed now, within the budget; None without any."""
    return None if series is None or not series.coefficients else series


@remembered(128)
def _in_every_dimension(k: Kernel, space: Space) -> Judgement:
    """Proven for all d at once, or refuted in the first of DIMENSIONS in which k is refuted."""
    return _with_budget(TOTAL_WORK, _in_each_dimension, k, space)


def _in_each_dimension(k: Kernel, space: Space) -> Judgement:
    whole = left()
    found = _with_budget(ARGUMENTS_SHARE * whole, _by_arguments, k, space)
    if found.verdict is not Verdict.OPEN:
        return found
    for d in DIMENSIONS:
        look = _judged_in_stages if d <= POINTS_UP_TO else _by_arguments
        judged = _with_budget(DIMENSION_SHARE * whole, look, k, replace(space, d=d, every=False))
        if judged.verdict is Verdict.REFUTED:
            return replace(judged, asked=space)
    return found


def _known(k: Kernel, space: Space) -> bool:
    return _prove(k, space).complete


__all__ = ["Judgement", "Verdict", "judge", "witness"]
