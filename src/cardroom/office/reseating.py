"""Giving a seat back by the operator's word, to somebody who lost it wrongly.

It is an ordinary offer, ahead of the queue: the player takes it with the stack that the rules ask
for, or it lapses.
"""

from cardroom.errors import AccessRefused, SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.office.operator_pages import RestoredSeat
from cardroom.office.ports import AccountStore
from cardroom.room.cash.owner import CashTableTask
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
        services, lobby = self._room.services, self._room.lobby
        account = await self._accounts.find(player)
        if account is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        await services.wallets.look_up(player)
        task = await self._room.task_of(table)
        at_ms = services.clock.now_ms()
        self._verify_admitted(account, task, at_ms)
        offer = lobby.restore_seat(player, table, seat, at_ms)
        self._room.publish_events()
        deed = f"table {table}, seat {offer.seat}: {reason}"
        since_ms = offer.until_ms - lobby.limits.offer_ms
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

    def _verify_admitted(self, account: Account, task: CashTableTask, at_ms: int) -> None:
        """Refuse who may not play there at all: no override reaches so far (FAIR-07, AMB-70)."""
        if account.is_barred(at_ms):
            details = {"until_ms": account.barred_until_ms, "said": account.bar_reason}
            raise SeatRefused("AMB-70", "barred", details)
        if account.kind not in self._room.admits_at(task.table.stake.key):
            raise SeatRefused("FAIR-07", "not_for_this_kind_of_account")
        player = Caller(
            player=account.player, name=account.name, kind=account.kind, owner=account.owner
        )
        self._room.verify_one_seat(task.table, player)
