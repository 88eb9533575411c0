"""Closure rule of a kernel's outermost operation, such as a sum."""

from __future__ import annotations

from kernviz.kernels import Kernel, Space
from kernviz.mercer.proof import Proof
from kernviz.mercer.prover import proven
from kernviz.wording import say


def outermost_rule(k: Kernel, space: Space) -> str:
    """Return the closure rule of the kernel's outermost operation in a sentence.

    If the rule does not apply to the kernel's parts, the sentence gives the reason. The result is ""
    for a kernel without a rule.
    """
    if k.rule is None:
        return ""
    proof = proven(k, space)
    if proof.method == "rule":
        return _of_rule(proof)
    # proven by another argument than the rule of the node itself
    return say("Rule: {statement}.", statement=proof.rule.says)


def _of_rule(proof: Proof) -> str:
    if proof.complete:
        return say("Rule: {statement}.", statement=proof.rule.says)
    broken = "; ".join(str(premise) for premise in proof.premises if not premise.holds)
    if broken:
        return say("Its rule does not apply: {condition}.", condition=broken)
    return say(
        "Its rule, “{statement}”, shows nothing here: a part is not shown to be a kernel.", statement=proof.rule.says
    )
