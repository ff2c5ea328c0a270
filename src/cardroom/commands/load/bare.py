"""A bare echo-and-broadcast server on the room's own stack: what the network alone costs.

It knows groups of sockets. A message that comes in is decoded, and its text goes out to the whole
group as an event that names the next one to act. It verifies nothing and keeps nothing.
"""

import asyncio
import sys
from contextlib import suppress

import msgspec
from aiohttp import WSMsgType, web

from cardroom.server.memory import spare_full_collections

GROUP = 6


class Groups:
    """The sockets that hear each other."""

    def __init__(self) -> None:
        self._groups: dict[str, list[web.WebSocketResponse]] = {}
        self._decoder = msgspec.json.Decoder()
        self._encoder = msgspec.json.Encoder()

    async def take(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket until it ends."""
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        group = self._groups.setdefault(request.query["group"], [])
        group.append(ws)
        if len(group) == GROUP:
            await self._broadcast(group, {"id": "first", "turn": 0})
        async for message in ws:
            if message.type is WSMsgType.TEXT:
                await self._broadcast(group, self._decoder.decode(message.data))
        group.remove(ws)
        return ws

    async def _broadcast(self, group: list[web.WebSocketResponse], said: dict[str, object]) -> None:
        turn = int(str(said["turn"])) + 1
        event = {"type": "called", "seat": turn % GROUP, "by": 10, "turn": turn}
        frame = {"t": "event", "ch": said.get("ch"), "ts": 1794700000000, "v": turn, "d": event}
        text = self._encoder.encode(frame).decode()
        for socket in group:
            # Who has gone meanwhile hears nothing.
            with suppress(ConnectionError):
                await socket.send_str(text)


async def serve() -> None:
    """Listen on a free port, say where, and serve until the process is ended."""
    app = web.Application()
    app.router.add_get("/socket", Groups().take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


def main() -> int:
    """Serve on the same event loop as the room, with the same care for memory."""
    spare_full_collections()
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve())
    else:
        uvloop.run(serve())
    return 0


if __name__ == "__main__":
    sys.exit(main())
