"""A hand on a number, in the real app: picture and read-outs follow while it is held, and at rest everything agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from kernviz.ui import binary_message, served
from tests.browser.test_pages import GRAPH, drawn, idle, numbers, query, quiet

Visit = Callable[..., Any]
HELD = {  # page: the slider to move, and the address
    "svm": ("C", "svm?n=60"),
    "sphere": ("γ", "sphere?n=40"),
    "mercer": ("γ", "mercer"),
}
WATCH = """() => { window.seen = []; const p = document.querySelector('.kv-plot');
  new MutationObserver(() => window.seen.push([p.dataset.revision, p.querySelector('[role=img]').ariaLabel])).observe(p, { attributes: true, attributeFilter: ['data-revision'] }) }"""


@contextmanager
def held(page: Any, label: str, by: int) -> Iterator[None]:
    """The mouse on the slider whose name begins so, moved by so many pixels, not yet released."""
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


@pytest.mark.parametrize("name", ["svm", pytest.param("sphere", marks=pytest.mark.long), "mercer"])
def test_the_picture_follows_the_hand(app: str, visit: Visit, name: str) -> None:
    label, address = HELD[name]
    page = visit(f"{app}/{address}")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    page.evaluate(WATCH)
    with held(page, label, 60):
        page.wait_for_function("window.seen.length >= 3")  # pictures while nothing is committed
        assert page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').count() == 1
    idle(page)
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')")
    assert len({revision for revision, _ in seen(page)}) >= 3
    quiet(page, app)


def test_numbers_run_with_the_picture_and_agree_at_rest(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    before = numbers(page)
    page.evaluate(WATCH)
    with held(page, "C", 70):
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


def test_zoom_is_kept_under_the_hand(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=60")
    drawn(page)
    page.evaluate(f"Plotly.relayout({GRAPH}, {{'xaxis.range': [-0.5, 0.5], 'yaxis.range': [-0.5, 0.5]}})")
    page.wait_for_timeout(100)
    zoomed = page.evaluate(f"{GRAPH}._fullLayout.xaxis.range")
    page.evaluate(WATCH)
    with held(page, "γ", 50):
        page.wait_for_function("window.seen.length >= 2")
        assert page.evaluate(f"{GRAPH}._fullLayout.xaxis.range") == zoomed
    page.wait_for_function("new URLSearchParams(location.search).get('k') !== null")
    idle(page)
    assert page.evaluate(f"{GRAPH}._fullLayout.xaxis.range") == pytest.approx(zoomed)


def test_a_tap_leaves_the_page_as_it_is_but_for_what_changes(app: str, visit: Visit) -> None:
    """What speaks of the value before steps back under a hand that holds on, not for a moment; and the document's
    language is not told again, for which the browser would compute the styles of the whole page twice.
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
    assert not [said for said in page.evaluate("window.told") if "kv-held" in said or said == "lang"]
    with held(page, "C", 60):
        page.wait_for_function("window.told.some((said) => said.includes('kv-held'))")
    idle(page)
    assert "lang" not in page.evaluate("window.told")


@pytest.mark.long
def test_a_space_is_seen_from_where_it_was_when_a_number_is_let_go(app: str, visit: Visit) -> None:
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
    page.wait_for_timeout(500)  # it comes to rest
    turned = page.evaluate(eye)
    assert turned != pytest.approx(first, abs=0.1)
    for label in ("λ", "γ"):
        page.evaluate(WATCH)
        with held(page, label, 40):
            page.wait_for_function("window.seen.length >= 2")
            assert page.evaluate(eye) == pytest.approx(turned)
        idle(page)
        page.wait_for_timeout(800)  # plotly draws it once more at leisure
        assert page.evaluate(eye) == pytest.approx(turned)


def test_numbers_arrive_as_they_were_sent(app: str, visit: Visit) -> None:
    """Floats of four bytes travel turned, all else as it lies; one content that stands for two kinds is two arrays."""
    rng = np.random.default_rng(0)
    field = rng.normal(size=(3, 5)).astype(np.float32)
    sent = {"f": field, "d": rng.normal(size=7), "i": np.arange(-3, 3, dtype=np.int8), "n": np.zeros(0, np.float32)}
    sent["same"] = np.frombuffer(field.reshape(-1).view(np.uint8).reshape(-1, 4).T.tobytes(), np.uint8)
    page = visit(f"{app}/svm?n=20")
    got = page.evaluate(
        """async ([url, bytes]) => { const { numbers, unpack } = await import(new URL(url, location.origin));
        const told = unpack(new Uint8Array(bytes)); return Object.fromEntries(Object.entries(told).map(([k, v]) => [k, [...numbers(v)]])); }""",
        [served.url("binary_message.js"), list(binary_message.packed(sent))],
    )
    assert got == {name: values.ravel().tolist() for name, values in sent.items()}
