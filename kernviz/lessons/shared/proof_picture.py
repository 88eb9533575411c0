"""The proof as a tree: every node with its rule, the notes' own number for it, and whether it holds."""

from __future__ import annotations

from kernviz.figures.tree.proof import TreeNode, TreeVerdict, describe_proof_tree, proof_tree
from kernviz.lessons.lesson import Picture
from kernviz.mercer import Judgement, Proof

WHOLE = ("coefficients", "spectral", "series")  # ways that decide a kernel without its parts
REFUTED_BY = {
    "coefficients": "its coefficient matrix has a negative eigenvalue",
    "spectral": "its spectral measure is below 0, by Bochner's theorem",
    "series": "a coefficient of its power series is below 0",
    "flaw": "its shape refutes it, by its Fourier transform",
    "singular": "its power series must have a coefficient below 0",
}


def proof_picture(judgement: Judgement) -> Picture:
    """One box a node, the kernel itself on top, what it is built from below."""
    nodes = tree_nodes(judgement)
    figure = proof_tree(nodes)
    return Picture(figure, describe_proof_tree(nodes), _caption(judgement.proof), "proof", int(figure.layout.height))


def _caption(proof: Proof) -> str:
    if not proof.complete:
        return "The rules stop at the line marked ✗ deepest in the tree; what rests on it is open by the rules alone."
    if any(part.way == "conditional" for _, part in proof.walk()):
        return (
            "Read from the bottom: a line marked ◐ is conditionally positive definite, which is less than a kernel and"
            " enough here; every line marked ✓ is a kernel by the rule it names, so the top one is."
        )
    return "Read from the bottom: every line is a kernel by the rule it names, so the top one is."


def tree_nodes(judgement: Judgement) -> list[TreeNode]:
    """The proof's nodes in reading order with ids and parents."""
    found: list[TreeNode] = []

    def visit(proof: Proof, parent: int | None, exponent: bool = False) -> None:
        number = len(found)
        own = [str(p) for p in proof.premises if not p.holds]
        if proof.way == "none":
            own.append("no closure rule makes this a kernel")
        if own and exponent:
            own.append("nor is it shown to be conditionally positive definite")
        rule = _rule(proof)
        held = "; ".join(f"{p.condition} ({p.value})" for p in proof.premises if p.holds)
        found.append(
            TreeNode(
                number,
                parent,
                str(proof.kernel),
                rule,
                _verdict(proof, own, judgement if parent is None else None),
                (
                    _refuted(judgement)
                    if parent is None and judgement.refuted_by
                    else "; ".join(own) or held or ("" if proof.complete else "by the rules alone")
                ),
            )
        )
        for part in proof.parts:
            visit(part, number, proof.kernel.schoenberg is not None)

    visit(judgement.proof, None)
    return found


def _rule(proof: Proof) -> str:
    """The rule's name and source; an argument about all of a kernel says what it has found."""
    found = "".join(f", {p.condition}" for p in proof.premises if p.holds) if proof.way in WHOLE else ""
    return proof.rule.name + found + (f" · {proof.rule.cited}" if proof.rule.sources else "")


def _refuted(judgement: Judgement) -> str:
    """What refutes the kernel on top, in a few words."""
    shown = judgement.witness or judgement.data_witness
    if shown is not None:
        return f"{len(shown)} point{'s' * (len(shown) > 1)} refute{'s' * (len(shown) == 1)} it, see Witness"
    return REFUTED_BY[judgement.refuted_by or ""]


def _verdict(proof: Proof, own: list[str], root: Judgement | None) -> TreeVerdict:
    if proof.complete:
        return "conditional" if proof.way == "conditional" else "proven"
    if root is not None and root.verdict.value == "refuted":
        return "refuted"
    return "fails" if own else "open"
