"""Page in a frame of another site: shown if the setting names that site, and usable by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kernviz.ui import embedding
from tests.browser.conftest import START, free_port, serving
from tests.ui.one_answer import answering

Visit = Callable[..., Any]
GONE = ('[data-testid="stHeader"]', '[data-testid="stSidebar"]', ".kv-reach", ".st-key-kv-head", ".st-key-kv-below")


@contextmanager
def site(port: int, inside: str) -> Iterator[str]:
    """Run a site with one page that shows the address ``inside`` in a frame; yield its own address.

    Its host name is not the app's, which makes it another site for the browser.
    """
    frame = f'<!doctype html><title>a course</title><iframe src="{inside}" title="kernviz" width="900" height="620"></iframe>'
    with answering(200, "text/html", frame.encode(), port):
        yield f"http://localhost:{port}/"


@pytest.mark.slow
def test_a_named_site_shows_picture_and_controls_and_another_nothing(
    visit: Visit, chromium: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, stranger = free_port(), free_port()
    monkeypatch.setenv(embedding.SETTING, f"http://localhost:{named}")
    with serving(START, tmp_path) as app:
        with site(named, f"{app}/svm?n=40&amp;embed=1") as there:
            page = visit(there, width=1000, height=700)
            frame = page.frame_locator("iframe")
            frame.locator(".kv-plot[data-revision]").first.wait_for()
            slider = frame.get_by_role("slider", name="C, penalty").first
            slider.wait_for()
            for control in GONE:
                assert frame.locator(control).count() == 0 or not frame.locator(control).first.is_visible(), control
            assert frame.locator('[data-testid="stNumberInput"], .st-key-kv-beside').first.is_hidden()
            before = slider.get_attribute("aria-valuetext")
            slider.press("ArrowRight")
            inner = next(frame for frame in page.frames if frame.url.startswith(app))
            for _ in range(200):
                if "C=" in inner.url:
                    break
                page.wait_for_timeout(100)
            assert "C=" in inner.url
            assert "embed=1" in inner.url  # the page stays embedded
            assert slider.get_attribute("aria-valuetext") != before
            refused = [
                complaint for complaint in page.complaints if "Content Security" in complaint or "frame" in complaint
            ]
            assert refused == []
        with site(stranger, f"{app}/svm?n=40&amp;embed=1") as elsewhere:
            page = visit(elsewhere)
            page.wait_for_timeout(2000)
            assert page.frame_locator("iframe").locator(".stApp").count() == 0
            assert any("frame-ancestors" in complaint for complaint in page.complaints)

        whole = visit(f"{app}/svm?n=40")
        whole.locator(".kv-plot[data-revision]").first.wait_for()
        whole.get_by_text("In your pages").click()
        whole.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        whole.get_by_role("button", name="Copy for Moodle").click()
        lines = whole.evaluate("window.copied")
        assert f'<iframe src="{app}/svm?n=40&amp;embed=1"' in lines
        assert f'<a href="{app}/svm?n=40"' in lines
