"""Batches of a run's messages: complete, in order, and without delay if someone waits for them."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunnerEvent as Event

from kernviz.ui import live_before_rerun, message_batching
from kernviz.ui.streamlit_internals import messages, names
from kernviz.ui.write_coalescing import at_once
from tests.ui.asking import run as loop_of_its_own


class Session:
    """Substitute for a Streamlit session, with the parts that the batches use."""

    def __init__(self, broken: str = "") -> None:
        self._event_loop = asyncio.get_running_loop()
        self.heard: list[str] = []
        self.woken = self.delivered = 0
        self.broken = broken
        self._message_enqueued_callback = self._tell
        self.session_state: dict[str, str] = {}
        self._scriptrunner: object = None
        self._browser_queue = SimpleNamespace(enqueue=self._enqueue)

    def _tell(self) -> None:
        self.delivered += 1

    def _call_soon_on_event_loop(self, callback: Any) -> None:
        self.woken += 1
        self._event_loop.call_soon_threadsafe(callback)

    def _handle_scriptrunner_event_on_event_loop(self, sender: Any, event: Event, **arguments: Any) -> None:
        self.heard.append(event.name)
        if self._message_enqueued_callback:
            self._message_enqueued_callback()

    def _enqueue(self, message: ForwardMsg) -> None:
        if message.delta.fragment_id == self.broken:
            raise RuntimeError(self.broken)
        self.heard.append(message.delta.fragment_id)


def draw(session: Any, name: str, size: int = 0) -> None:
    message = ForwardMsg()
    message.delta.fragment_id = name
    message.delta.new_element.markdown.body = "x" * size
    message_batching._wait(session, None, Event.ENQUEUE_FORWARD_MSG, forward_msg=message)


def test_many_messages_wake_the_loop_once_and_keep_their_order() -> None:
    async def run() -> Session:
        session = Session()
        await asyncio.to_thread(lambda: [draw(session, f"{k}") for k in range(50)])
        await asyncio.sleep(5 * message_batching.UNNOTICED)
        return session

    session = loop_of_its_own(run())
    assert session.heard == [f"{k}" for k in range(50)]
    assert session.delivered == 1
    assert session.woken <= 25  # a slow thread may need more than one moment for them


@pytest.mark.parametrize("last", ["picture", "end"])
def test_a_picture_and_the_end_of_a_run_do_not_wait(last: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_batching, "UNNOTICED", 3600.0)

    async def run() -> list[str]:
        session: Any = Session()
        message_batching._wait(session, None, Event.SCRIPT_STARTED)
        draw(session, "frame")
        await asyncio.sleep(0.05)
        assert session.heard == []
        if last == "picture":
            draw(session, "picture", 2 * message_batching.LARGE)
        else:
            message_batching._wait(session, None, Event.FRAGMENT_STOPPED_WITH_SUCCESS)
        await asyncio.sleep(0.05)
        return session.heard

    assert loop_of_its_own(run())[:2] == ["SCRIPT_STARTED", "frame"]
    assert len(loop_of_its_own(run())) == 3


def test_a_run_of_many_messages_leaves_in_two_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser redraws its page for each batch: one with the run's first picture, one with the rest."""
    monkeypatch.setattr(message_batching, "UNNOTICED", 3600.0)

    async def run() -> tuple[int, list[str]]:
        session: Any = Session()
        for turn in "ab":
            message_batching._wait(session, None, Event.SCRIPT_STARTED)
            for name in ("frame", "picture", "numbers", "picture", "table", "picture"):
                draw(session, turn + name, 2 * message_batching.LARGE if name == "picture" else 0)
                await asyncio.sleep(0)
            message_batching._wait(session, None, Event.FRAGMENT_STOPPED_WITH_SUCCESS)
            await asyncio.sleep(0.02)
        return session.delivered, session.heard

    batches, heard = loop_of_its_own(run())
    assert batches == 4
    assert len(heard) == 16


def test_the_run_after_a_drag_is_sent_in_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is on the screen already; the batch still leaves within a moment."""
    for name in ("UNNOTICED", "AFTER_A_HAND"):
        monkeypatch.setattr(message_batching, name, 3600.0)

    async def run(hand: str, awhile: float = 3600.0) -> tuple[list[int], list[str]]:
        monkeypatch.setattr(message_batching, "AFTER_A_HAND", awhile)
        session: Any = Session()
        session.session_state = {live_before_rerun._HAND: hand}
        with live_before_rerun.asking("follows"):
            message_batching._wait(session, None, Event.SCRIPT_STARTED)
        after = []
        for name in ("frame", "picture", "numbers"):
            draw(session, name, 2 * message_batching.LARGE if name == "picture" else 0)
            await asyncio.sleep(0.02)
            after.append(session.delivered)
        message_batching._wait(session, None, Event.FRAGMENT_STOPPED_WITH_SUCCESS)
        await asyncio.sleep(0.02)
        return [*after, session.delivered], session.heard

    followed, other, late = (loop_of_its_own(run(*how)) for how in (("follows",), ("another",), ("follows", 0.01)))
    assert followed[0] == [0, 0, 0, 1]
    assert other[0] == [0, 1, 1, 2]
    assert late[0][0] == 1
    assert followed[1] == other[1] == late[1]


def test_the_timer_of_an_earlier_batch_does_not_send_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_batching, "UNNOTICED", 0.3)

    async def run() -> list[str]:
        session: Any = Session()
        draw(session, "a")
        await asyncio.sleep(0.02)
        message_batching._wait(session, None, Event.SHUTDOWN)  # is sent at once, with all before it
        await asyncio.sleep(0.15)
        draw(session, "b")
        await asyncio.sleep(0.2)  # the time at which "a" alone would have left
        return session.heard

    assert loop_of_its_own(run()) == ["a", "SHUTDOWN"]


def test_an_error_in_one_event_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> list[str]:
        session: Any = Session(broken="b")
        for name in "abc":
            draw(session, name)
        message_batching._wait(session, None, Event.SHUTDOWN)
        await asyncio.sleep(0.05)
        return session.heard

    assert loop_of_its_own(run()) == ["a", "c", "SHUTDOWN"]
    assert "was lost" in caplog.text


@pytest.mark.parametrize(("sender", "count"), [("current", 1), ("earlier", 0), (None, 0)])
def test_a_message_joins_the_queue_as_streamlit_queues_it(sender: str | None, count: int) -> None:
    """Messages of a run that another has replaced are dropped."""

    async def run() -> tuple[list[Any], list[Any]]:
        queued: tuple[list[Any], list[Any]] = [], []
        for handle, queue in zip(
            (AppSession._handle_scriptrunner_event_on_event_loop, messages.handle), queued, strict=True
        ):
            session: Any = SimpleNamespace(
                _event_loop=asyncio.get_running_loop(),
                _scriptrunner="current",
                _state=None,
                _browser_queue=SimpleNamespace(enqueue=queue.append),
                _message_enqueued_callback=None,
            )
            session._enqueue_forward_msg = lambda message, session=session: AppSession._enqueue_forward_msg(
                session, message
            )
            arguments = {"forward_msg": ForwardMsg(hash="a")}
            if handle is messages.handle:
                messages.handle(session, sender, Event.ENQUEUE_FORWARD_MSG, arguments)
            else:
                handle(session, sender, Event.ENQUEUE_FORWARD_MSG, **arguments)
        return queued

    streamlits, ours = loop_of_its_own(run())
    assert ours == streamlits
    assert len(ours) == count


def test_no_batch_exceeds_streamlits_limit_of_waiting_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    runtime = SimpleNamespace(
        _session_mgr=SimpleNamespace(get_active_session_info=lambda _: SimpleNamespace(client=None)),
        _send_message=lambda info, message: sent.append(message),
    )
    monkeypatch.setattr(messages, "runtime", lambda: runtime)
    for count, now in ((3, True), (message_batching.MOST_AT_ONCE + 1, False)):
        queue = list(range(count))
        session: Any = SimpleNamespace(
            id="a", _browser_queue=queue, flush_browser_queue=lambda q=queue: q, on_flushed_messages_sent=lambda: None
        )
        assert messages.send_waiting(session, message_batching.MOST_AT_ONCE, at_once) is now
    assert sent == [0, 1, 2]


def test_streamlit_still_has_the_replaced_methods() -> None:
    """If a later version renames these methods, `message_batching` has to be adapted."""
    for name in ("_on_scriptrunner_event", "_handle_scriptrunner_event_on_event_loop", "_call_soon_on_event_loop"):
        assert callable(getattr(AppSession, name))


def test_an_unknown_streamlit_version_is_not_patched(monkeypatch: pytest.MonkeyPatch) -> None:
    assert names.BATCHES.known()
    before = AppSession._on_scriptrunner_event
    monkeypatch.setattr(names.BATCHES, "names", (*names.BATCHES.names, f"{names.SESSION}._gone_in_a_later_one"))
    monkeypatch.setattr(names.BATCHES, "_known", None)
    message_batching.install()
    assert AppSession._on_scriptrunner_event is before
