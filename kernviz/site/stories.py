"""Pages of the stories, and the page that lists them.

Each story has one page, whose pictures move with a number of the text.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from kernviz.courses import markdown_html as markdown
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.scene import Scene
from kernviz.data.untrusted_text import plain
from kernviz.lessons.address import written
from kernviz.lessons.lesson import Picture
from kernviz.lessons.preview import preview
from kernviz.lessons.swept_numbers import Swept
from kernviz.site import figure
from kernviz.site.common_axes import drawable
from kernviz.site.example_frames import Moving, SweptFrame, fitted
from kernviz.site.frame_values import throughout
from kernviz.site.template import SitePage
from kernviz.site.template import write as write_page
from kernviz.site.writer import Writer, localized, relative
from kernviz.stories import Heading, Paragraph, Story, StoryPicture, StoryQuestion, state, story_html
from kernviz.stories.inline import target
from kernviz.stories.state import Knob
from kernviz.wording import language, say

LIST = "stories.html"


def write(writer: Writer, stories: Iterable[Story]) -> None:
    """Write the stories of the current language, and their list."""
    own, rows = localized(language(), LIST), []
    listed = [story for story in stories if story.blocks]
    available = {story.slug: story for story in listed if story.language == language()}
    for story in available.values():
        to = relative(own, localized(language(), _name(story.slug)))
        rows.append(f'<li><a href="{to}">{html.escape(story.title)}</a><p>{html.escape(story.says)}</p></li>')
        languages = tuple(version.language for version in listed if version.slug == story.slug)
        _story(writer, story, languages, available)
    title = say("Stories")
    about = say("Each story is one page to scroll. Its pictures change when you change a number in the text.")
    content = f"<h1>{html.escape(title)}</h1><p>{html.escape(about)}</p><ul>{''.join(rows)}</ul>"
    write_page(writer, SitePage(LIST, title, about, content))


def _name(slug: str) -> str:
    return f"stories/{slug}.html"


def _story(writer: Writer, story: Story, languages: tuple[str, ...], available: Collection[str]) -> None:
    own = localized(language(), _name(story.slug))
    scenes = {picture.number: state.opened(picture) for picture in story.pictures}
    href = partial(_href, own, available)
    moves = {picture.number: moving(story, picture) for picture in story.pictures}
    parts = [f"<h1>{html.escape(story.title)}</h1>"]
    for place, block in enumerate(story.blocks):
        key = f"{place}-"
        match block:
            case Heading(words):
                parts.append(f"<h2>{story_html.line(words, scenes, key, href)}</h2>")
            case Paragraph(words):
                parts.append(story_html.block(words, scenes, key, href))
            case StoryPicture() as picture:
                caption = story_html.line(picture.caption, scenes, key, href)
                parts.append(_picture(writer, own, story, picture, scenes[picture.number], moves[picture.number]))
                parts.append(f'<p class="caption">{caption}</p>')
            case StoryQuestion() as question:
                parts.append(_question(story, question, scenes[question.picture]))
    at_rest = (_drawn(picture, scenes[picture.number]) for picture in story.pictures)
    first = next((picture for picture in at_rest if drawable(picture.figure)), None)
    png = localized(language(), f"pictures/story-{story.slug}.png")
    writer.write(png, preview(first))
    live = any(found is not None for found in moves.values())
    content = f'<article class="story">{"".join(parts)}</article>'
    write_page(writer, SitePage(_name(story.slug), story.title, story.says, content, png, live, languages=languages))


def _href(own: str, available: Collection[str], address: str) -> str:
    """Return the site's page nearest to an address of the app.

    The page is a story of those `available` in the current language, or the list of examples.
    """
    page, params = target(address)
    slug = params.get("story", "")
    to = _name(slug) if page == "story" and slug in available else "examples.html"
    return relative(own, localized(language(), to))


def _picture(writer: Writer, own: str, story: Story, picture: StoryPicture, scene: Scene, found: Moving | None) -> str:
    drawn = found.frames[found.rest].picture if found else _drawn(picture, scene)
    stem = localized(language(), f"pictures/story-{story.slug}-{picture.number + 1}")
    place = figure.place(writer, own, stem, drawn, found, f' data-picture="{picture.number}"')
    if place:
        return place
    return f'<figure class="kv-figure"><p class="note">{html.escape(plain(drawn.alt))}</p></figure>'


def _drawn(picture: StoryPicture, scene: Scene) -> Picture:
    """Return a story's picture without its page's own caption.

    Raises LanguageError if there is no picture.
    """
    found = state.lesson(picture, scene)
    if found.picture is None:
        raise LanguageError(found.problem)
    return Picture(found.picture.figure, found.picture.alt, "", found.picture.key, picture.height)


def _question(story: Story, question: StoryQuestion, scene: Scene) -> str:
    """Return a story's question, with its answer folded away."""
    step_question, options = question.asked, ""
    if isinstance(step_question, Choose):
        order = step_question.order(f"{story.slug}_{question.number}")
        options = "".join(f"<li>{markdown.line(step_question.words(i, scene))}</li>" for i in order)
        options = f"<ul>{options}</ul>"
    solution = step_question.solution(scene)
    answer = (
        markdown.line(step_question.understood(solution, scene)),
        markdown.paragraphs(step_question.judge(solution, scene).reason),
    )
    return (
        f'<section class="asked"><p>{markdown.line(scene.filled(step_question.ask))}</p>{options}'
        f"<details><summary>{html.escape(say('Answer'))}</summary><p><strong>{answer[0]}</strong></p>{answer[1]}</details>"
        "</section>"
    )


def moving(story: Story, picture: StoryPicture) -> Moving | None:
    """Return the frames of a story's picture over a number.

    The number is the first of the text that moves the picture within common axes. The result is None if no number does.
    """
    knobs = state.knobs(story, picture)
    rest = _frame(story, picture, knobs, {}, "")
    if not drawable(rest.picture.figure):
        return None
    for knob in knobs:
        number = Swept(
            *(knob.name, knob.name, knob.label, knob.low, knob.high, knob.low, knob.high),
            log=knob.log,
            whole=knob.whole,
            value=knob.value,
        )
        found = fitted(number, rest, partial(throughout, number), _along(story, picture, knobs, knob))
        if found is not None:
            return found
    return None


def _along(
    story: Story, picture: StoryPicture, knobs: tuple[Knob, ...], knob: Knob
) -> Callable[[Sequence[float]], tuple[SweptFrame, ...] | None]:
    """Return the function that maps values of a number to frames.

    The function returns None if one of the frames cannot be computed.
    """

    def frames(places: Sequence[float]) -> tuple[SweptFrame, ...] | None:
        try:
            return tuple(
                _frame(story, picture, knobs, {knob.name: v}, written(int(v) if knob.whole else v)) for v in places
            )
        except LanguageError:
            return None

    return frames


def _frame(
    story: Story, picture: StoryPicture, knobs: tuple[Knob, ...], values: dict[str, float], value: str
) -> SweptFrame:
    scene = state.moved(picture, knobs, values)
    sentences = story_html.values(story, picture, scene)
    return SweptFrame(value, _drawn(picture, scene), sentences=sentences)
