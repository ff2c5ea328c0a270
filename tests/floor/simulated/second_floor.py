"""A second floor, kept from the log alone: seats, positions, places, hand for hand.

It shares no code with the parts of the floor. Whatever an entry of the log says is held against
what this would have done: section 3.1, LIVE-14.p2, LIVE-29 and LAMB-33 are written down here again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardroom.floor import house_events as house
from cardroom.floor.events import HandForHandAnnounced, HandForHandOver, SynchronisedHandDealt
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import EntryWithdrawn
from cardroom.floor.seat_events import (
    ButtonDrawn,
    ButtonPlaced,
    EntryTaken,
    HandFinished,
    OrderCorrected,
    Place,
    PlayerMoved,
    PlayerRemoved,
    TableBroken,
    TableOpened,
)
from cardroom.tournament.ids import EntryId
from tests.floor.second_positions import Chairs, Dealt


@dataclass
class Round:
    """Players who went out together, by table, with their stacks; a lone disqualified player."""

    hand: int = 0
    """The number of the synchronised hand; 0 for a hand of one table."""
    out: list[tuple[int, int, int]] = field(default_factory=list)
    """Entry, table, stack."""
    disqualified: bool = False


class SecondFloor:
    """Reads a log from its beginning."""

    def __init__(self, chairs: int) -> None:
        self._size = chairs
        self.seats: dict[int, dict[int, int]] = {}
        self.chairs: dict[int, Chairs] = {}
        self.drawn: dict[int, int] = {}
        """Buttons that were drawn, at tables whose next hand has none before it."""
        self.entries = 0
        self.hands = 0
        self.rounds: list[Round] = []
        self.moves = 0
        self._hand_for_hand = False
        self._synchronised = 0
        self._playing: set[int] = set()
        self._begun: dict[int, Dealt] = {}
        """Hands in progress whose beginning was reported: whoever comes waits for the next."""

    @property
    def left(self) -> int:
        return sum(map(len, self.seats.values()))

    def read(self, entries: Iterable[LogEntry]) -> None:
        for entry in entries:
            self._sit_and_leave(entry.event)
            self._play(entry.event)

    # Seats

    def _sit_and_leave(self, event: Any) -> None:
        match event:
            case TableOpened(table=table):
                assert table not in self.seats
                self.seats[table] = {}
            case EntryTaken(entry=entry, place=place):
                self.entries += 1
                self._sit(entry, place)
            case EntryWithdrawn(entry=entry):
                self.entries -= 1
                (place,) = [
                    Place(table, seat)
                    for table, players in self.seats.items()
                    for seat, one in players.items()
                    if one == entry
                ]
                self._stand(entry, place)
            case PlayerMoved(entry=entry, origin=origin, place=place, cause=cause):
                self._stand(entry, origin)
                if cause == "balancing":
                    self._verify_never_small_blind(place)
                self._sit(entry, place)
            case PlayerRemoved(entry=entry, origin=origin, stack=stack):
                self._stand(entry, origin)
                self._disqualify(entry, origin.table, stack)
            case TableBroken(table=table, moves=moves):
                leaving = self.seats.pop(table)
                assert {move.entry for move in moves} == set(leaving.values())
                self.drawn.pop(table, None)
                self.chairs.pop(table, None)
                self._begun.pop(table, None)
                for move in moves:
                    self._sit(move.entry, move.place)
            case house.DayStarted(moves=moves, tables=tables):
                before = {entry for players in self.seats.values() for entry in players.values()}
                assert {move.entry for move in moves} == before
                self.seats = {table: {} for table in tables}
                self.chairs, self.drawn, self._begun = {}, {}, {}
                for move in moves:
                    self._sit(move.entry, move.place)

    def _sit(self, entry: int, place: Place) -> None:
        assert 1 <= place.seat <= self._size
        assert place.seat not in self.seats[place.table]
        self.seats[place.table][place.seat] = entry

    def _stand(self, entry: int, place: Place) -> None:
        assert self.seats[place.table].pop(place.seat) == entry
        if self.drawn.get(place.table) == place.seat:
            # Nobody has the drawn button any more: another draw is needed.
            del self.drawn[place.table]

    def _verify_never_small_blind(self, place: Place) -> None:
        """The next hand with the mover in this seat: somebody else posts the small blind."""
        self.moves += 1
        taken = {*self.seats[place.table], place.seat}
        begun = self._begun.get(place.table)
        if begun is None and place.table in self.drawn:
            hand = first_hand(self._size, self.drawn[place.table], taken)
        else:
            last = begun or self.chairs[place.table].last
            hand = Chairs(self._size, last).next_hand(taken)
        assert hand.small_chair != place.seat or len(taken) == 2, "balanced to the small blind"

    # Hands and places

    def _play(self, event: Any) -> None:
        match event:
            case ButtonDrawn(table=table, button=button, cards=cards):
                assert set(cards) == set(self.seats[table])
                self.drawn[table] = button
            case ButtonPlaced(table=table, positions=positions):
                seats = (positions.button, positions.small_blind, positions.small_blind)
                told = Dealt(*seats, positions.big_blind, True, (), ())
                self.chairs[table] = Chairs(self._size, told)
                self.drawn.pop(table, None)
            case HandFinished(table=table, positions=positions, out=out):
                self._hand(table, positions)
                for one in out:
                    assert self.seats[table].pop(one.seat) == one.entry
                self._bust(table, out)
            case OrderCorrected(order=order, stacks=stacks):
                self._correct(order, stacks)
            case HandForHandAnnounced():
                self._hand_for_hand = True
            case SynchronisedHandDealt(tables=tables):
                assert self._hand_for_hand
                assert not self._playing, "a table has not finished the hand before"
                assert set(tables) == set(self.seats)
                self._synchronised += 1
                self._playing = set(tables)
                for table in tables:
                    self._begun[table] = self._next(table)
            case house.HandStarted(table=table):
                self._begun.setdefault(table, self._next(table))
            case house.HandMisdealt(table=table):
                self._begun.pop(table, None)
            case HandForHandOver():
                assert self._hand_for_hand
                assert not self._playing, "a synchronised hand is over when all tables are"
                self._hand_for_hand = False

    def _hand(self, table: int, positions: Any) -> None:
        self.hands += 1
        dealt = self._begun.pop(table, None) or self._next(table)
        self.drawn.pop(table, None)
        self.chairs[table] = Chairs(self._size, dealt)
        found = (positions.button, positions.small_blind, positions.big_blind)
        assert found == (dealt.button, dealt.small_chair, dealt.big), "positions differ"

    def _next(self, table: int) -> Dealt:
        """The hand that a table would deal now; asking changes nothing."""
        taken = set(self.seats[table])
        if table in self.drawn:
            return first_hand(self._size, self.drawn[table], taken)
        return Chairs(self._size, self.chairs[table].last).next_hand(taken)

    def _bust(self, table: int, out: Sequence[Any]) -> None:
        together = self._synchronised if table in self._playing else 0
        self._playing.discard(table)
        if not out:
            return
        unknown = {one.entry: 1 + (len(out) - one.order if one.order else 0) for one in out}
        gone = [(one.entry, table, one.stack or unknown[one.entry]) for one in out]
        if together and self.rounds and self.rounds[-1].hand == together:
            self.rounds[-1].out += gone
        else:
            self.rounds.append(Round(together, gone))

    def _disqualify(self, entry: int, table: int, stack: int) -> None:
        alone = Round(0, [(entry, table, stack)], disqualified=True)
        last = self.rounds[-1] if self.rounds else None
        below = self._playing and last is not None and last.hand == self._synchronised
        self.rounds.insert(len(self.rounds) - 1 if below else len(self.rounds), alone)

    def _correct(self, order: Sequence[EntryId], stacks: Mapping[EntryId, int]) -> None:
        for one in self.rounds:
            one.out = [
                (who, table, stacks.get(EntryId(who), stack)) for who, table, stack in one.out
            ]
        where = [
            next(n for n, one in enumerate(self.rounds) if any(w == who for w, *_ in one.out))
            for who in order
        ]
        chosen = [self.rounds[number] for number in where]
        for number, one in zip(sorted(where, reverse=True), chosen, strict=True):
            self.rounds[number] = one

    def places(self) -> dict[int, tuple[int, int]]:
        """Everybody who is out: the place, and how many share it."""
        found: dict[int, tuple[int, int]] = {}
        place = self.left + 1
        for one in reversed(self.rounds):
            for tier in tiers(one.out):
                for entry in tier:
                    found[entry] = place, len(tier)
                place += len(tier)
        return found


def tiers(out: list[tuple[int, int, int]]) -> list[list[int]]:
    """The best of each table tie, then the second ones; equal stacks at a table tie (LAMB-33)."""
    tables: dict[int, list[tuple[int, int]]] = {}
    for entry, table, stack in out:
        tables.setdefault(table, []).append((stack, entry))
    found: dict[int, list[int]] = {}
    for rows in tables.values():
        rank, before = -1, None
        for stack, entry in sorted(rows, reverse=True):
            rank += stack != before
            before = stack
            found.setdefault(rank, []).append(entry)
    return [found[rank] for rank in sorted(found)]


def first_hand(size: int, button: int, taken: set[int]) -> Dealt:
    """The hand after a draw: the blinds are the next two, heads-up the button is the small."""
    chairs = Chairs(size, Dealt(0, 0, 0, 0, False, (), ()))
    order = [seat for seat in chairs.walk(button) if seat in taken]
    small, big = (button, order[0]) if len(order) == 2 else (order[0], order[1])
    return Dealt(button, small, small, big, True, tuple(sorted(taken)), ())
