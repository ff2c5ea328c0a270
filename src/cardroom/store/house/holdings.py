"""A player's money out of the store: what they have, and every transfer with its reason."""

from collections.abc import Iterable

from cardroom.ledger import PlayerId, Transfer
from cardroom.ledger.accounts import Kind, player_cash, read_account
from cardroom.ledger.transfers import HAND_KEY, read_transfer
from cardroom.office.entrance.refills import refill_prefix
from cardroom.room.records import Holding, HoldingKind, StatementLine
from cardroom.store.databases.database import One, Script
from cardroom.store.reading import StoredLine
from cardroom.store.store import Store

KINDS: dict[Kind, HoldingKind] = {
    Kind.PLAYER_TICKETS: "tickets",
    Kind.HELD: "held",
    Kind.WITHDRAWAL: "withdrawal",
    Kind.SUSPENSE: "suspense",
}
"""What is the player's and neither cash nor a stack at a table."""

ADJUSTMENT_KEY = "adjustment:"
"""How the keys of money that the house gives or takes begin."""
TABLE_KINDS = (Kind.ESCROW,)
TOURNAMENT_KINDS = (Kind.PLACES, Kind.BOUNTIES, Kind.FEES, Kind.USED_TICKETS)


class StoredHoldings:
    """Statements of the room, on the store."""

    def __init__(self, store: Store, currency: str) -> None:
        self._store = store
        self._currency = currency

    async def statement(self, player: PlayerId, before: int, limit: int) -> list[StatementLine]:
        """A page of the player's cash account, newest first."""
        account = player_cash(player, self._currency)
        return [_line(one) for one in await self._store.statement(account, before, limit)]

    async def booked(self, key: str) -> Transfer | None:
        """The transfer that was booked under a key."""
        return await self._store.stored_transfer(key)

    async def last_refill(self, player: PlayerId) -> Transfer | None:
        """The last refill of a player's play money."""
        return await self._store.ask(lambda: _last_refill(player))

    async def holdings(self, player: PlayerId) -> list[Holding]:
        """Tickets, open withdrawals, what a case withholds, what waits to be credited."""
        found: list[Holding] = []
        for account, amount in (await self._store.owned(player)).items():
            parts = read_account(account)
            if parts.kind in KINDS:
                place = parts.ids[0] if parts.kind is Kind.HELD else 0
                kind = KINDS[parts.kind]
                found.append(Holding(kind=kind, place=place, asset=parts.asset, amount=amount))
        return found


def _last_refill(player: PlayerId) -> Script[Transfer | None]:
    first = f"{ADJUSTMENT_KEY}{refill_prefix(player)}"
    rows = yield One(
        "select content from transfers where key > $1 and key < $2 order by key desc limit 1",
        (first, f"{first}:"),
    )
    return read_transfer(rows[0][0]) if rows else None


def _line(one: StoredLine) -> StatementLine:
    transfer = one.transfer
    return StatementLine(
        seq=one.seq,
        at_ms=transfer.at_ms,
        reason=transfer.reason.value,
        amount=one.amount,
        balance=one.balance,
        table=_place(transfer, TABLE_KINDS) or _table_of(transfer.hand),
        tournament=transfer.tournament or _place(transfer, TOURNAMENT_KINDS),
        note=transfer.note,
        hand=transfer.hand,
    )


def _table_of(hand: str) -> int:
    """The table of a hand, by its key; 0 where there is none."""
    return int(hand.removeprefix(HAND_KEY).partition(":")[0]) if hand else 0


def _place(transfer: Transfer, kinds: Iterable[Kind]) -> int:
    """The table or tournament that a transfer went to or came from; 0 if it was none."""
    parts = (read_account(account) for account, _ in transfer.entries)
    return next((one.ids[0] for one in parts if one.kind in kinds), 0)
