"""Winnings that two people hold while they look into a player: released in one tournament, seized
and given to who was harmed in another."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import PASSWORD, audit
from tests.server.tournaments.directing import directed, enter, people_in
from tests.server.tournaments.directing import nobody as nobody_shoves
from tests.server.tournaments.files import PEOPLE_ONLY, room_with
from tests.server.tournaments.players import fresh_id
from tests.server.tournaments.test_playing import PATIENCE_S, balance, the_only, until_over
from tests.server.tournaments.test_staff import ALL, REASON, has_started, refused, staff, until

PRICE = 200
SHARE = 150


async def decide(
    rob: RoomClient, rita: RoomClient, case: int, finding: str | None, *measures: Any
) -> dict[str, Any]:
    """One proposes, the other approves."""
    path = f"/api/admin/cases/{case}"
    body = {"finding": finding, "measures": measures, "reason": REASON}
    proposal = len((await rob.post(f"{path}/propose", **body))["entries"])
    return dict(await rita.post(f"{path}/approve", proposal=proposal, reason=REASON))


@rule("TRN-24", "TAMB-62", "FAIR-04", "FAIR-10", "FAIR-13", "AMB-70")
@pytest.mark.parametrize("finding", ["nothing_found", "confirmed"])
async def test_held_winnings_are_released_in_one_tournament_and_seized_in_another(
    tmp_path: Path, finding: str
) -> None:
    async with (
        room_with(tmp_path, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob") as (ann, bob),
        asyncio.timeout(PATIENCE_S),
    ):
        rob, rita = [await staff(server, name, "risk") for name in ("Rob", "Rita")]
        olga = await staff(server)
        number = (await the_only(olga))["tournament"]
        had = {one.player: await balance(one) for one in (ann, bob)}
        await enter(number, [ann, bob])
        report = {"t": "report", "id": fresh_id(), "kind": "collusion", "players": [ann.player]}
        asked = await bob.post("/api/ask", request={**report, "text": "She plays with others."})
        case = asked["d"]["case"]
        hold = {"do": "hold_winnings", "player": ann.player, "tournament": number}
        assert (await decide(rob, rita, case, None, hold))["state"] == "open"
        await until(lambda: has_started(olga, number))
        async with directed(number, [ann, bob], nobody_shoves):
            out = {"player": bob.player, "case": case, "reason": REASON}
            await olga.post(f"{ALL}/{number}/disqualify", **out)
            page = await until_over(olga, number)
        prize = page["results"][0]["prize"]
        assert (page["results"][0]["name"], page["results"][0]["held"]) == ("Ann", True)
        assert await balance(ann) == had[ann.player] - PRICE
        # One who keeps her out and lets her in again ends no review that two have begun.
        for word in ("bar", "unbar"):
            await olga.post(f"/api/admin/accounts/{ann.player}/{word}", reason="a second look")
        assert (await olga.get(f"/api/admin/cases/{case}"))["state"] == "open"
        await ann.login("Ann", PASSWORD)
        if finding == "confirmed":
            await decide(
                rob,
                rita,
                case,
                finding,
                {"do": "seize", "player": ann.player},
                {"do": "redistribute", "shares": [{"player": bob.player, "amount": SHARE}]},
            )
            assert await balance(ann) == had[ann.player] - PRICE
            assert await balance(bob) == had[bob.player] - PRICE + SHARE
        else:
            sorry = {"do": "apologise", "player": ann.player, "text": "We were wrong. Sorry."}
            await decide(rob, rita, case, finding, sorry)
            assert await balance(ann) == had[ann.player] - PRICE + prize
        (own,) = (await ann.get("/api/cases"))["cases"]
        kinds = [line["kind"] for line in own["lines"]]
        after = ["seized"] if finding == "confirmed" else ["released", "apology"]
        assert kinds == ["winnings_held", *after]
        (complaint,) = (await bob.get("/api/cases"))["cases"]
        assert (complaint["part"], complaint["finding"]) == ("complainant", finding)
        assert complaint["response_ms"] >= 0
        assert "Ann" not in str(complaint)
    assert audit(sqlite_in(tmp_path)).returncode == 0


@rule("TRN-24", "FAIR-04")
async def test_what_a_rule_refuses_after_all_is_left_out_and_the_case_goes_on(
    tmp_path: Path,
) -> None:
    async with (
        room_with(tmp_path, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob") as (ann, bob),
        asyncio.timeout(PATIENCE_S),
    ):
        rob, rita = [await staff(server, name, "risk") for name in ("Rob", "Rita")]
        number = (await the_only(rob))["tournament"]
        report = {"t": "report", "id": fresh_id(), "kind": "collusion", "players": [ann.player]}
        asked = await bob.post("/api/ask", request={**report, "text": "She plays with others."})
        case = asked["d"]["case"]
        path = f"/api/admin/cases/{case}"
        hold = {"do": "hold_winnings", "player": ann.player, "tournament": number}
        unknown = await refused(
            rob, f"{path}/propose", measures=[hold | {"tournament": 99}], reason=REASON
        )
        assert unknown.reason == "no_such_tournament"
        warning = {"do": "warn", "player": ann.player, "text": "We are looking at your play."}
        body = {"measures": [warning, hold], "reason": REASON}
        proposal = len((await rob.post(f"{path}/propose", **body))["entries"])
        # She has not entered: it is refused when it is done, after it was approved.
        said = {"proposal": proposal, "reason": REASON}
        assert (await refused(rita, f"{path}/approve", **said)).reason == "not_playing"
        waits = (await rita.get(f"{path}/desk"))["waiting"]
        assert (waits["is_approved"], waits["may_be_given_up"]) == (True, True)
        await rita.post(f"{path}/refuse", **said)
        assert (await rita.get(f"{path}/desk"))["waiting"] is None
        sorry = {"do": "apologise", "player": ann.player, "text": "We were wrong. Sorry."}
        assert (await decide(rob, rita, case, "nothing_found", sorry))["state"] == "closed"
        # What was done to its end is not taken back by one.
        entries = (await rita.get(path))["entries"]
        (done,) = (
            one["number"]
            for one in entries
            if one["entry"]["type"] == "decision_proposed" and one["number"] != proposal
        )
        late = await refused(rob, f"{path}/refuse", proposal=done, reason=REASON)
        assert late.reason == "proposal_is_approved"
    assert audit(sqlite_in(tmp_path)).returncode == 0
