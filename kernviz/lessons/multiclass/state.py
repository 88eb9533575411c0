"""Parameters of the Many classes page."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.lessons.declarations import choice, number, place, switch
from kernviz.lessons.shared.fitting import Probed
from kernviz.lessons.shared.probe import AWAY
from kernviz.wording import phrase

REST, PAIRS, DAG, SINGLE = (
    phrase("one against the rest"),
    phrase("one against one"),
    phrase("decision DAG"),
    phrase("single objective"),
)
STRATEGIES = (REST, PAIRS, DAG, SINGLE)


@dataclass(frozen=True)
class State(Probed):
    """Parameters of the Many classes page."""

    strategy: str = choice(STRATEGIES, phrase("strategy"), names=("mc_how",))
    C: float = number(
        1.0,
        "C",
        phrase("penalty"),
        0.001,
        1e4,
        log=True,
        names=("mc_C",),
        help=phrase("What a unit of slack costs, in every machine."),
    )
    hatch: bool = switch(
        phrase("hatch what is open"),
        True,
        names=("mc_hatch",),
        when=lambda s: s.in_the_plane and s.strategy in (REST, PAIRS),
        help=phrase("Where no machine or several machines have ‹f› > 0, or votes are equal."),
    )
    lines: bool = switch(
        phrase("machine lines"),
        names=("mc_lines",),
        when=lambda s: s.in_the_plane and s.strategy != SINGLE,
        aside=True,
        help=phrase("‹f› = 0 of every machine."),
    )
    probe: tuple[float, ...] = place(
        phrase("probe"), ("px", "py"), called=phrase("the probe"), fold=phrase("Probe"), empty=AWAY
    )

    @property
    def in_the_plane(self) -> bool:
        """True if the picture shows three or more classes in the plane."""
        return self.data.d > 1 and len(self.data.classes) > 2
