"""Firefox driven by Mozilla's Marionette for test_firefox.py, on a port and a profile of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SETTINGS = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.getAddons.cache.enabled": False,
}
PATIENCE = 60.0  # seconds
MOUSE = {"pointerType": "mouse"}


class Firefox:
    """Window of Firefox. Script errors after a page has loaded are recorded in ``window.complaints``."""

    def __init__(self, marionette: Any) -> None:
        self.marionette = marionette

    def ask(self, expression: str, *arguments: object) -> Any:
        """Return the value of an expression inside the page."""
        return self.marionette.execute_script(
            f"return {expression}", script_args=list(arguments), sandbox=None, new_sandbox=False
        )

    def open(self, url: str) -> None:
        """Open an address and record its script errors from then on."""
        self.marionette.navigate(url)
        self.ask(
            "(() => { window.complaints = []; const note = (it) => window.complaints.push(String(it.message ?? it.reason));"
            " addEventListener('error', note); addEventListener('unhandledrejection', note) })()"
        )

    def until(self, expression: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.ask(expression):
            if time.monotonic() > end:
                raise TimeoutError(f"not true within {PATIENCE:.0f} s: {expression}")
            time.sleep(0.1)

    def key(self, selector: str, key: str) -> None:
        """Focus an element and press a key."""
        self.ask("document.querySelector(arguments[0]).focus()", selector)
        self.marionette.find_element("css selector", selector).send_keys(key)

    def drag(self, at: list[float], right: float, down: float) -> None:
        """Drag the mouse from the point ``at`` by ``right`` and ``down`` pixels."""
        x, y = (round(v) for v in at)
        hand = self.marionette.actions.sequence("pointer", "mouse", MOUSE)
        hand.pointer_move(x, y).pointer_down(0)
        for step in range(1, 7):
            hand.pointer_move(round(x + right * step / 6), round(y + down * step / 6), duration=50)
        hand.pointer_up(0).perform()


def _wait(port: int) -> None:
    """Wait until something listens on the port. The driver's own function leaves its sockets open."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.25)


@contextmanager
def firefox(path: str, folder: Path, port: int) -> Iterator[Firefox]:
    """Run a headless Firefox with its profile in ``folder``; end it by its process id."""
    from marionette_driver.marionette import Marionette

    settings = SETTINGS | {"marionette.port": port}
    lines = [
        f'user_pref("{name}", {str(value).lower() if isinstance(value, bool) else value!r});'
        for name, value in settings.items()
    ]
    (folder / "user.js").write_text("\n".join(lines), "utf-8")
    command = [path, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with (folder / "firefox.log").open("wb") as log:
        environment = os.environ | {"HOME": str(folder)}
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)  # noqa: S603
        try:
            _wait(port)
            marionette = Marionette(host="127.0.0.1", port=port)
            marionette.start_session()
            marionette.set_window_rect(width=1300, height=950)
            yield Firefox(marionette)
            marionette.delete_session()
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
