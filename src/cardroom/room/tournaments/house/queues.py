"""Sit & Gos and HexaPro on demand: a purchase is planned, paid at the desks of its games, stored as
one, and counts then; as soon as a game starts, the next one is open (TYP-02, HEX-03)."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from cardroom.errors import CardroomError, EntryRefused
from cardroom.ledger import PlayerId, TournamentId
from cardroom.ledger.tickets import read_ticket
from cardroom.ledger.transfers import AMOUNT_MAX
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.joint import Decision, decide_together
from cardroom.room.tournaments.requests import Register
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.ids import PersonId
from cardroom.tournament.timetable.game_queues import GameQueues, QueueStep
from cardroom.tournament.timetable.queue_events import (
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

OpenNew = Callable[[OnDemand], Awaitable[TournamentActor]]
"""Announces a game of an offer and runs it."""
FindActor = Callable[[TournamentId], TournamentActor]


class GameDesk:
    """The queues of all offers; the house asks it one thing after the other."""

    def __init__(
        self,
        services: TournamentServices,
        offers: Iterable[OnDemand],
        *,
        open_new: OpenNew,
        find: FindActor,
    ) -> None:
        self.offers = {one.name: one for one in offers}
        self._services = services
        self._open_new = open_new
        self._find = find
        self._queues = GameQueues(self.offers.values())
        self._unsure: dict[TournamentId, None] = {}
        """Games of a purchase that failed: their desks know what became of it."""

    def restore(self, actors: Iterable[TournamentActor]) -> None:
        """Go on with the games that wait for players, from what their desks know.

        A single game that staff have created is in no queue.
        """
        waiting = [one for one in actors if one.charter.template and is_waiting(one)]
        self._queues = GameQueues(self.offers.values(), [open_game(one) for one in waiting])

    def knows(self, tournament: TournamentId) -> bool:
        """Whether a game waits in one of the queues."""
        return any(one.game == tournament for one in self._queues.open_games)

    @property
    def waiting(self) -> Sequence[OpenGame]:
        """The games that wait for players."""
        return self._queues.open_games

    async def look(self) -> None:
        """Forget games that wait no more, such as one that staff have cancelled; open others."""
        await self._learn_again()
        gone = [one.game for one in self.waiting if not self._waits(one.game)]
        if gone:
            self._queues.apply(QueueStep(tuple(GameWithdrawn(game=game) for game in gone)))
            await self.tidy()

    def _waits(self, tournament: TournamentId) -> bool:
        found = self._found(tournament)
        return found is not None and is_waiting(found)

    async def tidy(self) -> None:
        """Withdraw what is offered no more; open a game where none is."""
        for one in self._queues.no_longer_offered:
            await self._carry_out(self._queues.withdraw(one.game), None)
        await self._plan_and_open(self._queues.open_missing, None)

    async def buy(
        self,
        caller: Caller,
        offer: str,
        games: int,
        receipt: Receipt | None,
        how: Register | None = None,
    ) -> Answer:
        """Take a seat in so many games of an offer, all of them or none (HEX-03).

        `how` says what a single entry is paid with, where it is not the price in cash.
        """
        found = self.offers.get(offer)
        if found is not None and caller.kind == "program" and not found.programs:
            raise EntryRefused("FAIR-07", "not_for_this_kind_of_account")
        await self._services.wallets.look_up(caller.player)
        await self._learn_again()

        def plan(new_game: Callable[[], TournamentId]) -> QueueStep:
            return self._queues.buy(
                offer,
                caller.player,
                person=PersonId(caller.person),
                games=games,
                cash=self._cash(caller, how),
                new_game=new_game,
                practice=caller.kind == "practice",
            )

        step = await self._plan_and_open(plan, receipt, how)
        return {"tournaments": list(step.games), "starting": list(step.filled)}

    def _cash(self, caller: Caller, how: Register | None) -> Cents:
        """What the player can spend; whoever has a ticket needs none."""
        if how is not None and how.ticket is not None:
            return AMOUNT_MAX
        return self._services.wallets.balance(caller.player)

    async def give_back(
        self,
        player: PlayerId,
        tournament: TournamentId,
        receipt: Receipt | None,
        *,
        by_house: bool = False,
    ) -> Answer:
        """Leave a game that has not started (TRN-12, TAMB-79); the house may put players out."""
        await self._learn_again()
        step = QueueStep((SeatGivenBack(game=tournament, player=player),))
        if not self._find(tournament).tournament.desk.living.get(player):
            raise EntryRefused("TRN-12", "not_registered")
        await self._carry_out(step, receipt, by_house=by_house)
        return {}

    # A step of the queues

    async def _plan_and_open(
        self,
        plan: Callable[[Callable[[], TournamentId]], QueueStep],
        receipt: Receipt | None,
        how: Register | None = None,
    ) -> QueueStep:
        """Plan with numbers of our own to learn how many games it takes, open them, plan again.

        Nothing changes in between: the house does one thing after the other.
        """
        trial = plan(_numbers().__next__)
        wanted = [change.queue for change in trial.changes if isinstance(change, GameOpened)]
        opened = [(await self._open_new(self.offers[queue])).id for queue in wanted]
        try:
            step = plan(iter(opened).__next__)
            await self._carry_out(step, receipt, how)
        except CardroomError:
            # The games are open all the same: the next player takes a seat there.
            self._unsure |= dict.fromkeys(opened)
            raise
        return step

    async def _carry_out(
        self,
        step: QueueStep,
        receipt: Receipt | None,
        how: Register | None = None,
        *,
        by_house: bool = False,
    ) -> None:
        """Do it at the desks of the games, all or nothing, and let it count."""
        by_game: dict[TournamentId, list[QueueChange]] = {}
        for change in step.changes:
            if isinstance(change, SeatTaken | SeatGivenBack | SeatMoved | GameWithdrawn):
                by_game.setdefault(change.game, []).append(change)
            if isinstance(change, SeatMoved):
                by_game.setdefault(change.to, []).append(change)
        decisions: dict[TournamentActor, tuple[Decision, dict[str, Any]]] = {}
        for game, changes in by_game.items():
            actor = self._find(game)
            noted = receipt is not None and not decisions
            more: dict[str, Any] = {"receipts": (receipt,)} if noted else {}
            taken = [one.seat.player for one in changes if isinstance(one, SeatTaken)]
            if taken and how is not None and how.ticket is not None:
                await actor.balances.look_up_tickets(taken[0])
            decision = _decision(actor, changes, _paid_with(how), by_house=by_house)
            decisions[actor] = (decision, more)
        if decisions:
            try:
                await decide_together(self._services, decisions)
            except CardroomError:
                self._unsure |= dict.fromkeys(by_game)
                raise
        self._queues.apply(step)

    async def _learn_again(self) -> None:
        """After a purchase that failed: wait until its games are built again, if they must be, and
        go by their desks; what failed may have been stored (CRASH-02)."""
        unsure, self._unsure = self._unsure, {}
        if not unsure:
            return
        games = [actor for game in unsure if (actor := self._found(game)) is not None]
        for actor in games:
            with suppress(EntryRefused):
                await actor.inbox.put(_nothing).answer
        known = [self._found(one.game) for one in self.waiting if one.game not in unsure]
        games += [one for one in known if one is not None]
        self.restore(sorted(games, key=lambda one: one.id))

    def _found(self, tournament: TournamentId) -> TournamentActor | None:
        try:
            return self._find(tournament)
        except EntryRefused:
            return None


async def _nothing() -> None:
    """What a tournament does when it is only waited for."""


def _numbers() -> Iterator[TournamentId]:
    """Numbers that no tournament has, for a trial."""
    number = 0
    while True:
        number -= 1
        yield TournamentId(number)


def _paid_with(how: Register | None) -> dict[str, Any]:
    """What the desk of a game takes for an entry."""
    if how is None:
        return {}
    ticket = None if how.ticket is None else read_ticket(how.ticket)
    return {"price": how.price, "ticket": ticket}


def _decision(
    actor: TournamentActor,
    changes: Sequence[QueueChange],
    paid_with: Mapping[str, Any],
    *,
    by_house: bool,
) -> Decision:
    """What the changes mean at the desk of one game."""

    def decide(at_ms: int) -> None:
        tournament = actor.tournament
        for change in changes:
            match change:
                case SeatTaken(seat=seat):
                    tournament.register(seat.player, at_ms, person=seat.person, **paid_with)
                case SeatGivenBack(player=player):
                    tournament.unregister(player, at_ms, by_house=by_house)
                case SeatMoved(seat=seat, to=to) if to == actor.id:
                    tournament.register(seat.player, at_ms, person=seat.person)
                case SeatMoved(seat=seat):
                    tournament.unregister(seat.player, at_ms)
                case GameWithdrawn():
                    tournament.cancel(at_ms)

    return decide


def is_waiting(actor: TournamentActor) -> bool:
    """Whether a game waits for players: it has no start time, and is not full."""
    tournament = actor.tournament
    is_open = not tournament.has_started and not tournament.is_over and not actor.stopped
    return is_open and actor.charter.terms.starts_ms is None and not tournament.desk.is_full


def open_game(actor: TournamentActor) -> OpenGame:
    """The record of a game that waits, as the queues keep it."""
    desk = actor.tournament.desk
    return OpenGame(
        queue=actor.charter.template,
        game=actor.id,
        waiting=tuple(
            WaitingPlayer(
                player=entry.player,
                person=entry.person or PersonId(entry.player),
                practice=actor.kind_of(entry.player) == "practice",
            )
            for entry in desk.entries.values()
        ),
        left=tuple(sorted(PlayerId(one) for one in desk.given_back)),
    )
