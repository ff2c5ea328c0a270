"""Who finishes where: places from the bottom up, each paid as soon as the prizes are final."""

from cardroom.engine.chance import RandBelow
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk_events import ChipsBought, RebuyOffered, Registered
from cardroom.tournament.events import Disqualified, HandFinished, KnockedOut, PlaceTaken
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Handlers, Journal
from cardroom.tournament.play.finishing import FinishingOrder, Group
from cardroom.tournament.play.hand_for_hand import HandForHand
from cardroom.tournament.prizes.payouts import Payouts
from cardroom.tournament.tables.field import Field
from cardroom.tournament.terms import Terms


class Standings:
    """From a knockout to a finishing place and its prize (TAMB-60, TAMB-61)."""

    def __init__(
        self,
        *,
        terms: Terms,
        desk: Desk,
        field: Field,
        payouts: Payouts,
        hand_for_hand: HandForHand,
        finishing: FinishingOrder,
        journal: Journal,
        rand_below: RandBelow,
    ) -> None:
        self._terms = terms
        self._desk = desk
        self._field = field
        self._payouts = payouts
        self._hand_for_hand = hand_for_hand
        self._finishing = finishing
        self._journal = journal
        self._rand_below = rand_below
        self.places: dict[EntryId, int] = {}
        """The finishing places that are known."""
        self.last_knocked_out: EntryId | None = None
        """Who takes what is left where nobody is (TAMB-89)."""
        self._groups: dict[TableNumber, Group] = {}
        """Players who go out in the last hand of a table belong together (TAMB-60)."""
        self._disqualified: set[EntryId] = set()

    # Decisions

    def rank(self, at_ms: int) -> None:
        """Give places from the bottom up, once nobody can enter any more (TAMB-60, TAMB-61)."""
        if self._desk.registration_open:
            return
        while (group := self._finishing.first_complete()) is not None:
            lowest = self._field.left + self._finishing.out
            self._give_places(group, lowest, at_ms)
        if self._payouts.structure is not None:
            self._payouts.pay_waiting(at_ms)

    def rank_winners(self, at_ms: int) -> None:
        """Everybody who is still in takes one of the first places (TRN-22)."""
        winners = Group()
        for entry, entrant in self._field.entrants.items():
            winners.out.append((entry, entrant.stack))
        self._give_places(winners, self._field.left, at_ms)
        self._payouts.pay_waiting(at_ms)

    def _give_places(self, group: Group, lowest: int, at_ms: int) -> None:
        for better, entry in enumerate(reversed(group.ranked(self._rand_below))):
            self._journal.record(PlaceTaken(entry, lowest - better, at_ms))

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """The events that decide who finishes where."""
        return {
            HandFinished: self._apply_hand_finished,
            KnockedOut: self._apply_knocked_out,
            PlaceTaken: self._apply_place,
            Disqualified: self._apply_disqualified,
            Registered: self._apply_registered,
            RebuyOffered: self._apply_offer,
            ChipsBought: self._apply_chips_bought,
        }

    def _apply_hand_finished(self, event: HandFinished) -> None:
        self._groups.pop(event.table, None)

    def _apply_knocked_out(self, event: KnockedOut) -> None:
        self._finishing.add(event.entry, event.chips, self._group_for(event))
        self.last_knocked_out = event.entry

    def _apply_place(self, event: PlaceTaken) -> None:
        self.places[event.entry] = event.place
        self._finishing.drop(event.entry)

    def _apply_disqualified(self, event: Disqualified) -> None:
        self._disqualified.add(event.entry)

    def _apply_registered(self, event: Registered) -> None:
        """A re-entry: the earlier entry keeps its place, unless the rules drop it (TAMB-70)."""
        if self._terms.rules.registration.earlier_entry_keeps_place:
            return
        if self._desk.entries_of(event.player) > 1:
            for earlier in self._desk.entries.values():
                if earlier.player == event.player:
                    self._finishing.drop(earlier.id)

    def _apply_offer(self, event: RebuyOffered) -> None:
        table = self._field.entrants[event.entry].table
        self._finishing.wait_for(event.entry, self._group_at(table))

    def _apply_chips_bought(self, event: ChipsBought) -> None:
        if self._finishing.is_waited_for(event.entry):
            self._finishing.stay(event.entry)

    def _group_for(self, event: KnockedOut) -> Group:
        """The group of a player who is out; a disqualified one is alone (TAMB-60, TAMB-89).

        The others of a synchronised hand are still in until it ends, and finish above (TAMB-59).
        """
        if event.entry in self._disqualified:
            return self._finishing.new_group(below=self._hand_for_hand.group)
        return self._group_at(event.table)

    def _group_at(self, table: TableNumber) -> Group:
        if self._hand_for_hand.group is not None:
            return self._hand_for_hand.group
        if table not in self._groups:
            self._groups[table] = self._finishing.new_group()
        return self._groups[table]
