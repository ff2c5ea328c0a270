"""The HTTP API: coming in, leaving, own things, the house's operations, and what is refused."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from yarl import URL

from cardroom.server.api.openapi_words import beside_the_table
from cardroom.server.app import ROUTES
from cardroom.server.config.settings import Settings
from cardroom.server.limits import (
    HTTP_BODY_BYTES_MAX,
    ROTATION_GRACE_MS,
    SESSION_MS,
    SESSION_ROTATES_AFTER_MS,
)
from cardroom.server.sockets.messages import CloseCode
from tests.server.clients import ORIGIN, PASSWORD, World


async def test_a_guest_is_in_with_one_click_and_has_play_money(world: World) -> None:
    guest = world.browser()
    status, said = await guest.post("/api/guest")
    assert status == 200
    assert said["kind"] == "guest"
    assert said["name"].startswith("Guest-")
    assert (await guest.get("/api/balance"))[1] == {"balance": 100_000, "currency": "PLY"}


async def test_a_guest_who_takes_a_name_keeps_number_money_and_socket(world: World) -> None:
    guest = await world.guest()
    player = guest.player
    async with guest.socket("table:7") as wire:
        status, said = await guest.post("/api/register", name="Ana", password=PASSWORD)
        assert (status, said["player"], said["name"], said["kind"]) == (
            200,
            player,
            "Ana",
            "person",
        )
        assert (await wire.act())["t"] == "ack"
    async with guest.socket("table:7"):
        assert world.services.registry.is_here(player)


@pytest.mark.parametrize("name", ["ana", "ANA", "Ana"])
async def test_a_name_is_taken_in_every_spelling(world: World, name: str) -> None:
    await world.person("Ana")
    status, said = await world.browser().post("/api/register", name=name, password=PASSWORD)
    assert (status, said["reason"]) == (409, "name_taken")


async def test_login_needs_the_right_password_and_does_not_say_which_was_wrong(
    world: World,
) -> None:
    await world.person("Ana")
    somebody = world.browser()
    wrong = await somebody.post("/api/login", name="Ana", password="wrong password")
    nobody = await somebody.post("/api/login", name="Nemo", password="wrong password")
    assert wrong == nobody
    assert (wrong[0], wrong[1]["reason"]) == (401, "wrong_name_or_password")
    assert (await somebody.post("/api/login", name="aNA", password=PASSWORD))[0] == 200
    assert (await somebody.get("/api/me"))[1]["name"] == "Ana"


async def test_a_guest_has_no_password_to_log_in_with(world: World) -> None:
    guest = await world.guest()
    name = (await guest.get("/api/me"))[1]["name"]
    assert (await world.browser().post("/api/login", name=name, password=""))[0] == 400
    assert (await world.browser().post("/api/login", name=name, password=PASSWORD))[0] == 401


async def test_guessing_passwords_is_slowed_down(world: World) -> None:
    await world.person("Ana")
    thief = world.browser()
    statuses = [
        (await thief.post("/api/login", name="Ana", password=f"guess {n}"))[0] for n in range(12)
    ]
    assert statuses == [401] * 10 + [429] * 2
    assert (await thief.post("/api/login", name="Ana", password=PASSWORD))[0] == 429
    world.clock.advance(30_000)
    assert (await thief.post("/api/login", name="Ana", password=PASSWORD))[0] == 200


async def test_logging_out_ends_the_session_and_closes_its_socket(world: World) -> None:
    ana = await world.person("Ana")
    async with ana.socket("lobby") as wire:
        ticket = await ana.ticket()
        assert (await ana.post("/api/logout"))[0] == 200
        assert await wire.close_code() == CloseCode.LEFT
    assert (await ana.get("/api/me"))[0] == 401
    assert not list(ana.session.cookie_jar)
    assert world.services.tickets.redeem(ticket) is None


async def test_a_new_password_ends_all_other_sessions(world: World) -> None:
    ana, elsewhere = await world.person("Ana"), world.browser()
    await elsewhere.post("/api/login", name="Ana", password=PASSWORD)
    async with ana.socket("lobby") as kept, elsewhere.socket("lobby") as closed:
        new = "four larger fish"
        assert (await ana.post("/api/password", old="wrong one", new=new))[0] == 401
        assert (await ana.post("/api/password", old=PASSWORD, new=new))[0] == 200
        assert await closed.close_code() == CloseCode.NOT_AUTHENTICATED
        assert (await kept.act())["t"] == "ack"
    assert (await elsewhere.get("/api/me"))[0] == 401
    assert (await ana.get("/api/me"))[0] == 200
    assert (await elsewhere.post("/api/login", name="Ana", password=new))[0] == 200


async def test_only_hashes_of_passwords_and_tokens_are_kept(world: World) -> None:
    ana = await world.person("Ana")
    kept = world.accounts.kept[ana.player].password_hash
    assert kept is not None
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    (cookie,) = ana.session.cookie_jar
    assert list(world.sessions.kept) == [hashlib.sha256(cookie.value.encode()).digest()]


async def test_the_cookie_is_out_of_reach_of_pages_and_of_other_sites(world: World) -> None:
    async with world.browser().session.post("/api/guest", json={}) as response:
        cookie = response.headers["Set-Cookie"]
    assert cookie.startswith("cardroom=")
    for flag in ("HttpOnly", "SameSite=Strict", "Path=/"):
        assert flag in cookie
    assert "Secure" not in cookie
    assert "Domain" not in cookie


async def test_with_tls_the_cookie_is_bound_to_the_host() -> None:
    settings = Settings(origins=frozenset({ORIGIN}), secure=True)
    async with (
        World(settings) as secure,
        secure.browser().session.post("/api/guest", json={}) as response,
    ):
        assert response.headers["Set-Cookie"].startswith("__Host-cardroom=")
        assert "Secure" in response.headers["Set-Cookie"]
        assert "Strict-Transport-Security" in response.headers


async def test_a_session_ends_after_its_time(world: World) -> None:
    ana = await world.person("Ana")
    world.clock.advance(SESSION_MS - 1)
    assert (await ana.get("/api/balance"))[0] == 200
    world.clock.advance(1)
    assert (await ana.get("/api/balance"))[0] == 401


async def test_a_secret_is_changed_every_day_and_the_old_one_ends_a_minute_later(
    world: World,
) -> None:
    ana = await world.person("Ana")
    (old,) = [cookie.value for cookie in ana.session.cookie_jar]
    world.clock.advance(SESSION_ROTATES_AFTER_MS)
    await ana.get("/api/me")
    (new,) = [cookie.value for cookie in ana.session.cookie_jar]
    assert new != old
    assert await world.services.sessions.find(old) is not None
    world.clock.advance(ROTATION_GRACE_MS)
    assert await world.services.sessions.find(old) is None
    assert (await ana.post("/api/ticket"))[0] == 200


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"Origin": "http://evil.test"}, "foreign_origin"),
        ({"Origin": "http://room.test:8080"}, "foreign_origin"),
        ({"Origin": "null"}, "foreign_origin"),
        ({"Origin": ""}, "foreign_origin"),
        ({"Origin": None}, "origin_missing"),
        ({"X-CSRF-Token": None}, "csrf_token_missing"),
        ({"X-CSRF-Token": "0" * 64}, "csrf_token_wrong"),
    ],
)
async def test_a_foreign_page_changes_nothing(
    world: World, changes: dict[str, str | None], reason: str
) -> None:
    ana = await world.person("Ana")
    said = {**ana.headers(), **changes}
    headers = {name: value for name, value in said.items() if value is not None}
    status, answer = await ana.post("/api/logout", headers=headers)
    assert (status, answer["reason"]) == (403, reason)
    assert (await ana.get("/api/me"))[0] == 200


async def test_a_form_of_another_site_cannot_log_somebody_in(world: World) -> None:
    ana = await world.person("Ana")
    assert ana.player
    form = {"name": "Ana", "password": PASSWORD}
    session = world.browser().session
    async with session.post("/api/login", data=form) as response:
        assert response.status == 400
    async with session.post("/api/login", data='{"name":"Ana"}') as response:
        assert response.status == 400


@pytest.mark.parametrize("name", ["password", "PASSWORD", "token", "access_token", "pwd"])
async def test_no_secret_is_accepted_in_an_address(world: World, name: str) -> None:
    await world.person("Ana")
    path = f"/api/login?name=Ana&{name}=x"
    status, said = await world.browser().post(path, name="Ana", password=PASSWORD)
    assert (status, said["reason"]) == (400, "secret_in_address")
    async with world.browser().session.get(path) as response:
        assert response.status in {400, 404, 405}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"name":"Ana"}', 400),
        (b'{"name":"Ana","password":5}', 400),
        (b'{"name":"Ana","password":"three small fish","role":"administrator"}', 400),
        (b"\xff\xfe", 400),
        (b'{"name":' * 5000, 400),
        (b" " * (HTTP_BODY_BYTES_MAX + 1), 413),
        (b'{"name":"","password":"three small fish"}', 400),
        (b'{"name":"a b","password":"three small fish"}', 409),
        (b'{"name":"Floor","password":"three small fish"}', 409),
        (b'{"name":"Guest-7","password":"three small fish"}', 409),
        (b'{"name":"Anna","password":"short"}', 409),
        (b'{"name":"Anna","password":"password123"}', 409),
        (b'{"name":"Anna","password":"I am Anna!"}', 409),
    ],
)
async def test_bad_input_is_refused_with_a_reason_and_changes_nothing(
    world: World, body: bytes, status: int
) -> None:
    session = world.browser().session
    headers = {"Content-Type": "application/json"}
    async with session.post("/api/register", data=body, headers=headers) as response:
        assert response.status == status
        said = await response.json()
    assert set(said) == {"rule", "reason", "d"}
    assert not world.accounts.kept


async def test_own_things_are_read_by_their_owner_only(world: World) -> None:
    ana, ben = await world.person("Ana"), await world.person("Ben")
    assert (ana.player, ben.player) == (1, 2)
    assert (await ana.get("/api/hands"))[1]["hands"][0]["key"] == "hand:7:1:991"
    assert (await ben.get("/api/hands"))[1] == {"hands": [], "next": 0}
    async with ana.session.get("/api/hands/hand:7:1:991?form=events") as response:
        assert (response.status, await response.read()) == (200, b"[]")
        assert response.headers["Content-Disposition"] == 'attachment; filename="hand-7-1-991.json"'
    assert (await ben.get("/api/hands/hand:7:1:991"))[0] == 404
    assert (await ana.get("/api/hands/hand:7:1:991?form=pdf"))[0] == 400
    assert (await ana.get("/api/statement"))[1]["lines"][0]["amount"] == 100_000
    assert (await ana.get("/api/statement?before=1"))[1] == {"lines": []}
    assert (await ana.get("/api/statement?before=-1"))[0] == 400
    assert (await ana.get("/api/cashier"))[1]["elsewhere"][0]["amount"] == 980
    assert (await ana.get("/api/statistics?since_ms=5"))[1]["since_ms"] == 5


async def test_a_ticket_of_the_house_is_in_its_players_wallet(world: World) -> None:
    ana, ben = await world.person("Ana"), await world.person("Ben")
    order: dict[str, Any] = {
        "player": ana.player,
        "value": 5500,
        "reference": "r1",
        "reason": "the table crashed",
    }
    assert (await ben.post("/api/admin/tickets", **order))[0] == 403
    robin = await world.person("Robin", "administrator")
    for _ in range(2):
        status, said = await robin.post("/api/admin/tickets", **order, target="sunday")
        assert (status, len(said["tickets"])) == (200, 1)
    (ticket,) = said["tickets"]
    assert ticket == {"currency": "EUR", "value": 5500, "target": "sunday", "expires_ms": 0}
    status, said = await robin.post("/api/admin/tickets", **order | {"expires_ms": 1})
    assert (status, said["rule"], said["reason"]) == (409, "TAMB-87", "already_expired")


async def test_own_hands_are_exported_as_one_file(world: World) -> None:
    ana = await world.person("Ana")
    path = "/api/hands/export?form=ohh&since_ms=5&until_ms=9&tournament=3"
    async with ana.session.get(path) as response:
        assert (response.status, await response.read()) == (200, b"ohh 5 9 3")
        assert response.headers["Content-Disposition"] == 'attachment; filename="hands.txt"'
    assert (await ana.get("/api/hands/export?form=pdf"))[0] == 400
    status, said = await ana.get("/api/hands/export?tournament=404")
    assert (status, said["reason"]) == (400, "too_many_hands")
    assert (await ana.get("/api/hands?plays_for=chips&tournament=3"))[0] == 200
    wanted = world.library.wanted[-1]
    assert (wanted.plays_for, wanted.tournament) == ("chips", 3)
    assert (await ana.get("/api/hands?plays_for=glory"))[0] == 400


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/api/hands/hand:7:1:991?as=text", "as: known are form"),
        ("/api/statistics?since=1", "since: known are since_ms"),
        ("/api/statement?before=1&b=2&a=1", "a, b: known are before, limit"),
        ("/api/balance?currency=EUR", "currency: none are known"),
    ],
)
async def test_a_parameter_that_is_not_known_is_refused(world: World, path: str, said: str) -> None:
    status, answer = await (await world.person("Ana")).get(path)
    assert (status, answer["reason"]) == (400, "no_such_parameter")
    assert answer["d"] == {"said": said}


@pytest.mark.parametrize(
    "path",
    ["/api/me", "/api/balance", "/api/statement", "/api/hands", "/api/statistics",
     "/api/stream/me", "/api/stream/table/7", "/api/admin/outbox"],
)  # fmt: skip
async def test_who_is_not_logged_in_reads_nothing_of_his_own(world: World, path: str) -> None:
    status, said = await world.browser().get(path)
    assert (status, said["rule"]) == (401, "NET-07")


async def test_the_lobby_is_open_to_everybody(world: World) -> None:
    status, said = await world.browser().get("/api/lobby")
    assert (status, said["stakes"][0]["name"]) == (200, "NL10")


async def test_requests_of_one_address_are_limited() -> None:
    settings = Settings(origins=frozenset({ORIGIN}), requests_burst=5, requests_every_ms=1000)
    async with World(settings) as strict:
        browser = strict.browser()
        assert [(await browser.get("/health"))[0] for _ in range(6)] == [200] * 5 + [429]
        async with browser.session.get("/health") as response:
            said = await response.json()
            assert (response.headers["Retry-After"], said["d"]) == ("1", {"retry_after_s": 1})
        strict.clock.advance(1000)
        assert (await browser.get("/health"))[0] == 200


async def test_guests_of_one_address_are_limited() -> None:
    settings = Settings(origins=frozenset({ORIGIN}), entries_burst=2)
    async with World(settings) as strict:
        statuses = [(await strict.browser().post("/api/guest"))[0] for _ in range(3)]
        assert statuses == [200, 200, 429]


async def test_what_fails_is_told_without_its_secrets(world: World) -> None:
    ana = await world.person("Ana")
    async with ana.socket("table:7") as wire:
        refused = await wire.act(to=666)
    assert "mistake" not in str(refused)
    status, said = await ana.post("/api/table/7/act", id="x", hand=991, turn=17, a="raise", to=666)
    assert (status, said["reason"]) == (503, "failed")


async def test_security_headers_stand_on_every_answer(world: World) -> None:
    session = world.browser().session
    for path in ("/", "/health", "/api/lobby", "/api/nowhere", "/api/me"):
        async with session.get(path) as response:
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["X-Frame-Options"] == "DENY"
            cached = response.headers.get("Cache-Control")
            assert (cached == "no-store") == path.startswith("/api/")


async def test_the_openapi_document_names_every_route(world: World) -> None:
    status, said = await world.browser().get("/api/openapi.json")
    assert status == 200
    described = {(method.upper(), path) for path, item in said["paths"].items() for method in item}
    beside = {("GET", path) for path in beside_the_table()}
    assert described == {(route.method, route.path) for route in ROUTES} | beside
    names = [op["operationId"] for item in said["paths"].values() for op in item.values()]
    assert len(names) == len(set(names))


async def test_the_web_client_is_served_from_its_folder_and_from_nowhere_else(
    tmp_path: Path,
) -> None:
    (tmp_path / "secret.txt").write_text("hidden")
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>cardroom</title>")
    (folder / "assets" / "app.js").write_text("play()")
    (folder / "assets" / "link.txt").symlink_to(tmp_path / "secret.txt")
    settings = Settings(origins=frozenset({ORIGIN}), static=folder)
    async with World(settings) as served:
        session = served.browser().session
        found = {}
        inside = ["/", "/table/7", "/assets/app.js", "/assets/link.txt", "/missing.js", "/api/x"]
        for path in [*inside, "/..%2fsecret.txt", "/%2e%2e/secret.txt", "//etc/passwd"]:
            async with session.get(URL(served.url + path, encoded=True)) as response:
                found[path] = response.status, await response.text()
        assert "hidden" not in str(found)
        assert "root:" not in str(found)
        assert found["/"] == found["/table/7"] == (200, "<title>cardroom</title>")
        assert found["/assets/app.js"] == (200, "play()")
        for path in ("/assets/link.txt", "/missing.js", "/api/x"):
            assert found[path][0] == 404


async def test_an_unknown_address_is_not_there(world: World) -> None:
    session = world.browser().session
    for path in ("/api/nowhere", "/somewhere", "/../etc/passwd"):
        async with session.get(path) as response:
            assert response.status == 404
    async with session.delete("/api/me") as response:
        assert response.status in {404, 405}


async def test_expired_sessions_are_forgotten(world: World) -> None:
    await world.person("Ana")
    world.clock.advance(SESSION_MS)
    await world.services.sessions.forget_expired()
    assert not world.sessions.kept
