"""A process that hung takes no tournament back from the one that plays it by now."""

import asyncio

import pytest

from cardroom.errors import OwnerChanged
from cardroom.ledger import TournamentId
from cardroom.store import Store
from cardroom.store.tournaments.owned_tournaments import OwnedTournaments
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.cluster.waiting import until
from tests.contracts.tournament_house import empty_step, new_tournament
from tests.rule import rule


class Certainty:
    """What a process knows of who plays a tournament."""

    def __init__(self) -> None:
        self.is_ours = asyncio.Event()
        self.asked: list[TournamentId] = []

    async def until_ours(self, tournament: TournamentId) -> None:
        self.asked.append(tournament)
        await self.is_ours.wait()


@rule("CRASH-01", "TRN-25")
async def test_a_tournament_that_another_process_plays_is_not_claimed_again(store: Store) -> None:
    certain = Certainty()
    hung = OwnedTournaments(store, until_ours=certain.until_ours)
    first = await hung.create_tournament(new_tournament(), "hung")
    # Built again while it is ours, for a mistake or after an outage.
    again = await hung.claim_tournament(first.tournament, "hung")
    assert again.epoch > first.epoch
    assert not certain.asked

    heir = StoredTournaments(store)
    present = await heir.claim_tournament(first.tournament, "heir")
    waiting = asyncio.create_task(hung.claim_tournament(first.tournament, "hung"))
    await until(lambda: bool(certain.asked))
    await heir.write_steps([empty_step(first.tournament, present.epoch, at_ms=70)])
    with pytest.raises(OwnerChanged, match="unit has another owner"):
        await hung.write_steps([empty_step(first.tournament, again.epoch, at_ms=60)])

    # It comes back to it by its lease.
    certain.is_ours.set()
    assert (await waiting).epoch > present.epoch
