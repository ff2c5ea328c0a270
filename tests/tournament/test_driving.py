"""What whoever drives a tournament must know: when to start it, when to tick, whom to wake."""

import pytest

from cardroom.tournament.desk_events import RebuyDeclined
from cardroom.tournament.events import HandRolledBack, KnockedOut, PrizeWon
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.record import decode_events, encode_events
from tests.rule import rule
from tests.tournament.arena import Arena, freezeout
from tests.tournament.desks import START_MS, example

NO_LATE = {"late_levels": 0}


@rule("TRN-02", "TAMB-45")
def test_before_the_start_the_deadline_is_the_start_and_only_start_does_it() -> None:
    """A driver that ticks at every deadline would tick for ever: `tick` starts nothing."""
    arena = Arena(freezeout())
    arena.enter(1, 2, 3)
    for at_ms in (START_MS - 1, START_MS, START_MS + 60_000):
        assert arena.tournament.next_deadline_ms == START_MS
        arena.tournament.tick(at_ms)
        assert arena.tournament.take_step().events == []
    assert not arena.tournament.has_started
    arena.now_ms = START_MS + 60_000
    arena.start()
    assert arena.tournament.is_running
    assert arena.tournament.ready
    deadline = arena.tournament.next_deadline_ms
    assert deadline is None or deadline > arena.now_ms


@rule("TYP-02", "TAMB-79")
@pytest.mark.parametrize("name", ["sit-and-go-5", "hexapro"])
def test_a_game_on_demand_has_no_deadline_before_it_is_full(name: str) -> None:
    arena = Arena(example(name))
    arena.enter(1, 2)
    assert arena.tournament.next_deadline_ms is None


@rule("TAMB-45")
@pytest.mark.parametrize(
    "name", ["freezeout", "rebuy", "reentry", "bounty", "satellite", "phased", "hexapro"]
)
def test_after_a_tick_the_next_deadline_is_later(name: str) -> None:
    """Levels, breaks, offers, pauses, tables: whatever is due is done, so that nobody spins."""
    arena = Arena(example(name))
    arena.enter(*range(1, 4 if name == "hexapro" else 15))
    arena.start()
    steps = 0
    while arena.tournament.is_running and steps < 400:
        steps += 1
        ready = list(arena.tournament.ready)
        deadline = arena.tournament.next_deadline_ms
        if ready and arena.chance.random() < 0.6:
            loser, winner = sorted(arena.at(ready[0]), key=lambda one: one.stack)[:2]
            if arena.chance.random() < 0.3:
                arena.shove(ready[0], winner.entry, loser.entry)
            else:
                arena.walk(ready[0])
        elif deadline is not None:
            assert deadline > arena.now_ms
            arena.tick(deadline)
        after = arena.tournament.next_deadline_ms
        assert after is None or after > arena.now_ms
        assert after is not None or arena.tournament.ready or not arena.tournament.is_running
    assert steps > 5
    if arena.tournament.is_over:
        assert arena.tournament.next_deadline_ms is None
        assert not arena.tournament.ready


@rule("H4H-02", "TAMB-59")
def test_the_commit_of_one_table_lets_others_deal() -> None:
    """Hand for hand the table that has finished waits: its driver must be woken by the other."""
    arena = Arena(freezeout(seats=2, hand_for_hand_places=3))
    arena.enter(1, 2, 3, 4)
    arena.start()
    one, two = TableNumber(1), TableNumber(2)
    assert list(arena.tournament.ready) == [one, two]
    arena.walk(one)
    assert list(arena.tournament.ready) == [two]
    arena.walk(two)
    assert list(arena.tournament.ready) == [one, two]


@rule("TAMB-56", "TAMB-57")
def test_the_commit_of_one_table_may_break_another() -> None:
    arena = Arena(freezeout(seats=2))
    arena.enter(1, 2, 3, 4)
    arena.start()
    for table in (1, 2):
        loser, winner = sorted(arena.at(table), key=lambda one: one.stack)
        arena.shove(table, winner.entry, loser.entry)
    assert len(arena.tournament.tables) == 1
    assert list(arena.tournament.ready) == list(arena.tournament.tables)


@rule("TRN-25", "TAMB-69", "TAMB-62")
def test_a_restore_brings_events_and_transfers_of_its_own() -> None:
    """Down with a hand in progress and an offer that had run out: both end in the restore."""
    arena = Arena(example("rebuy", seats=2, registration=NO_LATE, rebuy={"until_level": 1}))
    arena.enter(1, 2, 3, 4)
    arena.start()
    busts, plays = list(arena.tournament.tables)
    loser, winner = sorted(arena.at(busts), key=lambda one: one.stack)
    arena.shove(busts, winner.entry, loser.entry)
    arena.deal(plays)
    (until_ms,) = arena.tournament.desk.offers.values()
    stored = decode_events(encode_events(arena.events))
    back_ms = until_ms + 60_000
    again = arena._made()
    again.restore(stored, back_ms, down_since_ms=until_ms)
    step = again.take_step()
    kinds = {type(event) for event in step.events}
    assert {HandRolledBack, RebuyDeclined, KnockedOut} <= kinds
    assert again.desk.offers == {}
    assert again.take_step().events == [], "stored once"
    replayed = arena._made()
    replayed.restore([*stored, *step.events], back_ms, down_since_ms=back_ms)
    assert replayed.take_step().events == [], "nothing more the next time"


@rule("TRN-25", "TRN-22", "TAMB-69")
def test_a_restore_may_end_the_tournament_and_pay_it() -> None:
    arena = Arena(example("rebuy", registration=NO_LATE, rebuy={"until_level": 1}))
    arena.enter(1, 2)
    arena.start()
    loser, winner = sorted(arena.at(1), key=lambda one: one.stack)
    arena.shove(1, winner.entry, loser.entry)
    (until_ms,) = arena.tournament.desk.offers.values()
    again = arena._made()
    again.restore(arena.events, until_ms + 60_000, down_since_ms=until_ms + 1)
    step = again.take_step()
    assert again.ended == "one_player_left"
    assert [type(event) for event in step.events].count(PrizeWon) == 1
    for transfer in step.transfers:
        arena.ledger.apply(transfer)
    assert arena.won(winner.entry) > 0
    assert again.next_deadline_ms is None


@rule("TTB-03", "TAMB-90", "TTB-07")
def test_after_a_restore_connections_are_as_they_were_until_the_driver_says_so() -> None:
    """The library cannot know who is back: the driver marks everybody as out of reach."""
    arena = Arena(freezeout())
    arena.enter(1, 2, 3)
    arena.start()
    again = arena._made()
    again.restore(arena.events, arena.now_ms + 5_000, down_since_ms=arena.now_ms)
    assert not any(one.connection.is_lost for one in again.field.entrants.values())
    for entrant in list(again.field.entrants.values()):
        again.lose_connection(entrant.player, arena.now_ms + 5_000)
    assert all(one.connection.is_lost for one in again.field.entrants.values())
    assert len(again.take_step().events) >= 3
