"""Who finishes where: groups of players that are out together, the later group above the earlier.

A group is one hand, or one synchronised hand of all tables. Places are given from the bottom up,
and only when nobody can register any more: every later entry would push them down.
"""

from collections import deque

from cardroom.engine.chance import RandBelow, shuffled
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class Group:
    """Players who are out at the same time, with their chips before the forced bets (TAMB-60)."""

    def __init__(self) -> None:
        self.out: list[tuple[EntryId, Chips]] = []
        self.undecided: set[EntryId] = set()
        """Without chips, but may still buy back (TAMB-69)."""
        self.is_open = False
        """More may join: other tables still play the synchronised hand (TAMB-59)."""

    @property
    def is_complete(self) -> bool:
        """Whether nobody can join or leave the group any more."""
        return not self.is_open and not self.undecided

    def ranked(self, rand_below: RandBelow) -> list[EntryId]:
        """Best place first: more chips above fewer, equal ones at random (TRN-20, TRN-21)."""
        mixed = shuffled(self.out, rand_below) if len(self.out) > 1 else self.out
        return [entry for entry, _ in sorted(mixed, key=lambda one: -one[1])]


class FinishingOrder:
    """The groups that have no places yet, in the order in which their hands were committed."""

    def __init__(self) -> None:
        self._waiting: deque[Group] = deque()
        self._group_of: dict[EntryId, Group] = {}
        self.out = 0
        """Players who are out and have no place yet."""

    def new_group(self, below: Group | None = None) -> Group:
        """A hand, or a synchronised hand of all tables, puts players out.

        `below` is an open group whose players finish above the new one.
        """
        group = Group()
        if below is None:
            self._waiting.append(group)
        else:
            self._waiting.insert(self._waiting.index(below), group)
        return group

    def wait_for(self, entry: EntryId, group: Group) -> None:
        """A player without chips may still buy back."""
        group.undecided.add(entry)
        self._group_of[entry] = group

    def is_waited_for(self, entry: EntryId) -> bool:
        """Whether a player without chips has not answered yet."""
        group = self._group_of.get(entry)
        return group is not None and entry in group.undecided

    def stay(self, entry: EntryId) -> None:
        """The player has bought back."""
        self._group_of.pop(entry).undecided.remove(entry)

    def add(self, entry: EntryId, chips: Chips, group: Group) -> None:
        """A player is out, together with the others of the group."""
        group = self._group_of.setdefault(entry, group)
        group.undecided.discard(entry)
        group.out.append((entry, chips))
        self.out += 1

    def first_complete(self) -> Group | None:
        """The group whose turn it is; a complete one waits for those before it (TAMB-60)."""
        while self._waiting and self._waiting[0].is_complete and not self._waiting[0].out:
            self._waiting.popleft()
        return self._waiting[0] if self._waiting and self._waiting[0].is_complete else None

    def drop(self, entry: EntryId) -> None:
        """An entry waits for no place: it has one, or a later entry of its player counts (TAMB-70).

        The winners never waited.
        """
        group = self._group_of.pop(entry, None)
        if group is not None:
            group.out = [one for one in group.out if one[0] != entry]
            self.out -= 1
