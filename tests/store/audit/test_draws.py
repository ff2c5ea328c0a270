"""The audit follows the draws of tournaments: whatever is changed there past the store is found."""

import json
from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from cardroom.fairness.draws.logged import given_up, listed, read_logged
from cardroom.fairness.draws.proof import decode_draw
from cardroom.ledger import Invariant
from cardroom.ledger.audit import Audit
from cardroom.store import Store
from cardroom.store.audit.draws import read_draws
from tests.rule import rule
from tests.store.audit.test_deck_log import audited, findings, rewrite
from tests.store.drawn_room import drawn_room
from tests.store.raw import past_the_guards, run

DRAWN = "select number, content from tournament_draws where state = 'drawn' order by number"


@pytest.fixture
def played(tmp_path: Path) -> str:
    path = tmp_path / "room.db"
    path.write_bytes(drawn_room())
    return f"sqlite:///{path}"


@rule("TRN-04", "CASH-02")
async def test_a_tournament_with_draws_passes_the_audit(played: str) -> None:
    assert (await audited(played)).breaches == ()
    rows = await run(played, "select state, kind from tournament_draws order by number, state")
    states = Counter(state for state, _ in rows)
    assert states["failed"] == 1
    assert states["listed"] == 2
    assert states["drawn"] > 2, "the start, and what was drawn in play"
    assert {kind for _, kind in rows} == {"start", "play"}


async def change(address: str, number: int, content: bytes) -> None:
    await past_the_guards(
        address,
        ("update tournament_draws set content = $1 where number = $2 and state = 'drawn'",
         (content, number)),
    )  # fmt: skip


async def drawn(address: str) -> list[tuple[int, bytes]]:
    return [(number, bytes(content)) for number, content in await run(address, DRAWN)]


async def first_found(address: str) -> list[str]:
    return [what for what, _ in await findings(address) if what.startswith("draw")]


@rule("TRN-04")
async def test_other_seats_than_were_drawn_are_found(played: str) -> None:
    number, content = (await drawn(played))[0]
    said = json.loads(content)
    first, second = said["outcome"]["seats"][:2]
    first[2], second[2] = second[2], first[2]
    await change(played, number, json.dumps(said).encode())
    assert await first_found(played) == ["draw_not_fair"]


async def test_the_draw_of_another_step_is_found(played: str) -> None:
    rows = await drawn(played)
    await change(played, rows[1][0], rows[2][1])
    assert "draw_differs" in await first_found(played)


async def test_a_draw_that_cannot_be_read_is_found(played: str) -> None:
    number, _ = (await drawn(played))[0]
    await change(played, number, b"{")
    assert await first_found(played) == ["draw_unreadable"]


async def test_a_draw_that_is_gone_is_found(played: str) -> None:
    rows = await drawn(played)
    await past_the_guards(played, ("delete from tournament_draws where number = $1", (rows[1][0],)))
    assert "draw_out_of_order" in await first_found(played)


@rule("TRN-04")
async def test_events_that_are_not_what_was_drawn_are_found(played: str) -> None:
    step = "(select step from tournament_draws where state = 'drawn' order by number limit 1)"
    ((events,),) = await run(played, f"select events from tournament_steps where number = {step}")
    told = json.loads(bytes(events))
    seated = [one for one in told if one["type"] == "seated"]
    seated[0]["seat"], seated[1]["seat"] = seated[1]["seat"], seated[0]["seat"]
    await past_the_guards(
        played,
        (f"update tournament_steps set events = $1 where number = {step}",
         (json.dumps(told).encode(),)),
    )  # fmt: skip
    found = Findings()
    async with await Store.open_to_read(played) as store:
        # In a whole audit the chips that do not fit any more come before.
        await read_draws(store, cast("Audit", found))
    assert found.whats == ["draw_differs"]


class Findings:
    """An audit that only notes what is found."""

    def __init__(self) -> None:
        self.whats: list[str] = []

    def find_at_end(self, invariant: Invariant, what: str, detail: str) -> None:
        self.whats.append(what)


async def draw_records(address: str) -> dict[int, bytes]:
    rows = await run(address, "select number, content from deck_log where kind = 'draw'")
    return {number: bytes(content) for number, content in rows}


async def test_a_draw_whose_list_is_gone_from_the_log_is_found(played: str) -> None:
    await rewrite(played, {max(await draw_records(played)): []})
    assert await first_found(played) == ["draw_list_missing"]


async def test_lists_that_came_to_nothing_are_counted_against_the_crashes(played: str) -> None:
    """A room that draws until it likes the outcome leaves lists behind."""
    proof = decode_draw((await drawn(played))[-1][1])
    assert proof is not None
    ((built,),) = await run(played, "select epoch from units where name = 'tournament:1'")
    for number in range(built + 1):
        assert await first_found(played) == []
        await append(played, [listed(proof.list, bytes([number]) * 64)])
    assert await first_found(played) == ["draw_lists_dropped"]


async def append(address: str, contents: list[bytes]) -> None:
    """Add records to the log, as the room would."""
    ((size,),) = await run(address, "select max(number) + 1 from deck_log")
    rows = [
        ("insert into deck_log (number, kind, content, hash, box) values ($1, 'draw', $2, $3, $4)",
         (size + place, content, bytes(32), b""))
        for place, content in enumerate(contents)
    ]  # fmt: skip
    await past_the_guards(address, *rows)
    await rewrite(address, {})


async def test_a_record_about_a_draw_that_never_was_is_found(played: str) -> None:
    proof = decode_draw((await drawn(played))[0][1])
    assert proof is not None
    logged = read_logged(listed(proof.list, proof.signature))
    assert logged is not None
    other = type(logged.context)(logged.context.room, "tournament", 999, 1)
    await append(played, [given_up(other, "question_changed"), b"\x09"])
    assert await first_found(played) == ["draw_record_wrong", "draw_record_wrong"]
