"""What accounts have when a desk asks: cash as the wallets count it, tickets as they are stored."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from cardroom.ledger import Account, Kind, PlayerId, read_account
from cardroom.room.ports import Clock
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.ports import PrizeStore
from cardroom.room.wallets import Wallets
from cardroom.units import Cents


class Balances:
    """Answers a desk at once (`Balance`), so what it may ask for was looked up before.

    The store has the last word: money that was spent elsewhere meanwhile is refused there.
    """

    def __init__(self, wallets: Wallets, store: PrizeStore, clock: Clock) -> None:
        self._wallets = wallets
        self._store = store
        self._clock = clock
        self._tickets: dict[Account, int] = {}
        self._refunds: dict[PlayerId, Cents] = {}

    async def look_up_cash(self, players: Iterable[PlayerId]) -> None:
        """Know what players can spend."""
        for player in list(players):
            await retry_while_unavailable(lambda who=player: self._wallets.look_up(who))  # type: ignore[misc]

    async def look_up_tickets(self, player: PlayerId) -> None:
        """Know the tickets of a player that are good, as they are stored now (TAMB-87)."""
        held = await retry_while_unavailable(lambda: self._store.tickets(player))
        now_ms = self._clock.now_ms()
        self._tickets = {}
        for one in held:
            if not 0 < one.expires_ms <= now_ms:
                self._tickets[one.account] = self._tickets.get(one.account, 0) + 1

    @contextmanager
    def counting_refund(self, player: PlayerId, cents: Cents) -> Iterator[None]:
        """Count meanwhile what another tournament gives back in the same step (TAMB-79)."""
        self._refunds[player] = cents
        try:
            yield
        finally:
            del self._refunds[player]

    def __call__(self, account: Account) -> Cents:
        """What an account has."""
        parts = read_account(account)
        if parts.kind is Kind.PLAYER_CASH:
            player = PlayerId(parts.ids[0])
            return self._wallets.balance(player) + self._refunds.get(player, 0)
        return self._tickets.get(account, 0)
