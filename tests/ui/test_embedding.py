"""Pages in frames of other sites: only those the setting names."""

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

    def headers_of(said: str) -> tuple[str, str | None]:
        monkeypatch.setenv(embedding.SETTING, said)
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
    "said",
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
def test_what_is_no_site_lets_nobody_in(policy: Any, said: str) -> None:
    assert policy(said) == ("'self'", "SAMEORIGIN")
    assert embedding.refused()


def test_the_cookie_of_a_frame_is_sent_from_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    front = nginx.Front("127.0.0.1:8600", "", (8601,))
    monkeypatch.delenv(embedding.SETTING, raising=False)
    assert "SameSite=Lax" in nginx.site(front, tmp_path)
    monkeypatch.setenv(embedding.SETTING, "https://moodle.example")
    assert "SameSite=None; Secure; Partitioned" in nginx.site(front, tmp_path)


def test_the_page_says_before_anything_is_drawn_that_it_is_in_a_frame() -> None:
    assert "kv-embed" in index.html().partition("</script>")[0]
