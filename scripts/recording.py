"""Make README's moving picture: `python scripts/recording.py` drags a point in the app and writes docs/drag.webp.

Needs Chromium and what ``pip install -e ".[test]"`` brings. Only this machine is asked for anything.
"""

from __future__ import annotations

import io
import math
import os
import shutil
from typing import Any
from urllib.parse import quote

from pictures import FOLDER, PATIENCE, serving, shot
from PIL import Image
from playwright.sync_api import sync_playwright

import kernviz as kv

FILE = FOLDER / "drag.webp"
ADDRESS, KEY = f"/svm?data=moons&n=60&noise=0.15&seed=0&k={quote('rbf(gamma=2)')}&C=10", "plane"
WIDTH, HEIGHT = 1280, 800
SCALE = 1.0  # of the page's pixels
FRAMES, PAUSE = 36, 110  # frames, and milliseconds each is shown
TO_PIXELS = """() => {
    const graph = document.querySelector(".st-key-plane .kv-graph"), { xaxis, yaxis } = graph._fullLayout;
    const box = graph.getBoundingClientRect();
    return { x: box.x, y: box.y, width: box.width, height: box.height,
             left: xaxis._offset, top: yaxis._offset, xs: xaxis.range, ys: yaxis.range,
             wide: xaxis._length, high: yaxis._length };
}"""


def main() -> None:
    """Drag one point around a loop, a frame a step."""
    path = os.environ.get("CHROMIUM", shutil.which("chromium") or "")
    with serving() as address, sync_playwright() as run:
        browser = run.chromium.launch(executable_path=path)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1)
        page.set_default_timeout(PATIENCE)
        shot(page, address + ADDRESS, KEY)
        frames = _dragged(page)
        browser.close()
    small = [frame.resize((int(frame.width * SCALE), int(frame.height * SCALE))) for frame in frames]
    small[0].save(FILE, save_all=True, append_images=small[1:], duration=PAUSE, loop=0, quality=60, method=6)
    print(f"{FILE.name}: {FILE.stat().st_size / 1000:.0f} kB, {len(small)} frames of {small[0].size}")


def _dragged(page: Any) -> list[Image.Image]:
    place = page.evaluate(TO_PIXELS)

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - place["xs"][0]) / (place["xs"][1] - place["xs"][0])
        up = (y - place["ys"][0]) / (place["ys"][1] - place["ys"][0])
        return (
            place["x"] + place["left"] + across * place["wide"],
            place["y"] + place["top"] + (1 - up) * place["high"],
        )

    clip = {name: place[name] for name in ("x", "y", "width", "height")}
    start = _a_point()
    frames = []
    page.mouse.move(*at(*start))
    page.mouse.down()
    for i in range(FRAMES):
        turn = 2 * math.pi * i / FRAMES
        page.mouse.move(*at(start[0] + 0.75 * (1 - math.cos(turn)), start[1] + 0.6 * math.sin(turn)), steps=3)
        page.wait_for_timeout(260)
        frames.append(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB"))
    page.mouse.up()
    return frames


def _a_point() -> tuple[float, float]:
    """The point of the data that is farthest to the left."""
    X = kv.toy("moons", n=60, noise=0.15, seed=0).X
    x, y = X[X[:, 0].argmin()]
    return float(x), float(y)


if __name__ == "__main__":
    main()
