"""Queues with a real desk and a ledger behind every game: a step is carried out, then applied."""

from collections.abc import Iterable

import msgspec

from cardroom.ledger import Ledger, PlayerId, TournamentId
from cardroom.rulebook import edition
from cardroom.tournament.ids import PersonId
from cardroom.tournament.timetable import GameQueues, HouseDefaults, OnDemand, OpenGame, QueueStep
from cardroom.tournament.timetable.queue_events import (
    GameFilled,
    GameOpened,
    GameWithdrawn,
    SeatGivenBack,
    SeatMoved,
    SeatTaken,
)
from cardroom.units import Cents
from tests.tournament.desks import Scene
from tests.tournament.timetable.folders import timetable

HEXAPRO = 'name = "HexaPro"\nformat = "hexapro"\nedition = "house"\n[on_demand]\n'
HEADS_UP = 'name = "Heads-up"\nformat = "sit-and-go-2"\nedition = "house"\n[on_demand]\n'


def offered(*texts: str, edition_name: str = "en-2.7") -> tuple[OnDemand, ...]:
    return timetable(*texts, house=HouseDefaults(edition(edition_name), "EUR")).on_demand


class WaitingGames:
    """The house with its queues; every player has 1,000.00."""

    def __init__(self, *texts: str, players: Iterable[int] = range(1, 9)) -> None:
        self.offers = {one.name: one for one in offered(*texts or (HEXAPRO,))}
        self.queues = GameQueues(self.offers.values())
        self.ledger = Ledger()
        self.desks: dict[TournamentId, Scene] = {}
        self.started: list[TournamentId] = []
        self._numbers = 100
        some = next(iter(self.offers.values()))
        self._bank = Scene(some.definition, ledger=self.ledger)
        self._bank.fund(*map(PlayerId, players))
        self.carry_out(self.queues.open_missing(self.number))

    def number(self) -> TournamentId:
        self._numbers += 1
        return TournamentId(self._numbers)

    def fund(self, player: int, amount: Cents) -> None:
        self._bank.fund(PlayerId(player), amount=amount)

    def cash(self, player: int) -> Cents:
        return self._bank.cash(PlayerId(player))

    def buy(
        self,
        player: int,
        games: int = 1,
        *,
        queue: str = "HexaPro",
        person: int | None = None,
        practice: bool = False,
    ) -> QueueStep:
        step = self.queues.buy(
            queue,
            PlayerId(player),
            person=PersonId(person or player),
            games=games,
            cash=self.cash(player),
            new_game=self.number,
            practice=practice,
        )
        self.carry_out(step)
        return step

    def give_back(self, player: int, games: int = 1, queue: str = "HexaPro") -> None:
        self.carry_out(self.queues.give_back(queue, PlayerId(player), games=games))

    def carry_out(self, step: QueueStep) -> None:
        """What the room does: every change at the desk of its game, and then it counts."""
        for change in step.changes:
            match change:
                case GameOpened(game=game, queue=queue):
                    definition = self.offers[queue].definition
                    self.desks[game] = Scene(definition, tournament=game, ledger=self.ledger)
                case SeatTaken(game=game, seat=seat):
                    self.desks[game].register(seat.player, person=seat.person)
                case SeatGivenBack(game=game, player=player):
                    self.desks[game].unregister(player)
                case SeatMoved(game=game, seat=seat, to=to):
                    self.desks[game].unregister(seat.player)
                    self.desks[to].register(seat.player, person=seat.person)
                case GameFilled(game=game):
                    assert self.desks[game].desk.is_full
                    self.started.append(game)
                case GameWithdrawn(game=game):
                    self.desks[game].desk.refund_all(1)
                    self.desks[game].take_step()
        self.queues.apply(step)

    @property
    def tables(self) -> list[list[int]]:
        """Who waits in each open game."""
        return [[seat.player for seat in one.waiting] for one in self.queues.open_games]

    def crash(self) -> None:
        """Everything is lost but the records, which went through the store."""
        stored = [msgspec.json.encode(one) for one in self.queues.open_games]
        read = [msgspec.json.decode(one, type=OpenGame) for one in stored]
        self.queues = GameQueues(self.offers.values(), read)
