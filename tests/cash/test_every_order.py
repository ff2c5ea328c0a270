"""Whoever leaves, joins or sits out, and in whatever order: enough ready players get a hand."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from operator import mod
from typing import NamedTuple

import pytest

from cardroom.cards import DECK
from cardroom.cash.dealing import is_between, next_deal
from cardroom.cash.occupant import Occupant
from cardroom.cash.offers import BuyInOffer
from cardroom.cash.positions import HandPositions, Standing
from cardroom.cash.table import CashTable
from cardroom.engine.starting import clockwise
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook import edition
from cardroom.rulebook.cash import StakeKey
from cardroom.units import Seat
from tests.cash.tables import RICH, cash_rules, seated
from tests.rule import rule

RULES = cash_rules()
STAKE = RULES.stake(StakeKey("nl-holdem", "ordinary", 5, 10))
HAND = edition("en-2.7").hand
GHOST = 900
"""Players of the last hand who have gone have numbers from here on."""


# Every table that there can be: what the next hand depends on, all of it, seat by seat.


class Kind(NamedTuple):
    """How a player who is ready comes to the next hand."""

    standing: Standing
    owes: bool = False


KINDS = (
    None,
    Kind("playing"),
    Kind("returning"),
    Kind("waiting"),
    Kind("posting"),
    Kind("waiting", owes=True),
    Kind("posting", owes=True),
)


def tables(seats: int) -> Iterator[list[Occupant]]:
    """Two or more ready players in this many seats, in every mixture.

    Somebody is of the last hand or has sat down since: otherwise the table starts like a new one.
    """
    choices = [[kind and sits(seat, kind) for kind in KINDS] for seat in range(1, seats + 1)]
    for mixture in product(*choices):
        ready = [one for one in mixture if one is not None]
        if len(ready) >= 2 and not all(one.missed_blind for one in ready):
            yield ready


def sits(seat: Seat, kind: Kind) -> Occupant:
    occupant = seated(seat, PlayerId(seat), kind.standing)
    occupant.missed_blind = kind.owes
    return occupant


@rule("AMB-71", "CASH-07", "CASH-09", "SIT-07")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_table_with_two_ready_players_or_more_deals_them_a_proper_hand(seats: int) -> None:
    everybody = {seat: PlayerId(seat) for seat in range(1, seats + 1)}
    last = HandPositions(button=2, small_blind=3, big_blind=1, dealt_in=everybody)
    count = 0
    for ready in tables(seats):
        verify(last, ready, next_deal(last, ready))
        count += 1
    assert count == 7**seats - 3**seats - 4 * seats


def verify(last: HandPositions, ready: list[Occupant], deal: HandPositions) -> None:
    """Nobody is left out who should play, and nobody who missed a blind comes in free."""
    dealt, paying = deal.dealt_in, {deal.small_blind, deal.big_blind, *deal.posts}
    assert len(dealt) >= 2
    assert {deal.button, deal.big_blind} <= dealt.keys()
    assert deal.button != deal.big_blind
    assert (len(dealt) == 2) == (deal.small_blind == deal.button)
    due = clockwise([one.seat for one in ready], last.big_blind)[0]
    assert due in dealt, f"the big blind passes seat {due}"
    for one in ready:
        assert one.standing != "playing" or one.seat in dealt, f"seat {one.seat} is left out"
        if one.missed_blind and one.standing == "waiting" and one.seat in dealt:
            assert deal.big_blind == one.seat, f"seat {one.seat} comes in free"
        if one.missed_blind and one.standing == "posting" and one.seat in dealt:
            assert one.seat in paying, f"seat {one.seat} comes in free"
    others = [one for one in ready if one.seat != due]
    if deal.big_blind != due:
        assert all(one.missed_blind and one.standing == "waiting" for one in others)
    inside = [one for one in others if one.standing in ("playing", "returning")]
    if not inside:
        newcomers = {one.seat for one in others if not one.missed_blind}
        assert newcomers <= dealt.keys(), "a newcomer waits for nothing"
        assert not newcomers & set(deal.posts), "a newcomer posts for nothing"
    between = [seat for seat in dealt if is_between(seat, deal.button, deal.big_blind)]
    assert between == [] or between == [deal.small_blind]


# Every order of doing things at a real table, followed until nothing new comes of it.


class Sitting(NamedTuple):
    """A taken seat, as far as the next hand depends on it."""

    standing: Standing
    owes: bool
    out: bool
    in_last: bool
    next_big_blind: bool


class Past(NamedTuple):
    """A table between two hands; the first seat is that of the last big blind."""

    played: int
    """How many were dealt into the last hand: none, two, or three and more."""
    seats: tuple[Sitting | None, ...]


def staged(past: Past) -> CashTable:
    """A real table in that situation."""
    assert STAKE is not None
    table = CashTable(TableId(1), STAKE, RULES, HAND)
    for seat, sitting in enumerate(past.seats, start=1):
        if sitting is not None:
            occupant = sits(seat, Kind(sitting.standing, sitting.owes))
            occupant.out_since_ms = 0 if sitting.out else None
            occupant.sit_out = "next_big_blind" if sitting.next_big_blind else "not"
            table.restore_seat(occupant)
    if past.played:
        stayed = {seat for seat, one in enumerate(past.seats, start=1) if one and one.in_last}
        others = [seat for seat in range(1, len(past.seats) + 1) if seat not in stayed | {1}]
        missing = past.played - len(stayed | {1})
        dealt = sorted({1, *stayed, *others[: max(0, missing)]})
        table.last = HandPositions(
            button=dealt[1],
            small_blind=None,
            big_blind=1,
            dealt_in={seat: PlayerId(seat if seat in stayed else GHOST + seat) for seat in dealt},
        )
    return table


def past_of(table: CashTable, seats: int) -> Past:
    """What the next hand depends on, turned so that the last big blind comes first."""
    last = table.last
    start = 1 if last is None else last.big_blind
    order = [(start + step - 1) % seats + 1 for step in range(seats)]
    sittings = tuple(sitting_of(table.occupants.get(seat), last) for seat in order)
    return Past(0 if last is None else min(3, len(last.dealt_in)), sittings)


def sitting_of(occupant: Occupant | None, last: HandPositions | None) -> Sitting | None:
    if occupant is None:
        return None
    return Sitting(
        standing=occupant.standing,
        owes=occupant.missed_blind,
        out=occupant.is_out,
        in_last=last is not None and last.dealt_in.get(occupant.seat) == occupant.player,
        next_big_blind=occupant.sit_out == "next_big_blind",
    )


def moves(past: Past, deeds: tuple[str, ...]) -> Iterator[CashTable]:
    """The table after each thing that one player can do now, and after the next hand."""
    for seat, sitting in enumerate(past.seats, start=1):
        for move in ("join",) if sitting is None else deeds:
            table = staged(past)
            try:
                do(table, seat, move)
            except SeatRefused:
                continue
            yield table
    for button in range(len(past.seats)):
        table = staged(past)
        deal = table.plan(0, partial(mod, button))
        if deal is not None:
            play(table, deal)
            yield table
        if past.played:
            break


def play(table: CashTable, deal: HandPositions) -> None:
    """Deal a hand; everybody folds, and the winner's blinds are all that moves."""
    table.start_hand(deal, DECK, 0)
    while table.actor is not None:
        table.act(table.actor, "fold", 0, 0)
    table.finish()


def do(table: CashTable, seat: Seat, move: str) -> None:
    player = PlayerId(seat)
    match move:
        case "join":
            table.sit_down(player, seat, RICH, BuyInOffer(least=1, most=RICH, rule="CASH-16"), 0)
        case "leave":
            table.leave(player, 0)
        case "out":
            table.sit_out(player, 0)
        case "back":
            table.come_back(player, 0)
        case "next":
            table.sit_out_next_big_blind(player, on=True)
        case _:
            table.post_or_wait(player, post=True)


def has_enough(table: CashTable) -> bool:
    """Three who do not sit out, or two right after a hand of three or more (CASH-07)."""
    ready = sum(not one.is_out for one in table.in_order())
    return ready >= 3 or (ready == 2 and table.last is not None and len(table.last.dealt_in) >= 3)


@rule("CASH-07", "AMB-71", "AMB-31")
@pytest.mark.parametrize(
    ("seats", "deeds"),
    [
        (3, ("leave", "out", "back", "next", "post")),
        (4, ("leave", "out", "back")),
        (5, ("leave",)),
        (6, ("leave",)),
    ],
)
def test_no_order_of_leaving_joining_and_sitting_out_stops_a_table(
    seats: int, deeds: tuple[str, ...]
) -> None:
    seen = {Past(0, (None,) * seats)}
    new = list(seen)
    while new:
        for table in moves(new.pop(), deeds):
            past = past_of(table, seats)
            if past not in seen:
                seen.add(past)
                new.append(past)
                deal = table.plan(0, lambda _: 0)
                assert (deal is not None) == has_enough(table), past
    assert len(seen) > 300
