"""Pages embedded in frames of other sites.

The environment variable ``KERNVIZ_EMBED`` names the sites that may frame them.

``KERNVIZ_EMBED="https://moodle.example https://slides.example"``. With ``embed=1`` in its address
a page shows its picture and its controls alone (assets/embed.css).
"""

from __future__ import annotations

import os
import re

SETTING = "KERNVIZ_EMBED"
_ORIGIN = re.compile(r"https?://(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?", re.ASCII)


def sites() -> tuple[str, ...]:
    """Return the sites that may show pages in a frame."""
    return tuple(site for site in _setting() if _ORIGIN.fullmatch(site))


def refused() -> tuple[str, ...]:
    """Return the words of the setting ``KERNVIZ_EMBED`` that are no sites.

    A site is a scheme and a host, without a path.
    """
    return tuple(site for site in _setting() if not _ORIGIN.fullmatch(site))


def ancestors() -> str:
    """Return the sources for ``frame-ancestors`` of the Content-Security-Policy."""
    return " ".join(["'self'", *sites()])


def _setting() -> list[str]:
    return [part.rstrip("/") for part in os.environ.get(SETTING, "").lower().replace(",", " ").split()]
