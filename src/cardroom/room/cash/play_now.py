"""Which stake is best to begin with, and with which stack: the house chooses for who just wants to
play. The table at that stake is drawn as for everybody (CASH-04)."""

from collections.abc import Iterable, Sequence

from cardroom.cash.lobby_events import SeatOffered
from cardroom.room.cash.lobby_views import StakeRow
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Cents

USUAL_BIG_BLINDS = 100
PARTS = 10
"""Of one's money at most such a part goes to one table, if there is a stake for that."""
STAKES_TRIED = 6
"""How many stakes are tried for a free seat; then one waits at the best."""


def first_stakes(rows: Iterable[StakeRow], balance: Cents | None, kind: str) -> list[StakeRow]:
    """The stakes to begin with, the best first: where hands are dealt now, well known, modest,
    busy, low. Without a balance everything is affordable."""
    open_to = [
        row for row in rows if kind in row.admits and (balance is None or row.min_buy_in <= balance)
    ]
    return sorted(open_to, key=lambda row: _merits(row, balance), reverse=True)


def _merits(row: StakeRow, balance: Cents | None) -> tuple[int, ...]:
    """How good a stake is for a first hand, the most telling first; higher is better."""
    is_free = row.players < row.tables * row.seats
    return (
        int(is_free and row.players > 1),
        int(is_free and row.players > 0),
        int(row.game == "nl-holdem"),
        int(row.format == "ordinary"),
        int(balance is None or row.max_buy_in * PARTS <= balance),
        row.players,
        -row.big_blind,
    )


def tried_stakes(stakes: Sequence[StakeRow]) -> list[StakeKey]:
    """Where a free seat is looked for: stakes with players, the best one's game before others."""
    played = [row for row in stakes if row.players > 0]
    own = [row for row in played if row.game == stakes[0].game]
    others = [row for row in played if row.game != stakes[0].game]
    return [key_of(row) for row in (*own, *others)][:STAKES_TRIED]


def key_of(row: StakeRow) -> StakeKey:
    """The stake of a row."""
    return StakeKey(row.game, row.format, row.small_blind, row.big_blind)


def usual_stack(offer: SeatOffered, balance: Cents) -> Cents:
    """A hundred big blinds, within what is legal and what the player has."""
    least, most = offer.buy_in.least, offer.buy_in.most
    affordable = max(least, min(most, balance))
    return min(max(USUAL_BIG_BLINDS * offer.stake.big_blind, least), affordable)
