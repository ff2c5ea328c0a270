"""Keeps queues and offered seats in the store, so that they are there again after a restart."""

from cardroom.cash.lobby_events import (
    EntryNumber,
    LobbyEvent,
    OfferLapsed,
    Queued,
    QueueLeft,
    SeatOffered,
)
from cardroom.cash.places import LobbyPlace
from cardroom.ledger import PlayerId
from cardroom.room.services import RoomServices
from cardroom.rulebook.cash.stakes import StakeKey


class PlaceKeeper:
    """Writes every change of a place in the lobby (CASH-06, CRASH-01).

    A buy-in uses up the offered seat in its own transaction. Practice players have no places to
    keep: the house seats them again.
    """

    def __init__(self, services: RoomServices, process: str) -> None:
        self._services = services
        self._process = process

    def note(self, event: LobbyEvent) -> None:
        """Keep what an event says about a place."""
        match event:
            case Queued():
                self._keep(LobbyPlace(number=event.entry, player=event.player, stake=event.stake))
            case SeatOffered():
                self._keep(
                    LobbyPlace(
                        number=event.entry,
                        player=event.player,
                        stake=event.stake,
                        table=event.table,
                        seat=event.seat,
                        until_ms=event.until_ms,
                    )
                )
            case QueueLeft() | OfferLapsed():
                self._drop(event.entry, event.player, event.stake)

    def _keep(self, place: LobbyPlace) -> None:
        services, process = self._services, self._process
        if services.names.kind(place.player) != "practice":
            services.wallets.write_of_player(
                lambda: services.tables.keep_place(place, process), place.player
            )

    def _drop(self, number: EntryNumber, player: PlayerId, stake: StakeKey) -> None:
        services, process = self._services, self._process
        if services.names.kind(player) != "practice":
            services.wallets.write_of_player(
                lambda: services.tables.drop_place(number, stake, process), player
            )
