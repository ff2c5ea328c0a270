"""Compares what the engine pays with what the file says was paid, up to the room's own rake."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, product

from msgspec import Struct

from cardroom.cards import UNKNOWN
from cardroom.engine.answers import Pot
from cardroom.engine.events import PotAwarded
from cardroom.engine.hand import Hand
from cardroom.engine.pots import shares
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

WAYS_MAX = 10_000
"""How many ways to award the pots we try; real hands have a handful."""


class Way(Struct, frozen=True):
    """One way to award the pots.

    What everyone wins by our rule, and the most it can be if odd units go elsewhere (POT-05).
    """

    winners: Sequence[Sequence[Seat]]
    won: Paid
    most: Paid


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
    ways = iter([_engine_way(hand)]) if hand.is_over else _possible_ways(hand, record, possible)
    return _judge_ways(hand, ways, possible)


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


def _judge_ways(hand: Hand, ways: Iterator[Way], possible: list[Paid]) -> Verdict:
    """Look for a way to pay the pots that explains some reading of what was paid."""
    odd_elsewhere = False
    tried = 0
    won: Paid = ()
    for way in islice(ways, WAYS_MAX):
        tried += 1
        won = way.won
        if any(_explains(won, won, paid) for paid in possible):
            if not hand.is_over:
                hand.award(way.winners)
            return AGREES
        odd_elsewhere |= any(_explains(won, way.most, paid) for paid in possible)
    detail = f"engine {won}, file {possible[0]}"
    if odd_elsewhere:
        return unjudged("odd_unit_elsewhere", detail)
    if tried == WAYS_MAX:
        return unjudged("too_many_ways")
    return disagrees("payout_differs" if hand.is_over else "no_winners_fit", detail)


def _engine_way(hand: Hand) -> Way:
    """What the engine paid by itself."""
    pots = [event for event in hand.events if isinstance(event, PotAwarded)]
    return _way(hand, [pot.amount for pot in pots], [pot.seats for pot in pots])


def _possible_ways(hand: Hand, record: HandRecord, possible: list[Paid]) -> Iterator[Way]:
    """Every way to award the pots to those who were paid, where cards are not known."""
    gave_up = mucked(record)
    pots = hand.pots
    amounts = [pot.amount for pot in pots]
    for paid in possible:
        for winners in product(*(_possible_winners(hand, pot, paid, gave_up) for pot in pots)):
            yield _way(hand, amounts, winners)


def _way(hand: Hand, amounts: Sequence[int], winners: Sequence[Sequence[Seat]]) -> Way:
    players = len(hand.started.seats)
    won, most = [0] * players, [0] * players
    one_each = hand.rules.odd_units == "one_each_from_worst"
    for amount, seats in zip(amounts, winners, strict=True):
        parts = shares(amount, len(seats), hand.started.unit, one_each=one_each)
        for seat, part in zip(seats, parts, strict=True):
            won[seat - 1] += part
            most[seat - 1] += max(parts)
    return Way(winners, tuple(won), tuple(most))


def _explains(won: Paid, most: Paid, paid: Paid) -> bool:
    """Whether nobody is paid more than can be won, and nobody at all who won nothing.

    What is missing is the rake, and the winners bear it.
    """
    return all(
        0 <= got <= top and (had > 0 or got == 0)
        for had, top, got in zip(won, most, paid, strict=True)
    )


def _possible_winners(
    hand: Hand, pot: Pot, paid: Paid, gave_up: set[Seat]
) -> Iterator[tuple[Seat, ...]]:
    """Every set of seats that may share a pot as far as the cards seen and the file tell.

    Cards that were shown are not ignored: no hand is paid that loses to another one seen.
    """
    claiming = [seat for seat in pot.seats if seat not in gave_up]
    known = [seat for seat in claiming if UNKNOWN not in hand.hole(seat)]
    strengths = {seat: made_strength(hand.hole(seat), list(hand.board)) for seat in known}
    best = max(strengths.values(), default=0)
    able = [seat for seat in claiming if paid[seat - 1] and strengths.get(seat, best) == best]
    return chain.from_iterable(combinations(able, count) for count in range(1, len(able) + 1))
