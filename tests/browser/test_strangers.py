"""Hostile names in every place that takes one, on every page.

They stay plain text and cause no request.
"""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from kernviz.ui import navigation
from kernviz.ui.escaping import JOINER
from tests.ui import hostile

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
PAGES = [e for e in navigation.entries(Path(__file__).parents[2]) if e.name not in navigation.ALONE]
WITHOUT_NAMES = ("compose", "gaussian", "objects")  # pages that show neither columns nor classes at first
ON_OBJECTS = [name for name, address in hostile.ADDRESS.items() if "ob_view" in address]

# Everything a browser could follow or fetch, wherever it hangs: a link, a picture, a frame, also inside a drawing.
LEADS_AWAY = """() => [...document.querySelectorAll('*')].flatMap((e) => ['href', 'xlink:href', 'src', 'action', 'data'].map((a) => e.getAttribute(a)))
  .filter((u) => u && !u.startsWith('#') && !u.startsWith('data:') && new URL(u, location.href).origin !== location.origin
                 && !u.startsWith('blob:' + location.origin))"""
MARKED = """() => [...document.querySelectorAll('em, strong, del, code, .katex, a, img, span')].filter((e) => e.closest('.stMarkdown, label, .kv-plot')
  && ((/^(bold|it|s|c)$/.test(e.textContent) && /^(EM|STRONG|DEL|CODE)$/.test(e.tagName)) || (e.textContent === 'tinted' && e.style.color)
      || (/^(click|b)$/.test(e.textContent) && e.tagName === 'A'))).map((e) => e.outerHTML)"""


def settled(page: Any) -> None:
    """Wait until the page has run and drawn everything."""
    page.locator("[data-testid=stMainBlockContainer]").get_by_role("heading").first.wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.wait_for_function(
        "[...document.querySelectorAll('.kv-plot')].every((p) => p.dataset.revision || !p.clientWidth) &&"
        " !document.querySelector('[data-testid=stSkeleton]')"
    )


def visible_text(page: Any) -> str:
    """Return all words of the page, those of drawings, lists and for screen readers too."""
    texts = page.evaluate(
        "[document.body.textContent, ...[...document.querySelectorAll('[aria-label], input, textarea')].map((e) =>"
        " (e.ariaLabel || '') + ' ' + (e.value || ''))].join(' ')"
    )
    return str(texts).replace(JOINER, "")


def harmless(page: Any, app: str) -> None:
    """Assert that no request left the server, no link leads away, and no name became markup."""
    settled(page)
    for button in page.get_by_role("tab").all():
        button.click()
    settled(page)
    own = (app, app.replace("http", "ws"), "data:", "blob:")
    assert [url for url in page.requested if not url.startswith(own)] == []
    assert page.evaluate(LEADS_AWAY) == []
    assert page.evaluate(MARKED) == []
    assert page.complaints == []  # the Content-Security-Policy has refused nothing
    assert page.locator('[data-testid="stException"], [class*="st-key-kv-mishap"]').count() == 0
    assert re.search("[\U00018821-\U0001887e]", visible_text(page)) is None  # no veiled character is left


def shows_the_names(page: Any, entry: navigation.PageEntry, app: str) -> None:
    """Assert that the page shows the names of its data as text."""
    if entry.name not in WITHOUT_NAMES:
        page.wait_for_function(
            "([words, joiner]) => { const said = [document.body.textContent,"
            " ...[...document.querySelectorAll('[aria-label], input, textarea')].map((e) => (e.ariaLabel || '') + ' ' +"
            " (e.value || ''))].join(' ').replaceAll(joiner, ''); return words.some((word) => said.includes(word)) }",
            arg=[[word[:12] for word in hostile.WORDS], JOINER],  # pictures cut long names
        )
    harmless(page, app)


def with_a_file(page: Any) -> None:
    """Open the hostile file, as a visitor does."""
    settled(page)
    file = {"name": "[x](%2f%2fstranger.example).csv", "mimeType": "text/csv", "buffer": hostile.csv()}
    page.locator('.st-key-kv-file-chooser input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Use these points").click()
    page.wait_for_function("new URLSearchParams(location.search).get('data') === 'your file'")


WAYS_IN = ("drawn", "three drawn", "typed", "file")
# Every page with every way in takes minutes: some pages with one of them, and all the others behind the marker.
BOTH = [
    pytest.param(
        entry,
        way,
        id=f"{entry.name}-{way}",
        marks=() if (i + j) % len(WAYS_IN) == 0 and i % 6 == 0 else pytest.mark.long,
    )
    for i, entry in enumerate(PAGES)
    for j, way in enumerate(WAYS_IN)
]


@pytest.mark.parametrize(("entry", "way"), BOTH)
def test_hostile_names_stay_text_on_every_page(app: str, visit: Visit, entry: navigation.PageEntry, way: str) -> None:
    address = "" if way == "file" else urlencode(hostile.ADDRESS[way])
    page = visit(f"{app}/{'' if entry.name == navigation.HOME else entry.name}?{address}")
    if way == "file":
        with_a_file(page)
    shows_the_names(page, entry, app)


@pytest.mark.long
def test_hostile_names_stay_text_across_pages(app: str, visit: Visit) -> None:
    """Pages changed by the menu keep the data."""
    page = visit(f"{app}/svm?{urlencode(hostile.ADDRESS['drawn'])}")
    settled(page)
    entry = next(page for page in PAGES if page.name == "ridge")
    page.get_by_test_id("stTopNavSection").filter(has_text=entry.section.capitalize()).click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=re.compile(f"^{re.escape(entry.title)}$")).click()
    page.wait_for_function("(title) => document.title === title", arg=entry.title)
    shows_the_names(page, entry, app)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if i % 5 else ()) for i, name in enumerate(ON_OBJECTS)]
)
def test_hostile_words_stay_text_among_objects(app: str, visit: Visit, name: str) -> None:
    page = visit(f"{app}/objects?{urlencode(hostile.ADDRESS[name])}")
    harmless(page, app)
    assert any(word[:20] in visible_text(page) for word in (*hostile.WORDS, *hostile.SHORT))


def test_a_hostile_name_in_a_picture_stays_text_on_hover(app: str, visit: Visit) -> None:
    """Plotly makes its labels when the mouse comes; it interprets <a>, <b> and <br>."""
    page = visit(
        f"{app}/svm?{urlencode({'data': 'drawn', 'pts': '<a/href=//x.y>b</a>: 1 1 2 2 <b>n</b>: -1 -1 -2 -2'})}"
    )
    settled(page)
    for point in page.locator(".st-key-plane .scatterlayer .point").all()[:4]:
        point.hover(force=True)
        page.wait_for_timeout(120)
        harmless_here = page.locator(".st-key-plane .hoverlayer a, .st-key-plane .legend a").count()
        assert harmless_here == 0
    assert "<a/href=//x.y>b</a>" in visible_text(page)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/svm", 200),
        ("/no/such/page", 200),
        ("/static/js/none.js", 200),
        ("/_stcore/health", 200),
        ("/favicon.png", 200),
        ("/kernviz-assets/none.js", 404),
        ("/media/none.png", 404),
    ],
)
def test_every_response_has_security_headers(app: str, path: str, status: int) -> None:
    try:
        answer = urllib.request.urlopen(app + path, timeout=20)  # noqa: S310  this machine
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        assert answer.status == status
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe-eval" not in policy
        assert not re.search(r"script-src[^;]*unsafe-inline", policy)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_assets_and_media_carry_the_headers_too(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    page.reload()
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    assert Path(download.value.path()).read_text("utf-8").startswith("#")
    kinds = {kind: [a for a in answers if kind in a.url] for kind in ("/static/", "/kernviz-assets/", ".woff2")}
    for kind, found in kinds.items():
        assert found, kind
        assert all(a.headers.get("x-content-type-options") == "nosniff" for a in found), kind
        assert all("default-src 'self'" in a.headers.get("content-security-policy", "") for a in found), kind


def test_security_headers_alone_block_hostile_markup(app: str, visit: Visit) -> None:
    """The browser refuses injected scripts, and requests to other hosts."""
    page = visit(app)
    settled(page)
    refused = page.evaluate(
        """async (host) => {
          const told = []; document.addEventListener('securitypolicyviolation', (e) => told.push(e.effectiveDirective));
          document.body.append(Object.assign(new Image(), { src: `//${host}/a.png` }));
          document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.intruder = 1' }));
          await fetch(`http://${host}/b`).catch(() => 0);
          setTimeout('window.intruder = 2');
          await new Promise((go) => setTimeout(go, 300));
          return [...told, window.intruder ?? 'no intruder'];
        }""",
        hostile.HOST,
    )
    assert {"img-src", "script-src-elem", "connect-src", "script-src", "no intruder"} <= set(refused)
