"""House rules that change one switch of the tournament part, and what that changes in play."""

from collections.abc import Callable
from typing import Any

import pytest

from cardroom.errors import InvalidFile, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.rulebook import house_rules
from cardroom.rulebook.tournament.registration import Change
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import Flight
from cardroom.tournament.desk_events import RebuyOffered, RegistrationClosed
from cardroom.tournament.events import (
    FinalTableDrawn,
    HandDealt,
    SharePaid,
    StructureFixed,
)
from cardroom.tournament.record import decode_events, encode_events
from tests.rule import rule
from tests.tournament.arena import Arena, house
from tests.tournament.desk.phases import second
from tests.tournament.desks import START_MS

BOTH = pytest.mark.parametrize("on", [True, False], ids=["on", "off"])
NO_LATE = {"late_levels": 0}


def said(key: str, *, on: bool) -> str:
    return f"{key} = {str(on).lower()}"


def structure(arena: Arena) -> StructureFixed:
    (fixed,) = arena.events_of(StructureFixed)
    assert isinstance(fixed, StructureFixed)
    return fixed


def shares(arena: Arena) -> list[int]:
    paid = arena.events_of(SharePaid)
    return sorted((one.pot for one in paid if isinstance(one, SharePaid)), reverse=True)


# Prizes


@rule("TAMB-66", "TYP-01")
@BOTH
def test_bounties_count_towards_a_guarantee_only_where_the_rules_say_so(on: bool) -> None:
    """Ten entries at 10.00: 45.00 for places, 45.00 for bounties, guaranteed are 100.00."""
    arena = house(
        "bounty",
        said("[TAMB-66] overlay_counts_bounties", on=on),
        guarantee_cents=100_00,
        registration=NO_LATE,
    )
    arena.enter(*range(1, 11))
    arena.start()
    fixed = structure(arena)
    assert (fixed.overlay, fixed.pool) == ((10_00, 55_00) if on else (55_00, 100_00))


@rule("TAMB-66", "TAMB-76")
@BOTH
def test_bounties_that_were_taken_in_a_first_phase_count_as_well(on: bool) -> None:
    """Ten entries of 11.25 and 11.25, six bounties taken; guaranteed are 1,000.00."""
    arena = house(
        "phased",
        said("[TAMB-66] overlay_counts_bounties", on=on),
        guarantee_cents=1_000_00,
        bounty={"style": "regular"},
    )
    survivors = tuple(
        Survivor(player=PlayerId(number), stack=25_000, bounty=11_25, fees=2_50)
        for number in range(1, 5)
    )
    pools = Price(10 * 11_25, 4 * 11_25, 10 * 2_50)
    flight = Flight(entries=10, pools=pools, bounties=10 * 11_25, survivors=survivors)
    tournament = second(arena.definition, arena.terms, [flight])
    tournament.start(START_MS)
    taken = 10 * 11_25 if on else 0
    assert tournament.payouts.house_money == 1_000_00 - 10 * 11_25 - taken


@rule("TRN-19", "TAMB-26")
@BOTH
def test_identical_prizes_end_a_tournament_unless_the_rules_play_it_out(on: bool) -> None:
    """Where the best places share a band, ten entries of 9.00 are two prizes of 45.00."""
    arena = house(
        "freezeout",
        said("[TRN-19] identical_prizes_end", on=on),
        "[TAMB-42] single_places_tables = 0",
        registration=NO_LATE,
    )
    arena.enter(*range(1, 11))
    arena.start()
    assert [award.cents for award in structure(arena).awards] == [45_00, 45_00]
    arena.play_down_to(2)
    assert arena.tournament.is_over == on
    if not on:
        arena.play_down_to(1)
    assert arena.tournament.ended == ("identical_prizes" if on else "one_player_left")


@rule("TAMB-82", "CXL-03", "THC-60")
@BOTH
def test_the_overlay_is_part_of_a_cancelled_pot_only_where_the_rules_say_so(on: bool) -> None:
    """90 entries of 9.00 and 190.00 of the house, twenty left with equal stacks (THC-60)."""
    arena = house("guaranteed", said("[TAMB-82] pot_without_overlay", on=on), registration=NO_LATE)
    arena.enter(*range(1, 91))
    arena.start()
    arena.play_down_to(20)
    arena.give(dict.fromkeys(arena.tournament.stacks, 22_500))
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    assert shares(arena) == [40_50 if on else 50_00] * 20


# Registration


@rule("TAMB-46")
@BOTH
def test_a_player_who_may_buy_back_counts_as_left_unless_the_rules_say_no(on: bool) -> None:
    """Four entries, one paid: with two left one of them loses all chips inside the window."""
    arena = house("rebuy", said("[TAMB-46] pending_rebuys_count_as_left", on=on))
    arena.enter(*range(1, 5))
    arena.start()
    arena.tournament.tick(arena.now_ms)
    first, second, third, winner = (one.entry for one in arena.at(1))
    arena.give({winner: 9_000})
    for loser in (first, second):
        arena.shove(1, winner, loser)
        arena.tournament.decline_rebuy(arena.tournament.player_of(loser), arena.now_ms)
        arena.take_step()
    arena.shove(1, winner, third)
    assert len(arena.events_of(RebuyOffered)) == 3
    closed = [one.cause for one in arena.events_of(RegistrationClosed)]  # type: ignore[attr-defined]
    assert closed == ([] if on else ["early"])
    assert arena.tournament.is_over == (not on), "the offer ends with the early close"


@rule("TAMB-70")
@BOTH
def test_the_earlier_entry_of_a_player_keeps_its_place_unless_the_rules_drop_it(on: bool) -> None:
    arena = house(
        "reentry",
        said("[TAMB-70] earlier_entry_keeps_place", on=on),
        registration={"late_levels": 1, "max_entries": 2},
    )
    arena.enter(*range(1, 22))
    arena.start()
    arena.play_down_to(20)
    (out,) = set(arena.tournament.desk.entries) - set(arena.tournament.field.entrants)
    arena.enter(arena.tournament.player_of(out))
    arena.play_down_to(1)
    assert sorted(arena.tournament.places.values()) == list(range(1, 23 if on else 22))
    assert arena.tournament.places.get(out) == (22 if on else None)
    people = [arena.tournament.player_of(entry) for entry in arena.tournament.places]
    assert (len(people) == len(set(people))) == (not on)


# Seats


@rule("TAMB-49", "BTN-01")
@BOTH
def test_absent_players_count_for_the_first_button_unless_the_rules_pass_them_over(
    on: bool,
) -> None:
    arena = house(
        "freezeout", said("[TAMB-49] first_button_counts_absent", on=on), registration=NO_LATE
    )
    arena.enter(1, 2, 3, 4)
    arena.start()
    *others, highest = arena.at(1)
    arena.tournament.sit_out(highest.player, arena.now_ms)
    arena.deal(1)
    (dealt,) = arena.events_of(HandDealt)
    assert isinstance(dealt, HandDealt)
    assert dealt.positions.button == (highest.seat if on else others[-1].seat)


@rule("TAMB-56", "BTN-02")
@BOTH
def test_the_final_table_keeps_its_seats_unless_the_rules_draw_them_again(on: bool) -> None:
    arena = house("freezeout", said("[TAMB-56] final_table_redraw", on=on), registration=NO_LATE)
    arena.enter(*range(1, 13))
    arena.start()
    arena.play_down_to(7)
    while len(arena.tournament.tables) == 2:
        arena.play_down_to(6)
    drawn = [one for one in arena.events_of(FinalTableDrawn) if isinstance(one, FinalTableDrawn)]
    assert len(drawn) == (1 if on else 0)
    (table,) = arena.tournament.tables.values()
    before = {one.entry for one in table.seats.values() if one.had_big_blind}
    if on:
        assert table.seats == {seat: arena.entrant(entry) for seat, entry in drawn[0].seats}
        assert all(one.seat == seat for seat, one in table.seats.items())
        assert table.last is None
        again = arena._made()
        again.restore(
            decode_events(encode_events(arena.events)), arena.now_ms, down_since_ms=arena.now_ms
        )
        assert [one.entry for one in again.tables[table.number].seats.values()] == [
            one.entry for one in table.seats.values()
        ]
    arena.walk(table.number)
    dealt = arena.events_of(HandDealt)[-1]
    assert isinstance(dealt, HandDealt)
    if on:
        assert dealt.positions.button == max(table.seats), "a first button"
    assert dict(dealt.dealt_in)[dealt.positions.big_blind] not in before, "twice running (BTN-02)"
    arena.play_down_to(1)
    assert sorted(arena.tournament.places.values()) == list(range(1, 13))


# What staff may do


@rule("TAMB-96", "TRN-03")
@pytest.mark.parametrize("change", ["level_lengths", "breaks", "pauses", "cancellation"])
@BOTH
def test_staff_change_after_the_start_only_what_the_rules_name(change: Change, on: bool) -> None:
    others = [
        f'"{one}"' for one in ("level_lengths", "breaks", "pauses", "cancellation") if one != change
    ]
    allowed = [*others, f'"{change}"'] if on else others
    arena = house(
        "freezeout",
        f"[TAMB-96] changes_after_start = [{', '.join(allowed)}]",
        registration=NO_LATE,
    )
    arena.enter(1, 2, 3)
    arena.tournament.change_level_times([60_000] * 28, arena.now_ms)
    arena.start()
    tournament, now_ms = arena.tournament, arena.now_ms
    do: Callable[[], None] = {
        "level_lengths": lambda: tournament.change_level_times([30_000] * 28, now_ms),
        "breaks": lambda: tournament.change_breaks(now_ms, on=False),
        "pauses": lambda: tournament.pause(now_ms),
        "cancellation": lambda: tournament.cancel(now_ms),
    }[change]
    if on:
        do()
        return
    with pytest.raises(OperatorRefused) as refused:
        do()
    assert (refused.value.rule, refused.value.reason) == ("TAMB-96", "not_changed_after_the_start")


@rule("CXL-11")
def test_the_house_alters_the_payouts_of_a_cancelled_tournament() -> None:
    """Four left of ten, 90.00 in the pool: the policy's shares, or more from the house."""
    arena = house("freezeout", registration=NO_LATE)
    arena.enter(*range(1, 11))
    arena.start()
    arena.play_down_to(4)
    wished = dict.fromkeys(arena.tournament.stacks, 25_00)
    arena.tournament.cancel(arena.now_ms, shares=wished)
    arena.take_step()
    assert shares(arena) == [25_00] * 4
    assert [arena.won(entry) for entry in wished] == [25_00 + 1_00 - 10_00] * 4
    assert arena.ledger.balance(arena.tournament.desk.money.places) == 0


@rule("CXL-11", "CXL-09")
def test_the_house_alters_the_payouts_of_a_cancelled_hexapro_game() -> None:
    arena = house("hexapro")
    entries = arena.enter(1, 2, 3)
    arena.start()
    pool = arena.tournament.payouts.pool
    arena.tournament.cancel(arena.now_ms, shares=dict.fromkeys(entries, pool))
    arena.take_step()
    assert shares(arena) == [pool] * 3


@rule("CXL-11")
@pytest.mark.parametrize(
    ("switch", "cents", "reason"),
    [
        ("house_may_alter = false", 25_00, "policy_is_fixed"),
        ("house_may_alter = true", 22_49, "less_than_the_policy"),
    ],
)
def test_the_house_never_pays_less_than_the_policy_and_not_at_all_where_it_is_fixed(
    switch: str, cents: int, reason: str
) -> None:
    arena = house("freezeout", f"[CXL-11] {switch}", registration=NO_LATE)
    arena.enter(*range(1, 11))
    arena.start()
    arena.play_down_to(4)
    wished = dict.fromkeys(arena.tournament.stacks, cents)
    with pytest.raises(OperatorRefused) as refused:
        arena.tournament.cancel(arena.now_ms, shares=wished)
    assert (refused.value.rule, refused.value.reason) == ("CXL-11", reason)
    assert not arena.tournament.is_over


@rule("CXL-11", "CXL-02")
def test_before_the_start_and_for_others_than_the_players_left_nothing_is_altered() -> None:
    arena = house("freezeout", registration=NO_LATE)
    entries = arena.enter(*range(1, 4))
    with pytest.raises(OperatorRefused, match="has not started"):
        arena.tournament.cancel(arena.now_ms, shares=dict.fromkeys(entries, 100_00))
    arena.start()
    with pytest.raises(OperatorRefused, match="not a share for every player left"):
        arena.tournament.cancel(arena.now_ms, shares={entries[0]: 100_00})


@rule("TAMB-56", "BTN-02")
def test_whoever_just_had_the_big_blind_never_has_it_first_at_a_final_table_drawn_anew() -> None:
    for seed in range(12):
        arena = house("freezeout", "[TAMB-56] final_table_redraw = true", registration=NO_LATE)
        arena.chance.seed(seed)
        arena.enter(*range(1, 13))
        arena.start()
        arena.play_down_to(7)
        first, second = arena.tournament.tables
        arena.walk(second)
        blind = arena.tournament.tables[first].plan()[0].big_blind
        others = [one for one in arena.at(first) if one.seat != blind]
        loser, winner = sorted(others, key=lambda one: one.stack)[:2]
        arena.shove(first, winner.entry, loser.entry)
        (drawn,) = arena.tournament.tables.values()
        before = {one.entry for one in drawn.seats.values() if one.had_big_blind}
        assert len(before) == 2
        arena.deal(drawn.number)
        dealt = arena.events_of(HandDealt)[-1]
        assert isinstance(dealt, HandDealt)
        assert dict(dealt.dealt_in)[dealt.positions.big_blind] not in before


@rule("CXL-11")
def test_the_house_may_divide_exactly_what_the_policy_pays_in_another_way() -> None:
    arena = house("freezeout", registration=NO_LATE)
    arena.enter(*range(1, 11))
    arena.start()
    arena.play_down_to(4)
    arena.tournament.cancel(arena.now_ms, shares=dict.fromkeys(arena.tournament.stacks, 22_50))
    arena.take_step()
    assert shares(arena) == [22_50] * 4


@rule("CXL-11", "TAMB-69")
def test_a_player_without_chips_who_may_buy_back_is_not_among_those_the_house_pays() -> None:
    arena = house("rebuy")
    entries = arena.enter(1, 2, 3)
    arena.start()
    loser, winner = (one.entry for one in arena.at(1)[:2])
    arena.shove(1, winner, loser)
    assert list(arena.tournament.desk.offers) == [loser]
    left = [entry for entry in entries if entry != loser]
    arena.tournament.cancel(arena.now_ms, shares=dict.fromkeys(left, 10_00))
    arena.take_step()
    assert shares(arena) == [10_00, 10_00]


# What the rulebook itself refuses


@rule("TAMB-97")
def test_antes_that_count_as_a_bet_are_refused_with_file_line_and_key() -> None:
    with pytest.raises(InvalidFile) as refused:
        house_rules('inherits = "en-2.7"\n[TAMB-97]\nantes_count_as_bet = true\n', "house.toml")
    message = str(refused.value)
    assert message.startswith("house.toml, line 3: [TAMB-97] antes_count_as_bet: must be false")


@rule("TYP-02", "TAMB-13")
@pytest.mark.parametrize(
    ("kinds", "name", "changes"),
    [
        ('["satellite"]', "sit-and-go-5", {}),
        (
            '["cash"]',
            "sit-and-go-5",
            {"satellite": {"target": "sunday", "seat_price_cents": 2_000}},
        ),
    ],
)
def test_a_sit_and_go_pays_only_what_the_rules_name(
    kinds: str, name: str, changes: dict[str, Any]
) -> None:
    house(name, **changes)
    with pytest.raises(InvalidFile, match=r"has Sit & Gos for (cash|satellite) only"):
        house(name, f"[TYP-02] sng_prize_kinds = {kinds}", **changes)
