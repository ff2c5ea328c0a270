"""Prizes in kind: seats in other tournaments, tickets with their expiry, vouchers (TYP-05)."""

from collections.abc import Iterable

import msgspec

from cardroom.errors import OperatorRefused, TransferRefused
from cardroom.ledger import Account, PlayerId, TournamentId
from cardroom.ledger.accounts import Kind, house
from cardroom.ledger.ticketing import expire_ticket, fulfil_voucher, issue_ticket
from cardroom.ledger.tickets import Ticket, read_ticket
from cardroom.room.tournaments.records import (
    HeldTicket,
    LiveEntry,
    NewVoucher,
    SeatWon,
    StoredSeat,
    TicketGrant,
    Voucher,
)
from cardroom.room.tournaments.vouchers import note_of, verify_redeemed
from cardroom.store import reading
from cardroom.store.databases.database import Each, One, Row, Script
from cardroom.store.tournaments.step_writing import GRANTS
from cardroom.store.units import Post
from cardroom.store.writing import accounts_named

VOUCHER = (
    "select id, key, player, tournament, package, asset, issued_ms, state, fulfilled_by, note,"
    " fulfilled_ms from vouchers"
)
_NEVER = 2**62
"""Later than every expiry."""
_seat = msgspec.json.Decoder(SeatWon)


def seats_for(target: TournamentId) -> Script[list[StoredSeat]]:
    """Seats in a tournament that nobody has taken yet, oldest first."""
    rows = yield One(
        "select content, state, at_ms from seats_won where target = $1 and state = 'open'"
        " order by at_ms, key",
        (target,),
    )
    return [
        StoredSeat(won=_seat.decode(bytes(content)), state=state, at_ms=at_ms)
        for content, state, at_ms in rows
    ]


def tickets(player: PlayerId) -> Script[list[HeldTicket]]:
    """The tickets of a player, what expires first at the beginning."""
    accounts = yield accounts_named(f"player:{player}:tickets:")
    grants = yield One(
        "select id, asset, expires_ms from ticket_grants where player = $1", (player,)
    )
    found = [
        one
        for name, _, count in accounts
        for one in _left(
            Account(name), count, [row for row in grants if name.endswith(f":{row[1]}")]
        )
    ]
    return sorted(found, key=lambda one: (one.expires_ms or _NEVER, one.account, one.grant))


def ticket_dates(player: PlayerId, ticket: Ticket) -> Script[list[int]]:
    """Until when a player's tickets of one kind are or were good, used ones too, latest first."""
    rows = yield One(
        "select expires_ms from ticket_grants where player = $1 and asset = $2",
        (player, ticket.asset),
    )
    return sorted((expires for (expires,) in rows), key=lambda one: one or _NEVER, reverse=True)


def _left(account: Account, count: int, grants: Iterable[Row]) -> list[HeldTicket]:
    """The tickets of one kind: those are left that expire last, for the others were used first."""
    ticket = read_ticket(account.rpartition(":")[2])
    latest = sorted(grants, key=lambda row: (row[2] or _NEVER, row[0]), reverse=True)
    known = [HeldTicket(account, ticket, expires, number) for number, _, expires in latest]
    return (known + [HeldTicket(account, ticket, 0)] * count)[:count]


def grant_ticket(grant: TicketGrant, key: str, at_ms: int, post: Post) -> Script[object]:
    """The house gives a player a ticket, once for each key, and pays its face value."""
    ticket = grant.ticket
    paid_from = house(Kind.OVERLAY, ticket.currency)
    transfer = issue_ticket(ticket, grant.player, paid_from, request=key, at_ms=at_ms)
    booked = yield from reading.transfer(transfer.key)
    if booked is not None:
        if booked.entries != transfer.entries:
            raise TransferRefused("I7", "key_with_another_content", {"key": transfer.key})
        return None
    yield from post(transfer, ())
    ((last,),) = yield One("select coalesce(max(id), 0) from ticket_grants")
    row = (last + 1, grant.player, ticket.asset, at_ms, grant.expires_ms)
    yield Each(GRANTS, [row])
    return None


def expiring(before_ms: int, limit: int) -> Script[list[tuple[PlayerId, HeldTicket]]]:
    """Tickets that players have and that expired before a moment, a page of their kinds."""
    rows = yield One(
        "select distinct player, ticket_grants.asset from ticket_grants join accounts"
        " on accounts.name = 'player:' || player || ':tickets:' || ticket_grants.asset"
        " where expires_ms > 0 and expires_ms < $1 and accounts.balance > 0"
        " order by player, ticket_grants.asset limit $2",
        (before_ms, limit),
    )
    found: list[tuple[PlayerId, HeldTicket]] = []
    for player in dict.fromkeys(PlayerId(player) for player, _ in rows):
        mine = yield from tickets(player)
        found += [(player, held) for held in mine if 0 < held.expires_ms < before_ms]
    return found[:limit]


def expire(player: PlayerId, held: HeldTicket, at_ms: int, post: Post) -> Script[object]:
    """Take back a ticket past its date, once; the house keeps the money behind it (TAMB-87)."""
    if not 0 < held.expires_ms <= at_ms:
        raise TransferRefused("TAMB-87", "ticket_is_good", {"until_ms": held.expires_ms})
    request = f"grant.{held.grant}"
    transfer = expire_ticket(held.ticket, player, request=request, at_ms=at_ms)
    if (yield from reading.transfer(transfer.key)) is None:
        yield from post(transfer, ())
    return None


def vouchers(player: PlayerId | None, *, only_open: bool) -> Script[list[Voucher]]:
    """Vouchers of a player or of everybody, oldest first."""
    rows = yield One(
        f"{VOUCHER} where ($1 = 0 or player = $1) and (state = 'open' or $2 = 0) order by id",
        (player or 0, int(only_open)),
    )
    return [_voucher(row) for row in rows]


def fulfil(
    number: int, operator: str, note: str, at_ms: int, post: Post, *, pays: LiveEntry | None
) -> Script[object]:
    """Mark a voucher as fulfilled and take its ticket back, both or neither (TYP-05)."""
    rows = yield One(f"{VOUCHER} where id = $1", (number,))
    if not rows:
        raise OperatorRefused("TYP-05", "no_such_voucher", {"voucher": number})
    voucher = _voucher(rows[0])
    note = note_of(note, pays)
    if voucher.state == "fulfilled":
        if (voucher.by, voucher.note) == (operator, note):
            return voucher
        raise OperatorRefused("TYP-05", "voucher_is_fulfilled", {"by": voucher.by})
    if not operator or not note:
        raise OperatorRefused("CASH-01", "operator_and_note_needed")
    new = voucher.new
    if pays is not None:
        others = yield One(f"{VOUCHER} where note like $1 order by id", (f"{pays}: %",))
        verify_redeemed(voucher, pays, [_voucher(row) for row in others])
    yield from post(
        fulfil_voucher(
            new.ticket,
            new.player,
            voucher=number,
            operator=operator,
            note=note,
            at_ms=at_ms,
            at_desk=0 if pays is None else pays.price,
        ),
        (),
    )
    yield One(
        "update vouchers set state = 'fulfilled', fulfilled_by = $2, note = $3, fulfilled_ms = $4"
        " where id = $1",
        (number, operator, note, at_ms),
    )
    return msgspec.structs.replace(
        voucher, state="fulfilled", by=operator, note=note, fulfilled_ms=at_ms
    )


def _voucher(row: Row) -> Voucher:
    number, key, player, tournament, package, asset, issued_ms, state, by, note, fulfilled_ms = row
    ticket: Ticket = read_ticket(asset)
    return Voucher(
        number=number,
        new=NewVoucher(
            key=key,
            player=PlayerId(player),
            tournament=TournamentId(tournament),
            package=package,
            ticket=ticket,
        ),
        issued_ms=issued_ms,
        state=state,
        by=by,
        note=note,
        fulfilled_ms=fulfilled_ms,
    )
