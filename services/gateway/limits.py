"""How much one client may do: buckets of tokens. Time comes as an argument, in seconds."""

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address


class Bucket:
    """Holds up to `most` tokens and gains `per_second` of them; starts full."""

    __slots__ = ("_at", "_held", "most", "per_second")

    def __init__(self, per_second: float, most: float, now: float) -> None:
        self.per_second = per_second
        self.most = most
        self._held = most
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token; return False when there is none."""
        self._fill(now)
        if self._held < 1:
            return False
        self._held -= 1
        return True

    def give_back(self) -> None:
        self._held = min(self.most, self._held + 1)

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token."""
        self._fill(now)
        return max(0.0, (1 - self._held) / self.per_second)

    def full(self, now: float) -> bool:
        self._fill(now)
        return self._held >= self.most

    def _fill(self, now: float) -> None:
        self._held = min(self.most, self._held + max(0.0, now - self._at) * self.per_second)
        self._at = max(self._at, now)


class PerAddress:
    """A bucket for each client address. Of more than `most` addresses, those unseen longest are forgotten."""

    def __init__(self, per_minute: int, most: int = 10_000) -> None:
        self._per_minute = per_minute
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, address: str, now: float) -> Bucket:
        key = network(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._per_minute / 60, self._per_minute, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)


def network(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 of an IPv6 one."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)
