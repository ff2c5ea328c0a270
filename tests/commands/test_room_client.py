"""The client that commands and load tests share."""

import asyncio

import pytest
from aiohttp import WSMsgType, web

from cardroom.commands.room_client import RoomClient, new_session


async def test_a_socket_that_is_given_up_before_its_hello_is_closed() -> None:
    asked, hung_up = asyncio.Event(), asyncio.Event()

    async def ticket(_: web.Request) -> web.Response:
        return web.json_response({"ticket": "t"})

    async def silent(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        assert (await ws.receive()).type is WSMsgType.TEXT
        asked.set()
        assert (await ws.receive()).type is WSMsgType.CLOSE
        hung_up.set()
        return ws

    app = web.Application()
    app.add_routes([web.post("/api/ticket", ticket), web.get("/api/socket", silent)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        async with new_session() as session, asyncio.timeout(20):
            host, port = runner.addresses[0][:2]
            coming = asyncio.create_task(RoomClient(session, f"http://{host}:{port}").connect())
            await asked.wait()
            coming.cancel()
            await hung_up.wait()
            with pytest.raises(asyncio.CancelledError):
                await coming
    finally:
        await runner.cleanup()
