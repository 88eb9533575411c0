"""TCP_NODELAY on the server's sockets, so that responses wait for no acknowledgement.

The option turns Nagle's algorithm off.

Streamlit binds its listening socket itself and with ``proto = 0``. asyncio sets TCP_NODELAY only
where it reads IPPROTO_TCP. So the body of every answer on a kept-alive connection waited about 40
ms for the acknowledgement of its own header. A connection inherits the option from the socket it
was accepted on. One call before the first visitor is enough.
"""

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import suppress

DESCRIPTORS = "/dev/fd"  # open file descriptors of this process on Linux and macOS; on Windows sockets are no files


def set_tcp_nodelay() -> int:
    """Set TCP_NODELAY on every listening socket of this process.

    Return the number of sockets.
    """
    found = 0
    for listener in _listeners():
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        found += 1
    return found


def _listeners() -> Iterator[socket.socket]:
    # No server passes its socket to the app, so all descriptors of the process are searched. A duplicate socket shares
    # the options of the original.
    for name in os.listdir(DESCRIPTORS) if os.path.isdir(DESCRIPTORS) else []:
        with suppress(OSError):  # a descriptor may be closed meanwhile, as is the one that listed them
            if stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                with socket.socket(fileno=os.dup(int(name))) as connection:
                    internet = (
                        connection.family in (socket.AF_INET, socket.AF_INET6) and connection.type == socket.SOCK_STREAM
                    )
                    if internet and connection.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                        yield connection
