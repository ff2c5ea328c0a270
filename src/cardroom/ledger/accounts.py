"""Accounts: whose money it is, in which asset, written as one stable string.

The string is the account: it is the key in the database and the word in a statement.
`player:42:cash:EUR` is the spendable cash of player 42; the last part is the asset, a currency or a
kind of ticket (`EUR-5500-sunday`). Amounts of different assets are never added.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, NewType

from cardroom.errors import TransferRefused
from cardroom.ledger.invariants import Invariant

Account = NewType("Account", str)
Asset = NewType("Asset", str)
PlayerId = NewType("PlayerId", int)
TableId = NewType("TableId", int)
TournamentId = NewType("TournamentId", int)
CaseId = NewType("CaseId", int)

ID_MAX = 2**53
ACCOUNTS_REMEMBERED = 1 << 18
"""Enough for cash and escrow of everybody at 20,000 tables: reading one anew is slow."""
_ID = re.compile(r"[1-9][0-9]{0,15}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_TICKET = re.compile(r"[A-Z]{3}-[1-9][0-9]{0,15}-[a-z0-9_]{1,40}")


class Kind(StrEnum):
    """What an account is for; the value is its shape, `#` stands for an id."""

    PLAYER_CASH = "player:#:cash"
    WITHDRAWAL = "player:#:withdrawal"
    SUSPENSE = "player:#:suspense"
    PLAYER_TICKETS = "player:#:tickets"
    ESCROW = "table:#:escrow:#"
    HELD = "case:#:held:#"
    PLACES = "tournament:#:places"
    BOUNTIES = "tournament:#:bounties"
    FEES = "tournament:#:fees"
    USED_TICKETS = "tournament:#:tickets"
    RAKE = "house:rake"
    HOUSE_FEES = "house:fees"
    OVERLAY = "house:overlay"
    HEXAPRO = "house:hexapro"
    SEIZED = "house:seized"
    TICKET_MONEY = "house:ticket_money"
    TICKET_ISSUE = "house:tickets"
    BANK = "bank:clearing"
    CHARITY = "charity"


MAY_BE_NEGATIVE = frozenset({Kind.OVERLAY, Kind.HEXAPRO, Kind.TICKET_ISSUE, Kind.BANK})
"""The world outside (bank, tickets not yet issued) and what the house adds to games (TAMB-40)."""

COUNTS_TICKETS = frozenset({Kind.PLAYER_TICKETS, Kind.USED_TICKETS, Kind.TICKET_ISSUE})
PLAYERS_OWN = frozenset(
    {Kind.PLAYER_CASH, Kind.WITHDRAWAL, Kind.SUSPENSE, Kind.PLAYER_TICKETS, Kind.ESCROW, Kind.HELD}
)
"""What belongs to a player: the last id of the account."""

TOURNAMENT_POOLS = frozenset({Kind.PLACES, Kind.BOUNTIES, Kind.FEES, Kind.USED_TICKETS})

_SHAPES = {kind.value: kind for kind in Kind}


class Parts(NamedTuple):
    """What the string of an account says."""

    kind: Kind
    ids: tuple[int, ...]
    asset: Asset


@lru_cache(maxsize=ACCOUNTS_REMEMBERED)
def find_account(account: str) -> Parts | None:
    """Take an account's string apart; nothing if it is none."""
    words, _, asset = account.rpartition(":")
    shape = ":".join("#" if _ID.fullmatch(word) else word for word in words.split(":"))
    kind = _SHAPES.get(shape)
    ids = tuple(int(word) for word in words.split(":") if _ID.fullmatch(word))
    pattern = _TICKET if kind in COUNTS_TICKETS else _CURRENCY
    if kind is None or not pattern.fullmatch(asset) or "#" in words or max(ids, default=1) > ID_MAX:
        return None
    return Parts(kind, ids, Asset(asset))


def read_account(account: str) -> Parts:
    """Take an account's string apart; refuse what is not an account (I1)."""
    parts = find_account(account)
    if parts is None:
        raise TransferRefused(Invariant.SUMS_TO_ZERO, "unknown_account", {"account": account})
    return parts


def _account(kind: Kind, asset: str, *ids: int) -> Account:
    """Write an account's string; the ids fill its shape from left to right."""
    numbers = iter(ids)
    words = (str(next(numbers)) if word == "#" else word for word in kind.value.split(":"))
    account = Account(":".join((*words, asset)))
    read_account(account)
    return account


def player_cash(player: PlayerId, currency: str) -> Account:
    """What a player can spend."""
    return _account(Kind.PLAYER_CASH, currency, player)


def withdrawal(player: PlayerId, currency: str) -> Account:
    """What a player has asked to be paid out."""
    return _account(Kind.WITHDRAWAL, currency, player)


def suspense(player: PlayerId, currency: str) -> Account:
    """What a rollback owes a player and cannot credit (CRASH-04, AMB-23)."""
    return _account(Kind.SUSPENSE, currency, player)


def player_tickets(player: PlayerId, ticket: str) -> Account:
    """How many tickets of one kind a player has."""
    return _account(Kind.PLAYER_TICKETS, ticket, player)


@lru_cache(maxsize=ACCOUNTS_REMEMBERED, typed=True)
def escrow(table: TableId, player: PlayerId, currency: str) -> Account:
    """A player's stack at a cash table, between hands."""
    return _account(Kind.ESCROW, currency, table, player)


def held(case: CaseId, player: PlayerId, currency: str) -> Account:
    """What a case withholds from a player; still his, not spendable (FAIR-04, AMB-70)."""
    return _account(Kind.HELD, currency, case, player)


def places(tournament: TournamentId, currency: str) -> Account:
    """The pool for the places."""
    return _account(Kind.PLACES, currency, tournament)


def bounties(tournament: TournamentId, currency: str) -> Account:
    """The bounties on the players' heads."""
    return _account(Kind.BOUNTIES, currency, tournament)


def fees(tournament: TournamentId, currency: str) -> Account:
    """The fees of a tournament; the house's once it is closed."""
    return _account(Kind.FEES, currency, tournament)


def used_tickets(tournament: TournamentId, ticket: str) -> Account:
    """How many tickets of one kind were paid in; a refund gives them back (TRN-13)."""
    return _account(Kind.USED_TICKETS, ticket, tournament)


@lru_cache(maxsize=ACCOUNTS_REMEMBERED, typed=True)
def house(kind: Kind, asset: str) -> Account:
    """An account there is one of per asset: house, bank or charity."""
    return _account(kind, asset)
