"""The names under which this machine is reached, for a server that listens on more than loopback."""

import socket

WILDCARDS = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def names(host: str) -> list[str]:
    """Host names to answer to when listening on `host`, the one to show to people first."""
    if host not in WILDCARDS:
        return [_bracketed(host)]
    name = socket.gethostname()
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(name, None)}
    except OSError:
        found = set()
    if outward := _outward():
        found.add(outward)
    reachable = sorted(
        address for address in found if address not in LOOPBACK and not address.startswith("127.")
    )
    short = name.partition(".")[0]
    called = dict.fromkeys([name, short, f"{short}.local"])  # a Mac's name ends with .local already
    return [*map(_bracketed, reachable), *called, "127.0.0.1"]


def _outward() -> str | None:
    """The address this machine would send from; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: nobody is there
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
