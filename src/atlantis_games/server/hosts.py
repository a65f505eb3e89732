"""The names by which this server may be asked for, so that no other name leads to it unnoticed."""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

IS_PLAIN = re.compile(r"(\[[0-9A-Fa-f:.%\w]+\]|[\w.-]+)(:[0-9]{1,5})?", re.ASCII).fullmatch
# Endings that nobody can register, as home networks give them to their machines.
PRIVATE_ENDINGS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")


def host_in(address: str) -> str:
    """The name or number in `host:port`, in small letters; empty if there is none."""
    try:
        return (urlsplit(f"//{address}").hostname or "").rstrip(".").lower()
    except ValueError:  # not an address at all
        return ""


def is_number(host: str) -> bool:
    """Whether a host is an IP address: a site cannot make a browser take its name for one."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


class OwnNames:
    """Tells whether a `Host` header names this machine (against DNS rebinding)."""

    def __init__(self, origin: str = "", host: str = "") -> None:
        machine = socket.gethostname().lower()
        own = {machine, machine.partition(".")[0]}
        self.names = {name + ending for name in own for ending in PRIVATE_ENDINGS}
        self.names |= {"localhost", machine, host_in(urlsplit(origin).netloc), host.lower()}
        self.names.discard("")

    def has(self, address: str) -> bool:
        """Whether a request for this address is meant for us."""
        if not IS_PLAIN(address):  # with a user, a path or worse, which would stand in links
            return False
        host = host_in(address)
        return host in self.names or host.endswith(".localhost") or is_number(host)
