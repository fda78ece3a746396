"""Who may do what.

Whoever sits at this machine may do everything; others get in with the secret link of a seat only.
A page of another site in the same browser is not "this machine": it is told by the headers that
browsers send.
"""

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
OWN_SITES = ("same-origin", "none")
Headers = Mapping[str, str]


def is_local(peer: str | None, headers: Headers) -> bool:
    """A request from this machine to this machine, by no proxy and no foreign page."""
    return (
        _is_loopback(peer)
        and (host_name(headers) in LOCAL_NAMES)
        and not any(name in headers for name in FORWARDED)
        and is_own_page(headers)
    )


def _is_loopback(peer: str | None) -> bool:
    try:
        return ipaddress.ip_address(peer or "").is_loopback
    except ValueError:
        return False


def host_name(headers: Headers) -> str:
    """What the request calls this server, without the port."""
    try:
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "").lower()
    except ValueError:
        return ""


def is_own_page(headers: Headers) -> bool:
    """No page of another site asks: browsers send its origin along."""
    if headers.get("sec-fetch-site", "none") not in OWN_SITES:
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False
