"""The page of stories.

It shows the story the address names, or the list of all stories.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from kernviz.stories import Story, stories, story
from kernviz.ui import asset_routes, examples, query
from kernviz.ui.asset_routes import ASSETS
from kernviz.ui.component import component, reported
from kernviz.ui.heading import page_title
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
    return f"{asset_routes.path(NAME)}?{NAME}={found.slug}"


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
    """Draw a link for each story.

    Each is an HTML link, which can be opened in a new tab. A plain click opens the story in this session.
    """
    data = [
        {"name": listed.slug, "title": listed.title, "says": listed.says, "href": address(listed)}
        for listed in readable()
    ]
    if data:
        component("home_links")(key=key, data={"ways": data}, on_open_change=partial(_opened, key))


def _opened(key: str) -> None:
    """Open the story that was pressed (callback)."""
    name = reported(key, "open")
    if isinstance(name, str) and name in {listed.slug for listed in readable()}:
        open_story(name)
        examples.go(NAME)


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
