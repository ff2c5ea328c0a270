"""Who is out, hand by hand, and the places that follow from it."""

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from typing import Literal

import msgspec

from cardroom.floor.events import HandForHandOver, SynchronisedHandDealt
from cardroom.floor.log import LogEntry
from cardroom.floor.places import Bust, busts_of, finishes
from cardroom.floor.seat_events import HandFinished, OrderCorrected, PlayerRemoved
from cardroom.rulebook.live import LiveRules
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a player who is out, or of the last one; what it wins once prizes are fixed."""

    entry: EntryId
    place: int
    tied: int
    prize: Cents
    how: Literal["out", "disqualified", "winner", "deal"] = "out"


class _Group(msgspec.Struct):
    """All who went out together; a disqualified player stands alone."""

    synchronised: int
    """The number of the synchronised hand; 0 for an ordinary one."""
    busts: list[Bust]
    disqualified: bool = False


class Results:
    """The order in which players went out, last ones last."""

    def __init__(self) -> None:
        self._groups: list[_Group] = []
        self._hand = 0
        self._tables: set[int] = set()

    @property
    def is_anybody_out(self) -> bool:
        """Whether somebody has left the tournament, by a hand or disqualified."""
        return bool(self._groups)

    def ranked(self, rules: LiveRules, left: int, prizes: tuple[Cents, ...]) -> tuple[Result, ...]:
        """Everybody who is out, best first; `left` are still in (LIVE-29.b, LIVE-29.c, LAMB-54).

        While players may still enter, the places move down with everybody who does.
        """
        found: list[Result] = []
        place = left + 1
        for group in reversed(self._groups):
            before = place - 1 + len(group.busts)
            ranked = finishes(
                rules, group.busts, players_before=before + 1, prizes=(0, *prizes),
                hand_for_hand=True,
            )  # fmt: skip
            how: Literal["out", "disqualified"] = "disqualified" if group.disqualified else "out"
            found += [
                Result(
                    entry=EntryId(one.entry), place=one.place - 1, tied=one.tied, prize=one.prize,
                    how=how,
                )
                for one in ranked
            ]  # fmt: skip
            place += len(group.busts)
        return tuple(found)

    def hands_of(self, entries: Collection[EntryId]) -> dict[EntryId, int]:
        """In which hand players went out, by a number; without those who were disqualified."""
        return {
            EntryId(bust.entry): number
            for number, group in enumerate(self._groups)
            for bust in group.busts
            if bust.entry in entries and not group.disqualified
        }

    def corrected(self, event: OrderCorrected) -> "Results":
        """The results as they would be after a correction."""
        found = deepcopy(self)
        found._correct(event.order, event.stacks)
        return found

    def _correct(self, order: Sequence[EntryId], stacks: Mapping[EntryId, Chips]) -> None:
        """Hands change places with each other, and stacks are what they were (LAMB-37)."""
        for group in self._groups:
            group.busts = [
                msgspec.structs.replace(bust, stack=stacks.get(EntryId(bust.entry), bust.stack))
                for bust in group.busts
            ]
        hands = self.hands_of(order)
        moved = [self._groups[hands[entry]] for entry in order]
        for number, group in zip(sorted(hands.values(), reverse=True), moved, strict=True):
            self._groups[number] = group

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case SynchronisedHandDealt(tables=tables):
                self._hand += 1
                self._tables = set(tables)
            case HandForHandOver():
                self._tables = set()
            case HandFinished(table=table, out=out) if out:
                together = self._hand if table in self._tables else 0
                self._tables.discard(table)
                busts = busts_of(table, out)
                last = self._groups[-1] if self._groups else None
                if together and last is not None and last.synchronised == together:
                    last.busts += busts
                else:
                    self._groups.append(_Group(together, busts))
            case HandFinished(table=table):
                self._tables.discard(table)
            case OrderCorrected(order=order, stacks=stacks):
                self._correct(order, stacks)
            case PlayerRemoved(entry=player, origin=origin, stack=stack):
                bust = Bust(entry=player, table=origin.table, stack=stack)
                group = _Group(0, [bust], disqualified=True)
                last = self._groups[-1] if self._groups else None
                # Below all who go out in the same synchronised hand (LAMB-54).
                below = self._tables and last is not None and last.synchronised == self._hand
                self._groups.insert(len(self._groups) - bool(below), group)
            case _:
                pass
