"""A line of a proof, as the pages that show one write it."""

from __future__ import annotations

from kernviz.lessons.lesson import Formula, Text
from kernviz.mercer.proof import Step
from kernviz.wording import say


def proof_line(step: Step, mark: str) -> tuple[Formula, Text]:
    """The kernel of the line, and under its mark the rule with what it says, what holds here of its conditions, and
    why.
    """
    cited = f" ({step.rule.cited})" if step.rule.sources else ""
    held = "; ".join(premise.value for premise in step.premises if premise.holds and premise.value)
    here = say(" Here {held}.", held=held) if held else ""
    return (
        Formula(rf"k_{{{step.index}}} = {step.formula}"),
        Text(
            say(
                "{mark} **{name}**{cited}: {says}.{here} :gray[{why}]",
                mark=mark,
                name=step.rule.name,
                cited=cited,
                says=step.rule.says,
                here=here,
                why=step.rule.why,
            )
        ),
    )
