"""The cash part of an edition: what docs/rules/cash.md names, as typed data."""

from cardroom.rulebook.cash.problems import problems
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Format, Game, Stake, StakeKey

__all__ = ["CashRules", "Format", "Game", "Stake", "StakeKey", "problems"]
