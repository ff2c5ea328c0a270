"""Tickets that players get new for what they give back, with their expiry (TRN-13, TAMB-87)."""

from collections.abc import Iterable

from cardroom.ledger import Kind, PlayerId, Transfer, read_account
from cardroom.ledger.tickets import read_ticket
from cardroom.ledger.transfers import Reason
from cardroom.room.tournaments.records import TicketGrant


def refunded_tickets(transfers: Iterable[Transfer], expires_ms: int) -> tuple[TicketGrant, ...]:
    """A ticket for a seat that was won, or for a ticket past use; others come back as they were."""
    return tuple(
        grant
        for transfer in transfers
        if transfer.reason is Reason.ENTRY_REFUNDED
        for grant in _issued(transfer, expires_ms)
    )


def _issued(transfer: Transfer, expires_ms: int) -> list[TicketGrant]:
    sides = [(read_account(account), amount) for account, amount in transfer.entries]
    if not any(account.kind is Kind.TICKET_ISSUE for account, _ in sides):
        return []
    return [
        TicketGrant(PlayerId(account.ids[0]), read_ticket(account.asset), expires_ms)
        for account, amount in sides
        if account.kind is Kind.PLAYER_TICKETS
        for _ in range(amount)
    ]
