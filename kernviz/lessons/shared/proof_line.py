"""A line of a proof, as the pages that show one write it."""

from __future__ import annotations

from kernviz.lessons.lesson import Formula, Text
from kernviz.mercer.proof import Step
from kernviz.wording import say


def proof_line(step: Step, mark: str) -> tuple[Formula, Text]:
    """The kernel of the line, and under its mark the rule with what it says and why."""
    cited = f" ({step.rule.cited})" if step.rule.sources else ""
    return (
        Formula(rf"k_{{{step.index}}} = {step.formula}"),
        Text(
            say(
                "{mark} **{name}**{cited}: {says}. :gray[{why}]",
                mark=mark,
                name=step.rule.name,
                cited=cited,
                says=step.rule.says,
                why=step.rule.why,
            )
        ),
    )
