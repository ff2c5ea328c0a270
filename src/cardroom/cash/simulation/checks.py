"""What must hold after every simulated hand; the first breach ends the simulation."""

from cardroom.cash.lobby_events import News
from cardroom.cash.positions import Deal, is_between
from cardroom.cash.simulation.comings import Comings
from cardroom.cash.table import CashTable
from cardroom.ledger import Kind, Ledger, PlayerId, SettledHand, TableId
from cardroom.ledger.accounts import escrow, house
from cardroom.rulebook.cash import CashRules, Stake
from cardroom.units import Cents, Seat

ORBIT_HANDS_MAX = 64
"""So many hands are looked back upon to find a player's last big blind."""


class Checks:
    """Independent of the code that is checked: it only sees deals, settled hands and the ledger."""

    def __init__(self, stake: Stake, rules: CashRules, ledger: Ledger, currency: str) -> None:
        self._comings = Comings(stake, rules)
        self._ledger = ledger
        self._currency = currency
        self._deals: dict[TableId, list[Deal]] = {}
        self._rake: Cents = 0

    def read(self, news: News) -> None:
        """Nobody comes back with less than the rules ask for."""
        self._comings.read(news)

    def before_deal(self, table: CashTable, deal: Deal) -> None:
        """The right players are dealt in, button and blinds are where they belong."""
        for seat, player in deal.dealt_in.items():
            occupant = table.occupants[seat]
            assert occupant.player == player
            assert occupant.stack > 0, "dealt in without chips (AMB-68)"
            assert not occupant.is_out, "dealt in while sitting out (SIT-01)"
            first = table.last is None or self._nobody_remains(table)
            entering = seat == deal.big_blind or seat in deal.posts or len(deal.dealt_in) == 2
            if occupant.standing == "waiting" and not first:
                assert entering, "dealt in before the big blind came (CASH-14)"
        assert deal.button in deal.dealt_in, "the button is not on a player in the hand (AMB-33)"
        assert deal.big_blind in deal.dealt_in
        if len(deal.dealt_in) == 2:
            assert deal.small_blind == deal.button, "heads-up the button posts (CASH-12)"
        self._big_blind_skips_nobody(table, deal)

    def _nobody_remains(self, table: CashTable) -> bool:
        last = table.last
        assert last is not None
        return not any(
            occupant.is_ready and last.dealt_in.get(seat) == occupant.player
            for seat, occupant in table.occupants.items()
        )

    def _big_blind_skips_nobody(self, table: CashTable, deal: Deal) -> None:
        last = table.last
        if last is None or self._nobody_remains(table):
            self._deals[table.table] = []
            return
        if deal == table.redeal:
            return  # A hand that never was is dealt again as it was (AMB-69).
        for seat, occupant in table.occupants.items():
            skipped = occupant.is_ready and is_between(seat, last.big_blind, deal.big_blind)
            assert not skipped, f"seat {seat} was skipped by the big blind (CASH-09)"

    def after_hand(self, table: CashTable, hand: SettledHand, deal: Deal) -> None:
        """Money is conserved, clocks are within bounds, the big blind comes once an orbit."""
        assert sum(hand.deltas.values()) + hand.rake == 0
        assert 0 <= hand.rake <= hand.rake_cap
        self._rake += hand.rake
        assert self._ledger.balance(house(Kind.RAKE, self._currency)) == self._rake
        for occupant in table.occupants.values():
            account = escrow(table.table, occupant.player, self._currency)
            assert self._ledger.balance(account) == occupant.stack, "escrow is not the stack (I5)"
            assert 0 <= occupant.bank.left_ms <= occupant.bank.terms.cap_ms
        self._once_an_orbit(table.table, deal)

    def _once_an_orbit(self, table: TableId, deal: Deal) -> None:
        deals = self._deals.setdefault(table, [])
        deals.append(deal)
        del deals[:-ORBIT_HANDS_MAX]
        blind = _big_blind_of(deal)
        for place in range(len(deals) - 2, -1, -1):
            if _big_blind_of(deals[place]) == blind:
                self._everyone_paid_once(deals[place:])
                return
            if blind not in deals[place].dealt_in.items():
                return

    def _everyone_paid_once(self, orbit: list[Deal]) -> None:
        """Who was dealt in throughout, in the same seat, had the big blind exactly once."""
        present = set(orbit[0].dealt_in.items())
        for deal in orbit:
            present &= set(deal.dealt_in.items())
        payers = [_big_blind_of(deal) for deal in orbit[1:]]
        for seat, player in present:
            assert payers.count((seat, player)) == 1, f"seat {seat} in the orbit of {orbit}"

    def at_the_end(self) -> None:
        """Nothing was made or lost: all accounts together are zero (I3)."""
        assert sum(self._ledger.balances.values()) == 0


def _big_blind_of(deal: Deal) -> tuple[Seat, PlayerId]:
    return deal.big_blind, deal.dealt_in[deal.big_blind]
