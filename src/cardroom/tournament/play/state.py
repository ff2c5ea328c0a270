"""What a tournament is: desk, field, clock, standings and money as their events say."""

import msgspec

from cardroom.engine.chance import RandBelow
from cardroom.engine.deadlines import Deadlines
from cardroom.ledger import PlayerId, TournamentId, Transfer
from cardroom.rulebook.tournament.hexapro_game import Prize
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk_events import (
    ChipsBought,
    DeskEvent,
    RebuyDeclined,
    RebuyOffered,
    Registered,
)
from cardroom.tournament.due import Due
from cardroom.tournament.events import (
    BountyTaken,
    Disqualified,
    EndCause,
    FieldEvent,
    HandDealt,
    HandFinished,
    KnockedOut,
    MoneyEvent,
    MultiplierDrawn,
    PauseEnded,
    PlaceTaken,
    SharePaid,
    TournamentEnded,
    TournamentEvent,
    UnderReview,
    VipBountyPending,
    VipBountyVoid,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Journal
from cardroom.tournament.play.finishing import Finishing, Group
from cardroom.tournament.play.timetable import Timetable
from cardroom.tournament.prizes.bounty_book import Heads
from cardroom.tournament.prizes.holds import Holds
from cardroom.tournament.prizes.payouts import Payouts
from cardroom.tournament.tables.field import Field
from cardroom.tournament.tables.hand_for_hand import HandForHand
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import Level, Terms, bank_terms
from cardroom.units import Cents, Chips


class TournamentState:
    """The parts of one tournament, kept together by their events."""

    def __init__(
        self, tournament: TournamentId, terms: Terms, desk: Desk, below: RandBelow
    ) -> None:
        self.id = tournament
        self.desk = desk
        self._below = below
        self._journal = Journal(self._apply)
        self._deadlines: Deadlines[Due] = Deadlines()
        self._finishing = Finishing()
        self.hand_for_hand = HandForHand(self._finishing)
        self.ended: EndCause | None = None
        self._commits = False
        """A hand that is over is being committed: nothing ends before it counts."""
        self.multiplier: Prize | None = None
        """What was drawn for a HexaPro game."""
        self._groups: dict[TableNumber, Group] = {}
        """Who goes out in the last hand of a table belongs together (TAMB-60)."""
        self._is_overdue = False
        """A HexaPro game has been open for too long (HEX-12)."""
        self._disqualified: set[EntryId] = set()
        self._last_out: EntryId | None = None
        """Who went out last: takes what is left where nobody is (TAMB-89)."""
        self._refunded_fees: Cents = 0
        desk.bind(self._journal)
        self.holds = Holds(desk, self._journal)
        self.payouts = Payouts(terms, desk, self._journal, self.holds)
        self.heads = Heads(terms, desk, self._journal, below, self.holds)
        self._set_terms(terms)

    def _set_terms(self, terms: Terms) -> None:
        """Begin with these terms; a HexaPro game knows them only after its draw (TAMB-79)."""
        self.terms = terms
        self.field = Field(terms, self._journal, self._deadlines, self._below)
        self.timetable = Timetable(terms)

    # Questions

    @property
    def tables(self) -> dict[TableNumber, Table]:
        """The tables in play."""
        return self.field.tables

    @property
    def has_started(self) -> bool:
        return self.field.has_started

    @property
    def is_over(self) -> bool:
        """Whether nothing more is dealt, for whatever reason."""
        return self.ended is not None

    @property
    def is_cancelled(self) -> bool:
        return self.ended == "cancelled"

    @property
    def is_running(self) -> bool:
        return self.has_started and not self.is_over

    @property
    def left(self) -> int:
        """L: the players who are in, those with an offer to buy back included (TAMB-46)."""
        return self.field.left

    @property
    def entries(self) -> int:
        """N: the entries so far (TAMB-69, TAMB-70)."""
        return self.desk.count

    @property
    def level(self) -> int:
        return self.timetable.level

    @property
    def places(self) -> dict[EntryId, int]:
        """The finishing places that are known."""
        return self.field.places

    @property
    def stacks(self) -> dict[EntryId, Chips]:
        """The chips of the players who are in, between their hands."""
        return {entry: entrant.stack for entry, entrant in self.field.entrants.items()}

    @property
    def survivors(self) -> dict[EntryId, Chips]:
        """Who moves on from a first phase, and with what (TAMB-76)."""
        assert self.ended == "phase_over"
        return self.stacks

    @property
    def next_deadline_ms(self) -> int | None:
        """When `tick` has something to do; action clocks are the tables' own (TAMB-45).

        Before the start it is the time of the start, where there is one (TRN-02); after the end
        there is none.
        """
        if self.is_over:
            return None
        if not self.has_started:
            return self.terms.starts_ms
        due = [self.timetable.next_ms, self._deadlines.next_ms]
        return min((at for at in due if at is not None), default=None)

    @property
    def is_closed(self) -> bool:
        """Whether registration and purchases are closed (TAMB-46)."""
        return not self.desk.registration_open and not self.desk.purchases_open

    @property
    def is_in_the_money(self) -> bool:
        """Registration and purchases closed, and no more players left than places (TAMB-81)."""
        structure = self.payouts.structure
        if structure is None or not self.is_closed:
            return False
        return self.left <= len(structure) or bool(self.payouts.deal)

    def player_of(self, entry: EntryId) -> PlayerId:
        """Who holds an entry."""
        return self.desk.entries[entry].player

    def take_news(self) -> list[TournamentEvent]:
        """The events since this was last asked."""
        return self._journal.take_news()

    def take_transfers(self) -> list[Transfer]:
        """The transfers since this was last asked, in the order in which they must be made."""
        return self._journal.take_transfers()

    # What a recorded event changes

    def _apply(self, event: TournamentEvent) -> None:
        if isinstance(event, FieldEvent):
            self._apply_to_field(event)
        elif isinstance(event, DeskEvent):
            self._apply_to_desk(event)
        else:
            assert isinstance(event, MoneyEvent), f"no such event in a tournament: {event}"
            self._apply_to_money(event)

    def _apply_to_field(self, event: FieldEvent) -> None:
        self.field.apply(event)
        if self.hand_for_hand.is_on or not isinstance(event, HandDealt | HandFinished):
            self.hand_for_hand.apply(event)
            self._apply_rarely(event)
        elif isinstance(event, HandFinished):
            self._groups.pop(event.table, None)

    def _apply_rarely(self, event: FieldEvent) -> None:
        """What is not part of every hand."""
        match event:
            case HandFinished(table=table):
                self._groups.pop(table, None)
            case HandDealt():
                pass
            case KnockedOut(entry=entry, chips=chips):
                self._finishing.add(entry, chips, self._group_for(event))
                self.desk.out(entry)
                self._last_out = entry
            case PlaceTaken(entry=entry, place=place):
                self._finishing.drop(entry)
                self.payouts.wait(entry, place)
            case Disqualified(entry=entry, case=number):
                self.holds.open(entry, number)
                self.desk.bar(entry)
                self._disqualified.add(entry)
            case UnderReview(entry=entry, case=number):
                self.holds.open(entry, number)
            case TournamentEnded(cause=cause):
                self.ended = cause
            case PauseEnded(cause="crash", at_ms=at_ms):
                self.timetable.apply(event)
                self._renew_offers(at_ms)
            case _:
                self.timetable.apply(event)

    def _renew_offers(self, at_ms: int) -> None:
        """Who could not answer while the server was down is asked anew (TAMB-69, TTB-07)."""
        if self.terms.rebuy is not None:
            self.desk.renew_offers(at_ms + self.terms.rebuy.answer_ms)

    def _group_for(self, event: KnockedOut) -> Group:
        """The group of a player who is out; a disqualified one is alone (TAMB-60, TAMB-89).

        The others of a synchronised hand are still in until it ends, and finish above (TAMB-59).
        """
        if event.entry in self._disqualified:
            return self._finishing.new_group(below=self.hand_for_hand.group)
        return self._group_at(event.table)

    def _group_at(self, table: TableNumber) -> Group:
        if self.hand_for_hand.group is not None:
            return self.hand_for_hand.group
        if table not in self._groups:
            self._groups[table] = self._finishing.new_group()
        return self._groups[table]

    def _apply_to_desk(self, event: DeskEvent) -> None:
        self.desk.apply(event)
        self.heads.apply_desk(event)
        match event:
            case Registered(entry=entry):
                self._drop_earlier(entry)
            case RebuyOffered(entry=entry):
                self._finishing.wait_for(entry, self._group_at(self.field.entrants[entry].table))
                self.field.hold(entry)
            case RebuyDeclined(entry=entry):
                self.field.release(entry)
            case ChipsBought(entry=entry):
                if self._finishing.is_waited_for(entry):
                    self._finishing.stay(entry)
                    self.field.release(entry)

    def _drop_earlier(self, entry: EntryId) -> None:
        """A re-entry: the earlier entry keeps its place, unless the rules drop it (TAMB-70)."""
        if self.terms.rules.registration.earlier_entry_keeps_place:
            return
        player = self.player_of(entry)
        if self.desk.entries_of(player) > 1:
            for earlier in self.desk.entries.values():
                if earlier.player == player:
                    self._finishing.drop(earlier.id)

    def _apply_to_money(self, event: MoneyEvent) -> None:
        match event:
            case MultiplierDrawn(number=number):
                self._apply_draw(number)
            case BountyTaken() | VipBountyPending() | VipBountyVoid():
                self.heads.apply(event)
            case SharePaid(entry=entry, fees=fees, bounty=bounty):
                self._refunded_fees += fees
                self.heads.bounties[entry] -= bounty
            case _:
                self.payouts.apply(event)

    def _apply_draw(self, number: int) -> None:
        """Stacks, level times and time banks follow the multiplier (TAMB-79, TAMB-92)."""
        game = self.terms.hexapro
        assert game is not None
        self.multiplier = prize = game.draw(number)
        length_ms = 1000 * game.level_s(prize)
        timing = self.terms.rules.timing
        self._set_terms(
            msgspec.structs.replace(
                self.terms,
                starting_stack=game.starting_stack(prize),
                levels=tuple(Level(row.small, row.big, row.ante, length_ms) for row in game.blinds),
                bank=bank_terms(timing, timing.hexapro_bank_for(prize.multiplier_tenths)),
            )
        )
