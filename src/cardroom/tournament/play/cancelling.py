"""A tournament that cannot be played to its end: what everybody gets, in every state (CXL)."""

from collections.abc import Mapping

from cardroom.errors import OperatorRefused
from cardroom.ledger import Account
from cardroom.ledger.accounts import Kind, house
from cardroom.ledger.hexapro import pay_hexapro
from cardroom.ledger.tournaments import Price
from cardroom.tournament.events import SharePaid, TournamentEnded
from cardroom.tournament.ids import EntryId
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.knockouts import Knockouts
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.prizes.cancellation import (
    Stage,
    final_table,
    hexapro_shares,
    not_in_the_money,
    several_tables,
    stage,
)
from cardroom.tournament.prizes.holds import Winnings
from cardroom.units import Cents, Chips

Altered = Mapping[EntryId, Cents]
"""What the house gives the players left in place of the shares of the policy (CXL-11)."""


class Cancelling:
    """Refunds before the start, shares after it (CXL-01 to CXL-11)."""

    def __init__(self, parts: Parts, knockouts: Knockouts, ending: Ending) -> None:
        self._parts = parts
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._payouts = parts.payouts
        self._bounty_book = parts.bounty_book
        self._holds = parts.holds
        self._standings = parts.standings
        self._journal = parts.journal
        self._knockouts = knockouts
        self._ending = ending

    @property
    def stage(self) -> Stage:
        """How far the tournament has come: it decides who gets what (CXL-01, TAMB-81)."""
        left = self._field.left
        return stage(
            started=self._field.has_started,
            hexapro=self._terms.hexapro is not None,
            closed=self._desk.is_closed,
            left=left,
            paid=left if self._parts.is_in_the_money else -1,
            tables=len(self._field.tables),
        )

    def verify_altered(self, shares: Altered) -> None:
        """The house pays the players left, and together no less than the policy (CXL-11)."""
        if not self._terms.rules.cancellation.house_may_alter:
            raise OperatorRefused("CXL-11", "policy_is_fixed")
        if not self._field.has_started:
            raise OperatorRefused("CXL-11", "has_not_started")
        policy = self._policy()
        if shares.keys() != policy.keys() or min(shares.values()) < 0:
            raise OperatorRefused("CXL-11", "not_a_share_for_every_player_left")
        minimum = sum(policy.values())
        if sum(shares.values()) < minimum:
            raise OperatorRefused("CXL-11", "less_than_the_policy", {"at_least": minimum})

    def _policy(self) -> dict[EntryId, Cents]:
        """What the players with chips would get if it were cancelled now (CXL-03 to CXL-09)."""
        stacks = {entry: chips for entry, chips in self._field.stacks.items() if chips}
        if self._terms.hexapro is not None:
            return self._drawn_shares(stacks)
        return self._shares(self.stage, stacks)

    def stop_and_share(self, at_ms: int, altered: Altered | None = None) -> None:
        """Stop and pay out; hands in progress never were, what was paid stays paid (TAMB-81)."""
        if not self._field.has_started:
            if self._terms.entries_before:
                self._share_between_phases(at_ms)
            else:
                self.refund_everybody(at_ms)
            return
        self._ending.stop_play("tournament_cancelled", at_ms)
        self._knockouts.decline_all_rebuys(at_ms)
        if not self._field.left and self._payouts.structure is not None:
            # The last players were disqualified in the hand that never was: no place is free.
            self._ending.end("nobody_left", at_ms)
            return
        self._bounty_book.pay_vip(at_ms)
        reached = self.stage
        self._desk.close_registration("cancelled", at_ms)
        self._standings.rank(at_ms)
        self._journal.record(TournamentEnded("cancelled", at_ms))
        if reached == "drawn":
            self._share_drawn_pool(altered, at_ms)
        else:
            self._share(reached, self._stacks_to_share(), at_ms, altered)

    def _stacks_to_share(self) -> dict[EntryId, Chips]:
        """The players left; where all were disqualified, the last one knocked out (TAMB-89)."""
        last = self._standings.last_knocked_out
        if self._field.left or last is None:
            return self._field.stacks
        return {last: 1}

    def _share_between_phases(self, at_ms: int) -> None:
        """All who arrived share: by prizes if all of them would be paid, else as §53 (TAMB-89)."""
        self._desk.close_registration("cancelled", at_ms)
        self._desk.close_purchases(at_ms)
        self._payouts.fix(at_ms)
        self._journal.record(TournamentEnded("cancelled", at_ms))
        stacks = {number: entry.stack for number, entry in self._desk.entries.items()}
        assert self._payouts.structure is not None
        all_paid = len(self._payouts.structure) == len(stacks)
        self._share("several_tables" if all_paid else "not_in_the_money", stacks, at_ms)

    def refund_everybody(self, at_ms: int) -> None:
        """Before the start everything goes back (CXL-02)."""
        self._desk.close_registration("cancelled", at_ms)
        self._desk.refund_all(at_ms)
        self._journal.record(TournamentEnded("cancelled", at_ms))
        if self._terms.hexapro is None and self._desk.used_tickets:
            self._ending.close_money(at_ms)

    def _share(
        self,
        reached: Stage,
        stacks: dict[EntryId, Chips],
        at_ms: int,
        altered: Altered | None = None,
    ) -> None:
        """The pot of the players left, with their fees and bounties (CXL-03 to CXL-11)."""
        shares = self._shares(reached, stacks)
        pot_money = sum(shares.values())
        self._payouts.match_pool(pot_money, at_ms)
        if altered is not None:
            self._payouts.add_altered_money(sum(altered.values()) - pot_money, at_ms)
        for entry, pot in (altered or shares).items():
            bounty = self._bounty_book.bounties.get(entry, 0)
            fees = self._desk.entries[entry].fees
            self._journal.record(SharePaid(entry, pot, fees, bounty))
            self._pay_share(entry, Price(pot, bounty, fees), at_ms)
        self._ending.close_money(at_ms)

    def _pay_share(self, entry: EntryId, share: Price, at_ms: int) -> None:
        """In cash; of a player under review only the fee, the rest is held (TRN-24, TAMB-89)."""
        money = self._desk.money
        if self._holds.case_of(entry) is not None:
            self._hold(entry, share.places, money.places, "share", at_ms)
            self._hold(entry, share.bounty, money.bounties, "own_bounty", at_ms)
            share = Price(0, 0, share.fee)
        if share.total:
            player, purchase = self._desk.player_of(entry), self._desk.entries[entry].purchase
            self._journal.pay(money.refund(player, share, purchase=purchase, at_ms=at_ms))

    def _hold(
        self, entry: EntryId, amount: Cents, source: Account, of: Winnings, at_ms: int
    ) -> None:
        if amount:
            self._holds.set_aside(entry, amount, source, of=of, number=entry, at_ms=at_ms)

    def _shares(self, reached: Stage, stacks: dict[EntryId, Chips]) -> dict[EntryId, Cents]:
        rules, payouts = self._terms.rules, self._payouts
        if reached == "not_in_the_money":
            pot = self._desk.pool + self._house_part()
            return not_in_the_money(rules, pot, stacks, freeroll=self._terms.added > 0)
        prizes = payouts.prizes(len(stacks))
        divide = final_table if reached == "final_table" else several_tables
        shares = divide(rules, prizes, stacks)
        agreed = payouts.agreed_shares
        return {entry: share + agreed.get(entry, 0) for entry, share in shares.items()}

    def _house_part(self) -> Cents:
        """Of a pot that is not in the money: the added pool, no overlay (TAMB-82)."""
        if self._terms.rules.cancellation.pot_without_overlay:
            return self._terms.added
        return self._payouts.house_part

    def _share_drawn_pool(self, altered: Altered | None, at_ms: int) -> None:
        """HexaPro: a tenth each, the rest by ICM, and the fee that is in the buy-in (CXL-09)."""
        game = self._terms.hexapro
        assert game is not None
        fee = game.fee(self._terms.buy_in)
        money = self._desk.money
        for entry, pot in (altered or self._drawn_shares(self._field.stacks)).items():
            self._journal.record(SharePaid(entry, pot, fee, 0))
            paid = pot + fee
            if self._holds.case_of(entry) is not None:
                pool = house(Kind.HEXAPRO, money.currency)
                self._hold(entry, pot, pool, "share", at_ms)
                paid = fee
            player = self._desk.player_of(entry)
            self._journal.pay(pay_hexapro(money.id, player, paid, money.currency, at_ms=at_ms))

    def _drawn_shares(self, stacks: dict[EntryId, Chips]) -> dict[EntryId, Cents]:
        payouts = self._payouts
        assert payouts.structure is not None
        prizes = [award.cents for award in payouts.structure[: len(stacks)]]
        return hexapro_shares(self._terms.rules, payouts.pool, payouts.paid, prizes, stacks)
