"""How much one address or one connection may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict


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
        self.take(0.0)
        self.level -= amount


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
