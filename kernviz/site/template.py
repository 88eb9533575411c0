"""HTML template of the site's pages.

The template holds title, description, preview picture, navigation, and how to install the app.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

from kernviz import catalogue
from kernviz.figures.svg.colours import THEMES
from kernviz.site import preview
from kernviz.site.files import DOCS, VERSION, modules
from kernviz.site.writer import Writer, localized, relative
from kernviz.wording import language, say, speaking

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'none'"
)
INSTALL = 'pip install -e ".[test]" && kernviz'
LONGEST = 200  # largest number of characters of a description


@dataclass(frozen=True)
class SitePage:
    """Page of the site: path, title, description, and content as HTML.

    `name` is the path without the language. `preview` is the path of the picture that link previews
    show. `live` is True if the page has pictures that move. `first` is the beginning of the paths
    of the files of a moving picture at the top: they are asked for with the page, not after its
    scripts.
    """

    name: str
    title: str
    description: str
    content: str
    preview: str = preview.FRONT
    live: bool = False
    first: str = ""
    languages: tuple[str, ...] = catalogue.languages()


def write(writer: Writer, leaf: SitePage) -> None:
    """Write a page in the current language."""
    writer.page(localized(language(), leaf.name), rendered(writer, leaf))


def rendered(writer: Writer, leaf: SitePage) -> str:
    """Return the whole page as HTML."""
    own = localized(language(), leaf.name)

    def to(name: str) -> str:
        return relative(own, name)

    head = [*_meta(writer, leaf, own), f'<link rel="icon" href="{to(f"assets/{VERSION}/icon.svg")}">']
    head.append(f'<link rel="stylesheet" href="{to(f"assets/{VERSION}/site.css")}">')
    if leaf.live:
        head += [f'<link rel="modulepreload" href="{to(f"assets/{VERSION}/{name}")}">' for name in modules()]
        head += [_asked_early(to(name), media) for name, media in _needed(leaf).items()]
        head.append(f'<script type="module" src="{to(f"assets/{VERSION}/site.js")}"></script>')
    words = {"kernviz": "index.html", say("Stories"): "stories.html"}
    words |= {say("Examples"): "examples.html", say("Courses"): "courses.html"}
    ways = [f'<a href="{to(localized(language(), name))}">{html.escape(word)}</a>' for word, name in words.items()]
    if DOCS.is_dir():
        ways.append(f'<a href="{to("docs/index.html")}">{html.escape(say("Documentation"))}</a>')
    for other in leaf.languages:
        if other != language():
            with speaking(other):
                name = html.escape(catalogue.own_name(other))
            ways.append(f'<a class="tongue" lang="{other}" href="{to(localized(other, leaf.name))}">{name}</a>')
    return (
        f'<!doctype html>\n<html lang="{language()}" data-language="{language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">{"".join(head)}</head>\n'
        f"<body><header><nav>{''.join(ways)}</nav></header>\n<main>{leaf.content}</main>\n"
        f"<footer>{_get()}</footer></body></html>\n"
    )


def _needed(leaf: SitePage) -> dict[str, str]:
    """Return the files that a page's scripts ask for at once.

    Each has its media query, or "".
    """
    found = {} if language() == catalogue.SOURCE else {f"assets/{VERSION}/words-{language()}.json": ""}
    if leaf.first:
        found[f"{leaf.first}.frames"] = ""
        found |= {f"{leaf.first}-{theme}.svg": f"(prefers-color-scheme: {theme})" for theme in THEMES}
    return found


def _asked_early(address: str, media: str) -> str:
    """Return a link that asks for a file before scripts do."""
    only = f' media="{media}"' if media else ""
    return f'<link rel="preload" as="fetch" crossorigin href="{address}"{only}>'


def _meta(writer: Writer, leaf: SitePage, own: str) -> list[str]:
    title = html.escape(leaf.title if leaf.title == "kernviz" else f"{leaf.title} · kernviz")
    description = " ".join(leaf.description.split())
    description = html.escape(description if len(description) <= LONGEST else description[: LONGEST - 1].rstrip() + "…")
    found = [f"<title>{title}</title>", f'<meta name="description" content="{description}">']
    graph = {
        "og:title": html.escape(leaf.title),
        "og:description": description,
        "og:type": "article",
        "og:site_name": "kernviz",
    }
    graph["og:locale"] = language()
    if leaf.preview:
        picture = writer.address(leaf.preview) or relative(own, leaf.preview)
        graph |= {"og:image": picture, "og:image:width": "1200", "og:image:height": "630", "og:image:type": "image/png"}
        found.append('<meta name="twitter:card" content="summary_large_image">')
    if writer.base:
        graph["og:url"] = writer.address(own)
        found.append(f'<link rel="canonical" href="{writer.address(own)}">')
    for other in leaf.languages if len(leaf.languages) > 1 else ():
        there = localized(other, leaf.name)
        found.append(
            f'<link rel="alternate" hreflang="{other}" href="{writer.address(there) or relative(own, there)}">'
        )
    return [*found, *(f'<meta property="{name}" content="{value}">' for name, value in graph.items())]


def _get() -> str:
    """Return the footer's HTML, which tells how to install the app."""
    says = html.escape(
        say("The whole app, where every point can be dragged: Python 3.11 or newer, from a clone of the repository")
    )
    return f"<p>{says}</p><pre><code>{html.escape(INSTALL)}</code></pre>"
