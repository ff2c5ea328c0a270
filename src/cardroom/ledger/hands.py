"""The settled hand: everything that one finished hand writes, in one commit."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.ledger.accounts import PlayerId, TableId, TournamentId
from cardroom.ledger.keys import hand_key
from cardroom.units import Cents, Chips, Seat


class Statistic(msgspec.Struct, frozen=True, array_like=True):
    """A count of a player's that a hand adds to, such as `hands` or `flops_seen`."""

    player: PlayerId
    name: str
    add: int


class Message(msgspec.Struct, frozen=True, array_like=True):
    """A message to the rest of the house, sent once the hand is stored (the outbox)."""

    subject: str
    body: bytes


class ChipHand(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a hand that is played for chips: tournament, level, what an entry costs.

    `table` is the table's number in the tournament. `buy_in`, `bounty` and `fee` are the parts of
    the price in cents; `bounties` what was on the heads of those dealt in when the hand began.
    """

    tournament: TournamentId
    name: str
    table: int
    level: int
    small_blind: Chips
    ante: Chips
    seats: int
    buy_in: Cents
    bounty: Cents
    fee: Cents
    started_ms: int
    first_stack: Chips
    level_ms: int
    is_one_table: bool = False
    """Whether it has one table only, as a Sit & Go or a HexaPro game."""
    bounties: dict[PlayerId, Cents] = {}


class SettledHand(msgspec.Struct, frozen=True, kw_only=True):
    """One finished hand: the transaction. Nothing of it is money before it is stored.

    `deltas` is what each player dealt in won or lost, `stacks` what they have after the hand; both
    may leave out players who were not dealt in. Numbers grow within an epoch, epochs within a
    table; a voided hand keeps its number and leaves a gap (AMB-69). `history` is what the hand is
    replayed from, `seats` who sat where in it (I10), `stake` what it was played at, as the room
    names stakes (AMB-01).
    """

    table: TableId
    epoch: int
    number: int
    edition: str
    currency: str
    at_ms: int
    deltas: dict[PlayerId, Cents]
    rake: Cents
    rake_cap: Cents
    stacks: dict[PlayerId, Cents]
    history: bytes
    statistics: tuple[Statistic, ...] = ()
    outbox: tuple[Message, ...] = ()
    seats: dict[Seat, PlayerId] = {}
    stake: str = ""
    proof: bytes | UnsetType = UNSET
    """What proves that the deck was shuffled fairly; a hand without it is stored as ever."""
    chips: ChipHand | UnsetType = UNSET
    """Of a hand for chips, its tournament: deltas and stacks are chips, and no money moves.

    `currency` is then that of the tournament, and there is no rake.
    """

    @property
    def plays_for(self) -> Literal["money", "chips"]:
        """What is won and lost in it."""
        return "money" if self.chips is UNSET else "chips"

    @property
    def key(self) -> str:
        """The key of the hand and of its transfer."""
        return hand_key(self.table, self.epoch, self.number)
