"""The name, the logo and the welcome of a house: by the file, and set while the room runs."""

from base64 import b64encode
from pathlib import Path

import pytest

from cardroom.errors import InvalidFile
from cardroom.server.config.options import HouseSection
from cardroom.server.config.reading import read_config
from tests.office.entrance.test_logos import png, svg
from tests.rule import rule
from tests.server.people.reception import reception, refused

DRAWN = svg('<rect width="9" height="9" fill="gold"/>')


def as_text(content: bytes) -> str:
    return b64encode(content).decode()


async def test_a_house_has_the_name_logo_and_welcome_of_its_file(tmp_path: Path) -> None:
    picture = tmp_path / "logo.svg"
    picture.write_bytes(DRAWN)
    section = HouseSection(name=" The Club ", welcome="Hello.\nSit down.", logo=str(picture))
    async with reception(tmp_path, house=section) as server:
        card = await server.visitor().get("/api/room")
        assert (card["name"], card["welcome"]) == ("The Club", "Hello.\nSit down.")
        address = server.address.rstrip("/") + card["logo"]
        async with server.http.get(address) as response:
            assert response.headers["Content-Type"] == "image/svg+xml"
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "sandbox" in policy
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert "immutable" in response.headers["Cache-Control"]
            assert await response.read() == DRAWN
        async with server.http.get(address.partition("?")[0]) as response:
            assert response.headers["Cache-Control"] == "no-cache"


@rule("FAIR-10")
async def test_an_administrator_sets_name_welcome_and_logo_and_the_log_says_so(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as server:
        boss, visitor = await server.person("Robin"), server.visitor()
        no_logo = await refused(visitor.get("/api/room/logo"))
        assert (no_logo.status, no_logo.reason) == (404, "no_logo")
        await boss.post("/api/admin/house", name="The Club", welcome=" Hello ", reason="we opened")
        upload = {"content": as_text(png(40, 40)), "reason": "we opened"}
        card = await boss.post("/api/admin/house/logo", **upload)
        assert card["now"]["logo"] == "image/png"
        room = await visitor.get("/api/room")
        assert (room["name"], room["welcome"]) == ("The Club", "Hello")
        # Another picture has another address, so that no browser shows the old one.
        await boss.post("/api/admin/house/logo", content=as_text(DRAWN), reason="a better one")
        assert (await visitor.get("/api/room"))["logo"] != room["logo"]
        await boss.post("/api/admin/house/logo/remove", reason="ugly")
        assert (await visitor.get("/api/room"))["logo"] == ""
        deeds = [(one.deed, one.reason) for one in await server.deeds(boss.player)][-5:]
        assert deeds == [
            ("set_name", "The Club: we opened"),
            ("set_welcome", "Hello: we opened"),
            ("set_logo", f"image/png, {len(png(40, 40))} bytes: we opened"),
            ("set_logo", f"image/svg+xml, {len(DRAWN)} bytes: a better one"),
            ("set_logo", "nothing: ugly"),
        ]


async def test_pictures_that_run_something_are_too_large_or_none_are_refused(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as server:
        boss = await server.person("Robin")
        for content, reason, status in (
            (as_text(svg("<script/>")), "not_a_logo", 400),
            ("!" * 8, "does_not_fit", 400),
            (as_text(png(9, 9) + bytes(257 * 1024)), "not_a_logo", 400),
            ("A" * 400 * 1024, "too_long", 413),
        ):
            no = await refused(boss.post("/api/admin/house/logo", content=content, reason="a try"))
            assert (no.status, no.reason) == (status, reason)
        # No other operation takes so much.
        large = await refused(boss.post("/api/admin/house", welcome="a" * 70_000, reason="long"))
        assert large.status == 413
        long = await refused(boss.post("/api/admin/house", welcome="a" * 2_001, reason="long"))
        assert (long.status, long.reason) == (400, "does_not_fit")
        for wish in ({"name": "<b>Club</b>"}, {"name": "a" * 41}, {}):
            no = await refused(boss.post("/api/admin/house", reason="a try", **wish))
            assert (no.status, no.reason) == (400, "does_not_fit")
        floor = await server.person("Flo", "floor")
        no = await refused(floor.post("/api/admin/house", name="Mine", reason="a try"))
        assert no.reason == "needs_role"
        assert (await floor.get("/api/admin/house"))["changed"] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[house]\nlogo = 'none.png'\n",
            "room.toml, line 2: [house] logo: none.png cannot be read",
        ),
        ("[house]\nlogo = '{bad}'\n", "room.toml, line 2: [house] logo: a logo is a PNG"),
        (
            "[house]\nname = 'a<b'\n",
            "room.toml, line 2: [house] name: must be one line without < and >",
        ),
        ("[access]\n\nguests = 'ajar'\n", "room.toml, line 3: [access] guests:"),
        ("[access]\npassword_link_hours = 0\n", "room.toml, line 2: [access] password_link_hours:"),
        ("[refills]\nbelow = 2000001\n", "room.toml, line 2: [refills] below:"),
        ("[room]\nplay_money = 0\n[refills]\nto = 5\n", "room.toml, line 4: [refills] to:"),
    ],
)
def test_a_broken_file_names_file_line_and_key(text: str, said: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"GIF89a")
    with pytest.raises(InvalidFile) as error:
        read_config(text.replace("{bad}", str(bad)), "room.toml", {})
    assert str(error.value).startswith(said), str(error.value)
