"""Settled hands and statements out of the store, as their players may see them."""

from collections.abc import Mapping

import msgspec

from cardroom.engine.events import decode_events
from cardroom.history import PlayedHand, ohh_of, phh_of, tell, text_of, tracker_number
from cardroom.history.told import Told
from cardroom.ledger import PlayerId, SettledHand, Transfer
from cardroom.ledger.accounts import player_cash
from cardroom.room.ports import AccountStore
from cardroom.room.records import Document, HandForm, HandSummary, StatementLine
from cardroom.rulebook import Edition
from cardroom.store import reading
from cardroom.store.store import Store
from cardroom.units import Seat

ENDINGS: Mapping[HandForm, tuple[str, str]] = {
    "events": ("json", "application/json"),
    "text": ("txt", "text/plain"),
    "ohh": ("ohh", "application/json"),
    "phh": ("phh", "text/plain"),
}


class StoredLibrary:
    """HandLibrary and Statements of the room, on the store."""

    def __init__(
        self, store: Store, accounts: AccountStore, edition: Edition, currency: str
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._edition = edition
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

    async def booked(self, key: str) -> Transfer | None:
        """The transfer that was booked under a key."""
        return await self._store.stored_transfer(key)

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

    async def hand(self, player: PlayerId, key: str, form: HandForm) -> Document | None:
        """One hand with own and shown cards only; None when the player was not dealt in."""
        stored = await self._store.ask(lambda: reading.hand(key))
        if stored is None or stored.is_void:
            return None
        seat = next((one for one, who in stored.hand.seats.items() if who == player), None)
        if seat is None:
            return None
        told = tell(await self._played(stored.hand), seat)
        ending, media_type = ENDINGS[form]
        name = f"hand-{key.removeprefix('hand:').replace(':', '-')}.{ending}"
        return Document(body=_written(told, form).encode(), media_type=media_type, name=name)

    async def _played(self, hand: SettledHand) -> PlayedHand:
        events = tuple(decode_events(hand.history))
        names: dict[Seat, str] = {}
        for seat, player in hand.seats.items():
            account = await self._accounts.find(player)
            names[seat] = f"player{player}" if account is None else account.name
        small = [post.amount for post in events[0].posts if post.kind == "small_blind"]  # type: ignore[union-attr]
        return PlayedHand(
            events=events,
            rules=self._edition.hand,
            edition=hand.edition,
            names=names,
            number=tracker_number(hand.table, hand.epoch, hand.number),
            table=f"table {hand.table}",
            seats_max=6,
            at_ms=hand.at_ms,
            currency=hand.currency,
            small_blind=small[0] if small else 0,
        )

    async def statistics(self, player: PlayerId, since_ms: int) -> Mapping[str, int]:  # noqa: ARG002
        """What the settled hands have counted."""
        return await self._store.statistics(player)


def _written(told: Told, form: HandForm) -> str:
    if form == "text":
        return text_of(told)
    if form == "ohh":
        return ohh_of(told)
    if form == "phh":
        return phh_of(told)
    return msgspec.json.encode(told.events).decode()
