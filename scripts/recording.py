"""Make README's animation: `python scripts/recording.py` opens Home and writes docs/home.webp.

For eight seconds nobody touches the page, then one point is dragged. Needs Chromium and the packages of
``pip install -e ".[test]"``. Makes no request beyond this machine.
"""

from __future__ import annotations

import base64
import io
import math
import time
from itertools import pairwise
from typing import Any

from pictures import FOLDER, PATIENCE, chromium, serving
from PIL import Image
from playwright.sync_api import sync_playwright

FILE = FOLDER / "home.webp"
WIDTH, HEIGHT, SCALE = 1200, 750, 0.75  # pixels of the window, and the animation's size relative to it
UNTOUCHED, REST = 8.0, 2.5  # seconds before and after the drag
STEPS, PAUSE = 26, 90  # of the drag, and ms between two steps
AWAY, DOWN = 95, 125  # pixels of the drag to the right and down
APART = 0.1  # seconds between two frames, at least
LARGEST = 1_500_000  # bytes of the file
QUALITIES = (60, 50, 40, 30, 20)  # of WebP; the first whose file is small enough is taken
POINTS = """() => {
    const graph = document.querySelector(".kv-plot .kv-graph"), { xaxis, yaxis } = graph._fullLayout;
    const box = graph.getBoundingClientRect();
    return graph._fullData.filter((t) => t.mode === "markers" && t.x?.length > 5).flatMap((t) => [...t.x].map((x, i) =>
        [box.x + xaxis._offset + xaxis.l2p(x), box.y + yaxis._offset + yaxis.l2p(t.y[i])]));
}"""
Frame = tuple[float, Image.Image]  # time in seconds, and the picture


def main() -> None:
    """Record the page and write the animation."""
    with serving() as address, sync_playwright() as run:
        browser = run.chromium.launch(executable_path=chromium())
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="no-preference")
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.locator(".kv-plot[data-revision]").first.wait_for()
        seen = _recorded(page)
        browser.close()
    _written(_spaced(seen))


def _recorded(page: Any) -> list[Frame]:
    """Return the frames painted at rest and during a drag.

    One point is dragged.
    """
    seen: list[Frame] = []
    session = page.context.new_cdp_session(page)

    def painted(event: dict[str, Any]) -> None:
        seen.append((event["metadata"]["timestamp"], Image.open(io.BytesIO(base64.b64decode(event["data"])))))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", painted)
    session.send("Page.startScreencast", {"format": "png"})
    page.wait_for_timeout(1000 * UNTOUCHED)
    x, y = min(page.evaluate(POINTS))  # the point farthest to the left
    page.mouse.move(x, y)
    page.mouse.down()
    for i in range(1, STEPS + 1):
        turn = math.pi / 2 * i / STEPS  # a quarter of an arc, down beside the other class
        page.mouse.move(x + AWAY * (1 - math.cos(turn)), y + DOWN * math.sin(turn), steps=2)
        page.wait_for_timeout(PAUSE)
    page.mouse.up()
    page.wait_for_timeout(1000 * REST)
    session.send("Page.stopScreencast")
    return [*seen, (time.time(), seen[-1][1])]


def _spaced(seen: list[Frame]) -> list[Frame]:
    """Return frames at least APART seconds apart.

    The last frame marks the end of the recording.
    """
    found = seen[:1]
    for when, shown in seen[1:-1]:
        if when - found[-1][0] >= APART:
            found.append((when, shown))
    return [*found, seen[-1]]


def _written(seen: list[Frame]) -> None:
    size = round(WIDTH * SCALE), round(HEIGHT * SCALE)
    frames = [shown.convert("RGB").resize(size, Image.Resampling.LANCZOS) for _, shown in seen[:-1]]
    times = [round(1000 * (after - when)) for (when, _), (after, _) in pairwise(seen)]
    for quality in QUALITIES:
        body = io.BytesIO()
        frames[0].save(
            body, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0, quality=quality, method=4
        )
        if body.tell() <= LARGEST:
            break
    FILE.write_bytes(body.getvalue())
    seconds = sum(times) / 1000
    print(
        f"{FILE.name}: {body.tell() / 1000:.0f} kB, {len(frames)} frames of {size}, {seconds:.1f} s, quality {quality}"
    )


if __name__ == "__main__":
    main()
