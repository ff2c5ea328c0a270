"""Tickets as players and the house handle them: face value, expiry, gifts (TAMB-87)."""

import asyncio
import logging

import msgspec

from cardroom.errors import AccessRefused, CardroomError, OperatorRefused, Unavailable
from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.office.ports import AccountStore
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock
from cardroom.room.tournaments.ports import PrizeStore
from cardroom.room.tournaments.records import TicketGrant
from cardroom.units import Cents

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 3600.0
EXPIRED_AT_ONCE = 500
"""Tickets that one look takes back; the rest waits for the next."""


class OwnTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket in a wallet: what it is worth, which tournament takes it, until when (0: always)."""

    currency: str
    value: Cents
    target: str
    expires_ms: int


class TicketDesk:
    """What is in the wallets of players, and what an administrator adds."""

    def __init__(
        self,
        store: PrizeStore,
        accounts: AccountStore,
        cases: CaseBook,
        *,
        clock: Clock,
        currency: str,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._cases = cases
        self._clock = clock
        self._currency = currency

    async def tickets(self, player: PlayerId) -> list[OwnTicket]:
        """The tickets of a player, what expires first at the beginning."""
        return [
            OwnTicket(
                currency=held.ticket.currency,
                value=held.ticket.value,
                target=held.ticket.target,
                expires_ms=held.expires_ms,
            )
            for held in await self._store.tickets(player)
        ]

    async def give(
        self,
        caller: Caller,
        player: PlayerId,
        *,
        value: Cents,
        target: str,
        expires_ms: int,
        reference: str,
        reason: str,
    ) -> list[OwnTicket]:
        """Give a player a ticket that the house pays for, once for each reference."""
        if await self._accounts.find(player) is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        now_ms = self._clock.now_ms()
        if expires_ms and expires_ms <= now_ms:
            raise OperatorRefused("TAMB-87", "already_expired", {"from_ms": now_ms})
        ticket = Ticket(self._currency, value, target)
        await self._store.grant_ticket(TicketGrant(player, ticket, expires_ms), reference, now_ms)
        said = f"{reference}, {ticket.asset}: {reason}"
        await self._cases.record(caller.player, player, "ticket_given", said, now_ms)
        return await self.tickets(player)


async def expire_tickets(store: PrizeStore, clock: Clock, *, every_s: float = LOOK_EVERY_S) -> None:
    """Take back tickets past their date, now and every so often until cancelled (TAMB-87)."""
    while True:
        try:
            await expire_what_is_due(store, clock.now_ms())
        except Unavailable:
            # The store reports that it is out of reach; the tickets wait for the next look.
            logger.info("tickets past their date wait for the store")
        except CardroomError:
            logger.exception("tickets past their date could not be taken back")
        await asyncio.sleep(every_s)


async def expire_what_is_due(store: PrizeStore, now_ms: int) -> None:
    """Take back what has expired by now; one that was taken back is not found again."""
    for player, held in await store.expiring(now_ms, EXPIRED_AT_ONCE):
        await store.expire_ticket(player, held, now_ms)
