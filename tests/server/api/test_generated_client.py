"""A client that openapi-python-client writes from the description plays with a real room."""

import asyncio
import importlib
import json
import subprocess
import sys
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardroom.server.api.openapi import document
from cardroom.server.app import ROUTES
from cardroom.server.config.settings import Settings
from tests.server.clients import PASSWORD
from tests.server.open_servers import open_server

PACKAGE = "generated_room_client"
PATIENCE_S = 120


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The package, generated without one complaint."""
    folder = tmp_path_factory.mktemp("client")
    described = document(ROUTES, Settings(origins=frozenset({"http://room.test"})))
    (folder / "openapi.json").write_text(json.dumps(described))
    options = {
        "package_name_override": PACKAGE,
        "post_hooks": [],
        "content_type_overrides": {
            "application/x-ndjson": "application/octet-stream",
            "text/plain": "application/octet-stream",
            "text/csv": "application/octet-stream",
            "image/png": "application/octet-stream",
            "image/webp": "application/octet-stream",
            "image/svg+xml": "application/octet-stream",
        },
    }
    (folder / "options.json").write_text(json.dumps(options))
    command = [
        str(Path(sys.executable).parent / "openapi-python-client"), "generate",
        "--path", "openapi.json", "--config", "options.json", "--meta", "none",
        "--output-path", PACKAGE, "--fail-on-warning",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield GeneratedClient()
    sys.path.remove(str(folder))


class GeneratedClient:
    """What the test uses of the package, imported before a server waits for it."""

    def __init__(self) -> None:
        package = importlib.import_module(PACKAGE)
        self.client, self.authenticated = package.Client, package.AuthenticatedClient
        self.models = importlib.import_module(f"{PACKAGE}.models")
        self.operations = {
            name: importlib.import_module(f"{PACKAGE}.api.{group}.{name}")
            for group, name in (
                ("room", "lobby"), ("account", "register"), ("account", "make_program"),
                ("money", "balance"), ("hands", "hands"),
            )
        }  # fmt: skip


async def test_a_generated_client_registers_makes_a_program_and_reads_with_its_token(
    tmp_path: Path, generated: GeneratedClient
) -> None:
    async with open_server(tmp_path) as server:
        await asyncio.to_thread(use, generated, server.address.rstrip("/"))


def use(generated: GeneratedClient, address: str) -> None:
    """What somebody does with the package who has read nothing but its types."""
    models, operations = generated.models, generated.operations
    patient: dict[str, Any] = {"base_url": address, "timeout": httpx.Timeout(PATIENCE_S)}
    with generated.client(**patient, raise_on_unexpected_status=True) as anyone:
        lobby = operations["lobby"].sync(client=anyone)
        assert lobby.currency == "XPM"
        credentials = models.Registration(name="Ana", password=PASSWORD)
        came_in = operations["register"].sync_detailed(client=anyone, body=credentials)
    ana, cookies = came_in.parsed, SimpleCookie(came_in.headers["set-cookie"])
    headers = {"X-CSRF-Token": ana.csrf, "Origin": address}
    cookie = {name: one.value for name, one in cookies.items()}
    with generated.client(**patient, cookies=cookie, headers=headers) as browser:
        wish = models.ProgramWish(name="Anabot")
        made = operations["make_program"].sync(client=browser, body=wish)
    with generated.authenticated(**patient, token=made.token) as program:
        assert operations["balance"].sync(client=program).balance == 1_000_000
        assert operations["hands"].sync(client=program, limit=5).hands == []
        refused = operations["hands"].sync(client=program, limit=500)
    assert (refused.rule, refused.reason) == ("NET-01", "does_not_fit")
