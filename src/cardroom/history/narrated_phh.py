"""A told hand as PHH: the cards of the others are `????` unless they were shown."""

from collections.abc import Iterable

from cardroom.engine import replay
from cardroom.history.moments import utc
from cardroom.history.narrated import NarratedHand, PlayedHand
from cardroom.history.proofs import with_proof
from cardroom.history.record import HandRecord
from cardroom.history.recorded_cards import KEY
from cardroom.history.recording import hand_record
from cardroom.history.writing import write_hand
from cardroom.units import Seat


def record_of(narrated: NarratedHand) -> HandRecord:
    """The record of a told hand, with place and time under the format's own names."""
    hand = narrated.hand
    played = replay(hand.rules, narrated.events)
    record = hand_record(
        played,
        currency=hand.currency,
        names=hand.names,
        other={
            "venue": hand.site,
            **time_fields(hand.at_ms),
            "hand": hand.number,
            "table": hand.table,
            "seat_count": hand.seats_max,
            **_tournament(hand, played.seats),
            "_edition": hand.edition,
            **({KEY: hand.key} if hand.key else {}),
        },
    )
    return with_proof(record, hand.proof)


def phh_of(narrated: NarratedHand) -> str:
    """The text of a `.phh` file of one hand; `write_hands` makes one of many."""
    return write_hand(record_of(narrated))


def _tournament(hand: PlayedHand, seats: Iterable[Seat]) -> dict[str, object]:
    """Name and level under the format's own names, the rest under names of our own.

    Bounties are in the order of the players, as `seats` has them.
    """
    tournament = hand.tournament
    if tournament is None:
        return {}
    fields: dict[str, object] = {
        "event": tournament.name,
        "level": tournament.level,
        "_tournament": tournament.number,
        "_tournament_currency": tournament.currency,
        "_buy_in_cents": tournament.buy_in,
        "_fee_cents": tournament.fee,
    }
    if tournament.bounty:
        fields["_bounty_cents"] = tournament.bounty
        fields["_bounties_cents"] = [hand.bounties.get(seat, 0) for seat in seats]
    return fields


def time_fields(at_ms: int) -> dict[str, object]:
    """Date and time of day, to the second."""
    moment = utc(at_ms)
    return {
        "time": moment.time().replace(microsecond=0),
        "time_zone": "UTC",
        "day": moment.day,
        "month": moment.month,
        "year": moment.year,
    }
