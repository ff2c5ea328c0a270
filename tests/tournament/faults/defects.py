"""Defects that were in the tournaments once: the fuzz must find each of them if it comes back."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.cases import place_hold
from cardroom.tournament.desk.entries import DeskState
from cardroom.tournament.events import Disqualified, PauseStarted, UnderReview
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.play.dealing import Dealing
from cardroom.tournament.play.finishing import FinishingOrder, Group
from cardroom.tournament.play.hand_for_hand import HandForHand
from cardroom.tournament.play.progress import Progress
from cardroom.tournament.prizes.awards import ends_with
from cardroom.tournament.prizes.holds import Holds
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.field import Field
from cardroom.tournament.tables.new_seats import NewSeats
from cardroom.tournament.tournament import Tournament


class Defect(NamedTuple):
    """What was wrong, where it shows soon, and how to bring it back."""

    name: str
    format: str
    first: int
    """A run that shows it; those after it are tried too."""
    bring_back: Callable[[pytest.MonkeyPatch], None]


def after_the_end(patch: pytest.MonkeyPatch) -> None:
    """1: `disqualify` and others were accepted after the end, and paid again."""

    def entrant(self: Tournament, player: PlayerId) -> Entrant:
        found = self.field.find(player)
        if found is None:
            raise SeatRefused("TRN-11", "not_playing")
        return found

    patch.setattr(Tournament, "_entrant", entrant)


def hold_keys(patch: pytest.MonkeyPatch) -> None:
    """2: holds were numbered in each tournament, under the same keys."""

    def placed(*args: Any, numbered_by: str, **how: Any) -> Any:
        return place_hold(*args, **how)

    patch.setattr("cardroom.tournament.prizes.holds.place_hold", placed)


def re_entry(patch: pytest.MonkeyPatch) -> None:
    """3: a disqualified player could enter again."""
    patch.setattr(DeskState, "verify_not_barred", lambda *_: None)


def reviewed_entries(patch: pytest.MonkeyPatch) -> None:
    """3: a review concerned one entry, and the prize of the next one was paid."""

    def opened(self: Any, event: Disqualified | UnderReview) -> None:
        self.cases[event.entry] = event.case

    patch.setattr(Holds, "_apply_case", opened)
    patch.setattr(Holds, "case_of", lambda self, entry: self.cases.get(entry))


def nobody_left(patch: pytest.MonkeyPatch) -> None:
    """4: with the last two players disqualified in one hand nothing ever ended."""

    def one_left(structure: Any, left: int, **how: Any) -> bool:
        return left > 0 and ends_with(structure, left, **how)

    patch.setattr("cardroom.tournament.play.progress.ends_with", one_left)


def not_asked(patch: pytest.MonkeyPatch) -> None:
    """5: hand for hand, tables were dealt that could not deal."""

    def ready(self: Dealing) -> Any:
        if not self._ending.is_running or self._level_clock.is_halted:
            return {}
        return self._hand_for_hand.to_deal if self._hand_for_hand.is_on else self._field.ready

    patch.setattr(Dealing, "ready", property(ready))


def left_in_silence(patch: pytest.MonkeyPatch) -> None:
    """5: that a table had left the synchronised hand was in no event."""

    def leave(self: HandForHand, number: TableNumber, _: int) -> None:
        if not self._field.can_deal(number):
            self.to_deal.pop(number, None)
            self.unfinished.discard(number)

    patch.setattr(HandForHand, "leave_hand", leave)


def ends_before_the_hand(patch: pytest.MonkeyPatch) -> None:
    """6: what was due at the commit could end the tournament before its hand counted."""
    never = property(lambda _: False, lambda *_: None)
    patch.setattr(Progress, "is_committing", never, raising=False)


def disqualified_above(patch: pytest.MonkeyPatch) -> None:
    """7: hand for hand, a disqualified player finished above those who bust elsewhere."""
    new_group = FinishingOrder.new_group

    def appended(self: FinishingOrder, below: Group | None = None) -> Group:
        del below
        return new_group(self)

    patch.setattr(FinishingOrder, "new_group", appended)


def flight_of_one(patch: pytest.MonkeyPatch) -> None:
    """8: a flight ended with one player although late registration was open."""

    def ended(self: Progress, at_ms: int) -> None:
        if self._field.left <= 1:
            self._end_phase(at_ms)

    patch.setattr(Progress, "_end_first_phase", ended)


def no_pause_for_add_ons(patch: pytest.MonkeyPatch) -> None:
    """8: with re-buys to the last level of a flight the pause for add-ons lasted 0 ms."""

    def started(self: Progress, at_ms: int) -> None:
        if self._field.playing or self._desk.offers:
            return
        clock = self._level_clock
        for cause in list(clock.halts):
            if cause == "phase_over":
                self._end_phase(at_ms)
                return
            if cause not in clock.begun:
                until_ms = clock.pause_until(cause, at_ms)
                self._journal.record(PauseStarted(cause, at_ms, until_ms))

    patch.setattr(Progress, "_start_pauses", started)


def endless_windows(patch: pytest.MonkeyPatch) -> None:
    """9: windows beyond the listed levels were accepted, and never ended."""
    patch.setattr("cardroom.tournament.definition.problems._windows", lambda _: ())


def second_big_blinds(patch: pytest.MonkeyPatch) -> None:
    """10: players of a broken table had the big blind twice running."""
    patch.setattr(NewSeats, "spare_second_big_blinds", lambda *_: None)


def late_once_away_later(patch: pytest.MonkeyPatch) -> None:
    """10: who timed out, bust and bought back was away after the next hand."""
    finish = Field.finish

    def finished(self: Field, number: TableNumber, at_ms: int) -> Any:
        late = [one for one in self.tables[number].seats.values() if one.timed_out]
        hand, busted = finish(self, number, at_ms)
        for entrant in busted:
            entrant.timed_out = entrant in late
        return hand, busted

    patch.setattr(Field, "finish", finished)


DEFECTS = (
    Defect("1 after the end", "hexapro", 0, after_the_end),
    Defect("2 hold keys", "sit-and-go-2", 4, hold_keys),
    Defect("3 re-entry", "reentry", 3, re_entry),
    Defect("3 reviewed entries", "reentry", 3, reviewed_entries),
    Defect("4 nobody left", "sit-and-go-2", 22, nobody_left),
    Defect("5 not asked", "hand-for-hand", 14, not_asked),
    Defect("5 left in silence", "hand-for-hand", 117, left_in_silence),
    Defect("6 ends before the hand", "hexapro", 0, ends_before_the_hand),
    Defect("7 disqualified above", "hand-for-hand", 16, disqualified_above),
    Defect("8 flight of one", "phased", 0, flight_of_one),
    Defect("8 no pause for add-ons", "phased", 0, no_pause_for_add_ons),
    Defect("9 endless windows", "rebuy", 6, endless_windows),
    Defect("10 second big blinds", "hand-for-hand", 2, second_big_blinds),
    Defect("10 late once, away later", "rebuy", 221, late_once_away_later),
)
