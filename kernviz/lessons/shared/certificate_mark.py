"""Mark in the certificate of a machine."""

from __future__ import annotations

from kernviz.wording import say


def certificate_mark(optimal: bool) -> str:
    """Return ✓ for an optimum up to rounding, else words."""
    return "✓" if optimal else say("(not exact up to rounding)")
