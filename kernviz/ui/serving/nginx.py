"""Configuration of the nginx in front of the app's processes.

``kernviz serve`` starts this nginx.

A visitor stays with one process, by a cookie. If that process is gone, the visitor moves to the
next process. Pictures at addresses that hold the version are stored, and served without a
process. Requests and connections are limited by visitor and by network (client_address.py): an
IPv6 address counts with all of its /64. The same directives, for an nginx of one's own, are in
deploy/nginx.conf.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kernviz.ui import embedding
from kernviz.ui.open_files import raise_limit

ALONE = "SameSite=Lax"
# inside a frame a browser sends the cookie only with these attributes, and only over TLS
INSIDE = "SameSite=None; Secure; Partitioned"
PLACES = "/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"  # folders searched beside PATH
CONFIG = "nginx.conf"
# added to the address ::, which then takes IPv4 as well, as one process alone does
EVERY_VERSION = " ipv6only=off"
CACHE_MB = 256  # size of the cache for pictures
BODY_MB = 8  # largest request body; a visitor's file has at most 4 MB
HAND_RATE = 90  # requests a second of one visitor; dragging sends 30
HALL_RATE = 3000  # requests a second of one network address; a lecture hall often shares one
HALL_CONNECTIONS = 6000  # connections of one network address
MOST_CONNECTIONS = 16_384  # connections of one worker
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

MAIN = """\
daemon off;
worker_processes {workers};
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    server_tokens off;
{temporary}
{site}}}
"""

SITE = """\
    map $http_upgrade $kernviz_connection {{ default upgrade; "" ""; }}
    map $cookie_kernviz $kernviz_visitor {{ "~^[0-9a-f]{{32}}$" $cookie_kernviz; default $request_id; }}
    map $cookie_kernviz $kernviz_known {{ "~^[0-9a-f]{{32}}$" $cookie_kernviz; default ""; }}
    map $kernviz_known $kernviz_cookie {{
        default "";
        "" "kernviz=$request_id; Path={path}; HttpOnly; {same_site}";
    }}
    map $http_accept_encoding $kernviz_encoding {{ "~*gzip" gzip; default ""; }}
    upstream kernviz {{
        hash $kernviz_visitor consistent;
{servers}
        keepalive 32;
    }}
    proxy_cache_path {folder}/cache levels=1:2 keys_zone=kernviz:16m max_size={cache}m inactive=1d use_temp_path=off;
    map $binary_remote_addr $kernviz_network {{
        "~(?s)^\\x00{{10}}\\xff\\xff(?<kernviz_ipv4>.{{4}})$" $kernviz_ipv4;
        "~(?s)^(?<kernviz_ipv6>.{{8}}).{{8}}$" $kernviz_ipv6;
        default $binary_remote_addr;
    }}
    limit_req_zone $kernviz_known zone=kernviz_hand:8m rate={hand_rate}r/s;
    limit_req_zone $kernviz_network zone=kernviz_hall:8m rate={hall_rate}r/s;
    limit_conn_zone $kernviz_network zone=kernviz_open:8m;
    limit_req_status 503;
    limit_conn_status 503;
{trusted}{scheme}    gzip on;
    gzip_proxied any;
    gzip_min_length 1024;
    gzip_types text/css text/javascript text/plain application/json image/svg+xml;
    proxy_http_version 1.1;
    proxy_next_upstream error timeout non_idempotent;
    proxy_connect_timeout 2s;
    server {{
        listen {listen};
        client_max_body_size {body}m;
        client_header_timeout 20s;
        client_body_timeout 30s;
        large_client_header_buffers 4 64k;
        limit_req zone=kernviz_hand burst={hand_burst} nodelay;
        limit_req zone=kernviz_hall burst={hall_burst} nodelay;
        limit_conn kernviz_open {open};
        location ~ ^{prefix}/kernviz-(live|sweep|story|preview|assets|gallery)/ {{
            proxy_pass http://kernviz;
{visitor}            proxy_set_header Connection "";
            proxy_set_header Accept-Encoding $kernviz_encoding;
            proxy_read_timeout 60s;
            proxy_cache kernviz;
            proxy_cache_key $kernviz_encoding$request_uri;
            proxy_ignore_headers Vary;
            add_header X-Kernviz-Cache $upstream_cache_status always;
        }}
        location = {prefix}/metrics {{ return 404; }}
        location / {{
            proxy_pass http://kernviz;
{visitor}            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $kernviz_connection;
            proxy_read_timeout 1h;
            proxy_send_timeout 1h;
            add_header Set-Cookie $kernviz_cookie;
        }}
    }}
"""


# Headers that tell a process the host, the client's address and the scheme. A location that sets any header inherits
# none, so each location has these lines.
VISITOR = """\
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $kernviz_scheme;
"""


@dataclass(frozen=True)
class Front:
    """Place of nginx, and the processes behind it.

    nginx listens there, and passes requests to the processes.

    address  host and port, as "127.0.0.1:8501"
    prefix   beginning of every path, as "/kernviz", or ""
    ports    of the processes, on this machine
    trusted  networks of the proxies in front of nginx, whose X-Forwarded-For header is believed
    """

    address: str
    prefix: str
    ports: tuple[int, ...]
    trusted: tuple[str, ...] = ()


def found() -> str | None:
    """Return the path of nginx on this machine, or None."""
    return shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), PLACES]))


def site(front: Front, folder: Path) -> str:
    """Return the app's directives of nginx's ``http`` block, caching in `folder`."""
    servers = "\n".join(f"        server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in front.ports)
    return SITE.format(
        folder=folder,
        listen=front.address + EVERY_VERSION * front.address.startswith("[::]:"),
        prefix=front.prefix,
        path=front.prefix or "/",
        servers=servers,
        same_site=INSIDE if embedding.sites() else ALONE,
        trusted=_trusted(front.trusted),
        scheme=_scheme(front.trusted),
        visitor=VISITOR,
        cache=CACHE_MB,
        body=BODY_MB,
        hand_rate=HAND_RATE,
        hand_burst=3 * HAND_RATE,
        hall_rate=HALL_RATE,
        hall_burst=3 * HALL_RATE,
        open=HALL_CONNECTIONS,
    )


def _trusted(networks: Sequence[str]) -> str:
    if not networks:
        return ""
    lines = [f"set_real_ip_from {network};" for network in networks]
    return "".join(f"    {line}\n" for line in [*lines, "real_ip_header X-Forwarded-For;", "real_ip_recursive on;"])


def _scheme(networks: Sequence[str]) -> str:
    """Return the directives of the variable ``$kernviz_scheme``.

    It is the scheme of the visitor's address. A proxy in one of these networks names it. Without such a proxy it is
    the scheme of the connection.
    """
    if not networks:
        return '    map "" $kernviz_scheme { default $scheme; }\n'
    inside = "".join(f" {each} 1;" for each in networks)
    return (
        f"    geo $realip_remote_addr $kernviz_by_proxy {{ default 0;{inside} }}\n"
        '    map "$kernviz_by_proxy $http_x_forwarded_proto" $kernviz_scheme { default $scheme; "1 https" https; }\n'
    )


def write(front: Front, folder: Path, workers: int) -> Path:
    """Write the nginx configuration into a folder and return its path."""
    files = raise_limit() or 1024
    text = MAIN.format(
        workers=workers,
        folder=folder,
        connections=max(64, min(MOST_CONNECTIONS, files - 64)),
        temporary="\n".join(f"    {name}_temp_path {folder}/{name};" for name in TEMPORARY),
        site=site(front, folder),
    )
    path = folder / CONFIG
    path.write_text(text, "utf-8")
    folder.chmod(0o711)  # if nginx is started by root, its workers run as another user
    return path


def command(program: str, config: Path) -> Sequence[str]:
    """Return the command that runs nginx in the foreground."""
    return [program, "-p", str(config.parent), "-c", str(config), "-e", "stderr"]
