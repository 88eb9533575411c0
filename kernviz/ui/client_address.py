"""Network addresses of clients, by which use is shared and limited."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import Request

SITE_BITS = 64  # leading bits of an IPv6 address that name a network; a subscriber has all its addresses


def network(request: Request) -> str:
    """Return the network of a request's client, "" if unknown.

    Behind a trusted proxy the client is the one that the proxy names. An IPv4 address is a network of its own. An IPv6
    address belongs to the network of its first 64 bits.
    """
    return of(request.client.host if request.client else "")


@lru_cache(1024)
def of(address: str) -> str:
    """Return the network of an address as text.

    A text that is no address is returned as it is.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, SITE_BITS), strict=False))
    return str(found)
