"""Whole tournaments of any format as the steps that a room would write, from a seed."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import msgspec

from cardroom.engine import encode_events
from cardroom.engine.chance import RandBelow
from cardroom.ledger import PlayerId, SettledHand, TableId, TournamentId, Transfer
from cardroom.ledger.hands import ChipHand
from cardroom.ledger.tournaments import Price
from cardroom.room.tournaments.ports import TournamentStore
from cardroom.room.tournaments.records import (
    Claimed,
    NewTournament,
    SeatTaken,
    SeatWon,
    StepToWrite,
    TicketGrant,
)
from cardroom.rulebook import edition
from cardroom.simulation.simulated_money import SimulatedMoney
from cardroom.simulation.tournament.disruptions import CALM, Disruptions
from cardroom.simulation.tournament.play import Play
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import definition_of, target_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk.flights import Flight
from cardroom.tournament.desk_events import Registered
from cardroom.tournament.events import PrizeWon, TableOpened, TournamentEvent
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.journal import Step
from cardroom.tournament.prizes.satellites import SeatPrizes
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import Terms
from cardroom.tournament.tournament import Tournament

EPOCH = 1
"""Of every tournament that is claimed before the first table is opened."""
TABLES_EACH = 1000


class Recorded(NamedTuple):
    """What happened, in its order: money from outside, and steps of tournaments."""

    tournaments: list[NewTournament]
    deeds: list[Transfer | StepToWrite]

    def steps(self, tournament: int = 0) -> list[StepToWrite]:
        """The steps of one tournament, or of all."""
        return [
            deed
            for deed in self.deeds
            if isinstance(deed, StepToWrite) and tournament in (0, deed.tournament)
        ]


class RecordedMoney(SimulatedMoney):
    """Announces every deposit and ticket; steps announce their own payments."""

    def __init__(self, currency: str, recorder: "Recorder") -> None:
        super().__init__(currency)
        self._requests = 10_000
        self._recorder = recorder

    def deposit(self, player: PlayerId, amount: int, at_ms: int) -> None:
        before = len(self.ledger.transfers)
        super().deposit(player, amount, at_ms)
        self._recorder.deeds += self.ledger.transfers[before:]

    def give_ticket(self, player: PlayerId, ticket: object, at_ms: int) -> None:
        before = len(self.ledger.transfers)
        super().give_ticket(player, ticket, at_ms)  # type: ignore[arg-type]
        self._recorder.deeds += self.ledger.transfers[before:]


class Recorder:
    """Makes the steps of all tournaments of one house."""

    def __init__(self) -> None:
        self.tournaments: list[NewTournament] = []
        self.deeds: list[Transfer | StepToWrite] = []
        self._steps: dict[int, int] = {}
        self._events: dict[int, int] = {}

    def announce(self, definition: Definition, terms: Terms, flights: tuple[int, ...]) -> None:
        number = len(self.tournaments) + 1
        self.tournaments.append(
            NewTournament(
                key=f"game:{number}",
                name=definition.name,
                template=definition.kind,
                definition=msgspec.json.encode(definition.name),
                terms=msgspec.json.encode([terms.edition, terms.starting_stack]),
                currency=definition.currency,
                created_ms=1,
                starts_ms=terms.starts_ms,
                flights=tuple(TournamentId(flight) for flight in flights),
            )
        )

    def step(self, tournament: int, at_ms: int, step: Step, **more: object) -> None:
        if not step.events and not step.transfers and not more:
            return
        number = self._steps[tournament] = self._steps.get(tournament, 0) + 1
        before = self._events.get(tournament, 0)
        self._events[tournament] = before + len(step.events)
        opened = [event.table for event in step.events if isinstance(event, TableOpened)]
        self.deeds.append(
            StepToWrite(
                tournament=TournamentId(tournament),
                epoch=EPOCH,
                number=number,
                first_event=before + 1,
                at_ms=at_ms,
                events=tuple(step.events),
                transfers=tuple(step.transfers),
                tables=tuple((table, table_id(tournament, table)) for table in opened),
                **more,  # type: ignore[arg-type]
            )
        )


def table_id(tournament: int, number: int) -> TableId:
    """The number in the room of a table of a tournament."""
    return TableId(TABLES_EACH * tournament + number)


class WatchedTournament(Tournament):
    """Shows every step to the play that runs it before the step is paid."""

    watch: Callable[[Step], None]

    def take_step(self) -> Step:
        step = super().take_step()
        self.watch(step)
        return step


class RecordedPlay(Play):
    """A simulated tournament whose steps are recorded."""

    recorder: Recorder
    seats_taken: tuple[SeatTaken, ...] = ()
    hand: SettledHand | None = None
    is_last = False

    def new_tournament(self, below: RandBelow) -> Tournament:
        desk = Desk(
            self._terms,
            self.definition,
            self._money,
            balance=self.money.balance,
            takes=self.money.takes,
            carried=self._carried,
        )
        tournament = WatchedTournament(self._money.id, self._terms, desk, below)
        tournament.watch = self.record
        return tournament

    def record(self, step: Step) -> None:
        more: dict[str, object] = {"hand": self.hand} if self.hand else {}
        self.hand = None
        if self.seats_taken:
            more["seats_taken"], self.seats_taken = self.seats_taken, ()
        self.recorder.step(self.tournament.id, self.now_ms, step, **more)

    def _commit(self, number: TableNumber, hand: int) -> None:
        table = self._in_hand(number, hand)
        if table is not None:
            self.hand = self.hand_of(table)
        super()._commit(number, hand)

    def hand_of(self, table: Table) -> SettledHand:
        """The record of a hand that is over."""
        dealt, hand, terms = table.dealt_hand, table.hand, self.tournament.terms
        assert dealt is not None
        assert hand is not None
        level = terms.level(dealt.level)
        seats = {seat: table.seats[seat].player for seat, _ in dealt.dealt_in}
        stacks = {seats[seat]: stack for seat, stack in hand.stacks.items()}
        before = {seats[seat]: table.seats[seat].stack for seat in seats}
        price = self.definition.entry_price(self.definition.price_cents)
        bounties = self.tournament.bounty_book.bounties
        return SettledHand(
            table=table_id(self.tournament.id, table.number),
            epoch=EPOCH,
            number=dealt.number,
            edition=terms.edition,
            currency=terms.currency,
            at_ms=self.now_ms,
            deltas={player: stacks[player] - before[player] for player in stacks},
            rake=0,
            rake_cap=0,
            stacks=stacks,
            history=encode_events(hand.events),
            seats=seats,
            chips=ChipHand(
                tournament=self.tournament.id,
                name=self.definition.name,
                table=table.number,
                level=dealt.level,
                small_blind=level.small,
                ante=level.ante,
                seats=terms.seats,
                buy_in=price.places,
                bounty=price.bounty,
                fee=price.fee,
                started_ms=self.now_ms,
                first_stack=terms.starting_stack,
                level_ms=level.length_ms,
                is_one_table=terms.family != "mtt",
                bounties={
                    table.seats[seat].player: bounties.get(entry, 0)
                    for seat, entry in dealt.dealt_in
                },
            ),
        )


class RecordedScenario(Scenario):
    """An event of a format, with its target or its phases, all steps recorded."""

    def __init__(self, name: str, seed: int, disruptions: Disruptions, **changes: object) -> None:
        self.recorder = Recorder()
        definition = definition_of(name, changes)
        super().__init__(
            definition,
            edition(definition.edition),
            chance=Random(seed),
            disruptions=disruptions,
            target=target_of(definition),
        )

    @property
    def money(self) -> SimulatedMoney:
        return self._recorded

    @money.setter
    def money(self, _: SimulatedMoney) -> None:
        self._recorded = RecordedMoney(self._definition.currency, self.recorder)

    def _open(self, definition: Definition, terms: Terms, carried: Price | None = None) -> Play:
        is_second = carried is not None
        flights = range(1, len(self.recorder.tournaments) + 1) if is_second else ()
        self.recorder.announce(definition, terms, tuple(flights))
        RecordedPlay.recorder = self.recorder
        return RecordedPlay(
            self.money,
            definition,
            terms,
            chance=self._chance,
            disruptions=self._disruptions,
            summary=self.summary,
            carried=carried,
        )

    def _play_second(self, first: Terms, flights: list[Flight], plays: list[Play]) -> Play:
        number = len(self.recorder.tournaments) + 1
        ended_ms = max(play.now_ms for play in plays)
        going_on = [play for play in plays if not play.tournament.is_cancelled]
        for play, flight in zip(going_on, flights, strict=True):
            money = play.desk.money
            second = msgspec.structs.replace(money, id=TournamentId(number))
            carried = money.carry_over(second, flight.pools, at_ms=ended_ms)
            closed = money.close(0, play.desk.used_tickets, at_ms=ended_ms)
            self.recorder.step(play.tournament.id, ended_ms, Step([], [carried, closed]))
        return super()._play_second(first, flights, plays)

    def _deliver(
        self, event: TournamentEvent, satellite: Play, target: Play, prizes: SeatPrizes
    ) -> None:
        """The satellite pays and gives in one step; the target takes the seat in its own."""
        if not isinstance(event, PrizeWon) or not event.award.seat or event.held:
            return
        assert isinstance(target, RecordedPlay)
        while target.tournament.is_running and target.now_ms < satellite.now_ms:
            target.step()
        player = satellite.tournament.player_of(event.entry)
        target.now_ms = max(target.now_ms, satellite.now_ms)
        there = None if target.tournament.is_over else target.tournament
        entered = self.summary.entries
        transfer = prizes.deliver(player, event, there, target.now_ms)
        self.money.move(transfer)
        satellite.checks.pay(transfer)
        entries = [one for one in target.tournament.journal.events if isinstance(one, Registered)]
        won: tuple[SeatWon, ...] = ()
        if entries:
            seat = SeatWon(
                key=transfer.key,
                satellite=satellite.tournament.id,
                target=target.tournament.id,
                player=player,
                price=entries[0].price,
            )
            won = (seat,)
            target.seats_taken = (SeatTaken(seat.key, "seated", entries[0].entry),)
        tickets = () if won else _tickets(player, transfer, prizes)
        self.recorder.step(
            satellite.tournament.id,
            satellite.now_ms,
            Step([], [transfer]),
            seats_won=won,
            tickets=tickets,
        )
        target.take_step()
        if self.summary.entries > entered:
            target.checks.money.receive(transfer)


def _tickets(player: PlayerId, transfer: Transfer, prizes: SeatPrizes) -> tuple[TicketGrant, ...]:
    has_ticket = any(":tickets:" in account for account, _ in transfer.entries)
    return (TicketGrant(player, prizes.ticket, 10**15),) if has_ticket else ()


def played(
    name: str,
    *,
    players: int = 9,
    seed: int = 1,
    disruptions: Disruptions = CALM,
    **changes: object,
) -> Recorded:
    """One event of a format, to its last cent."""
    scenario = RecordedScenario(name, seed, disruptions, **changes)
    scenario.play(players)
    return Recorded(scenario.recorder.tournaments, scenario.recorder.deeds)


async def announce(tournaments: TournamentStore, recorded: Recorded) -> list[Claimed]:
    """Create and claim all tournaments of an event."""
    return [await tournaments.create_tournament(new, "us") for new in recorded.tournaments]


def under(step: StepToWrite, epoch: int) -> StepToWrite:
    """A step as an owner with another epoch writes it."""
    hand = step.hand and msgspec.structs.replace(step.hand, epoch=epoch)
    return msgspec.structs.replace(step, epoch=epoch, hand=hand)
