"""How often one address may ask: buckets that fill slowly and are emptied by requests."""

import ipaddress
import time
from collections import Counter

MOST_ADDRESSES = 50_000


class Buckets:
    """A bucket for each address: `burst` requests at once, `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._full_at: dict[str, float] = {}  # when an address's bucket is full again

    def take(self, address: str, cost: float = 1.0, *, now: float | None = None) -> bool:
        """Whether the address may ask now; if so, that is counted."""
        now = time.monotonic() if now is None else now
        full_at = max(self._full_at.get(address, now), now) + cost / self._rate
        if full_at - now > self._burst / self._rate:
            return False
        if len(self._full_at) > MOST_ADDRESSES:
            self._full_at = {a: t for a, t in self._full_at.items() if t > now}
        self._full_at[address] = full_at
        return True


class Counters:
    """How many of something each address has at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        if self._count[address] >= self._most:
            return False
        self._count[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._count[address] -= 1
        if self._count[address] <= 0:
            del self._count[address]


def visitor_address(host: str | None) -> str:
    """Who is asking: an IPv4 address, or the network of an IPv6 one, of which one visitor has plenty."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
