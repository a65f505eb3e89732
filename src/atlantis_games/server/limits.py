"""How much one address or one connection may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from functools import lru_cache

MESSAGES_PER_SECOND = 100.0  # of a socket; a frame is one, a dear message is several
MESSAGES_AT_ONCE = 400.0
BYTES_PER_MESSAGE = 500  # so many bytes that are read cost as much as a frame
SHARES_PER_ADDRESS = 5.0  # all sockets of an address may use as much as so many busy ones


@lru_cache(10_000)
def network_of(address: str) -> str:
    """Who pays for what an address asks: itself, or with IPv6 the /64 that one customer has."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


class Bucket:
    """A token bucket: it fills steadily up to a limit, and what is taken must be in it."""

    __slots__ = ("level", "limit", "rate", "time")

    def __init__(self, rate: float, limit: float) -> None:
        self.rate = rate
        self.limit = limit
        self.level = limit
        self.time = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Takes an amount; False if there is not so much."""
        now = time.monotonic()
        self.level = min(self.limit, self.level + (now - self.time) * self.rate)
        self.time = now
        if self.level < amount:
            return False
        self.level -= amount
        return True

    def charge(self, amount: float) -> None:
        """Takes what was used already, even if that leaves a debt."""
        now = time.monotonic()
        level = self.level + (now - self.time) * self.rate
        self.level = (level if level < self.limit else self.limit) - amount
        self.time = now

    def debt_seconds(self) -> float:
        """The seconds until there is no debt any more; 0 if there is none."""
        if self.level >= 0.0:  # it only fills until something is taken
            return 0.0
        self.take(0.0)
        return max(0.0, -self.level / self.rate)


class Allowance:
    """What one socket may still use, alone and together with all sockets of its address.

    What it is sent is paid apart from what it asks for: others at its table cause much of that, and
    must not be able to have it paused or closed.
    """

    def __init__(self, limits: float = 1.0, shared: Bucket | None = None) -> None:
        self.own = Bucket(MESSAGES_PER_SECOND * limits, MESSAGES_AT_ONCE * limits)
        self.sent = Bucket(MESSAGES_PER_SECOND * limits, MESSAGES_AT_ONCE * limits)
        self.shared = shared

    def charge(self, messages: float) -> None:
        """Pays for something that was read or done."""
        self.own.charge(messages)
        if self.shared is not None:
            self.shared.charge(messages)

    def charge_sent(self, messages: float) -> None:
        """Pays for something that was sent."""
        self.sent.charge(messages)
        if self.shared is not None:
            self.shared.charge(messages)

    def wait(self) -> float:
        """The seconds until more may be read."""
        own, shared = self.own, self.shared
        if own.level >= 0.0 and (shared is None or shared.level >= 0.0):  # as nearly always
            return 0.0
        return max(own.debt_seconds(), shared.debt_seconds() if shared is not None else 0.0)

    def wait_to_send(self) -> float:
        """The seconds until more may be sent."""
        if self.sent.level >= 0.0:
            return self.wait()
        return max(self.wait(), self.sent.debt_seconds())


class Buckets:
    """A bucket for each address; the ones longest unused are forgotten."""

    def __init__(self, rate: float, limit: float, max_addresses: int = 10_000) -> None:
        self.rate = rate
        self.limit = limit
        self.max_addresses = max_addresses
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, amount: float = 1.0) -> bool:
        """Takes an amount from an address's bucket; False if there is not so much."""
        return self.bucket(address).take(amount)

    def charge(self, address: str, amount: float) -> None:
        """Takes what an address has used already, even if that leaves a debt."""
        self.bucket(address).charge(amount)

    def bucket(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, self.limit)
            if len(self.buckets) > self.max_addresses:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        return bucket


def address_buckets(limits: float) -> Buckets:
    """What all sockets of an address may use together."""
    shares = SHARES_PER_ADDRESS * limits
    return Buckets(MESSAGES_PER_SECOND * shares, MESSAGES_AT_ONCE * shares)
