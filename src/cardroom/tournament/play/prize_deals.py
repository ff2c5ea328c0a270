"""A deal at the final table: the players left share the prizes, all of them or nobody (TAMB-98)."""

from collections.abc import Collection

from cardroom.errors import EntryRefused
from cardroom.rulebook.tournament.prizes import DealKind
from cardroom.tournament.events import DealMade
from cardroom.tournament.ids import EntryId
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.prizes.deal_shares import deal_shares
from cardroom.units import Cents


class PrizeDeals:
    """Verifies a deal about the prizes, and ends the tournament when nothing is left to win."""

    def __init__(self, parts: Parts, ending: Ending) -> None:
        self._parts = parts
        self._field = parts.field
        self._payouts = parts.payouts
        self._ending = ending

    def agree(
        self, kind: DealKind, agreed: Collection[EntryId], at_ms: int, *, left_to_play_for: Cents
    ) -> None:
        """The players left share the prizes, all of them or nobody (TAMB-98)."""
        field, payouts = self._field, self._payouts
        running, tables = self._ending.is_running, len(field.tables)
        if not running or tables > 1 or not self._parts.is_in_the_money:
            raise EntryRefused("TAMB-98", "not_at_the_final_table_in_the_money")
        if payouts.has_seats:
            raise EntryRefused("TAMB-98", "not_a_cash_tournament")
        if field.playing or payouts.agreed_shares:
            raise EntryRefused("TAMB-98", "not_now")
        shares = deal_shares(
            self._parts.terms.rules.prizes,
            kind,
            field.stacks,
            payouts.prizes(field.left),
            agreed,
            left_to_play_for=left_to_play_for,
        )
        made = DealMade(tuple(sorted(shares.items())), left_to_play_for, at_ms)
        self._parts.journal.record(made)
        if not left_to_play_for:
            self._ending.end("deal", at_ms)
