"""The gateway: identifying, resuming, delivering events, and failing on demand."""

import asyncio
import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from . import payloads
from .errors import Json
from .guild import Guild
from .intents import CONTENT, KNOWN, MEMBERS, PRESENCES, forbidden, is_wanted
from .redaction import redacted
from .sessions import (
    ACK,
    HEARTBEAT,
    HELLO,
    IDENTIFY,
    INVALID,
    RECONNECT,
    REQUEST_MEMBERS,
    RESUME,
    Session,
    Wire,
)
from .world import Event, World

if TYPE_CHECKING:
    from .server import StandIn

IGNORED = frozenset({3, 4, 14})


@dataclass(eq=False)
class Trick:
    """A scripted accident of delivery: duplicate, drop, delay or hold matching events."""

    event: str
    kind: str
    times: int = 1
    seconds: float = 0.0
    when: Callable[[Json], bool] | None = None
    until_event: str | None = None
    held: list[Event] = field(default_factory=list)


class Gateway:
    """Every session, and the levers with which a test disturbs them."""

    def __init__(self, standin: "StandIn") -> None:
        self._standin = standin
        self.sessions: dict[str, Session] = {}
        self.wires: set[Wire] = set()
        self.tricks: list[Trick] = []
        self.heartbeat_interval = 41.25
        self.acks = True
        self.heartbeats = 0
        self.identifies = 0
        self.resumes = 0
        self.close_at_hello: int | None = None
        self._opened = 0
        self._later: set[asyncio.TimerHandle] = set()

    @property
    def world(self) -> World:
        """The state that events are about."""
        return self._standin.world

    @property
    def connected(self) -> list[Session]:
        """Sessions to which a client is connected."""
        return [s for s in self.sessions.values() if s.wire is not None]

    def deliver(self, event: Event) -> None:
        """Send an event to every session that wants it, unless a trick interferes."""
        copies, trick = 1, self._trick(event)
        if trick is not None:
            if trick.kind == "hold":
                trick.held.append(event)
                return
            if trick.kind == "delay":
                self._after(trick.seconds, event)
                return
            copies = 0 if trick.kind == "drop" else 2
        for _ in range(copies):
            self._deliver_now(event)
        for waiting in self.tricks:
            if waiting.until_event == event.name and waiting.held:
                self._let_go(waiting)

    def _trick(self, event: Event) -> Trick | None:
        for trick in self.tricks:
            fits = trick.event == event.name and trick.times > 0
            if fits and (trick.when is None or trick.when(event.payload)):
                trick.times -= 1
                return trick
        return None

    def _after(self, seconds: float, event: Event) -> None:
        timer = asyncio.get_running_loop().call_later(seconds, self._deliver_now, event)
        self._later.add(timer)

    def _let_go(self, trick: Trick) -> None:
        events, trick.held = trick.held, []
        for event in events:
            self._deliver_now(event)

    def _deliver_now(self, event: Event) -> None:
        guild = self.world.guilds.get(event.guild_id or 0)
        if guild is not None and self.world.bot.id not in guild.members:
            return
        if guild is not None and not guild.available and event.name != "GUILD_DELETE":
            return
        if event.channel is not None and not self.world.sees(self.world.bot.id, event.channel):
            return
        for session in self.sessions.values():
            wanted = session.serves(event.guild_id)
            if wanted and is_wanted(self.world, session.intents, event):
                session.dispatch(event.name, self._seen_by(session, event))

    def _seen_by(self, session: Session, event: Event) -> Json:
        if event.name == "GUILD_CREATE" and event.guild_id in self.world.guilds:
            return self._guild_for(session, self.world.guilds[event.guild_id])
        if event.message is None or session.intents & CONTENT:
            return event.payload
        return redacted(self.world, event.message, event.payload)

    def _guild_for(self, session: Session, guild: Guild) -> Json:
        both = MEMBERS | PRESENCES
        everybody = guild.members.values() if session.intents & both == both else None
        return payloads.guild_json(self.world, guild, everybody)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one client from HELLO to the end of its connection."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False, timeout=0.3)
        await socket.prepare(request)
        wire = Wire(socket, request, self._standin.slowness)
        self.wires.add(wire)
        if self.close_at_hello is not None:
            await wire.close(self.close_at_hello)
        else:
            wire.send(
                {"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat_interval * 1000)}}
            )
        try:
            await self._listen(wire)
        finally:
            wire.stop()
            self.wires.discard(wire)
            self._lost(wire)
            self.world.pulse.touch()
        return socket

    async def _listen(self, wire: Wire) -> None:
        async for frame in wire.socket:
            if frame.type != WSMsgType.TEXT:
                continue
            try:
                message = json.loads(frame.data)
            except ValueError:
                await wire.close(4002)
                return
            code = self._received(wire, message.get("op"), message.get("d"))
            if code is not None:
                await wire.close(code)
                return

    def _received(self, wire: Wire, op: object, content: Any) -> int | None:
        try:
            return self._receive(wire, op, content)
        except Exception:
            self._standin.complain(f"the stand-in broke on op {op}:\n{traceback.format_exc()}")
            return 4000

    def _receive(self, wire: Wire, op: object, content: Any) -> int | None:
        session = next((s for s in self.sessions.values() if s.wire is wire), None)
        if op == HEARTBEAT:
            self.heartbeats += 1
            if self.acks:
                wire.send({"op": ACK, "d": None})
            return None
        if op in {IDENTIFY, RESUME} and session is not None:
            return 4005
        if op == IDENTIFY:
            return self._identify(wire, content)
        if op == RESUME:
            return self._resume(wire, content)
        if session is None:
            return 4003
        if op == REQUEST_MEMBERS:
            self._send_members(session, content)
            return None
        return None if op in IGNORED else 4001

    def _identify(self, wire: Wire, content: Json) -> int | None:
        self.identifies += 1
        if content.get("token") != self._standin.token:
            return 4004
        intents = content.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= KNOWN:
            return 4013
        if forbidden(self.world, intents):
            return 4014
        shard = content.get("shard")
        self._opened += 1
        session = Session(f"session-{self._opened}", intents, tuple(shard) if shard else None)
        session.wire = wire
        self.sessions[session.id] = session
        self._welcome(session)
        return None

    def _welcome(self, session: Session) -> None:
        guilds = [g for g in self.world.guilds.values() if session.serves(g.id)]
        guilds = [g for g in guilds if self.world.bot.id in g.members]
        flags = payloads.application_flags(self.world)
        ready: Json = {
            "v": 10,
            "user": payloads.user_json(self.world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._standin.gateway_url,
            "application": {"id": str(self.world.application_id), "flags": flags},
            "private_channels": [],
            "relationships": [],
        }
        if session.shard is not None:
            ready["shard"] = list(session.shard)
        session.dispatch("READY", ready)
        for guild in guilds:
            if guild.available and session.intents & 1:
                session.dispatch("GUILD_CREATE", self._guild_for(session, guild))
        self.world.pulse.touch()

    def _resume(self, wire: Wire, content: Json) -> int | None:
        self.resumes += 1
        if content.get("token") != self._standin.token:
            return 4004
        session = self.sessions.get(content.get("session_id") or "")
        if session is None:
            wire.send({"op": INVALID, "d": False})
            return None
        if content.get("seq", 0) > session.seq:
            return 4007
        session.wire = wire
        session.replay(content.get("seq") or 0)
        session.resumed += 1
        session.dispatch("RESUMED", {"_trace": []})
        self.world.pulse.touch()
        return None

    def _send_members(self, session: Session, content: Json) -> None:
        ids = content["guild_id"]
        guild = self.world.guilds.get(int(ids[0] if isinstance(ids, list) else ids))
        if guild is None:
            return
        wanted = {int(i) for i in _listed(content.get("user_ids"))}
        query, limit = (content.get("query") or "").lower(), content.get("limit") or 0
        found = [m for m in guild.members.values() if not wanted or m.user.id in wanted]
        found = [m for m in found if (m.nick or m.user.name).lower().startswith(query)]
        shown = [payloads.member_json(member) for member in (found[:limit] if limit else found)]
        missing = [str(i) for i in wanted - set(guild.members)]
        chunk: Json = {"guild_id": str(guild.id), "members": shown, "not_found": missing}
        chunk |= {"chunk_index": 0, "chunk_count": 1, "nonce": content.get("nonce")}
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _lost(self, wire: Wire) -> None:
        for session in [*self.sessions.values()]:
            if session.wire is not wire:
                continue
            session.wire = None
            if wire.socket.close_code in {1000, 1001} and not wire.ours:
                del self.sessions[session.id]

    def duplicate(self, event: str, times: int = 1, when: Any = None) -> Trick:
        """Deliver the next such event twice."""
        return self._add(Trick(event, "duplicate", times, when=when))

    def drop(self, event: str, times: int = 1, when: Any = None) -> Trick:
        """Lose the next such event."""
        return self._add(Trick(event, "drop", times, when=when))

    def delay(self, event: str, seconds: float, times: int = 1, when: Any = None) -> Trick:
        """Deliver the next such event late."""
        return self._add(Trick(event, "delay", times, seconds, when))

    def hold(self, event: str, until: str | None = None, times: int = 1, when: Any = None) -> Trick:
        """Keep the next such event back until `release`, or until an `until` event is sent."""
        return self._add(Trick(event, "hold", times, when=when, until_event=until))

    def _add(self, trick: Trick) -> Trick:
        self.tricks.append(trick)
        return trick

    def release(self) -> None:
        """Deliver everything that is held back."""
        for trick in self.tricks:
            self._let_go(trick)

    async def close(self, code: int = 4000) -> None:
        """Close every connection with a code; sessions stay and can be resumed."""
        for wire in [*self.wires]:
            await wire.close(code)

    def abort(self) -> None:
        """Cut every TCP connection."""
        for wire in [*self.wires]:
            wire.abort()

    def reconnect(self) -> None:
        """Op 7: ask every client to reconnect."""
        for wire in self.wires:
            wire.send({"op": RECONNECT, "d": None})

    def invalidate(self, resumable: bool = False) -> None:
        """Op 9: invalidate every session; if not resumable, it is gone, with what happens then."""
        wires = [session.wire for session in self.connected]
        if not resumable:
            self.forget_sessions()
        for wire in wires:
            if wire is not None:
                wire.send({"op": INVALID, "d": resumable})

    def forget_sessions(self) -> None:
        """Forget all sessions: the next RESUME is refused with op 9, not resumable."""
        self.sessions.clear()

    def guild_down(self, guild: Guild) -> None:
        """Begin an outage: the guild becomes unavailable and silent."""
        guild.available = False
        gone = {"id": str(guild.id), "unavailable": True}
        self.deliver(Event("GUILD_DELETE", gone, guild.id))

    def guild_up(self, guild: Guild) -> None:
        """End the outage of a guild."""
        guild.available = True
        self.deliver(Event("GUILD_CREATE", {}, guild.id))

    async def shut(self) -> None:
        """Close every connection, as when Discord itself restarts; sessions are kept."""
        for timer in self._later:
            timer.cancel()
        self._later.clear()
        await self.close(1001)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
