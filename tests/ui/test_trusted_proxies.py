"""Address and scheme of a visitor, behind ``kernviz serve`` and its real nginx.

The command runs with a small app in the place of kernviz's, which tells what reaches it (tests/ui/front_proxies.py).
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui import client_address, start, trusted_proxies
from kernviz.ui.serving import command, nginx
from tests.browser.conftest import ROOT, free_port
from tests.ui import front_proxies
from tests.ui.front_proxies import SOMEBODY
from tests.ui.test_serving import eventually, installed_nginx

pytestmark = pytest.mark.flaky(reruns=2)  # a busy machine may disturb other programs; a real fault fails three times

VISITOR, OTHER, FORGED = "203.0.113.9", "203.0.113.10", "198.51.100.7"
SMALL = """
import re, sys, time
from tests.ui.front_proxies import Process
port = next(int(word.partition("=")[2]) for word in sys.argv if word.startswith("--server.port="))
with Process(port).running():
    time.sleep(600)
"""
COMMAND = f"""
import sys
from kernviz.ui.serving import command
command.START = {SMALL!r}
sys.exit(command.run(sys.argv[1:]))
"""


@contextmanager
def serving(folder: Path, *options: str, **settings: str) -> Iterator[int]:
    """Run ``kernviz serve`` with these options and environment variables, and yield its port."""
    installed_nginx()
    port = free_port()
    environment = {
        name: text
        for name, text in os.environ.items()
        if name not in (trusted_proxies.SETTING, trusted_proxies.UVICORN)
    }
    environment |= {"PYTHONPATH": str(ROOT)} | settings
    log = folder / "log"
    words = [sys.executable, "-c", COMMAND, "--processes=1", f"--server.port={port}", *options]
    with log.open("wb") as output:
        process = subprocess.Popen(words, cwd=folder, env=environment, stdout=output, stderr=output)  # noqa: S603

        def answers() -> bool:
            assert process.poll() is None, log.read_text("utf-8")
            host = "::1" if "--server.address=::1" in options else "127.0.0.1"
            return command.answers(f"http://{f'[{host}]' if ':' in host else host}:{port}/_stcore/health")

        try:
            eventually(answers)
            yield port
        finally:
            process.terminate()
            process.wait(20)


def seen_by_the_app(
    port: int, headers: Mapping[str, str], *, host: str = "127.0.0.1", source: str = ""
) -> tuple[str, str]:
    """Ask at an address of this machine, from another one.

    Return the visitor's address and scheme as the app has them.
    """
    connection = http.client.HTTPConnection(host, port, timeout=20, source_address=(source or host, 0))
    try:
        connection.request("GET", "/svm", headers=dict(headers))
        answer = connection.getresponse()
        report: dict[str, Any] = json.loads(answer.read())
        return report["client"], report["scheme"]
    finally:
        connection.close()


def passed_on(addresses: str, scheme: str = "https") -> dict[str, str]:
    """Return the headers that a proxy adds."""
    return {"X-Forwarded-For": addresses, "X-Forwarded-Proto": scheme}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the port of the command as it is started without settings, for all machines."""
    with serving(tmp_path_factory.mktemp("serve"), "--server.address=0.0.0.0") as found:
        yield found


def test_a_proxy_on_this_machine_is_believed_without_a_setting(port: int) -> None:
    assert seen_by_the_app(port, passed_on(VISITOR)) == (VISITOR, "https")
    assert seen_by_the_app(port, passed_on("2001:db8:1:2::3")) == ("2001:db8:1:2::3", "https")
    assert seen_by_the_app(port, passed_on(VISITOR, "http")) == (VISITOR, "http")
    assert seen_by_the_app(port, {}) == ("127.0.0.1", "http")


def test_the_headers_of_a_stranger_are_not_believed(port: int) -> None:
    for addresses in (FORGED, f"{FORGED}, 127.0.0.1", "127.0.0.1", "::1", f"{FORGED}, {OTHER}", "nonsense", ""):
        assert seen_by_the_app(port, passed_on(addresses), source=SOMEBODY) == (SOMEBODY, "http"), addresses
    assert seen_by_the_app(port, {"Forwarded": f"for={FORGED};proto=https", "X-Real-IP": FORGED}, source=SOMEBODY) == (
        SOMEBODY,
        "http",
    )


def test_a_stranger_on_the_network_is_not_believed(port: int) -> None:
    """The machine reaches itself at its address in the network, and then comes from there."""
    own = [each for each in addresses_of_this_machine() if ":" not in each]
    if not own:
        pytest.skip("this machine has no address in a network")
    for address in own:
        assert seen_by_the_app(port, passed_on(FORGED), host=address) == (address, "http")


def addresses_of_this_machine() -> list[str]:
    """Return the addresses of this machine in a network, that is all but 127.0.0.1 and ::1."""
    psutil: Any = pytest.importorskip("psutil")
    found = [each.address for every in psutil.net_if_addrs().values() for each in every if each.family in (2, 10)]
    return [each for each in found if "%" not in each and each not in ("127.0.0.1", "::1")]


def test_what_a_visitor_forges_before_a_proxy_does_not_count(port: int) -> None:
    """A proxy that adds the address it sees puts it last."""
    assert seen_by_the_app(port, passed_on(f"{FORGED}, {VISITOR}"))[0] == VISITOR
    assert seen_by_the_app(port, passed_on(f"127.0.0.1, {VISITOR}"))[0] == VISITOR
    assert seen_by_the_app(port, passed_on(f"nonsense, {VISITOR}"))[0] == VISITOR


def test_caddy_on_this_machine_says_who_asks(port: int, tmp_path: Path) -> None:
    with front_proxies.caddy([port], tmp_path) as front:
        for forged in ({}, passed_on(FORGED, "http"), passed_on("127.0.0.1", "http")):
            report = front.ask("/svm", forged, source=SOMEBODY).report
            assert (report["client"], report["scheme"]) == (SOMEBODY, "https"), forged
            assert report["host"] == f"{front_proxies.HOST}:{front.port}"


def test_each_of_several_proxies_is_named(tmp_path: Path) -> None:
    """A load balancer, then Caddy, then the command: each of them is trusted by the next."""
    with serving(tmp_path, KERNVIZ_TRUST="127.0.0.1 10.0.0.0/8") as port:
        assert seen_by_the_app(port, passed_on(f"{FORGED}, {VISITOR}, 10.1.2.3"))[0] == VISITOR
        assert seen_by_the_app(port, passed_on(f"{VISITOR}, 11.1.2.3"))[0] == "11.1.2.3"
        folder = tmp_path / "caddy"
        folder.mkdir()
        trusting = {"\t\t\theader_down -Server\n": "\t\t\theader_down -Server\n\t\t\ttrusted_proxies 127.0.0.1/32\n"}
        with front_proxies.caddy([port], folder, changed=trusting) as front:
            assert front.ask("/svm", passed_on(VISITOR)).report["client"] == VISITOR
            assert front.ask("/svm", passed_on(VISITOR), source=SOMEBODY).report["client"] == SOMEBODY


@pytest.mark.slow
def test_the_setting_takes_the_place_of_this_machine(tmp_path: Path) -> None:
    with serving(tmp_path, KERNVIZ_TRUST="127.9.0.0/16") as port:
        assert seen_by_the_app(port, passed_on(VISITOR), source=SOMEBODY) == (VISITOR, "https")
        assert seen_by_the_app(port, passed_on(VISITOR)) == ("127.0.0.1", "http")


@pytest.mark.slow
def test_an_empty_setting_believes_nobody(tmp_path: Path) -> None:
    with serving(tmp_path, KERNVIZ_TRUST="") as port:
        assert seen_by_the_app(port, passed_on(VISITOR)) == ("127.0.0.1", "http")


@pytest.mark.slow
def test_the_setting_of_uvicorn_does_not_make_all_visitors_one(tmp_path: Path) -> None:
    """The proxy before each process is the command's own nginx, which that setting does not name."""
    with serving(tmp_path, FORWARDED_ALLOW_IPS="10.0.0.0/8") as port:
        assert seen_by_the_app(port, {}, source=SOMEBODY)[0] == SOMEBODY
        assert seen_by_the_app(port, passed_on(VISITOR))[0] == VISITOR


@pytest.mark.slow
def test_the_loopback_of_ipv6_is_this_machine_too(tmp_path: Path) -> None:
    with serving(tmp_path, "--server.address=::1") as port:
        assert seen_by_the_app(port, passed_on(VISITOR), host="::1") == (VISITOR, "https")
        assert seen_by_the_app(port, {}, host="::1") == ("::1", "http")


@pytest.mark.slow
def test_the_address_of_all_versions_takes_ipv4_and_ipv6(tmp_path: Path) -> None:
    with serving(tmp_path, "--server.address=::") as port:
        assert seen_by_the_app(port, passed_on(VISITOR), host="::1") == (VISITOR, "https")
        assert seen_by_the_app(port, passed_on(VISITOR)) == (VISITOR, "https")
        found, scheme = seen_by_the_app(port, passed_on(FORGED), source=SOMEBODY)
        assert (client_address.of(found), scheme) == (SOMEBODY, "http")


# ---- one process alone -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "own", "handed"),
    [
        (None, None, None),
        ("10.0.0.0/8, ::1", None, "10.0.0.0/8,::1/128"),
        ("", None, ""),
        ("10.0.0.0/8", "192.0.2.1", "192.0.2.1"),
    ],
)
def test_one_process_alone_has_the_same_setting(
    setting: str | None, own: str | None, handed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {trusted_proxies.SETTING: setting, trusted_proxies.UVICORN: own}
    monkeypatch.setattr(os, "environ", {name: text for name, text in given.items() if text is not None})
    trusted_proxies.tell_uvicorn()
    assert os.environ.get(trusted_proxies.UVICORN) == handed


def test_a_setting_that_is_no_network_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(trusted_proxies.SETTING, "everybody")
    with pytest.raises(SystemExit, match="everybody"):
        start.main(["--headless"])


def test_uvicorn_trusts_this_machine_by_itself() -> None:
    """One process alone behind a proxy on its machine needs no setting, as docs/serving.md says."""
    import uvicorn

    own = set(trusted_proxies.networks(trusted_proxies.LOOPBACK))
    config = uvicorn.Config(lambda: None)
    assert os.environ.get(trusted_proxies.UVICORN) is None
    assert own <= set(trusted_proxies.networks(str(config.forwarded_allow_ips)))
    assert config.proxy_headers


# ---- limits by network -----------------------------------------------------------------------------------------------


def test_an_ipv6_address_counts_with_its_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has one address of a /64 has 2^64: the limit of requests is that of all together."""
    process, port = front_proxies.Process(), free_port()
    monkeypatch.setattr(nginx, "HALL_RATE", 1)
    front = nginx.Front(f"127.0.0.1:{port}", "", (process.port,), ("127.0.0.1/32",))

    def refused(addresses: list[str]) -> bool:
        answers = [front_proxies.asked(port, "/svm", passed_on(each), tls=False).status for each in addresses]
        assert set(answers) <= {200, 503}
        return 503 in answers

    with ExitStack() as stack:
        stack.enter_context(process.running())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))  # nginx's workers may be another user
        command_line = nginx.command(installed_nginx(), nginx.write(front, folder, 1))
        running = stack.enter_context(subprocess.Popen(command_line, stderr=subprocess.DEVNULL))  # noqa: S603
        stack.callback(running.terminate)
        eventually(lambda: command.answers(f"http://127.0.0.1:{port}/_stcore/health"))
        assert refused([f"2001:db8:1:2::{k:x}" for k in range(1, 13)])
        assert refused([f"2001:db8:1:3:{k:x}::a" for k in range(1, 13)])
        assert not refused([f"2001:db8:1:{k:x}::1" for k in range(16, 28)])
        assert not refused([f"203.0.113.{k}" for k in range(1, 13)])
        assert not refused([f"::ffff:198.51.100.{k}" for k in range(1, 13)])
        assert refused(["::ffff:198.51.100.99", "198.51.100.99"] * 6)
