"""Tickets that players get new for what they give back, with their expiry (TRN-13, TAMB-87)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from cardroom.ledger import Kind, PlayerId, Transfer, read_account
from cardroom.ledger.tickets import Ticket, read_ticket
from cardroom.ledger.transfers import Reason
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.ports import PrizeStore
from cardroom.room.tournaments.records import TicketGrant


def refunded_tickets(transfers: Iterable[Transfer], expires_ms: int) -> tuple[TicketGrant, ...]:
    """A ticket for a seat that was won, or for a ticket past use; others come back as they were."""
    return tuple(
        grant
        for transfer in transfers
        if transfer.reason is Reason.ENTRY_REFUNDED
        for grant in _issued(transfer, expires_ms)
    )


async def renewed_tickets(
    store: PrizeStore, transfers: Iterable[Transfer], at_ms: int, expires_ms: int
) -> tuple[TicketGrant, ...]:
    """New dates for tickets that come back with a cancellation past their own: an expired ticket
    becomes an equivalent one that is good (CXL-02, TAMB-87)."""
    returned = Counter(
        one
        for transfer in transfers
        if transfer.reason is Reason.ENTRY_REFUNDED and not _is_new(transfer)
        for one in _tickets(transfer)
    )
    renewed: list[TicketGrant] = []
    for (player, ticket), count in returned.items():
        held = await retry_while_unavailable(lambda who=player: store.tickets(who))  # type: ignore[misc]
        has = sum(one.ticket == ticket for one in held)
        dates = await retry_while_unavailable(
            lambda who=player, what=ticket: store.ticket_dates(who, what)  # type: ignore[misc]
        )
        # A player keeps what is good the longest: those come back that end before what they have.
        expired = [date for date in dates[has : has + count] if 0 < date <= at_ms]
        renewed += [TicketGrant(player, ticket, expires_ms)] * len(expired)
    return tuple(renewed)


def _issued(transfer: Transfer, expires_ms: int) -> list[TicketGrant]:
    if not _is_new(transfer):
        return []
    return [TicketGrant(player, ticket, expires_ms) for player, ticket in _tickets(transfer)]


def _is_new(transfer: Transfer) -> bool:
    """Whether the house issues a ticket with it, and gives back none."""
    accounts = (read_account(account) for account, _ in transfer.entries)
    return any(account.kind is Kind.TICKET_ISSUE for account in accounts)


def _tickets(transfer: Transfer) -> Iterator[tuple[PlayerId, Ticket]]:
    """The tickets that players get by a transfer, one by one."""
    for name, amount in transfer.entries:
        account = read_account(name)
        if account.kind is Kind.PLAYER_TICKETS:
            for _ in range(amount):
                yield PlayerId(account.ids[0]), read_ticket(account.asset)
