"""``kernviz serve``: its processes are kept running and end together; nginx accepts its configuration."""

from __future__ import annotations

import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from kernviz.ui import logs, start, trusted_proxies
from kernviz.ui.serving import command, cores, health, nginx
from kernviz.ui.serving.free_ports import free_ports
from kernviz.ui.serving.supervisor import SupervisedProcess, Supervisor
from tests.browser.conftest import free_port
from tests.ui.one_answer import answering

pytestmark = pytest.mark.flaky(reruns=2)  # a busy machine may disturb other programs; a real fault fails three times

ROOT = Path(__file__).parents[2]
WAITS = "import time; print('begun', flush=True); time.sleep(60)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('begun', flush=True); time.sleep(60)"
)
HEARS = (
    "import signal, time; signal.signal(signal.SIGHUP, lambda *_: print('heard', flush=True));"
    "print('begun', flush=True); [time.sleep(1) for _ in range(60)]"
)
LOOKS = 3000  # checks at least 20 ms apart; a limit of checks, not of time, as the machine may be halted meanwhile
INTERRUPTED = """
import signal, sys
from kernviz.ui.serving import supervisor
def trace(frame, event, arg):
    global left
    if not frame.f_code.co_filename.endswith(("supervisor.py", "threading.py")):
        return None
    left -= event == "line" and begun
    if left == 0:
        left = -1
        signal.raise_signal(signal.SIGTERM)
    return trace
class Watched(supervisor.Supervisor):
    def look(self):
        global begun
        begun = True  # the handlers are installed
        super().look()
supervisor.LOOK = 0.001
for line in range(1, 61):
    left, begun = line, False
    sys.settrace(trace)
    ended = Watched([]).run()
    sys.settrace(None)
    assert (ended, left < 0) == (0, True)
print("all ended")
"""


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def eventually(true: Callable[[], object], why: Callable[[], str] = lambda: "") -> None:
    """Wait until something is true; if it never is, fail with the reason ``why``."""
    for _ in range(LOOKS):
        if true():
            return
        time.sleep(0.02)
    assert true(), why()


@pytest.fixture
def log() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def supervisor(log: io.StringIO) -> Iterator[Supervisor]:
    """Yield a supervisor of two processes that wait."""
    made = Supervisor([SupervisedProcess("1", python(WAITS)), SupervisedProcess("2", python(WAITS))], log)
    yield made
    made.stop()


def ids(supervisor: Supervisor) -> list[int]:
    return [each.process.pid for each in supervisor.kept if each.process is not None]


def test_a_process_that_ends_is_started_again_and_the_other_goes_on(supervisor: Supervisor, log: io.StringIO) -> None:
    supervisor.look()
    first, second = ids(supervisor)
    eventually(lambda: log.getvalue().count("begun") == 2)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: supervisor.look() or (len(ids(supervisor)) == 2 and ids(supervisor)[0] != first))
    assert ids(supervisor)[1] == second
    assert supervisor.restarts == 1
    eventually(lambda: log.getvalue().count("[1] begun") == 2)
    assert log.getvalue().count("[2] begun") == 1
    assert "[serve] 1 ended with -9" in log.getvalue()


@pytest.mark.slow
def test_a_process_that_ends_at_once_is_restarted_with_pauses(log: io.StringIO) -> None:
    made = Supervisor([SupervisedProcess("1", python("print('begun', flush=True)"))], log)
    until = time.monotonic() + 2.0
    while time.monotonic() < until:
        made.look()
        time.sleep(0.02)
    made.stop()
    assert 1 <= made.restarts <= 4  # after 0.5, 1, 2, … seconds
    assert made.kept[0].pause >= 0.5


@pytest.mark.slow
def test_a_process_that_ignores_signals_is_killed(log: io.StringIO) -> None:
    made = Supervisor([SupervisedProcess("1", python(STUBBORN)), SupervisedProcess("2", python(WAITS))], log)
    made.look()
    eventually(lambda: log.getvalue().count("begun") == 2)
    processes = [each.process for each in made.kept if each.process is not None]
    began = time.monotonic()
    made.stop()
    assert [process.returncode for process in processes] == [-signal.SIGKILL, -signal.SIGTERM]
    assert time.monotonic() - began < 5 + 2  # the machine may be busy


def test_processes_are_renewed_one_after_another(log: io.StringIO) -> None:
    ready: set[str] = set("2")
    kept = [SupervisedProcess(name, python(WAITS), ready=partial(ready.__contains__, name)) for name in "12"]
    kept.append(SupervisedProcess("front", python(HEARS), renewed=False))
    made = Supervisor(kept, log)
    made.look()
    eventually(lambda: log.getvalue().count("begun") == 3)
    before = ids(made)
    made._renew(signal.SIGHUP, None)
    for _ in range(5):
        made.look()
    now = ids(made)
    assert now[0] != before[0]
    assert now[1] == before[1]  # not before the first answers
    ready.add("1")
    eventually(lambda: made.look() or ids(made)[1] != before[1])
    eventually(lambda: "[front] heard" in log.getvalue())
    assert ids(made)[2] == before[2]
    made.stop()


def test_a_process_is_renewed_only_while_the_others_answer(log: io.StringIO) -> None:
    """An update that comes just after a process has ended must not take the last one away."""
    ready: set[str] = set()
    kept = [SupervisedProcess(name, python(WAITS), ready=partial(ready.__contains__, name)) for name in "12"]
    made = Supervisor(kept, log)
    made.look()
    before = ids(made)
    ready.add("1")  # the second has only just begun
    made._renew(signal.SIGHUP, None)
    for _ in range(5):
        made.look()
    assert ids(made) == before
    ready.add("2")
    eventually(lambda: made.look() or ids(made)[0] != before[0])
    made.stop()


def test_a_signal_during_a_renewal_does_not_wait_for_it(log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kernviz.ui.serving.supervisor.LONGEST", 60.0)
    made = Supervisor([SupervisedProcess("1", python(STUBBORN))], log)
    made.look()
    eventually(lambda: "begun" in log.getvalue())
    process = made.kept[0].process
    made._renew(signal.SIGHUP, None)
    made._end(signal.SIGTERM, None)
    began = time.monotonic()
    made.look()
    assert time.monotonic() - began < 30
    assert made.kept[0].process is process
    monkeypatch.setattr("kernviz.ui.serving.supervisor.LONGEST", 0.1)
    made.stop()
    assert process is not None
    assert process.returncode == -signal.SIGKILL


def test_a_signal_ends_all_processes(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from kernviz.ui.serving.supervisor import SupervisedProcess, Supervisor\n"
        f"sys.exit(Supervisor([SupervisedProcess(n, [sys.executable, '-c', {WAITS!r}]) for n in '12']).run())"
    )
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(python(code), cwd=ROOT, stderr=output)  # noqa: S603
    eventually(lambda: log.read_text().count("begun") == 2)
    process.send_signal(signal.SIGTERM)
    eventually(lambda: process.poll() is not None)
    assert process.returncode == 0
    assert "Traceback" not in log.read_text()


def test_a_signal_ends_the_supervisor_at_any_moment() -> None:
    """A handler runs between any two lines of the main thread, also while that thread holds a lock."""
    process = subprocess.Popen(python(INTERRUPTED), cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        eventually(lambda: process.poll() is not None)
    finally:
        process.kill()
        output, _ = process.communicate()
    assert output == "all ended\n"


def test_no_address_of_a_person_is_in_the_log(log: io.StringIO) -> None:
    line = 'error: timed out, client: 203.0.113.9, server: , request: "GET / HTTP/1.1"'
    made = Supervisor(
        [SupervisedProcess("nginx", python(f"print({line!r}, flush=True); import time; time.sleep(60)"))], log
    )
    made.look()
    eventually(lambda: "timed out" in log.getvalue())
    made.stop()
    assert "client: -, server" in log.getvalue()
    assert "203.0.113.9" not in log.getvalue()


def test_a_structured_log_is_one_json_object_a_line(log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(logs.SETTING, "json")
    object_of_a_process = '{"time": "now", "level": "error", "logger": "a", "message": "b"}'
    code = f"print({object_of_a_process!r}); print(); print('Traceback: client: 203.0.113.9, server', flush=True)"
    made = Supervisor([SupervisedProcess("1", python(code)), SupervisedProcess("2", python(WAITS))], log)
    made.look()
    eventually(lambda: made.look() or "ended with 0" in log.getvalue())
    eventually(lambda: "Traceback" in log.getvalue() and "begun" in log.getvalue())
    made.stop()
    found = [json.loads(line) for line in log.getvalue().splitlines()]
    assert all({"time", "level", "logger", "message", "process"} == set(each) for each in found)
    entries = {(each["process"], each["level"], each["message"]) for each in found}
    assert {("1", "error", "b"), ("1", "info", "Traceback: client: -, server"), ("2", "info", "begun")} < entries
    assert ("serve", "warning", "1 ended with 0; it is started again") in entries


@pytest.mark.slow
def test_the_log_of_the_command_is_one_json_object_a_line(tmp_path: Path) -> None:
    installed_nginx()
    port, log = free_port(), tmp_path / "log"
    environment = {**os.environ, logs.SETTING: "json", "KERNVIZ_ROOMS": str(tmp_path / "rooms")}
    words = ["serve", "--processes", "1", f"--server.port={port}"]
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603
            [*python(command.START), *words], cwd=ROOT, env=environment, stdout=output, stderr=output
        )
        try:
            eventually(lambda: "kernviz starts" in log.read_text())
            eventually(lambda: command.answers(f"http://127.0.0.1:{port}/_stcore/health"))
            eventually(lambda: not health.problem(f"http://127.0.0.1:{port}"))
        finally:
            process.terminate()
            process.wait(20)
    found = [json.loads(line) for line in log.read_text().splitlines()]
    assert {"1", "serve"} <= {each["process"] for each in found}
    (start_line,) = [each for each in found if "kernviz starts" in each["message"]]
    assert start_line["process"] == "1"
    assert f"rooms={tmp_path / 'rooms'} " in start_line["message"]


# ---- nginx ------------------------------------------------------------------------------------------


def installed_nginx() -> str:
    """Return nginx's path; without it a run of CI fails, and any other skips the test."""
    program = nginx.found()
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("no nginx on this machine: apt-get install nginx-light")
        pytest.skip("no nginx on this machine")
    return program


@pytest.mark.parametrize("prefix", ["", "/kernviz"])
@pytest.mark.parametrize("ports", [(8601,), (8601, 8602, 8603)])
def test_nginx_accepts_the_configuration(prefix: str, ports: tuple[int, ...], tmp_path: Path) -> None:
    program = installed_nginx()
    trusted = trusted_proxies.networks("10.0.0.0/8, ::1") if prefix else ()
    config = nginx.write(nginx.Front("127.0.0.1:8600", prefix, ports, trusted), tmp_path, 1)
    tried = subprocess.run([*nginx.command(program, config), "-t"], capture_output=True, text=True)  # noqa: S603
    assert tried.returncode == 0, tried.stderr
    assert "warn" not in tried.stderr
    assert config.read_text().count("max_fails=1") == len(ports)


class Echo(BaseHTTPRequestHandler):
    """Server that answers with the headers it was sent."""

    def do_GET(self) -> None:
        headers = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(headers)))
        self.end_headers()
        self.wfile.write(headers)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("prefix", ["", "/kernviz"])
def test_nginx_tells_the_process_who_asks(prefix: str) -> None:
    """Without this, all visitors share one address, and a client that forges names gets all its processor time."""
    program = installed_nginx()
    process = HTTPServer(("127.0.0.1", 0), Echo)
    Thread(target=process.serve_forever, daemon=True).start()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:  # nginx's workers may be another user, who cannot enter tmp_path
        config = nginx.write(nginx.Front(f"127.0.0.1:{port}", prefix, (process.server_port,)), Path(folder), 1)
        with subprocess.Popen(nginx.command(program, config), stderr=subprocess.DEVNULL) as running:  # noqa: S603
            try:
                for path in ("/svm", "/kernviz-live/svm?C=1", "/kernviz-assets/app.css"):
                    headers = _headers_seen(port, prefix + path)
                    assert headers["x-forwarded-for"] == "127.9.8.7", path
                    assert headers["host"] == f"127.0.0.1:{port}", path
                    assert headers["x-forwarded-proto"] == "http", path
            finally:
                running.terminate()
                process.shutdown()
                process.server_close()


def _headers_seen(port: int, path: str) -> dict[str, str]:
    """Ask from another address of this machine; return the headers that the process was sent."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=5, source_address=("127.9.8.7", 0))
    eventually(lambda: _asks(asked, path))
    answer = asked.getresponse()
    body = answer.read()
    asked.close()
    assert answer.status == 200, (path, body)
    return dict(json.loads(body))


def _asks(connection: http.client.HTTPConnection, path: str) -> bool:
    """Send a request; return False if nothing listens yet."""
    try:
        connection.request("GET", path)
    except OSError:
        connection.close()
        return False
    return True


def test_without_nginx_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(nginx, "found", lambda: None)
    assert command.run(["--processes", "2"]) == 2
    assert "apt-get install nginx" in capsys.readouterr().err
    assert command.run(["--processes", "-1"]) == 2


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["--server.baseUrlPath=a;}"], ""),
        (["--server.address=0.0.0.0; }"], ""),
        ([], "10.0.0.0/99"),
        ([], "10.0.0.0/8; deny all"),
    ],
)
def test_invalid_settings_do_not_reach_the_configuration(
    arguments: list[str], environment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(nginx, "found", lambda: "nginx")
    monkeypatch.setattr(nginx, "write", None)  # would fail if it were called
    monkeypatch.setenv(trusted_proxies.SETTING, environment)
    assert command.run(arguments) == 2
    assert re.search(r"kernviz serve: .* is no (prefix|address)|not appear to be", capsys.readouterr().err)


def test_options_of_streamlit_are_passed_on() -> None:
    asked, others = command.parser().parse_known_args(
        ["--processes", "3", "--server.port=8600", "--server.maxUploadSize=4"]
    )
    assert (asked.processes, asked.port, others) == (3, 8600, ["--server.maxUploadSize=4"])
    kept = command._process(2, 8777, "kernviz", others)
    assert kept.command[-3:] == [
        "--server.address=127.0.0.1",
        "--server.baseUrlPath=kernviz",
        "--server.maxUploadSize=4",
    ]


def test_ports_are_free_at_every_address_and_not_those_of_outgoing_connections() -> None:
    """A process that is started again finds its port free: no connection of the proxy can have it."""
    found = free_ports(5)
    assert len(set(found)) == 5
    with socket.socket() as outgoing:
        outgoing.bind(("127.0.0.1", 0))  # the system chooses
        assert max(found) < outgoing.getsockname()[1]


@pytest.mark.parametrize("address", ["", "127.0.0.1"])
def test_a_port_in_use_at_any_address_is_not_free(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    port, other = free_ports(2)
    monkeypatch.setattr("kernviz.ui.serving.free_ports.PORTS", (port, other))
    with socket.socket() as listening:
        listening.bind((address, port))
        assert free_ports(1) == (other,)
        with pytest.raises(OSError, match=r"2 free ports are needed .* there are 1"):
            free_ports(2)


@pytest.mark.parametrize(
    ("groups", "files", "found"),
    [
        ("0::/", {"cpu.max": "max 100000"}, None),
        ("0::/", {"cpu.max": "150000 100000"}, 2),  # inside a container
        ("0::/kernviz.slice/kernviz.service", {"kernviz.slice/cpu.max": "300000 100000", "cpu.max": "max 100000"}, 3),
        ("0::/a/b", {"a/b/cpu.max": "400000 100000", "a/cpu.max": "200000 100000"}, 2),
        ("4:cpu,cpuacct:/docker/1\n0::/", {"cpu/cpu.cfs_quota_us": "50000", "cpu/cpu.cfs_period_us": "100000"}, 1),
        ("4:cpu,cpuacct:/\n3:cpuset:/", {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, None),
        ("0::/", {"cpu.max": "a quota"}, None),
        ("nonsense", {}, None),
    ],
)
def test_a_container_with_a_share_of_a_machine_gets_as_many_processes(
    groups: str, files: dict[str, str], found: int | None, tmp_path: Path
) -> None:
    listed, tree = tmp_path / "groups", tmp_path / "tree"
    listed.write_text(groups + "\n")
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text + "\n")
    assert cores.quota(listed, tree) == (found or 2**20)
    assert 1 <= cores.cores() <= (os.cpu_count() or 1)


# ---- kernviz health ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "kind", "size", "message"),
    [
        (200, "application/octet-stream", 5000, ""),
        (200, "application/octet-stream", 10, "no picture"),
        (200, "text/html", 5000, "no picture"),  # the page itself answers for any address
        (503, "text/plain", 20, "503"),
        (409, "text/plain", 20, "409"),
    ],
)
def test_a_server_is_healthy_if_it_sends_a_picture(
    status: int, kind: str, size: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with answering(status, kind, b"x" * size) as url:
        found = health.problem(url)
        assert message in found
        assert bool(found) == bool(message)
        with pytest.raises(SystemExit) as ended:
            start.main(["health", url])
        assert ended.value.code == (1 if message else 0)
    assert "no answer" in health.problem(url, 2.0)
    assert health.problem("file:///etc/passwd")
    assert health.run([]) == 2
    capsys.readouterr()
