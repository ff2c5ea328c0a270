"""What must hold after every simulated hand; the first breach ends the simulation."""

from collections.abc import Callable, Iterable

from cardroom.cash.lobby_events import News
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions
from cardroom.cash.table import CashTable
from cardroom.ledger import Kind, Ledger, PlayerId, SettledHand
from cardroom.ledger.accounts import escrow, house, player_cash
from cardroom.rulebook.cash import CashRules, Stake
from cardroom.simulation.cash.clocks import verify_bank, verify_turn
from cardroom.simulation.cash.comings import Comings
from cardroom.simulation.cash.orbits import Orbits
from cardroom.simulation.cash.paid import verify_record
from cardroom.units import Cents, Seat


class Checks:
    """Rules written a second time, against deals, records, the ledger and what tables say."""

    def __init__(
        self,
        stake: Stake,
        rules: CashRules,
        ledger: Ledger,
        currency: str,
        tables: Callable[[], Iterable[CashTable]],
    ) -> None:
        self._stake = stake
        self._rules = rules
        self._ledger = ledger
        self._currency = currency
        self._tables = tables
        self._comings = Comings(stake, rules)
        self._orbits = Orbits(stake, rules)
        self._deposits: dict[PlayerId, Cents] = {}
        self._rake: Cents = 0
        self._dealt_in: dict[Seat, Occupant] = {}
        self._stacks: dict[PlayerId, Cents] = {}

    def deposited(self, player: PlayerId, amount: Cents) -> None:
        """A player has brought money from outside."""
        self._deposits[player] = self._deposits.get(player, 0) + amount

    def read(self, news: News) -> None:
        """Nobody comes back with less than the rules ask for."""
        self._comings.read(news)

    def no_deal(self, table: CashTable) -> None:
        """A table without a hand has too few players for one."""
        self._orbits.no_deal(table)

    def before_deal(self, table: CashTable, deal: HandPositions) -> None:
        """The right players are dealt in, button and blinds are where they belong."""
        self._orbits.before_deal(table, deal)
        self._dealt_in = {seat: table.occupants[seat] for seat in deal.dealt_in}
        self._stacks = {one.player: one.stack for one in self._dealt_in.values()}
        for stack in self._stacks.values():
            assert stack > 0, "dealt in without chips (AMB-68)"

    def on_turn(self, table: CashTable, at_ms: int) -> None:
        """The clock of a turn that starts now is within its bounds."""
        verify_turn(self._rules.clock, table, at_ms)

    def after_hand(self, table: CashTable, hand: SettledHand, deal: HandPositions) -> None:
        """Money is conserved, clocks are within bounds, the big blind comes once an orbit."""
        verify_record(hand, deal, self._stake, self._rules)
        before, after = self._stacks, hand.stacks
        assert before.keys() == after.keys() == hand.deltas.keys(), "other players were paid"
        for player, delta in hand.deltas.items():
            assert before[player] + delta == after[player] >= 0, f"player {player} (I5)"
        assert sum(before.values()) == sum(after.values()) + hand.rake, "chips made or lost (I6)"
        self._rake += hand.rake
        assert self._ledger.balance(house(Kind.RAKE, self._currency)) == self._rake
        for occupant in table.occupants.values():
            account = escrow(table.table, occupant.player, self._currency)
            assert self._ledger.balance(account) == occupant.stack, "escrow is not the stack (I5)"
            verify_bank(self._rules.clock, occupant)
        self._orbits.after_hand(table, deal, self._dealt_in)

    def at_the_end(self) -> None:
        """Money in is money out: what players brought they have, or the house has as rake."""
        cash = sum(
            self._ledger.balance(player_cash(player, self._currency)) for player in self._deposits
        )
        stacks = sum(one.stack for table in self._tables() for one in table.occupants.values())
        assert sum(self._deposits.values()) == cash + stacks + self._rake, "money made or lost"
        assert sum(self._ledger.balances.values()) == 0, "the books do not balance (I3)"
