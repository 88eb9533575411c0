"""A supervisor that keeps processes running.

It starts the processes and copies their output into one log, with the name of the process before each
line. In a structured log (logs.py) the name is the field `process` of each line's JSON object. A
process that ends is started again.

SIGTERM and SIGINT end all processes within five seconds. SIGHUP starts the renewable processes
again, one after another, each once the one before it is ready. So an update causes no downtime.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock, Thread
from time import monotonic, sleep
from types import FrameType
from typing import IO

from kernviz.ui import logs

LONGEST = 4.2  # seconds from a signal until the remaining processes are killed
LOOK = 0.1  # seconds between two checks of the processes
QUICK = 10.0  # seconds; a process that ended sooner is restarted after a pause
MOST_PAUSE = 8.0  # longest pause in seconds
READY = 120.0  # seconds until a renewed process must answer
CLIENT = re.compile(r"client: [^,]+")  # in nginx's log: the address of a visitor
OWN = "serve"  # name of the supervisor in the log
ENDINGS = ("SIGTERM", "SIGINT", "SIGBREAK")


@dataclass
class SupervisedProcess:
    """A process to keep running.

    name         in front of its lines in the log
    command      program and arguments
    ready        returns True if the process answers
    first        returns True once the process may be started for the first time
    renewed      True if SIGHUP starts it again; otherwise the signal is passed on to it
    environment  variables added to those of this process
    """

    name: str
    command: Sequence[str]
    ready: Callable[[], bool] = lambda: True
    first: Callable[[], bool] = lambda: True
    renewed: bool = True
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    begun: float = 0.0
    pause: float = 0.0
    due: float = 0.0  # time of the next start


class Supervisor:
    """A runner of processes, until a signal ends it."""

    def __init__(self, kept: Iterable[SupervisedProcess], log: IO[str] | None = None) -> None:
        self.kept = list(kept)
        self.restarts = 0
        self._log = log or sys.stderr
        self._writing = Lock()
        # Set by signal handlers. No Events: a handler may run while the main thread holds the Event's lock, and would
        # wait forever.
        self._ending = self._renewing = False
        self._queue: list[SupervisedProcess] = []  # processes to be renewed
        self._fresh: SupervisedProcess | None = None  # the process renewed last, until it is ready

    def run(self) -> int:
        """Start all processes, supervise them, and end them.

        Return the exit status.
        """
        before = {number: signal.signal(number, self._end) for number in _numbers(ENDINGS)}
        before |= {number: signal.signal(number, self._renew) for number in _numbers(["SIGHUP"])}
        try:
            while not self._ending:
                self.look()
                sleep(LOOK)
        finally:
            self.stop()
            for number, handler in before.items():
                signal.signal(number, handler)
        return 0

    def look(self) -> None:
        """Restart ended processes and continue a renewal."""
        now = monotonic()
        for server in self.kept:
            if server.process is not None and server.process.poll() is not None:
                quick = now - server.begun < QUICK
                server.pause = min(MOST_PAUSE, 2 * server.pause or 0.5) if quick else 0.0
                server.due = now + server.pause
                self.say(f"{server.name} ended with {server.process.returncode}; it is started again", "warning")
                server.process, self.restarts = None, self.restarts + 1
            if server.process is None and now >= server.due and (server.begun or server.first()):
                self._start(server)
        self._continue_renewal(now)

    def _continue_renewal(self, now: float) -> None:
        """Renew the next process once the one renewed before it is ready."""
        if self._renewing:
            self._renewing = False
            self._queue = [server for server in self.kept if server.renewed]
            for server in self.kept:
                if not server.renewed and server.process is not None and hasattr(signal, "SIGHUP"):
                    server.process.send_signal(signal.SIGHUP)
        if self._fresh is not None:
            if not self._fresh.ready() and now - self._fresh.begun < READY:
                return
            self._fresh = None
        if self._queue and self._others_answer(self._queue[0], now):
            server = self._queue.pop(0)
            self.say(f"{server.name} is renewed")
            if server.process is not None:
                _end([server.process], lambda: self._ending)
            if self._ending:
                return  # stop() ends the process that is left
            self._start(server)
            self._fresh = server

    def _others_answer(self, server: SupervisedProcess, now: float) -> bool:
        """Return True if the other processes answer while `server` is renewed.

        Also return True if another process has not answered for so long that waiting is no use.
        """
        others = [other for other in self.kept if other.renewed and other is not server]
        return all(other.ready() or now - max(other.begun, other.due) > READY for other in others)

    def stop(self) -> None:
        """End all processes.

        SIGTERM is sent first. Processes still there after a while are ended by force.
        """
        _end([server.process for server in self.kept if server.process is not None])

    def say(self, line: str, level: str = "info") -> None:
        """Write a message of the supervisor into the log."""
        self._write(logs.entry(line, __name__, level, process=OWN) if logs.structured() else f"[{OWN}] {line}")

    def _write(self, line: str) -> None:
        with self._writing:
            self._log.write(f"{line}\n")
            self._log.flush()

    def _start(self, server: SupervisedProcess) -> None:
        environment = {**os.environ, **server.environment}
        # A new process group, so that Ctrl+C in a terminal reaches this process alone. It ends the others in order.
        server.process = subprocess.Popen(  # noqa: S603  our own program, and nginx by its path
            server.command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        server.begun = monotonic()
        Thread(target=self._copy_output, args=(server.name, server.process), daemon=True).start()

    def _copy_output(self, name: str, process: subprocess.Popen[bytes]) -> None:
        """Copy the lines of a process into the log.

        Network addresses of visitors are removed.
        """
        assert process.stdout is not None  # stdout is a pipe, see Popen above
        with process.stdout as lines:
            for line in lines:
                text = CLIENT.sub("client: -", line.decode("utf-8", "replace").rstrip())
                output = logs.of_process(text, name) if logs.structured() else f"[{name}] {text}"
                if output:
                    self._write(output)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending = True

    def _renew(self, number: int, frame: FrameType | None) -> None:
        self._renewing = True


def _numbers(names: Iterable[str]) -> list[signal.Signals]:
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def _end(processes: Sequence[subprocess.Popen[bytes]], given_up: Callable[[], bool] = lambda: False) -> None:
    """End processes, by force if they are still there after LONGEST seconds.

    Returns before that if `given_up` becomes true.
    """
    for process in processes:
        process.terminate()
    until = monotonic() + LONGEST
    while any(process.poll() is None for process in processes) and monotonic() < until:
        if given_up():
            return
        sleep(0.02)
    for process in processes:
        process.kill()
        process.wait()
