"""A recorded hand of a file as a played hand that the other formats can show."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from cardroom.engine import Event, Hand, HandStarted, Post, Rake
from cardroom.engine.events import LAST_SEAT, PotAwarded, UncalledReturned
from cardroom.engine.starting import clockwise
from cardroom.errors import InvalidFile
from cardroom.history.amounts import CENT_PLACES
from cardroom.history.narrated import PlayedHand
from cardroom.history.record import HandRecord, Place
from cardroom.history.recorded_cards import KEY
from cardroom.history.replay import replayed
from cardroom.history.verdict import REASONS
from cardroom.rulebook import Edition
from cardroom.units import Seat

CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP"}


def played_hand(record: HandRecord, place: Place, edition: Edition, *, at_ms: int) -> PlayedHand:
    """Play a recorded hand again to its end; InvalidFile says why that is not possible."""
    if None in record.starting_stacks or record.places not in (0, CENT_PLACES):
        raise _unplayable(place, "the stacks are not recorded, or not in cents")
    found = replayed(record, edition.hand)
    hand = found.hand
    if found.verdict.outcome == "disagree":
        raise _unplayable(place, f"the rules say otherwise: {found.verdict.detail}")
    if hand is None or not hand.is_over:
        raise _unplayable(place, REASONS[found.verdict.reason])
    hand = _raked(record, hand, edition)
    numbers = _seat_numbers(record)
    return PlayedHand(
        events=tuple(_reseated(event, numbers) for event in hand.events),
        rules=hand.rules,
        edition=edition.name,
        names={numbers[number]: name for number, name in enumerate(_names(record), 1)},
        number=_number(record.other.get("hand"), place),
        table=str(record.other.get("table") or _file_name(place)),
        seats_max=_seats_max(record, numbers),
        at_ms=at_ms,
        currency=_currency(record),
        small_blind=_small_blind(record),
        site=str(record.other.get("venue", "cardroom")),
        key=str(record.other.get(KEY, "")),
    )


def _unplayable(place: Place, reason: str) -> InvalidFile:
    key = "" if place.number is None else f"[{place.number}]"
    return InvalidFile(place.file, reason, line=place.line, key=key)


def _raked(record: HandRecord, hand: Hand, edition: Edition) -> Hand:
    """The hand once more with the rake that is missing from what the file paid (AMB-52)."""
    rake = _missing(record, hand)
    if rake <= 0 or not hand.board:
        return hand
    raked = replayed(record, edition.hand, rake=Rake(permille=1000, cap=rake, minimum=rake)).hand
    return raked if raked is not None and raked.is_over else hand


def _missing(record: HandRecord, hand: Hand) -> int:
    """What was put in and not paid out; some files count a returned bet as won."""
    finishing = record.finishing_stacks
    if finishing is not None and None not in finishing:
        return _sum(record.starting_stacks) - _sum(finishing)
    if not any(record.winnings or ()):
        return 0
    pot = sum(event.amount for event in hand.events if isinstance(event, PotAwarded))
    returned = sum(event.by for event in hand.events if isinstance(event, UncalledReturned))
    missing = pot - _sum(record.winnings or ())
    return missing if missing >= 0 else missing + returned


def _sum(amounts: tuple[int | None, ...]) -> int:
    return sum(amount or 0 for amount in amounts)


def _seat_numbers(record: HandRecord) -> dict[Seat, Seat]:
    """The file's own seat numbers where they fit round a table, else the players' numbers."""
    players = list(range(1, len(record.antes) + 1))
    own = list(record.seats or players)
    fits = all(0 <= seat <= LAST_SEAT for seat in own) and len(set(own)) == len(own)
    in_order = fits and clockwise(own, own[-1]) == own
    return dict(zip(players, own if in_order else players, strict=True))


def _reseated(event: Event, numbers: Mapping[Seat, Seat]) -> Event:
    """The same event with other seat numbers."""
    moved: dict[str, Any] = {}
    for field in ("seat", "button"):
        if hasattr(event, field):
            moved[field] = numbers[getattr(event, field)]
    if hasattr(event, "seats"):
        moved["seats"] = tuple(numbers[seat] for seat in event.seats)
    if isinstance(event, HandStarted):
        moved["posts"] = tuple(
            Post(numbers[post.seat], post.kind, post.amount) for post in event.posts
        )
    return replace(event, **moved)


def _file_name(place: Place) -> str:
    return place.file.replace("\\", "/").rpartition("/")[2].partition(".")[0]


def _names(record: HandRecord) -> tuple[str, ...]:
    return record.players or tuple(f"p{number}" for number in range(1, len(record.antes) + 1))


def _number(found: object, place: Place) -> int:
    """The digits of the hand's own number, or its number in the file."""
    digits = "".join(sign for sign in str(found) if sign in "0123456789")
    return int(digits) if digits and found is not None else place.number or 1


def _seats_max(record: HandRecord, numbers: Mapping[Seat, Seat]) -> int:
    said = record.other.get("seat_count")
    highest = max(numbers.values()) + int(0 in numbers.values())
    return max(said, highest) if isinstance(said, int) else highest


def _currency(record: HandRecord) -> str | None:
    """The currency, or the one of its sign; amounts without either are chips."""
    said = record.other.get("currency")
    if isinstance(said, str):
        return said
    return (
        CURRENCIES.get(str(record.other.get("currency_symbol")), "USD") if record.places else None
    )


def _small_blind(record: HandRecord) -> int:
    """The blind below the big one that somebody posted, or half of the big one."""
    smaller = [blind for blind in record.blinds_or_straddles if 0 < blind < record.big_blind]
    return max(smaller, default=record.big_blind // 2)
