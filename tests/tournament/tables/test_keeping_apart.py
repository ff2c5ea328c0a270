"""Players whom the house keeps apart sit at different tables where there are any (AMB-74)."""

from itertools import combinations

import pytest

from cardroom.ledger import PlayerId
from cardroom.simulation.tournament.seat_checks import SeatChecks
from cardroom.tournament.events import Moved, Seated, SeatsExchanged
from cardroom.tournament.ids import EntryId
from cardroom.tournament.tables.keeping_apart import PartnersOf
from tests.rule import rule
from tests.tournament.arena import Arena, freezeout
from tests.tournament.tables.sample_fields import SampleField

FULL = [1, 2, 3, 4, 5, 6]


def pairs(*those: tuple[int, int]) -> PartnersOf:
    """Whom each of these is kept apart from."""
    both = [*those, *((other, one) for one, other in those)]
    return lambda player: {PlayerId(other) for one, other in both if one == player}


def started(seed: int, players: int, *apart: tuple[int, int], seats: int = 6) -> Arena:
    arena = Arena(freezeout(seats=seats), seed=seed, partners_of=pairs(*apart))
    arena.enter(*range(1, players + 1))
    arena.start()
    return arena


def table_of(arena: Arena, player: int) -> int:
    found = arena.tournament.field.find(PlayerId(player))
    assert found is not None
    return found.table


def meetings(arena: Arena, *apart: tuple[int, int]) -> int:
    return sum(table_of(arena, one) == table_of(arena, other) for one, other in apart)


@rule("AMB-74", "TRN-04")
@pytest.mark.parametrize("players", [12, 11, 26])
def test_two_who_are_drawn_to_one_table_are_separated_by_an_exchange(players: int) -> None:
    exchanges = 0
    for seed in range(40):
        drawn, arena = started(seed, players), started(seed, players, (1, 2))
        assert arena.events_of(Seated) == drawn.events_of(Seated), "the draw is as it was"
        assert arena.sizes() == drawn.sizes()
        made = arena.events_of(SeatsExchanged)
        assert len(made) == meetings(drawn, (1, 2))
        assert meetings(arena, (1, 2)) == 0
        exchanges += len(made)
        checks = SeatChecks(6)
        for event in arena.events:
            checks.read(event)
    assert exchanges


@rule("AMB-74")
def test_whoever_exchanges_is_drawn_among_all_others() -> None:
    those, others = set(), set()
    for seed in range(200):
        for event in started(seed, 18, (1, 2)).events_of(SeatsExchanged):
            assert isinstance(event, SeatsExchanged)
            those.add(event.entry)
            others.add(event.other)
    assert those == {1, 2}
    assert len(others) > 10


@rule("AMB-74", "TRN-04")
def test_an_exchange_makes_no_others_meet() -> None:
    apart = ((1, 2), (2, 3), (4, 5), (5, 6))
    for seed in range(60):
        assert meetings(started(seed, 18, *apart), *apart) == 0


@rule("AMB-74")
def test_where_more_are_kept_apart_than_there_are_tables_some_meet() -> None:
    apart = tuple(combinations(range(1, 5), 2))
    for seed in range(20):
        assert meetings(started(seed, 12, *apart), *apart) == 2


@rule("AMB-74", "TRN-04")
def test_at_a_single_table_nobody_is_kept_apart() -> None:
    arena = started(3, 6, (1, 2))
    assert arena.events_of(SeatsExchanged) == []
    assert meetings(arena, (1, 2)) == 1


@rule("AMB-74", "TRN-25")
def test_a_replay_asks_nobody_who_is_kept_apart() -> None:
    arena = next(
        one for one in (started(seed, 12, (1, 2)) for seed in range(20))
        if one.events_of(SeatsExchanged)
    )  # fmt: skip
    again = Arena(freezeout(seats=6))
    again.tournament.follow(arena.events, arena.now_ms)
    seats = {one.entry: (one.table, one.seat) for one in arena.tournament.field.entrants.values()}
    found = {one.entry: (one.table, one.seat) for one in again.tournament.field.entrants.values()}
    assert found == seats


@rule("AMB-74", "TAMB-47")
def test_a_late_entrant_sits_at_another_table_where_it_has_a_seat() -> None:
    for seed in range(10):
        sample = SampleField([1, 2, 3], [1, 2, 3, 4], FULL, seed=seed, partners_of=pairs((1, 14)))
        sample.field.seat_late((EntryId(14), PlayerId(14), 1000), 0)
        found = sample.field.find(PlayerId(14))
        assert found is not None
        assert found.table == 2
    full = SampleField([1, 2, 3], FULL, FULL, partners_of=pairs((1, 16)))
    full.field.seat_late((EntryId(16), PlayerId(16), 1000), 0)
    found = full.field.find(PlayerId(16))
    assert found is not None
    assert found.table == 1


@rule("AMB-74", "TAMB-54")
def test_another_player_moves_when_tables_are_evened_out() -> None:
    for seed in range(30):
        sample = SampleField(FULL, [1, 2, 3], seed=seed, partners_of=pairs((1, 7), (2, 8)))
        (moved,) = [one for one in sample.balance() if isinstance(one, Moved)]
        assert moved.entry not in {1, 2}
    apart = pairs(*((one, 7) for one in range(1, 7)))
    sample = SampleField(FULL, [1, 2, 3], partners_of=apart)
    assert len(sample.balance()) == 1, "somebody must move"


@rule("AMB-74", "TAMB-56")
def test_players_of_a_broken_table_go_where_no_partner_is() -> None:
    for seed in range(30):
        apart = pairs((1, 9), (5, 10), (9, 10))
        sample = SampleField([1, 2, 3, 4], [1, 2, 3, 4], [1, 2], seed=seed, partners_of=apart)
        sample.balance()
        tables = {one: sample.field.entrants[EntryId(one)].table for one in (1, 5, 9, 10)}
        assert tables[9] == tables[5] == 2
        assert tables[10] == tables[1] == 1
