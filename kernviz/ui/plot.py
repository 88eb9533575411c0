"""A Plotly figure on the page, updated in place.

Zoom, pan and camera stay while the numbers change.

``st.plotly_chart`` rebuilds the picture at every change. This component keeps it and passes the
new numbers to plotly.js; the old picture stays until the new one is drawn. The component reserves
the picture's height, and takes the colours of background, text and grid from the theme. Figures
therefore carry no theme colours of their own. A figure that needs a theme colour writes a token:
``var(--kv-ink)``, ``var(--kv-class-0)``, ``var(--kv-class-0, 0.4)`` (translucent), and for scales
``colorscale=DIVERGING`` or ``SEQUENTIAL`` (figures/theme.py). The tokens are the keys of assets/palette.json.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import Any

import streamlit as st

from kernviz.lessons.lesson import Picture
from kernviz.ui import asset_routes, escaping
from kernviz.ui.component import component, real_number, reported
from kernviz.wire import binary_message

LONGEST_PATH = 100  # largest number of corners of a stroke
MOST_CLICKS = 32  # largest number of clicks in a report of the browser
_LISTENING = "_plot_listening"  # in the session: key of a picture -> function that handles its new clicks
_HANDLED = "_plot_clicks_handled"  # in the session: key of a picture -> number of its last click handled

_serial = count(1)


@dataclass(frozen=True)
class Click:
    """A click in the plane.

    ``x, y`` are in data units. ``customdata`` is set if the click hit a drawn point.
    ``picture`` is the key of the picture.
    """

    x: float
    y: float
    customdata: Any = None
    picture: str = ""
    path: tuple[tuple[float, float], ...] = ()  # corners of a freehand curve


def plot(
    picture: Picture,
    *,
    on_click: Callable[[Click], None] | None = None,
    hands: dict[str, Any] | None = None,
    on_hand: Callable[[], None] | None = None,
) -> None:
    """Show a picture that is updated in place.

    One key is one picture, which lives on through every rerun. While its revision is equal, the viewer's
    zoom and camera are kept. With ``square`` its height is the largest, as the width of the column is the
    other limit.

    on_click  called with the :class:`Click` before the page runs again, so it may set the value of any widget
    hands     its editable handles and points (hands.py); `on_hand` is called after an edit
    """
    key, taking = picture.key, picture.taking
    options = {
        "key": key,
        "alt": escaping.plain(picture.alt),
        "height": picture.height,
        "square": picture.square,
        "revision": f"{key}:{picture.revision}",
        "clickable": on_click is not None and hands is None,
        "sketched": hands is None and taking is not None and bool(taking.holds),
        "taking": asdict(taking) if hands is None and taking is not None else None,
        "hands": hands,
        "filename": f"kernviz-{key}",
        "plotly": asset_routes.url(asset_routes.PLOTLY),
        # Makes each message unique: Streamlit sends a repeated message as a hash, and the browser may have dropped the
        # content.
        "serial": next(_serial),
    }
    callbacks: dict[str, Callable[[], None]] = {}
    if on_click is not None:
        callbacks["on_click_change"] = _clicked(key, on_click)
        st.session_state.setdefault(_LISTENING, {})[key] = callbacks["on_click_change"]
    if on_hand is not None:
        callbacks["on_hand_change"] = on_hand
    size: int | str = "content" if picture.square or hands else picture.height
    component("plot")(key=key, data=binary_message.pack(picture.figure, options), height=size, **callbacks)


def listen() -> None:
    """Handle the clicks that the browser reported together with a pressed button.

    The button's callback calls this first: Streamlit calls callbacks in the order of its widgets, not in the order in
    which the visitor clicked.
    """
    for call in list(st.session_state.get(_LISTENING, {}).values()):
        call()


def _new(key: str, report: object) -> list[Click]:
    """Return the reported clicks that were not handled before, in their order.

    The browser repeats its last clicks, each with a number that grows. A report may be replaced by the next one while
    the server is busy.
    """
    handled: dict[str, int] = st.session_state.setdefault(_HANDLED, {})
    found = []
    for message in report[-MOST_CLICKS:] if isinstance(report, list) else []:
        number = message.get("number") if isinstance(message, dict) else None
        if isinstance(number, int) and number > handled.get(key, 0) and (click := _read(message)):
            handled[key] = number
            found.append(click)
    return found


def _read(event: object) -> Click | None:
    """Parse the browser's report as a click.

    Return None if it is invalid. The report is untrusted input.
    """
    if not isinstance(event, dict):
        return None
    x, y = real_number(event.get("x")), real_number(event.get("y"))
    path = _path(event.get("path"))
    if x is None or y is None or path is None:
        return None
    return Click(x, y, event.get("customdata"), path=path)


def _path(points: object) -> tuple[tuple[float, float], ...] | None:
    """Parse a stroke as a sequence of points.

    The sequence is empty without a stroke. Return None if it is invalid.
    """
    if points is None:
        return ()
    if not isinstance(points, list | tuple) or len(points) > LONGEST_PATH:
        return None
    corners = []
    for point in points:
        x, y = map(real_number, point) if isinstance(point, list | tuple) and len(point) == 2 else (None, None)
        if x is None or y is None:
            return None
        corners.append((x, y))
    return tuple(corners)


def _clicked(key: str, on_click: Callable[[Click], None]) -> Callable[[], None]:
    def call() -> None:
        for click in _new(key, reported(key, "click")):
            on_click(replace(click, picture=key))

    return call
