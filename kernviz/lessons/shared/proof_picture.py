"""Picture of a proof as a tree.

Every node shows its rule, the notes' own number for the rule, and its status.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.tree.proof import TreeNode, TreeVerdict, describe_proof_tree, proof_tree
from kernviz.kernels import Kernel, Mapped, Sum, Weighted
from kernviz.kernels.math_notation import printed, printed_function
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import at
from kernviz.lessons.shared.part_judgement import part_judgement
from kernviz.mercer import Judgement, Proof
from kernviz.mercer.prover import proven
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, short, spoken

Pair = tuple[NDArray[np.float64], NDArray[np.float64]]

PROOF = "proof"  # key of the picture
WHOLE = ("coefficients", "spectral", "series")  # kinds of proof that decide a kernel as a whole, without its parts
REFUTED_BY = {
    "coefficients": phrase("its coefficient matrix has a negative eigenvalue"),
    "spectral": phrase("its spectral measure is negative somewhere (Bochner's theorem)"),
    "series": phrase("a coefficient of its power series is below 0"),
    "flaw": phrase("a theorem refutes it, without points to show"),
}


def proof_picture(judgement: Judgement, pair: Pair | None = None) -> Picture:
    """Draw a proof as a tree with a box per node.

    The kernel is on top. With a pair (x, z) each box shows its value.
    """
    nodes = tree_nodes(judgement, pair)
    figure = proof_tree(nodes)
    caption = _caption(judgement.proof)
    if pair is not None:
        caption += " " + say(
            "The number after = is the value of a line at x = {x} and z = {z}.", x=at(pair[0]), z=at(pair[1])
        )
        if any(isinstance(step.kernel, Mapped) for _, step in judgement.proof.walk()):
            caption += " " + say("A part after a map gets φ(x) and φ(z) as its points. They stand beside its value.")
    return Picture(figure, describe_proof_tree(nodes), caption, PROOF, int(figure.layout.height))


def _parts(proof: Proof) -> tuple[Proof, ...]:
    """Return the proofs of the parts of a proof line.

    If the line is decided as a whole, each child of the kernel is proved by itself. The height of
    the tree thus does not change when a moved parameter changes the verdict.
    """
    if proof.parts or proof.method not in WHOLE:
        return proof.parts
    return tuple(proven(child, proof.kernel._child_space(proof.space)) for child in proof.kernel.children)


def _caption(proof: Proof) -> str:
    if not proof.complete:
        return say(
            "The rules stop at the lines marked ✗: such a part is no kernel, or no rule shows that it is one. "
            "The rules alone do not prove the lines above it."
        )
    if proof.method in WHOLE and _parts(proof):
        return say(
            "The line on top is a kernel as a whole, by the theorem it names. The lines below are its parts. These "
            "need not be kernels."
        )
    if any(part.method == "conditional" for _, part in proof.walk()):
        return say(
            "Read from the bottom. A line marked ◐ is conditionally positive definite: that is less than a kernel, "
            "but enough here. Every line marked ✓ is a kernel by the rule it names, and so is the top line."
        )
    return say("Read from the bottom: every line is a kernel by the rule it names, and so is the top line.")


def tree_nodes(judgement: Judgement, pair: Pair | None = None) -> list[TreeNode]:
    """Return the nodes of the proof in reading order.

    Each node has its id and its parent. An unproven part is judged by itself.
    """
    found: list[TreeNode] = []
    whole = pair

    def visit(proof: Proof, parent: int | None, pair: Pair | None, exponent: bool = False) -> None:
        number = len(found)
        own = [str(p) for p in proof.premises if not p.holds]
        if proof.method == "none":
            own.append(say("no closure rule makes this a kernel"))
        if own and exponent:
            own.append(say("nor is it shown to be conditionally positive definite"))
        premises = "; ".join(f"{p.condition} ({p.value})" for p in proof.premises if p.holds)
        judged = judgement if parent is None else None if proof.complete else part_judgement(proof.kernel, proof.space)
        refuted = judged is not None and judged.refuted_by is not None
        found.append(
            TreeNode(
                number,
                parent,
                _formula(proof.kernel)
                + _value(proof.kernel, pair)
                + _mapped_points_text(pair, whole)
                + _weight(proof.kernel),
                _rule(proof),
                "refuted" if refuted and not proof.complete else _verdict(proof, own),
                (
                    _refuted(judged, parent is None)
                    if judged is not None and refuted
                    else "; ".join(own) or premises or ("" if proof.complete else say("by the rules alone"))
                ),
            )
        )
        for part in _parts(proof):
            visit(part, number, _arguments_of_parts(proof, pair), proof.kernel._schoenberg is not None)

    visit(judgement.proof, None, pair)
    return found


def _printed(kernel: Kernel) -> str:
    """Return a kernel's formula as text, in the current notation."""
    return symbols(printed(kernel).replace("x·z", "‹x·z›").replace("x − z", "x − ‹z›"))


def _formula(kernel: Kernel) -> str:
    """Return the kernel as a formula in the lectures' notation.

    The weight of a weighted kernel is written f, as the node below shows the kernel without it.
    """
    if not isinstance(kernel, Weighted):
        return _printed(kernel)
    inside = f"({_printed(kernel.k)})" if isinstance(kernel.k, Sum) else _printed(kernel.k)
    return symbols(f"f(x)·{inside}·f(‹z›)")


def _weight(kernel: Kernel) -> str:
    """Return the text of a weighted kernel's weight.

    An example is “, f(x) = ‖x‖”. The text is empty for any other kernel.
    """
    return f", f(x) = {printed_function(kernel.f)}" if isinstance(kernel, Weighted) else ""


def _arguments_of_parts(proof: Proof, pair: Pair | None) -> Pair | None:
    """Return the arguments that the parts receive for x and z.

    Behind a map these are φ(x) and φ(z).
    """
    if pair is None or not (isinstance(proof.kernel, Mapped) and (proof.method == "rule" or not proof.parts)):
        return pair
    x, z = proof.kernel.phi.pair(pair[0][None], pair[1][None])
    return x[0], z[0]


def _value(kernel: Kernel, pair: Pair | None) -> str:
    """Return the text of a kernel value at two points.

    An example is “ = 4”. The text is empty if the kernel does not take the points.
    """
    if pair is None:
        return ""
    try:
        with np.errstate(all="ignore"):
            return f" = {short(float(kernel(pair[0][None], pair[1][None])[0, 0]))}"
    except ValueError:
        return ""


def _mapped_points_text(pair: Pair | None, whole: Pair | None) -> str:
    """Return the text of the points behind a map.

    An example is “ at (9, 1), (1, 4)”. The text is empty if the points are x and z themselves.
    """
    if pair is None or whole is None or all(map(np.array_equal, pair, whole)):
        return ""
    try:
        return " " + say("at {x}, {z}", x=at(pair[0]), z=at(pair[1]))
    except (TypeError, ValueError):  # a map's value may be a word or a set
        return ""


def _rule(proof: Proof) -> str:
    """Return the name and source of the rule.

    An argument about the whole kernel adds its finding.
    """
    found = "".join(f", {p.condition}" for p in proof.premises if p.holds) if proof.method in WHOLE else ""
    return spoken(proof.rule.name) + found + (f" · {proof.rule.cited}" if proof.rule.sources else "")


def _refuted(judgement: Judgement, whole: bool = True) -> str:
    """Return the refutation of a kernel in a few words.

    For the whole kernel, the words name the tab that shows the witness.
    """
    if judgement.witness is not None:
        head = several(len(judgement.witness), "{n} point refutes it", "{n} points refute it")
        return say("{refutation}, see Witness", refutation=head) if whole else head
    return spoken(REFUTED_BY[judgement.refuted_by or ""])


def _verdict(proof: Proof, own: list[str]) -> TreeVerdict:
    if proof.complete:
        return "conditional" if proof.method == "conditional" else "proven"
    return "fails" if own else "open"
