"""Operators create a tournament once: however often they ask, and whoever else asks meanwhile."""

import asyncio
from pathlib import Path
from typing import Any

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import TournamentId
from tests.rule import rule
from tests.server.open_servers import OpenServer
from tests.server.seating import PASSWORD
from tests.server.tournaments.files import EVENING, room_with
from tests.server.tournaments.players import fresh_id, person
from tests.server.tournaments.test_staff import (
    ALL,
    REASON,
    SUNDAY,
    created,
    deeds,
    refused,
    soon,
    staff,
)


def epoch_of(server: OpenServer, number: int) -> int:
    assert server.tournaments is not None
    return server.tournaments.actors[TournamentId(number)].epoch


async def created_here(client: RoomClient) -> list[tuple[Any, ...]]:
    """What is in the lobby besides the timetable, which goes its own way."""
    rows = (await client.get("/api/tournaments"))["tournaments"]
    own = [row for row in rows if row["name"] != "Evening"]
    return [(row["tournament"], row["name"], row["price"], row["starts_ms"]) for row in own]


@rule("TRN-02", "CRASH-01")
async def test_who_asks_again_gets_the_same_tournament_which_goes_on_undisturbed(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga, ann = await staff(server), await person(server, "Ann")
        key, starts_ms = fresh_id(), soon(server)
        how: dict[str, Any] = {"id": key, "template": "Evening", "starts_ms": starts_ms}
        number, *others = await asyncio.gather(*(created(server, olga, **how) for _ in range(3)))
        assert others == [number, number]
        assert [deed for deed, _ in await deeds(server, olga.player)] == ["created_tournament"]
        await ann.post(f"/api/tournaments/{number}/register", id=fresh_id())
    async with room_with(tmp_path, EVENING) as server:
        olga = RoomClient(server.http, server.address)
        await olga.login("Olga", PASSWORD)
        epoch = epoch_of(server, number)
        assert await created(server, olga, **how) == number
        assert epoch_of(server, number) == epoch
        # Nobody has claimed it meanwhile: it writes its next step under the epoch that it had.
        bob = await person(server, "Bob")
        said = await bob.post(f"/api/tournaments/{number}/register", id=fresh_id())
        assert said["d"] == {"entry": 2}
        other = await refused(
            olga, ALL, id=key, template="Evening", starts_ms=starts_ms + 1, reason=REASON
        )
        assert other.reason == "id_with_another_content"
        assert [deed for deed, _ in await deeds(server, olga.player)] == ["created_tournament"]


@rule("TRN-02")
async def test_a_key_with_another_content_and_a_second_one_of_a_name_are_refused(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        body: dict[str, Any] = {"id": fresh_id(), "file": "sunday.toml", "reason": REASON}
        body |= {"toml": SUNDAY, "starts_ms": soon(server)}
        await olga.post(ALL, **body)
        before = await created_here(olga)
        for changes in (
            {"toml": SUNDAY.replace("500", "600")},
            {"toml": SUNDAY.replace("Sunday", "Monday")},
            {"starts_ms": body["starts_ms"] + 1},
            {"practice_players": 2},
        ):
            assert (await refused(olga, ALL, **body | changes)).reason == "id_with_another_content"
        assert await created_here(olga) == before
        tuesday = SUNDAY.replace("Sunday", "Tuesday")
        answers = await asyncio.gather(
            *(olga.post(ALL, **body | {"id": fresh_id(), "toml": tuesday}) for _ in range(3)),
            return_exceptions=True,
        )
        said = [one.details["said"] for one in answers if isinstance(one, RoomSaidNo)]
        assert said == ["sunday.toml, line 2: name: another tournament is called 'Tuesday'"] * 2


@rule("TRN-02")
async def test_a_start_is_not_delayed_beyond_what_could_be_announced(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        number = await created(server, olga)
        row = (await olga.get(f"/api/tournaments/{number}"))["row"]
        for in_s in (-60, 367 * 86_400):
            no = await refused(
                olga, f"{ALL}/{number}/delay", starts_ms=soon(server, in_s), reason=REASON
            )
            assert (no.rule, no.reason) == ("TRN-02", "starts_in_the_past_or_too_far_ahead")
        assert (await olga.get(f"/api/tournaments/{number}"))["row"] == row
