"""What each reason may do, as data: where money comes from and goes to, what it opens or closes."""

from typing import NamedTuple

from cardroom.ledger.accounts import FLOOR_POOLS, TOURNAMENT_POOLS, Kind
from cardroom.ledger.transfers import Reason


class Move(NamedTuple):
    """The kinds of account that may lose and that may gain by a reason."""

    out_of: frozenset[Kind]
    into: frozenset[Kind]


def _kinds(*kinds: Kind) -> frozenset[Kind]:
    return frozenset(kinds)


SETS_ASIDE: dict[Reason, Kind] = {
    Reason.WITHDRAWAL_REQUESTED: Kind.WITHDRAWAL,
    Reason.HOLD_PLACED: Kind.HELD,
    Reason.SUSPENDED: Kind.SUSPENSE,
}
"""Reasons that set money aside until another transfer closes it, and where it lies meanwhile."""

CLOSES: dict[Reason, Reason] = {
    Reason.WITHDRAWAL_PAID: Reason.WITHDRAWAL_REQUESTED,
    Reason.WITHDRAWAL_CANCELLED: Reason.WITHDRAWAL_REQUESTED,
    Reason.HOLD_RELEASED: Reason.HOLD_PLACED,
    Reason.HOLD_CONFISCATED: Reason.HOLD_PLACED,
    Reason.SUSPENSE_RESOLVED: Reason.SUSPENDED,
    Reason.GIVEN_TO_CHARITY: Reason.SUSPENDED,
}
"""What closes what (I11)."""

NEEDS_OPERATOR = frozenset({Reason.REVERSED, Reason.ADJUSTED, Reason.HOLD_CONFISCATED})
"""Overrides and seizures are somebody's decision, with a note (CASH-01, AMB-70)."""

SEVERAL_PLAYERS = frozenset({Reason.HAND_SETTLED, Reason.REVERSED, Reason.ADJUSTED})
"""All other reasons move the money of one player: nobody pays another in passing."""

_CASH = _kinds(Kind.PLAYER_CASH)
_POOLS = _kinds(Kind.PLACES, Kind.BOUNTIES, Kind.FEES)
_HAS_TICKET = _kinds(Kind.PLAYER_TICKETS, Kind.TICKET_MONEY)
_OVERRIDE = frozenset(Kind) - frozenset(SETS_ASIDE.values())

MOVES: dict[Reason, Move] = {
    Reason.DEPOSITED: Move(_kinds(Kind.BANK), _CASH),
    Reason.WITHDRAWAL_REQUESTED: Move(_CASH, _kinds(Kind.WITHDRAWAL)),
    Reason.WITHDRAWAL_PAID: Move(_kinds(Kind.WITHDRAWAL), _kinds(Kind.BANK)),
    Reason.WITHDRAWAL_CANCELLED: Move(_kinds(Kind.WITHDRAWAL), _CASH),
    Reason.BOUGHT_IN: Move(_CASH, _kinds(Kind.ESCROW)),
    Reason.TOPPED_UP: Move(_CASH, _kinds(Kind.ESCROW)),
    Reason.CASHED_OUT: Move(_kinds(Kind.ESCROW), _CASH),
    Reason.HAND_SETTLED: Move(_kinds(Kind.ESCROW), _kinds(Kind.ESCROW, Kind.RAKE)),
    Reason.ENTERED: Move(_CASH | _HAS_TICKET, _POOLS | {Kind.USED_TICKETS}),
    Reason.ENTRY_REFUNDED: Move(
        _POOLS | {Kind.USED_TICKETS, Kind.TICKET_ISSUE}, _CASH | _HAS_TICKET
    ),
    Reason.PRIZE_PAID: Move(_kinds(Kind.PLACES, Kind.TICKET_ISSUE), _CASH | _HAS_TICKET | _POOLS),
    Reason.BOUNTY_PAID: Move(_kinds(Kind.BOUNTIES, Kind.TICKET_ISSUE), _CASH | _HAS_TICKET),
    Reason.HOUSE_MONEY_ADDED: Move(_kinds(Kind.OVERLAY), _kinds(Kind.PLACES, Kind.BOUNTIES)),
    Reason.HOUSE_MONEY_RETURNED: Move(_kinds(Kind.PLACES, Kind.BOUNTIES), _kinds(Kind.OVERLAY)),
    Reason.PHASE_CARRIED_OVER: Move(_POOLS, _POOLS),
    Reason.TOURNAMENT_CLOSED: Move(
        _kinds(Kind.FEES, Kind.USED_TICKETS), _kinds(Kind.HOUSE_FEES, Kind.TICKET_ISSUE)
    ),
    Reason.TICKETS_TAKEN_BACK: Move(_kinds(Kind.USED_TICKETS), _kinds(Kind.TICKET_ISSUE)),
    Reason.HEXAPRO_ENTERED: Move(_CASH, _kinds(Kind.HEXAPRO)),
    Reason.HEXAPRO_PAID: Move(_kinds(Kind.HEXAPRO), _CASH),
    Reason.FLOOR_ENTERED: Move(_kinds(Kind.CASH_DESK), FLOOR_POOLS),
    Reason.FLOOR_REFUNDED: Move(FLOOR_POOLS, _kinds(Kind.CASH_DESK)),
    Reason.FLOOR_PRIZE_PAID: Move(
        _kinds(Kind.FLOOR_PLACES, Kind.FLOOR_BOUNTIES), _kinds(Kind.CASH_DESK)
    ),
    Reason.FLOOR_PRIZE_SEIZED: Move(_kinds(Kind.FLOOR_PLACES), _kinds(Kind.SEIZED)),
    Reason.FLOOR_MONEY_ADDED: Move(_kinds(Kind.OVERLAY), _kinds(Kind.FLOOR_PLACES)),
    Reason.FLOOR_CLOSED: Move(FLOOR_POOLS, _kinds(Kind.HOUSE_FEES, Kind.HOUSE_STAFF, Kind.OVERLAY)),
    Reason.TICKET_ISSUED: Move(_CASH | {Kind.OVERLAY, Kind.TICKET_ISSUE}, _HAS_TICKET),
    Reason.TICKET_CASHED: Move(_HAS_TICKET, _CASH | {Kind.TICKET_ISSUE}),
    Reason.TICKET_EXPIRED: Move(_HAS_TICKET, _kinds(Kind.HOUSE_FEES, Kind.TICKET_ISSUE)),
    Reason.VOUCHER_FULFILLED: Move(
        _HAS_TICKET, _kinds(Kind.HOUSE_FEES, Kind.TICKET_ISSUE, Kind.CASH_DESK)
    ),
    Reason.HOLD_PLACED: Move(
        _CASH | {Kind.ESCROW, Kind.PLACES, Kind.BOUNTIES, Kind.HEXAPRO}, _kinds(Kind.HELD)
    ),
    Reason.HOLD_RELEASED: Move(_kinds(Kind.HELD), _CASH),
    Reason.HOLD_CONFISCATED: Move(_kinds(Kind.HELD), _kinds(Kind.SEIZED)),
    Reason.SUSPENDED: Move(_CASH | {Kind.ESCROW}, _kinds(Kind.SUSPENSE)),
    Reason.SUSPENSE_RESOLVED: Move(_kinds(Kind.SUSPENSE), _CASH),
    Reason.GIVEN_TO_CHARITY: Move(_kinds(Kind.SUSPENSE), _kinds(Kind.CHARITY)),
    Reason.REVERSED: Move(_OVERRIDE, _OVERRIDE),
    Reason.ADJUSTED: Move(_OVERRIDE, _OVERRIDE),
}
"""What is set aside moves only by being closed: no override reaches it."""


def _moving(kinds: frozenset[Kind]) -> frozenset[Reason]:
    return frozenset(reason for reason, move in MOVES.items() if kinds & (move.out_of | move.into))


MOVES_TICKETS = _moving(_HAS_TICKET)
MOVES_POOLS = _moving(TOURNAMENT_POOLS)
MOVES_FLOORS = _moving(FLOOR_POOLS)
"""Reasons that can move tickets, a tournament's pools or those of a live tournament: no others need
be looked through."""
