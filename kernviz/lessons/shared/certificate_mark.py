"""Mark before the certificate of a machine."""

from __future__ import annotations

from kernviz.wording import say


def certificate_mark(optimal: bool) -> str:
    """Return ✓ if the machine is the optimum up to roundoff."""
    return "✓" if optimal else say("(not exact up to rounding)")
