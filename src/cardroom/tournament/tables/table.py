"""One table: who sits where, the hand in progress and the clock of the player to act."""

from collections.abc import Mapping, Sequence

from cardroom.cards import Card
from cardroom.engine.action_clock import ActionClock, ClockTerms
from cardroom.engine.events import HandStarted
from cardroom.engine.hand import Hand
from cardroom.engine.positions import Positions
from cardroom.engine.starting import forced_bets
from cardroom.errors import ActionRefused
from cardroom.ledger import PlayerId
from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.events import HandDealt
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.positions import first_positions, next_positions
from cardroom.tournament.terms import Level, Terms
from cardroom.units import Chips, Seat


def passed_over(rules: TournamentRules, seats: Mapping[Seat, Entrant]) -> list[Seat]:
    """Seats that do not count for a first button: none, or those of absent players (TAMB-49)."""
    if rules.button.first_button_counts_absent:
        return []
    return [seat for seat, entrant in seats.items() if entrant.away is not None]


class Table:
    """A table of a tournament. The field decides who comes and goes."""

    def __init__(self, number: TableNumber, terms: Terms, *, is_late: bool) -> None:
        self.number = number
        self.rules = terms.rules
        self._terms = terms
        self.seats: dict[Seat, Entrant] = {}
        self.last: Positions | None = None
        """Button and blinds of the hand in progress or of the last one dealt."""
        self.before: Positions | None = None
        """Those of the hand before it, to return to when it is rolled back."""
        self.dealt_hand: HandDealt | None = None
        """The hand in progress."""
        self.hand_to_redeal: HandDealt | None = None
        """A hand that never was is dealt again with its positions (TAMB-97)."""
        self.hand: Hand | None = None
        self.clock: ActionClock | None = None
        self.hands = 0
        self.absent_hands = 0
        """Hands without anybody there, up to the last one (TAMB-101)."""
        self.nobody_came = False
        """Nobody was there when the hand in progress was dealt, and nobody has come since."""
        self.offers = 0
        """Players without chips whom the table waits for (TAMB-69)."""
        self.two_since_ms: int | None = None
        """When the second player of a new table sat down (TAMB-48)."""
        self.is_late = is_late
        """Opened for a late entrant: its first hand waits for balancing (TAMB-48)."""
        self.looked_at_ms = 0
        """When the field looks again whether the table may deal."""
        self.dealt_ms: int | None = None
        """When the last hand was dealt."""
        self.banks_ms: tuple[int, ...] = ()
        """The time banks before the hand in progress, to return to when it is rolled back."""
        self.clock_terms: ClockTerms | None = None

    # Questions

    @property
    def actor(self) -> PlayerId | None:
        """Whose decision the hand waits for."""
        seat = None if self.hand is None else self.hand.actor
        return None if seat is None else self.seats[seat].player

    @property
    def deadline_ms(self) -> int | None:
        """When the server decides for the player whose turn it is."""
        return None if self.clock is None else self.clock.deadline_ms

    @property
    def big_blind(self) -> Seat | None:
        """Where the big blind is or was last, that of a hand to be dealt again included."""
        positions = (
            self.hand_to_redeal.positions if self.hand_to_redeal and self._redeal() else self.last
        )
        return None if positions is None else positions.big_blind

    @property
    def all_away(self) -> bool:
        """Whether nobody at the table is there (TAMB-63)."""
        return all(entrant.away is not None for entrant in self.seats.values())

    def plan(self) -> tuple[Positions, list[Entrant]]:
        """Button and blinds of the next hand, and who is dealt in: everybody (TAMB-52)."""
        redeal = self._redeal()
        if redeal is not None:
            return redeal
        seats = sorted(self.seats)
        players = [self.seats[seat] for seat in seats]
        if self.last is None:
            return first_positions(seats, passed_over(self._terms.rules, self.seats)), players
        return next_positions(self.last.big_blind, seats), players

    def _redeal(self) -> tuple[Positions, list[Entrant]] | None:
        """A hand that was rolled back, while its players still sit there (TAMB-97)."""
        if self.hand_to_redeal is None:
            return None
        there = [self.seats.get(seat) for seat, _ in self.hand_to_redeal.dealt_in]
        same = [
            entrant
            for entrant, (_, entry) in zip(there, self.hand_to_redeal.dealt_in, strict=True)
            if entrant is not None and entrant.entry == entry
        ]
        return (self.hand_to_redeal.positions, same) if len(same) == len(there) else None

    # The hand

    @property
    def game(self) -> str:
        """What is played."""
        return self._terms.game

    def deal(self, deck: Sequence[Card], at_ms: int) -> None:
        """Deal the cards of the hand that is announced and start its first turn; blinds and antes
        as of its level (TAMB-94)."""
        dealt = self.dealt_hand
        assert dealt is not None
        started = self.started(dealt, self._terms.level(dealt.level))
        self.hand = Hand(self._terms.hand_rules, started, deck)
        for seat, _ in dealt.dealt_in:
            entrant = self.seats[seat]
            entrant.bank.start_hand()
            entrant.connection.start_hand()
        self._next_turn(at_ms)

    def started(self, dealt: HandDealt, level: Level) -> HandStarted:
        """How a hand of this table begins, by the stacks of now."""
        seats = tuple([seat for seat, _ in dealt.dealt_in])
        positions = dealt.positions
        return HandStarted(
            game=self._terms.game,
            button=positions.button,
            seats=seats,
            stacks=tuple([self.seats[seat].stack for seat in seats]),
            big_blind=level.big,
            posts=forced_bets(
                self._terms.hand_rules,
                seats=seats,
                button=positions.button,
                small_blind=(positions.small_blind, level.small),
                big_blind=(positions.big_blind, level.big),
                ante=level.ante,
            ),
        )

    def act(self, seat: Seat, action: str, to: Chips, at_ms: int) -> None:
        """A player's own decision: fold, check, call, or raise to a total (TRN-07)."""
        if self.hand is None:
            raise ActionRefused("AMB-49", "no_hand_in_progress")
        self.hand.act(seat, action, to)
        self._stop_clock(at_ms)
        self._next_turn(at_ms)

    def expire(self, at_ms: int) -> Entrant | None:
        """Decide for a player whose time is over: check if possible, else fold (TTB-05)."""
        if self.hand is None or self.clock is None or at_ms < self.clock.deadline_ms:
            return None
        seat = self.hand.actor
        assert seat is not None
        self._stop_clock(at_ms)
        if self.hand.to_call == 0:
            self.hand.check(seat)
        else:
            self.hand.fold(seat)
        entrant = self.seats[seat]
        entrant.timed_out = True
        self._next_turn(at_ms)
        return entrant

    def lose_connection(self, entrant: Entrant, at_ms: int) -> None:
        """A player is out of reach: a running turn gets its extra time (TTB-03, TAMB-90)."""
        entrant.connection.lost_at_ms = at_ms
        if self.clock is not None and self.actor == entrant.player:
            self.clock.lose_connection(at_ms)

    def turn_passes(self, at_ms: int) -> None:
        """Whose turn it is has just gone away: the turn is over at once (TAMB-63)."""
        self._stop_clock(at_ms)
        self._next_turn(at_ms)

    def lend_hand(self) -> "Table":
        """The announced hand for whoever deals and plays it elsewhere, with banks of its own.

        Until it comes back by `take_hand_back`, this table has none that it could change.
        """
        assert self.hand is None
        lent = Table(self.number, self._terms, is_late=self.is_late)
        lent.seats = {seat: entrant.copy() for seat, entrant in self.seats.items()}
        lent.dealt_hand, lent.hands, lent.clock_terms = (
            self.dealt_hand,
            self.hands,
            self.clock_terms,
        )
        return lent

    def take_hand_back(self, lent: "Table") -> None:
        """The hand as it was played elsewhere; who ran out of time was reported before."""
        self.hand = lent.hand
        for seat, played in lent.seats.items():
            entrant = self.seats.get(seat)
            if entrant is not None and entrant.entry == played.entry:
                entrant.bank = played.bank

    def end_hand(self) -> None:
        """The hand is committed or rolled back."""
        self.hand = None
        self.clock = None

    def _stop_clock(self, at_ms: int) -> None:
        if self.clock is not None:
            self.clock.stop(at_ms)
            self.clock = None

    def _next_turn(self, at_ms: int) -> None:
        """Start a clock; who sits out folds, even where checking is free (TRN-17, TAMB-63)."""
        hand = self.hand
        assert hand is not None
        assert self.clock_terms is not None
        while (seat := hand.actor) is not None:
            entrant = self.seats[seat]
            if entrant.away is None:
                self.clock = ActionClock(
                    self.clock_terms, entrant.bank, entrant.connection, start_ms=at_ms
                )
                return
            hand.fold(seat)
