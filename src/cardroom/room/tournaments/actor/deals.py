"""Talks about a deal at the final table: somebody proposes, everybody left agrees, or nobody does.

A deal is made between two hands, by the stacks of that moment. So the tables deal no hand while a
proposal is open; it lapses when one refuses, or when not everybody has answered in time (TAMB-98).
Whoever proposes in the middle of a hand agrees like everybody else, when the shares are known.
"""

from typing import Protocol

import msgspec

from cardroom.errors import EntryRefused, Refused
from cardroom.ledger import PlayerId
from cardroom.room.ports import Clock
from cardroom.room.tournaments.requests import AcceptDeal, ProposeDeal, RefuseDeal
from cardroom.rulebook.tournament.prizes import DealKind
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.prizes.deal_shares import deal_shares
from cardroom.tournament.tournament import Tournament
from cardroom.units import Cents, Chips

Shares = dict[EntryId, Cents]
ANSWER_MS = 60_000
"""How long a proposal waits for the answers of everybody left."""


class DealView(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that waits for answers; before the hand is over there are no shares yet."""

    deal: int
    kind: DealKind
    left_to_play_for: Cents
    by: PlayerId
    shares: dict[EntryId, Cents] = {}
    accepted: tuple[EntryId, ...] = ()
    until_ms: int | None = None


class DealOffer(msgspec.Struct, frozen=True, kw_only=True):
    """One way to share the prizes, in cents for every entry left."""

    kind: DealKind
    shares: dict[EntryId, Cents]


class DealOffers(msgspec.Struct, frozen=True, kw_only=True):
    """What the players left could agree on by the stacks of now, in numbers (TAMB-98)."""

    offers: tuple[DealOffer, ...]
    left_to_play_for: Cents
    left_to_play_for_max: Cents


class Proposal:
    """What was proposed, and who has agreed."""

    def __init__(
        self, number: int, by: PlayerId, entry: EntryId, request: ProposeDeal, seen: Shares
    ) -> None:
        self.number = number
        self.by = by
        self.entry = entry
        """Who proposes."""
        self.seen = seen
        """The shares at that moment: what whoever proposes has agreed to."""
        self.kind = request.kind
        self.left_to_play_for = request.left_to_play_for
        self.stacks: dict[EntryId, Chips] = {}
        """The stacks that the shares follow from."""
        self.shares: Shares = {}
        self.accepted: dict[EntryId, None] = {}
        self.until_ms: int | None = None


class DealTable(Protocol):
    """The tournament as these talks need it."""

    @property
    def tournament(self) -> Tournament: ...

    @property
    def clock(self) -> Clock: ...

    async def agree_deal(self, proposal: Proposal) -> None:
        """Make the deal: a step of the tournament."""

    def deal_changed(self) -> None:
        """Tell what is proposed now; where nothing is, the tables go on."""


class DealTalks:
    """The one proposal of a tournament, from the first word to the answer of the last player."""

    def __init__(self, table: DealTable) -> None:
        self._table = table
        self._proposal: Proposal | None = None
        self._numbers = 0
        self._proposed: dict[EntryId, int] = {}
        """In which level a player has proposed last: once in each, so that nobody stalls."""

    @property
    def next_ms(self) -> int | None:
        """When the open proposal lapses."""
        return None if self._proposal is None else self._proposal.until_ms

    def holds(self, table: TableNumber) -> bool:
        """Whether no hand is dealt because a proposal waits for answers."""
        del table
        return self._proposal is not None

    def view(self) -> DealView | None:
        """The proposal as everybody sees it."""
        open_one = self._proposal
        if open_one is None:
            return None
        return DealView(
            deal=open_one.number,
            kind=open_one.kind,
            left_to_play_for=open_one.left_to_play_for,
            by=open_one.by,
            shares=dict(open_one.shares),
            accepted=tuple(open_one.accepted),
            until_ms=open_one.until_ms,
        )

    def offers(self, left_to_play_for: Cents) -> DealOffers:
        """Every deal that could be proposed now; refused where none can."""
        self._verify_time()
        tournament = self._table.tournament
        prizes = tournament.payouts.prizes(len(tournament.stacks))
        return DealOffers(
            offers=tuple(
                DealOffer(kind=kind, shares=self._shares(kind, left_to_play_for))
                for kind in tournament.terms.rules.prizes.deals
            ),
            left_to_play_for=left_to_play_for,
            left_to_play_for_max=sum(prizes) - len(prizes) * prizes[-1],
        )

    # What players ask

    def propose(self, player: PlayerId, request: ProposeDeal) -> int:
        """Ask everybody left to share the prizes; the number of the proposal (TAMB-98)."""
        tournament, entry = self._table.tournament, self._entry_of(player)
        if self._proposal is not None:
            raise EntryRefused("TAMB-98", "a_deal_is_proposed")
        self._verify_time()
        if self._proposed.get(entry) == tournament.level:
            raise EntryRefused("TAMB-98", "one_proposal_in_a_level")
        # A kind that the rules do not offer, or an amount that is not there, is refused at once.
        seen = self._shares(request.kind, request.left_to_play_for)
        proposal = Proposal(self._numbers + 1, player, entry, request, seen)
        self._numbers += 1
        self._proposed[entry] = tournament.level
        self._proposal = proposal
        self.look()
        self._table.deal_changed()
        return proposal.number

    async def accept(self, player: PlayerId, request: AcceptDeal) -> None:
        """Agree; with the last answer the deal is made."""
        self.look()
        proposal, entry = self._open_one(request.deal), self._entry_of(player)
        if proposal.until_ms is None:
            raise EntryRefused("TAMB-98", "hand_is_not_over")
        proposal.accepted[entry] = None
        if set(self._table.tournament.stacks) <= set(proposal.accepted):
            self._proposal = None
            try:
                await self._table.agree_deal(proposal)
            except Refused:
                self._table.deal_changed()
                raise
        self._table.deal_changed()

    def refuse(self, player: PlayerId, request: RefuseDeal) -> None:
        """Do not agree: play goes on."""
        self._open_one(request.deal)
        self._entry_of(player)
        self._proposal = None
        self._table.deal_changed()

    # Between two hands

    def look(self) -> None:
        """Open the proposal when the hand is over; let it lapse when its time is, when whoever
        proposed is out, or when stacks change without a hand, as by a disqualification."""
        proposal, tournament = self._proposal, self._table.tournament
        if proposal is None:
            return
        now = self._table.clock.now_ms()
        is_out = proposal.entry not in tournament.stacks
        lapses = is_out or not tournament.is_running or not tournament.is_in_the_money
        if proposal.until_ms is not None:
            lapses = lapses or now >= proposal.until_ms or proposal.stacks != tournament.stacks
        if lapses:
            self._proposal = None
            self._table.deal_changed()
        elif proposal.until_ms is None and tournament.field.playing == 0:
            self._open(proposal, now + ANSWER_MS)
            self._table.deal_changed()

    def _open(self, proposal: Proposal, until_ms: int) -> None:
        """The hand is over: these are the shares that everybody answers to."""
        proposal.stacks = dict(self._table.tournament.stacks)
        proposal.shares = self._shares(proposal.kind, proposal.left_to_play_for)
        proposal.until_ms = until_ms
        if proposal.shares == proposal.seen:
            proposal.accepted[proposal.entry] = None

    def forget(self) -> None:
        """The tournament was built again: whoever wants a deal proposes it again."""
        self._proposal = None

    def _verify_time(self) -> None:
        """Deals are for the last table, in the money, where money is won."""
        tournament = self._table.tournament
        if not tournament.is_in_the_money or len(tournament.tables) > 1:
            raise EntryRefused("TAMB-98", "not_at_the_final_table_in_the_money")
        if tournament.payouts.has_seats or tournament.payouts.agreed_shares:
            raise EntryRefused("TAMB-98", "not_a_cash_tournament")

    def _shares(self, kind: DealKind, left_to_play_for: Cents) -> Shares:
        """What everybody left would get by the stacks of now."""
        tournament = self._table.tournament
        stacks = tournament.stacks
        return deal_shares(
            tournament.terms.rules.prizes,
            kind,
            stacks,
            tournament.payouts.prizes(len(stacks)),
            list(stacks),
            left_to_play_for=left_to_play_for,
        )

    def _open_one(self, number: int) -> Proposal:
        if self._proposal is None or self._proposal.number != number:
            raise EntryRefused("TAMB-98", "no_such_proposal")
        return self._proposal

    def _entry_of(self, player: PlayerId) -> EntryId:
        entrant = self._table.tournament.field.find(player)
        if entrant is None:
            raise EntryRefused("TRN-11", "not_playing")
        return entrant.entry
