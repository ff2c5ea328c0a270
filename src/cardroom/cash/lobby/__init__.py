"""The cash lobby above the single tables: offers, queues, money on and off the tables."""

from cardroom.cash.lobby.in_step import CashLobby

__all__ = ["CashLobby"]
