"""Breakdown of the milliseconds that a slider's move takes.

The milliseconds are those on the server and in the browser.

    python benchmarks/latency_breakdown.py [--page svm] [--moves 30] [--app FOLDER] [--out FILE]

Server: processor time a move, split by purpose with a sampling profile inside the process (sampling.py). Browser: time
of Chromium's main thread by kind of work (Performance.getMetrics); script time split by the owner of the script with a
profile of functions; and the time from the request to the first and the last message.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.latency import SWITCHES, Page
from benchmarks.results_file import keep
from benchmarks.server_process import Server
from benchmarks.targets import PAGES
from benchmarks.visitor import Visitor

SAMPLER = Path(__file__).with_name("sampling.py")
KINDS = {"script": "ScriptDuration", "layout": "LayoutDuration", "style": "RecalcStyleDuration", "all": "TaskDuration"}


async def on_server(server: Server, page: str, symbol: str, moves: int, counts: Path) -> dict[str, Any]:
    """Return ms of processor time a move, by purpose.

    ``counts`` is the file that sampling.py writes.
    """
    visitor = Visitor(server.url, page, symbol, 0)
    await visitor.open()
    for share in (0.2, 0.8):
        await visitor.move(share)
    await asyncio.sleep(1.5)
    before, cpu = Counter(json.loads(counts.read_text())), server.cpu()
    for move in range(moves):
        await visitor.move((0.381966 * move) % 1)
        await asyncio.sleep(0.1)
    spent = 1000 * (server.cpu() - cpu) / moves
    await asyncio.sleep(1.5)
    await visitor.close()
    found = Counter(json.loads(counts.read_text())) - before
    total = sum(found.values())
    return {"all": round(spent, 1)} | {name: round(spent * n / total, 1) for name, n in found.most_common()}


def in_browser(server: Server, name: str, moves: int) -> dict[str, Any]:
    """Return the ms a move takes in the browser.

    They are those of the main thread by kind of work, of scripts by owner, and from the request to the messages.
    """
    target = next(each for each in PAGES if each.name == name)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=SWITCHES)
        page = Page(browser, target, server)
        wire = page.page.context.new_cdp_session(page.page)
        for domain in ("Network", "Performance", "Profiler"):
            wire.send(f"{domain}.enable")
        frames: list[tuple[str, float]] = []
        wire.on("Network.webSocketFrameSent", lambda event: frames.append(("sent", event["timestamp"])))
        wire.on("Network.webSocketFrameReceived", lambda event: frames.append(("came", event["timestamp"])))
        page.ready()
        page.key("ArrowRight")
        before = _metrics(wire)
        wire.send("Profiler.start")
        firsts, lasts, numbers = [], [], []
        for move in range(moves):
            frames.clear()
            page.key(("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft")[move % 4])
            sent = next((t for way, t in frames if way == "sent"), None)
            came = [t for way, t in frames if way == "came" and sent is not None and t > sent]
            if came:
                firsts.append(1000 * (came[0] - sent))
                lasts.append(1000 * (came[-1] - sent))
                numbers.append(len(came))
        profile = wire.send("Profiler.stop")["profile"]
        after = _metrics(wire)
        browser.close()
    kinds = {kind: round(1000 * (after[key] - before[key]) / moves, 1) for kind, key in KINDS.items()}
    messages = {"first_ms": firsts, "last_ms": lasts, "messages": numbers}
    return {
        "main_thread": kinds,
        "script": {whose: round(ms / moves, 1) for whose, ms in _scripts(profile).most_common()},
        "to_the_browser": {key: round(statistics.median(sizes), 1) for key, sizes in messages.items() if sizes},
        "key_ms": round(statistics.median(page.found["key_ms"]), 1),
    }


def _metrics(wire: Any) -> dict[str, float]:
    return {each["name"]: each["value"] for each in wire.send("Performance.getMetrics")["metrics"]}


def _scripts(profile: dict[str, Any]) -> Counter[str]:
    """Return self time in ms by the owner of the script."""
    owners = {node["id"]: _owner(node["callFrame"]) for node in profile["nodes"]}
    found: Counter[str] = Counter()
    for node, microseconds in zip(profile["samples"], profile["timeDeltas"], strict=True):
        if owners[node] is not None:
            found[owners[node]] += microseconds / 1000
    return found


def _owner(frame: dict[str, Any]) -> str | None:
    url, name = frame["url"], frame["functionName"]
    if name in ("(idle)", "(root)"):
        return None
    if name in ("(program)", "(garbage collector)"):
        return name.strip("()")
    if "plotly" in url:
        return "plotly.js"
    return (
        "ours" if "kernviz-assets" in url or url.startswith("blob:") else "Streamlit" if "/static/" in url else "other"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", default="svm")
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--app", type=Path, default=server_process.ROOT, help="the checkout to measure")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    symbol = next(each.slider for each in PAGES if each.name == options.page)
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts.json"
        sampler = f"import runpy; runpy.run_path({str(SAMPLER)!r})['start']({str(counts)!r})"
        with server_process.kernviz(options.app, sampler) as server:
            measured = asyncio.run(on_server(server, options.page, symbol, options.moves, counts))
    with server_process.kernviz(options.app) as server:
        time.sleep(0.5)
        seen = in_browser(server, options.page, options.moves)
    keep(options.out, "where", {"page": options.page, "server": measured, "browser": seen})


if __name__ == "__main__":
    main()
