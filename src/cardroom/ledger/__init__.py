"""Accounts, transfers, holds: every cent has two sides."""

from cardroom.ledger.accounts import (
    Account,
    CaseId,
    FloorId,
    Kind,
    PlayerId,
    TableId,
    TournamentId,
    read_account,
)
from cardroom.ledger.hands import Message, SettledHand, Statistic
from cardroom.ledger.hashing import GENESIS, chain
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.ledger import Answer, Ledger
from cardroom.ledger.settling import settle_hand
from cardroom.ledger.tournaments import TournamentMoney
from cardroom.ledger.transfers import Entry, Reason, Transfer, canonical

__all__ = [
    "GENESIS",
    "Account",
    "Answer",
    "CaseId",
    "Entry",
    "FloorId",
    "Invariant",
    "Kind",
    "Ledger",
    "Message",
    "PlayerId",
    "Reason",
    "SettledHand",
    "Statistic",
    "TableId",
    "TournamentId",
    "TournamentMoney",
    "Transfer",
    "canonical",
    "chain",
    "read_account",
    "settle_hand",
]
