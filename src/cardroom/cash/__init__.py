"""Cash games between the hands: seats, queue, buy-in, top-up, ratholing, rake, clocks."""

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby import CashLobby
from cardroom.cash.occupant import Occupant
from cardroom.cash.offers import BuyInOffer
from cardroom.cash.positions import HandPositions
from cardroom.cash.table import CashTable

__all__ = ["BuyInOffer", "CashLobby", "CashTable", "HandPositions", "LobbyLimits", "Occupant"]
