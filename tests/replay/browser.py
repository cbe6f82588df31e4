"""Drive a headless browser by its debugging protocol: open files, press keys, read the page."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
NODE = shutil.which("node")
WAYS = (
    *(("in a browser",) if BROWSER else ()),
    *(("under node",) if NODE else ()),
    "reckoned again in Python",
)
"""The ways to check a page on this machine, best first; the tests carry them in their names."""

QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--remote-debugging-port=0", "--remote-allow-origins=*"),
)
PATIENCE = 60.0


class Tab:
    """An open page.  `requests` are the addresses it has loaded, `errors` the errors of its
    script."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._count = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._loaded = asyncio.Event()
        self.requests: list[str] = []
        self.errors: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            if "id" in said:
                self._waiting.pop(said["id"]).set_result(said)
            elif said["method"] == "Network.requestWillBeSent":
                self.requests.append(said["params"]["request"]["url"])
            elif said["method"] == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(said["params"]["exceptionDetails"]))
            elif said["method"] == "Log.entryAdded":
                self.errors.append(said["params"]["entry"]["text"])
            elif said["method"] == "Page.loadEventFired":
                self._loaded.set()

    async def close(self) -> None:
        """Stop reading from the browser."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def call(self, method: str, **given: Any) -> dict[str, Any]:
        """Make one call of the protocol and return its result."""
        self._count += 1
        answer = self._waiting[self._count] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._count, "method": method, "params": given})
        said = await asyncio.wait_for(answer, PATIENCE)
        assert "error" not in said, said
        result: dict[str, Any] = said["result"]
        return result

    async def open(self, file: Path, address: str = "") -> None:
        """Show a file, and wait until its script has run."""
        for part in ("Page", "Runtime", "Network", "Log"):
            await self.call(f"{part}.enable")
        self._loaded.clear()
        await self.call("Page.navigate", url=file.as_uri() + address)
        await asyncio.wait_for(self._loaded.wait(), PATIENCE)

    async def ask(self, script: str) -> Any:
        """Evaluate an expression on the page and return its value."""
        said = await self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until an expression is true."""
        for _ in range(int(PATIENCE / 0.05)):
            if await self.ask(script):
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"it never came true: {script}")

    async def press(self, key: str, text: str = "") -> None:
        """Press one key and release it."""
        down = {"type": "keyDown" if text else "rawKeyDown", "key": key, "text": text}
        await self.call("Input.dispatchKeyEvent", **down)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def type(self, text: str) -> None:
        """Type text into the focused field."""
        await self.call("Input.insertText", text=text)

    async def size(self, wide: int, high: int, phone: bool = False) -> None:
        """Set the size of the window, or of a phone's screen."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=wide,
            height=high,
            deviceScaleFactor=1,
            mobile=phone,
        )


@asynccontextmanager
async def browser() -> AsyncIterator[Tab]:
    """A new browser with one empty page, closed at the end."""
    assert BROWSER is not None
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        running = await asyncio.create_subprocess_exec(
            BROWSER,
            *QUIET,
            f"--user-data-dir={folder}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            port = await _port(Path(folder) / "DevToolsActivePort")
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                    pages = [one for one in await answer.json() if one["type"] == "page"]
                address = pages[0]["webSocketDebuggerUrl"]
                async with session.ws_connect(address, max_msg_size=0) as socket:
                    tab = Tab(socket)
                    yield tab
                    await tab.close()
        finally:
            running.terminate()
            await running.wait()


async def _port(file: Path) -> int:
    """The port on which the browser listens, once it has written it to the file."""
    for _ in range(int(PATIENCE / 0.05)):
        lines = file.read_text(encoding="utf-8").split() if file.exists() else []
        if lines:
            return int(lines[0])
        await asyncio.sleep(0.05)
    raise AssertionError("the browser did not start")
