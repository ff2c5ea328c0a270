"""A tournament that cannot be played to its end: what everybody gets, in every state (CXL)."""

from collections.abc import Mapping

from cardroom.errors import OperatorRefused
from cardroom.ledger import Account
from cardroom.ledger.accounts import Kind, house
from cardroom.ledger.hexapro import pay_hexapro
from cardroom.ledger.tournaments import Price
from cardroom.rulebook.tournament.registration import Change
from cardroom.tournament.due import Due
from cardroom.tournament.events import SharePaid, StaffAlerted, TournamentEnded
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.play.play import Play
from cardroom.tournament.prizes.cancellation import (
    Stage,
    final_table,
    hexapro_shares,
    not_in_the_money,
    several_tables,
    stage,
)
from cardroom.tournament.prizes.hexapro import open_game
from cardroom.tournament.prizes.holds import Winnings
from cardroom.units import Cents, Chips

Altered = Mapping[EntryId, Cents]
"""What the house gives the players left in place of the shares of the policy (CXL-11)."""


class Cancelling(Play):
    """Refunds before the start, shares after it (CXL-01 to CXL-11)."""

    @property
    def stage(self) -> Stage:
        """How far the tournament has come: it decides who gets what (CXL-01, TAMB-81)."""
        return stage(
            started=self.has_started,
            hexapro=self.terms.hexapro is not None,
            closed=self.is_closed,
            left=self.left,
            paid=self.left if self.is_in_the_money else -1,
            tables=len(self.tables),
        )

    def cancel(self, at_ms: int, *, shares: Altered | None = None) -> None:
        """Stop and pay out; hands in progress never were, what was paid stands (CXL, TAMB-81).

        `shares` are the house's own in place of those of the policy (CXL-11).
        """
        if self.is_over:
            raise OperatorRefused("CXL-01", "tournament_is_over")
        self.tick(at_ms)
        if self.ended is not None:
            return
        self._verify_change("cancellation")
        if shares is not None:
            self._verify_altered(shares)
        self._cancel(at_ms, shares)

    def _verify_change(self, change: Change) -> None:
        """After the start only what the rules name may be changed (TRN-03, TAMB-96)."""
        may = self.terms.rules.registration.changes_after_start
        if self.has_started and change not in may:
            raise OperatorRefused("TAMB-96", "not_changed_after_the_start", {"changes": may})

    def _verify_altered(self, shares: Altered) -> None:
        """The house pays the players left, and together no less than the policy (CXL-11)."""
        if not self.terms.rules.cancellation.house_may_alter:
            raise OperatorRefused("CXL-11", "policy_is_fixed")
        if not self.has_started:
            raise OperatorRefused("CXL-11", "has_not_started")
        policy = self._policy()
        if shares.keys() != policy.keys() or min(shares.values()) < 0:
            raise OperatorRefused("CXL-11", "not_a_share_for_every_player_left")
        minimum = sum(policy.values())
        if sum(shares.values()) < minimum:
            raise OperatorRefused("CXL-11", "less_than_the_policy", {"at_least": minimum})

    def _policy(self) -> dict[EntryId, Cents]:
        """What the players with chips would get if it were cancelled now (CXL-03 to CXL-09)."""
        stacks = {entry: chips for entry, chips in self.stacks.items() if chips}
        if self.terms.hexapro is not None:
            return self._drawn_shares(stacks)
        return self._shares(self.stage, stacks)

    def _cancel(self, at_ms: int, altered: Altered | None = None) -> None:
        if not self.has_started:
            if self.terms.entries_before:
                self._share_between_phases(at_ms)
            else:
                self._refund_everybody(at_ms)
            return
        self._stop_play("tournament_cancelled", at_ms)
        for entry in list(self.desk.offers):
            self._decline(entry, at_ms)
        if not self.left and self.payouts.structure is not None:
            # The last players were put out in the hand that never was: every place is taken.
            self._end("nobody_left", at_ms)
            return
        self.heads.pay_vip(at_ms)
        reached = self.stage
        self.desk.close_registration("cancelled", at_ms)
        self._rank(at_ms)
        self._journal.record(TournamentEnded("cancelled", at_ms))
        if reached == "drawn":
            self._share_drawn_pool(altered, at_ms)
        else:
            self._share(reached, self._stacks_to_share(), at_ms, altered)

    def _stacks_to_share(self) -> dict[EntryId, Chips]:
        """The players left; where all were disqualified, the last one put out (TAMB-89)."""
        if self.left or self._last_out is None:
            return self.stacks
        return {self._last_out: 1}

    def _plan_open_game(self, started_ms: int) -> None:
        """Staff hear of a HexaPro game that stays open; at last it is settled (HEX-12)."""
        if self.terms.hexapro is not None:
            dates = open_game(self.terms.rules.hexapro, started_ms)
            for at_ms in dates.alerts_ms:
                self._deadlines.add(at_ms, Due("open_game", 0))
            self._deadlines.add(dates.settled_ms, Due("overdue_game", 0))

    def _look_at(self, due: Due, at_ms: int) -> None:
        if due.kind == "open_game":
            self._journal.record(StaffAlerted(at_ms))
        elif due.kind == "overdue_game":
            self._is_overdue = True
            self._settle_overdue(at_ms)
        else:
            super()._look_at(due, at_ms)

    def _settle_overdue(self, at_ms: int) -> None:
        """A game that is late is settled as it stands, but not while a hand is committed."""
        if self._is_overdue and not self._commits and self.is_running:
            self._cancel(at_ms)

    def commit(self, number: TableNumber, at_ms: int) -> None:
        super().commit(number, at_ms)
        self._settle_overdue(at_ms)

    def _share_between_phases(self, at_ms: int) -> None:
        """All who arrived share: by prizes if all of them would be paid, else as §53 (TAMB-89)."""
        self.desk.close_registration("cancelled", at_ms)
        self.desk.close_purchases(at_ms)
        self.payouts.fix(at_ms)
        self._journal.record(TournamentEnded("cancelled", at_ms))
        stacks = {number: entry.stack for number, entry in self.desk.entries.items()}
        assert self.payouts.structure is not None
        all_paid = len(self.payouts.structure) == len(stacks)
        self._share("several_tables" if all_paid else "not_in_the_money", stacks, at_ms)

    def _refund_everybody(self, at_ms: int) -> None:
        """Before the start everything goes back (CXL-02)."""
        self.desk.close_registration("cancelled", at_ms)
        self.desk.refund_all(at_ms)
        self._journal.record(TournamentEnded("cancelled", at_ms))
        if self.terms.hexapro is None and self.desk.used_tickets:
            self.close_money(at_ms)

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
        self._top_up_pool(pot_money, at_ms)
        if altered is not None:
            self.payouts.add_altered_money(sum(altered.values()) - pot_money, at_ms)
        for entry, pot in (altered or shares).items():
            bounty = self.heads.bounties.get(entry, 0)
            fees = self.desk.entries[entry].fees
            self._journal.record(SharePaid(entry, pot, fees, bounty))
            self._pay_share(entry, Price(pot, bounty, fees), at_ms)
        self.close_money(at_ms)

    def _pay_share(self, entry: EntryId, share: Price, at_ms: int) -> None:
        """In cash; of a player under review only the fee, the rest is held (TRN-24, TAMB-89)."""
        money = self.desk.money
        if self.holds.case_of(entry) is not None:
            self._hold(entry, share.places, money.places, "share", at_ms)
            self._hold(entry, share.bounty, money.bounties, "own_bounty", at_ms)
            share = Price(0, 0, share.fee)
        if share.total:
            player, purchase = self.player_of(entry), self.desk.entries[entry].purchase
            self._journal.pay(money.refund(player, share, purchase=purchase, at_ms=at_ms))

    def _hold(
        self, entry: EntryId, amount: Cents, source: Account, of: Winnings, at_ms: int
    ) -> None:
        if amount:
            self.holds.place(entry, amount, source, of=of, number=entry, at_ms=at_ms)

    def _shares(self, reached: Stage, stacks: dict[EntryId, Chips]) -> dict[EntryId, Cents]:
        rules = self.terms.rules
        if reached == "not_in_the_money":
            pot = self.desk.pool + self._house_part()
            return not_in_the_money(rules, pot, stacks, freeroll=self.terms.added > 0)
        prizes = self.payouts.prizes(len(stacks))
        divide = final_table if reached == "final_table" else several_tables
        shares = divide(rules, prizes, stacks)
        return {entry: share + self.payouts.deal.get(entry, 0) for entry, share in shares.items()}

    def _house_part(self) -> Cents:
        """Of a pot that is not in the money: the added pool, no overlay (TAMB-82)."""
        if self.terms.rules.cancellation.pot_without_overlay:
            return self.terms.added
        return self.payouts.house_part

    def _top_up_pool(self, needed: Cents, at_ms: int) -> None:
        """An added pool is paid in now; an overlay that nobody gets goes back (TAMB-82)."""
        there = self.desk.pool + self.payouts.house_money - self.payouts.paid
        if needed > there:
            self.payouts.add_house_money(needed - there, at_ms)
        elif needed < there:
            self.payouts.give_back_house_money(there - needed, at_ms)

    def _share_drawn_pool(self, altered: Altered | None, at_ms: int) -> None:
        """HexaPro: a tenth each, the rest by ICM, and the fee that is in the buy-in (CXL-09)."""
        game = self.terms.hexapro
        assert game is not None
        fee = game.fee(self.terms.buy_in)
        currency = self.desk.money.currency
        for entry, pot in (altered or self._drawn_shares(self.stacks)).items():
            self._journal.record(SharePaid(entry, pot, fee, 0))
            paid = pot + fee
            if self.holds.case_of(entry) is not None:
                pool = house(Kind.HEXAPRO, currency)
                self._hold(entry, pot, pool, "share", at_ms)
                paid = fee
            player = self.player_of(entry)
            self._journal.pay(pay_hexapro(self.id, player, paid, currency, at_ms=at_ms))

    def _drawn_shares(self, stacks: dict[EntryId, Chips]) -> dict[EntryId, Cents]:
        payouts = self.payouts
        assert payouts.structure is not None
        prizes = [award.cents for award in payouts.structure[: len(stacks)]]
        return hexapro_shares(self.terms.rules, payouts.pool, payouts.paid, prizes, stacks)
