"""One tournament from the first registration to the last cent (TRN).

Whoever drives it brings time, cards and decisions, and takes after each step what it has brought:
`take_step` has the events and the transfers that belong together.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardroom.cards import Card
from cardroom.engine.chance import RandBelow
from cardroom.errors import OperatorRefused, SeatRefused
from cardroom.ledger import CaseId, PlayerId, TournamentId
from cardroom.rulebook.tournament.hexapro_game import Prize
from cardroom.rulebook.tournament.prizes import DealKind
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import (
    EndCause,
    PauseDue,
    PauseEnded,
    StaffAlerted,
    TournamentEvent,
    TournamentStarted,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Step
from cardroom.tournament.play.buying_in import BuyingIn
from cardroom.tournament.play.cancelling import Altered, Cancelling
from cardroom.tournament.play.dealing import Dealing
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.entry_windows import EntryWindows
from cardroom.tournament.play.knockouts import Knockouts
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.play.prize_deals import PrizeDeals
from cardroom.tournament.play.progress import Progress
from cardroom.tournament.play.sanctions import Sanctions
from cardroom.tournament.play.schedule import Schedule
from cardroom.tournament.play.staff_changes import StaffChanges, verify_change
from cardroom.tournament.play.starting import Starting
from cardroom.tournament.prizes.cancellation import Stage
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.keeping_apart import PartnersOf, no_partners
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import Terms
from cardroom.units import Cents, Chips


class Tournament:
    """The front of a tournament: its parts hold the state, the classes of `play` decide (TAMB-46).

    Time passes first (`tick`), so that whatever is asked meets the state of that moment.
    """

    def __init__(
        self,
        tournament: TournamentId,
        terms: Terms,
        desk: Desk,
        rand_below: RandBelow,
        *,
        partners_of: PartnersOf = no_partners,
    ) -> None:
        """`partners_of` names those whom the house keeps apart from a player (AMB-74)."""
        self.id = tournament
        parts = Parts(terms, desk, rand_below, partners_of)
        self.journal = parts.journal
        self.desk = parts.desk
        self.field = parts.field
        self.level_clock = parts.level_clock
        self.hand_for_hand = parts.hand_for_hand
        self.standings = parts.standings
        self.payouts = parts.payouts
        self.bounty_book = parts.bounty_book
        self.holds = parts.holds
        knockouts = Knockouts(parts)
        windows = EntryWindows(parts, knockouts)
        ending = Ending(parts, knockouts, windows)
        cancelling = Cancelling(parts, knockouts, ending)
        progress = Progress(parts, windows, ending, cancelling)
        schedule = Schedule(
            parts,
            knockouts=knockouts,
            windows=windows,
            ending=ending,
            cancelling=cancelling,
            progress=progress,
        )
        starting = Starting(
            parts,
            windows=windows,
            ending=ending,
            cancelling=cancelling,
            progress=progress,
            schedule=schedule,
        )
        self._parts = parts
        self._ending = ending
        self._cancelling = cancelling
        self._schedule = schedule
        self._starting = starting
        self._buying_in = BuyingIn(parts, starting, progress, schedule)
        self._dealing = Dealing(
            parts,
            knockouts=knockouts,
            ending=ending,
            progress=progress,
            schedule=schedule,
            buying_in=self._buying_in,
        )
        self._sanctions = Sanctions(parts, knockouts, ending, progress, schedule)
        self._staff = StaffChanges(parts, ending, progress)
        self._prize_deals = PrizeDeals(parts, ending)

    # Questions

    @property
    def terms(self) -> Terms:
        """What it is played by; of a HexaPro game as the draw has set them (TAMB-79)."""
        return self.field.terms

    @property
    def multiplier(self) -> Prize | None:
        """What was drawn for a HexaPro game."""
        return self._starting.multiplier

    @property
    def tables(self) -> dict[TableNumber, Table]:
        """The tables in play."""
        return self.field.tables

    @property
    def ready(self) -> Mapping[TableNumber, None]:
        """The tables that may deal now, in order (BRK-03, H4H-02)."""
        return self._dealing.ready

    @property
    def has_started(self) -> bool:
        return self.field.has_started

    @property
    def is_running(self) -> bool:
        return self._ending.is_running

    @property
    def is_over(self) -> bool:
        """Whether nothing more is dealt, for whatever reason."""
        return self._ending.is_over

    @property
    def is_cancelled(self) -> bool:
        return self._ending.cause == "cancelled"

    @property
    def ended(self) -> EndCause | None:
        """Why it is over."""
        return self._ending.cause

    @property
    def is_final_stage(self) -> bool:
        """Whether a lost connection is waited for longer (TTB-04, TAMB-91)."""
        return self._dealing.is_final_stage

    @property
    def is_in_the_money(self) -> bool:
        """Registration and purchases closed, and no more players left than places (TAMB-81)."""
        return self._parts.is_in_the_money

    @property
    def stage(self) -> Stage:
        """How far it has come: it decides who gets what if it is cancelled (CXL-01, TAMB-81)."""
        return self._cancelling.stage

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
        return self.level_clock.level

    @property
    def places(self) -> dict[EntryId, int]:
        """The finishing places that are known."""
        return self.standings.places

    @property
    def stacks(self) -> dict[EntryId, Chips]:
        """The chips of the players who are in, between their hands."""
        return self.field.stacks

    @property
    def survivors(self) -> dict[EntryId, Chips]:
        """Who moves on from a first phase, and with what (TAMB-76)."""
        assert self.ended == "phase_over"
        return self.field.stacks

    @property
    def next_deadline_ms(self) -> int | None:
        """When `tick` has something to do; action clocks are the tables' own (TAMB-45).

        Before the start it is the time of the start, where there is one (TRN-02): `tick` does
        nothing then, `start` does. After the end there is none.
        """
        return self._schedule.next_ms

    def player_of(self, entry: EntryId) -> PlayerId:
        """Who holds an entry."""
        return self.desk.player_of(entry)

    def take_step(self) -> Step:
        """The events and transfers since this was last asked: what is stored together."""
        return self.journal.take_step()

    # Entries and purchases

    def register(self, player: PlayerId, at_ms: int, **how: Any) -> EntryId:
        """Enter; after the start the player is seated at once (TRN-09, TAMB-47)."""
        self.tick(at_ms)
        return self._buying_in.register(player, at_ms, **how)

    def unregister(self, player: PlayerId, at_ms: int, *, by_house: bool = False) -> None:
        """Give an entry back before the start (TRN-12, TRN-13).

        The house may do so until the start itself, as with players it puts out (TAMB-102).
        """
        self.desk.unregister(player, at_ms, started=self.has_started, by_house=by_house)

    def rebuy(self, player: PlayerId, at_ms: int) -> None:
        """Buy more chips: at once between hands, else after the hand (TAMB-69)."""
        self.tick(at_ms)
        self._buying_in.rebuy(self._entrant(player), at_ms)

    def decline_rebuy(self, player: PlayerId, at_ms: int) -> None:
        """Refuse an offer to buy back (TAMB-69)."""
        self.tick(at_ms)
        self._buying_in.decline_rebuy(self._entrant(player), at_ms)

    def add_on(self, player: PlayerId, at_ms: int) -> None:
        """Buy the chips of the pause (TAMB-69)."""
        self.tick(at_ms)
        self._buying_in.add_on(self._entrant(player), at_ms)

    # Time and hands

    def start(self, at_ms: int, *, absent: Collection[PlayerId] = ()) -> None:
        """Begin, or cancel where too few have entered (TRN-02, TRN-15, TAMB-65).

        `absent` are those who are not logged in: seated all the same (TRN-05).
        """
        self._starting.start(at_ms, absent)

    def tick(self, at_ms: int) -> None:
        """Let everything happen that is due by then, in order (TAMB-45)."""
        self._schedule.tick(at_ms)

    def deal(self, number: TableNumber, deck: Sequence[Card], at_ms: int) -> None:
        """Deal a hand at the level in force; the first one starts the clock (TAMB-45)."""
        self.tick(at_ms)
        self._dealing.deal(number, deck, at_ms)

    def announce(self, number: TableNumber, at_ms: int) -> None:
        """Fix the next hand of a table, who is in it and its blinds: its cards are dealt where it
        is lent to (`lend_hand`)."""
        self.tick(at_ms)
        self._dealing.announce(number, at_ms)

    def act(self, player: PlayerId, action: str, to: Chips, at_ms: int) -> None:
        """A player's own decision (TRN-07)."""
        entrant = self._entrant(player)
        self.field.tables[entrant.table].act(entrant.seat, action, to, at_ms)

    def expire(self, number: TableNumber, at_ms: int) -> bool:
        """Decide for a player whose time is over (TTB-05, TAMB-90)."""
        return self.field.tables[number].expire(at_ms) is not None

    def commit(self, number: TableNumber, at_ms: int) -> None:
        """A hand that is over and stored: knockouts, places, prizes, moves, what comes next."""
        self._dealing.commit(number, at_ms)

    def roll_back(self, number: TableNumber, reason: str, at_ms: int) -> None:
        """The hand of one table never was; it is dealt again (TRN-25, TAMB-97)."""
        self._dealing.roll_back(number, reason, at_ms)

    # Players

    def lose_connection(self, player: PlayerId, at_ms: int) -> None:
        """A player is out of reach (TTB-03)."""
        self.field.lose_connection(self._entrant(player), at_ms)

    def reconnect(self, player: PlayerId, at_ms: int) -> None:
        """A player is in reach again and plays on (TRN-05, TAMB-90)."""
        self.field.reconnect(self._entrant(player), at_ms)

    def sit_out(self, player: PlayerId, at_ms: int) -> None:
        """A player sits out; several may, as long as they do not agree on it (TRN-17, TRN-18)."""
        self.field.go_away(self._entrant(player), at_ms)

    def come_back(self, player: PlayerId, at_ms: int) -> None:
        """A player plays again."""
        self.field.come_back(self._entrant(player), at_ms)

    def agree_deal(
        self,
        kind: DealKind,
        agreed: Collection[EntryId],
        at_ms: int,
        *,
        left_to_play_for: Cents = 0,
    ) -> None:
        """The players left share the prizes, all of them or nobody (TAMB-98)."""
        self.tick(at_ms)
        self._prize_deals.agree(kind, agreed, at_ms, left_to_play_for=left_to_play_for)

    def _entrant(self, player: PlayerId) -> Entrant:
        if self._ending.is_over:
            raise SeatRefused("TRN-19", "tournament_is_over")
        entrant = self.field.find(player)
        if entrant is None:
            raise SeatRefused("TRN-11", "not_playing", {"player": player})
        return entrant

    # The house

    def pause(self, at_ms: int) -> None:
        """Stop dealing and the clock until further notice (TAMB-45, TAMB-96)."""
        self.tick(at_ms)
        self._staff.pause(at_ms)

    def resume(self, at_ms: int) -> None:
        """Go on after a pause by staff."""
        self.tick(at_ms)
        self._staff.resume(at_ms)

    def change_level_times(self, lengths_ms: Sequence[int], at_ms: int) -> None:
        """Give the levels after the present one these lengths (TRN-03, TAMB-96)."""
        self.tick(at_ms)
        self._staff.change_level_times(lengths_ms, at_ms)

    def change_breaks(self, at_ms: int, *, on: bool) -> None:
        """Switch the synchronised breaks on or off (TRN-03, TAMB-96)."""
        self.tick(at_ms)
        self._staff.change_breaks(at_ms, on=on)

    def review(self, player: PlayerId, case: CaseId, at_ms: int) -> None:
        """Hold what a player wins until the case is closed, with whatever entry (TRN-24)."""
        self.tick(at_ms)
        self._sanctions.review(player, case, at_ms)

    def lift_review(self, player: PlayerId, at_ms: int) -> None:
        """Pay what a player wins from now on, and leave what is held to its case (TRN-24)."""
        self.tick(at_ms)
        self._sanctions.lift_review(player, at_ms)

    def disqualify(self, player: PlayerId, case: CaseId, at_ms: int) -> None:
        """Knock a player out, after the hand; prize and bounty are held (TRN-23, TAMB-89)."""
        self.tick(at_ms)
        self._sanctions.disqualify(self._entrant(player), case, at_ms)

    def cancel(self, at_ms: int, *, shares: Altered | None = None) -> None:
        """Stop and pay out; hands in progress never were (CXL, TAMB-81).

        `shares` are the house's own in place of those of the policy (CXL-11).
        """
        if self.is_over:
            raise OperatorRefused("CXL-01", "tournament_is_over")
        self.tick(at_ms)
        if self.ended is not None:
            return
        verify_change(self._parts, "cancellation")
        if shares is not None:
            self._cancelling.verify_altered(shares)
        self._cancelling.stop_and_share(at_ms, shares)

    def close_money(self, at_ms: int) -> None:
        """All seats of a satellite are given: the fees are the house's now (TAMB-40, TAMB-68)."""
        self._ending.close_money(at_ms)

    # After a crash

    def crash(self, at_ms: int) -> None:
        """After a server crash every hand in progress is rolled back (TRN-25, TTB-07)."""
        if self.is_running:
            self._dealing.roll_back_all(at_ms)

    def restore(self, events: Sequence[TournamentEvent], at_ms: int, *, down_since_ms: int) -> None:
        """Replay stored events; hands that were not committed never were (TRN-25).

        The server was down from `down_since_ms` until now: nobody could act (TAMB-45, TTB-07).
        """
        self.follow(events, down_since_ms)
        if self.is_running:
            self.crash(down_since_ms)
            self._recover(down_since_ms, at_ms)

    def follow(self, events: Sequence[TournamentEvent], at_ms: int) -> None:
        """Be what stored events say, with their hands still in progress: to try something out."""
        self.journal.replay(events)
        alerted = {event.at_ms for event in events if isinstance(event, StaffAlerted)}
        for event in events:
            if isinstance(event, TournamentStarted):
                self._schedule.plan_open_game(event.at_ms, alerted)
        self._schedule.plan_offers()
        self.field.refresh_all(at_ms)

    def _recover(self, down_since_ms: int, at_ms: int) -> None:
        """What was due before the crash happens; then everything waited until now (TAMB-45)."""
        self.tick(down_since_ms)
        if self.is_running and down_since_ms < at_ms:
            self.journal.record(PauseDue("crash", down_since_ms))
            self.journal.record(PauseEnded("crash", at_ms))
            self._schedule.plan_offers()
