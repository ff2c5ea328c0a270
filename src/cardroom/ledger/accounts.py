"""Accounts: whose money it is, in which asset, written as one stable string.

The string is the account: it is the key in the database and the word in a statement.
`player:42:cash:EUR` is the spendable cash of player 42; the last part is the asset, a currency or a
kind of ticket (`EUR-5500-sunday`). Amounts of different assets are never added.
"""

import re
from enum import StrEnum
from functools import lru_cache
from sys import intern
from typing import Final, NewType

from cardroom.errors import TransferRefused
from cardroom.ledger.invariants import Invariant

Account = NewType("Account", str)
"""The name of an account, such as `player:42:cash:EUR`."""
Asset = NewType("Asset", str)
PlayerId = NewType("PlayerId", int)
"""The number of a player, person or program."""
TableId = NewType("TableId", int)
"""The number of a cash table."""
TournamentId = NewType("TournamentId", int)
"""The number of a tournament."""
CaseId = NewType("CaseId", int)
"""The number of a case of the house, such as a report or a review."""
FloorId = NewType("FloorId", int)
"""The number of a live tournament."""

ID_MAX: Final = 2**53
TABLES_REMEMBERED: Final = 1 << 15
ACCOUNTS_REMEMBERED: Final = 1 << 18
"""Enough for cash and escrow of everybody at 20,000 tables: taking one apart is slow."""
_ID = re.compile(r"[1-9][0-9]{0,15}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_TICKET = re.compile(r"[A-Z]{3}-[1-9][0-9]{0,15}-[a-z0-9_]{1,40}")


class Kind(StrEnum):
    """What an account is for; the value is its shape, with `#` for an id."""

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
    FLOOR_PLACES = "floor:#:places"
    FLOOR_BOUNTIES = "floor:#:bounties"
    FLOOR_FEES = "floor:#:fees"
    FLOOR_STAFF = "floor:#:staff"
    RAKE = "house:rake"
    HOUSE_FEES = "house:fees"
    OVERLAY = "house:overlay"
    HEXAPRO = "house:hexapro"
    SEIZED = "house:seized"
    HOUSE_STAFF = "house:staff"
    CASH_DESK = "house:desk"
    TICKET_MONEY = "house:ticket_money"
    TICKET_ISSUE = "house:tickets"
    BANK = "bank:clearing"
    CHARITY = "charity"


MAY_BE_NEGATIVE = frozenset(
    {Kind.OVERLAY, Kind.HEXAPRO, Kind.TICKET_ISSUE, Kind.BANK, Kind.CASH_DESK}
)
"""The world outside (bank, tickets not yet issued, coins and notes at the cash desk) and what the
house adds to games (TAMB-40)."""

COUNTS_TICKETS = frozenset({Kind.PLAYER_TICKETS, Kind.USED_TICKETS, Kind.TICKET_ISSUE})
PLAYERS_OWN = frozenset(
    {Kind.PLAYER_CASH, Kind.WITHDRAWAL, Kind.SUSPENSE, Kind.PLAYER_TICKETS, Kind.ESCROW, Kind.HELD}
)
"""What belongs to a player: the last id of the account."""

TOURNAMENT_POOLS = frozenset({Kind.PLACES, Kind.BOUNTIES, Kind.FEES, Kind.USED_TICKETS})

FLOOR_POOLS = frozenset({Kind.FLOOR_PLACES, Kind.FLOOR_BOUNTIES, Kind.FLOOR_FEES, Kind.FLOOR_STAFF})

_SHAPES = {kind.value: kind for kind in Kind}


class Parts:
    """What the string of an account says."""

    __slots__ = ("account", "asset", "ids", "kind")

    def __init__(self, account: Account, kind: Kind, ids: tuple[int, ...], asset: Asset) -> None:
        self.account = account
        """The string itself, one and the same object for all who ask."""
        self.kind = kind
        self.ids = ids
        self.asset = asset


_remembered: dict[str, Parts] = {}


def find_account(account: str) -> Parts | None:
    """Take an account's string apart; nothing if it is none."""
    known = _remembered.get(account)
    if known is not None:
        return known
    parts = _taken_apart(account)
    if parts is not None:
        if len(_remembered) >= ACCOUNTS_REMEMBERED:
            _remembered.clear()
        _remembered[account] = parts
    return parts


def _taken_apart(account: str) -> Parts | None:
    words, _, asset = account.rpartition(":")
    shape = ":".join(["#" if _ID.fullmatch(word) else word for word in words.split(":")])
    kind = _SHAPES.get(shape)
    ids = tuple([int(word) for word in words.split(":") if _ID.fullmatch(word)])
    pattern = _TICKET if kind in COUNTS_TICKETS else _CURRENCY
    if kind is None or not pattern.fullmatch(asset) or "#" in words or max(ids, default=1) > ID_MAX:
        return None
    return Parts(Account(account), kind, ids, Asset(intern(asset)))


def read_account(account: str) -> Parts:
    """Take an account's string apart; refuse what is not an account (I1)."""
    parts = find_account(account)
    if parts is None:
        raise TransferRefused(Invariant.SUMS_TO_ZERO, "unknown_account", {"account": account})
    return parts


def _account(text: str) -> Account:
    return read_account(text).account


def player_cash(player: PlayerId, currency: str) -> Account:
    """What a player can spend."""
    return _account(f"player:{player}:cash:{currency}")


def withdrawal(player: PlayerId, currency: str) -> Account:
    """What a player has asked to be paid out."""
    return _account(f"player:{player}:withdrawal:{currency}")


def suspense(player: PlayerId, currency: str) -> Account:
    """What a rollback owes a player and cannot credit (CRASH-04, AMB-23)."""
    return _account(f"player:{player}:suspense:{currency}")


def player_tickets(player: PlayerId, ticket: str) -> Account:
    """How many tickets of one kind a player has."""
    return _account(f"player:{player}:tickets:{ticket}")


def escrow(table: TableId, player: PlayerId, currency: str) -> Account:
    """A player's stack at a cash table, between hands."""
    return _account(f"table:{table}:escrow:{player}:{currency}")


@lru_cache(maxsize=TABLES_REMEMBERED)
def escrows(table: TableId, players: tuple[PlayerId, ...], currency: str) -> tuple[Account, ...]:
    """The stacks of several players at a table: the same play hand after hand."""
    return tuple([escrow(table, player, currency) for player in players])


def held(case: CaseId, player: PlayerId, currency: str) -> Account:
    """What a case withholds from a player: still theirs, not spendable (FAIR-04, AMB-70)."""
    return _account(f"case:{case}:held:{player}:{currency}")


def places(tournament: TournamentId, currency: str) -> Account:
    """The pool for the places."""
    return _account(f"tournament:{tournament}:places:{currency}")


def bounties(tournament: TournamentId, currency: str) -> Account:
    """The bounties on the players' heads."""
    return _account(f"tournament:{tournament}:bounties:{currency}")


def fees(tournament: TournamentId, currency: str) -> Account:
    """The fees of a tournament; the house's once it is closed."""
    return _account(f"tournament:{tournament}:fees:{currency}")


def used_tickets(tournament: TournamentId, ticket: str) -> Account:
    """How many tickets of one kind were paid in; a refund gives them back (TRN-13)."""
    return _account(f"tournament:{tournament}:tickets:{ticket}")


def floor_pool(kind: Kind, floor: FloorId, currency: str) -> Account:
    """A pool of a live tournament: places, bounties, fees, or what the staff gets."""
    assert kind in FLOOR_POOLS
    return _account(f"{kind.replace('#', str(floor))}:{currency}")


@lru_cache(maxsize=ACCOUNTS_REMEMBERED, typed=True)
def house(kind: Kind, asset: str) -> Account:
    """An account there is one of per asset: house, bank or charity."""
    return _account(f"{kind}:{asset}")
