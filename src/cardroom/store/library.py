"""Settled hands and statements out of the store, as their players may see them."""

from collections.abc import Mapping

from cardroom.engine import decode_events
from cardroom.engine.events import HandStarted
from cardroom.engine.hand import replay
from cardroom.engine.views import events_for
from cardroom.history import hand_record, write_hand
from cardroom.ledger import PlayerId, SettledHand
from cardroom.ledger.accounts import player_cash
from cardroom.room.records import Document, HandForm, HandSummary, StatementLine
from cardroom.rulebook import HandRules
from cardroom.store.store import Store


class StoredLibrary:
    """HandLibrary and Statements of the room, on the store."""

    def __init__(self, store: Store, rules: HandRules, currency: str) -> None:
        self._store = store
        self._rules = rules
        self._currency = currency

    async def statement(self, player: PlayerId, after: int, limit: int) -> list[StatementLine]:
        """A page of the player's cash account, oldest first."""
        account = player_cash(player, self._currency)
        lines = await self._store.statement(account, after, limit)
        return [
            StatementLine(
                seq=line.seq,
                at_ms=line.transfer.at_ms,
                reason=line.transfer.reason.value,
                amount=line.amount,
            )
            for line in lines
        ]

    async def hands(self, player: PlayerId, before: int, limit: int) -> list[HandSummary]:
        """The player's settled hands, newest first."""
        found = await self._store.hands_of_player(player, before, limit)
        return [
            HandSummary(
                seq=seq,
                key=stored.hand.key,
                table=stored.hand.table,
                number=stored.hand.number,
                at_ms=stored.hand.at_ms,
                won=stored.hand.deltas[player],
            )
            for seq, stored in found
        ]

    async def statistics(self, player: PlayerId, since_ms: int) -> Mapping[str, int]:  # noqa: ARG002
        """What the settled hands have counted."""
        return await self._store.statistics(player)
