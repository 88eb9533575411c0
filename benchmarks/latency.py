"""Latency of a slider's move on every page.

The pages are compared with plain Streamlit and plain Dash.

    pip install -e ".[test,bench]"
    python benchmarks/latency.py [--pages svm,lift] [--rounds 3] [--moves 4] [--app FOLDER] [--out FILE]

The pages of the two peers show one figure. Each round measures every page in turn: single keys, a slider dragged from
end to end by mouse for three seconds, and a key held for a second. A key is timed until the picture is painted
(`key_ms`) and until the page is at rest with its script finished (`rest_ms`). Absolute figures belong to the machine;
`…_of_dash` divides by the median `key_ms` of the Dash page in the same run. Bytes are those on the wire as CDP counts
them (HTTP with headers, WebSocket payload). Processor time is the server's, children included.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.results_file import keep, quantile
from benchmarks.server_process import Server
from benchmarks.targets import DASH, PAGES, STREAMLIT, Target

PROBE = Path(__file__).with_name("painted.js").read_text("utf-8")
SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-renderer-backgrounding", "--disable-background-timer-throttling"),
    "--disable-backgrounding-occluded-windows",
]
DRAG, HOLD, REPEAT = 3.0, 1.0, 0.033  # seconds: of a drag, of a held key, between its repeats
LATEST = 4.0  # seconds to wait for the last picture
SETTLE, PATIENCE = 700, 15_000  # ms
NAME = (
    "(e) => e.getBoundingClientRect().height ? e.getAttribute('aria-label') || e.labels?.[0]?.textContent || '' : '?'"
)
PLACE = """(e) => { const box = e.getBoundingClientRect(), number = (name) => Number(e.getAttribute(name));
  const input = e.tagName === 'INPUT', low = input ? Number(e.min || 0) : number('aria-valuemin');
  const high = input ? Number(e.max || 100) : number('aria-valuemax'), now = Number(input ? e.value : e.getAttribute('aria-valuenow'));
  let track = e.closest('[data-testid=stSlider]') ?? e; while (track.getBoundingClientRect().width < 60 && track.parentElement) track = track.parentElement;
  const t = track.getBoundingClientRect(), thumb = box.width < 60;
  return { x: thumb ? box.x + box.width / 2 : t.x + t.width * (now - low) / (high - low), y: box.y + box.height / 2, left: t.x, right: t.right }; }"""

# Counts the thumb's positions, an upper bound of the pictures a drag can show.
WATCH = """(e) => { const now = () => e.getAttribute('aria-valuenow'); let last = now(); window.__positions = 0;
  window.__watch?.disconnect();
  window.__watch = new MutationObserver(() => { if (now() !== last) { last = now(); window.__positions++; } });
  window.__watch.observe(e, { attributes: true, attributeFilter: ['aria-valuenow'] }); }"""


class Page:
    """Target that is open in the browser, with its measurements."""

    def __init__(self, browser: Any, target: Target, server: Server) -> None:
        self.target, self.server, self.bytes = target, server, 0
        self.found: dict[str, list[float]] = defaultdict(list)
        self.missed = 0
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)[:200]))
        wire = context.new_cdp_session(self.page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", lambda event: self._came(event["encodedDataLength"]))
        wire.on("Network.webSocketFrameReceived", lambda event: self._came(_payload(event["response"])))
        start = time.perf_counter()
        self.page.goto(server.url + target.path)
        self.page.wait_for_selector(
            ".kv-plot[data-revision]" if target.kind == "kernviz" else ".js-plotly-plot .heatmaplayer image",
            timeout=60_000,
        )
        self.opened = time.perf_counter() - start
        self.page.wait_for_timeout(2000)
        self.slider = self._slider()
        self.page.evaluate(f"({PROBE})({target.kind!r})")

    def _came(self, size: float) -> None:
        self.bytes += int(size)

    def _slider(self) -> Any:
        named, end = self.page.get_by_role("slider"), time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            fitting = [each for each in named.all() if str(each.evaluate(NAME)).startswith(self.target.slider)]
            if fitting:
                return fitting[-1 if self.target.last else 0]
            self.page.wait_for_timeout(200)
        raise LookupError(f"{self.target.name} has no slider called {self.target.slider!r}")

    def ready(self) -> None:
        """Bring the page to the front and focus the slider."""
        self.page.bring_to_front()
        self.slider.scroll_into_view_if_needed()
        self.slider.focus()
        self.page.wait_for_timeout(300)

    def read(self) -> dict[str, Any]:
        """Return the measurements of painted.js since its last ``begin()``."""
        return dict(self.page.evaluate("__painted.read()"))

    def rest(self) -> None:
        """Wait until nothing has changed for SETTLE ms, at most PATIENCE ms."""
        end = time.monotonic() + PATIENCE / 1000
        while self.page.evaluate("__painted.still()") < SETTLE and time.monotonic() < end:
            self.page.wait_for_timeout(50)

    def key(self, name: str) -> None:
        """Press one key, and measure the time and the cost.

        Measured are the time to the picture and to rest, bytes, and processor time.
        """
        self.rest()
        cpu, came = self.server.cpu(), self.bytes
        self.page.evaluate("__painted.begin()")
        self.page.keyboard.press(name)
        end = time.monotonic() + PATIENCE / 1000
        while not self.read()["marks"] and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        self.rest()
        seen = self.read()
        if not seen["marks"]:
            self.missed += 1
            return
        self.found["key_ms"].append(seen["marks"][0] - seen["from"])
        self.found["rest_ms"].append(max(seen["marks"][-1], seen["quiet"] or 0) - seen["from"])
        self.found["bytes"].append(self.bytes - came)
        self.found["cpu_ms"].append(1000 * (self.server.cpu() - cpu))

    def drag(self) -> None:
        """Drag the thumb to both ends and back, in DRAG seconds.

        The thumb goes to the left end, to the right end and back to a third.
        """
        place, mouse = self.slider.evaluate(PLACE), self.page.mouse
        left, right = place["left"] + 8, place["right"] - 8
        way = [place["x"], left, right, (2 * left + right) / 3]
        self.rest()
        self._begin()
        mouse.move(place["x"], place["y"])
        mouse.down()
        start = time.perf_counter()
        while (t := (time.perf_counter() - start) / DRAG) < 1:
            leg, rest = divmod(t * 3, 1)
            # a mouse step returns once a frame, so several at once: otherwise this loop would limit the rate
            mouse.move(way[int(leg)] + (way[int(leg) + 1] - way[int(leg)]) * rest, place["y"], steps=3)
        mouse.up()
        self._end("drag")

    def hold(self) -> None:
        """Hold a key down from the low end of the slider."""
        self.page.keyboard.press("Home")
        self.page.wait_for_timeout(500)
        self.rest()
        self._begin()
        start = time.perf_counter()
        while time.perf_counter() - start < HOLD:
            self.page.keyboard.down("ArrowRight")
            self.page.wait_for_timeout(1000 * REPEAT)
        self.page.keyboard.up("ArrowRight")
        self._end("hold")

    def _begin(self) -> None:
        self._cpu, self._bytes = self.server.cpu(), self.bytes
        self.slider.evaluate(WATCH)
        self.page.evaluate("__painted.begin()")

    def _end(self, way: str) -> None:
        end = time.monotonic() + LATEST  # the last picture may have come before the release: then none follows
        while not any(t > (self.read()["until"] or 0) for t in self.read()["marks"]) and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        self.rest()
        seen = self.read()
        inside, seconds = [t for t in seen["marks"] if t <= seen["until"]], (seen["until"] - seen["from"]) / 1000
        self.found[f"{way}_pictures_s"].append(len(inside) / seconds)
        if positions := self.page.evaluate("__positions"):
            self.found[f"{way}_positions_s"].append(positions / seconds)
        self.found[f"{way}_gap_ms"] += [b - a for a, b in pairwise(inside)]
        if seen["marks"]:
            self.found[f"{way}_last_ms"].append(max(0.0, seen["marks"][-1] - seen["until"]))
            self.found[f"{way}_bytes"].append((self.bytes - self._bytes) / len(seen["marks"]))
            self.found[f"{way}_cpu_ms"].append(1000 * (self.server.cpu() - self._cpu) / len(seen["marks"]))

    def result(self) -> dict[str, Any]:
        """Return the medians, and the 95th percentiles of ``key_ms`` and ``rest_ms``."""
        measured: dict[str, Any] = {
            "planar": self.target.planar,
            "open_s": round(self.opened, 2),
            "missed": self.missed,
        }
        for name, values in self.found.items():
            measured[name] = round(statistics.median(values), 1) if values else None
            if name in ("key_ms", "rest_ms"):
                measured[name.replace("_ms", "_p95_ms")] = quantile(values, 0.95)
        return measured | ({"errors": self.errors[:3]} if self.errors else {})


def _payload(response: dict[str, Any]) -> int:
    data = response.get("payloadData", "")
    return len(data) * 3 // 4 if response.get("opcode") == 2 else len(data.encode())


def measure(pages: list[Page], rounds: int, moves: int) -> None:
    """Measure all pages in turn, so that other load affects them alike."""
    keys = ["ArrowRight"] * moves + ["ArrowLeft"] * 2 * moves + ["ArrowRight"] * moves  # few values come twice in a row
    for turn in range(rounds):
        for page in pages:
            page.ready()
            page.page.keyboard.press("ArrowRight")  # not counted
            for move in range(moves):
                page.key(keys[(turn * moves + move) % len(keys)])
            page.drag()
            page.ready()
            page.hold()


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure all targets and return their results by name.

    Without Dash installed, its page is left out.
    """
    wanted = [each for each in PAGES if not arguments.pages or each.name in arguments.pages.split(",")]
    with ExitStack() as stack:
        servers = [(target, stack.enter_context(server_process.kernviz(arguments.app))) for target in wanted[:1]]
        targets = [(target, servers[0][1]) for target in wanted]
        targets.append((STREAMLIT, stack.enter_context(server_process.plain_streamlit())))
        try:
            targets.append((DASH, stack.enter_context(server_process.plain_dash(arguments.dash_python))))
        except RuntimeError as problem:
            print(f"without Dash: {problem}", file=sys.stderr)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=SWITCHES)
        pages = []
        for target, server in targets:
            try:
                pages.append(Page(browser, target, server))
            except Exception as problem:  # one page that cannot be measured does not stop the others
                print(f"{target.name}: {problem}", file=sys.stderr)
        measure(pages, arguments.rounds, arguments.moves)
        results = {page.target.name: page.result() for page in pages}
        browser.close()
    for figures in results.values():
        for name in ("key_ms", "rest_ms"):
            dash = results.get(DASH.name, {}).get("key_ms")
            figures[name.replace("_ms", "_of_dash")] = (
                round(figures[name] / dash, 2) if dash and figures.get(name) else None
            )
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", default="", help="comma-separated; all if empty")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--app", type=Path, default=server_process.ROOT, help="the checkout to measure")
    parser.add_argument("--dash-python", default=sys.executable, help="a Python that has Dash")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    keep(arguments.out, "latency", run(arguments))


if __name__ == "__main__":
    main()
