"""Make contact sheets of all pages: `python scripts/contact_sheets.py OUT [ADDRESS]`.

There is one sheet for each window and theme; ``--only hall-dark`` makes that one alone, ``--page svm`` one of that page
alone, ``--lang de`` those in German. Without an address the app is started. Needs Chromium and the packages of
``pip install -e ".[test]"``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import time
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from pictures import ROOT, chromium, serving
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Error, sync_playwright

from kernviz.stories import reader
from kernviz.ui import navigation

WINDOWS = {  # name: width, height, whether the page is large for a hall, columns of the sheet
    "desk": (1440, 900, False, 4),
    "hall": (1280, 720, True, 4),
    "phone": (390, 844, False, 8),
}
THEMES = ("light", "dark")
PHONE = 640  # pixels; a narrower window is one of a phone, with touch
ACROSS = 2400  # pixels of a sheet
GAP, TITLE = 12, 22
PATIENCE = 60_000  # ms for a page to be drawn
PAUSE = 500  # ms between two screenshots that must be the same
IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"]'
WAITING = """() => [...document.querySelectorAll('.kv-plot')]
    .some((p) => !p.dataset.revision && p.clientWidth && p.getBoundingClientRect().top < innerHeight)"""


def addresses() -> list[str]:
    """Return the address of every page and story."""
    names = ["" if entry.name == navigation.HOME else entry.name for entry in navigation.entries(ROOT)]
    slugs = dict.fromkeys(story.slug for story in reader.stories())
    return [*(name for name in names if name != "story"), *(f"story?story={slug}" for slug in slugs)]


def asking(url: str, **more: str) -> str:
    """Return an address with further parameters.

    Those without a value are left out.
    """
    query = urlencode({name: value for name, value in more.items() if value})
    return url + (f"{'&' if '?' in url else '?'}{query}" if query else "")


def photographed(page: Any, url: str) -> Image.Image:
    """Return a screenshot of the page once it is still.

    Its pictures are drawn then. The page is not scrolled. A page that is late is named.
    """
    page.goto(url)
    page.mouse.move(1, 1)
    until = time.monotonic() + PATIENCE / 1000
    with contextlib.suppress(Error):  # a page that is late is shown as it is
        page.wait_for_selector(IDLE)
    taken = b""
    while time.monotonic() < until:
        page.wait_for_timeout(PAUSE)
        before, taken = taken, page.screenshot(animations="disabled")
        if taken == before and not page.evaluate(WAITING) and page.locator(IDLE).count():
            break
    else:
        print(f"late: {url}", flush=True)
    return Image.open(io.BytesIO(taken or page.screenshot(animations="disabled"))).convert("RGB")


def sheet(pictures: dict[str, Image.Image], columns: int) -> Image.Image:
    """Return a sheet of pictures in columns, each with its name.

    The pictures have one size.
    """
    first, columns = next(iter(pictures.values())), min(columns, len(pictures))
    wide = (ACROSS - GAP) // columns - GAP
    high = round(first.height * wide / first.width)
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (ACROSS, GAP + rows * (high + TITLE + GAP)), "#808080")
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(16)
    for place, (name, picture) in enumerate(pictures.items()):
        x, y = GAP + place % columns * (wide + GAP), GAP + place // columns * (high + TITLE + GAP)
        pen.text((x, y), name.removeprefix("story?story=") or "home", "white", font)
        whole.paste(picture.resize((wide, high), Image.Resampling.LANCZOS), (x, y + TITLE))
    return whole


def main() -> None:
    """Write the sheets of every window in every theme."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("address", nargs="?")
    parser.add_argument("--only", action="append", help="desk-light, hall-dark, …")
    parser.add_argument("--page", action="append", help="svm, story?story=…: these pages alone; all otherwise")
    parser.add_argument("--lang", default="", help="language of the pages: de; English otherwise")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    given = contextlib.nullcontext(options.address) if options.address else serving()
    with given as base, sync_playwright() as run:
        browser = run.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for (name, (width, height, hall, columns)), theme in product(WINDOWS.items(), THEMES):
            if options.only and f"{name}-{theme}" not in options.only:
                continue
            viewport = {"width": width, "height": height}
            phone = width < PHONE
            context = browser.new_context(
                viewport=viewport, color_scheme=theme, reduced_motion="reduce", has_touch=phone, is_mobile=phone
            )
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            more = {"size": "hall" if hall else "", "lang": options.lang}
            pages = options.page or addresses()
            found = {each: photographed(page, asking(f"{base}/{each}", **more)) for each in pages}
            file = options.out / f"{'-'.join(filter(None, (name, theme, options.lang)))}.png"
            sheet(found, columns).save(file)
            print(file, flush=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
