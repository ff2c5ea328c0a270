"""Sit & Gos and HexaPro on demand: a purchase is planned, paid at the desks of its games, stored as
one, and counts then; as soon as a game starts, the next one is open (TYP-02, HEX-03)."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from cardroom.errors import CardroomError, EntryRefused
from cardroom.ledger import PlayerId, TournamentId
from cardroom.ledger.tickets import read_ticket
from cardroom.ledger.transfers import AMOUNT_MAX
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.sealed import Sealed
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.joint import JointWrite
from cardroom.room.tournaments.house.together import MakeStep, ask_together
from cardroom.room.tournaments.house_messages import ChangeSeats, FinishWork
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
        *,
        open_new: OpenNew,
        find: FindActor,
    ) -> None:
        self.offers: dict[str, OnDemand] = {}
        self._services = services
        self._board = services.board
        self._open_new = open_new
        self._find = find
        self._queues = GameQueues(())
        self._unsure: dict[TournamentId, None] = {}
        """Games of a purchase that failed: their desks know what became of it."""

    def restore(self, games: Iterable[TournamentId]) -> None:
        """Go on with those games that wait for players, as they have published it."""
        found = [self._open_game(one) for one in games]
        waiting = [one for one in found if one is not None]
        self._queues = GameQueues(self.offers.values(), waiting)

    async def follow(self, offers: Iterable[OnDemand]) -> None:
        """Offer these games from now on; what is offered no more is withdrawn."""
        await self._learn_again()
        self.offer(offers)
        await self.tidy()

    def offer(self, offers: Iterable[OnDemand]) -> None:
        """Know what is offered, before anything is opened or withdrawn."""
        self.offers = {one.name: one for one in offers}
        self._queues = GameQueues(self.offers.values(), self._queues.open_games)

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
        gone = [one.game for one in self.waiting if self._open_game(one.game) is None]
        if gone:
            self._queues.apply(QueueStep(tuple(GameWithdrawn(game=game) for game in gone)))
            await self.tidy()

    def _open_game(self, game: TournamentId) -> OpenGame | None:
        """What a game has published of itself; None when it waits for nobody."""
        status = self._board.statuses.get(game)
        return None if status is None else status.open_game

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
        """Take a seat in this many games of an offer, all of them or none (HEX-03).

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
                by_ticket=how is not None and how.ticket is not None,
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
        if player not in self._board.players_of(tournament):
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
        # What players get back for a seat pays for the next one.
        takes_over = {one.to for one in step.changes if isinstance(one, SeatMoved)}
        steps: dict[TournamentActor, MakeStep] = {}
        for game, changes in sorted(by_game.items(), key=lambda one: one[0] in takes_over):
            actor = self._find(game)
            receipts = () if receipt is None or steps else (receipt,)
            steps[actor] = partial(
                _change_seats,
                changes=tuple(changes),
                paid_with=how,
                receipts=receipts,
                by_house=by_house,
            )
        if steps:
            try:
                await ask_together(self._services, steps)
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
        for game in unsure:
            with suppress(EntryRefused):
                await self._find(game).inbox.order(FinishWork())
        self.restore(sorted({*unsure, *(one.game for one in self.waiting)}))


async def finish_work(actor: TournamentActor, message: FinishWork) -> None:
    """What a tournament does when it is only waited for: nothing."""


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


def _change_seats(together: Sealed[JointWrite], **how: Any) -> ChangeSeats:
    return ChangeSeats(together=together, **how)


async def change_seats(actor: TournamentActor, message: ChangeSeats) -> None:
    """Do at the desk of one game what the queues have planned; in the game's turn."""
    paid_with, by_house = _paid_with(message.paid_with), message.by_house
    taken = [one.seat.player for one in message.changes if isinstance(one, SeatTaken)]
    moved = [one.seat.player for one in message.changes if isinstance(one, SeatMoved)]
    # Who is moved has not asked for anything, and was perhaps never here since the room opened.
    await actor.balances.look_up_cash([*taken, *moved])
    if taken and paid_with.get("ticket") is not None:
        await actor.balances.look_up_tickets(taken[0])

    def decide(at_ms: int) -> None:
        tournament = actor.tournament
        for change in message.changes:
            match change:
                case SeatTaken(seat=seat):
                    tournament.register(seat.player, at_ms, person=seat.person, **paid_with)
                case SeatGivenBack(player=player):
                    tournament.unregister(player, at_ms, by_house=by_house)
                case SeatMoved(seat=seat, to=to) if to == actor.id:
                    with actor.balances.counting_refund(seat.player, actor.charter.price):
                        tournament.register(seat.player, at_ms, person=seat.person)
                case SeatMoved(seat=seat):
                    tournament.unregister(seat.player, at_ms)
                case GameWithdrawn():
                    tournament.cancel(at_ms)

    noted: dict[str, Any] = {"receipts": message.receipts} if message.receipts else {}
    await actor.decide(decide, write=message.together.open().write, **noted)
