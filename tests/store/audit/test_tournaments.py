"""The audit follows tournaments: every format adds up, and whatever is changed in one is found."""

import re
from collections import Counter
from functools import cache
from typing import NamedTuple

import msgspec
import pytest

from cardroom.ledger.audit import Report
from cardroom.room.tournaments.records import SeatTaken, StepToWrite, TicketGrant
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.rooms import RoomStore
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from cardroom.tournament.events import HandFinished, KnockedOut, PrizeWon, TournamentEnded
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.awards import Award
from cardroom.tournament.record import decode_events, encode_events
from tests.contracts.test_prize_store import ANA, PRICE, SUNDAY, Qualifying
from tests.contracts.tournament_house import TournamentHouse
from tests.rule import rule
from tests.store.furnished_house import write_tournament
from tests.store.played_tournaments import Recorded, announce, played
from tests.store.raw import past_the_guards, run

ROUGH = Disruptions(disqualifies=60, reviews=60, cancels_per_tournament=0)
FORMATS = {
    "sit-and-go-2": 2,
    "rebuy": 4,
    "reentry": 3,
    "progressive": 3,
    "vip-ticket": 3,
    "multi-buy-in": 3,
    "satellite-tier": 4,
    "phased": 4,
    "hexapro": 3,
    "extreme": 3,
}


async def audited(store: Store) -> Report:
    return await audit_store(
        store, replay_by({}), now_ms=10**13, show_progress=lambda _read, _of: None
    )


@cache
def recorded(name: str, players: int, cancelled: int = 0) -> Recorded:
    disruptions = msgspec.structs.replace(ROUGH, cancels_per_tournament=cancelled)
    return played(name, players=players, seed=5, disruptions=disruptions)


async def write_quickly(store: Store, deeds: Recorded) -> None:
    """Steps in batches: it is the audit that is tested here."""
    claims = await announce(StoredTournaments(store), deeds)
    assert all(claim.epoch == 1 for claim in claims)
    batch: list[StepToWrite] = []
    for deed in deeds.deeds:
        if isinstance(deed, StepToWrite):
            batch.append(deed)
        else:
            await store.write_steps(batch)
            batch = []
            await store.transfer(deed)
    await store.write_steps(batch)


@rule("TAMB-40", "TAMB-76", "TAMB-89", "TRN-25")
@pytest.mark.parametrize("name", FORMATS)
async def test_every_format_adds_up(store: Store, name: str) -> None:
    deeds = recorded(name, FORMATS[name])
    await write_quickly(store, deeds)
    report = await audited(store)
    assert report.breaches == ()
    assert report.tournaments == len(deeds.tournaments)
    assert report.chip_hands == sum(step.hand is not None for step in deeds.steps()) > 0


@rule("TAMB-89")
def test_the_formats_meet_disqualified_players_and_stacks_that_do_not_move_on() -> None:
    causes = Counter(
        getattr(event, "cause", "")
        for name, players in FORMATS.items()
        for step in recorded(name, players).steps()
        for event in step.events
        if isinstance(event, KnockedOut | TournamentEnded)
    )
    assert causes["disqualified"] > 0
    assert causes["phase_over"] > 0


@rule("CXL-01", "CXL-02", "TAMB-81")
@pytest.mark.parametrize("name", ["bounty", "freezeout", "satellite", "highroller"])
async def test_a_cancelled_tournament_adds_up(store: Store, name: str) -> None:
    await write_quickly(store, recorded(name, 4, 10_000))
    assert (await audited(store)).breaches == ()


class Edit(NamedTuple):
    """What somebody changes behind the room's back, and what the audit says of it."""

    what: str
    sentence: str
    statements: tuple[str | tuple[str, tuple[object, ...]], ...]


WITHOUT_MONEY = "update tournament_steps set first_transfer = null, transfer_count = 0"
DUEL = played("sit-and-go-2", players=2, seed=4)


def edits(events: dict[int, bytes], result: bytes) -> dict[str, Edit]:
    """Changes to a stored Sit & Go, by what they are; `result` is a changed hand."""
    number, changed = richer(events)
    last = max(events)
    step = f"step {number} of tournament 1"
    return {
        "an event is changed": Edit(
            "chips_differ",
            rf"At the end: after {step}, hand \d+ of table 1 began with .* chips and ended with .*",
            (("update tournament_steps set events = $2 where number = $1", (number, changed)),),
        ),
        "an event is removed": Edit(
            "step_missing",
            rf"At the end: step {number + 1} of tournament 1 does not follow step {number} with .*",
            (
                (
                    "update tournament_steps set events = $2 where number = $1",
                    (number, shorter(events[number])),
                ),
            ),
        ),
        "a step is removed": Edit(
            "step_missing",
            rf"At the end: step {number + 1} of tournament 1 does not follow step {number - 1} .*",
            (f"delete from tournament_steps where number = {number}",),
        ),
        "the last step is removed": Edit(
            "tournament_differs",
            r"At the end: tournament 1 is shown with .*",
            (f"delete from tournament_steps where number = {last}",),
        ),
        "a stack in the record of a hand": Edit(
            "chips_differ",
            rf"At the end: after {step}, the record of hand:\S+ leaves other stacks than .*",
            (("update hands set result = $1 where id = 1", (result,)),),
        ),
        "a hand is deleted": Edit(
            "chips_differ",
            rf"At the end: after {step}, the record of its hand 1 is missing or cannot be read.",
            ("delete from dealt_in where hand = 1", "delete from hands where id = 1"),
        ),
        "a result in the lists": Edit(
            "entries_differ",
            r"At the end: the entries of tournament 1 are shown with entry \d .*",
            ("update tournament_entries set prize = prize + 100 where place = 1",),
        ),
        "the state in the lists": Edit(
            "tournament_differs",
            r"At the end: tournament 1 is shown with state .*",
            ("update tournament_progress set state = 'cancelled'",),
        ),
        "the terms": Edit(
            "papers_changed",
            r"At the end: the papers of a tournament with the hash \w{16} were changed.",
            (("update tournament_papers set content = $1", (b"other",)),),
        ),
        "a transfer leaves its step": Edit(
            "pools_moved_beside_steps",
            r"At the end: the pools of tournament 1 were moved by transfers that are in none .*",
            (f"{WITHOUT_MONEY} where number = {last}",),
        ),
    }


def richer(events: dict[int, bytes]) -> tuple[int, bytes]:
    """The first step with a finished hand, and its events with a chip more for everybody."""
    for number, stored in events.items():
        reported = decode_events(stored)
        if any(isinstance(event, HandFinished) for event in reported):
            return number, encode_events([_richer(event) for event in reported])
    raise AssertionError("no hand was finished")


def _richer(event: object) -> HandFinished:
    if not isinstance(event, HandFinished):
        return event  # type: ignore[return-value]
    stacks = tuple((seat, stack + 1) for seat, stack in event.stacks)
    return msgspec.structs.replace(event, stacks=stacks)


def shorter(stored: bytes) -> bytes:
    return encode_events(decode_events(stored)[:-1])


@rule("TRN-25", "CRASH-01")
async def test_whatever_is_changed_in_a_tournament_is_found(store: Store, address: str) -> None:
    await write_tournament(store, DUEL)
    assert (await audited(store)).breaches == ()
    rows = await run(address, "select number, events from tournament_steps order by number")
    relations = (
        "tournament_steps", "tournament_entries", "tournament_progress", "tournament_papers",
        "hands", "dealt_in",
    )  # fmt: skip
    for one in relations:
        await run(address, f"create table copy_of_{one} as select * from {one}")
    restored = [
        statement
        for one in relations
        for statement in (f"delete from {one}", f"insert into {one} select * from copy_of_{one}")
    ]
    ((stored,),) = await run(address, "select result from hands where id = 1")
    result = bytes(stored).replace(b'"stacks":{"', b'"stacks":{"9')
    assert result != bytes(stored)
    events = {number: bytes(reported) for number, reported in rows}
    for name, edit in edits(events, result).items():
        await past_the_guards(address, *edit.statements)
        report = await audited(store)
        reported = [breach.sentence for breach in report.breaches if breach.what == edit.what]
        assert any(re.fullmatch(edit.sentence, one) for one in reported), (name, report.breaches)
        await past_the_guards(address, *restored)
    assert (await audited(store)).breaches == ()


@rule("TRN-14", "TAMB-68")
async def test_a_seat_is_worth_to_the_target_what_the_satellite_paid(
    store: Store, address: str
) -> None:
    event = played(
        "satellite", players=12, seed=1, disruptions=Disruptions(cancels_per_tournament=0)
    )
    assert sum(len(step.seats_won) for step in event.steps()) == 1
    await write_quickly(store, event)
    assert (await audited(store)).breaches == ()
    await past_the_guards(address, "update seats_won set state = 'ticket'")
    reported = [breach.sentence for breach in (await audited(store)).breaches]
    assert any(
        re.fullmatch(
            r"At the end: entries of tournament 1 took seats worth \d+, satellites have given such"
            r" seats worth 0\.",
            one,
        )
        for one in reported
    ), reported


@rule("TAMB-68")
async def test_a_seat_that_became_a_ticket_in_the_target_adds_up(store: Store) -> None:
    tournaments = StoredTournaments(store)
    play = await Qualifying.opened(TournamentHouse(RoomStore(store), tournaments), with_events=True)
    satellite, target = play.satellite.tournament, play.target.tournament
    prize = PrizeWon(EntryId(ANA), 1, Award(5000, seat=True))
    await play.write(satellite, events=(prize,), **play.won(ANA))
    assert (await audited(store)).breaches == ()
    back = play.goal.refund_as_ticket(ANA, PRICE, SUNDAY, purchase=1, at_ms=12)
    await play.write(
        target,
        transfers=(back,),
        seats_taken=(SeatTaken(f"prize:{satellite}:{ANA}", "ticket"),),
        tickets=(TicketGrant(ANA, SUNDAY),),
    )
    assert (await audited(store)).breaches == ()
