"""The chips that were sold, counted from what was bought; all must come to the tables."""

from cardroom.tournament.desk_events import ChipsBought, Registered, Unregistered
from cardroom.tournament.events import (
    ChipsAdded,
    KnockedOut,
    MultiplierDrawn,
    Seated,
    TournamentEvent,
)
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class ChipChecks:
    """Every stack and every re-buy reaches its player once, and nobody else's chips do."""

    def __init__(self) -> None:
        self.sold: Chips = 0
        """All that was bought and is in play: not what a disqualified player took along."""
        self.waiting: dict[EntryId, Chips] = {}
        """Bought, but not yet on a table."""
        self._is_drawn = False
        self._drawn_stack: Chips | None = None

    def read(self, event: TournamentEvent) -> None:
        """Follow one event; complain about chips that nobody bought."""
        match event:
            case Registered(entry=entry, stack=chips) | ChipsBought(entry=entry, chips=chips):
                self.sold += chips
                self.waiting[entry] = self.waiting.get(entry, 0) + chips
            case Unregistered(entry=entry):
                self.sold -= self.waiting.pop(entry)
            case MultiplierDrawn():
                self._is_drawn = True
            case Seated(entry=entry, stack=stack):
                self._seat(event, self.waiting.pop(entry), stack)
            case ChipsAdded(entry=entry, chips=chips):
                bought = self.waiting.pop(entry, 0)
                assert bought == chips, f"bought {bought} chips: {event}"
            case KnockedOut(chips=chips, cause="disqualified"):
                self.sold -= chips

    def _seat(self, event: Seated, bought: Chips, stack: Chips) -> None:
        """A stack is what was bought; where the draw decides it, all have the same (HEX-07)."""
        if not self._is_drawn:
            assert stack == bought, f"bought {bought} chips: {event}"
            return
        self._drawn_stack = self._drawn_stack or stack
        assert stack == self._drawn_stack, f"the others have {self._drawn_stack} chips: {event}"
        self.sold += stack - bought

    def verify(self, in_play: Chips) -> None:
        """Chips in play are the chips sold."""
        waiting = sum(self.waiting.values())
        assert in_play + waiting == self.sold, "chips in play are not the chips sold"
