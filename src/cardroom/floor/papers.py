"""What is printed: receipts, seat cards, move tickets, payout slips, bagging sheets."""

from typing import Literal

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import BountyPaid, HeldPrizeDecided, PrizePaid
from cardroom.floor.seat_events import EntryTaken, Place, PlayerMoved, TableBroken
from cardroom.floor.terms import Split
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips, Seat

PaperKind = Literal["receipts", "seat_cards", "move_tickets", "payout_slips", "bagging_sheets"]


class Receipt(msgspec.Struct, frozen=True, kw_only=True, tag="receipt"):
    """For a player who has paid: everything that they should verify (LIVE-2)."""

    number: int
    entry: EntryId
    player: str
    kind: str
    place: Place
    stack: Chips
    price: Split
    at_ms: int
    operator: str


class SeatCard(msgspec.Struct, frozen=True, kw_only=True, tag="seat_card"):
    """Where a player sits now."""

    entry: EntryId
    player: str
    place: Place


class MoveTicket(msgspec.Struct, frozen=True, kw_only=True, tag="move_ticket"):
    """From seat to seat, with the stack that is carried visibly (LIVE-22.p1)."""

    number: int
    entry: EntryId
    player: str
    origin: Place
    place: Place
    stack: Chips | None
    cause: str
    hands_to_big_blind: int | None
    at_ms: int


class PayoutSlip(msgspec.Struct, frozen=True, kw_only=True, tag="payout_slip"):
    """What the desk has paid, for the player's signature."""

    number: int
    entry: EntryId
    player: str
    place: int
    """0 for a bounty."""
    amount: Cents
    at_ms: int
    operator: str


class BagLine(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a bagging sheet, with a line to sign."""

    seat: Seat
    entry: EntryId
    player: str
    stack: Chips | None
    bag: str


class BaggingSheet(msgspec.Struct, frozen=True, kw_only=True, tag="bagging_sheet"):
    """All players of a table at the end of a day; stacks in piles of `stack_height` chips."""

    day: int
    table: int
    stack_height: int
    lines: tuple[BagLine, ...]


AnyPaper = Receipt | SeatCard | MoveTicket | PayoutSlip | BaggingSheet


def papers(floor: Floor, kind: PaperKind, since: int = 0) -> tuple[AnyPaper, ...]:
    """All papers of a kind; those that belong to an entry of the log, from after `since` on."""
    new = [entry for entry in floor.log.active() if entry.number > since]
    match kind:
        case "receipts":
            return tuple(_receipt(one) for one in new if isinstance(one.event, EntryTaken))
        case "seat_cards":
            return tuple(
                SeatCard(entry=entry, player=floor.field.names[entry], place=place)
                for entry, place in sorted(floor.field.places.items(), key=_by_seat)
            )
        case "move_tickets":
            return tuple(ticket for one in new for ticket in _tickets(floor, one))
        case "payout_slips":
            return tuple(slip for one in new for slip in _slips(floor, one))
        case "bagging_sheets":
            return tuple(_bagging(floor, number) for number in sorted(floor.field.tables))


def receipt(floor: Floor, entry: EntryId) -> Receipt:
    """The receipt of one entry."""
    for one in floor.log.active():
        if isinstance(one.event, EntryTaken) and one.event.entry == entry:
            return _receipt(one)
    raise FloorRefused("LIVE-8", "not_in_the_tournament", {"entry": entry})


def _by_seat(seated: tuple[EntryId, Place]) -> tuple[int, int]:
    return seated[1].table, seated[1].seat


def _receipt(logged: LogEntry) -> Receipt:
    taken = logged.event
    assert isinstance(taken, EntryTaken)
    return Receipt(
        number=logged.number,
        entry=taken.entry,
        player=taken.player,
        kind=taken.kind,
        place=taken.place,
        stack=taken.stack,
        price=taken.price,
        at_ms=logged.at_ms,
        operator=logged.operator.name,
    )


def _tickets(floor: Floor, logged: LogEntry) -> list[MoveTicket]:
    cause: str
    match logged.event:
        case PlayerMoved() as move:
            moves = [(move.entry, move.origin, move.place)]
            cause, hands = move.cause, move.hands_to_big_blind
        case TableBroken(moves=broken):
            moves = [(one.entry, one.origin, one.place) for one in broken]
            cause, hands = "table_broken", None
        case _:
            return []
    return [
        MoveTicket(
            number=logged.number,
            entry=entry,
            player=floor.field.names[entry],
            origin=origin,
            place=place,
            stack=floor.days.stacks.get(entry),
            cause=cause,
            hands_to_big_blind=hands,
            at_ms=logged.at_ms,
        )
        for entry, origin, place in moves
        if entry in floor.field.names
    ]


def _slips(floor: Floor, logged: LogEntry) -> list[PayoutSlip]:
    match logged.event:
        case PrizePaid(entry=entry, place=place, amount=amount):
            pass
        case HeldPrizeDecided(entry=entry, place=place, amount=amount, outcome="paid"):
            pass
        case BountyPaid(to=entry, amount=amount):
            place = 0
        case _:
            return []
    return [
        PayoutSlip(
            number=logged.number,
            entry=entry,
            player=floor.field.names[entry],
            place=place,
            amount=amount,
            at_ms=logged.at_ms,
            operator=logged.operator.name,
        )
    ]


def _bagging(floor: Floor, number: int) -> BaggingSheet:
    bags = floor.days.bags
    return BaggingSheet(
        day=floor.days.day,
        table=number,
        stack_height=floor.rules.chips.stack_height,
        lines=tuple(
            BagLine(
                seat=seat,
                entry=entry,
                player=floor.field.names[entry],
                stack=bags[entry][0] if entry in bags else None,
                bag=bags[entry][1] if entry in bags else "",
            )
            for seat, entry in sorted(floor.field.tables[number].players.items())
        ),
    )
