"""Errata about sets, words and graphs, and the page's code."""

from __future__ import annotations

from kernviz.kernels.object_types import Graph
from kernviz.kernels.parse import parse
from kernviz.lessons.erratum import Erratum, Of
from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.objects.gram import spectrum_of
from kernviz.lessons.objects.object_inputs import EDIT_VIEW, GRAPHS_VIEW, SETS_VIEW, ObjectInputs
from kernviz.lessons.shared.code import python_number
from kernviz.lessons.shared.proof_line import rules_of_s2
from kernviz.wording import say, several

SHOWN = 8  # objects in the code
QUIZ_2 = parse("exp(shared)")


def notes(compared: ObjectComparison) -> tuple[Block, ...]:
    """Return the statements of the notes about objects, corrected and completed."""
    view = compared.view
    sets = (
        paragraph(
            "**S2, Quiz 2.** For sets k(S₁, S₂) = e^|S₁ ∩ S₂| is a kernel: with the indicator "
            "vectors x_S it is e^(x_S₁ᵀx_S₂), by rules 1 and 7."
        ),
        Erratum(
            say("S2, Quiz 2"),
            say("“rules (1) and (4)”"),
            say("rules 1 and 7 of the list; (4) is the tag of the equation of rule 7 (E22)"),
            say("the rules in the proof of exp(shared): {rules}", rules=", ".join(rules_of_s2(QUIZ_2))),
            "state" if compared.kernel == QUIZ_2 else "example",
        ),
        Erratum(
            say("S2, Quiz 2"),
            say("Ω is a list of all possible samples"),
            say("Ω need not be finite: only elements of the two sets at hand give a product that is not 0"),
            _shared(compared),
        ),
        paragraph(
            "**S4** has 2^|A₁ ∩ A₂| without a proof: it is e^(ln 2·|A₁ ∩ A₂|), and its features "
            "are all subsets, one coordinate for each."
        ),
    )
    words = (
        Erratum(
            say("S4, motivation (E35)"),
            say("a similarity such as the edit distance “we will call a kernel function”"),
            say("a similarity is a kernel only if every Gram matrix is positive semi-definite"),
            *_edits(compared),
        ),
        paragraph(
            "**S3** asks whether any similarity will do, and answers: not really. The five words are an example."
        ),
        paragraph(
            "**S2** says that kernels of strings exist and leaves it there. S0, Theorem 1 (5) "
            "gives them: count pieces, then any kernel of points."
        ),
    )
    graphs = (
        paragraph(
            "**S2** names molecules, **S4** molecular structures and evolutionary trees, as "
            "things hard to write as a vector of fixed length. Counting neighbourhoods is one "
            "way; which atoms are number 1, 2, 3 does not matter to it."
        ),
        paragraph(
            "Two different graphs may have the same counts for every number of steps: the kernel "
            "then cannot tell them apart. It stays a kernel; its φ is just not one-to-one."
        ),
    )
    return {SETS_VIEW: sets, EDIT_VIEW: words, GRAPHS_VIEW: graphs}.get(view, words[2:] + words[:2])


def _shared(compared: ObjectComparison) -> str:
    """Return a sentence on the coordinates where both indicators are 1.

    The result is "" if the objects are no sets.
    """
    x, z = compared.x, compared.z
    if not isinstance(x, frozenset) or not isinstance(z, frozenset):
        return ""
    return several(
        len(x | z),
        "here S₁ ∪ S₂ has {n} element, and {common} in common gives a product that is not 0",
        "here S₁ ∪ S₂ has {n} elements, and {common} in common give a product that is not 0",
        common=len(x & z),
    )


def _edits(compared: ObjectComparison) -> tuple[str, Of]:
    """Return a sentence on λ_min of exp(−γ·edit), and its origin.

    The number is that of the words in use if it is negative, else that of the five words.
    """
    found = spectrum_of(compared)
    if compared.view != EDIT_VIEW or found.semidefinite:
        return say("exp(−0.1·edit) on a, ab, ba, bb, aba has λₘᵢₙ = −0.0258"), "example"
    words = several(
        compared.n,
        "`{kernel}` on this {n} word has λₘᵢₙ = {value:.3}",
        "`{kernel}` on these {n} words has λₘᵢₙ = {value:.3}",
        kernel=compared.kernel,
        value=found.smallest,
    )
    return words, "state"


def code(inputs: ObjectInputs, compared: ObjectComparison) -> tuple[Block, ...]:
    """Return Python code for the numbers of at most SHOWN objects.

    The machine separates the same two sides as that of the page.
    """
    few, labels = list(range(min(compared.n, SHOWN))), []
    if len(compared.classes) > 1:
        rest, positive = compared.sides(inputs.positive)
        sides = [positive if label == positive else rest for label in compared.labels]
        if compared.n > SHOWN:  # choose objects of both sides
            few = [
                i for name in (positive, rest) for i in [j for j in range(compared.n) if sides[j] == name][: SHOWN // 2]
            ]
        labels = [sides[i] for i in few]
    things = [compared.things[i] for i in few]
    body = (
        "import numpy as np\nimport kernviz as kv\n\n"
        f'k = kv.parse("{compared.kernel}")\n'
        f"things = [{', '.join(map(_python, things))}]\n"
        f"print(k([{_python(compared.x)}], [{_python(compared.z)}]))\n"
        "print(np.linalg.eigvalsh(k(things)))\n"
        "judgement = kv.judge(k, things)\n"
        "print(judgement.sentence)\n"
    )
    if len(set(labels)) == 2 and compared.view != EDIT_VIEW:
        body += (
            f"machine = kv.KernelSVC(k, C={python_number(inputs.penalty)}).fit(things, {labels!r})\n"
            f"print(machine.alpha_, machine.predict([{_python(compared.x)}]))\n"
        )
    return (Code(body),)


def _python(thing: object) -> str:
    if isinstance(thing, frozenset):
        return f"{{{', '.join(repr(member) for member in sorted(thing))}}}" if thing else "set()"
    if isinstance(thing, Graph):
        return f"kv.Graph({thing.labels!r}, {thing.edges!r}, {thing.name!r})"
    return repr(thing)
