"""The page of stories.

It shows the story the address names, or the list of all stories.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

import streamlit as st

from kernviz.stories import Story, stories, story
from kernviz.ui import asset_routes, examples, query
from kernviz.ui.asset_routes import ASSETS
from kernviz.ui.component import component
from kernviz.ui.heading import page_title
from kernviz.ui.link_cards import Card, cards, covers
from kernviz.ui.stories.content import story_data
from kernviz.wording import language, phrase, say

NAME = "story"
STORY = query.text(NAME, "", longest=100, label=phrase("the story"))


def page() -> None:
    """Draw the story named in the address, or a list of all."""
    slug = str(query.value(STORY))
    found = story(slug, language())
    if found is None:
        _all(stories(), slug)
    else:
        st.html(ASSETS / "plot.css")
        others = [{"title": other.title, "href": address(other)} for other in readable() if other.slug != found.slug]
        component(NAME)(key=f"story-{found.slug}", data={**story_data(found), "others": others})
    query.show_ignored()


def address(found: Story) -> str:
    """Return the address of a story."""
    return f"{asset_routes.path(NAME)}?{urlencode({NAME: found.slug})}"


def open_story(slug: str) -> None:
    """Open a story (callback)."""
    st.session_state[STORY.name] = slug


def readable() -> list[Story]:
    """Return the stories that can be read, each once.

    A story is in the current language if it exists in that language.
    """
    slugs = dict.fromkeys(listed.slug for listed in stories() if listed.blocks)
    return [found for slug in slugs if (found := story(slug, language())) is not None]


def links(key: str) -> None:
    """Draw a card for each story."""
    listed = readable()
    pictures = covers(([picture.page for picture in each.pictures], "") for each in listed)
    if listed:
        shown = [
            Card(each.slug, each.title, each.says, address(each), picture=picture)
            for each, picture in zip(listed, pictures, strict=True)
        ]
        cards(key, shown, _open)


def _open(slug: str) -> None:
    """Go to a story (callback)."""
    open_story(slug)
    examples.request_page(NAME)


def _all(listed: Sequence[Story], slug: str) -> None:
    page_title(say("Stories"))
    st.markdown(
        say("One page to scroll. Its pictures are alive: drag a number in a sentence, and picture and sentence follow.")
    )
    links("stories")
    broken = [broken_story for broken_story in listed if broken_story.faults]
    if broken:
        with st.expander(
            say("{n} of the stories cannot be used", n=len(broken)), expanded=slug in {s.slug for s in broken}
        ):
            for broken_story in broken:
                for fault in broken_story.faults:
                    st.text(str(fault))
            st.markdown(say("Check a file while you write it: `python -m kernviz.stories watch FILE`"))
