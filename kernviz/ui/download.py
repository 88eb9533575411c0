"""A download button whose file is made on a press.

The file is sent over the page's own connection.

Streamlit's own button keeps the file in the memory of one process and gives it an address. Behind
a proxy with several processes, the browser's request may reach another process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from kernviz.ui.component import component, reported
from kernviz.ui.press import press

NAME = "download"


def download(
    label: str, make: Callable[[], str], file: str, kind: str, *, key: str, about: str, link: bool = False
) -> None:
    """Draw the download button.

    make   function that returns the file's text; called in the run that follows a press
    file   name of the file, whose media type is `kind`
    about  the file's content in words, shown as the button's title
    link   whether the button looks like a link
    """
    data: dict[str, object] = {"label": label, "about": about, "link": link}
    with press(_pressed(key)) as pressed:
        if pressed is not None:
            data["made"] = {"press": pressed, "text": make(), "file": file, "kind": kind}
        component(NAME)(key=key, data=data, width="content", on_press_change=partial(_note, key))


def _pressed(key: str) -> str:
    return f"_{NAME}_{key}"


def _note(key: str) -> None:
    """Store the number of the press from the browser's message (callback).

    The browser recognises the file it asked for by this number. The message is untrusted.
    """
    number = reported(key, "press")
    if type(number) is int:
        st.session_state[_pressed(key)] = number
