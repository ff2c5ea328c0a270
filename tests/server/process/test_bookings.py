"""Who books what in a real room: bounded, above an amount by two people, and it outlives a kill."""

import asyncio
import json
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.main import main
from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.commands.staff import make_administrator, make_token
from cardroom.ledger import PlayerId
from cardroom.ledger.banking import request_withdrawal
from cardroom.store import Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.casebook import StoredCases
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, PLAY_MONEY, audit

ALONE = 100_000
LARGEST = 10_000_000
LARGE = 500_000


async def staff(http: ClientSession, room: RoomProcess, database: str, name: str) -> RoomClient:
    await make_administrator(database, name, PASSWORD)
    return RoomClient(http, room.address, token=await make_token(database, name, 1))


async def player(http: ClientSession, room: RoomProcess, name: str) -> tuple[RoomClient, int]:
    client = RoomClient(http, room.address)
    await client.register(name, PASSWORD)
    return client, int((await client.get("/api/me"))["player"])


async def book(
    boss: RoomClient, subject: int, amount: int, reference: str, kind: str = "adjustment"
) -> dict[str, Any]:
    return dict(
        await boss.post(
            "/api/admin/cashier", kind=kind, player=subject, amount=amount, reference=reference,
            reason="the bank says so",
        )
    )  # fmt: skip


async def decide(boss: RoomClient, reference: str, deed: str) -> dict[str, Any]:
    path = f"/api/admin/bookings/{deed}"
    return dict(await boss.post(path, reference=reference, reason="seen the paper"))


@rule("CASH-01", "FAIR-10")
async def test_a_large_booking_waits_for_a_second_administrator_also_over_a_kill(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        robin = await staff(http, room, database, "Robin")
        _, dana = await player(http, room, "Dana")
        assert (await book(robin, dana, LARGE, "big-1"))["waiting"] is True
        with pytest.raises(RoomSaidNo, match="not oneself"):
            await decide(robin, "big-1", "approve")
        await asyncio.to_thread(room.kill)
    with RoomProcess(database) as room:
        robin = RoomClient(http, room.address, token=await make_token(database, "Robin", 1))
        sam = await staff(http, room, database, "Sam")
        (waiting,) = (await sam.get("/api/admin/bookings"))["bookings"]
        assert (waiting["asked_by"], waiting["name"], waiting["amount"]) == ("Robin", "Dana", LARGE)
        card = await sam.get("/api/admin/names/Dana")
        assert card["balance"] == PLAY_MONEY
        answer = await decide(sam, "big-1", "approve")
        assert answer["balance"] == PLAY_MONEY + LARGE
        with pytest.raises(RoomSaidNo, match="booking was decided"):
            await decide(sam, "big-1", "approve")
        assert (await book(robin, dana, LARGE, "big-1"))["balance"] == PLAY_MONEY + LARGE
        assert (await sam.get("/api/admin/bookings"))["bookings"] == []
        assert await asyncio.to_thread(room.stop) == 0
    async with await Store.open(database) as store:
        booked = await store.stored_transfer("adjustment:big-1")
        log = [one.deed for one in await StoredCases(store).measures(PlayerId(dana))]
    assert booked is not None
    assert booked.operator == "Robin, approved by Sam"
    assert log == ["booking_asked", "booking_approved"]
    assert audit(database).returncode == 0


@rule("CASH-01")
async def test_bookings_are_bounded_and_small_parts_count_together(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        robin = await staff(http, room, database, "Robin")
        sam = await staff(http, room, database, "Sam")
        _, dana = await player(http, room, "Dana")
        for kind in ("adjustment", "deposit", "withdrawal"):
            with pytest.raises(RoomSaidNo, match="too large"):
                await book(robin, dana, LARGEST + 1, f"huge-{kind}", kind)
            assert (await book(robin, dana, ALONE + 1, f"large-{kind}", kind))["waiting"]
        with pytest.raises(RoomSaidNo, match="too large"):
            await book(robin, dana, -LARGEST - 1, "huge-back")
        parts = [await book(robin, dana, ALONE // 2, f"part-{number}") for number in range(3)]
        assert ["waiting" in part for part in parts] == [False, False, True]
        assert "waiting" not in await book(sam, dana, 100, "another-person")
        both = await asyncio.gather(*(book(sam, dana, ALONE - 200, f"at-once-{n}") for n in "ab"))
        assert sorted("waiting" in one for one in both) == [False, True]
        with pytest.raises(RoomSaidNo, match="another content"):
            await book(robin, dana, 7, "part-1")


@rule("CASH-01")
async def test_what_the_bank_refused_counts_when_it_is_asked_for_again(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database, environment={"CARDROOM_ROOM_PLAY_MONEY": "0"}) as room:
        robin = await staff(http, room, database, "Robin")
        sam = await staff(http, room, database, "Sam")
        _, dana = await player(http, room, "Dana")
        for number in range(3):
            with pytest.raises(RoomSaidNo, match="not enough money"):
                await book(robin, dana, ALONE, f"out-{number}", "withdrawal")
        await book(sam, dana, LARGE, "in", "deposit")
        await decide(robin, "in", "approve")
        again = [
            await book(robin, dana, ALONE, f"out-{number}", "withdrawal") for number in range(3)
        ]
        assert ["waiting" in one for one in again] == [False, True, True]
        assert (await decide(sam, "out-1", "approve"))["balance"] == LARGE - 2 * ALONE
    assert audit(database).returncode == 0


@rule("CASH-01")
async def test_a_withdrawal_that_no_order_knows_is_mended_as_the_guide_says(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database, environment={"CARDROOM_ROOM_PLAY_MONEY": "0"}) as room:
        robin = await staff(http, room, database, "Robin")
        _, dana = await player(http, room, "Dana")
        await book(robin, dana, 5_000, "in", "deposit")
        assert await asyncio.to_thread(room.stop) == 0
    async with await Store.open(database) as store:
        stray = request_withdrawal(PlayerId(dana), 3_000, "XPM", reference="old", at_ms=1)
        await store.transfer(stray)
    assert "set aside by withdrawal:old, belong to no open order" in audit(database).stdout
    with RoomProcess(database, environment={"CARDROOM_ROOM_PLAY_MONEY": "0"}) as room:
        robin = RoomClient(http, room.address, token=await make_token(database, "Robin", 1))
        assert await book(robin, dana, 3_000, "old", "withdrawal") == {"balance": 2_000}
        assert await book(robin, dana, 3_000, "given-back", "deposit") == {"balance": 5_000}
    assert audit(database).returncode == 0


@rule("CASH-01")
async def test_the_same_booking_asked_for_at_once_is_answered_as_done_to_all(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database, environment={"CARDROOM_ROOM_PLAY_MONEY": "0"}) as room:
        robin = await staff(http, room, database, "Robin")
        _, dana = await player(http, room, "Dana")
        await book(robin, dana, 4_000, "in", "deposit")
        asked = [book(robin, dana, 4_000, "out", "withdrawal") for _ in range(5)]
        assert await asyncio.gather(*asked) == [{"balance": 0}] * 5


@rule("CASH-01")
async def test_a_booking_is_refused_or_withdrawn_and_then_books_nothing(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        robin = await staff(http, room, database, "Robin")
        sam = await staff(http, room, database, "Sam")
        _, dana = await player(http, room, "Dana")
        for reference, decider in (("r1", sam), ("r2", robin)):
            await book(robin, dana, LARGE, reference)
            assert await decide(decider, reference, "refuse") == {"done": True}
            with pytest.raises(RoomSaidNo, match="booking was decided"):
                await decide(sam, reference, "approve")
            with pytest.raises(RoomSaidNo, match="booking was decided"):
                await book(robin, dana, LARGE, reference)
        await book(robin, dana, -PLAY_MONEY - 1, "too-much")
        with pytest.raises(RoomSaidNo, match="not enough money"):
            await decide(sam, "too-much", "approve")
        assert (await sam.get("/api/admin/bookings"))["bookings"] == []
        assert (await sam.get("/api/admin/names/Dana"))["balance"] == PLAY_MONEY
        with pytest.raises(RoomSaidNo, match="no such booking"):
            await decide(sam, "nothing", "approve")
    async with await Store.open(database) as store:
        log = [one.deed for one in await StoredCases(store).measures(PlayerId(dana))]
    assert log[:4] == ["booking_asked", "booking_refused", "booking_asked", "booking_withdrawn"]


@rule("FAIR-10")
async def test_nobody_acts_against_a_role_like_their_own_or_above_it(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        robin = await staff(http, room, database, "Robin")
        numbers = {}
        for name, role in (("Flora", "floor"), ("Rick", "risk"), ("Rita", "risk")):
            _, numbers[name] = await player(http, room, name)
            path = f"/api/admin/accounts/{numbers[name]}/role"
            await robin.post(path, role=role, reason="hired")
        _, dana = await player(http, room, "Dana")
        async with await Store.open(database) as store:
            boss = await StoredAccounts(store).find_by_name("robin")
        assert boss is not None
        rick, flora = RoomClient(http, room.address), RoomClient(http, room.address)
        await rick.login("Rick", PASSWORD)
        for subject in (boss.player, numbers["Rita"]):
            for deed in ("bar", "unbar", "mute", "unmute"):
                with pytest.raises(RoomSaidNo, match="needs role"):
                    await rick.post(f"/api/admin/accounts/{subject}/{deed}", reason="a grudge")
        await rick.post(f"/api/admin/accounts/{dana}/bar", reason="two accounts")
        await rick.post(f"/api/admin/accounts/{numbers['Flora']}/bar", reason="rude words")
        await robin.post(f"/api/admin/accounts/{numbers['Flora']}/unbar", reason="said sorry")
        with pytest.raises(RoomSaidNo, match="needs role"):
            await rick.post(f"/api/admin/accounts/{dana}/role", role="player", reason="why not")
        await flora.login("Flora", PASSWORD)
        with pytest.raises(RoomSaidNo, match="needs role"):
            await flora.post(f"/api/admin/accounts/{boss.player}/mute", reason="a grudge")
        assert (await robin.get("/api/admin/tables"))["tables"] == []


def test_the_command_line_asks_lists_approves_and_withdraws(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with RoomProcess(database) as room:
        tokens = {}
        for name in ("Robin", "Sam", "Dana"):
            asyncio.run(make_administrator(database, name, PASSWORD))
            tokens[name] = asyncio.run(make_token(database, name, 1))

        def say(who: str, *words: str) -> tuple[int, str]:
            monkeypatch.setenv("CARDROOM_TOKEN", tokens[who])
            status = main(["admin", *words, "--room", room.address])
            said = capsys.readouterr()
            return status, said.out + said.err

        asked = ("adjust", "Dana", str(LARGE), "--reason", "jackpot", "--reference")
        status, out = say("Robin", *asked, "j1")
        assert (status, "It waits: one administrator books at most 1,000.00 a day" in out) == (
            0,
            True,
        )
        assert say("Robin", "approve", "j1", "--reason", "it is mine")[0] == 2
        status, out = say("Sam", "bookings", "--json")
        assert [one["reference"] for one in json.loads(out)["bookings"]] == ["j1"]
        assert "asked by" in say("Sam", "bookings")[1]
        status, out = say("Sam", "approve", "j1", "--reason", "seen it")
        assert (status, out.strip()) == (0, f"balance: {LARGE}")
        say("Robin", *asked, "j2")
        assert say("Robin", "refuse", "j2", "--reason", "a mistake") == (0, "Done.\n")
        assert say("Sam", "bookings") == (0, "No booking is waiting.\n")
