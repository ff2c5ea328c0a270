"""The cash lobby above the single tables: offers, queues, money on and off the tables."""

from cardroom.cash.lobby.lobby import CashLobby

__all__ = ["CashLobby"]
