"""Output folder of the site, and the list of its pages.

Pages and other files are written into the folder. The list is for search engines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote
from xml.sax.saxutils import escape

from kernviz import catalogue


@dataclass
class Writer:
    """Output folder of the site, with the pages written so far.

    `base` is the address at which the site will be served, or "" if unknown.
    """

    out: Path
    base: str = ""
    pages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = self.base.rstrip("/") + "/" if self.base else ""

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file by its path below the root."""
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))

    def page(self, name: str, content: str) -> None:
        """Write a page and add it to the list of pages."""
        self.write(name, content)
        self.pages.append(name)

    def address(self, name: str) -> str:
        """Return the absolute address of a file; "" without a base."""
        return self.base + quote(name) if self.base else ""

    def sitemap(self) -> None:
        """Write sitemap.xml, the list of pages for search engines.

        The list holds absolute addresses only. Without a base nothing is written.
        """
        if not self.base:
            return
        rows = "".join(f"<url><loc>{escape(self.address(name))}</loc></url>\n" for name in self.pages)
        space = "http://www.sitemaps.org/schemas/sitemap/0.9"
        self.write(
            "sitemap.xml", f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{rows}</urlset>\n'
        )
        self.write("robots.txt", f"User-agent: *\nAllow: /\nSitemap: {self.address('sitemap.xml')}\n")


def localized(language: str, name: str) -> str:
    """Return the path of a page in a language.

    English is at the root, any other language in a folder.
    """
    return name if language == catalogue.SOURCE else f"{language}/{name}"


def relative(start: str, name: str) -> str:
    """Return the address of a file relative to the page `start`."""
    return "../" * start.count("/") + quote(name)


def slug(text: str, taken: Iterable[str] = ()) -> str:
    """Return a text as a name for addresses, unlike those in `taken`.

    The name has letters, digits and hyphens, at most sixty of the text.
    """
    letters = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in str(text).lower())
    found = "-".join(filter(None, letters.split("-")))[:60].strip("-") or "page"
    names, n = set(taken), 2
    own = found
    while own in names:
        own, n = f"{found}-{n}", n + 1
    return own
