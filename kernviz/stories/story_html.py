"""HTML of a story's words, computed in the states of its pictures.

HTML and scripts in the words are escaped: see `kernviz.courses.markdown_html`.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping

from kernviz.courses import markdown_html as markdown
from kernviz.courses.failed_conditions import WORDS, written
from kernviz.courses.scene import FILLED, Scene
from kernviz.kernels.numbers import numbers
from kernviz.stories.blocks import (
    MARKED,
    Computed,
    Part,
    Story,
    StoryHandle,
    StoryLink,
    StoryPicture,
    StoryQuestion,
    Words,
)
from kernviz.wording import say

Scenes = Mapping[int, Scene]  # number of a picture -> its state
HANDLE, VALUE = "kv-handle", "kv-value"  # CSS classes of elements in a sentence


def block(words: Words, scenes: Scenes, key: str = "", href: Callable[[str], str] = str) -> str:
    """Return a paragraph, a list or a table as HTML.

    `key` is the prefix of the names of its parts. `href` maps the address in a link to a page of the
    app or of the site.
    """
    return _filled(markdown.paragraphs(words.markdown), words, scenes, key, href)


def line(words: Words, scenes: Scenes, key: str = "", href: Callable[[str], str] = str) -> str:
    """Return a caption or a heading as HTML in one line."""
    return _filled(markdown.line(words.markdown), words, scenes, key, href)


def value(part: Computed | StoryHandle, scene: Scene) -> str:
    """Return a computed value, or the number of a handle, as HTML."""
    if isinstance(part, StoryHandle):
        return html.escape(written(number(part.name, scene)))
    found = scene.filled(part.text)
    if FILLED.fullmatch(part.text) and found in WORDS:
        found = say(found)
    return markdown.line(found)


def values(story: Story, picture: StoryPicture, scene: Scene) -> dict[str, str]:
    """Return the values in the sentences about a picture.

    They are computed in a scene of the picture. The result is name of the part -> HTML.
    """
    found = {}
    for place, inner in enumerate(story.blocks):
        if isinstance(inner, StoryQuestion):
            continue
        words: Words = inner.caption if isinstance(inner, StoryPicture) else inner.words
        for at, part in enumerate(words.parts):
            if not isinstance(part, StoryLink) and part.picture == picture.number:
                found[f"{place}-{at}"] = value(part, scene)
    return found


def number(name: str, scene: Scene) -> float:
    """Return the present value of a handle's number in a scene.

    `name` is a parameter of the toy data (n, noise), of the kernel, or of the page.
    """
    if name in ("n", "noise") and name in scene.params:
        return float(scene.params[name])
    if name == "n":
        return float(scene.state.data.n)
    inside = [inner.value for inner in numbers(scene.state.kernel) if ".".join(inner.address) == name]
    return float(inside[0]) if inside else scene.number(name)


def _filled(shown: str, words: Words, scenes: Scenes, key: str, href: Callable[[str], str]) -> str:
    return MARKED.sub(lambda mark: _part(words.parts[int(mark[1])], f"{key}{mark[1]}", scenes, href), shown)


def _part(part: Part, name: str, scenes: Scenes, href: Callable[[str], str]) -> str:
    if isinstance(part, StoryLink):
        return f'<a href="{html.escape(href(part.address))}">{markdown.line(part.text)}</a>'
    number_text = value(part, scenes[part.picture])
    about = f' data-part="{html.escape(name)}" data-picture="{part.picture}"'
    if isinstance(part, StoryHandle):
        return f'<span class="{HANDLE}"{about} data-hand="{html.escape(part.name)}">{number_text}</span>'
    return f'<span class="{VALUE}"{about}>{number_text}</span>'
