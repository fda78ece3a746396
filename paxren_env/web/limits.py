"""What a client may ask of the server: how much, how often; and the headers of every answer."""

import time
from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException

POLICY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
JSON_BYTES = 64 * 2**10
REPLAY_BYTES = 4 * 2**20
REPLAYS = "/api/replays"
MESSAGE_BYTES = 4 * 2**10  # of a message through a socket
MOST_CLIENTS = 10_000  # whose rates are remembered


@dataclass(frozen=True)
class Limits:
    """How much is allowed; requests and messages per second, and how many at once."""

    request_rate: float = 50.0
    request_burst: float = 200.0
    message_rate: float = 20.0
    message_burst: float = 60.0
    sockets: int = 1000
    sockets_per_client: int = 400


class Bucket:
    """So many tokens a second, and no more than a certain number saved up."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.tokens, self.then = burst, time.monotonic()

    def take(self) -> bool:
        """Whether there was a token left."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + self.rate * (now - self.then))
        self.then = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Guard:
    """The outermost layer of the server: limits for requests, headers for answers."""

    def __init__(self, app: Any, limits: Limits) -> None:
        self.app, self.limits = app, limits
        self.buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = _with_headers(send)
        if not self._bucket(scope).take():
            await _refuse(send, 429, "too many requests: wait a moment")
            return
        await self.app(scope, _limited(scope, receive), send)

    def _bucket(self, scope: Any) -> Bucket:
        client = (scope.get("client") or ("",))[0]
        if len(self.buckets) > MOST_CLIENTS:
            self.buckets.clear()
        fresh = Bucket(self.limits.request_rate, self.limits.request_burst)
        return self.buckets.setdefault(client, fresh)


def _limited(scope: Any, receive: Any) -> Any:
    """The body of a request, as long as it is not too long."""
    most = REPLAY_BYTES if scope["path"] == REPLAYS else JSON_BYTES
    seen = 0

    async def limited() -> Any:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413, "that is too long")
        return message

    return limited


def _with_headers(send: Any) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = [(name.encode(), value.encode()) for name, value in POLICY.items()]
            message["headers"] = [*message.get("headers", ()), *headers]
        await send(message)

    return sending


async def _refuse(send: Any, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})
