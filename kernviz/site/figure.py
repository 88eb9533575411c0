"""Figure of a page: a still picture in both themes, and frames."""

from __future__ import annotations

import html

from kernviz.courses import markdown_html
from kernviz.data.untrusted_text import plain
from kernviz.figures.svg.colours import THEMES, using_theme
from kernviz.lessons.lesson import Picture
from kernviz.site.example_frames import Moving, still
from kernviz.site.writer import Writer, relative


def place(writer: Writer, own: str, stem: str, shown: Picture, found: Moving | None, about: str = "") -> str:
    """Write a picture's files, and return its figure element.

    `own` is the path of the page, and `stem` the beginning of the files' paths. `found` holds the
    frames; None leaves the picture still. `about` holds further attributes of the element. The result
    is "" if the picture cannot be drawn.
    """
    rest = found.stage if found else still(shown)
    if rest is None:
        return ""
    for theme in THEMES:
        with using_theme(theme):
            drawn = found.drawn_again().stage if found else still(shown)
        assert drawn is not None
        writer.write(f"{stem}-{theme}.svg", drawn.svg)
    if found:
        writer.write(f"{stem}.frames", found.message)
        about += f' data-frames="{relative(own, stem + ".frames")}" data-drawing="{relative(own, stem)}"'
    alt, size = html.escape(plain(shown.alt)), f'width="{rest.width:g}" height="{rest.height:g}"'
    image = (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{relative(own, stem + "-dark.svg")}">'
        f'<img src="{relative(own, stem + "-light.svg")}" alt="{alt}" {size} decoding="async"></picture>'
    )
    caption = f"<figcaption>{markdown_html.paragraphs(shown.caption)}</figcaption>" if shown.caption else ""
    ratio = f"--ratio:{rest.width / rest.height:.4f}"
    return f'<figure class="kv-figure"{about} style="{ratio}"><div class="kv-plate">{image}</div>{caption}</figure>'
