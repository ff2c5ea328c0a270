"""Everything that is checked while a tournament is simulated."""

from collections.abc import Sequence
from itertools import pairwise

from cardroom.engine.events import Event
from cardroom.ledger import Transfer
from cardroom.rulebook.tournament import TournamentRules
from cardroom.simulation.tournament.blind_checks import BlindChecks
from cardroom.simulation.tournament.bounty_checks import BountyChecks
from cardroom.simulation.tournament.chip_checks import ChipChecks
from cardroom.simulation.tournament.money_checks import MoneyChecks
from cardroom.simulation.tournament.order_checks import OrderChecks
from cardroom.simulation.tournament.player_checks import PlayerChecks
from cardroom.simulation.tournament.seat_checks import SeatChecks
from cardroom.simulation.tournament.synchronised_checks import SynchronisedChecks
from cardroom.tournament.definition import Bounty
from cardroom.tournament.events import LevelStarted, TournamentEnded, TournamentEvent
from cardroom.tournament.ids import TableNumber


class Checks:
    """Independent of the code that is checked: sees events, hands and transfers, nothing else."""

    def __init__(
        self,
        seats: int,
        rules: TournamentRules | None = None,
        *,
        places_before_money: int = 1,
        bounty: Bounty | None = None,
    ) -> None:
        """`rules` of the house may differ from what the published editions share."""
        self.seats = SeatChecks(seats, rules)
        self._blinds = BlindChecks(seats)
        self._redraws = rules is None or rules.balancing.redraw_second_big_blind
        self.chips = ChipChecks()
        self.order = OrderChecks(rules)
        self.money = MoneyChecks()
        self._bounties = BountyChecks(bounty)
        self._players = PlayerChecks()
        self._synchronised = SynchronisedChecks(rules, places_before_money=places_before_money)
        self._ended: TournamentEnded | None = None

    def read(self, event: TournamentEvent) -> None:
        """Take in one event."""
        assert self._ended is None or not isinstance(event, LevelStarted), "goes on after its end"
        self.seats.read(event)
        if self._redraws:
            self._blinds.read(event)
        self.chips.read(event)
        self.order.read(event)
        self._bounties.read(event)
        self._players.read(event)
        self._synchronised.read(event)
        if isinstance(event, LevelStarted):
            self._verify_chips()
        if isinstance(event, TournamentEnded):
            self._ended = event

    def play_out(self, table: TableNumber, hand: Sequence[Event]) -> None:
        """Take in a hand that is about to be committed."""
        self._bounties.play_out(table, hand)

    def pay(self, transfer: Transfer) -> None:
        """Take in one transfer."""
        self.money.read(transfer)
        self._players.pay(transfer)

    def after_commit(self) -> None:
        """After every committed hand."""
        self.seats.after_commit()

    def at_the_end(self) -> None:
        """When nothing more is dealt."""
        assert self._ended is not None, "it never ended"
        if self._ended.cause != "cancelled":
            self._verify_chips()
        elif not self.order.has_deal:
            self._verify_shares()
        self.order.verify_unique()
        self._bounties.verify()
        self._players.verify()
        if self._ended.cause not in {"phase_over", "cancelled"}:
            self.order.at_the_end()

    def _verify_chips(self) -> None:
        self.chips.verify(sum(self.seats.stacks.values()))

    def _verify_shares(self) -> None:
        """Whatever the policy, nobody gets less of the pot than a player with fewer chips (CXL)."""
        stacks = self.seats.stacks
        pots = sorted((stacks[one], pot) for one, pot in self.order.shares.items() if one in stacks)
        for (fewer, less), (more, pot) in pairwise(pots):
            assert less <= pot, f"{more} chips got {pot}, {fewer} chips {less}"
