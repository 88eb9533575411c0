r"""Three verdicts: proven by rules, refuted by a witness, or open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from numpy.typing import NDArray

from kernviz.features.polynomial import CoefficientMatrix, coefficient_matrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import Space, rounded, superscript
from kernviz.kernels.kinds import Data, Kind, kind_in
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.node import check_kernel
from kernviz.kernels.point_maps import PointMap
from kernviz.kernels.work import attempt, left
from kernviz.mercer.arguments import TOO_LONG
from kernviz.mercer.by_parts import whole_series
from kernviz.mercer.candidates import inside
from kernviz.mercer.effort import Effort, of_floats
from kernviz.mercer.flaw import Flaw, flaw
from kernviz.mercer.power_series import Series
from kernviz.mercer.pringsheim import ends_off_the_axis
from kernviz.mercer.proof import Proof, _prove, after, proven, space_of
from kernviz.mercer.pulled import pulled
from kernviz.mercer.search import MOST_OF_A_PERSON, STAGE, find
from kernviz.mercer.shrink import shrunk
from kernviz.mercer.spectral import Spectral, spectral
from kernviz.mercer.witness import Witness, witness
from kernviz.wording import phrase, remembered, say

DIMENSIONS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)  # asked one by one for "every ℝᵈ"
POINTS_UP_TO = 3  # in higher ones the exact arguments alone are asked
# what a verdict may cost, see `kernels.work`: less than a second, whatever the kernel
WHOLE, OWN = 100_000, 30_000  # all of it, and a person's own points besides
ARGUMENT = 15_000  # any argument but a proof
ARGUING, AFTERWARDS = 0.4, 0.3  # shares: of what asks for no points, and of what comes after the search for some
A_DIMENSION = 0.15  # the share of each small d where every one is asked about


THINGS: dict[Kind, str] = {
    "vectors": phrase("points"),
    "words": phrase("words"),
    "sets": phrase("sets"),
    "graphs": phrase("graphs"),
}
WITNESSED: dict[Kind, tuple[str, str]] = {  # one of them, or several: a single number is its own matrix
    "vectors": (phrase("one point has"), phrase("the Gram matrix of {n} points has")),
    "words": (phrase("one word has"), phrase("the Gram matrix of {n} words has")),
    "sets": (phrase("one set has"), phrase("the Gram matrix of {n} sets has")),
    "graphs": (phrase("one graph has"), phrase("the Gram matrix of {n} graphs has")),
}


class Verdict(Enum):
    """Is it a kernel on this space? Never a bool: "no rule applies" is not "no"."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Judgement:
    """What is known of a kernel on a space, and the verdict that follows from it.

    The verdict is no field: whatever refutes (points, the coefficient matrix, the spectral measure, the power series, a
    flaw) counts before any proof, so PROVEN beside something that refutes cannot be.
    """

    kernel: Kernel
    space: Space
    proof: Proof
    witness: Witness | None  # None too where an exact argument refutes k and no points were found
    data_witness: Witness | None  # the person's own points, when they refute it too
    coefficients: CoefficientMatrix | None
    spectral: Spectral | None = None  # of a function of x − z
    series: Series | None = None  # of a function of x·z
    singular: bool = False  # of a function of x·z whose power series must have a negative coefficient, see `pringsheim`
    flaw: Flaw | None = None  # asked where no points are found: an edge, a value far out
    asked: Space | None = None  # every ℝᵈ at once, where `space` is the one of them that refutes k

    @property
    def refuted_by(self) -> str | None:
        """What shows that k is none: "points", "coefficients", "spectral", "series", "singular", "flaw"; None where
        nothing does.
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

    @property
    def sentence(self) -> str:
        """One sentence that says why."""
        match self.verdict, self.refuted_by:
            case Verdict.PROVEN, _:
                return say(
                    "A kernel on {space}: {get}.",
                    space=self.space,
                    get=PROVEN_BY.get(self.proof.way, BY_RULES),
                )
            case Verdict.OPEN, _:
                return say(
                    "Open on {space}: no rule proves it, and no {things} we tried refute it.",
                    space=self.space,
                    things=THINGS[self.space.kind],
                )
            case _, by:
                why = self._by_points() if by == "points" else self._exactly(by or "")
                where = f"{self.space}" if self.asked is None else f"{self.asked}: on {self.space}"
                return say(
                    "Not a kernel on {where}{asked} {why}.", where=where, asked="," if self.asked else ":", why=why
                )

    def _by_points(self) -> str:
        shown = self.witness or self.data_witness
        assert shown is not None
        if not shown.symmetric:
            return say("k(x, z) and k(z, x) differ")
        n = len(shown)
        one, many = WITNESSED[self.space.kind]
        where = say(one) if n == 1 else say(many, n=n)
        return say("{where} the eigenvalue {rounded}", where=where, rounded=rounded(shown.eigenvalue))

    def _exactly(self, by: str) -> str:
        if by == "spectral" and self.spectral is not None and self.spectral.finding is not None:
            found = self.spectral.finding
            if not found.value:  # beyond the smallest float
                return say(
                    "its spectral density is below 0 at ‖ω‖ = {rounded}, where the terms with a minus "
                    "are {rounded_2} times the others, and Bochner's theorem allows none",
                    rounded=rounded(found.omega),
                    rounded_2=rounded(found.times),
                )
            what = say("the weight of the frequency") if found.wave else say("its spectral density at ‖ω‖ =")
            return say(
                "{what} {rounded} is {rounded_2}, below 0, and Bochner's theorem allows none",
                what=what,
                rounded=rounded(found.omega),
                rounded_2=rounded(found.value),
            )
        if by == "series" and self.series is not None and (n := self.series.negative) is not None:
            return say(
                "the coefficient of (x·z){superscript} in its power series is {rounded}, below 0",
                superscript=superscript(n),
                rounded=rounded(self.series.value(n)),
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
    "spectral": phrase("it hangs on x − z alone, and its spectral measure is nowhere negative"),
    "series": phrase("it is a power series in x·z without a negative coefficient"),
}


def judge(k: Kernel, X: Data | None = None, d: float = 2, nonnegative: bool = False) -> Judgement:
    r"""Is k a kernel on ℝᵈ? PROVEN by closure rules or by the exact coefficient matrix, REFUTED by a verified witness,
    or OPEN.

    A polynomial is never open: where its coefficient matrix refutes it and no float could show points that do, the
    verdict is REFUTED with witness None.
    A kernel of words, sets or graphs is judged on all of them, whatever d.
    d = ∞ asks about every ℝᵈ at once: refuted where one of them refutes it.
    X (n, d), the person's own points (or objects), are tried too and set d. Raises ValueError where k does not fit ℝᵈ.
    Sources: S2 rules 1-8, S3 Mercer's condition.

    >>> import kernviz as kv
    >>> j = kv.judge(kv.parse("poly(degree=2, coef0=-1)"), d=1)
    >>> j.verdict, j.witness.points.ravel().tolist(), j.witness.matrix.tolist(), round(j.witness.eigenvalue, 9)
    (<Verdict.REFUTED: 'refuted'>, [1.0, -1.0], [[0.0, 4.0], [4.0, 0.0]], -4.0)
    """
    check_kernel(k)
    rows = None if X is None else k.points(X)
    if rows is not None and rows.dtype == object:
        space = Space(1, kind=kind_in(rows))  # a constant takes anything: here it is asked about these
    else:
        space = space_of(k, d if rows is None else rows.shape[1], nonnegative)
    general = _in_every_dimension(k, space) if space.every else _judge(k, space)
    own = None if rows is None else _on(k, inside(space, rows)[:MOST_OF_A_PERSON])
    if own is None:
        return general
    return replace(general, witness=general.witness or own, data_witness=own)


def _on(k: Kernel, rows: NDArray[Any]) -> Witness | None:
    """A person's own points, where they refute k: so many of them as the work allows."""
    while len(rows) > 1 and of_floats(k, len(rows)) > OWN / 2:
        rows = rows[: len(rows) // 2]
    return attempt(lambda: shrunk(k, rows), None, OWN)


@remembered(512)
def _judge(k: Kernel, space: Space) -> Judgement:
    return _within(WHOLE, _looked_at, k, space)


def _looked_at(k: Kernel, space: Space) -> Judgement:
    """With the work that is left: some of it for arguments, and some kept back from the search for what follows it."""
    whole = left()
    found = _within(ARGUING * whole, _without_points, k, space)
    if found.verdict is Verdict.PROVEN:
        return found
    inner, phi = pulled(k)
    before = (
        None
        if phi is None or k.kind != "vectors"
        else _within(ARGUING * whole / 2, _without_points, inner, phi.onto(space))
    )
    if before is not None and phi is not None and before.verdict is Verdict.PROVEN:
        return replace(found, proof=after(before.proof, k, Mapped(inner, phi), space))
    shown = attempt(lambda: find(k, space) or _from_parts(k, space), None, left() - AFTERWARDS * whole)
    if shown is not None or found.refuted_by is not None:
        return replace(found, witness=shown)
    if before is None or phi is None or not phi.covers(space):
        return replace(found, flaw=attempt(lambda: flaw(k, space), None))
    return replace(found, flaw=attempt(lambda: _before_a_map(before, phi), None))


def _within(most: float, look: Callable[[Kernel, Space], Judgement], k: Kernel, space: Space) -> Judgement:
    """What is found with so much work."""
    nothing = Judgement(k, space, Proof(k, space, "none", TOO_LONG, (), ()), None, None, None)
    return attempt(lambda: look(k, space), nothing, most)


def _before_a_map(before: Judgement, phi: PointMap) -> Flaw | None:
    """What refutes k₁ on all of the space that φ reaches refutes k₁(φ(x), φ(z))."""
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
    """Points that refute a part often refute the whole: a weight that is nowhere 0 only changes their weights."""
    effort = Effort(STAGE)
    for part in k.children if k.child_space(space) == space and space.kind == "vectors" else ():
        if not _known(part, space):
            known = find(part, space) or _from_parts(part, space)
            found = None if known is None else shrunk(k, known.points, deep=True, effort=effort)
            if found is not None:
                return found
    return None


def _without_points(k: Kernel, space: Space) -> Judgement:
    every, vectors = space.every, space.kind == "vectors"
    singular = attempt(lambda: ends_off_the_axis(k, space), False, ARGUMENT)
    matrix = attempt(lambda: coefficient_matrix(k, space.d), None, ARGUMENT) if vectors and not every else None
    series = attempt(lambda: _worked_out(whole_series(k, space)), None, ARGUMENT)
    proof = proven(k, space)
    density = None if every else attempt(lambda: spectral(k, space, _known), None, ARGUMENT)
    return Judgement(k, space, proof, None, None, matrix, density, series, singular)


def _worked_out(series: Series | None) -> Series | None:
    """With its coefficients, which are asked for later."""
    return None if series is None or not series.coefficients else series


@remembered(128)
def _in_every_dimension(k: Kernel, space: Space) -> Judgement:
    """Proven by what does not ask for d, or refuted in the first of some dimensions in which it is."""
    return _within(WHOLE, _in_one_of, k, space)


def _in_one_of(k: Kernel, space: Space) -> Judgement:
    whole = left()
    found = _within(ARGUING * whole, _without_points, k, space)
    if found.verdict is not Verdict.OPEN:
        return found
    for d in DIMENSIONS:
        look = _looked_at if d <= POINTS_UP_TO else _without_points
        judged = _within(A_DIMENSION * whole, look, k, replace(space, d=d, every=False))
        if judged.verdict is Verdict.REFUTED:
            return replace(judged, asked=space)
    return found


def _known(k: Kernel, space: Space) -> bool:
    return _prove(k, space).complete


__all__ = ["Judgement", "Verdict", "judge", "witness"]
