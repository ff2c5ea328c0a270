"""Who tries to bend a case: complainants who decide, decisions over cases that have changed, money
that was given back twice, two operators at once. The ledger is audited after each."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import Kind, house
from cardroom.ledger.transfers import read_transfer
from cardroom.store.databases.database import One, Script
from tests.planted_room import CURRENCY, write_planted
from tests.rule import rule
from tests.server.open_servers import OpenServer, open_server
from tests.server.processes import sqlite_in
from tests.server.seating import audit, three_seated
from tests.server.test_review_desk import REASON, logged_in
from tests.server.tournaments.players import fresh_id

People = dict[str, PlayerId]
CLEARED = {"type": "case_closed", "finding": "nothing_found", "reason": "two who know each other"}
CONFIRMED = {"type": "case_closed", "finding": "confirmed", "reason": "twelve hands"}


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[tuple[OpenServer, People]]:
    """A room with staff and players, audited at the end."""
    people = await write_planted(sqlite_in(folder), None, hands=3)
    async with open_server(folder) as server:
        yield server, people
    assert audit(sqlite_in(folder)).returncode == 0


async def complain(client: RoomClient, *players: PlayerId) -> str:
    """Report players; the path of the case."""
    report: dict[str, Any] = {"t": "report", "id": fresh_id(), "kind": "collusion"}
    report |= {"players": players, "text": "They share their cards."}
    said = await client.post("/api/ask", request=report)
    return f"/api/admin/cases/{said['d']['case']}"


def hold(player: PlayerId, amount: int) -> dict[str, Any]:
    return {"type": "hold_placed", "player": player, "amount": amount}


def released(player: PlayerId) -> dict[str, Any]:
    return {"type": "holds_released", "player": player, "reason": "not this hand"}


def seize(player: PlayerId) -> dict[str, Any]:
    return {"do": "seize", "player": player}


def pay(**shares: int) -> dict[str, Any]:
    paid = [{"player": int(player[1:]), "amount": amount} for player, amount in shares.items()]
    return {"do": "redistribute", "shares": paid}


async def propose(client: RoomClient, path: str, finding: str | None, *measures: Any) -> int:
    body = {"finding": finding, "measures": measures, **REASON}
    return len((await client.post(f"{path}/propose", **body))["entries"])


async def approve(client: RoomClient, path: str, proposal: int) -> dict[str, Any]:
    return dict(await client.post(f"{path}/approve", proposal=proposal, **REASON))


async def refusal(call: Any) -> str:
    with pytest.raises(RoomSaidNo) as no:
        await call
    return no.value.reason


async def balance(client: RoomClient) -> int:
    return int((await client.get("/api/balance"))["balance"])


async def house_has(server: OpenServer, kind: Kind) -> int:
    def rows() -> Script[Any]:
        return (yield One("select content from transfers order by seq", ()))

    account = house(kind, CURRENCY)
    booked = [read_transfer(content) for (content,) in await server._store.ask(rows)]
    return sum(amount for one in booked for place, amount in one.entries if place == account)


@rule("FAIR-04", "FAIR-12")
async def test_staff_who_complain_are_a_party_and_neither_read_nor_decide(tmp_path: Path) -> None:
    async with room(tmp_path) as (server, people):
        rob, rita, ria, ann = await logged_in(server, "Rob", "Rita", "Ria", "Ann")
        path = await complain(rob, people["Ann"])
        number = path.rpartition("/")[2]
        for look in (path, f"{path}/desk"):
            assert await refusal(rob.get(look)) == "own_case"
        assert (await rob.get("/api/admin/cases"))["cases"] == []
        assert len((await rita.get("/api/admin/cases"))["cases"]) == 1
        assert await refusal(rob.post(path, entry=hold(people["Ann"], 1_000))) == "own_case"
        assert await refusal(rob.post(path, entry=CLEARED)) == "own_case"
        assert await refusal(propose(rob, path, "confirmed")) == "own_case"
        await rita.post(path, entry=hold(people["Ann"], 1_000))
        waiting = await propose(rita, path, "confirmed", seize(people["Ann"]))
        for word in ("approve", "refuse"):
            said = rob.post(f"{path}/{word}", proposal=waiting, **REASON)
            assert await refusal(said) == "own_case"
        await approve(ria, path, waiting)
        await ann.post(f"/api/cases/{number}/appeal", text="It was not me.")
        answer = {"appeal": 7, "outcome": "upheld", "text": "It was."}
        assert await refusal(rob.post(f"{path}/decide-appeal", **answer)) == "own_case"
        # What the complainant learns is what every complainant learns.
        (own,) = (await rob.get("/api/cases"))["cases"]
        assert (own["part"], own["finding"], own["lines"]) == ("complainant", "confirmed", [])


@rule("FAIR-04", "FAIR-13", "AMB-70")
async def test_nobody_undoes_alone_what_waits_for_a_second_person(tmp_path: Path) -> None:
    async with room(tmp_path) as (server, people):
        rob, rita, ria, cy = await logged_in(server, "Rob", "Rita", "Ria", "Cy")
        ann = people["Ann"]
        path = await complain(cy, ann, people["Bo"])
        await rob.post(path, entry=hold(ann, 5_000))
        cents = {f"p{people['Cy']}": 4_999, f"p{people['Di']}": 1}
        waiting = await propose(rob, path, "confirmed", seize(ann), pay(**cents))
        for entry in (released(ann), CLEARED, CONFIRMED):
            assert await refusal(rita.post(path, entry=entry)) == "proposal_is_waiting"
        before = await balance(cy)
        # Two approve it at once: it is done once.
        await asyncio.gather(*(approve(one, path, waiting) for one in (ria, rita, ria)))
        assert await balance(cy) == before + 4_999
        assert await house_has(server, Kind.SEIZED) == 0


@rule("FAIR-04", "FAIR-11", "FAIR-13", "AMB-70")
async def test_a_suspension_is_decided_by_somebody_else_and_as_things_are_then(
    tmp_path: Path,
) -> None:
    async with (
        room(tmp_path) as (server, people),
        three_seated(server.http, server) as (ana, *others),
    ):
        boss, rob, rita, ria, di, cy = await logged_in(
            server, "Boss", "Rob", "Rita", "Ria", "Di", "Cy"
        )
        # Money that another case has seized is not there for this one.
        other = await complain(di, people["Ed"])
        await rob.post(other, entry=hold(people["Ed"], 9_000))
        await approve(rita, other, await propose(rob, other, "confirmed", seize(people["Ed"])))
        account = f"/api/admin/accounts/{ana.client.player}"
        await rob.post(f"{account}/bar", reason="chip dumping")
        await asyncio.gather(*(one.play_a_hand() for one in others))
        path = f"/api/admin/cases/{number_of(other) + 1}"
        stack = await held_stack(rob, path)
        player = PlayerId(ana.client.player)
        # Who has suspended may give back, and takes nothing alone.
        assert await refusal(rob.post(path, entry=CONFIRMED)) == "own_case"
        shares = pay(**{f"p{people['Cy']}": stack})
        waiting = await propose(rita, path, "confirmed", seize(player), shares)
        assert await refusal(approve(rob, path, waiting)) == "second_person_needed"
        # The player is let in again, with the stack, before anybody has approved it.
        await boss.post(f"{account}/unbar", reason="a mistake")
        before = await balance(cy)
        assert await refusal(approve(ria, path, waiting)) == "case_is_closed"
        case = await boss.get(path)
        kinds = [one["entry"]["type"] for one in case["entries"]]
        assert (case["finding"], kinds) == ("nothing_found", ["decision_proposed", "case_closed"])
        assert (await balance(cy), await house_has(server, Kind.SEIZED)) == (before, 9_000)
        await ria.post(f"{path}/refuse", proposal=waiting, **REASON)
        assert (await ria.get(f"{path}/desk"))["waiting"] is None


async def held_stack(desk: RoomClient, path: str) -> int:
    """A suspended player's stack, once the hand in progress is over."""
    for _ in range(500):
        with suppress(RoomSaidNo):
            if stacks := (await desk.get(path))["stacks"]:
                return int(stacks[0]["amount"])
        await asyncio.sleep(0.02)
    raise AssertionError("no stack is held")


def number_of(path: str) -> int:
    return int(path.rpartition("/")[2])


@rule("FAIR-13")
async def test_money_is_paid_to_accounts_that_exist_and_never_more_than_was_seized(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as (server, people):
        rob, cy = await logged_in(server, "Rob", "Cy")
        ann, bo, di = people["Ann"], people["Bo"], people["Di"]
        path = await complain(cy, ann, bo)
        await rob.post(path, entry=hold(ann, 5_000))
        for shares, why in (
            ({"p99999": 5_000}, "no_such_player"),
            ({f"p{di}": 5_001}, "more_than_was_seized"),
            ({f"p{bo}": 5_000}, "not_harmed"),
        ):
            tried = propose(rob, path, "confirmed", seize(ann), pay(**shares))
            assert await refusal(tried) == why
        for measures, why in (
            ([pay(**{f"p{di}": 1})], "more_than_was_seized"),
            ([seize(ann), seize(ann)], "nothing_is_held"),
            ([seize(ann), pay(**{f"p{di}": 1}), pay(**{f"p{di}": 1})], "shared_twice"),
            ([{"do": "close_account", "player": 99999}], "no_such_player"),
        ):
            assert await refusal(propose(rob, path, "confirmed", *measures)) == why
        assert await refusal(rob.post(path, entry=hold(ann, 10**9))) == "not_enough_money"


@rule("FAIR-04")
async def test_what_is_held_of_one_of_two_is_given_back_by_two_people(tmp_path: Path) -> None:
    async with room(tmp_path) as (server, people):
        rob, rita, bo, cy = await logged_in(server, "Rob", "Rita", "Bo", "Cy")
        path = await complain(cy, people["Ann"], people["Bo"])
        had = await balance(bo)
        for name in ("Ann", "Bo"):
            await rob.post(path, entry=hold(people[name], 5_000))
        back = {"do": "give_back", "player": people["Bo"]}
        tried = propose(rob, path, "confirmed", seize(people["Bo"]), back)
        assert await refusal(tried) == "nothing_is_held"
        measures = seize(people["Ann"]), back
        await approve(rita, path, await propose(rob, path, "confirmed", *measures))
        assert await balance(bo) == had
        assert await refusal(propose(rob, path, None, back)) == "nothing_is_held"
        (own,) = (await bo.get("/api/cases"))["cases"]
        assert [line["kind"] for line in own["lines"]] == ["held", "released"]
        # The breach is Ann's, and Bo reads nothing of it.
        assert (own["state"], own["finding"], own["may_appeal"]) == ("closed", None, False)
        assert await house_has(server, Kind.SEIZED) == 5_000


@rule("FAIR-13", "CASH-01", "AMB-70")
async def test_two_appeals_do_not_give_back_the_same_money(tmp_path: Path) -> None:
    async with room(tmp_path) as (server, people):
        names = ("Rob", "Rita", "Ria", "Ann", "Bo", "Cy", "Di")
        rob, rita, ria, ann, bo, cy, di = await logged_in(server, *names)
        # Another case has seized money, too, which is nobody's of this one.
        other = await complain(di, people["Ed"])
        await rob.post(other, entry=hold(people["Ed"], 9_000))
        await approve(rita, other, await propose(rob, other, "confirmed", seize(people["Ed"])))
        had = {one.player: await balance(one) for one in (ann, bo)}
        path = await complain(cy, people["Ann"], people["Bo"])
        for player in (people["Ann"], people["Bo"]):
            await rob.post(path, entry=hold(player, 3_000))
        both = seize(people["Ann"]), seize(people["Bo"])
        shares = pay(**{f"p{people['Cy']}": 2_000})
        await approve(rita, path, await propose(rob, path, "confirmed", *both, shares))
        for one in (ann, bo):
            await one.post(f"/api/cases/{number_of(path)}/appeal", text="It was not me.")
        overturned = {"outcome": "overturned", "text": "It was not you: we are sorry."}
        for one in (await ria.get(f"{path}/desk"))["appeals"]:
            await ria.post(f"{path}/decide-appeal", appeal=one["number"], **overturned)
        assert {one.player: await balance(one) for one in (ann, bo)} == had
        # The house pays what Cy keeps, and not what was seized in the other case.
        assert await house_has(server, Kind.SEIZED) == 9_000


@rule("FAIR-04", "FAIR-10", "AMB-70")
async def test_a_later_decision_in_a_case_has_an_appeal_of_its_own(tmp_path: Path) -> None:
    async with room(tmp_path) as (server, people):
        rob, rita, ria, ann, cy = await logged_in(server, "Rob", "Rita", "Ria", "Ann", "Cy")
        path, had = await complain(cy, people["Ann"]), await balance(ann)
        appeal = f"/api/cases/{number_of(path)}/appeal"
        warning = {"do": "warn", "player": people["Ann"], "text": "Never again."}
        keep_out = {"do": "exclude_from_banzai", "player": people["Ann"]}
        await rob.post(path, entry=hold(people["Ann"], 3_000))
        measures = seize(people["Ann"]), warning
        await approve(rita, path, await propose(rob, path, "confirmed", *measures))
        for more in ((), (keep_out,)):
            if more:
                await approve(rita, path, await propose(rob, path, None, *more))
            await ann.post(appeal, text="It was not me.")
            assert await refusal(ann.post(appeal, text="And again.")) == "nothing_to_appeal"
            (one,) = (await ria.get(f"{path}/desk"))["appeals"]
            sorry = {"outcome": "overturned", "text": "It was not you: we are sorry."}
            await ria.post(f"{path}/decide-appeal", appeal=one["number"], **sorry)
            assert await refusal(ann.post(appeal, text="And again.")) == "nothing_to_appeal"
            # What was seized comes back once.
            assert await balance(ann) == had
        assert await house_has(server, Kind.SEIZED) == 0


@rule("FAIR-10", "BANZ-08")
async def test_an_appeal_takes_back_its_own_decision_and_no_other(tmp_path: Path) -> None:
    async with room(tmp_path) as (server, people):
        rob, rita, ria, cy, di = await logged_in(server, "Rob", "Rita", "Ria", "Cy", "Di")
        ann = people["Ann"]
        out = {"do": "close_account", "player": ann}, {"do": "exclude_from_banzai", "player": ann}
        paths = [await complain(one, ann) for one in (cy, di)]
        for path in paths:
            await approve(rita, path, await propose(rob, path, "confirmed", *out))
        for path, is_in in zip(paths, (False, True), strict=True):
            await rob.post(f"{path}/appeal", player=ann, text="A letter: it was not me.")
            (appeal,) = (await ria.get(f"{path}/desk"))["appeals"]
            sorry = {"outcome": "overturned", "text": "It was not you: we are sorry."}
            await ria.post(f"{path}/decide-appeal", appeal=appeal["number"], **sorry)
            kept_out = (await ria.get("/api/admin/banzai/excluded"))["excluded"]
            assert (ann not in {one["player"] for one in kept_out}) is is_in
            if is_in:
                await logged_in(server, "Ann")
            else:
                assert await refusal(logged_in(server, "Ann")) == "barred"


@rule("FAIR-04", "AMB-70")
async def test_two_operators_at_once_leave_no_money_in_a_closed_case(tmp_path: Path) -> None:
    async with room(tmp_path) as (server, people):
        rob, rita, ria, ann, cy = await logged_in(server, "Rob", "Rita", "Ria", "Ann", "Cy")
        path = await complain(cy, people["Ann"])
        before = await balance(ann)
        said = await asyncio.gather(
            *(one.post(path, entry=hold(people["Ann"], 700)) for one in (rob, ria)),
            rita.post(path, entry=CLEARED),
            *(one.post(path, entry=hold(people["Ann"], 300)) for one in (rob, ria)),
            return_exceptions=True,
        )
        assert {one.reason for one in said if isinstance(one, RoomSaidNo)} == {"case_is_closed"}
        assert not [one for one in said if not isinstance(one, dict | RoomSaidNo)]
        assert (await rob.get(path))["finding"] == "nothing_found"
        assert await balance(ann) == before
        assert (await ann.get("/api/cashier"))["elsewhere"] == []
