"""Fair play as far as the server sees to it: programs, chat, reports."""

from typing import Any

import pytest

from cardroom.errors import AccessRefused
from cardroom.room.chat import clean_chat
from cardroom.room.requests import CHAT_LENGTH_MAX, Chat, Report
from cardroom.room.tournaments.requests import TournamentChat
from tests.rule import rule
from tests.server.clients import Wire, World


async def say(wire: Wire, number: int, text: str, ch: str = "table:7") -> dict[str, Any]:
    return await wire.ask(t="chat", id=f"chat-{number}", ch=ch, text=text)


@rule("FAIR-07")
async def test_a_program_is_refused_at_a_table_of_players(world: World) -> None:
    program = await world.program(await world.person("Ana"), "AnaBot")
    async with program.socket("table:7", "table:8") as wire:
        for request in (
            {"t": "sit", "ch": "table:7", "amount": 1000},
            {"t": "act", "ch": "table:7", "hand": 991, "turn": 17, "a": "call"},
            {"t": "play", "game": "nl-holdem", "format": "ordinary", "small_blind": 5,
             "big_blind": 10},
        ):  # fmt: skip
            refused = await wire.ask(id="x" + str(request["t"]), **request)
            assert (refused["rule"], refused["reason"]) == ("FAIR-07", "programs_not_admitted")
        assert not world.room.asked
        assert (await wire.ask(t="sit", id="y", ch="table:8", amount=1000))["t"] == "ack"
    act: dict[str, Any] = {"hand": 991, "turn": 17, "a": "call"}
    assert (await program.post("/api/table/7/act", id="h1", **act))[1]["rule"] == "FAIR-07"
    assert (await program.post("/api/table/8/act", id="h2", **act))[0] == 200


@rule("FAIR-07")
async def test_a_person_has_no_token_for_software_to_play_with(world: World) -> None:
    ana = await world.person("Ana")
    (cookie,) = [cookie.value for cookie in ana.session.cookie_jar]
    software = world.browser(origin=None)
    software.token = cookie
    assert (await software.get("/api/me"))[0] == 401
    program = await world.program(ana, "AnaBot")
    assert (await program.get("/api/me"))[1]["kind"] == "program"
    assert (await program.post("/api/programs", name="BotsBot"))[0] == 403
    guest = await world.guest()
    assert (await guest.post("/api/programs", name="GuestsBot"))[1]["rule"] == "NET-06"


async def test_a_person_has_a_limited_number_of_programs(world: World) -> None:
    ana = await world.person("Ana")
    for number in range(5):
        await world.program(ana, f"AnaBot{number}")
    status, said = await ana.post("/api/programs", name="AnaBot5")
    assert (status, said["reason"], said["d"]) == (409, "too_many_programs", {"most": 5})


async def test_a_token_allows_only_its_scopes(world: World) -> None:
    ana = await world.person("Ana")
    reader = await world.program(ana, "Reader", scopes=["read"])
    player = await world.program(ana, "Player", scopes=["play"])
    act: dict[str, Any] = {"hand": 991, "turn": 17, "a": "call"}
    status, said = await reader.post("/api/table/8/act", id="1", **act)
    assert (status, said["rule"], said["d"]) == (403, "NET-05", {"scope": "play"})
    assert (await reader.get("/api/balance"))[0] == 200
    assert (await player.get("/api/balance"))[0] == 403
    assert (await player.post("/api/table/8/act", id="1", **act))[0] == 200
    said = {"t": "chat", "id": "2", "ch": "table:8", "text": "hello"}
    status, answer = await player.post("/api/ask", request=said)
    assert (status, answer["rule"]) == (403, "NET-05")
    assert (await reader.post("/api/logout"))[0] == 403


async def test_a_new_token_ends_the_old_one(world: World) -> None:
    ana, ben = await world.person("Ana"), await world.person("Ben")
    program = await world.program(ana, "AnaBot")
    assert (await ben.post("/api/programs/token", name="AnaBot"))[0] == 404
    status, said = await ana.post("/api/programs/token", name="AnaBot")
    assert status == 200
    assert (await program.get("/api/me"))[0] == 401
    program.token = said["token"]
    assert (await program.get("/api/me"))[0] == 200


async def test_chat_is_heard_at_the_table_and_links_are_not(world: World) -> None:
    ana, ben = await world.person("Ana"), await world.person("Ben")
    async with ana.socket("table:7") as talks, ben.socket("table:7") as listens:
        assert (await say(talks, 1, "nice\u202e  hand\n"))["t"] == "ack"
        heard = await listens.read()
        assert heard["d"] == {"type": "chat_said", "player": 1, "name": "Ana", "text": "nice hand"}
        refused = await say(talks, 2, "see http://cards.example/mine")
        assert (refused["rule"], refused["reason"]) == ("NET-11", "no_links")
    assert [request.text for _, request in world.room.asked if isinstance(request, Chat)] == [
        "nice hand"
    ]


@pytest.mark.parametrize(
    "text",
    ["http://a.b", "see HTTPS://X", "www.cards.example", "cards.com", "my-cards.poker now",
     "cards dot com", "cards (dot) com", "me@mail.example", "10.0.0.1", "ｃａｒｄｓ．ｃｏｍ",
     "skype://ana"],
)  # fmt: skip
def test_a_link_in_any_dress_is_blocked(text: str) -> None:
    with pytest.raises(AccessRefused, match="no links"):
        clean_chat(text)


@pytest.mark.parametrize(
    "text",
    ["nice hand", "gg wp :)", "I fold. Too bad.", "ok...", "3.5 to 1", "Trés bien! 你好", "a/b?",
     "raise 2.5x", "that dot is red"],
)  # fmt: skip
def test_ordinary_words_are_not_taken_for_links(text: str) -> None:
    assert clean_chat(text) == text


@pytest.mark.parametrize("text", [" ", "\n\t", "\u200b\u202e"])
def test_nothing_is_not_said(text: str) -> None:
    with pytest.raises(AccessRefused, match="nothing said"):
        clean_chat(text)


async def test_chat_has_a_length_and_a_pace(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as wire:
        too_long = await wire.ask(t="chat", id="0", ch="table:7", text="x" * (CHAT_LENGTH_MAX + 1))
        assert (too_long["rule"], too_long["id"]) == ("NET-01", "0")
        kinds = [(await say(wire, n, f"line {n}"))["t"] for n in range(1, 7)]
        assert kinds == ["ack"] * 5 + ["refused"]
        world.clock.advance(800)
        assert (await say(wire, 7, "again"))["t"] == "ack"


@rule("FAIR-01")
async def test_who_is_muted_says_nothing_until_the_time_is_over(world: World) -> None:
    ana, floor = await world.person("Ana"), await world.person("Flo", role="floor")
    until_ms = world.clock.now_ms() + 60_000
    async with ana.socket("table:7") as wire:
        assert (await say(wire, 1, "fold, partner"))["t"] == "ack"
        path = f"/api/admin/accounts/{ana.player}/mute"
        assert (await floor.post(path, reason="helped another", until_ms=until_ms))[0] == 200
        refused = await say(wire, 2, "raise, partner")
        assert (refused["reason"], refused["d"]) == ("muted", {"until_ms": until_ms})
    async with ana.socket("table:7") as wire:
        assert (await say(wire, 3, "raise, partner"))["reason"] == "muted"
        world.clock.advance(60_000)
        assert (await say(wire, 4, "sorry"))["t"] == "ack"


@rule("FAIR-01")
async def test_the_chat_of_a_tournament_has_the_same_limits(world: World) -> None:
    """They share one allowance, and who is muted is muted everywhere."""
    ana, floor = await world.person("Ana"), await world.person("Flo", role="floor")
    until_ms = world.clock.now_ms() + 60_000

    async def talk(wire: Wire, number: int, text: str) -> Any:
        said = {"t": "tournament_chat", "ch": "tournament:3", "text": text}
        return await wire.ask(id=f"talk-{number}", **said)

    async with ana.socket("table:7") as wire:
        assert (await talk(wire, 0, "x" * (CHAT_LENGTH_MAX + 1)))["rule"] == "NET-01"
        assert (await talk(wire, 1, "see www.example.com"))["reason"] == "no_links"
        assert (await talk(wire, 2, "  good   luck\n"))["t"] == "ack"
        assert world.room.asked[-1][1] == TournamentChat(
            id="talk-2", ch="tournament:3", text="good luck"
        )
        kinds = [(await say(wire, n, f"line {n}"))["t"] for n in range(3, 6)]
        assert kinds == ["ack"] * 3
        assert (await talk(wire, 6, "too fast"))["reason"] == "chat_too_fast"
        world.clock.advance(800)
        path = f"/api/admin/accounts/{ana.player}/mute"
        assert (await floor.post(path, reason="helped another", until_ms=until_ms))[0] == 200
        assert (await talk(wire, 7, "raise, partner"))["reason"] == "muted"


@rule("FAIR-12")
async def test_a_report_is_always_recorded_as_a_case_and_once(world: World) -> None:
    ana = await world.person("Ana")
    await world.person("Ben")
    await world.person("Eve")
    report = {"t": "report", "kind": "collusion", "players": [2, 3], "text": "They never raise"}
    async with ana.socket("table:7") as wire:
        first = await wire.ask(id="r-1", **report)
        assert (first["t"], first["d"]) == ("ack", {"case": 1})
        assert await wire.ask(id="r-1", **report) == first
        assert (await wire.ask(id="r-2", **report))["d"] == {"case": 2}
        nobody = await wire.ask(id="r-3", **{**report, "players": []})
        assert (nobody["rule"], nobody["reason"]) == ("FAIR-12", "about_nobody")
    assert list(world.cases.reports.values()) == [
        Report(id=number, kind="collusion", players=(2, 3), text="They never raise")
        for number in ("r-1", "r-2")
    ]


@rule("FAIR-12")
async def test_a_report_is_about_others_who_exist_and_there_are_not_too_many(world: World) -> None:
    ana, ben = await world.person("Ana"), await world.person("Ben")
    report: dict[str, Any] = {"t": "report", "kind": "other", "text": "They whisper"}

    async def send(number: int, *players: int) -> tuple[int, dict[str, Any]]:
        said = report | {"id": f"r-{number}", "players": players}
        return await ana.post("/api/ask", request=said)

    status, said = await send(1, 99_999, ben.player)
    assert (status, said["rule"], said["d"]) == (404, "NET-12", {"players": [99_999]})
    status, said = await send(2, ben.player, ana.player)
    assert (status, said["rule"], said["reason"]) == (409, "FAIR-12", "not_about_oneself")
    assert [(await send(number, ben.player))[0] for number in range(3, 9)] == [200] * 5 + [429]
    status, said = await send(10, ben.player)
    assert (said["rule"], said["reason"], said["d"]) == (
        "NET-04", "reports_too_fast", {"retry_after_s": 60},
    )  # fmt: skip
    assert len(world.cases.reports) == 5
    world.clock.advance(60_000)
    assert (await send(11, ben.player))[0] == 200
