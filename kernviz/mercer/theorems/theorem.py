r"""A theorem of the prover: statement, source, what it asks of a node, and how it decides.

Theorems are tried in the order of their list, see `kernviz.mercer.theorems`. `judge` and `prove` know them by this
interface only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kernviz.kernels.expr import Kernel
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.mercer.proof import Proof, Way
from kernviz.mercer.terms import Item, Known


@dataclass(frozen=True)
class Argument:
    """A decision about one cofactor: kind of argument, rule, premises, and the kernel `of` that it rests on."""

    way: Way
    rule: Rule
    premises: tuple[Premise, ...]
    of: Kernel | None = None


@dataclass(frozen=True)
class Group:
    """Terms of a kernel multiplied out: their common factor `shared` (None: none) and the cofactor `rest`.

    `argument` proves `rest`; None if every coefficient is ≥ 0 and every term is a kernel.
    """

    shared: Kernel | None
    rest: Kernel
    argument: Argument | None = None


class Evidence(Protocol):
    """Finding about a whole kernel that may refute it, and that a page may draw."""

    @property
    def way(self) -> str:
        """Kind of finding, the word that `Judgement.refuted_by` returns."""

    @property
    def value(self) -> Any:
        """The object that a page draws, such as a matrix or a spectral measure."""

    @property
    def refutes(self) -> bool:
        """True if the kernel is certainly none."""

    @property
    def reason(self) -> str:
        """Reason of a refutation, in words."""


@dataclass(frozen=True)
class Flaw:
    """Reason why k is no kernel: a sentence, and the theorem's source."""

    why: str
    source: str

    @property
    def sentence(self) -> str:
        """Reason and source."""
        return f"{self.why} ({self.source})"


class Prover(Protocol):
    """Proofs of parts, for theorems that rest on them."""

    def kernel(self, k: Kernel, space: Space) -> Proof:
        """Proof that k is a kernel, as far as it is found."""

    def by_rules(self, k: Kernel, space: Space) -> Proof:
        """Proof by the node's own rule, its parts proven in any way."""

    def conditional(self, k: Kernel, space: Space) -> Proof:
        """Proof that k is conditionally positive definite, as far as it is found."""

    def cofactor(self, items: Sequence[Item], space: Space, proven: Sequence[bool]) -> Argument | None:
        """First argument that Σ c·k is a kernel, k functions of x − z; None without one."""

    def groups(self, k: Kernel, f: Form, space: Space, known: Known) -> tuple[Group, ...] | None:
        """Groups of terms of f, the form of k, each proven to be a kernel; None if no theorem finds them."""


Proves = Callable[[Kernel, Space, Prover], Proof | None]


@dataclass(frozen=True)
class Theorem:
    """A theorem with the ways in which it decides; those it does not have are None."""

    name: str  # as in the table of benchmarks/theorems.py
    statement: str
    source: str
    asks: str  # the facts it needs of a node, in words
    proves: Proves | None = None  # that k is a kernel
    conditionally: Proves | None = None  # that k is conditionally positive definite
    groups: Callable[[Kernel, Form, Space, Prover, Known], tuple[Group, ...] | None] | None = None  # of a normal form
    cofactor: Callable[[Sequence[Item], Space, Sequence[bool]], Argument | None] | None = None  # Σ c·k of x − z
    finds: Callable[[Kernel, Space, Known], Evidence | None] | None = None  # before the search for points
    refutes: Callable[[Kernel, Space], Flaw | None] | None = None  # after a search for points without success


__all__ = ["Argument", "Evidence", "Flaw", "Group", "Item", "Known", "Prover", "Proves", "Theorem"]
