"""Interface of a theorem of the prover.

A theorem has a name, a source, and ways to decide. The file of the theorem states it.

Theorems are tried in the order of their list, see `kernviz.mercer.registry`. `judge` and `prove`
know them by this interface only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kernviz.kernels.expr import Kernel
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.mercer.proof import Method, Proof
from kernviz.mercer.terms import Item, Known


@dataclass(frozen=True)
class Argument:
    """Argument that the cofactor of a `Group` is a kernel.

    The fields are the kind of argument, the rule, the premises, and the kernel `of` whose proof the argument needs
    (None: no proof of another kernel is needed).
    """

    method: Method
    rule: Rule
    premises: tuple[Premise, ...]
    of: Kernel | None = None


@dataclass(frozen=True)
class Group:
    """Group of terms of a kernel multiplied out.

    The group is the common factor `shared` (None: none) times the cofactor `rest`.

    `argument` proves `rest`. `argument` is None if every coefficient is ≥ 0 and every term is a kernel.
    """

    shared: Kernel | None
    rest: Kernel
    argument: Argument | None = None


class Evidence(Protocol):
    """Finding about a whole kernel that may refute the kernel.

    A page may draw the finding.
    """

    @property
    def method(self) -> str:
        """Return the kind of finding, the word that `Judgement.refuted_by` returns."""

    @property
    def value(self) -> Any:
        """Return the object that a page draws.

        Examples are a matrix and a spectral measure.
        """

    @property
    def refutes(self) -> bool:
        """Return True if the finding certainly refutes the kernel."""

    @property
    def reason(self) -> str:
        """Return the reason of a refutation, in words."""


@dataclass(frozen=True)
class Flaw:
    """Reason why k is no kernel: a sentence, and the theorem's source."""

    why: str
    source: str

    @property
    def sentence(self) -> str:
        """Return the reason why k is no kernel, with its source."""
        return f"{self.why} ({self.source})"


class Prover(Protocol):
    """Interface through which a theorem gets the proofs of other kernels.

    An example is a proof of a part of the kernel in question.
    """

    def kernel(self, k: Kernel, space: Space) -> Proof:
        """Return the proof that k is a kernel, as far as found."""

    def by_rules(self, k: Kernel, space: Space) -> Proof:
        """Return the proof that k is a kernel by its node's rule.

        The parts of the node may be proven by any theorem.
        """

    def conditional(self, k: Kernel, space: Space) -> Proof:
        """Return the proof that k is conditionally positive definite.

        The proof goes as far as it is found.
        """

    def cofactor(self, items: Sequence[Item], space: Space, proven: Sequence[bool]) -> Argument | None:
        """Return the first argument that Σ c·k is a kernel.

        Each k is a function of x − z. None if there is no argument.
        """

    def groups(self, k: Kernel, f: Form, space: Space, known: Known) -> tuple[Group, ...] | None:
        """Return groups of terms of f, each proven to be a kernel.

        f is the form of k. None if no theorem finds the groups.
        """


Proves = Callable[[Kernel, Space, Prover], Proof | None]


@dataclass(frozen=True)
class Theorem:
    """Theorem with the ways in which it decides.

    Ways that the theorem does not have are None.
    """

    name: str  # as in the table of benchmarks/theorems.py
    source: str
    proves: Proves | None = None  # proves that k is a kernel
    conditionally: Proves | None = None  # proves that k is conditionally positive definite
    # proves a normal form in groups of its terms
    groups: Callable[[Kernel, Form, Space, Prover, Known], tuple[Group, ...] | None] | None = None
    # proves Σ c·k of functions of x − z
    cofactor: Callable[[Sequence[Item], Space, Sequence[bool]], Argument | None] | None = None
    # evidence looked for before the search for points
    finds: Callable[[Kernel, Space, Known], Evidence | None] | None = None
    # flaw looked for after a search for points without success
    refutes: Callable[[Kernel, Space], Flaw | None] | None = None


__all__ = ["Argument", "Evidence", "Flaw", "Group", "Item", "Known", "Prover", "Proves", "Theorem"]
