"""What an entry of the log moves in the ledger: each event has its amounts, so the log says all."""

from collections.abc import Sequence

from cardroom.floor.events import RebuyPaid, Undone
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import (
    AddOnSold,
    BountyPaid,
    EntryWithdrawn,
    HeldPrizeDecided,
    PrizePaid,
    PrizesFixed,
    TournamentCancelled,
    TournamentClosed,
)
from cardroom.floor.seat_events import EntryTaken
from cardroom.floor.terms import Split
from cardroom.ledger import Transfer
from cardroom.ledger.floors import FloorMoney, Parts
from cardroom.ledger.overrides import reverse

NOTE_MAX = 500


def transfer_of(money: FloorMoney, entry: LogEntry) -> Transfer | None:
    """The money that an entry moves; None for most of them, which move nothing."""
    number, at_ms = entry.number, entry.at_ms
    match entry.event:
        case EntryTaken(price=price) | RebuyPaid(price=price) | AddOnSold(price=price):
            moved = money.take(parts_of(price), entry=number, at_ms=at_ms)
        case EntryWithdrawn(refund=refund):
            moved = money.refund(parts_of(refund), entry=number, at_ms=at_ms)
        case PrizesFixed(added=added):
            moved = money.add(added, entry=number, at_ms=at_ms)
        case HeldPrizeDecided(amount=amount, outcome="seized"):
            moved = money.seize(amount, entry=number, at_ms=at_ms)
        case PrizePaid(amount=amount) | HeldPrizeDecided(amount=amount):
            moved = money.pay(Parts(places=amount), entry=number, at_ms=at_ms)
        case BountyPaid(amount=amount):
            moved = money.pay(Parts(bounty=amount), entry=number, at_ms=at_ms)
        case TournamentCancelled(settlements=settlements):
            refunds = [parts_of(one.refund) for one in settlements]
            together = Parts(
                places=sum(one.places for one in refunds),
                bounty=sum(one.bounty for one in refunds),
                fee=sum(one.fee for one in refunds),
                staff=sum(one.staff for one in refunds),
            )
            moved = money.refund(together, entry=number, at_ms=at_ms)
        case TournamentClosed(left=left):
            moved = money.close(parts_of(left), entry=number, at_ms=at_ms)
        case _:
            return None
    return moved if moved.entries else None


def transfers_of(
    money: FloorMoney, log: Sequence[LogEntry], new: Sequence[LogEntry]
) -> list[Transfer]:
    """What new entries of a log move; undoing takes money back, the last transfer first."""
    found: list[Transfer] = []
    for entry in new:
        if isinstance(entry.event, Undone):
            for number in sorted(entry.event.entries, reverse=True):
                original = transfer_of(money, log[number - 1])
                if original is not None:
                    note = f"undone: {entry.reason}"[:NOTE_MAX]
                    operator = entry.operator.name
                    found.append(reverse(original, operator=operator, note=note, at_ms=entry.at_ms))
        else:
            moved = transfer_of(money, entry)
            if moved is not None:
                found.append(moved)
    return found


def parts_of(split: Split) -> Parts:
    """A price as the ledger has it."""
    return Parts(places=split.prize, bounty=split.bounty, fee=split.fee, staff=split.staff)
