"""Re-buys between the word and the chips: announced, paid, delivered (LIVE-11.p1)."""

from typing import Literal

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.events import RebuyAnnounced, RebuyDelivered, RebuyPaid, RebuyWithdrawn
from cardroom.floor.log import LogEntry
from cardroom.rulebook.live import LiveRules
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips

RebuyState = Literal["announced", "paid"]


class Rebuy(msgspec.Struct):
    """A re-buy that is not finished."""

    table: int
    chips: Chips
    state: RebuyState


class Rebuys:
    """Who has said "re-buy" and does not have the chips yet."""

    def __init__(self) -> None:
        self.open: dict[EntryId, Rebuy] = {}
        self.delivered: list[EntryId] = []

    def verify_announce(
        self, rules: LiveRules, player: EntryId, stack: Chips, starting_stack: Chips
    ) -> None:
        """One at a time, and not with a larger stack than the house allows (LAMB-40)."""
        most = rules.seating.rebuy_max_stack
        limit = starting_stack if most == "starting_stack" else most
        if stack > limit:
            raise FloorRefused("LAMB-40", "stack_is_too_large", {"at_most": limit})
        if player in self.open:
            raise FloorRefused("LIVE-11.p1", "announced_already", {"entry": player})

    def verify_state(self, player: EntryId, state: RebuyState) -> None:
        """The steps come in their order, and none is left out."""
        rebuy = self.open.get(player)
        if rebuy is None or rebuy.state != state:
            now = rebuy.state if rebuy else "none"
            raise FloorRefused("LIVE-11.p1", "not_the_next_step", {"rebuy": now})

    def verify_withdraw(self, rules: LiveRules, player: EntryId) -> None:
        """Whoever has said "re-buy" must buy it, unless the house is milder (LIVE-11.p1)."""
        self.verify_state(player, "announced")
        if rules.seating.announced_rebuy_binds:
            raise FloorRefused("LIVE-11.p1", "announced_rebuy_binds")

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case RebuyAnnounced(player=player, table=table, chips=chips):
                self.open[player] = Rebuy(table, chips, "announced")
            case RebuyWithdrawn(player=player):
                del self.open[player]
            case RebuyPaid(player=player):
                self.open[player].state = "paid"
            case RebuyDelivered(player=player):
                del self.open[player]
                self.delivered.append(player)
            case _:
                pass
