"""The REST side: routes, requests, and the function through which every request passes."""

import asyncio
import json
import re
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from .errors import ApiError, Json, unknown
from .faults import DELAY, DROP, HOLD, HTML, LIMIT, PAGE, STATUS, TRUNCATE, Bucket, Fault
from .messages import Upload
from .world import World

if TYPE_CHECKING:
    from .server import StandIn

PREFIX = "/api/v10"
FILE_PART = re.compile(r"files\[(\d+)\]")
MAJOR = ("channel_id", "guild_id", "webhook_id")
OPEN_ROUTES = ("/interactions/", "/webhooks/")


@dataclass(eq=False, repr=False)
class Call:
    """One request, and what became of it; tests read these as `discord_.requests`."""

    standin: "StandIn"
    method: str
    path: str
    query: dict[str, str]
    form: Any = None
    uploads: dict[int, Upload] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    status: int = 0
    reply: Any = None
    reason: str | None = None

    @property
    def world(self) -> World:
        """The state that the request is about."""
        return self.standin.world

    def id(self, name: str) -> int:
        """A numeric id from the path.  Raises ApiError if it is no number."""
        value = self.ids[name]
        if not value.isdigit():
            raise ApiError(400, 50035, "Invalid Form Body", {name: _not_snowflake(value)})
        return int(value)

    def __repr__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}"


def _not_snowflake(value: str) -> Json:
    words = f'Value "{value}" is not snowflake.'
    return {"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": words}]}


Answer = tuple[int, Any]
Endpoint = Callable[[Call], Any]


@dataclass(frozen=True)
class Route:
    """A method, a path with `{names}` in it, and the function that answers."""

    method: str
    pattern: str
    endpoint: Endpoint
    shape: re.Pattern[str]


ROUTES: list[Route] = []


def route(method: str, pattern: str) -> Callable[[Endpoint], Endpoint]:
    """Register an endpoint: it returns JSON, None for 204, or (status, JSON)."""

    def register(endpoint: Endpoint) -> Endpoint:
        shape = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern))
        ROUTES.append(Route(method, pattern, endpoint, shape))
        ROUTES.sort(key=lambda known: known.pattern.count("{"))
        return endpoint

    return register


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The most literal route that fits."""
    for known in ROUTES:
        match = known.shape.fullmatch(path) if known.method == method else None
        if match:
            return known, match.groupdict()
    return None


async def serve(standin: "StandIn", request: web.Request) -> web.StreamResponse:
    """Serve a request to the API; it is counted in `serving` while it is under way."""
    standin.serving += 1
    try:
        return await _serve(standin, request)
    finally:
        standin.serving -= 1


async def _serve(standin: "StandIn", request: web.Request) -> web.StreamResponse:
    """Serve a request: accidents, token, rate limits, then the endpoint."""
    call = await _read(standin, request)
    standin.requests.append(call)
    fault = standin.faults.take(call.method, call.path, call.form)
    if fault is not None and not fault.stored:
        if fault.kind not in (DELAY, HOLD):
            return _suffer(call, fault, request, {})
        await fault.wait()
    await standin.slowness.wait()
    headers = await _perform(call, request)
    standin.world.pulse.touch()
    await standin.slowness.wait()
    if fault is not None and fault.stored:
        if fault.kind == TRUNCATE:
            return await _truncate(call, request)
        if fault.kind not in (DELAY, HOLD):
            return _suffer(call, fault, request, headers)
        await fault.wait()
    return _respond(call.status, call.reply, headers)


async def _perform(call: Call, request: web.Request) -> dict[str, str]:
    """Do what is asked, and leave status and reply in the call; returns the headers."""
    found = find_route(call.method, call.path)
    if found is None:
        call.standin.complain(f"unknown route: {call.method} {call.path} with {call.form!r}")
        call.status, call.reply = 404, {"message": "404: Not Found", "code": 0}
        return {}
    known, call.ids = found
    major = next((call.ids[name] for name in MAJOR if name in call.ids), "")
    name, bucket = call.standin.buckets.of(call.method, known.pattern, major, call.path)
    try:
        _check_token(call, request)
        wait = _limited(call, bucket)
        if wait is not None:
            return _too_many(call, wait[0], wait[1], bucket.headers(name))
        call.status, call.reply = await _run(known, call)
    except ApiError as refusal:
        call.status, call.reply = refusal.status, refusal.body()
    except Exception:
        call.standin.complain(f"the stand-in broke on {call}:\n{traceback.format_exc()}")
        call.status, call.reply = 500, {"message": "500: Internal Server Error", "code": 0}
    return bucket.headers(name)


async def _run(known: Route, call: Call) -> Answer:
    result = known.endpoint(call)
    if isinstance(result, Awaitable):
        result = await result
    if result is None:
        return 204, None
    return result if isinstance(result, tuple) else (200, result)


def _check_token(call: Call, request: web.Request) -> None:
    if call.path.startswith(OPEN_ROUTES):
        return
    if request.headers.get("Authorization") != f"Bot {call.standin.token}":
        raise ApiError(401, 0, "401: Unauthorized")


def _limited(call: Call, bucket: Bucket) -> tuple[float, bool] | None:
    everything = call.standin.buckets.everything
    if everything is not None and not call.path.startswith(OPEN_ROUTES):
        wait = everything.take()
        if wait:
            return wait, True
    wait = bucket.take()
    return (wait, False) if wait else None


def _too_many(
    call: Call, seconds: float, is_global: bool, headers: dict[str, str]
) -> dict[str, str]:
    call.status = 429
    seconds = round(seconds + 0.001, 3)
    call.reply = {"message": "You are being rate limited.", "retry_after": seconds}
    call.reply["global"] = is_global
    scope = "global" if is_global else "user"
    extra = {"Via": "1.1 google", "Retry-After": str(int(seconds) + 1), "X-RateLimit-Scope": scope}
    if is_global:
        return {**extra, "X-RateLimit-Global": "true"}
    return {**headers, **extra, "X-RateLimit-Remaining": "0"}


def _suffer(
    call: Call, fault: Fault, request: web.Request, headers: dict[str, str]
) -> web.StreamResponse:
    if fault.kind == DROP:
        call.status = 0
        assert request.transport is not None
        request.transport.abort()
        return web.Response()
    if fault.kind == PAGE:
        call.status, call.reply = fault.status, HTML
        return web.Response(status=fault.status, text=HTML, content_type="text/html")
    if fault.kind == LIMIT:
        found = find_route(call.method, call.path)
        name = found[0].pattern if found else call.path
        window = Bucket(5, fault.seconds, used=5)
        headers = _too_many(call, fault.seconds, fault.is_global, window.headers(name))
    elif fault.kind == STATUS:
        call.status = fault.status
        call.reply = {"message": f"{fault.status}: Server Error", "code": 0}
    return _respond(call.status, call.reply, headers)


async def _truncate(call: Call, request: web.Request) -> web.StreamResponse:
    body = json.dumps(call.reply).encode()
    response = web.StreamResponse(status=call.status, headers={"Content-Type": "application/json"})
    response.content_length = len(body)
    await response.prepare(request)
    await response.write(body[: len(body) // 2])
    await asyncio.sleep(0.01)
    assert request.transport is not None
    request.transport.abort()
    return response


def _respond(status: int, reply: Any, headers: dict[str, str]) -> web.Response:
    if status == 204:
        return web.Response(status=204, headers=headers)
    body = json.dumps(reply).encode()
    return web.Response(
        status=status, body=body, headers={**headers, "Content-Type": "application/json"}
    )


async def _read(standin: "StandIn", request: web.Request) -> Call:
    path = request.path.removeprefix(PREFIX)
    call = Call(standin, request.method, path, dict(request.query))
    call.reason = request.headers.get("X-Audit-Log-Reason")
    if request.content_type == "multipart/form-data":
        await _read_parts(call, request)
    elif request.can_read_body:
        text = await request.text()
        try:
            call.form = json.loads(text) if text else None
        except ValueError:
            standin.complain(f"no JSON: {call.method} {path} with {text[:200]!r}")
    return call


async def _read_parts(call: Call, request: web.Request) -> None:
    loose: Json = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        content = bytes(await part.read(decode=True))
        slot = FILE_PART.fullmatch(part.name or "")
        if part.name == "payload_json":
            call.form = json.loads(content)
        elif slot:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            upload = Upload(part.filename or "file", content, kind)
            call.uploads[int(slot[1])] = upload
        else:
            loose[part.name or ""] = content.decode()
    if call.form is None:
        call.form = loose


async def download(standin: "StandIn", request: web.Request) -> web.Response:
    """Serve an attachment at the address that its payload gives."""
    file = standin.world.files.get(int(request.match_info["file_id"]))
    if file is None or file.filename != request.match_info["filename"]:
        return _respond(404, unknown("Message").body(), {})
    return web.Response(body=file.content, headers={"Content-Type": file.content_type})
