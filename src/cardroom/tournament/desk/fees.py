"""What an entry costs: the parts of its price for places, bounty and fee."""

from fractions import Fraction

from cardroom.ledger.tournaments import Price
from cardroom.rulebook.tournament import TournamentRules
from cardroom.rulebook.tournament.bounty import BountyRules
from cardroom.rulebook.tournament.fees import SngSeats, half_up
from cardroom.units import Cents


def mtt_price(
    rules: TournamentRules, price: Cents, *, bounty: bool, fee_percent: int | None = None
) -> Price:
    """An entry, re-buy or add-on of a multi-table tournament (PRZ-01, PRZ-04, TAMB-44).

    The fee is a part of the whole price (TAMB-19); `fee_percent` is the tournament's own.
    """
    if fee_percent is None:
        fee = rules.fees.mtt_fee(price)
    else:
        fee = half_up(Fraction(price * fee_percent, 100))
    return _parts(rules.bounty, price, fee, bounty=bounty)


def sng_price(rules: TournamentRules, price: Cents, seats: SngSeats) -> Price:
    """An entry of a Sit & Go (PRZ-02, PRZ-03, TAMB-44)."""
    return _parts(rules.bounty, price, rules.fees.sng_fee(price, seats), bounty=False)


def is_sng_price(rules: TournamentRules, price: Cents, seats: SngSeats) -> bool:
    """Whether the edition offers it: nothing above its highest printed price (PRZ-02, TAMB-20)."""
    return 0 < price <= rules.fees.sng_prices(seats)[-1].price_cents


def _parts(rules: BountyRules, price: Cents, fee: Cents, *, bounty: bool) -> Price:
    """The bounty is cut from what the fee leaves, its odd cent goes to the pool (TAMB-71)."""
    contribution = price - fee
    cut = contribution * rules.bounty_percent // 100 if bounty else 0
    return Price(places=contribution - cut, bounty=cut, fee=fee)
