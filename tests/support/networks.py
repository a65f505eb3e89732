"""Networks of their own for servers (Linux's network namespaces), which can be cut off."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def ip(*words: str) -> None:
    """Sets something up in the network of this machine."""
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def can_be_made() -> bool:
    """Whether this machine lets us have networks of our own."""
    try:
        with Network(250).made():
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


class Network:
    """A network with one machine: a link leads to those who play, another one to the database.

    There is no way from one such network to another.
    """

    def __init__(self, number: int) -> None:
        self.name = f"atlantis{os.getpid()}n{number}"
        self.host = f"10.77.{number}.2"  # where a server in it is found
        self.database_host = f"10.78.{number}.1"  # where it finds the database
        self.links = {"77": f"aw{os.getpid()}n{number}", "78": f"ad{os.getpid()}n{number}"}
        self.number = number

    @property
    def within(self) -> tuple[str, ...]:
        """What a command begins with that is to run in it."""
        return "ip", "netns", "exec", self.name

    @contextmanager
    def made(self) -> Iterator[Network]:
        """Is there while this is entered."""
        ip("netns", "add", self.name)
        try:
            ip("-n", self.name, "link", "set", "lo", "up")
            for part, link in self.links.items():
                end, inside = f"10.{part}.{self.number}", f"in{part}"
                ip("link", "add", link, "type", "veth", "peer", inside, "netns", self.name)
                ip("address", "add", f"{end}.1/24", "dev", link)
                ip("-n", self.name, "address", "add", f"{end}.2/24", "dev", inside)
                ip("-n", self.name, "link", "set", inside, "up")
                ip("link", "set", link, "up")
            yield self
        finally:
            ip("netns", "del", self.name)
            for link in self.links.values():
                with suppress(subprocess.CalledProcessError):  # gone with its other end
                    ip("link", "del", link)

    def cut(self) -> None:
        """Cuts the link to the database: what is sent is lost, and nobody is told."""
        ip("link", "set", self.links["78"], "down")

    def heal(self) -> None:
        """Mends the link."""
        ip("link", "set", self.links["78"], "up")

    def reaches(self, host: str) -> bool:
        """Whether there is a way from here to a host."""
        route = ["ip", "-n", self.name, "route", "get", host]
        return subprocess.run(route, capture_output=True).returncode == 0
