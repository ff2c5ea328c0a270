"""The queue for HexaPro games at one buy-in: several games at once, never twice in the same."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.ids import EntryId, PersonId

GAMES_MAX = 20
"""Games that a player may register for in one go."""


class OpenGame(Protocol):
    """A game that waits for players."""

    @property
    def desk(self) -> Desk:
        """Its registration desk."""

    def register(self, player: PlayerId, at_ms: int, *, person: PersonId | None) -> EntryId:
        """Take a player; the buy-in is paid."""


G = TypeVar("G", bound=OpenGame)


class HexaProQueue(Generic[G]):
    """Players wait in open games, the oldest first; a full one leaves the queue (TAMB-79).

    Whoever registers for several games waits in as many, so that a game starts as soon as three
    different players are queued.
    """

    def __init__(self, new_game: Callable[[], G]) -> None:
        self._new_game = new_game
        self.waiting: list[G] = []

    def register(
        self, player: PlayerId, at_ms: int, *, games: int = 1, person: PersonId | None = None
    ) -> list[G]:
        """Register for some games at once; the answer are those that are full now (HEX-03).

        `person` is who holds the account: nobody sits in a game twice (TRN-11).
        """
        if not 1 <= games <= GAMES_MAX:
            raise EntryRefused("HEX-03", "number_of_games", {"from": 1, "to": GAMES_MAX})
        desk = self._game_for(player, person).desk
        desk.verify_cash(player, games * desk.definition.price_cents)
        for _ in range(games):
            self._game_for(player, person).register(player, at_ms, person=person)
        full = [game for game in self.waiting if game.desk.is_full]
        self.waiting = [game for game in self.waiting if not game.desk.is_full]
        return full

    def _game_for(self, player: PlayerId, person: PersonId | None) -> G:
        """The oldest game where the player neither waits nor was, or a new one."""
        for game in self.waiting:
            desk = game.desk
            been = player in desk.living or desk.has_unregistered(player)
            if not been and not desk.is_full and not desk.has_other_account(player, person):
                return game
        self.waiting.append(self._new_game())
        return self.waiting[-1]
