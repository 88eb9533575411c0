"""Make the pictures of README.md from the app itself.

`python scripts/pictures.py` writes docs/*.png, by Chromium. Needs Chromium and the packages of ``pip install -e
".[test]"``. Makes no request beyond this machine.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import sync_playwright

from kernviz.ui.serving.free_ports import free_ports

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs"
WIDTH, HEIGHT = 1440, 900
PATIENCE = 60_000  # ms
COLORS = 256  # the field of colour is a smooth ramp between two hues: a palette holds it
PICTURES = {  # file: address, and the key of the picture to wait for
    "svm": (f"/svm?noise=0.2&k={quote('rbf(gamma=2)')}&C=10", "plane"),
    "compose": (f"/compose?k={quote('2*rbf(gamma=2) - rbf(gamma=1)')}&space={quote('ℝ³')}", "spectral"),
    "sphere": (f"/sphere?k={quote('rbf(gamma=1)')}", "sphere"),
    "pca": (f"/pca?data=s4_clusters&k={quote('rbf(gamma=10)')}", "components"),
}


@contextmanager
def serving() -> Iterator[str]:
    """Run the app on a free port, and end it.

    The port is one of this machine. The app is ended by its process id.
    """
    (port,) = free_ports(1)
    start = [sys.executable, "-c", "from kernviz.ui.start import main; main()", "--headless", f"--server.port={port}"]
    with tempfile.TemporaryDirectory() as elsewhere, (Path(elsewhere) / "log").open("w+b") as log:
        environment = os.environ | {"PYTHONPATH": str(ROOT), "HOME": elsewhere}
        process = subprocess.Popen(start, cwd=elsewhere, stdout=log, stderr=subprocess.STDOUT, env=environment)  # noqa: S603  ours
        try:
            address = f"http://127.0.0.1:{port}"
            _until_healthy(address, process, Path(log.name))
            yield address
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _until_healthy(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address + "/_stcore/health", timeout=1):  # noqa: S310  an address of this machine
                return
        except OSError:
            time.sleep(0.25)
    raise SystemExit(f"the app did not start:\n{log.read_text()}")


def shot(page: Any, address: str, key: str) -> bytes:
    """Return a screenshot of the page at rest.

    The script has finished, pictures are drawn, fonts are loaded, and the pointer is away.
    """
    page.goto(address)
    page.locator(f".st-key-{key} .kv-plot[data-revision]").first.wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    # Not wait_for_function: it evaluates a text inside the page, which the app's Content-Security-Policy forbids.
    while page.evaluate("[...document.querySelectorAll('.kv-plot')].some((p) => !p.dataset.revision && p.clientWidth)"):
        page.wait_for_timeout(50)
    page.evaluate("document.fonts.ready")
    page.mouse.move(1, 1)
    return bytes(page.screenshot(animations="disabled"))


def reduced(png: bytes) -> bytes:
    """Return the same picture with a palette.

    The file has about a third of the size.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    # Without dithering the background stays one colour, which also compresses well.
    small = picture.quantize(COLORS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return min(out.getvalue(), png, key=len)


def chromium() -> str:
    """Return the path of Chromium; without it the script ends."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise SystemExit("no Chromium on this machine: apt-get install chromium")
    return found


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with serving() as address, sync_playwright() as run:
        browser = run.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, (where, key) in PICTURES.items():
            viewport = {"width": WIDTH, "height": HEIGHT}
            page = browser.new_page(viewport=viewport, color_scheme="light", reduced_motion="reduce")
            page.set_default_timeout(PATIENCE)
            png = reduced(shot(page, address + where, key))
            (FOLDER / f"{name}.png").write_bytes(png)
            print(f"docs/{name}.png {len(png) // 1024} kB")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
