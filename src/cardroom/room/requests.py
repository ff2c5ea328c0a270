"""What a player may ask of the room: one frozen struct per message, tagged by `t`.

They are decoded by the server and handed to the room as they are. The seat is never in a
request: it is the seat of the caller. Amounts are whole cents or chips; a raise is always "to".
"""

from typing import Annotated, Literal

import msgspec

from cardroom.fairness.hashing import HASH_BYTES, SEED_BYTES
from cardroom.ledger import TableId
from cardroom.rulebook.cash.stakes import Format, Game, StakeKey

LARGEST_NUMBER = 2**53
CHAT_LENGTH_MAX = 200
REPORT_LENGTH_MAX = 2000
EVIDENCE_LENGTH_MAX = 48_000
PLAY_TABLES_MAX = 4
HOLE_CARDS_MAX = 4

Number = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]
Amount = Number
CardPlace = Annotated[int, msgspec.Meta(ge=0, le=HOLE_CARDS_MAX - 1)]
RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=36, pattern=r"^[0-9A-Za-z-]+\Z")]
"""Chosen by the client, best a UUID: the same id again is answered again and done once."""
ChannelName = Annotated[
    str,
    msgspec.Meta(
        max_length=40, pattern=r"^(lobby|me|tournaments|(table|tournament):[1-9][0-9]{0,15})\Z"
    ),
]
TableChannelName = Annotated[str, msgspec.Meta(max_length=24, pattern=r"^table:[1-9][0-9]{0,15}\Z")]
ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH_MAX)]
EditionName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
VersionWord = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

Action = Literal["fold", "check", "call", "raise"]
Intention = Literal["none", "fold", "check", "check_fold", "call", "call_any"]
WireStreet = Literal["preflop", "flop", "turn", "river"]
ReportKind = Literal["collusion", "chip_dumping", "automation", "chat", "other", "shuffle"]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t"):
    """Something asked once, however often it is sent."""

    id: RequestId


class TableRequest(Request, frozen=True, kw_only=True):
    """Something asked of one table."""

    ch: TableChannelName

    @property
    def table(self) -> TableId:
        return TableId(int(self.ch.removeprefix("table:")))


class Act(TableRequest, frozen=True, kw_only=True, tag="act"):
    """Fold, check, call or raise. `turn` is the token of the turn request that is answered.

    `raise` means a bet as well; `to` is the total on this street and counts for it alone.
    """

    hand: Number
    turn: Number
    a: Action
    to: Amount = 0


class Intend(TableRequest, frozen=True, kw_only=True, tag="intend"):
    """What to do when the turn comes, as long as street and amount to call stay the same."""

    hand: Number
    street: WireStreet
    to_call: Amount
    a: Intention


class Show(TableRequest, frozen=True, kw_only=True, tag="show"):
    """Table one's cards after the betting; `hand` is the one they belong to.

    `cards` are the places of those to be shown, the first being 0; without any it is all of them.
    """

    hand: Number
    cards: Annotated[tuple[CardPlace, ...], msgspec.Meta(max_length=HOLE_CARDS_MAX)] = ()


class Muck(TableRequest, frozen=True, kw_only=True, tag="muck"):
    """Give up one's cards unseen."""

    hand: Number


class Read(TableRequest, frozen=True, kw_only=True, tag="read"):
    """Ask what hands lie there, own and open, and what they win at an all-in."""


class CommitSeed(TableRequest, frozen=True, kw_only=True, tag="commit_seed"):
    """Fix a seed for the next deck of the table without telling it (CASH-02).

    `hand` and `number` are those of `deck_committed`; the last one before the list counts.
    """

    hand: Number
    number: Number
    commitment: Annotated[bytes, msgspec.Meta(min_length=HASH_BYTES, max_length=HASH_BYTES)]


class RevealSeed(TableRequest, frozen=True, kw_only=True, tag="reveal_seed"):
    """Tell the seed, once the list with its commitment is closed and signed (CASH-02)."""

    hand: Number
    number: Number
    seed: Annotated[bytes, msgspec.Meta(min_length=SEED_BYTES, max_length=SEED_BYTES)]


class Play(Request, frozen=True, kw_only=True, tag="play"):
    """Ask for seats at a stake: offered at once, or a place in the queue (CASH-04, CASH-06)."""

    game: Game
    format: Format
    small_blind: Amount
    big_blind: Amount
    tables: Annotated[int, msgspec.Meta(ge=1, le=PLAY_TABLES_MAX)] = 1

    @property
    def stake(self) -> StakeKey:
        return StakeKey(self.game, self.format, self.small_blind, self.big_blind)


class PlayNow(Request, frozen=True, kw_only=True, tag="play_now"):
    """Ask for a game, whichever is best to begin with: the house chooses the stake, and the table
    as for everybody (CASH-04). An offered seat is taken at once with the usual stack, a hundred big
    blinds where that is legal, and the big blind is posted where it may be; else there is a place
    in the queue."""


class LeaveQueue(Request, frozen=True, kw_only=True, tag="leave_queue"):
    """Stop waiting (CASH-06)."""

    entry: Number


class Sit(TableRequest, frozen=True, kw_only=True, tag="sit"):
    """Take the offered seat with this stack; `reset` is Banzai's reset (CASH-16, BANZ-07)."""

    amount: Amount
    reset: bool = False
    post: bool = False
    """Post to be dealt in at once, where that is allowed; else wait for the big blind (CASH-14)."""


class Decline(TableRequest, frozen=True, kw_only=True, tag="decline"):
    """Give an offered seat back."""


class Leave(TableRequest, frozen=True, kw_only=True, tag="leave"):
    """Give up the seat (AMB-67): `now`, and with it the hand in progress, or `after_hand`, which is
    played to its end; `on` false takes that back."""

    when: Literal["now", "after_hand"] = "now"
    on: bool = True


class SitOut(TableRequest, frozen=True, kw_only=True, tag="sit_out"):
    """Sit out from the next hand, or from the next big blind if `on` (SIT-01, SIT-05)."""

    when: Literal["next_hand", "next_big_blind"] = "next_hand"
    on: bool = True


class Posting(Request, frozen=True, kw_only=True, tag="posting"):
    """Have big blinds posted as they come, or sit out before each of them until one says otherwise;
    at every table, now and later (SIT-05)."""

    by_hand: bool


class ComeBack(TableRequest, frozen=True, kw_only=True, tag="come_back"):
    """Return from sitting out (SIT-02)."""


class Enter(TableRequest, frozen=True, kw_only=True, tag="enter"):
    """Post to be dealt in at once, or wait for the big blind (CASH-14)."""

    post: bool


class TopUp(TableRequest, frozen=True, kw_only=True, tag="top_up"):
    """Add money to the stack, after the hand if there is one (AMB-40)."""

    amount: Amount


class AutoTopUp(TableRequest, frozen=True, kw_only=True, tag="auto_top_up"):
    """Switch the automatic top-up on or off (CASH-17)."""

    on: bool


class Chat(TableRequest, frozen=True, kw_only=True, tag="chat"):
    """Say something at the table (FAIR-01)."""

    text: ChatText


class Report(Request, frozen=True, kw_only=True, tag="report"):
    """Tell the house about suspected unfair play: it becomes a case (FAIR-12).

    Only a report about the shuffle names nobody; its `evidence` is what a client has verified.
    """

    kind: ReportKind
    players: Annotated[tuple[Number, ...], msgspec.Meta(max_length=10)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=REPORT_LENGTH_MAX)]
    table: Number | None = None
    hand: Number | None = None
    evidence: Annotated[str, msgspec.Meta(max_length=EVIDENCE_LENGTH_MAX)] = ""


class AcceptRules(Request, frozen=True, kw_only=True, tag="accept_rules"):
    """Accept the rules of an edition, as the refusal of a seat or `GET /api/acceptance` names them:
    once, before the first seat or registration (CASH-18, TRN-01)."""

    edition: EditionName
    version: VersionWord


AnyTableRequest = (
    Act
    | Intend
    | Show
    | Muck
    | Read
    | CommitSeed
    | RevealSeed
    | Sit
    | Decline
    | Leave
    | SitOut
    | ComeBack
    | Enter
    | TopUp
    | AutoTopUp
    | Chat
)
AnyRequest = AnyTableRequest | Play | PlayNow | LeaveQueue | Posting | Report
