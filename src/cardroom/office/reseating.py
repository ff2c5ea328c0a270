"""Giving a seat back by the operator's word, to somebody who lost it wrongly.

It is an ordinary offer, ahead of the queue: the player takes it with the stack that the rules ask
for, or it lapses.
"""

from cardroom.cash.lobby_events import SeatOffered
from cardroom.errors import AccessRefused, SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.office.operator_pages import RestoredSeat
from cardroom.office.ports import AccountStore
from cardroom.room.cash.messages import LOBBY, RestoreSeat
from cardroom.room.cash.seat_requests import verify_one_seat
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook
from cardroom.room.records import Account
from cardroom.room.room import Room
from cardroom.units import Seat

DEED = "restored_seat"


class Reseating:
    """What an administrator may do about a seat that was lost wrongly (CASH-01, CASH-03)."""

    def __init__(self, room: Room, accounts: AccountStore, cases: CaseBook) -> None:
        self._room = room
        self._accounts = accounts
        self._cases = cases

    async def restore(
        self, caller: Caller, player: PlayerId, table: TableId, seat: Seat | None, reason: str
    ) -> RestoredSeat:
        """Keep a seat for a player; while it is kept, the same word again does no more."""
        services = self._room.services
        account = await self._accounts.find(player)
        if account is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        await services.wallets.look_up(player)
        await self._room.until_open(f"table:{table}")
        self._verify_admitted(account, table, services.clock.now_ms())
        asked = RestoreSeat(player=player, table=table, seat=seat)
        offer: SeatOffered = await services.bus.ask(LOBBY, asked)
        deed = f"table {table}, seat {offer.seat}: {reason}"
        since_ms = offer.until_ms - services.limits.offer_ms
        await self._cases.record(caller.player, player, DEED, deed, since_ms)
        return RestoredSeat(
            player=player,
            name=account.name,
            table=table,
            seat=offer.seat,
            buy_in=offer.buy_in,
            currency=services.currency,
            until_ms=offer.until_ms,
        )

    def _verify_admitted(self, account: Account, table: TableId, at_ms: int) -> None:
        """Refuse who may not play there at all: no override reaches so far (FAIR-07, AMB-70)."""
        if account.is_barred(at_ms):
            details = {"until_ms": account.barred_until_ms, "said": account.bar_reason}
            raise SeatRefused("AMB-70", "barred", details)
        if account.kind not in self._room.admits_at(self._room.stake_of(table)):
            raise SeatRefused("FAIR-07", "not_for_this_kind_of_account")
        player = Caller(
            player=account.player, name=account.name, kind=account.kind, owner=account.owner
        )
        services = self._room.services
        verify_one_seat(services.board.players_at(table), services.names, player)
