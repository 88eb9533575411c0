"""Proxies whose word about a visitor is believed.

A proxy passes on a visitor's requests. It says in the headers X-Forwarded-For and X-Forwarded-Proto what address the
visitor has, and if the page came by TLS. Anybody can send such headers. So they count only where the connection comes
from a trusted network. Without a setting that is this machine.
"""

from __future__ import annotations

import os
from ipaddress import ip_network

# environment variable: the networks, with spaces or commas between; empty: no proxy counts
SETTING = "KERNVIZ_TRUST"
# the networks without the setting: this machine
LOOPBACK = "127.0.0.1 ::1"
# the variable in which uvicorn, the server of one process, has the same
UVICORN = "FORWARDED_ALLOW_IPS"


def networks(text: str) -> tuple[str, ...]:
    """Return the networks of a setting such as "10.0.0.0/8 192.168.1.2".

    Raises ValueError if a word is no network.
    """
    return tuple(str(ip_network(part, strict=False)) for part in text.replace(",", " ").split())


def trusted() -> tuple[str, ...]:
    """Return the trusted networks.

    Raises ValueError if a word of the setting is no network.
    """
    return networks(os.environ.get(SETTING, LOOPBACK))


def tell_uvicorn() -> None:
    """Make the server of this process trust the networks of the setting.

    uvicorn's own variable has precedence. Raises ValueError if a word of the setting is no network.
    """
    if SETTING in os.environ:
        os.environ.setdefault(UVICORN, ",".join(trusted()))
