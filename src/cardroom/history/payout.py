"""Compares what the engine pays with what the file says was paid, up to the room's own rake."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from cardroom.engine.answers import Pot
from cardroom.engine.cards import UNKNOWN
from cardroom.engine.hand import Hand
from cardroom.engine.showdown import made_strength
from cardroom.history.booking import Book
from cardroom.history.dealt import mucked
from cardroom.history.fields import MONEY
from cardroom.history.record import HandRecord
from cardroom.history.verdict import AGREES, Verdict, disagrees, unjudged
from cardroom.units import Seat

RAKE_SHARE = 10
"""No room of the collection takes more than a tenth of the pot as its rake."""

Paid = tuple[int, ...]
"""What each player got from the pots, in the order of the file."""


def rake_limit(record: HandRecord, pot: int) -> int:
    """The most that may be missing from a pot: a tenth, and half a dollar for a jackpot.

    Where no money is played for nothing may be missing at all.
    """
    if not any(key in record.other for key in MONEY):
        return 0
    dollar: int = 10**record.places
    return pot // RAKE_SHARE + dollar // 2


def judge_payout(hand: Hand, record: HandRecord, booked: Book) -> Verdict:
    """Judge the end of a hand that was played to its showdown or its last fold."""
    readings = list(_recorded_payouts(record, booked))
    if not readings:
        said = record.winnings is not None
        return unjudged("winnings_all_zero" if said else "result_not_recorded")
    limit = rake_limit(record, booked.pot)
    possible = [paid for paid in readings if 0 <= booked.pot - sum(paid) <= limit]
    if not possible:
        too_much = sum(readings[0]) > booked.pot
        reason = "paid_more_than_put_in" if too_much else "paid_less_than_put_in"
        return unjudged(reason, f"{sum(readings[0])} of {booked.pot}")
    if hand.is_over:
        won = tuple(hand.payouts.get(seat, 0) for seat in hand.started.seats)
        if any(_explains(won, paid, limit) for paid in possible):
            return AGREES
        return disagrees("payout_differs", f"engine {won}, file {possible[0]}")
    if any(_award(hand, record, paid, limit) for paid in possible):
        return AGREES
    return disagrees("no_winners_fit", f"{hand.pots}, file {possible[0]}")


def _recorded_payouts(record: HandRecord, booked: Book) -> Iterator[Paid]:
    """What the file says was paid; finishing stacks are exact, winnings can be read in two ways.

    Some rooms count the part of a bet that nobody matched as won, some give it back first.
    """
    starting, finishing = record.starting_stacks, record.finishing_stacks
    if finishing is not None and None not in (*starting, *finishing):
        yield tuple(
            (end or 0) - (start or 0) + put
            for start, end, put in zip(starting, finishing, booked.put, strict=True)
        )
    elif record.winnings is not None and any(record.winnings):
        won = tuple(amount or 0 for amount in record.winnings)
        yield won
        less = tuple(amount - back for amount, back in zip(won, booked.returned, strict=True))
        if less != won and min(less) >= 0:
            yield less


def _explains(won: Sequence[int], paid: Paid, limit: int) -> bool:
    """Whether the file pays what was won, less a rake that only winners bear."""
    missing = [had - got for had, got in zip(won, paid, strict=True)]
    borne = all(short == 0 or had for short, had in zip(missing, won, strict=True))
    return borne and min(missing) >= 0 and sum(missing) <= limit


def _award(hand: Hand, record: HandRecord, paid: Paid, limit: int) -> bool:
    """Find winners of every pot that explain what was paid, and pay them; False if there are none.

    Cards that were shown are not ignored: no hand is paid that loses to another one seen.
    """
    gave_up = mucked(record)
    for winners in product(*(_possible_winners(hand, pot, paid, gave_up) for pot in hand.pots)):
        won = [0] * len(paid)
        for pot, seats in zip(hand.pots, winners, strict=True):
            for place, seat in enumerate(seats):
                won[seat - 1] += pot.amount // len(seats) + (place < pot.amount % len(seats))
        if _explains(won, paid, limit):
            hand.award(winners)
            return True
    return False


def _possible_winners(
    hand: Hand, pot: Pot, paid: Paid, gave_up: set[Seat]
) -> Iterator[tuple[Seat, ...]]:
    """Every set of seats that may share a pot as far as the cards seen and the file tell."""
    claiming = [seat for seat in pot.seats if seat not in gave_up]
    known = [seat for seat in claiming if UNKNOWN not in hand.hole(seat)]
    strengths = {seat: made_strength(hand.hole(seat), list(hand.board)) for seat in known}
    best = max(strengths.values(), default=0)
    able = [seat for seat in claiming if paid[seat - 1] and strengths.get(seat, best) == best]
    return chain.from_iterable(combinations(able, count) for count in range(1, len(able) + 1))
