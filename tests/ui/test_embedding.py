"""Pages in frames of other sites: only the sites in the setting may show them."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import Route

from kernviz.ui import embedding, headers, index
from kernviz.ui.serving import nginx
from tests.ui.asking import asked


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch) -> Any:
    app = Starlette(
        routes=[Route("/", lambda _: Response("x"), methods=["GET"])], middleware=[Middleware(headers.Headers)]
    )

    def headers_of(setting: str) -> tuple[str, str | None]:
        monkeypatch.setenv(embedding.SETTING, setting)
        headers.policy.cache_clear()
        found = asked(app, "GET", "/").headers
        rules = dict(rule.split(" ", 1) for rule in found["content-security-policy"].split("; "))
        return rules["frame-ancestors"], found.get("x-frame-options")

    yield headers_of
    headers.policy.cache_clear()


def test_only_named_sites_may_show_a_page(policy: Any) -> None:
    assert policy("") == ("'self'", "SAMEORIGIN")
    assert policy("https://moodle.example") == ("'self' https://moodle.example", None)
    assert policy("https://a.example/, http://b.example:8080 https://*.uni.example") == (
        "'self' https://a.example http://b.example:8080 https://*.uni.example",
        None,
    )


@pytest.mark.parametrize(
    "setting",
    [
        "*",
        "moodle.example",
        "https://",
        "https://a.example/path",
        "https://a;script-src",
        "'none'",
        "data:",
        "https://*",
    ],
)
def test_an_invalid_setting_permits_no_site(policy: Any, setting: str) -> None:
    assert policy(setting) == ("'self'", "SAMEORIGIN")
    assert embedding.refused()


def test_the_cookie_is_sent_from_a_frame_if_embedding_is_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    front = nginx.Front("127.0.0.1:8600", "", (8601,))
    monkeypatch.delenv(embedding.SETTING, raising=False)
    assert "SameSite=Lax" in nginx.site(front, tmp_path)
    monkeypatch.setenv(embedding.SETTING, "https://moodle.example")
    assert "SameSite=None; Secure; Partitioned" in nginx.site(front, tmp_path)


def test_an_embedded_page_is_marked_before_the_first_paint() -> None:
    assert "kv-embed" in index.html().partition("</script>")[0]
