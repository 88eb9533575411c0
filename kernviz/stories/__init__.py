"""Stories: scrolling pages with live pictures.

Numbers in the sentences move the pictures.

    for story in stories():
        for block in story.blocks:
            match block:
                case Heading(words): …                      # story_html.line(words, scenes)
                case Paragraph(words, picture): …           # story_html.block(words, scenes)
                case StoryPicture(): state.lesson(block, state.opened(block)).picture
                case StoryQuestion(): block.asked.judge(answer, state.opened(story.pictures[block.picture]))

`state.knobs(story, picture)` are the numbers a picture can be moved by. `state.moved(picture, knobs, {"gamma": 2.0})`
is its scene after a move. Compute inside ``kernviz.wording.speaking(story.language)``.
"""

from kernviz.stories.blocks import (
    Computed,
    Heading,
    Paragraph,
    Story,
    StoryHandle,
    StoryPicture,
    StoryQuestion,
)
from kernviz.stories.reader import load, stories, story

__all__ = [
    "Computed",
    "Heading",
    "Paragraph",
    "Story",
    "StoryHandle",
    "StoryPicture",
    "StoryQuestion",
    "load",
    "stories",
    "story",
]
