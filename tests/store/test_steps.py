"""Steps of tournaments in the store: failures anywhere, neighbours in a group, copies."""

import asyncio
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from cardroom.errors import TransferRefused, Unavailable
from cardroom.ledger import Answer, TournamentId, Transfer
from cardroom.room.tournaments.records import StepToWrite, TournamentFilter
from cardroom.store import Store, connect
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.backups import back_up, restore
from cardroom.store.databases.patience import Patience
from cardroom.store.savepoints import Savepoint
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.rule import rule
from tests.store.conftest import Seating
from tests.store.furnished_house import write_tournament
from tests.store.played_tournaments import announce, played
from tests.store.private_postgres import PrivatePostgres
from tests.store.test_backups import restored_address
from tests.store.test_faults import NthFails, lost

DUEL = played("sit-and-go-2", players=2, seed=4)
FIRST = TournamentId(1)
ONE_ATTEMPT = Patience(attempts=1, wait_s=5)
CALLS = 24
"""A step of a hand makes about as many calls to the database."""


async def audited(store: Store, *, plays_again: bool = True) -> list[str]:
    report = await audit_store(
        store,
        replay_by({}) if plays_again else None,
        now_ms=10**13,
        show_progress=lambda _read, _of: None,
    )
    return [breach.sentence for breach in report.breaches]


@rule("TRN-25", "CRASH-01")
async def test_whichever_call_fails_a_step_is_there_as_a_whole_or_not_at_all(
    address: str,
) -> None:
    faults = NthFails(lost(address))
    failures = 0
    async with await Store.open(connect(address, faults=faults), ONE_ATTEMPT) as store:
        tournaments = StoredTournaments(store)
        await announce(tournaments, DUEL)
        for place, deed in enumerate(DUEL.deeds):
            if isinstance(deed, Transfer):
                await store.transfer(deed)
                continue
            for failing in range(1 + place % 3, CALLS, 3):
                faults.left = failing
                with suppress(Unavailable):
                    await store.write_steps([deed])
                failures += faults.left <= 0
                faults.left = 0
                await _verify(tournaments, deed)
            assert await store.write_steps([deed]) in (Answer.APPLIED, Answer.ALREADY_APPLIED)
        assert await audited(store) == []
    assert failures > 20


async def _verify(tournaments: StoredTournaments, tried: StepToWrite) -> None:
    stored = await tournaments.tournament(FIRST)
    assert stored is not None
    assert stored.steps in (tried.number - 1, tried.number)
    events = [event for step in DUEL.steps()[: stored.steps] for event in step.events]
    assert list(await tournaments.events(FIRST)) == events
    assert stored.events == len(events)


@rule("TRN-25")
async def test_a_refused_step_does_not_concern_its_neighbours_in_a_group(
    store: Store, seated: Seating
) -> None:
    """Beside it others are written, before and after it, from what the daybook remembers."""
    await announce(StoredTournaments(store), DUEL)
    table = await seated(9)
    *before, last = DUEL.deeds
    for deed in before:
        if isinstance(deed, Transfer):
            await store.transfer(deed)
        else:
            await store.write_steps([deed])
    assert isinstance(last, StepToWrite)
    prize = last.transfers[0]
    wrong = msgspec.structs.replace(
        last, transfers=(prize, msgspec.structs.replace(prize, key="prize:1:77"))
    )
    hands = table.hands(3)
    answers: list[object] = await asyncio.gather(  # type: ignore[assignment]
        store.settle(hands[0]),
        store.write_steps([wrong]),
        store.settle(hands[1]),
        store.write_steps([last]),
        store.settle(hands[2]),
        return_exceptions=True,
    )
    refusal = answers.pop(1)
    assert isinstance(refusal, TransferRefused)
    assert refusal.reason == "insufficient_funds"
    assert answers == [Answer.APPLIED] * 4
    # The hands of the sample are made up: their histories cannot be played again.
    assert await audited(store, plays_again=False) == []


@rule("CRASH-03")
async def test_tournaments_are_in_a_copy_and_go_on_from_it(
    address: str, store: Store, tmp_path: Path, postgres: PrivatePostgres
) -> None:
    await write_tournament(store, DUEL)
    copy = tmp_path / "copy"
    await asyncio.to_thread(back_up, address, copy)
    target = await restored_address(address, tmp_path, postgres)
    await asyncio.to_thread(restore, copy, target)
    async with await Store.open(target, new=False) as again:
        tournaments = StoredTournaments(again)
        (found,) = await tournaments.tournaments(TournamentFilter())
        assert (found.id, found.state) == (FIRST, "finished")
        events = [event for step in DUEL.steps() for event in step.events]
        assert list(await tournaments.events(FIRST)) == events
        assert await audited(again) == []
        claim = await tournaments.claim_tournament(FIRST, "heir")
        step = StepToWrite(
            tournament=FIRST,
            epoch=claim.epoch,
            number=found.steps + 1,
            first_event=found.events + 1,
            at_ms=9,
            is_last=True,
        )
        assert await again.write_steps([step]) is Answer.APPLIED


def test_a_savepoint_restores_what_it_has_noted_and_nothing_else() -> None:
    rows, balances, other = [1], {"a": 1, "b": 2}, {"x": 1}

    class Book:
        seq = 4

    book = Book()
    savepoint = Savepoint()
    savepoint.note_attributes(book, ["seq"])
    savepoint.note_lists([rows])
    savepoint.note_entries(balances, ["a", "c"])
    book.seq, balances["a"], balances["c"], other["x"] = 9, 5, 6, 7
    balances.pop("b")
    rows += [2, 3]
    savepoint.restore()
    assert (book.seq, rows, balances, other) == (4, [1], {"a": 1}, {"x": 7})


@pytest.mark.parametrize("count", [1, 40])
async def test_large_steps_are_written_like_small_ones(store: Store, count: int) -> None:
    """Many steps in one unit are prepared in a thread of their own."""
    event = played("rebuy", players=4, seed=2)
    await announce(StoredTournaments(store), event)
    batch: list[StepToWrite] = []
    for deed in event.deeds:
        if isinstance(deed, StepToWrite):
            batch.append(deed)
        if batch and (isinstance(deed, Transfer) or len(batch) == count):
            await store.write_steps(batch)
            batch = []
        if isinstance(deed, Transfer):
            await store.transfer(deed)
    await store.write_steps(batch)
    assert await audited(store) == []
