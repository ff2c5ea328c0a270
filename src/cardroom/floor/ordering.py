"""The decision that players went out in another order than the log has it (LAMB-37)."""

from collections.abc import Mapping, Sequence

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.money.prizes import prizes_now
from cardroom.floor.parts.results import Results
from cardroom.floor.seat_events import OrderCorrected
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class Ordering:
    """Verifies corrections of the order, and writes them to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def correct(
        self, order: Sequence[EntryId], stacks: Mapping[EntryId, Chips], by: By
    ) -> LogEntry:
        """Hands that were reported in another order than they ended, or stacks of one hand.

        `order` names one player of each hand, best place first. Whoever was paid keeps their place
        until the payment is undone.
        """
        floor = self._floor
        floor.till.verify_playing()
        if not by.reason.strip():
            raise FloorRefused("LIVE-1", "say_why")
        if not floor.hand_for_hand.is_hand_over:
            raise FloorRefused("LIVE-29", "tables_have_not_finished")
        event = OrderCorrected(tuple(order), dict(stacks))
        self._verify_named(event)
        before = self._places(floor.results)
        after = self._places(floor.results.corrected(event))
        changed = sorted(entry for entry, place in after.items() if before[entry] != place)
        if not changed:
            raise FloorRefused("LAMB-37", "nobody_changes_place")
        paid = [entry for entry in changed if entry in floor.till.paid]
        if paid:
            raise FloorRefused("LAMB-37", "undo_the_payment_first", {"entries": paid})
        return floor.record(event, by)

    def _verify_named(self, event: OrderCorrected) -> None:
        """Everybody named is out by a hand, and the order has one player of each hand."""
        named = {*event.order, *event.stacks}
        hands = self._floor.results.hands_of(named)
        unknown = sorted(named - set(hands))
        if not named or unknown:
            raise FloorRefused("LAMB-37", "not_out_by_a_hand", {"entries": unknown})
        if len({hands[entry] for entry in event.order}) < len(event.order) or len(event.order) == 1:
            raise FloorRefused("LAMB-37", "name_one_player_of_each_hand")
        for entry, stack in event.stacks.items():
            if not 0 < stack <= self._floor.chip_count.in_play:
                raise FloorRefused("LIVE-29.c", "not_a_stack", {"entry": entry})

    def _places(self, results: Results) -> dict[EntryId, tuple[int, int]]:
        floor = self._floor
        ranked = results.ranked(floor.rules, floor.field.left, prizes_now(floor).prizes)
        return {one.entry: (one.place, one.prize) for one in ranked}
