"""A player's own channel: money, seats, offers and places in queues."""

from collections.abc import Callable
from typing import Protocol

from cardroom.cash.events import Left, SatDown
from cardroom.cash.lobby_events import Queued, SeatOffered
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.lobby_views import MeView, OwnTournament
from cardroom.room.cash.seat_board import SeatBoard
from cardroom.room.cash.views import SeatLeft, SeatTaken
from cardroom.room.channels import Switchboard
from cardroom.room.notices import BalanceChanged
from cardroom.room.people import Caller
from cardroom.room.wallets import Wallets


class OwnPlaces(Protocol):
    """What the lobby publishes of a player's own."""

    def offers_of(self, player: PlayerId) -> tuple[SeatOffered, ...]:
        """The seats that are offered to a player."""

    def queued(self, player: PlayerId) -> tuple[Queued, ...]:
        """Where a player waits."""


class MeDesk:
    """Knows what to show each player of their own affairs."""

    def __init__(self, wallets: Wallets, currency: str) -> None:
        self._wallets = wallets
        self._currency = currency
        self._lobby: OwnPlaces | None = None
        self._board: SeatBoard | None = None
        self._switchboard: Switchboard | None = None
        self.tournaments_of: Callable[[PlayerId], tuple[OwnTournament, ...]] = lambda _: ()
        """The tournaments of a player; set where there are any."""

    def connect(self, lobby: OwnPlaces, board: SeatBoard, switchboard: Switchboard) -> None:
        """The lobby and the channels are made after this desk."""
        self._lobby = lobby
        self._board = board
        self._switchboard = switchboard

    def owner(self, player: PlayerId) -> "MeChannel":
        """The owner of one player's channel `me`."""
        return MeChannel(self, player)

    def view(self, player: PlayerId) -> MeView:
        """Everything that is a player's own in the room."""
        assert self._lobby is not None
        assert self._board is not None
        return MeView(
            balance=self._wallets.balance(player),
            currency=self._currency,
            seats=self._board.seats_of(player),
            offers=self._lobby.offers_of(player),
            queued=self._lobby.queued(player),
            tournaments=self.tournaments_of(player),
        )

    def seat_changed(self, table: TableId, event: SatDown | Left) -> None:
        """Tell players where they sit, and where no longer."""
        assert self._switchboard is not None
        notice: SeatTaken | SeatLeft = (
            SeatTaken(table=table, seat=event.seat, stack=event.stack)
            if isinstance(event, SatDown)
            else SeatLeft(table=table, cause=event.cause)
        )
        self._switchboard.tell(event.player, notice)

    def money_moved(self, player: PlayerId) -> None:
        """Tell players what they can spend now."""
        assert self._switchboard is not None
        balance = self._wallets.balance(player)
        self._switchboard.tell(player, BalanceChanged(balance=balance, currency=self._currency))


class MeChannel:
    """One player's own channel; nobody else may listen."""

    def __init__(self, desk: MeDesk, player: PlayerId) -> None:
        self._desk = desk
        self._player = player

    def verify_listener(self, caller: Caller) -> None:
        """Only the player finds this channel."""
        assert caller.player == self._player

    def snapshot(self, viewer: PlayerId) -> object:
        return self._desk.view(viewer)

    def pending(self, viewer: PlayerId) -> None:  # noqa: ARG002
        return None
