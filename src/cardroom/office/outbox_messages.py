"""Messages to the operator's systems: hands, money, accounts, reports, measures; never a card."""

import msgspec

from cardroom.ledger import Message, PlayerId, Reason, SettledHand, Transfer
from cardroom.room.records import Account
from cardroom.room.requests import Report

AT_THE_TABLES = frozenset({Reason.BOUGHT_IN, Reason.TOPPED_UP, Reason.CASHED_OUT})
"""Money that only changes its pocket inside the room: nobody outside needs to know."""

HAND_SETTLED = "hand.settled"
MONEY = "money."
"""How the subjects of what transfers did begin."""


def of_hand(hand: SettledHand) -> Message:
    """A hand was paid: who won and lost how much, without its cards; always in the same words."""
    return _message(
        HAND_SETTLED,
        key=hand.key,
        table=hand.table,
        edition=hand.edition,
        currency=hand.currency,
        at_ms=hand.at_ms,
        rake=hand.rake,
        deltas={str(player): delta for player, delta in sorted(hand.deltas.items())},
    )


def of_transfer(transfer: Transfer) -> tuple[Message, ...]:
    """Money came, went or was corrected; nothing for what only moves to a table and back."""
    if transfer.reason in AT_THE_TABLES:
        return ()
    return (
        _message(
            f"{MONEY}{transfer.reason.value}",
            key=transfer.key,
            at_ms=transfer.at_ms,
            entries=dict(transfer.entries),
            operator=transfer.operator,
            note=transfer.note,
        ),
    )


def of_account(account: Account) -> Message:
    """Somebody has an account now; what protects it stays here."""
    return _message(
        "account.opened",
        player=account.player,
        name=account.name,
        kind=account.kind,
        at_ms=account.created_ms,
    )


def of_report(case: int, reporter: PlayerId, report: Report, at_ms: int) -> Message:
    """A player has reported something: it is a case now (FAIR-12)."""
    return _message(
        "report.made",
        case=case,
        reporter=reporter,
        kind=report.kind,
        players=report.players,
        at_ms=at_ms,
    )


def of_measure(actor: PlayerId, subject: PlayerId, deed: str, reason: str, at_ms: int) -> Message:
    """Somebody of the house did something to an account (FAIR-10)."""
    return _message(
        "measure.taken", actor=actor, player=subject, deed=deed, reason=reason, at_ms=at_ms
    )


def _message(subject: str, **content: object) -> Message:
    return Message(subject, msgspec.json.encode(content))
