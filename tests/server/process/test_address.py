"""Where a real room can be reached: TLS by a certificate of its own, or behind a named proxy."""

import asyncio
import json
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientError, ClientSession, DummyCookieJar, TCPConnector, WSMsgType

from cardroom.commands.room_client import RoomClient
from cardroom.server.sockets.messages import CloseCode
from tests.server.certificates import self_signed
from tests.server.processes import RoomProcess, sqlite_in

SITE = "https://poker.example"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A certificate for this machine, signed by itself, and its key."""
    return self_signed(tmp_path_factory.mktemp("tls"))


def secure(certificate: str) -> ClientSession:
    """Connections that believe this certificate and no other."""
    context = ssl.create_default_context(cafile=certificate)
    return ClientSession(connector=TCPConnector(ssl=context), cookie_jar=DummyCookieJar())


async def test_a_room_with_its_own_certificate_speaks_tls_and_nothing_else(
    certificate: tuple[str, str], tmp_path: Path, http: ClientSession
) -> None:
    environment = dict(
        zip(("CARDROOM_SERVER_CERTIFICATE", "CARDROOM_SERVER_KEY"), certificate, strict=True)
    )
    with RoomProcess(sqlite_in(tmp_path), environment=environment) as room:
        assert room.address.startswith("https://127.0.0.1:")
        async with secure(certificate[0]) as session:
            ana = RoomClient(session, room.address)
            async with session.post(
                f"{room.address}/api/guest", json={}, headers={"Origin": room.address}
            ) as response:
                verify_cookie(response.headers["Set-Cookie"])
                assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
            await ana.guest()
            line = await ana.connect()
            assert (await line.subscribe("lobby"))[-1]["t"] == "sync:end"
            await line.close()
        with pytest.raises(ClientError):
            await http.get(f"{room.address}/health", ssl=True)
        with pytest.raises(ClientError):
            await http.get(f"{room.address.replace('https', 'http')}/health")


def verify_cookie(said: str) -> None:
    """The cookie that only this host gets, only by TLS, and no script reads."""
    name, *rest = [part.strip() for part in said.split(";")]
    assert name.startswith("__Host-cardroom=")
    assert {"HttpOnly", "Path=/", "SameSite=Strict", "Secure"} <= set(rest)
    assert not any(part.startswith("Domain") for part in rest)


async def test_a_certificate_that_cannot_be_used_is_told_in_one_sentence(tmp_path: Path) -> None:
    config = tmp_path / "room.toml"
    config.write_text('[server]\ncertificate = "no.pem"\nkey = "no.key"\n', encoding="utf-8")
    command = [sys.executable, "-m", "cardroom.commands.main", "serve", "--config", str(config)]
    command += ["--port", "0", "--database", sqlite_in(tmp_path)]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "cardroom: Certificate or key cannot be used: No such file or directory.\n"
    )


def behind(proxies: str) -> dict[str, str]:
    return {
        "CARDROOM_SERVER_BEHIND_PROXY": "true",
        "CARDROOM_SERVER_TRUSTED_PROXIES": proxies,
        "CARDROOM_SERVER_ORIGINS": SITE,
        "CARDROOM_LIMITS_ENTRIES_BURST": "2",
    }


async def come_in(http: ClientSession, room: RoomProcess, forwarded: str) -> tuple[int, Any]:
    """A guest through the proxy: status and cookie."""
    headers = {"Origin": SITE, "X-Forwarded-For": forwarded}
    async with http.post(f"{room.address}/api/guest", json={}, headers=headers) as response:
        return response.status, response.headers.get("Set-Cookie", "")


def addresses(room: RoomProcess) -> list[str]:
    """Who came in as a guest, as the log has it."""
    lines = [json.loads(line) for line in room.log]
    return [line["address"] for line in lines if line.get("path") == "/api/guest"]


async def test_behind_a_named_proxy_clients_are_told_apart_by_what_the_proxy_says(
    tmp_path: Path, http: ClientSession
) -> None:
    with RoomProcess(sqlite_in(tmp_path), environment=behind("127.0.0.1/32")) as room:
        status, cookie = await come_in(http, room, "203.0.113.7")
        assert status == 200
        verify_cookie(cookie)
        # What the client wrote itself stands left of what the proxy added, and is not believed.
        assert (await come_in(http, room, "198.51.100.1, 203.0.113.7"))[0] == 200
        assert (await come_in(http, room, "198.51.100.2, 203.0.113.7"))[0] == 429
        assert (await come_in(http, room, "203.0.113.8"))[0] == 200
        headers = {"X-Forwarded-For": "203.0.113.7"}
        async with http.get(f"{room.address}/metrics", headers=headers) as response:
            assert response.status == 403
        await foreign_pages_are_refused(http, room, cookie)
        await asyncio.to_thread(room.stop)
    assert addresses(room) == ["203.0.113.7"] * 3 + ["203.0.113.8"]


async def foreign_pages_are_refused(http: ClientSession, room: RoomProcess, cookie: str) -> None:
    """A socket opens from the site that the operator named, and from no other page."""
    path = f"{room.address}/api/socket?ticket=none"
    sent = {"Cookie": cookie.split(";")[0]}
    async with http.ws_connect(path, headers={**sent, "Origin": SITE}) as ws:
        message = await ws.receive()
        assert (message.type, ws.close_code) == (WSMsgType.CLOSE, CloseCode.NOT_AUTHENTICATED)
    for origin in (room.address, "https://poker.example.evil.example", "null"):
        async with http.get(path, headers={**sent, "Origin": origin}) as response:
            assert response.status == 403


async def test_nobody_else_can_say_who_he_is(tmp_path: Path, http: ClientSession) -> None:
    with RoomProcess(sqlite_in(tmp_path), environment=behind("10.0.0.2/32")) as room:
        for number in (1, 2):
            assert (await come_in(http, room, f"203.0.113.{number}"))[0] == 200
        assert (await come_in(http, room, "203.0.113.3"))[0] == 429
        await asyncio.to_thread(room.stop)
    assert addresses(room) == ["127.0.0.1"] * 3
