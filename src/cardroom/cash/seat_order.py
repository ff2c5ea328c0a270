"""What a table has decided about a buy-in, until it is paid."""

from typing import NamedTuple

from cardroom.cash.offers import BuyInOffer
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.ledger import PlayerId, Transfer
from cardroom.units import Cents, Seat


class SeatOrder(NamedTuple):
    """A buy-in that was found legal and is not paid yet."""

    player: PlayerId
    seat: Seat
    amount: Cents
    legal: BuyInOffer
    reset: bool
    transfer: Transfer
    record: PlayerRecord
    """What must be remembered about the player from then on."""
    before: PlayerRecord
