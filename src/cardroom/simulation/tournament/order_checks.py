"""Who finished where, judged again from the events: places, groups, prizes (TRN-20, TAMB-60)."""

from itertools import pairwise
from typing import NamedTuple

from cardroom.ledger import PlayerId
from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.desk_events import (
    ChipsBought,
    RebuyDeclined,
    RebuyOffered,
    Registered,
    Unregistered,
)
from cardroom.tournament.events import (
    DealMade,
    Disqualified,
    HandDealt,
    HandFinished,
    HandForHandEnded,
    HandRolledBack,
    KnockedOut,
    MultiplierDrawn,
    PlaceTaken,
    PrizeWon,
    SharePaid,
    StructureFixed,
    SynchronisedHandEnded,
    SynchronisedHandStarted,
    TournamentEvent,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.prizes.awards import Structure
from cardroom.units import Cents, Chips


class Out(NamedTuple):
    """A knockout: in which group, with how many chips before its last hand."""

    group: int
    chips: Chips
    disqualified: bool
    """Finishes below all who were in at that moment (TAMB-89)."""


class OrderChecks:
    """Places are unique and complete; later is better, inside a group more chips are."""

    def __init__(self, rules: TournamentRules | None = None) -> None:
        self._keeps_earlier = rules is None or rules.registration.earlier_entry_keeps_place
        self.entries: dict[EntryId, PlayerId] = {}
        """Who holds the entries that take a place."""
        self.places: dict[EntryId, int] = {}
        self.awards: Structure = ()
        self.paid: dict[EntryId, int] = {}
        self.given_back = 0
        self.drawn_pool: Cents | None = None
        self.shares: dict[EntryId, Cents] = {}
        """What a cancelled tournament gave of the pot."""
        self.fees_shared: Cents = 0
        """What a cancelled tournament gave on top of the shares."""
        self._deal: dict[EntryId, Cents] = {}
        self._left_to_play_for: Cents = 0
        self._outs: dict[EntryId, Out] = {}
        self._busts: dict[EntryId, int] = {}
        """The group in which a player lost the last chips; one may buy back and lose them again."""
        self._groups = 0
        self._deals: dict[TableNumber, HandDealt] = {}
        self._playing: dict[EntryId, TableNumber] = {}
        self._is_synchronised = False
        self._offered: set[EntryId] = set()
        self._disqualified: set[EntryId] = set()
        self._put_out_after_hand: set[EntryId] = set()

    @property
    def has_deal(self) -> bool:
        """Whether the players have agreed to share the prizes (TAMB-98)."""
        return bool(self._deal)

    def read(self, event: TournamentEvent) -> None:
        """Follow one event."""
        match event:
            case Registered(entry=entry, player=player):
                self._enter(entry, player)
            case Unregistered(entry=entry):
                del self.entries[entry]
                self.given_back += 1
            case MultiplierDrawn(pool=pool):
                self.drawn_pool = pool
            case HandDealt(table=table, dealt_in=dealt_in):
                self._deals[table] = event
                self._playing |= {entry: table for _, entry in dealt_in}
            case HandFinished():
                self._finish(event)
            case KnockedOut():
                self._out(event)
            case PlaceTaken(entry=entry, place=place):
                assert entry not in self.places, f"two places: {event}"
                self.places[entry] = place
            case StructureFixed(awards=awards, pool=pool):
                assert not self.awards, "the structure was fixed twice"
                assert sum(award.cents for award in awards) == pool, f"not the pool: {event}"
                assert self.drawn_pool in {None, pool}, f"not what was drawn: {event}"
                self.awards = awards
            case DealMade(shares=shares, left_to_play_for=left):
                self._deal, self._left_to_play_for = dict(shares), left
            case PrizeWon():
                self._pay(event)
            case SharePaid(entry=entry, pot=pot, fees=fees):
                self.shares[entry] = pot
                self.fees_shared += fees
            case _:
                self._read_group(event)

    def _read_group(self, event: TournamentEvent) -> None:
        """Who is in a hand, waits for an answer, or was knocked out: it decides the group."""
        match event:
            case SynchronisedHandStarted():
                self._groups += 1
                self._is_synchronised = True
            case SynchronisedHandEnded() | HandForHandEnded():
                self._is_synchronised = False
            case HandRolledBack(table=table):
                self._stop(table)
                self._put_out_after_hand -= {entry for _, entry in self._deals[table].dealt_in}
            case RebuyOffered(entry=entry):
                self._offered.add(entry)
            case ChipsBought(entry=entry) | RebuyDeclined(entry=entry):
                self._offered.discard(entry)
            case Disqualified(entry=entry):
                if entry not in self._offered:
                    self._disqualified.add(entry)
                if entry in self._playing:
                    self._put_out_after_hand.add(entry)

    def _out(self, event: KnockedOut) -> None:
        """A disqualified player belongs to the hand that was still played, at its end (TAMB-89)."""
        entry = event.entry
        disqualified = entry in self._disqualified
        if disqualified and not self._is_synchronised and entry not in self._put_out_after_hand:
            self._groups += 1
        group = self._groups if disqualified else self._busts.get(entry, self._groups)
        self._outs[entry] = Out(group, event.chips, disqualified)

    def _stop(self, table: TableNumber) -> None:
        for _, entry in self._deals[table].dealt_in:
            self._playing.pop(entry, None)

    def _enter(self, entry: EntryId, player: PlayerId) -> None:
        """An earlier entry keeps its place, or takes none (TAMB-70)."""
        if not self._keeps_earlier:
            for earlier in [one for one, who in self.entries.items() if who == player]:
                del self.entries[earlier]
                del self._outs[earlier]
        self.entries[entry] = player

    def _pay(self, event: PrizeWon) -> None:
        entry, place = event.entry, event.place
        assert entry not in self.paid, f"paid twice: {event}"
        assert self.places[entry] == place, f"not the place: {event}"
        if entry in self._deal:
            on_top = self._left_to_play_for if place == 1 else 0
            assert event.award.cents == self._deal[entry] + on_top, f"not as agreed: {event}"
        else:
            assert event.award == self.awards[place - 1], f"not the prize: {event}"
        self.paid[entry] = place

    def _finish(self, event: HandFinished) -> None:
        deal = self._deals[event.table]
        if not deal.synchronised:
            self._groups += 1
        self._stop(event.table)
        dealt_in = dict(deal.dealt_in)
        for seat, stack in event.stacks:
            if stack == 0:
                self._busts[dealt_in[seat]] = self._groups

    def verify_unique(self) -> None:
        """However it ended, nobody shares a place (TRN-20)."""
        assert len(set(self.places.values())) == len(self.places), "a place is taken twice"

    def at_the_end(self) -> None:
        """Everybody has their own place, and every paid place was paid."""
        assert self.places.keys() == self.entries.keys(), "somebody has no place"
        complete = list(range(1, len(self.entries) + 1))
        assert sorted(self.places.values()) == complete, "a place is missing or taken twice"
        in_order = sorted(self._outs, key=self.places.__getitem__, reverse=True)
        for worse, better in pairwise(in_order):
            self._verify_order(self._outs[worse], self._outs[better])
        for place in self.places.values():
            if place <= len(self.awards):
                assert place in self.paid.values(), f"place {place} was not paid"

    def _verify_order(self, worse: Out, better: Out) -> None:
        assert worse.group <= better.group, "out earlier and placed higher (TAMB-60)"
        if worse.group != better.group or worse.disqualified:
            return
        assert not better.disqualified, "disqualified in that hand and placed higher (TAMB-89)"
        assert worse.chips <= better.chips, "fewer chips and placed higher (TRN-20)"
