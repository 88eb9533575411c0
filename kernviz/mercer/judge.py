"""Judgement of a kernel by proofs, witnesses and refuting theorems.

The steps are a proof by rules and theorems, a search for points, and theorems that refute
without points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.node import check_kernel
from kernviz.kernels.object_types import Data, kind_in
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.point_maps import Coordinate
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import attempt, left
from kernviz.mercer.analytic_refutation import flaw
from kernviz.mercer.argument_rules import TOO_LONG
from kernviz.mercer.candidates import inside
from kernviz.mercer.factor_input_map import factored_by_map
from kernviz.mercer.judgement import Judgement, Verdict
from kernviz.mercer.minimal_witness import shrunk
from kernviz.mercer.proof import Proof
from kernviz.mercer.prover import after, known, proven, space_of
from kernviz.mercer.registry import having
from kernviz.mercer.search import STAGE, find
from kernviz.mercer.search_budget import Effort, of_floats
from kernviz.mercer.theorems.theorem import Evidence, Flaw
from kernviz.mercer.witness import Witness
from kernviz.wording import remembered, say

DIMENSIONS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)  # tried in turn for "every ℝᵈ"
MOST_USER_POINTS = 300  # largest number of the user's own points
POINTS_UP_TO = 3  # for "every ℝᵈ", points are searched for up to this d; beyond, only exact arguments are tried
# budgets of a verdict, see kernels/work_budget.py: less than a second for points of up to ten columns
TOTAL_WORK, OWN_POINTS_WORK = 100_000, 30_000  # the whole verdict; the user's own points in addition
ARGUMENT_WORK = 15_000  # any single argument except the proof
ARGUMENTS_SHARE, AFTER_SEARCH_SHARE = (
    0.4,
    0.3,
)  # shares of the budget: for arguments without points, and for those after the search for points
DIMENSION_SHARE = 0.15  # share of each d when every ℝᵈ is judged


def judge(k: Kernel, X: Data | None = None, d: float = 2, nonnegative: bool = False) -> Judgement:
    r"""Decide if k is a kernel on ℝᵈ: PROVEN, REFUTED or OPEN.

    PROVEN: closure rules and theorems, such as the one about the exact coefficient matrix, prove that k is a
    kernel. REFUTED: a verified witness or a theorem shows that k is none. OPEN: neither was found. A polynomial of
    moderate size on one ℝᵈ is never open. If its coefficient matrix refutes it and no points in floats do, the
    verdict is REFUTED with witness None. A kernel of words, sets or graphs is judged on all of them, whatever d.

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
        If k is no `Kernel` object, does not fit ℝᵈ, or mixes kinds of objects.

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
    rows = None if rows is None or not len(rows) else rows  # an empty list of points does not determine the dimension
    if rows is not None and rows.dtype == object:
        # a constant accepts every kind of object: judge it on the kind of these points
        space = Space(1, kind=kind_in(rows))
    else:
        space = space_of(k, d if rows is None else rows.shape[1], nonnegative)
    general = _in_every_dimension(k, space) if space.every else _judge(k, space)
    own = None if rows is None else _own_witness(k, inside(space, rows)[:MOST_USER_POINTS])
    if own is None:
        return general
    return replace(general, witness=general.witness or own, data_witness=own)


def _own_witness(k: Kernel, rows: NDArray[Any]) -> Witness | None:
    """Return a witness among the user's own points.

    As many of the points are used as the budget allows.
    """
    while len(rows) > 1 and of_floats(k, len(rows)) > OWN_POINTS_WORK / 2:
        rows = rows[: len(rows) // 2]
    return attempt(lambda: shrunk(k, rows), None, OWN_POINTS_WORK)


@remembered(512)
def _judge(k: Kernel, space: Space) -> Judgement:
    return _with_budget(TOTAL_WORK, _judged_in_stages, k, space)


def _judged_in_stages(k: Kernel, space: Space) -> Judgement:
    """Judge the kernel within the remaining budget, in three stages.

    First come proofs and the evidence of theorems, for k and for its inner kernel if k is k₁(φ(x), φ(z)). Then
    points are searched for. Then follow the theorems that refute without points.
    """
    whole = left()
    found = _with_budget(ARGUMENTS_SHARE * whole, _by_arguments, k, space)
    if found.verdict is Verdict.PROVEN:
        return found
    inner, phi = factored_by_map(k)
    before = (
        None
        if phi is None or k.kind != "vectors"
        else _with_budget(ARGUMENTS_SHARE * whole / 2, _by_arguments, inner, phi.onto(space))
    )
    if before is not None and phi is not None and before.verdict is Verdict.PROVEN:
        return replace(found, proof=after(before.proof, k, Mapped(inner, phi), space))
    refuting = attempt(lambda: find(k, space) or _from_parts(k, space), None, left() - AFTER_SEARCH_SHARE * whole)
    if refuting is not None or found.refuted_by is not None:
        return replace(found, witness=refuting)
    if before is None or phi is None or not phi.covers(space):
        return replace(found, flaw=attempt(lambda: flaw(k, space), None))
    return replace(found, flaw=attempt(lambda: _flaw_under_a_map(before, phi), None))


def _with_budget(most: float, look: Callable[[Kernel, Space], Judgement], k: Kernel, space: Space) -> Judgement:
    """Return the judgement of `look` within this budget.

    The verdict is OPEN if the budget is exhausted.
    """
    nothing = Judgement(k, space, Proof(k, space, "none", TOO_LONG, (), ()), None, None)
    return attempt(lambda: look(k, space), nothing, most)


def _flaw_under_a_map(before: Judgement, phi: PointMap) -> Flaw | None:
    """Return the flaw of k₁(φ(x), φ(z)) from a refutation of k₁.

    ``before`` is the judgement of k₁ on a space. φ must map onto all of this space. None if k₁ is not refuted.
    """
    found = before if before.refuted_by is not None else replace(before, flaw=flaw(before.kernel, before.space))
    if found.refuted_by is None:
        return None
    reason = say(
        "it is {kernel} after {phi}, which reaches all of {space}, and there {reason}",
        kernel=before.kernel,
        phi=phi,
        space=before.space,
        reason=found.exact_reason,
    )
    return Flaw(reason, say("no point is lost"))


def _from_parts(k: Kernel, space: Space) -> Witness | None:
    """Return a witness from points that refute a part of k.

    The points are tried on k. An example is k = f(x)·f(z)·k₁ with f nowhere 0: points that refute k₁ refute k.
    """
    effort = Effort(STAGE)
    for part in k.children if k._child_space(space) == space and space.kind == "vectors" else ():
        if not known(part, space):
            refuted = find(part, space) or _from_parts(part, space)
            found = None if refuted is None else shrunk(k, refuted.points, deep=True, effort=effort)
            if found is not None:
                return found
    return None


def _by_arguments(k: Kernel, space: Space) -> Judgement:
    proof = proven(k, space)
    return Judgement(k, space, proof, None, None, _evidence(k, space))


def _evidence(k: Kernel, space: Space) -> tuple[Evidence, ...]:
    found = (
        attempt(lambda finds=theorem.finds: finds(k, space, known), None, ARGUMENT_WORK)  # type: ignore[misc]
        for theorem in having("finds")
    )
    return tuple(evidence for evidence in found if evidence is not None)


@remembered(128)
def _in_every_dimension(k: Kernel, space: Space) -> Judgement:
    """Return a judgement of k for every dimension d.

    k is proven for all d at once, or refuted in the lowest d found: by bisection below the first of DIMENSIONS in
    which k is refuted.
    """
    return _with_budget(TOTAL_WORK, _in_each_dimension, k, space)


def _in_each_dimension(k: Kernel, space: Space) -> Judgement:
    whole = left()
    found = _with_budget(ARGUMENTS_SHARE * whole, _by_arguments, k, space)
    if found.verdict is not Verdict.OPEN:
        return found

    def on(d: int) -> Judgement:
        look = _judged_in_stages if d <= POINTS_UP_TO else _by_arguments
        return _with_budget(DIMENSION_SHARE * whole, look, k, replace(space, d=d, every=False))

    below = _columns(k) - 1  # the points have at least the columns that k names
    for d in (d for d in DIMENSIONS if d > below):
        refuted = on(d)
        if refuted.verdict is Verdict.REFUTED:
            while refuted.space.d - below > 1:
                between = on((below + refuted.space.d) // 2)
                if between.verdict is Verdict.REFUTED:
                    refuted = between
                else:
                    below = between.space.d
            return replace(refuted, asked=space)
        below = d
    return replace(found, flaw=attempt(lambda: flaw(k, space), None))


def _columns(k: Kernel) -> int:
    """Return the largest column number in k, at least 1."""
    maps = (part.phi for part in k.walk() if isinstance(part, Mapped))
    return max((phi.i for phi in maps if isinstance(phi, Coordinate)), default=1)


__all__ = ["Judgement", "Verdict", "judge"]
