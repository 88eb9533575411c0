"""Stories: one scrolling page with live pictures, whose numbers in the sentences move them.

    for story in stories():
        for block in story.blocks:
            match block:
                case Heading(words): …                      # shown.line(words, scenes)
                case Paragraph(words, picture): …           # shown.block(words, scenes)
                case Picture(): state.lesson(block, state.opened(block)).picture
                case Question(): block.asked.judge(answer, state.opened(story.pictures[block.picture]))

`state.knobs(story, picture)` are the numbers a picture can be moved by. `state.moved(picture, knobs, {"gamma": 2.0})`
is its scene after a move. Compute inside ``kernviz.wording.speaking(story.language)``.
"""

from kernviz.stories.blocks import (
    Block,
    Computed,
    Handle,
    Heading,
    Link,
    Paragraph,
    Picture,
    Question,
    Story,
    Words,
)
from kernviz.stories.reader import load, stories, story

__all__ = [
    "Block",
    "Computed",
    "Handle",
    "Heading",
    "Link",
    "Paragraph",
    "Picture",
    "Question",
    "Story",
    "Words",
    "load",
    "stories",
    "story",
]
