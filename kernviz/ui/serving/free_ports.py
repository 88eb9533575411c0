"""Free ports for the processes behind the proxy."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

PORTS = range(10_000, 32_768)  # above them systems take the ports of outgoing connections


def free_ports(count: int) -> tuple[int, ...]:
    """Return ports of this machine that nothing uses now.

    They lie below the ports that a system lends to outgoing connections. Otherwise such a connection may
    have the port of a process that is to start again.

    Raises OSError if fewer than `count` ports are free.
    """
    found: list[int] = []
    for port in random.sample(PORTS, len(PORTS)):
        if len(found) == count:
            break
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("", port))  # at all addresses, as a program in the way may listen at any of them
            found.append(port)
    if len(found) < count:
        raise OSError(f"{count} free ports are needed from {PORTS[0]} to {PORTS[-1]}; there are {len(found)}")
    return tuple(found)
