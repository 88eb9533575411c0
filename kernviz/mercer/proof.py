"""Proof tree of a kernel, with the gaps of the proof.

Every node has a rule and premises. Each premise is decided: it holds or not.

A closure rule belongs to a single node of the kernel. Other arguments decide a whole subtree. The
coefficient matrix decides polynomials completely. Multiplying out helps if all coefficients are
then ≥ 0 although the text has minus signs: (−1 − x·z)².
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Literal

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.kernels.text import brief, in_text, latex_child
from kernviz.mercer.argument_rules import KERNEL
from kernviz.symbols import symbols
from kernviz.wording import say

Method = Literal["rule", "definition", "coefficients", "rewriting", "spectral", "series", "conditional", "none"]
Line = tuple[Kernel, Space, bool, bool]  # kernel, space, conditional, complete


@dataclass(frozen=True)
class ProofStep:
    """Line of a proof: formula kᵢ, rule, kernel, space and premises.

    The formula of kᵢ is written in earlier kⱼ. ``depends_on`` are the indices of the earlier lines that this line uses.
    """

    index: int
    formula: str  # LaTeX, in x, z and k_1 … k_{i−1}
    rule: Rule
    kernel: Kernel
    space: Space
    complete: bool
    conditional: bool = False  # proven to be conditionally positive definite only
    premises: tuple[Premise, ...] = ()
    depends_on: tuple[int, ...] = ()

    def __repr__(self) -> str:
        done = "complete" if self.complete else "incomplete"
        return f"<ProofStep {self.index}, {self.rule.name}: {brief(self.kernel)} on {self.space}: {done}>"


@dataclass(frozen=True)
class Proof:
    """Node of a proof tree.

    The node holds the kernel, the kind of argument, its premises, and the proofs of its parts.

    Attributes
    ----------
    kernel : Kernel
        The kernel of this line.
    space : Space
        The space of its points.
    method : str
        Kind of the argument, such as "rule" or "spectral".
    rule : Rule
        The rule or theorem, with its source.
    premises : tuple of Premise
        Side conditions of the rule, each decided.
    parts : tuple of Proof
        Proofs of the parts.

    Examples
    --------
    >>> import kernviz as kv
    >>> proof = kv.prove(kv.parse("2*rbf(1) + linear"))
    >>> proof.complete, [step.rule.name for step in proof.steps()][-2:]
    (True, ['scaling', 'sum'])
    >>> kv.prove(kv.parse("-linear")).gaps()
    [(-linear, 'c = -1, and the rule needs c ≥ 0')]
    """

    kernel: Kernel
    space: Space
    method: Method
    rule: Rule
    premises: tuple[Premise, ...]
    parts: tuple[Proof, ...]

    @cached_property
    def complete(self) -> bool:
        """Return True if every rule of the proof tree applies.

        The proofs of all parts, and of their parts in turn, must be complete too.
        """
        return (
            self.method != "none" and all(p.holds for p in self.premises) and all(part.complete for part in self.parts)
        )

    def __repr__(self) -> str:
        return f"<Proof {brief(self.kernel)} on {self.space}: {'complete' if self.complete else 'incomplete'}>"

    def _repr_html_(self) -> str:
        """Return the proof tree as nested lists, for a notebook.

        Each node is shown with its rule.
        """
        mark = "✓" if self.complete else "✗"
        below = "".join(part._repr_html_() for part in self.parts)
        rule = escape(str(self.rule.name))
        return f"<ul><li>{mark} <code>{escape(str(self.kernel))}</code> <small>{rule}</small>{below}</li></ul>"

    def _repr_latex_(self) -> str:
        """Return the numbered lines of the proof as a notebook formula."""
        return f"${self._lines()}$"

    def _lines(self) -> str:
        """Return the lines of the proof as a LaTeX array.

        Each line has a mark, the formula of kᵢ and the rule.
        """
        numbered = [(step, symbols(rf"‹\k›_{{{step.index}}}")) for step in self.steps()]
        lines = [
            rf"{in_text('✓' if step.complete else '✗')} & {name} = {step.formula} & {in_text(step.rule.name)}"
            for step, name in numbered
        ]
        return r"\begin{array}{lll}" + r"\\".join(lines) + r"\end{array}"

    def gaps(self) -> list[tuple[Kernel, str]]:
        """Return the innermost gaps of the proof: (node, reason in words)."""
        if self.complete:
            return []
        below = [gap for part in self.parts for gap in part.gaps()]
        failed = [(self.kernel, str(p)) for p in self.premises if not p.holds]
        if self.method == "none" and not below:
            failed.append((self.kernel, say("no rule makes this a kernel")))
        return below + failed

    def steps(self) -> list[ProofStep]:
        """Return the numbered lines of the proof, each built from earlier lines.

        For the Gaussian kernel this gives S2's Quiz 1 in four lines.
        """
        found: dict[Line, ProofStep] = {}
        for node in self._in_order():
            if node._line not in found:
                found[node._line] = node._step(found)
        return list(found.values())

    @property
    def _line(self) -> Line:
        """Return the key by which equal lines of a proof are recognised.

        The key is kernel, space, conditional or not, complete or not. The space belongs to the key, since the same
        function may be a kernel on the line and none in the plane.
        """
        return self.kernel, self.space, self.method == "conditional", self.complete

    def _step(self, earlier: dict[Line, ProofStep]) -> ProofStep:
        lines = [(part, node) for part in self.parts for node in part._nodes_with_lines()]
        below = {part.kernel: earlier[node._line].index for part, node in lines if part.kernel == node.kernel}

        def show(child: Kernel, level: int) -> str:
            return rf"‹\k›_{{{below[child]}}}" if child in below else latex_child(child, level)

        return ProofStep(
            len(earlier) + 1,
            symbols(self.kernel._latex(show)),
            self.rule,
            self.kernel,
            self.space,
            self.complete,
            self.method == "conditional",
            self.premises,
            tuple(sorted({earlier[node._line].index for _, node in lines})),
        )

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Proof]]:
        """Yield every node with its depth, this node first."""
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    def _in_order(self) -> Iterator[Proof]:
        for part in self.parts:
            yield from part._in_order()
        if self._has_line:
            yield self

    @property
    def _has_line(self) -> bool:
        """Return True if the node has its own line in the proof.

        There is none if the lines of the parts state the same. This is so for an expansion, for a kernel multiplied
        out, and for the step from "is a kernel" to "is conditionally positive definite".
        """
        return self.method not in ("definition", "rewriting") and self.rule is not KERNEL

    def _nodes_with_lines(self) -> Iterator[Proof]:
        """Yield the nodes whose lines of the proof represent this node."""
        if self._has_line:
            yield self
        else:
            for part in self.parts:
                yield from part._nodes_with_lines()
