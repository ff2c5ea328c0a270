"""The proxy samples of deploy/, run by the real programs: TLS in front, a hand over WebSocket."""

import asyncio
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession, DummyCookieJar, TCPConnector

from tests.packaging.wheels import ROOT
from tests.server.certificates import self_signed
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import three_seated
from tests.store.private_postgres import free_port

DEPLOY = ROOT / "deploy"
Proxy = Callable[[Path, int, int, tuple[str, str]], list[str]]


class BehindProxy:
    """A room as players see it: at the proxy's address."""

    def __init__(self, address: str) -> None:
        self.address = address


def nginx(folder: Path, room: int, proxy: int, tls: tuple[str, str]) -> list[str]:
    """The sample inside a configuration that touches nothing but the folder."""
    sample = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = (
        sample.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
        .replace("listen 443 ssl;", f"listen 127.0.0.1:{proxy} ssl;")
        .replace("/etc/ssl/certs/poker.example.pem", tls[0])
        .replace("/etc/ssl/private/poker.example.key", tls[1])
        .replace("127.0.0.1:8080", f"127.0.0.1:{room}")
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    user = "user root;" if os.getuid() == 0 else ""
    whole = f"{user} daemon off; pid {folder / 'pid'}; error_log stderr;\nevents {{}}\n"
    whole += f"http {{ access_log off;\n{places}\n{site}\n}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    return [program, "-e", "stderr", "-c", str(folder / "nginx.conf"), "-p", str(folder)]


def caddy(folder: Path, room: int, proxy: int, tls: tuple[str, str]) -> list[str]:
    """The sample with a certificate of our own, because nobody can vouch for a test."""
    sample = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    site = sample.replace("127.0.0.1:8080", f"127.0.0.1:{room}").replace(
        "poker.example {", f"https://127.0.0.1:{proxy} {{\n\ttls {tls[0]} {tls[1]}"
    )
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(options + site, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / "log").open("wb") as log:
        home = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=home)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


async def until_open(session: ClientSession, address: str) -> None:
    for _ in range(200):
        try:
            async with session.get(f"{address}/health") as response:
                if response.status == 200:
                    return
        except ClientError:
            pass
        await asyncio.sleep(0.1)
    raise AssertionError("the proxy does not answer")


@pytest.mark.parametrize("proxy", [nginx, caddy])
async def test_behind_the_sample_of_a_proxy_hands_are_played_over_tls(
    proxy: Proxy, tmp_path: Path
) -> None:
    tls = self_signed(tmp_path)
    port = free_port()
    address = f"https://127.0.0.1:{port}"
    behind = {
        "CARDROOM_SERVER_BEHIND_PROXY": "true",
        "CARDROOM_SERVER_TRUSTED_PROXIES": "127.0.0.1/32",
        "CARDROOM_SERVER_ORIGINS": address,
    }
    context = ssl.create_default_context(cafile=tls[0])
    async with ClientSession(
        connector=TCPConnector(ssl=context), cookie_jar=DummyCookieJar()
    ) as session:
        with (
            RoomProcess(sqlite_in(tmp_path), environment=behind) as room,
            running(proxy(tmp_path, room.port, port, tls), tmp_path),
        ):
            await until_open(session, address)
            async with (
                asyncio.timeout(60),
                three_seated(session, BehindProxy(address)) as players,
            ):
                await asyncio.gather(*(one.play_a_hand() for one in players))
            forged = {"X-Forwarded-For": "203.0.113.7"}
            async with session.get(f"{address}/metrics", headers=forged) as response:
                assert response.status == 200, "a visitor's own header is not believed"
        seen = {found for line in room.log for found in re.findall(r'"address":"([^"]+)"', line)}
        assert seen == {"127.0.0.1"}
