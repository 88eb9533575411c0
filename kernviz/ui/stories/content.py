"""Content of a story for the browser.

Blocks are HTML. Pictures come with the numbers that move them.
"""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import urlencode

from kernviz.compute import politely
from kernviz.courses import markdown_html as markdown
from kernviz.courses.questions.choose import Choose
from kernviz.courses.scene import Scene
from kernviz.stories import Heading, Paragraph, Story, StoryPicture, StoryQuestion, state, story_html
from kernviz.ui import asset_routes, cacheable_urls, escaping
from kernviz.wire.content import drawn
from kernviz.wording import remembered, speaking

FOLDER = "kernviz-story"  # first part of the route
SHORT = 12  # hexadecimal digits of a digest


def digest(story: Story) -> str:
    """Return a digest of a story's text, which its addresses hold."""
    return hashlib.sha256(repr(story).encode()).hexdigest()[:SHORT]


@remembered(16)
def story_data(story: Story) -> dict[str, Any]:
    """Return a story as the browser draws it.

    The numbers in a sentence are those of the state in which its picture begins.
    """
    with speaking(story.language), politely():
        scenes = {picture.number: state.opened(picture) for picture in story.pictures}
        return {
            "slug": story.slug,
            "title": story.title,
            "language": story.language,
            "digest": digest(story),
            "plotly": asset_routes.url(asset_routes.PLOTLY),
            "blocks": [_block(story, place, scenes) for place in range(len(story.blocks))],
            "questions": hashlib.sha256(repr(story.questions).encode()).hexdigest()[:SHORT],
            "answers": cacheable_urls.path(FOLDER, story.slug, ""),
        }


def _block(story: Story, place: int, scenes: dict[int, Scene]) -> dict[str, Any]:
    key = f"{place}-"
    match story.blocks[place]:
        case Heading(words):
            return {"kind": "heading", "html": story_html.line(words, scenes, key)}
        case Paragraph(words):
            return {"kind": "text", "html": story_html.block(words, scenes, key)}
        case StoryPicture() as picture:
            return {
                "kind": "picture",
                "number": picture.number,
                "height": picture.height,
                "html": story_html.line(picture.caption, scenes, key),
                "route": cacheable_urls.path(FOLDER, story.slug, dict(picture.params)["data"]),
                "here": address(picture, scenes[picture.number]),
                "knobs": [vars(knob) for knob in state.knobs(story, picture)],
            }
        case StoryQuestion() as question:
            return _question(story, question, scenes[question.picture])


def _question(story: Story, question: StoryQuestion, scene: Scene) -> dict[str, Any]:
    step_question, options = question.asked, []
    if isinstance(step_question, Choose):
        order = step_question.order(f"{story.slug}_{question.number}")
        options = [[str(i + 1), markdown.line(step_question.words(i, scene))] for i in order]
    return {
        "kind": "question",
        "number": question.number,
        "picture": question.picture,
        "asks": step_question.kind,
        "html": markdown.line(scene.filled(step_question.ask)),
        "options": options,
    }


def address(picture: StoryPicture, scene: Scene) -> str:
    """Return the address of the picture's page in a state."""
    return asset_routes.path(picture.page) + "?" + urlencode(scene.params)


def message(
    story: Story, picture: StoryPicture, moved: dict[str, float], *, whole: bool, first: bool
) -> dict[str, Any]:
    """Return a picture and the values in its sentences, after a move.

    The result is ready to encode.

    moved  name -> value of the numbers that were moved
    whole  True: the picture is complete, without rounding (wire/reduced_figure.py)
    first  True: the figure and the options with which the browser draws the picture for the first time
    """
    scene = state.moved(picture, state.knobs(story, picture), moved)
    lesson = state.lesson(picture, scene)
    shown = lesson.picture
    data: dict[str, Any] = {
        "pictures": {},
        "readouts": [],
        "problem": escaping.plain(lesson.problem),
        "values": story_html.values(story, picture, scene),
        "here": address(picture, scene),
    }
    if shown is None:
        return data
    key = f"story-{picture.number}"
    if not first:
        return data | {"pictures": {key: drawn(shown, whole=whole)}}
    options = {
        "key": key,
        "alt": escaping.plain(shown.alt),
        "height": picture.height,
        "square": shown.square,
        "revision": f"{story.slug}:{picture.number}",
        "clickable": False,
        "sketched": False,
        "taking": None,
        "hands": None,
        "filename": f"kernviz-{story.slug}-{picture.number + 1}",
        "plotly": asset_routes.url(asset_routes.PLOTLY),
        "serial": f"{digest(story)}-{picture.number}",
    }
    return data | {"figure": shown.figure.spec(), "options": options}
