"""State of a page with a probe, the place at which a machine is evaluated."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.lessons.shared.fitting import place_or
from kernviz.lessons.shared.probe import start
from kernviz.lessons.state import Subject


class Probed(Subject):
    """State with a probe.

    Pages derive their State from this base with the field `probe`.
    """

    probe: tuple[float, ...]

    @property
    def point(self) -> Array:
        """Return the place (d,) of the probe.

        An initial place is used if the given place does not fit the data's dimension.
        """
        return place_or(self.probe, start(self.data))
