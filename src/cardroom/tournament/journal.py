"""What a tournament has to say: events, which are applied at once, and transfers of money."""

from collections.abc import Callable

from cardroom.ledger import Transfer
from cardroom.tournament.events import TournamentEvent


class Journal:
    """The one way from a decision to state and money; both lists wait for the room to take them."""

    def __init__(self, apply: Callable[[TournamentEvent], None]) -> None:
        self._apply = apply
        self._news: list[TournamentEvent] = []
        self._transfers: list[Transfer] = []

    def record(self, event: TournamentEvent) -> None:
        """A decision was taken: it is news, and the state follows it."""
        self._news.append(event)
        self._apply(event)

    def pay(self, transfer: Transfer) -> None:
        """Money has to move; the ledger verifies it."""
        self._transfers.append(transfer)

    def take_news(self) -> list[TournamentEvent]:
        """The events since this was last asked."""
        taken, self._news = self._news, []
        return taken

    def take_transfers(self) -> list[Transfer]:
        """The transfers since this was last asked, in the order in which they must be made."""
        taken, self._transfers = self._transfers, []
        return taken
