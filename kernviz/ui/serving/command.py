"""The command ``kernviz serve``, which runs several processes behind one address.

Streamlit's sessions live in one process, and its server has no workers. So each process is a
server of its own on this machine. nginx in front of them keeps a visitor with one process. Live
pictures, sweeps, rooms and files are served by any process.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from kernviz.ui import trusted_proxies
from kernviz.ui.serving import nginx
from kernviz.ui.serving.cores import cores
from kernviz.ui.serving.free_ports import free_ports
from kernviz.ui.serving.supervisor import SupervisedProcess, Supervisor

START = "from kernviz.ui.start import main; main()"
NO_NGINX = (
    "kernviz serve: several processes need nginx in front of them, and there is none on this machine.\n"
    "Install it (Debian, Ubuntu: apt-get install nginx-light; macOS: brew install nginx), or start one process:\n"
    "kernviz --headless"
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's own options.

    Other options are Streamlit's.
    """
    made = argparse.ArgumentParser(
        "kernviz serve", description="Serve kernviz with several processes.", allow_abbrev=False
    )
    made.add_argument("--processes", type=int, default=0, help="how many; by default one for each core")
    made.add_argument("--server.port", dest="port", type=int, default=8501, help="of the common address")
    made.add_argument("--server.address", dest="address", default="127.0.0.1", help="0.0.0.0: for other machines, too")
    made.add_argument("--server.baseUrlPath", dest="prefix", default="", help="beginning of every path: kernviz")
    return made


def run(arguments: Sequence[str]) -> int:
    """Serve the app until a signal and return the exit status."""
    options, others = parser().parse_known_args(arguments)
    processes = options.processes or cores()
    if processes < 1:
        print("kernviz serve: --processes is at least 1", file=sys.stderr)
        return 2
    program = nginx.found()
    if program is None:
        print(NO_NGINX, file=sys.stderr)
        return 2
    try:
        front = place(options, processes)
    except ValueError as problem:
        print(f"kernviz serve: {problem}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="kernviz-") as folder:
        config = nginx.write(front, Path(folder), max(1, processes // 4))
        servers = [
            _process(number, port, front.prefix.strip("/"), others) for number, port in enumerate(front.ports, 1)
        ]
        one_answers = partial(_any_ready, tuple(servers))
        servers.append(SupervisedProcess("nginx", nginx.command(program, config), first=one_answers, renewed=False))
        supervisor = Supervisor(servers)
        supervisor.say(f"http://{front.address}{front.prefix}/ with {processes} processes, ports {list(front.ports)}")
        return supervisor.run()


def _process(number: int, port: int, prefix: str, others: Sequence[str]) -> SupervisedProcess:
    more = [f"--server.baseUrlPath={prefix}"] if prefix else []
    options = ["--headless", f"--server.port={port}", "--server.address=127.0.0.1", *more, *others]
    health = f"http://127.0.0.1:{port}{f'/{prefix}' if prefix else ''}/_stcore/health"
    return SupervisedProcess(
        str(number),
        [sys.executable, "-c", START, *options],
        ready=partial(answers, health),
        # The proxy before a process is our nginx, whatever proxies stand before that one.
        environment={trusted_proxies.UVICORN: "127.0.0.1"},
    )


def _any_ready(servers: Sequence[SupervisedProcess]) -> bool:
    return any(server.ready() for server in servers)


def place(options: argparse.Namespace, processes: int) -> nginx.Front:
    """Return where nginx listens, with free ports for the processes.

    Raises ValueError for an address, a prefix or a trusted network that is no such thing. So no other text gets into
    nginx's configuration.
    """
    prefix, host = options.prefix.strip("/"), options.address
    if not re.fullmatch(r"[\w/-]*", prefix, re.ASCII):
        raise ValueError(f"{prefix!r} is no prefix: it has letters, digits, - and _")
    if not re.fullmatch(r"[\w.:-]+", host, re.ASCII):
        raise ValueError(f"{host!r} is no address")
    trusted = trusted_proxies.trusted()
    address = f"[{host}]:{options.port}" if ":" in host else f"{host}:{options.port}"
    return nginx.Front(address, f"/{prefix}" if prefix else "", free_ports(processes), trusted)


def answers(url: str) -> bool:
    """Return True if a process answers at the URL."""
    try:
        with urllib.request.urlopen(url, timeout=1):  # noqa: S310  an http address of this machine
            return True
    except OSError:
        return False
