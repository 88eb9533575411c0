"""Line of a proof, as shown by several pages."""

from __future__ import annotations

from collections.abc import Sequence

from kernviz.kernels import Kernel
from kernviz.kernels.rules_and_premises import cited
from kernviz.lessons.lesson import Formula, Text
from kernviz.mercer.proof import ProofStep
from kernviz.mercer.prover import prove
from kernviz.wording import say, spoken


def rules_of_s2(kernel: Kernel) -> list[str]:
    """Return the rules of S2 in the proof of a kernel.

    They are in the order of the proof. Each rule has its number in S2's list.
    """
    return [
        f"{spoken(step.rule.name)} ({cited(step.rule.sources['S2'])})"
        for step in prove(kernel, 2).steps()
        if "S2" in step.rule.sources
    ]


def marked(step: ProofStep) -> str:
    """Return the mark of a proof line.

    It is ✗ for unproven, ◐ for conditionally positive definite, ✓ for a kernel.
    """
    return "✗" if not step.complete else "◐" if step.conditional else "✓"


def proof_line(step: ProofStep, steps: Sequence[ProofStep]) -> tuple[Formula, Text]:
    """Return a proof line as formula and text.

    The formula is the kernel of the line. The text has the mark, the rule with its source and statement, the
    premises that hold, and the reason, in this order. ``steps`` are all lines of the proof. If the lines concern
    several spaces, the text also names the space of this line.
    """
    mark = marked(step)
    if len({other.space for other in steps}) > 1:
        mark = say("{mark} on {space}", mark=mark, space=step.space)
    cited = f" ({step.rule.cited})" if step.rule.sources else ""
    values = "; ".join(premise.value for premise in step.premises if premise.holds and premise.value)
    facts = " " + say("Here {facts}.", facts=values) if values else ""
    return (
        Formula(rf"‹\k›_{{{step.index}}} = {step.formula}"),
        Text(f"{mark} **{step.rule.name}**{cited}: {step.rule.says}.{facts} :gray[{step.rule.why}]"),
    )
