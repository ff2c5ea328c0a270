"""The built web client: what browsers keep, and the types that it is built on."""

import gzip
import re
from pathlib import Path

from cardroom.server.client_files import ASKED_ANEW, KEPT, SCREENS, WELCOME
from cardroom.server.config.settings import Settings
from tests.server.clients import ORIGIN, World
from tools import wire_types

ROOT = Path(__file__).parents[3]
SCRIPT_BYTES_MAX = 150_000
BUILT = ROOT / "src" / "cardroom" / "server" / "client"


async def test_the_page_is_asked_for_anew_and_its_parts_are_kept(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>cardroom</title>")
    (tmp_path / "assets" / "app-1234.js").write_text("play()")
    (tmp_path / "assets" / "app-1234.js.gz").write_bytes(gzip.compress(b"play()"))
    settings = Settings(origins=frozenset({ORIGIN}), static=tmp_path)
    async with World(settings) as world:
        session = world.browser().session
        async with session.get(f"{world.url}/table/7") as page:
            assert page.headers["Cache-Control"] == ASKED_ANEW
            assert "script-src" not in page.headers["Content-Security-Policy"]
            assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        async with session.get(f"{world.url}/assets/app-1234.js") as script:
            assert script.headers["Cache-Control"] == KEPT
            assert script.headers["Content-Encoding"] == "gzip"
            assert await script.text() == "play()"


async def test_the_verifier_runs_its_own_scripts_and_reaches_nothing_of_the_room(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.html").write_text("<title>cardroom</title>")
    (tmp_path / "verifier.html").write_text("<title>Verify hands</title>")
    settings = Settings(origins=frozenset({ORIGIN}), static=tmp_path)
    async with (
        World(settings) as world,
        world.browser().session.get(f"{world.url}/verifier.html") as page,
    ):
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'unsafe-inline'" in policy
        assert "sandbox allow-scripts" in policy
        assert "allow-same-origin" not in policy
        assert page.headers["X-Frame-Options"] == "DENY"


def test_the_server_knows_the_screens_of_the_client() -> None:
    routes = (ROOT / "web" / "src" / "pages" / "routes.ts").read_text(encoding="utf-8")
    paths = re.findall(r'\{ path: "/([^"]*)"', routes)
    assert sorted(filter(None, paths)) == sorted(SCREENS)


async def test_a_client_that_is_not_built_is_said_to_be_missing(tmp_path: Path) -> None:
    async with World(Settings(origins=frozenset({ORIGIN}), static=tmp_path)) as world:
        session = world.browser().session
        async with session.get(f"{world.url}/") as response:
            assert await response.text() == WELCOME
        async with session.get(f"{world.url}/lobby") as response:
            assert response.status == 404


def test_the_client_is_built_on_the_types_that_the_code_has() -> None:
    assert (ROOT / wire_types.FILE).read_text(encoding="utf-8") == wire_types.text(), (
        "run 'make schema'"
    )


def test_the_types_name_what_is_optional_for_a_client_only() -> None:
    made = wire_types.text()
    assert re.search(r"interface Act \{[^}]*\bto\?: number;", made)
    assert re.search(r"interface Turn \{[^}]*\bclosed: boolean;", made)
    assert '"fold" | "raise"' in made
    assert "export type StakeKey = [" in made


def test_the_first_load_is_small() -> None:
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    first = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', page)
    assert first, "run 'make web'"
    assert sum((BUILT / f"{name}.gz").stat().st_size for name in first) < SCRIPT_BYTES_MAX
