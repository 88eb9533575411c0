"""Visitor without a browser, over Streamlit's websocket.

The visitor opens a page and moves the control of a number.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect

from benchmarks.http_client import HttpClient

LARGEST = 64 * 2**20  # bytes of a message


FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


@dataclass
class Answer:
    """Answer of the server to one move."""

    picture: float | None  # seconds until the picture's message
    done: float  # seconds until the end of the run
    size: int  # bytes
    right: bool  # the control has the value it was moved to
    coarse: bool = False  # the page has half the grid


@dataclass
class Control:
    """Control of a number in Streamlit or of kernviz's own.

    Streamlit's is a slider, plain or of texts.
    """

    id: str
    now: str
    texts: list[str] = field(default_factory=list)
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    ours: bool = False
    sequence: int = 0
    part: str = ""  # the fragment of the page that runs when it is moved
    name: str = ""  # in the address of a live picture

    def position(self, share: float) -> str:
        """Return the value at a share of the control's length, as text."""
        if self.texts:
            return self.texts[min(int(share * len(self.texts)), len(self.texts) - 1)]
        if self.log:
            return f"{math.exp(math.log(self.low) + share * math.log(self.high / self.low)):.4g}"
        return f"{self.low + share * (self.high - self.low):.4g}"

    def state(self, text: str) -> WidgetState:
        """Return the message that moves the control to the value ``text``."""
        state = WidgetState(id=self.id)
        if self.ours:
            self.sequence += 1
            state.json_value = json.dumps({"value": {"seq": self.sequence, "text": text}})
        elif self.texts:
            state.string_array_value.data.append(text)
        else:
            state.double_array_value.data.append(float(text))
        return state


def control(element: Any, symbol: str) -> Control | None:
    """Return the element as a control, or None.

    The control's label begins with the symbol.
    """
    kind = element.WhichOneof("type")
    if kind == "slider" and element.slider.label.startswith(symbol):
        slider = element.slider
        values = list(slider.value) or list(slider.default)
        texts = list(slider.options)
        now = (list(slider.raw_value) or [texts[int(values[0])]])[0] if texts else f"{values[0]:.4g}"
        return Control(slider.id, now, texts, slider.min, slider.max)
    if kind == "bidi_component" and element.bidi_component.component_name.endswith("number"):
        ours = element.bidi_component
        data = json.loads(ours.json or ours.mixed.json or "{}")
        if str(data.get("label", "")).startswith(symbol):
            return Control(
                ours.id,
                str(data["value"]),
                [],
                data["low"],
                data["high"],
                bool(data["log"]),
                True,
                data["seq"],
                name=data["live"] or "",
            )
    return None


class Visitor:
    """Session of one page, without a browser."""

    def __init__(self, url: str, page: str, symbol: str, seed: int) -> None:
        self.url, self.page, self.symbol = url, page, symbol
        self.random = random.Random(seed)  # noqa: S311  not for secrets
        self.hash, self.control = "", None
        self.page_state = ""  # the page's state as sent for the address
        self.live: dict[str, Any] = {}  # the route of its live pictures, and the page's name there
        self.socket: Any = None

    async def open(self) -> Answer:
        """Fetch the page, connect, and run it for the first time."""
        await get(self.url, f"/{self.page}")
        address = self.url.replace("http", "ws") + "/_stcore/stream"
        self.socket = await connect(
            address, subprotocols=["streamlit"], max_size=LARGEST, open_timeout=60, ping_timeout=None, compression=None
        )
        answer = await self.run(None)
        if self.control is None:
            raise LookupError(f"{self.page} has no control called {self.symbol!r}")
        return answer

    async def close(self) -> None:
        """Disconnect."""
        if self.socket is not None:
            await self.socket.close()

    async def move(self, share: float, live: bool = False) -> Answer:
        """Release the control at a place, and await the answer.

        The place is a share of the control's length, and the answer must be whole. With ``live`` the live picture of
        the value is requested at the same time, as browsers do, and the answer's picture is the first of the two.
        """
        found = self.control
        text = found.position(share)
        if text == found.now:
            text = found.position((share + 0.31) % 1)
        asked = asyncio.create_task(self._live_picture(found.name, text)) if live else None
        answer = await self.run(found.state(text))
        if asked is not None and (shown := await asked) is not None:
            answer.picture = min(shown, answer.picture or shown)
        self.control.now = text if found.texts else self.control.now
        answer.right = bool(re.search(rf"(?<![\d.]){re.escape(text)}(?![\d.])", self.page_state)) or _close(
            self.control.now, text
        )
        return answer

    async def _live_picture(self, name: str, text: str) -> float | None:
        """Return the seconds until the live picture of a value has come.

        None if the server has refused it.
        """
        state = json.loads(self.page_state)["state"] | self.live["more"] | {name: text}
        query = urlencode(sorted((key, value) for key, value in state.items() if value is not None))
        client, start = HttpClient(self.url), time.perf_counter()
        try:
            fields = {"Accept-Encoding": "gzip", "X-Kernviz-Hand": self.live["hand"]}
            answer = await client.request("GET", f"/{self.live['route']}?{query}", **fields)
        finally:
            client.close()
        return time.perf_counter() - start if answer.status == 200 else None

    async def run(self, state: WidgetState | None) -> Answer:
        """Run the script once, and read the whole answer.

        The request is that of a browser.
        """
        message = BackMsg()
        message.rerun_script.page_script_hash = self.hash
        message.rerun_script.page_name = "" if self.hash else self.page
        if state is not None:
            message.rerun_script.widget_states.widgets.append(state)
            message.rerun_script.fragment_id = self.control.part
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        picture, size, drawn, coarse = None, 0, 0, False
        while True:
            raw = await self.socket.recv()
            size += len(raw)
            received = ForwardMsg.FromString(raw)
            kind = received.WhichOneof("type")
            if kind == "navigation":
                self.hash = received.navigation.page_script_hash
            if kind == "delta" and received.delta.WhichOneof("type") == "new_element":
                drawn += 1
                element = received.delta.new_element
                name = element.bidi_component.component_name if element.WhichOneof("type") == "bidi_component" else ""
                if name.endswith("plot") and picture is None:
                    picture = time.perf_counter() - start
                if name.endswith("shell"):
                    told_page = element.bidi_component.json or element.bidi_component.mixed.json
                    self.page_state, self.live = unquote(told_page), json.loads(told_page).get("live") or {}
                    coarse = "queue" in self.live
                self._notice(element, received.delta.fragment_id)
            if kind == "script_finished":
                if received.script_finished in FINISHED and drawn > 1:
                    return Answer(picture, time.perf_counter() - start, size, True, coarse)
                drawn = 0  # interrupted by another run, which draws the page

    def _notice(self, element: Any, part: str) -> None:
        found = control(element, self.symbol)
        if found is not None:
            found.part = part
            if self.control is not None:
                found.sequence = max(found.sequence, self.control.sequence)
                if found.texts:
                    found.now = self.control.now  # Streamlit sends a slider's value only if code has set it
            self.control = found


def _close(a: str, b: str) -> bool:
    try:
        return math.isclose(float(a), float(b), rel_tol=0.02)
    except ValueError:
        return False


async def get(url: str, path: str, hand: str = "", source: str = "") -> tuple[int, int]:
    """Send one plain GET on a new connection.

    A new visitor does the same. The result is (status, number of bytes).

    hand    the visitor's name, sent as X-Kernviz-Hand
    source  the local network address of the connection
    """
    client = HttpClient(url, source)
    try:
        answer = await client.request("GET", path, **({"X-Kernviz-Hand": hand} if hand else {}))
    finally:
        client.close()
    return answer.status, len(answer.body)
