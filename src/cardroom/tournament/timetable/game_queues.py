"""The queues of Sit & Gos and HexaPro: one a buy-in, and always a game open in each (TYP-02).

A player waits in open games, the oldest first, at most once in each (HEX-03, TAMB-79). The games
themselves are tournaments with a desk of their own, which takes the money; the queues say which
games a purchase is for, so that it can be stored as one.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from cardroom.errors import EntryRefused, TransferRefused
from cardroom.ledger import Invariant, PlayerId, TournamentId
from cardroom.tournament.ids import PersonId
from cardroom.tournament.timetable.queue_events import (
    GameFilled,
    GameOpened,
    GameWithdrawn,
    OpenGame,
    QueueChange,
    SeatGivenBack,
    SeatMoved,
    SeatTaken,
    WaitingPlayer,
)
from cardroom.tournament.timetable.timetable import OnDemand
from cardroom.units import Cents

NewGame = Callable[[], TournamentId]
"""The number of the next tournament."""


class QueueStep(msgspec.Struct, frozen=True):
    """What a decision brings, in order. Nothing has changed yet: whoever drives the queues carries
    it out at the desks of the games, stores it in one piece, and then applies it."""

    changes: tuple[QueueChange, ...]

    @property
    def games(self) -> tuple[TournamentId, ...]:
        """The games that seats were bought in."""
        return tuple(one.game for one in self.changes if isinstance(one, SeatTaken))

    @property
    def filled(self) -> tuple[TournamentId, ...]:
        """The games that start now."""
        return tuple(one.game for one in self.changes if isinstance(one, GameFilled))


class GameQueues:
    """All games that wait for players, at every buy-in that the house offers.

    A decision (`open_missing`, `buy`, `give_back`, `withdraw`) verifies and answers a step;
    `apply` is the only place where something changes. `open_games` is what to store: a new
    `GameQueues` made from it goes on where the old one stopped.
    """

    def __init__(self, offered: Iterable[OnDemand], open_games: Iterable[OpenGame] = ()) -> None:
        self._offered = {one.name: one for one in offered}
        self._open: dict[TournamentId, OpenGame] = {one.game: one for one in open_games}

    # Questions

    @property
    def open_games(self) -> tuple[OpenGame, ...]:
        """Every game that waits for players, the oldest first."""
        return tuple(self._open.values())

    @property
    def no_longer_offered(self) -> tuple[OpenGame, ...]:
        """Games whose buy-in is not on the timetable any more: to be withdrawn."""
        return tuple(one for one in self._open.values() if one.queue not in self._offered)

    def waiting(self, queue: str) -> tuple[OpenGame, ...]:
        """The open games of one queue, the oldest first."""
        return tuple(one for one in self._open.values() if one.queue == queue)

    def seats_of(self, queue: str, player: PlayerId) -> tuple[TournamentId, ...]:
        """The games of a queue in which a player waits."""
        return tuple(
            one.game
            for one in self.waiting(queue)
            if any(seat.player == player for seat in one.waiting)
        )

    # Decisions

    def open_missing(self, new_game: NewGame) -> QueueStep:
        """Open a game in every queue that has none (TYP-02)."""
        names = (name for name in self._offered if not self.waiting(name))
        return QueueStep(tuple(GameOpened(game=new_game(), queue=name) for name in names))

    def buy(
        self,
        queue: str,
        player: PlayerId,
        *,
        person: PersonId,
        games: int,
        cash: Cents,
        new_game: NewGame,
        practice: bool = False,
        by_ticket: bool = False,
    ) -> QueueStep:
        """Take a seat in this many games, all of them or none (HEX-03, TAMB-79).

        `cash` is what the player has; the desks of the games take it.
        """
        offer = self._offer(queue)
        if not 1 <= games <= offer.games_max:
            raise EntryRefused("HEX-03", "number_of_games", {"from": 1, "to": offer.games_max})
        if practice and not offer.practice_players:
            raise EntryRefused("FAIR-07", "no_practice_players_here")
        if games * offer.definition.price_cents > cash:
            details = {"games_at_most": cash // offer.definition.price_cents}
            raise TransferRefused(Invariant.NOT_BELOW_ZERO, "insufficient_funds", details)
        seat = WaitingPlayer(player=player, person=person, practice=practice, by_ticket=by_ticket)
        plan = _Plan(offer, self.waiting(queue), new_game)
        for _ in range(games):
            plan.take(seat)
        return plan.finished()

    def give_back(self, queue: str, player: PlayerId, *, games: int = 1) -> QueueStep:
        """Leave this many games that have not started, the youngest first (TRN-12, TAMB-79)."""
        offer = self._offer(queue)
        seats = self.seats_of(queue, player)
        if not 1 <= games <= len(seats):
            details = {"from": 1, "to": len(seats)} if seats else {}
            raise EntryRefused("TRN-12", "not_registered", details)
        if not offer.definition.registration.unregistration:
            raise EntryRefused("TRN-12", "no_unregistration")
        youngest = reversed(seats[-games:])
        return QueueStep(tuple(SeatGivenBack(game=game, player=player) for game in youngest))

    def withdraw(self, game: TournamentId) -> QueueStep:
        """Close a game that has not started; its desk refunds everybody (CXL-02)."""
        if game not in self._open:
            raise EntryRefused("TRN-12", "last_seat_is_filled")
        return QueueStep((GameWithdrawn(game=game),))

    def _offer(self, queue: str) -> OnDemand:
        offer = self._offered.get(queue)
        if offer is None:
            raise EntryRefused("HEX-02", "not_offered", {"offered": list(self._offered)})
        return offer

    # What a step changes

    def apply(self, step: QueueStep) -> None:
        """The step is stored: it counts from now on."""
        for change in step.changes:
            _apply(self._open, change)


def _apply(games: dict[TournamentId, OpenGame], change: QueueChange) -> None:
    """What one change does to the games that wait; a plan tries it out on a copy."""
    match change:
        case GameOpened(game=game, queue=queue):
            games[game] = OpenGame(queue=queue, game=game)
        case SeatTaken(game=game, seat=seat):
            _sit(games, game, seat)
        case SeatGivenBack(game=game, player=player):
            _leave(games, game, player)
        case SeatMoved(game=game, seat=seat, to=to):
            _leave(games, game, seat.player)
            _sit(games, to, seat)
        case GameFilled(game=game) | GameWithdrawn(game=game):
            del games[game]


def _sit(games: dict[TournamentId, OpenGame], game: TournamentId, seat: WaitingPlayer) -> None:
    open_game = games[game]
    assert not open_game.has(seat.person), "nobody sits in a game twice"
    games[game] = msgspec.structs.replace(open_game, waiting=(*open_game.waiting, seat))


def _leave(games: dict[TournamentId, OpenGame], game: TournamentId, player: PlayerId) -> None:
    open_game = games[game]
    waiting = tuple(one for one in open_game.waiting if one.player != player)
    assert len(waiting) < len(open_game.waiting), "only who waits can leave"
    left = (*open_game.left, player)
    games[game] = msgspec.structs.replace(open_game, waiting=waiting, left=left)


class _Plan:
    """A purchase tried out on a copy of one queue: which seats, which moves, which games start."""

    def __init__(self, offer: OnDemand, waiting: Sequence[OpenGame], new_game: NewGame) -> None:
        self._offer = offer
        self._games = {one.game: one for one in waiting}
        self._new_game = new_game
        self._changes: list[QueueChange] = []

    def take(self, seat: WaitingPlayer) -> None:
        """A seat in the oldest game that the player can wait in, or in a new one."""
        open_games = self._games.values()
        game = next((one.game for one in open_games if self._can_sit(one, seat)), None)
        if game is None and self._offer.games_max == 1 and self._games:
            raise EntryRefused("TRN-11", "already_registered")
        self._change(SeatTaken(game=self._open() if game is None else game, seat=seat))

    def finished(self) -> QueueStep:
        """Full games start, three players in different games are brought together, one is open."""
        self._start_full()
        while self._bring_together():
            self._start_full()
        if not self._games:
            self._open()
        return QueueStep(tuple(self._changes))

    def _change(self, change: QueueChange) -> None:
        _apply(self._games, change)
        self._changes.append(change)

    def _open(self) -> TournamentId:
        game = self._new_game()
        self._change(GameOpened(game=game, queue=self._offer.name))
        return game

    def _can_sit(self, game: OpenGame, seat: WaitingPlayer) -> bool:
        """Not full, not there already, a HexaPro game not left before, room for practice."""
        if len(game.waiting) >= self._offer.definition.seats or game.has(seat.person):
            return False
        if self._offer.definition.is_hexapro and seat.player in game.left:
            return False
        practising = sum(1 for one in game.waiting if one.practice)
        return not seat.practice or practising < self._offer.practice_players

    def _start_full(self) -> None:
        for game in list(self._games.values()):
            if len(game.waiting) == self._offer.definition.seats:
                self._change(GameFilled(game=game.game))

    def _bring_together(self) -> bool:
        """A game starts as soon as enough *different* players wait, in whichever games (TAMB-79).

        They wait in different ones only after somebody has left: who left a game cannot return.
        """
        for game in [*self._games.values(), None]:
            movers = self._movers(game)
            seated = len(game.waiting) if game else 0
            missing = self._offer.definition.seats - seated
            if 0 < missing <= len(movers):
                to = game.game if game else self._open()
                for origin, seat in movers[:missing]:
                    self._change(SeatMoved(game=origin, seat=seat, to=to))
                return True
        return False

    def _movers(self, game: OpenGame | None) -> list[tuple[TournamentId, WaitingPlayer]]:
        """Players of other games who could all sit in this one, or in a new one."""
        joined = game or OpenGame(queue=self._offer.name, game=TournamentId(0))
        found: list[tuple[TournamentId, WaitingPlayer]] = []
        for other in self._games.values():
            for seat in other.waiting:
                may_move = other.game != joined.game and not seat.by_ticket
                if may_move and self._can_sit(joined, seat):
                    full = (*joined.waiting, seat)
                    joined = msgspec.structs.replace(joined, waiting=full)
                    found.append((other.game, seat))
        return found
