"""Token buckets."""

from __future__ import annotations

import pytest

from atlantis_games.server.limits import Bucket, Buckets, network_of


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A time that a test sets."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_a_bucket_is_full_at_first_and_fills_again(now: list[float]) -> None:
    bucket = Bucket(rate=2.0, limit=3.0)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_an_ipv6_customer_is_one_network() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1%eth0")
    assert network_of("2001:db8:1:2::4") != network_of("2001:db8:1:3::4")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("a name") == "a name"


def test_a_charge_may_leave_a_debt(now: list[float]) -> None:
    bucket = Bucket(rate=1.0, limit=5.0)
    bucket.charge(7.0)
    assert not bucket.take(0.0)
    now[0] += 2.0
    assert bucket.take(0.0)
    assert not bucket.take(1.0)


def test_addresses_have_buckets_of_their_own_and_the_oldest_are_forgotten(
    now: list[float],
) -> None:
    buckets = Buckets(rate=0.0, limit=1.0, max_addresses=2)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    buckets.charge("b", 5.0)
    assert buckets.take("c")
    assert buckets.take("a"), "it was used longest ago"
    assert not buckets.take("c")
