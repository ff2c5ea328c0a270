"""Whole tournaments: early close, re-buys, bounties, deals, disqualification, crashes."""

import msgspec
import pytest

from cardroom.errors import EntryRefused, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.tournament.desk_events import RegistrationClosed
from cardroom.tournament.events import (
    BountyTaken,
    HandDealt,
    HandRolledBack,
    PlaceTaken,
    PrizeWon,
    SharePaid,
    StaffAlerted,
    StructureFixed,
    TournamentEnded,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.record import decode_events, encode_events
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, freezeout, losing_pair
from tests.tournament.desks import example

LATE = {"late_levels": 4}


def short_handed(left: int, entries: int = 21, **changes: object) -> Arena:
    """Entries with late registration open, and this many players left."""
    arena = Arena(freezeout(**{"registration": LATE, **changes}))  # type: ignore[arg-type]
    arena.enter(*range(1, entries + 1))
    arena.start()
    arena.play_down_to(left)
    return arena


@rule("THC-07", "TRN-10", "TAMB-46", "TAMB-35", "TRN-08")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_late_registration_closes_when_payouts_could_begin(edition_name: str) -> None:
    arena = short_handed(5, edition_name=edition_name)
    assert arena.tournament.desk.registration_open
    arena.play_down_to(4)
    closed = arena.events_of(RegistrationClosed)
    assert [one.cause for one in closed if isinstance(one, RegistrationClosed)] == ["early"]
    (fixed,) = arena.events_of(StructureFixed)
    assert isinstance(fixed, StructureFixed)
    assert [award.cents for award in fixed.awards] == [8244, 4572, 3348, 2736]
    with pytest.raises(EntryRefused):
        arena.enter(22)


@rule("THC-07", "TRN-10", "TAMB-46", "TAMB-47")
def test_an_entry_that_comes_before_the_hand_is_committed_keeps_registration_open() -> None:
    arena = short_handed(5)
    table, winner, loser = losing_pair(arena)
    arena.deal_shove(table, winner, loser)
    arena.enter(22)
    assert (arena.tournament.entries, arena.tournament.left) == (22, 6)
    arena.commit(table)
    assert arena.tournament.left == 5
    assert arena.tournament.desk.registration_open


@rule("TAMB-62", "TRN-22", "TAMB-46")
def test_who_is_out_with_the_early_close_is_paid_at_once() -> None:
    arena = short_handed(5)
    table = next(iter(arena.tournament.ready))
    first, second, winner = (one.entry for one in arena.at(table)[:3])
    arena.give({first: 2000, second: 1000, winner: 50_000})
    arena.shove(table, winner, first, second)
    assert (arena.tournament.places[first], arena.tournament.places[second]) == (4, 5)
    assert (arena.won(first), arena.won(second)) == (2736 - 1000, -1000)


@rule("TAMB-70", "TRN-11", "TAMB-60")
def test_a_player_re_enters_with_a_new_entry_and_keeps_the_earlier_place() -> None:
    definition = freezeout(registration={"late_levels": 1, "max_entries": 2})
    arena = Arena(definition)
    arena.enter(*range(1, 22))
    arena.start()
    arena.play_down_to(20)
    (out,) = set(arena.tournament.desk.entries) - set(arena.tournament.field.entrants)
    player = arena.tournament.player_of(out)
    (again,) = arena.enter(player)
    assert again == 22
    assert arena.entrant(again).stack == 5000
    arena.play_down_to(4)
    arena.tick(arena.now_ms + 600_000)
    arena.play_down_to(1)
    assert arena.tournament.places[out] == 22
    assert sorted(arena.tournament.places.values()) == list(range(1, 23))


@rule("THC-34", "TYP-11", "TAMB-24", "TAMB-74")
@pytest.mark.parametrize("edition_name", ["en-2.7", "nl-3.0"])
def test_a_vip_who_buys_back_leaves_the_knock_out_without_the_extra(edition_name: str) -> None:
    arena = Arena(example("vip", edition=edition_name))
    entries = arena.enter(*range(1, 8))
    arena.start()
    vip = entries[6]
    table = arena.entrant(vip).table
    first, second = [one.entry for one in arena.at(table) if one.entry != vip][:2]
    arena.shove(table, first, vip)
    arena.tournament.rebuy(PlayerId(7), arena.now_ms)
    arena.take_step()
    taken = [one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken)]
    assert [(one.by, one.cash, one.vip) for one in taken] == [(first, 450, False)]
    arena.give({second: 60_000})
    arena.tick(arena.now_ms + 900_000)
    arena.shove(table, second, vip)
    taken = [one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken)]
    assert [(one.by, one.cash, one.vip) for one in taken[1:]] == [
        (second, 450, False), (second, 10_000, True)
    ]  # fmt: skip


@rule("THC-34", "TYP-11", "TAMB-24", "TAMB-74")
def test_where_only_a_re_entry_voids_it_a_vip_who_buys_back_has_earned_somebody_the_extra() -> None:
    arena = Arena(example("vip", edition="fr-2.2"))
    vip = arena.enter(*range(1, 8))[6]
    arena.start()
    table = arena.entrant(vip).table
    first = next(one.entry for one in arena.at(table) if one.entry != vip)
    arena.shove(table, first, vip)
    arena.tournament.rebuy(PlayerId(7), arena.now_ms)
    arena.take_step()
    taken = [one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken)]
    assert [(one.by, one.cash, one.vip) for one in taken] == [
        (first, 450, False), (first, 10_000, True)
    ]  # fmt: skip


@rule("THC-34", "TAMB-74", "TAMB-86")
@pytest.mark.parametrize("edition_name", ["en-2.7", "fr-2.2", "nl-3.0"])
def test_a_pending_knock_out_of_the_vip_is_paid_when_the_tournament_is_cancelled(
    edition_name: str,
) -> None:
    """Pending by a re-buy, or in the edition that prints it by a re-entry (TAMB-24)."""
    vip_on_7 = {"style": "regular", "vip": {"player": 7, "extra_cents": 100_00}}
    name, more = ("reentry", {"bounty": vip_on_7}) if edition_name == "fr-2.2" else ("vip", {})
    arena = Arena(example(name, edition=edition_name, **more))
    vip = arena.enter(*range(1, 13))[6]
    arena.start()
    table = arena.entrant(vip).table
    first = next(one.entry for one in arena.at(table) if one.entry != vip)
    arena.shove(table, first, vip)
    assert arena.tournament.bounty_book.pending is not None
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    (extra,) = [
        one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken) and one.vip
    ]
    assert (extra.by, extra.cash) == (first, 100_00)
    assert arena.ledger.balance(arena.tournament.desk.money.bounties) == 0


@rule("TAMB-86")
def test_nobody_gets_the_extra_of_a_vip_who_is_in_when_the_tournament_is_cancelled() -> None:
    arena = Arena(example("vip"))
    arena.enter(*range(1, 8))
    arena.start()
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    assert not arena.events_of(BountyTaken)


@rule("THC-34", "TAMB-74")
def test_a_vip_who_wins_earns_nobody_the_extra() -> None:
    arena = Arena(example("vip", registration={"late_levels": 0}, rebuy={"until_level": 1}))
    entries = arena.enter(*range(1, 8))
    arena.start()
    for table in list(arena.tournament.ready):
        arena.walk(table)
    arena.tick(arena.now_ms + 300_000)
    vip = entries[6]
    arena.give({vip: 100_000})
    while arena.tournament.is_running:
        table = next(iter(arena.tournament.ready))
        ranked = sorted(arena.at(table), key=lambda one: -one.stack)
        arena.shove(table, ranked[0].entry, ranked[-1].entry)
    assert arena.tournament.places[vip] == 1
    assert not any(one.vip for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken))


@rule("TRN-25", "TAMB-97", "TTB-07", "TAMB-29")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_after_a_crash_hands_in_progress_never_were(edition_name: str) -> None:
    arena = Arena(freezeout(edition_name))
    arena.enter(*range(1, 13))
    arena.start()
    arena.walk(1)
    stacks = arena.tournament.stacks
    banks = {one.player: one.bank.left_ms for one in arena.at(1)}
    arena.deal(1)
    before = arena.events_of(HandDealt)[-1]
    player = arena.tournament.tables[TableNumber(1)].actor
    assert player is not None
    arena.tournament.act(player, "raise", 1000, arena.now_ms + 14_000)
    arena.tournament.crash(arena.now_ms + 15_000)
    arena.take_step()
    assert arena.tournament.stacks == stacks
    assert len(arena.events_of(HandRolledBack)) == 1
    entrant = arena.tournament.field.find(player)
    assert entrant is not None
    assert entrant.bank.left_ms == banks[player]
    arena.deal(1)
    after = arena.events_of(HandDealt)[-1]
    assert isinstance(before, HandDealt)
    assert isinstance(after, HandDealt)
    assert (after.positions, after.dealt_in) == (before.positions, before.dealt_in)


@rule("TRN-25", "TAMB-95", "TRN-01")
def test_a_tournament_read_back_from_its_events_plays_on_as_if_nothing_had_been() -> None:
    arena = short_handed(12)
    arena.deal(next(iter(arena.tournament.ready)))
    again = arena._made()
    kinds = {type(event) for event in arena.events}
    stored = [
        msgspec.json.decode(msgspec.json.encode(event), type=type(event)) for event in arena.events
    ]
    assert len(kinds) > 8
    again.restore(stored, arena.now_ms, down_since_ms=arena.now_ms)
    arena.tournament.crash(arena.now_ms)
    assert again.take_step().transfers == [], "nothing is paid twice"
    live = arena.tournament
    assert again.stacks == live.stacks
    assert again.places == live.places
    assert set(again.ready) == set(live.ready)
    assert (again.level, again.left, again.entries) == (live.level, live.left, live.entries)
    assert {n: t.last for n, t in again.tables.items()} == {
        n: t.last for n, t in live.tables.items()
    }
    arena.tournament = again
    arena.take_step()
    arena.play_down_to(1)
    assert sorted(again.places.values()) == list(range(1, 22))


@rule("TAMB-98", "TRN-22")
@pytest.mark.parametrize("left_to_play_for", [0, 1000])
def test_all_players_may_agree_on_a_deal(left_to_play_for: int) -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 22))
    arena.start()
    arena.play_down_to(4)
    entries = list(arena.tournament.stacks)
    with pytest.raises(EntryRefused):
        arena.tournament.agree_deal("chips", entries[:3], arena.now_ms)
    before = {entry: arena.won(entry) for entry in entries}
    arena.tournament.agree_deal("icm", entries, arena.now_ms, left_to_play_for=left_to_play_for)
    arena.take_step()
    assert arena.tournament.is_over == (left_to_play_for == 0)
    if left_to_play_for:
        arena.play_down_to(1)
    paid = sum(arena.won(entry) - before[entry] for entry in entries)
    assert paid == 8244 + 4572 + 3348 + 2736
    (ended,) = arena.events_of(TournamentEnded)
    assert isinstance(ended, TournamentEnded)
    assert ended.cause == ("one_player_left" if left_to_play_for else "deal")
    money = arena.tournament.desk.money
    assert arena.ledger.balance(money.places) == 0


@rule("HEX-01", "HEX-07", "TAMB-79", "HEX-06")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_a_hexapro_game_draws_its_pool_and_pays_it(edition_name: str) -> None:
    for seed in range(5):
        arena = Arena(example("hexapro", edition=edition_name), seed=seed)
        entries = arena.enter(1, 2, 3)
        arena.start()
        prize = arena.tournament.multiplier
        assert prize is not None
        assert arena.tournament.terms.starting_stack == 500
        arena.play_down_to(1)
        price = arena.definition.price_cents
        pool = prize.multiplier_tenths * price // 10
        assert sum(arena.won(entry) for entry in entries) == pool - 3 * price


@rule("TYP-12", "TAMB-76")
def test_a_flight_ends_with_its_level_and_keeps_the_stacks() -> None:
    arena = Arena(example("phased", breaks=False))
    arena.enter(*range(1, 13))
    arena.start()
    arena.deal(1)
    arena.deal(2)
    arena.tick(arena.now_ms + 6 * 600_000)
    assert not arena.tournament.ready
    assert arena.tournament.is_running, "each table finishes its hand"
    for table in (1, 2):
        arena.fold_out(table)
        arena.commit(table)
    assert arena.tournament.ended == "phase_over"
    assert sum(arena.tournament.survivors.values()) == 120_000
    assert arena.events_of(PrizeWon, PlaceTaken) == []


@rule("TAMB-76")
def test_a_flight_down_to_one_player_stops_early() -> None:
    arena = Arena(example("phased", registration={"late_levels": 0}))
    arena.enter(1, 2, 3)
    arena.start()
    arena.play_down_to(1)
    assert arena.tournament.ended == "phase_over"
    assert list(arena.tournament.survivors.values()) == [30_000]
    with pytest.raises(EntryRefused):
        arena.enter(4)


@rule("TRN-02", "TYP-02")
def test_a_tournament_starts_once_and_not_before_its_time() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2)
    assert arena.tournament.next_deadline_ms == arena.now_ms
    with pytest.raises(OperatorRefused):
        arena.tournament.start(arena.now_ms - 1)
    arena.start()
    with pytest.raises(OperatorRefused):
        arena.tournament.start(arena.now_ms)
    arena = Arena(example("sit-and-go-5"))
    arena.enter(1, 2, 3, 4)
    with pytest.raises(OperatorRefused):
        arena.start()
    arena.enter(5)
    arena.start()
    assert arena.tournament.is_running


@rule("HEX-12", "CXL-09")
def test_a_hexapro_game_that_stays_open_is_settled_after_ninety_days() -> None:
    day = 24 * 3_600_000
    arena = Arena(example("hexapro"))
    arena.enter(1, 2, 3)
    arena.start()
    start = arena.now_ms
    arena.deal(1)
    arena.tick(start + 90 * day - 1)
    assert arena.events_of(StaffAlerted) == [
        StaffAlerted(start + day),
        StaffAlerted(start + 80 * day),
    ]
    assert arena.tournament.is_running
    arena.tick(start + 90 * day)
    assert arena.tournament.is_cancelled
    assert len(arena.events_of(SharePaid)) == 3


@rule("HEX-12", "TRN-25")
def test_staff_are_not_alerted_again_after_a_restart() -> None:
    day = 24 * 3_600_000
    arena = Arena(example("hexapro"))
    arena.enter(1, 2, 3)
    arena.start()
    start = arena.now_ms
    arena.tick(start + 2 * day)
    stored = decode_events(encode_events(arena.events))
    again = arena._made()
    again.restore(stored, start + 3 * day, down_since_ms=start + 2 * day)
    again.tick(start + 79 * day)
    assert not [one for one in again.take_step().events if isinstance(one, StaffAlerted)]
    again.tick(start + 81 * day)
    assert again.take_step().events == [StaffAlerted(start + 80 * day)]
    again.tick(start + 90 * day)
    assert again.is_cancelled


@rule("HEX-12", "TAMB-45")
def test_an_alert_that_fell_due_while_the_server_was_down_comes_when_it_is_back() -> None:
    day = 24 * 3_600_000
    arena = Arena(example("hexapro"))
    arena.enter(1, 2, 3)
    arena.start()
    start = arena.now_ms
    again = arena._made()
    again.restore(arena.events, start + 81 * day, down_since_ms=start + 3_600_000)
    again.tick(start + 81 * day)
    alerts = [one for one in again.take_step().events if isinstance(one, StaffAlerted)]
    assert alerts == [StaffAlerted(start + day), StaffAlerted(start + 80 * day)]
