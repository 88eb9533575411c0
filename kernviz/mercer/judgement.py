"""Verdicts about a kernel, with everything found about the kernel.

The three verdicts are proven, refuted and open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from html import escape
from typing import Any

from kernviz.features.polynomial import CoefficientMatrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.object_types import Kind
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.text import brief, in_text
from kernviz.mercer.power_series import Series
from kernviz.mercer.proof import Proof
from kernviz.mercer.spectral import Spectral
from kernviz.mercer.theorems.theorem import Evidence, Flaw
from kernviz.mercer.witness import Witness
from kernviz.wording import phrase, say

THINGS: dict[Kind, str] = {
    "vectors": phrase("points"),
    "words": phrase("words"),
    "sets": phrase("sets"),
    "graphs": phrase("graphs"),
}
WITNESSED: dict[Kind, tuple[str, str]] = {  # kind -> text for one object, text for several
    "vectors": (phrase("the Gram matrix of one point has"), phrase("the Gram matrix of {n} points has")),
    "words": (phrase("the Gram matrix of one word has"), phrase("the Gram matrix of {n} words has")),
    "sets": (phrase("the Gram matrix of one set has"), phrase("the Gram matrix of {n} sets has")),
    "graphs": (phrase("the Gram matrix of one graph has"), phrase("the Gram matrix of {n} graphs has")),
}


class Verdict(Enum):
    """Three-valued answer to "is k a kernel on this space?".

    The type is no bool, since "no rule applies" is not "no".

    Attributes
    ----------
    PROVEN : Verdict
        Rules and theorems prove that k is a kernel.
    REFUTED : Verdict
        Points or a theorem show that k is none.
    OPEN : Verdict
        Neither was found.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.judge(kv.RBF(1)).verdict is kv.Verdict.PROVEN
    True
    """

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Judgement:
    """Record of everything known about a kernel on a space.

    The verdict follows from this record and is no field. Whatever refutes (points, evidence of a
    theorem, a flaw) counts before any proof. So a PROVEN judgement cannot contain a refutation.

    Attributes
    ----------
    kernel : Kernel
        The kernel.
    space : Space
        The space on which it is judged.
    proof : Proof
        Its proof, complete or not.
    witness : Witness or None
        Points that refute it. None also if an exact argument refutes it and no points were found.
    data_witness : Witness or None
        The given points, if they refute it too.
    evidence : tuple of Evidence
        What theorems about the whole kernel found.
    flaw : Flaw or None
        Refutation without points, searched for only if no points are found.
    asked : Space or None
        The space that was asked about, if the kernel is refuted on a part of it.

    Examples
    --------
    >>> import kernviz as kv
    >>> found = kv.judge(kv.parse("2*rbf(2) - rbf(1)"), d=3)
    >>> found.verdict, found.refuted_by
    (<Verdict.REFUTED: 'refuted'>, 'points')
    >>> kv.judge(kv.RBF(1), d=3).sentence
    'A kernel on ℝ³: the rules prove it.'
    """

    kernel: Kernel
    space: Space
    proof: Proof
    witness: Witness | None  # None also if an exact argument refutes k and no points were found
    data_witness: Witness | None  # the user's own points, if they refute k too
    evidence: tuple[Evidence, ...] = ()  # found by theorems about the whole kernel
    flaw: Flaw | None = None  # searched for only if no points are found
    asked: Space | None = None  # the space that was asked about (every ℝᵈ), if k is refuted on the single `space`

    @property
    def coefficients(self) -> CoefficientMatrix | None:
        """Return the coefficient matrix of a polynomial kernel, if found."""
        return self._found("coefficients")

    @property
    def spectral(self) -> Spectral | None:
        """Return the spectral measure of the kernel, if found."""
        return self._found("spectral")

    @property
    def series(self) -> Series | None:
        """Return the power series of a function of x·z, if found."""
        return self._found("series")

    def _found(self, method: str) -> Any:
        return next((found.value for found in self.evidence if found.method == method), None)

    @property
    def refuted_by(self) -> str | None:
        """Return the kind of refutation.

        The kind is "points", the method of the evidence ("coefficients", "spectral", "series"), or "flaw".
        None without a refutation.
        """
        if self.witness is not None or self.data_witness is not None:
            return "points"
        found = self._refutation
        return found.method if found is not None else "flaw" if self.flaw is not None else None

    @property
    def _refutation(self) -> Evidence | None:
        return next((found for found in self.evidence if found.refutes), None)

    @property
    def verdict(self) -> Verdict:
        """Return the verdict that follows from the findings.

        The verdict is REFUTED where anything refutes. Else it is PROVEN where the proof is complete. Else
        it is OPEN.
        """
        if self.refuted_by is not None:
            return Verdict.REFUTED
        return Verdict.PROVEN if self.proof.complete else Verdict.OPEN

    def __repr__(self) -> str:
        return f"<Judgement {brief(self.kernel)} on {self.asked or self.space}: {self.verdict.value}>"

    def _repr_html_(self) -> str:
        """Return kernel, verdict and proof as HTML, for a notebook."""
        return f"<p><code>{escape(str(self.kernel))}</code>: {escape(self.sentence)}</p>{self.proof._repr_html_()}"

    def _repr_latex_(self) -> str:
        """Return kernel, verdict and any complete proof as a notebook formula."""
        lines = [self.kernel._repr_latex_()[1:-1], in_text(self.sentence)]
        if self.verdict is Verdict.PROVEN:
            lines.append(self.proof._lines())
        return r"$\begin{array}{l}" + r"\\".join(lines) + r"\end{array}$"

    @property
    def sentence(self) -> str:
        """Return the verdict and its reason in one sentence."""
        match self.verdict, self.refuted_by:
            case Verdict.PROVEN, _:
                return say(
                    "A kernel on {space}: {reason}.",
                    space=self.space,
                    reason=IN_A_KERNEL if self._series_in_a_kernel else PROVEN_BY.get(self.proof.method, BY_RULES),
                )
            case Verdict.OPEN, _:
                return say(
                    "Open on {space}: no rule proves it, and no {things} we tried refute it.",
                    space=self.space,
                    things=THINGS[self.space.kind],
                )
            case _, by:
                reason = self._by_points() if by == "points" else self.exact_reason
                if self.asked is None:
                    return say("Not a kernel on {space}: {reason}.", space=self.space, reason=reason)
                return say(
                    "Not a kernel on {every_space}: on {space}, {reason}.",
                    every_space=self.asked,
                    space=self.space,
                    reason=reason,
                )

    @property
    def _series_in_a_kernel(self) -> bool:
        """Return True for a proof by a power series in another kernel."""
        return self.proof.method == "series" and bool(self.proof.parts)

    def _by_points(self) -> str:
        refuting = self.witness or self.data_witness
        assert refuting is not None
        if not refuting.symmetric:
            return say("‹k›(x, ‹z›) and ‹k›(‹z›, x) differ")
        n = len(refuting)
        one, many = WITNESSED[self.space.kind]
        where = say(one) if n == 1 else say(many, n=n)
        return (
            say("{subject} the eigenvalue {eigenvalue}", subject=where, eigenvalue=refuting.eigenvalue) + refuting.aside
        )

    @property
    def exact_reason(self) -> str:
        """Return the reason of a refutation without points, in words.

        The text is empty without such a refutation.
        """
        found = self._refutation
        if found is not None:
            return found.reason
        return "" if self.flaw is None else self.flaw.sentence


BY_RULES = phrase("the rules prove it")
IN_A_KERNEL = phrase("it is a power series in a kernel, without a negative coefficient")
PROVEN_BY = {
    "coefficients": phrase("its matrix of coefficients has no negative eigenvalue, decided in exact fractions"),
    "rewriting": phrase("once it is multiplied out, the rules prove it"),
    "spectral": phrase("it depends on x − ‹z› alone, and its spectral measure is nowhere negative"),
    "series": phrase("it is a power series in ‹x·z› without a negative coefficient"),
}
