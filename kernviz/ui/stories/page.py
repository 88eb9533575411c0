"""The page of stories.

It shows the story the address names, or the list of all stories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from kernviz.stories import Story, stories, story
from kernviz.ui import asset_routes, examples, query
from kernviz.ui.asset_routes import ASSETS
from kernviz.ui.component import component
from kernviz.ui.stories.content import told
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
        others = [{"title": each.title, "href": address(each)} for each in readable() if each.slug != found.slug]
        component(NAME)(key=f"story-{found.slug}", data={**told(found), "others": others})
    query.show_ignored()


def address(found: Story) -> str:
    """Return the address of a story."""
    return f"{asset_routes.path(NAME)}?{NAME}={found.slug}"


def open_story(slug: str) -> None:
    """Open a story (callback)."""
    st.session_state[STORY.name] = slug


def readable() -> list[Story]:
    """Return the stories that can be read, each once.

    A story is in the language in force if it exists in that language.
    """
    slugs = dict.fromkeys(each.slug for each in stories() if each.blocks)
    return [found for slug in slugs if (found := story(slug, language())) is not None]


def links(key: str) -> None:
    """Draw a link for each story.

    Each is an HTML link, which can be opened in a new tab. A plain click opens the story in this session.
    """
    told = [{"name": each.slug, "title": each.title, "says": each.says, "href": address(each)} for each in readable()]
    if told:
        component("home_links")(key=key, data={"ways": told}, on_open_change=partial(_opened, key))


def _opened(key: str) -> None:
    """Open the story that was pressed (callback)."""
    state = st.session_state.get(key)
    name = state.get("open") if isinstance(state, Mapping) else None
    if isinstance(name, str) and name in {each.slug for each in readable()}:
        open_story(name)
        examples.go(NAME)


def _all(listed: Sequence[Story], slug: str) -> None:
    st.title(say("Stories"), anchor=False)
    st.markdown(
        say("One page to scroll. Its pictures are alive: drag a number in a sentence, and picture and sentence follow.")
    )
    links("stories")
    broken = [each for each in listed if each.faults]
    if broken:
        with st.expander(
            say("{n} of the stories cannot be used", n=len(broken)), expanded=slug in {s.slug for s in broken}
        ):
            for each in broken:
                for fault in each.faults:
                    st.text(str(fault))
            st.markdown(say("Check a file while you write it: `python -m kernviz.stories watch FILE`"))
