"""Pages of the documentation, in English.

They are the Markdown files of docs/ in the frame of the site.
"""

from __future__ import annotations

import html
import re
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kernviz.courses import words
from kernviz.site.template import SitePage
from kernviz.site.template import write as write_page
from kernviz.site.writer import Writer
from kernviz.wording import ENGLISH, say, speaking

DOCS = Path(__file__).parents[2] / "docs"  # beside the package in the repository; an installed copy has none
PICTURES = (".png", ".webp", ".svg")
MATH = re.compile(r"(```.*?```|`[^`\n]*`)|\$([^$\n]+)\$", re.DOTALL)
PLACE = re.compile("\x02(\\d+)\x03")
GENERATED = ("reference.md",)  # of other tools
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def write(writer: Writer, folder: Path = DOCS) -> None:
    """Write a page for each file of the documentation, and its pictures."""
    pages = {path.name: path for path in sorted(folder.glob("*.md")) if path.name not in GENERATED}
    with speaking(ENGLISH):
        for path in pages.values():
            _page(writer, path, frozenset(pages))
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.suffix in PICTURES:
            writer.write(f"docs/{path.name}", path.read_bytes())


def _page(writer: Writer, path: Path, known: frozenset[str]) -> None:
    formulas: list[str] = []

    def aside(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        formulas.append(words.formula(match[2]))
        return f"\x02{len(formulas) - 1}\x03"

    tokens = MARKDOWN.parse(MATH.sub(aside, path.read_text("utf-8")))
    for token in tokens:
        for each in (token, *(token.children or ())):
            _led(each, known)
    _anchored(tokens)
    content = PLACE.sub(lambda match: formulas[int(match[1])], MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    titles = [token.content for before, token in pairwise(tokens) if before.tag == "h1"]
    texts = [token.content for before, token in pairwise(tokens) if before.type == "paragraph_open"]
    title = say("Documentation") if path.stem == "index" else _plain(titles[0] if titles else path.stem)
    about = next((_plain(each) for each in texts if not each.startswith("!")), title)
    write_page(writer, SitePage(f"docs/{path.stem}.html", title, about, content, languages=(ENGLISH,)))


def _led(token: Token, known: frozenset[str]) -> None:
    """Rewrite a link to another page of the documentation.

    A link out of the documentation becomes words.
    """
    if token.type == "image":
        token.attrSet("loading", "lazy")
    if token.type != "link_open":
        return
    to = str(token.attrGet("href") or "")
    name, mark, anchor = to.partition("#")
    if name in known:
        token.attrSet("href", f"{Path(name).stem}.html{mark}{anchor}")
    elif name and "://" not in name:  # a file of the repository
        token.attrs = {"class": "file"}


def _anchored(tokens: list[Token]) -> None:
    """Give headings the names by which links refer to them."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"[^\w\- ]", "", inside.content.lower()).strip().replace(" ", "-"))


def _plain(markdown: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", MARKDOWN.renderInline(PLACE.sub("", markdown))))


__all__ = ["write"]
