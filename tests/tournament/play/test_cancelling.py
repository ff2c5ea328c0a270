"""Cancellation in every state a tournament can be in."""

import pytest

from cardroom.errors import OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import Kind, player_tickets
from cardroom.ledger.accounts import house as house_account
from cardroom.ledger.ticketing import issue_ticket
from cardroom.ledger.tickets import Ticket
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, freezeout, house
from tests.tournament.desks import example
from tests.tournament.play.cancelled import cancel, left_with, pools


def begun(entries: int, **changes: object) -> Arena:
    arena = Arena(freezeout(**changes))  # type: ignore[arg-type]
    arena.enter(*range(1, entries + 1))
    arena.start()
    return arena


@rule("THC-09", "TRN-15", "CXL-02", "TAMB-33", "TAMB-65", "TAMB-88")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_too_few_entries_cancel_the_tournament_and_everything_goes_back(edition_name: str) -> None:
    arena = Arena(freezeout(edition_name, registration={"minimum_entries": 10}))
    entries = arena.enter(*range(1, 10))
    arena.start()
    assert arena.tournament.is_cancelled
    assert [arena.cash(number) for number in range(1, 10)] == [100_000_000] * len(entries)
    assert pools(arena) == [0, 0, 0]


@rule("THC-45", "CXL-03", "TAMB-82", "TAMB-81")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_a_sit_and_go_that_is_not_in_the_money(edition_name: str) -> None:
    arena = Arena(example("sit-and-go-5", edition=edition_name, price_cents=1000))
    arena.enter(1, 2, 3, 4, 5)
    arena.start()
    entries = left_with(arena, 1000, 700, 500, 300)
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [1544, 1259, 1069, 878]
    assert {one.fees for one in shares.values()} == {50}
    assert pools(arena) == [0, 0, 0]
    with pytest.raises(OperatorRefused):
        arena.tournament.cancel(arena.now_ms)


@rule("THC-45", "CXL-03", "TAMB-82", "TAMB-40")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_three_left_with_hardly_a_chip_between_two_of_them(edition_name: str) -> None:
    arena = Arena(example("sit-and-go-5", edition=edition_name, price_cents=1000))
    arena.enter(1, 2, 3, 4, 5)
    arena.start()
    entries = left_with(arena, 1_250, 1_249, 1)
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [19_79, 19_78, 7_93]


@rule("THC-46", "CXL-05", "CXL-07", "TAMB-84", "TAMB-81")
def test_a_sit_and_go_in_the_money_is_shared_by_icm() -> None:
    arena = Arena(example("sit-and-go-5", price_cents=1000))
    arena.enter(1, 2, 3, 4, 5)
    arena.start()
    entries = left_with(arena, 1800, 700)
    shares = cancel(arena)
    assert [(shares[entry].pot, shares[entry].fees) for entry in entries] == [
        (2689, 50),
        (2061, 50),
    ]


@rule("THC-48", "CXL-03", "TAMB-82", "TAMB-18")
def test_ten_left_at_two_tables_are_not_in_the_money() -> None:
    arena = begun(45)
    stacks = (12_000, 9_500, 8_000, 6_000, 4_500, 2_200, 1_300, 800, 500, 200)
    entries = left_with(arena, *stacks)
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [
        7425, 6300, 5625, 4725, 4050, 3015, 2610, 2385, 2250, 2115
    ]  # fmt: skip
    assert {one.fees for one in shares.values()} == {100}
    assert pools(arena) == [0, 0, 0]


@rule("THC-49", "CXL-03", "TAMB-81")
def test_a_final_table_with_more_players_than_prizes_is_not_in_the_money() -> None:
    arena = begun(20)
    entries = left_with(arena, 9000, 8000, 6000, 4000, 3000)
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [4500, 4200, 3600, 3000, 2700]


@rule("THC-50", "CXL-06", "TAMB-83", "CXL-05")
def test_in_the_money_at_two_tables_everybody_gets_the_lowest_prize_left() -> None:
    arena = begun(100)
    stacks = (
        30_000, 25_000, 22_000, 18_000, 15_000, 12_000, 10_000, 8_000, 5_000, 3_000, 1_500, 500
    )  # fmt: skip
    arena.play_down_to(13)
    assert len(arena.tournament.tables) == 3
    entries = left_with(arena, *stacks)
    assert len(arena.tournament.tables) == 2
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [
        12259, 10717, 9792, 8558, 7633, 6708, 6091, 5474, 4549, 3932, 3470, 3161
    ]  # fmt: skip
    assert pools(arena) == [0, 0, 0]


@rule("THC-51", "CXL-07", "TAMB-84")
def test_the_final_table_in_the_money_is_shared_by_icm() -> None:
    arena = begun(45, seats=9)
    entries = left_with(arena, 14_000, 11_000, 8_000, 6_000, 4_000, 2_000)
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [8290, 7522, 6629, 5941, 5145, 4189]
    assert pools(arena) == [0, 0, 0]


@rule("THC-56", "CXL-10", "CXL-03", "TAMB-86", "TAMB-73")
def test_in_a_bounty_tournament_everybody_gets_the_own_bounty() -> None:
    """A and C have knocked out two players each, B and D one: 13.50 were paid in cash before."""
    arena = Arena(example("progressive", registration={"late_levels": 0}))
    arena.enter(*range(1, 11))
    arena.start()
    a, b, first, third = (one.entry for one in arena.at(1)[:4])
    c, d, second, fourth = (one.entry for one in arena.at(2)[:4])
    arena.give({a: 6_000, c: 6_000, b: 6_000, d: 6_000})
    for table, taker, victim in ((1, a, first), (2, c, second), (1, a, third), (2, c, fourth)):
        arena.shove(table, taker, victim)
    (last,) = arena.tournament.tables
    fifth, sixth = {one.entry for one in arena.at(last)} - {a, b, c, d}
    arena.shove(last, b, fifth)
    arena.shove(last, d, sixth)
    arena.give({a: 6_000, b: 3_500, c: 3_000, d: 2_500})
    before = sum(arena.won(entry) + 10_00 for entry in (a, b, c, d))
    paid = cancel(arena)
    shares = [paid[entry] for entry in (a, b, c, d)]
    assert [one.pot for one in shares] == [14_63, 10_88, 10_12, 9_37]
    assert [one.bounty for one in shares] == [9_00, 6_75, 9_00, 6_75]
    assert [one.fees for one in shares] == [1_00] * 4
    assert before == 13_50
    assert sum(arena.won(entry) + 10_00 for entry in (a, b, c, d)) == 90_00 + 4_00
    assert pools(arena) == [0, 0, 0]


@rule("THC-59", "TAMB-40")
def test_the_odd_cent_of_equal_stacks_goes_to_the_lowest_entry_number() -> None:
    """A freeroll with 1.00 added, three left with the same stack."""
    definition = example("freeroll", registration={"late_levels": 0}, freeroll={"added_cents": 100})
    arena = Arena(definition)
    arena.enter(*range(1, 6))
    arena.start()
    entries = left_with(arena, 5_000, 5_000, 5_000)
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [34, 33, 33]


@rule("THC-47", "CXL-07", "TAMB-84")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_three_left_are_paid_the_worth_of_their_chips(edition_name: str) -> None:
    """House rules split the 100.00 of a five-handed Sit & Go in 50, 30 and 20 percent."""
    split = "{ seats = 5, percents = [50, 30, 20] }, { seats = 2, percents = [100] }"
    arena = house(
        "sit-and-go-5",
        f"[TAMB-43] sng_payouts = [{split}]",
        inherits=edition_name,
        price_cents=20_00,
        fee_cents=0,
    )
    arena.enter(1, 2, 3, 4, 5)
    arena.start()
    entries = left_with(arena, 5_000, 3_000, 2_000)
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [38_39, 32_75, 28_86]


@rule("THC-58", "CXL-08", "TAMB-84", "TAMB-87")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_the_seats_of_a_cancelled_satellite_are_paid_in_cash(edition_name: str) -> None:
    """30 entries of 9.00 are two seats of 110.00 and 50.00 for the third place."""
    definition = example(
        "satellite",
        edition=edition_name,
        price_cents=10_00,
        fee_cents=1_00,
        satellite={"target": "sunday", "seat_price_cents": 110_00},
        registration={"late_levels": 0},
    )
    arena = Arena(definition)
    arena.enter(*range(1, 31))
    arena.start()
    entries = left_with(arena, 6_000, 3_000, 1_000)
    assert [one.cents for one in arena.tournament.payouts.structure or ()] == [
        *(110_00, 110_00, 50_00)
    ]
    shares = cancel(arena)
    assert [shares[entry].pot for entry in entries] == [105_43, 97_00, 67_57]
    assert [arena.won(entry) for entry in entries] == [
        one + 1_00 - 10_00 for one in (105_43, 97_00, 67_57)
    ]
    assert pools(arena) == [0, 0, 0]


@rule("THC-57", "CXL-04", "TAMB-14")
@pytest.mark.parametrize("edition_name", EDITIONS)
@pytest.mark.parametrize("late_levels", [0, 4])
def test_the_added_pool_of_a_freeroll_is_shared_too(edition_name: str, late_levels: int) -> None:
    definition = example(
        "freeroll",
        edition=edition_name,
        registration={"late_levels": late_levels},
        freeroll={"added_cents": 5000},
    )
    arena = Arena(definition)
    arena.enter(*range(1, 21))
    arena.start()
    entries = left_with(arena, 4000, 3000, 2000, 1000)
    shares = cancel(arena)
    equally, halves = [1250] * 4, [1625, 1375, 1125, 875]
    assert [shares[entry].pot for entry in entries] == (
        equally if edition_name == "fr-2.2" else halves
    )
    assert pools(arena) == [0, 0, 0]


@rule("THC-60", "CXL-03", "TAMB-82", "TAMB-66")
def test_an_overlay_is_not_paid_when_not_in_the_money() -> None:
    definition = example(
        "guaranteed", price_cents=1000, guarantee_cents=100_000, registration={"late_levels": 0}
    )
    arena = Arena(definition)
    arena.enter(*range(1, 91))
    arena.start()
    left_with(arena, *[5000] * 20)
    shares = cancel(arena)
    assert {one.pot for one in shares.values()} == {4050}
    assert pools(arena) == [0, 0, 0]
    arena = Arena(definition, number=8)
    arena.enter(*range(1, 91))
    arena.start()
    left_with(arena, *[5000] * 14)
    paid = arena.tournament.payouts.paid
    assert sum(one.pot for one in cancel(arena).values()) + paid == 100_000


@rule("TAMB-81", "TRN-25", "H4H-03")
def test_unfinished_hands_are_rolled_back_and_committed_ones_stand() -> None:
    arena = begun(100)
    arena.play_down_to(16)
    assert arena.tournament.hand_for_hand.is_on
    first, second, _ = arena.tournament.ready
    victim = min(arena.at(first), key=lambda one: one.stack)
    winner = max(arena.at(first), key=lambda one: one.stack)
    arena.deal(second)
    before = {one.entry: one.stack for one in arena.at(second)}
    arena.shove(first, winner.entry, victim.entry)
    shares = cancel(arena)
    assert len(shares) == 15
    assert victim.entry not in shares
    assert before.items() <= arena.tournament.stacks.items()
    assert arena.tournament.places[victim.entry] == 16
    assert pools(arena) == [0, 0, 0]


@rule("TAMB-86", "CXL-02", "CXL-10")
def test_before_the_start_the_bounty_is_part_of_the_refund() -> None:
    arena = Arena(example("progressive"))
    arena.enter(1, 2, 3)
    assert pools(arena) == [3 * 4_50, 3 * 4_50, 3 * 1_00]
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    assert [arena.cash(number) for number in (1, 2, 3)] == [100_000_000] * 3
    assert pools(arena) == [0, 0, 0]


@rule("TAMB-88", "CXL-03", "TAMB-70")
def test_the_fee_of_an_earlier_entry_that_is_out_stays_with_the_house() -> None:
    """Six entries and one of them again: 63.00 in the pot, six fees of 1.00 come back."""
    arena = Arena(example("reentry"))
    arena.enter(*range(1, 7))
    arena.start()
    loser, winner = (one.entry for one in arena.at(1)[:2])
    arena.shove(1, winner, loser)
    player = arena.tournament.player_of(loser)
    (again,) = arena.enter(player)
    assert again == 7
    shares = cancel(arena)
    assert loser not in shares
    assert [one.fees for one in shares.values()] == [1_00] * 6
    assert sum(one.pot for one in shares.values()) == 7 * 9_00
    assert arena.ledger.balance(house_account(Kind.HOUSE_FEES, "EUR")) == 1_00


@rule("TAMB-87", "CXL-03")
def test_who_paid_with_a_ticket_gets_the_share_in_cash() -> None:
    arena = Arena(freezeout(ticket_word="sunday"))
    ticket, player = Ticket("EUR", 10_00, "sunday"), PlayerId(9)
    overlay = house_account(Kind.OVERLAY, "EUR")
    arena.ledger.apply(issue_ticket(ticket, player, overlay, request="1", at_ms=1))
    arena.enter(1, 2)
    entry = arena.tournament.register(player, arena.now_ms, ticket=ticket)
    arena.take_step()
    arena.start()
    shares = cancel(arena)
    assert (shares[entry].pot, shares[entry].fees) == (9_00, 1_00)
    assert arena.cash(player) == 10_00
    assert arena.ledger.balance(player_tickets(player, ticket.asset)) == 0


@rule("TAMB-89", "CXL-03")
@pytest.mark.parametrize("edition_name", EDITIONS[1:])
def test_a_flight_that_is_cancelled_shares_its_own_contributions(edition_name: str) -> None:
    """Five entries of 22.50 and 2.50; whoever is left, a flight is never in the money."""
    arena = Arena(example("phased", edition=edition_name))
    arena.enter(*range(1, 6))
    arena.start()
    entries = left_with(arena, 30_000, 20_000)
    shares = cancel(arena)
    assert [(shares[entry].pot, shares[entry].fees) for entry in entries] == [
        (61_88, 2_50),
        (50_62, 2_50),
    ]
    assert pools(arena) == [0, 0, 0]


@rule("CXL-03", "TAMB-82", "TAMB-66")
def test_an_overlay_of_one_cent_goes_back_too() -> None:
    few = {"late_levels": 0, "minimum_entries": 2}
    arena = Arena(example("guaranteed", guarantee_cents=90_01, registration=few))
    arena.enter(*range(1, 11))
    arena.start()
    left_with(arena, *[10_000] * 5)
    assert sum(one.pot for one in cancel(arena).values()) == 90_00
    assert pools(arena) == [0, 0, 0]
