"""The words of the page Sets, strings, graphs: proof and witness, what the notes print, and the page as Python."""

from __future__ import annotations

from kernviz.kernels.kinds import Graph, called
from kernviz.lessons.lesson import Block, Code, Erratum, Formula, Table, Text, short, tex
from kernviz.lessons.objects_subject import EDIT_VIEW, GRAPHS_VIEW, SETS_VIEW, State, Subject
from kernviz.lessons.shared.formulas import bmatrix
from kernviz.mercer import Judgement, Witness

SHOWN = 8  # things in the code


def proof(judgement: Judgement) -> tuple[Block, ...]:
    """The proof line by line, where it stops, and the witnesses."""
    steps = judgement.proof.steps()
    blocks: list[Block] = [
        Text(
            "Every line is a kernel by the rule it names, so the last one is. “Map the inputs” is what lets a kernel of points "
            "compare objects: k₁(φ(x), φ(z)) is a kernel for **any** map φ: A → ℝᵐ (S0, Theorem 1 (5))."
            if judgement.proof.complete
            else "The rules carry this far; a line marked ✗ is not a kernel by any rule."
        )
    ]
    for step in steps:
        cited = f" ({step.rule.cited})" if step.rule.sources else ""
        mark = "✓" if step.complete else "✗"
        blocks.append(Formula(rf"k_{{{step.index}}} = {step.formula}"))
        blocks.append(Text(f"{mark} **{step.rule.name}**{cited}: {step.rule.says}. :gray[{step.rule.why}]"))
    if judgement.witness is not None:
        blocks += _witness(judgement.witness, "The fewest found that refute it")
    own = judgement.data_witness
    if own is not None and judgement.witness is not None and set(own.points) != set(judgement.witness.points):
        blocks += _witness(own, "Those of the list refute it too")
    return tuple(blocks)


def _witness(w: Witness, title: str) -> list[Block]:
    names = [called(thing) for thing in w.points]
    blocks: list[Block] = [Text(f"**{title}:** {', '.join(names[:14])}{', …' if len(names) > 14 else ''}.")]
    if not w.symmetric:
        return [*blocks, Formula(rf"K = {bmatrix(w.matrix)},\qquad k(x,z)\neq k(z,x)")]
    if len(w) <= 6:
        c = r",\ ".join(tex(float(v), 3) for v in w.vector)
        beside = rf"\begin{{gathered}}\lambda_{{\min}} = {tex(w.eigenvalue)}\\c=({c})\\c^\top K c = {tex(w.value)} < 0\end{{gathered}}"
        return [*blocks, Formula(rf"K = {bmatrix(w.matrix)},\qquad {beside}")]
    return [
        *blocks,
        Text(f"Smallest eigenvalue {short(w.eigenvalue)}; with the weights c below, cᵀKc = {short(w.value)} < 0."),
        Table({"": names, "c": [short(float(v)) for v in w.vector]}, height=220),
    ]


def notes(view: str) -> tuple[Block, ...]:
    """Where the notes speak of objects, and what is wrong or left out."""
    sets = (
        Text(
            "**S2, Quiz 2.** For sets k(S₁, S₂) = e^|S₁ ∩ S₂| is a kernel: with the indicator vectors x_S it is e^(x_S₁ᵀx_S₂), by rules 1 and 7."
        ),
        Erratum(
            "S2, Quiz 2",
            "“rules (1) and (4)”",
            "rules 1 and 7 of the list; (4) is the tag of the equation of rule 7 (E22)",
        ),
        Erratum(
            "S2, Quiz 2",
            "Ω is a list of all possible samples",
            "Ω need not be finite: only elements of the two sets at hand give a product that is not 0",
        ),
        Text(
            "**S4** has 2^|A₁ ∩ A₂| without a proof: it is e^(ln 2·|A₁ ∩ A₂|), and its features are all subsets, one coordinate for each."
        ),
    )
    words = (
        Erratum(
            "S4, motivation (E35)",
            "a similarity such as the edit distance “we will call a kernel function”",
            "a similarity is a kernel only if every Gram matrix is positive semi-definite",
            "exp(−0.1·edit) on a, ab, ba, bb, aba has λ_min = −0.0258",
        ),
        Text("**S3** asks whether any similarity will do, and answers: not really. The five words are an example."),
        Text(
            "**S2** says that kernels of strings exist and leaves it there. S0, Theorem 1 (5) gives them: count pieces, then any kernel of points."
        ),
    )
    graphs = (
        Text("**S2** names molecules, **S4** molecular structures and evolutionary trees, as things hard to write as a vector of fixed length. Counting neighbourhoods is one way; which atoms are number 1, 2, 3 does not matter to it."),
        Text("Two different graphs may have the same counts for every number of steps: the kernel then cannot tell them apart. It stays a kernel; its φ is just not one-to-one."),
    )  # fmt: skip
    return {SETS_VIEW: sets, EDIT_VIEW: words, GRAPHS_VIEW: graphs}.get(view, words[2:] + words[:2])


def code(state: State, seen: Subject) -> tuple[Block, ...]:
    """Python that computes what the page shows, on a few of the list."""
    few = list(range(min(seen.n, SHOWN)))
    if len(seen.classes) > 1 and seen.n > SHOWN:  # some of both classes
        first = [i for i, label in enumerate(seen.labels) if label == seen.classes[0]][: SHOWN // 2]
        few = first + [i for i, label in enumerate(seen.labels) if label == seen.classes[1]][: SHOWN // 2]
    things = [seen.things[i] for i in few]
    labels = [seen.labels[i] for i in few]
    body = (
        "import numpy as np\nimport kernviz as kv\n\n"
        f'k = kv.parse("{seen.kernel}")\n'
        f"things = [{', '.join(map(_python, things))}]\n"
        f"print(k([{_python(seen.x)}], [{_python(seen.z)}]))\n"
        "print(np.linalg.eigvalsh(k(things)))\n"
        "judgement = kv.judge(k, things)\n"
        "print(judgement.sentence)\n"
    )
    if len(set(labels)) == 2 and seen.view != EDIT_VIEW:
        C = 'float("inf")' if state.hard else f"{state.C:g}"
        body += (
            f"machine = kv.KernelSVC(k, C={C}).fit(things, {labels!r})\n"
            f"print(machine.alpha_, machine.predict([{_python(seen.x)}]))\n"
        )
    return (Code(body),)


def _python(thing: object) -> str:
    if isinstance(thing, frozenset):
        return f"{{{', '.join(repr(member) for member in sorted(thing))}}}" if thing else "set()"
    if isinstance(thing, Graph):
        return f"kv.Graph({thing.labels!r}, {thing.edges!r}, {thing.name!r})"
    return repr(thing)
