"""The life of a ticket: issued, cashed, expired; its face value lies in ticket money meanwhile."""

from cardroom.ledger.accounts import Account, Kind, PlayerId, house, player_tickets
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.transfers import Entry, Reason, Transfer, merged
from cardroom.units import Cents

Sides = list[tuple[Account, Cents]]


def ticket_given(ticket: Ticket, player: PlayerId, source: Account) -> Sides:
    """The sides of giving a player a ticket that comes from `source`, without its money."""
    return [(source, -1), (player_tickets(player, ticket.asset), 1)]


def ticket_taken(ticket: Ticket, player: PlayerId, into: Account) -> Sides:
    """The sides of taking a ticket from a player, without its money."""
    return [(player_tickets(player, ticket.asset), -1), (into, 1)]


def ticket_issue(ticket: Ticket) -> Account:
    """Where tickets come from and go to; minus its balance is how many are out."""
    return house(Kind.TICKET_ISSUE, ticket.asset)


def ticket_money(ticket: Ticket) -> Account:
    """The money behind the tickets that players have."""
    return house(Kind.TICKET_MONEY, ticket.currency)


def issue_ticket(
    ticket: Ticket, player: PlayerId, paid_from: Account, *, request: str, at_ms: int
) -> Transfer:
    """Give a player a ticket, paid by the house or from their own cash."""
    given = ticket_given(ticket, player, ticket_issue(ticket))
    money = [(paid_from, -ticket.value), (ticket_money(ticket), ticket.value)]
    return Transfer(f"ticket:{request}", Reason.TICKET_ISSUED, at_ms, merged(given + money))


def cash_ticket(
    ticket: Ticket, player: PlayerId, cash: Account, *, request: str, at_ms: int
) -> Transfer:
    """Pay the face value of a ticket that no tournament takes any more (TAMB-68, TAMB-87)."""
    entries = _back(ticket, player, cash)
    return Transfer(f"ticket_cashed:{request}", Reason.TICKET_CASHED, at_ms, entries)


def expire_ticket(ticket: Ticket, player: PlayerId, *, request: str, at_ms: int) -> Transfer:
    """Take back a ticket past its date; the house keeps the money behind it."""
    entries = _back(ticket, player, house(Kind.HOUSE_FEES, ticket.currency))
    return Transfer(f"ticket_expired:{request}", Reason.TICKET_EXPIRED, at_ms, entries)


def fulfil_voucher(
    ticket: Ticket,
    player: PlayerId,
    *,
    voucher: int,
    operator: str,
    note: str,
    at_ms: int,
    at_desk: Cents = 0,
) -> Transfer:
    """The house has given a live package: its ticket goes back, its money pays for it (TYP-05).

    `at_desk` of it pays an entry of a live tournament, for which the desk has taken no coins.
    """
    taken = ticket_taken(ticket, player, ticket_issue(ticket))
    money = [
        (ticket_money(ticket), -ticket.value),
        (house(Kind.CASH_DESK, ticket.currency), at_desk),
        (house(Kind.HOUSE_FEES, ticket.currency), ticket.value - at_desk),
    ]
    entries = merged([*taken, *money])
    key, reason = f"voucher:{voucher}", Reason.VOUCHER_FULFILLED
    return Transfer(key, reason, at_ms, entries, operator=operator, note=note)


def _back(ticket: Ticket, player: PlayerId, into: Account) -> tuple[Entry, ...]:
    taken = ticket_taken(ticket, player, ticket_issue(ticket))
    return merged([*taken, (ticket_money(ticket), -ticket.value), (into, ticket.value)])
