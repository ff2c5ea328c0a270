"""What players paid in, took out and moved in hands, for the review of play; it only reads."""

from collections.abc import Sequence
from functools import partial

import msgspec

from cardroom.integrity.detectors.dump_graph import Banked
from cardroom.ledger import PlayerId, Reason
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.transfers import Transfer, read_transfer
from cardroom.office.review.chains import MoneyHand
from cardroom.store.databases.database import One, Script
from cardroom.store.daybook import BLOCK
from cardroom.store.store import Store
from cardroom.units import Cents

ROWS_MAX = 5_000
"""Of one player's cash, the latest; a review looks back some weeks."""
_BANKED = (
    "select transfers.content, entries.amount from entries"
    " join accounts on accounts.id = entries.account"
    " join transfers on transfers.seq = entries.transfer"
    " where accounts.name = $1 and entries.by_hand = 0 order by entries.transfer desc limit $2"
)
_HANDS = (
    "select hands.at_ms, hands.result from dealt_in join hands on hands.id = dealt_in.hand"
    " where dealt_in.block >= $1 and dealt_in.block <= $2 and dealt_in.player = $3"
    " and dealt_in.hand > $4 and dealt_in.hand <= $5 and hands.transfer is not null"
    " and not exists (select 1 from transfers where key = 'reversed:' || hands.key)"
    " order by dealt_in.hand"
)
MOVES = frozenset({Reason.DEPOSITED, Reason.WITHDRAWAL_REQUESTED})


class StoredMoneyTrail:
    """MoneyTrail of the office, on the store."""

    def __init__(self, store: Store, currency: str) -> None:
        self._store = store
        self._currency = currency

    async def banked(self, player: PlayerId, since_ms: int, until_ms: int) -> list[Banked]:
        """Deposits, and withdrawals that were not cancelled, as negative amounts, in order."""
        account = player_cash(player, self._currency)
        moved = await self._store.ask(partial(_banked, account))
        cancelled = {one.closes for one, _ in moved if one.reason is Reason.WITHDRAWAL_CANCELLED}
        return [
            Banked(player, amount, one.at_ms)
            for one, amount in reversed(moved)
            if one.reason in MOVES
            and one.key not in cancelled
            and since_ms <= one.at_ms <= until_ms
        ]

    async def hands(self, players: Sequence[PlayerId], after: int, until: int) -> list[MoneyHand]:
        """The hands after one number and up to another into which all of them were dealt."""
        one, *others = players
        found = await self._store.ask(partial(_hands, one, after, until))
        return [
            MoneyHand(at_ms, result.deltas)
            for at_ms, result in found
            if result.currency == self._currency and all(other in result.deltas for other in others)
        ]


class _Result(msgspec.Struct, frozen=True):
    """What is needed of the result of a hand."""

    currency: str
    deltas: dict[PlayerId, Cents]


_result = msgspec.json.Decoder(_Result)


def _banked(account: str) -> Script[list[tuple[Transfer, Cents]]]:
    rows = yield One(_BANKED, (account, ROWS_MAX))
    return [(read_transfer(content), int(amount)) for content, amount in rows]


def _hands(player: PlayerId, after: int, until: int) -> Script[list[tuple[int, _Result]]]:
    rows = yield One(_HANDS, (after // BLOCK, until // BLOCK, player, after, until))
    return [(at_ms, _result.decode(bytes(content))) for at_ms, content in rows]
