"""Gateway sessions: numbered events, a buffer for RESUME, and a queue of outgoing frames."""

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, web

from .errors import Json
from .faults import Slowness

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
REQUEST_MEMBERS, INVALID, HELLO, ACK = 8, 9, 10, 11
BUFFER = 2000


class Wire:
    """One websocket; a task of its own writes to it, so that `send` never waits."""

    def __init__(
        self, socket: web.WebSocketResponse, request: web.Request, slowness: Slowness
    ) -> None:
        self.socket = socket
        self._slowness = slowness
        self.ours = False
        self._request = request
        self._frames: asyncio.Queue[Json | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: Json) -> None:
        """Queue a frame."""
        self._frames.put_nowait(frame)

    async def _write(self) -> None:
        while (frame := await self._frames.get()) is not None:
            await self._slowness.wait()
            with suppress(ConnectionError, RuntimeError):
                await self.socket.send_str(json.dumps(frame))

    async def close(self, code: int = WSCloseCode.OK) -> None:
        """Close after everything queued has been sent."""
        self.ours = True
        self._frames.put_nowait(None)
        with suppress(asyncio.CancelledError):
            await self._writer
        await self.socket.close(code=code)

    def abort(self) -> None:
        """Cut the TCP connection."""
        if self._request.transport is not None:
            self._request.transport.abort()

    def stop(self) -> None:
        """Stop writing, as the socket is gone."""
        self._frames.put_nowait(None)


@dataclass(eq=False)
class Session:
    """What survives a lost connection: the id, the sequence number, and what was sent."""

    id: str
    intents: int
    shard: tuple[int, int] | None = None
    seq: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=BUFFER))
    wire: Wire | None = None
    resumed: int = 0

    def dispatch(self, name: str, payload: Json) -> None:
        """Number an event, keep it for RESUME, and send it if a client is connected."""
        self.seq += 1
        frame: Json = {"op": DISPATCH, "s": self.seq, "t": name, "d": payload}
        self.sent.append(frame)
        if self.wire is not None:
            self.wire.send(frame)

    def replay(self, after: int) -> None:
        """Send again what the client has not seen."""
        assert self.wire is not None
        for frame in self.sent:
            if frame["s"] > after:
                self.wire.send(frame)

    def serves(self, guild_id: int | None) -> bool:
        """Do a guild's events go to this shard?  Direct messages (None) go to the first."""
        if self.shard is None:
            return True
        number, count = self.shard
        return (0 if guild_id is None else (guild_id >> 22) % count) == number
