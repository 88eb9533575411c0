"""Pages of the examples, and the pages that list them.

Each example has one page, whose picture moves with a number.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from urllib.parse import urlencode

from kernviz.data.untrusted_text import plain
from kernviz.figures.svg.colours import THEMES
from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.lesson import Block, Lesson, Picture
from kernviz.lessons.presets import FIRST, LECTURES, PRESETS, TOPICS, Preset
from kernviz.site import blocks, figure, preview
from kernviz.site.example_frames import Moving, SweptFrame, moving
from kernviz.site.template import SitePage, write
from kernviz.site.writer import Writer, localized, relative, slug
from kernviz.wording import decimal, english, language, say, spoken

ROWS = 9  # rows of a sweep's table
PROOF = "Proof, line by line"  # tab that is always included, since it is readable on paper
THUMBNAILS = files("kernviz").joinpath("ui", "assets", "thumbnails")


@cache
def names() -> Mapping[str, str]:
    """Return the examples' names in addresses, by English sentence."""
    found: dict[str, str] = {}
    for preset in PRESETS:
        found[str(preset.sentence)] = slug(english(preset.sentence), found.values())
    return found


def name(preset: Preset) -> str:
    """Return the path of an example's page, without the language."""
    return f"examples/{names()[str(preset.sentence)]}.html"


def write_one(writer: Writer, preset: Preset) -> None:
    """Write the page and the picture files of an example.

    The files are its still picture in both themes, its frames and its preview.
    """
    own, found = localized(language(), name(preset)), moving(preset)
    stem = localized(language(), f"pictures/{names()[str(preset.sentence)]}")
    lesson = thumbnails.lesson(preset)
    shown = _figure(writer, own, stem, preset, lesson, found)
    page = lesson_page.pages()[preset.page]
    sentence, lecture = spoken(preset.sentence), f"{preset.lecture} · {spoken(LECTURES[preset.lecture])}"
    wanted = {preset.values.get(thumbnails.TAB), PROOF}
    opened = [block for tab in lesson.tabs if tab.title in wanted for block in tab.blocks]
    more = [block for block in lesson.beside if not isinstance(block, Picture) and block not in lesson.readouts]
    content = [
        f'<p class="road">{_link(own, "examples.html", say("Examples"))} › {html.escape(lecture)}</p>',
        f"<h1>{html.escape(plain(sentence))}</h1>",
        f'<p class="asks">{html.escape(plain(page.question))}</p>',
        shown,
        blocks.rendered(lesson.readouts),
        _sweep(found) if found else "",
        f'<section class="more">{blocks.rendered((*lesson.band, *more, *_without(opened, lesson, preset)))}</section>',
        _opens(preset),
    ]
    picture = f"{stem}.png"
    writer.write(picture, preview.example(preset))
    about = next((plain(picture.alt) for picture in lesson.pictures if picture.alt), plain(page.question))
    first = stem if found else ""
    write(writer, SitePage(name(preset), plain(sentence), about, "".join(content), picture, bool(found), first))


def _without(opened: Sequence[Block], lesson: Lesson, preset: Preset) -> tuple[Block, ...]:
    """Return the blocks of a tab without the example's main picture.

    The page shows this picture above the blocks.
    """
    try:
        shown = thumbnails.picture_of(lesson, preset.values)
    except ValueError:
        return tuple(opened)
    return tuple(block for block in opened if block is not shown)


def _figure(writer: Writer, own: str, stem: str, preset: Preset, lesson: Lesson, found: Moving | None) -> str:
    """Write the files of an example's picture, and return its figure element."""
    try:
        shown = found.frames[found.rest].picture if found else thumbnails.picture_of(lesson, preset.values)
    except ValueError:
        return f'<p class="problem">{html.escape(plain(lesson.problem))}</p>'
    return figure.place(writer, own, stem, shown, found) or _small(writer, own, preset, plain(shown.alt))


def _small(writer: Writer, own: str, preset: Preset, alt: str) -> str:
    """Return the example's thumbnail, for a picture that cannot be drawn."""
    return f'<figure class="kv-figure small">{thumbnail(writer, own, preset, alt)}</figure>'


def thumbnail(writer: Writer, own: str, preset: Preset, alt: str = "") -> str:
    """Write an example's thumbnails in both themes, and return their picture element.

    The result is "" if a thumbnail is missing.
    """
    stem, found = thumbnails.name(preset), []
    for theme in THEMES:
        file = THUMBNAILS.joinpath(f"{stem}-{theme}.webp")
        if not file.is_file():
            return ""
        writer.write(f"thumbnails/{stem}-{theme}.webp", file.read_bytes())
        found.append(relative(own, f"thumbnails/{stem}-{theme}.webp"))
    light, dark = found
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        f'<img src="{light}" alt="{html.escape(alt)}" width="256" height="160" loading="lazy"></picture>'
    )


def _sweep(found: Moving) -> str:
    """Return a folded table of the read-outs over the moving number.

    The result is "" if no read-out changes.
    """
    step = max(1, len(found.frames) // (ROWS - 1))
    shown: Sequence[SweptFrame] = [frame for i, frame in enumerate(found.frames) if i % step == 0 or i == found.rest]
    symbol = plain(found.number.symbol)
    labels = [number.label for number in found.frames[found.rest].numbers]
    columns: dict[str, list[str]] = {symbol: [decimal(frame.value) for frame in shown]}
    for i, label in enumerate(labels):
        values = [plain(frame.numbers[i].value) if i < len(frame.numbers) else "–" for frame in shown]
        if len(set(values)) > 1:
            columns[label] = values
    if len(columns) < 2:
        return ""
    title = html.escape(say("The numbers along {symbol}", symbol=symbol))
    return f"<details><summary>{title}</summary>{blocks.table(columns)}</details>"


def _opens(preset: Preset) -> str:
    query = urlencode({key: texts[-1] for key, texts in thumbnails.params_of(preset).items()})
    says = html.escape(say("In the app this example has the address"))
    return f'<p class="opens">{says} <code>/{preset.page}?{html.escape(query)}</code></p>'


def _link(own: str, to: str, text: str) -> str:
    return f'<a href="{relative(own, localized(language(), to))}">{html.escape(text)}</a>'


def write_lists(writer: Writer, presets: Sequence[Preset] = PRESETS) -> None:
    """Write the page that lists all examples, grouped by idea."""
    own = localized(language(), "examples.html")
    parts = [f"<h1>{html.escape(say('Examples'))}</h1>"]
    for idea, title in TOPICS.items():
        cards = [card(writer, own, preset) for preset in presets if preset.ideas[0] == idea]
        if cards:
            parts.append(f'<h2 id="{idea}">{html.escape(spoken(title))}</h2><ul class="cards">{"".join(cards)}</ul>')
    about = say("Examples of kernel methods, each a picture that moves with a number.")
    write(writer, SitePage("examples.html", say("Examples"), about, "".join(parts)))


def write_home(writer: Writer, hero: Preset, presets: Sequence[Preset] = PRESETS) -> None:
    """Write the first page of the site.

    The page has the moving picture of `hero`, and a card for each example of presets.FIRST.
    """
    own, found = localized(language(), "index.html"), moving(hero)
    stem = localized(language(), f"pictures/{names()[str(hero.sentence)]}")
    shown = _figure(writer, own, stem, hero, thumbnails.lesson(hero), found)
    about = say("See kernel methods: pictures that move with a number, each computed by a trained machine.")
    cards, every = [card(writer, own, preset) for preset in presets if preset.sentence in FIRST], say("All examples")
    parts = [
        f'<h1>kernviz</h1><p class="asks">{html.escape(about)}</p>{shown}',
        f"<p>{_link(own, name(hero), plain(spoken(hero.sentence)))}</p>",
        f'<ul class="cards">{"".join(cards)}</ul><p>{_link(own, "examples.html", every)}</p>',
    ]
    first = stem if found else ""
    write(writer, SitePage("index.html", "kernviz", about, "".join(parts), live=bool(found), first=first))


def card(writer: Writer, own: str, preset: Preset) -> str:
    """Return a link to an example, with its small picture."""
    to = relative(own, localized(language(), name(preset)))
    sentence = html.escape(plain(spoken(preset.sentence)))
    return f'<li><a href="{to}">{thumbnail(writer, own, preset)}<span>{sentence}</span></a></li>'
