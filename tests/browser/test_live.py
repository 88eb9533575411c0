"""Number dragged in the real app: picture and read-outs follow, and after the release all agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from kernviz.ui import asset_routes
from kernviz.wire import binary_message
from tests.browser.test_pages import GRAPH, coloured_for_the_dark, drawn, idle, numbers, query, quiet

Visit = Callable[..., Any]
HELD = {  # page: the slider to move, and the address
    "svm": ("C", "svm?n=60"),
    "sphere": ("γ", "sphere?n=40"),
    "mercer": ("γ", "mercer"),
}
WATCH = """() => { window.seen = []; const p = document.querySelector('.kv-plot');
  new MutationObserver(() => window.seen.push([p.dataset.revision, p.querySelector('[role=img]').ariaLabel])).observe(p, { attributes: true, attributeFilter: ['data-revision'] }) }"""


@contextmanager
def dragging(page: Any, label: str, by: int) -> Iterator[None]:
    """Press the mouse on the slider with this label and move it by ``by`` pixels; release it on leaving."""
    thumb = page.get_by_role("slider", name=label).first
    box = thumb.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x + by * step / 8, y)
        page.wait_for_timeout(120)
    yield
    page.mouse.up()


def seen(page: Any) -> list[Any]:
    return list(page.evaluate("window.seen"))


@pytest.mark.parametrize(
    "name", ["svm", pytest.param("sphere", marks=pytest.mark.long), pytest.param("mercer", marks=pytest.mark.slow)]
)
def test_the_picture_follows_a_dragged_number(app: str, visit: Visit, name: str) -> None:
    """The live picture and the one at rest have the colours of the dark theme; a key moves the number on."""
    label, address = HELD[name]
    page = visit(f"{app}/{address}", theme="dark")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    page.evaluate(WATCH)
    with dragging(page, label, 60):
        page.wait_for_function("window.seen.length >= 3")  # live pictures, nothing committed
        assert page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').count() == 1
        if name == "svm":
            coloured_for_the_dark(page)
    idle(page)
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')")
    assert len({revision for revision, _ in seen(page)}) >= 3
    if name == "svm":
        coloured_for_the_dark(page)
        dragged = float(query(page, "C") or "nan")
        page.get_by_role("slider", name=label).first.press("ArrowRight")
        page.wait_for_function("(C) => Number(new URLSearchParams(location.search).get('C')) > C", arg=dragged)
        idle(page)
    quiet(page, app)


@pytest.mark.slow
def test_read_outs_follow_the_picture_and_agree_at_rest(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    before = numbers(page)
    page.evaluate(WATCH)
    with dragging(page, "C", 70):
        page.wait_for_function(
            "(before) => document.querySelector('.kv-readouts dd').innerText !== before", arg=before[0]
        )
        assert query(page, "C") is None  # nothing is set yet
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    idle(page)
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')")
    page.wait_for_function("!document.querySelector('.kv-plot').classList.contains('kv-live')")
    fresh = visit(page.url)
    drawn(fresh)
    assert numbers(page) == numbers(fresh)
    words = ".st-key-plane [role=img]"
    assert page.locator(words).first.get_attribute("aria-label") == fresh.locator(words).first.get_attribute(
        "aria-label"
    )


@pytest.mark.slow
def test_zoom_is_kept_during_a_drag(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    whole = page.evaluate(f"{GRAPH}._fullLayout.xaxis.range")
    # as plotly.js does it when the viewer zooms
    ends = {f"{axis}.range[{i}]": i - 0.5 for axis in ("xaxis", "yaxis") for i in (0, 1)}

    def zoom() -> Any:
        page.evaluate(f"(ends) => Plotly.relayout({GRAPH}, ends)", ends)
        page.wait_for_timeout(100)
        return page.evaluate(f"{GRAPH}._fullLayout.xaxis.range")

    zoomed = zoom()
    assert zoomed != pytest.approx(whole)
    page.evaluate(WATCH)
    with dragging(page, "γ", 50):
        page.wait_for_function("window.seen.length >= 2")
        assert page.evaluate(f"{GRAPH}._fullLayout.xaxis.range") == zoomed
    page.wait_for_function("new URLSearchParams(location.search).get('k') !== null")
    idle(page)
    assert page.evaluate(f"{GRAPH}._fullLayout.xaxis.range") == pytest.approx(zoomed)
    for back in (
        lambda: page.locator('.modebar-btn[data-title="Reset axes"]').first.evaluate("(tool) => tool.click()"),
        lambda: page.evaluate(f"{GRAPH}.emit('plotly_doubleclick', null)"),
    ):
        back()
        page.wait_for_timeout(300)
        assert page.evaluate(f"{GRAPH}._fullLayout.xaxis.range") == pytest.approx(whole)
        zoom()


@pytest.mark.slow
def test_a_tap_neither_fades_texts_nor_sets_the_language_again(app: str, visit: Visit) -> None:
    """Texts about the old value fade during a long hold only.

    Setting the document's language again would make the browser compute the styles of the whole page twice.
    """
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    idle(page)
    page.evaluate(
        "() => { window.told = []; new MutationObserver((changes) => window.told.push(...changes.map((c) =>"
        " c.attributeName === 'lang' ? 'lang' : document.documentElement.className))).observe(document.documentElement,"
        " { attributes: true, attributeFilter: ['lang', 'class'] }) }"
    )
    page.evaluate(WATCH)
    thumb = page.get_by_role("slider", name="C").first
    thumb.press("ArrowRight")
    page.wait_for_function("window.seen.length >= 1")
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    idle(page)
    assert not [change for change in page.evaluate("window.told") if "kv-held" in change or change == "lang"]
    with dragging(page, "C", 60):
        page.wait_for_function("window.told.some((said) => said.includes('kv-held'))")
    idle(page)
    assert "lang" not in page.evaluate("window.told")


@pytest.mark.long
def test_the_camera_is_kept_when_a_number_is_released(app: str, visit: Visit) -> None:
    page = visit(f"{app}/dual")
    page.locator(".st-key-dual_span .kv-plot[data-revision]").wait_for()
    idle(page)
    graph = "document.querySelector('.st-key-dual_span .kv-graph')"
    eye = f"{graph}._fullLayout.scene.camera.eye"
    first = page.evaluate(eye)
    box = page.locator(".st-key-dual_span .kv-plot").bounding_box()
    page.mouse.move(box["x"] + 150, box["y"] + 250)
    page.mouse.down()
    page.mouse.move(box["x"] + 220, box["y"] + 210, steps=4)
    page.mouse.up()
    page.wait_for_timeout(500)  # the camera comes to rest
    turned = page.evaluate(eye)
    assert turned != pytest.approx(first, abs=0.1)
    for label in ("λ", "γ"):
        page.evaluate(WATCH)
        with dragging(page, label, 40):
            page.wait_for_function("window.seen.length >= 2")
            assert page.evaluate(eye) == pytest.approx(turned)
        idle(page)
        page.wait_for_timeout(800)  # plotly draws the picture once more when the page is idle
        assert page.evaluate(eye) == pytest.approx(turned)


def test_numbers_arrive_as_they_were_sent(app: str, visit: Visit) -> None:
    """Float32 arrays are sent with their bytes transposed, all others unchanged.

    Equal bytes of two types are two arrays.
    """
    rng = np.random.default_rng(0)
    field = rng.normal(size=(3, 5)).astype(np.float32)
    sent = {"f": field, "d": rng.normal(size=7), "i": np.arange(-3, 3, dtype=np.int8), "n": np.zeros(0, np.float32)}
    sent["same"] = np.frombuffer(field.reshape(-1).view(np.uint8).reshape(-1, 4).T.tobytes(), np.uint8)
    page = visit(f"{app}/_stcore/health")  # any page of the app; its scripts are imported
    got = page.evaluate(
        """async ([url, bytes]) => { const { numbers, unpack } = await import(new URL(url, location.origin));
        const told = unpack(new Uint8Array(bytes)); return Object.fromEntries(Object.entries(told).map(([k, v]) => [k, [...numbers(v)]])); }""",
        [asset_routes.url("binary_message.js"), list(binary_message.packed(sent))],
    )
    assert got == {name: values.ravel().tolist() for name, values in sent.items()}


@pytest.mark.slow
def test_a_short_overload_of_the_server_shows_no_message(app: str, visit: Visit) -> None:
    """The picture stays, no message appears, and the next picture comes when the server has time."""
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    page.evaluate(WATCH)
    asked: list[str] = []

    def busy(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body="too many ask at once")

    page.route("**/kernviz-live/**", busy)
    with dragging(page, "C", 60):
        assert seen(page) == []
        assert 1 <= len(asked) <= 4  # eight moves in a second make fewer requests
        page.unroute("**/kernviz-live/**")
        page.wait_for_function("window.seen.length >= 1")  # without another move
        assert query(page, "C") is None
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    idle(page)
    assert page.locator('[role="alert"], [data-testid="stAlert"]').count() == 0
    assert not [line for line in page.complaints if "503" not in line]


@pytest.mark.slow
def test_a_long_overload_of_the_server_is_reported(app: str, visit: Visit) -> None:
    """After three seconds of refusals one sentence is shown, until the next picture."""
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    page.evaluate(WATCH)
    refusal = {"status": 503, "headers": {"Retry-After": "1"}, "body": "too many ask at once"}
    page.route("**/kernviz-live/**", lambda route: route.fulfill(**refusal))
    with dragging(page, "C", 60):
        sentence = page.get_by_role("status").filter(has_text="Many are here at once")
        sentence.wait_for()
        assert seen(page) == []
        page.unroute("**/kernviz-live/**")
        page.wait_for_function("window.seen.length >= 1")
        sentence.wait_for(state="detached")
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    idle(page)


@pytest.mark.slow
def test_a_late_answer_is_overtaken_by_the_newest_value(app: str, visit: Visit) -> None:
    """One request is in flight; after a second without an answer the newest value is requested all the same."""
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    page.evaluate(WATCH)
    waiting: list[Any] = []
    page.route("**/kernviz-live/**", lambda route: waiting.append(route) if not waiting else route.continue_())
    with dragging(page, "C", 60):
        page.wait_for_function("window.seen.length >= 1")  # though the first is never answered
        assert len(waiting) == 1
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    idle(page)
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')")
    assert not page.complaints
