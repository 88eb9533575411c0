"""The cookie of the real nginx in a frame of another site: browsers send it only with the attributes for frames."""

from __future__ import annotations

from typing import Any

import pytest

from kernviz.ui import embedding
from tests.ui.test_nginx_limits import serving


@pytest.mark.parametrize(("sites", "sent"), [("", False), ("http://127.0.0.1", True)], ids=["alone", "embedded"])
def test_a_frame_sends_the_cookie_only_where_frames_are_allowed(
    sites: str, sent: bool, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """127.0.0.1 and localhost are two sites; a browser takes both for as safe as TLS."""
    monkeypatch.setenv(embedding.SETTING, sites)
    with serving() as (port, process):
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{process}/outer?http://localhost:{port}/first")
        frame = page.frames[1]
        assert "no cookie" in frame.content()
        frame.goto(f"http://localhost:{port}/second")
        assert ("kernviz=" in frame.content()) is sent
        page.close()


def test_a_page_of_its_own_sends_the_cookie(browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(embedding.SETTING, raising=False)
    with serving() as (port, _):
        page = browser.new_page()
        page.goto(f"http://localhost:{port}/first")
        assert "no cookie" in page.content()
        page.goto(f"http://localhost:{port}/second")
        assert "kernviz=" in page.content()
        page.close()
