"""What the staff can tell the floor to do: one struct each, as consoles send them.

`performing.py` beside this verifies and carries them out. Cards are written as `As` or `Td`.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cardroom.floor.chips.race import RaceSeat
from cardroom.floor.house_events import StaffRole
from cardroom.floor.rulings.fields import Amount, SeatNumber, Worth
from cardroom.floor.rulings.situations import Facts
from cardroom.rulebook.live import PenaltyType
from cardroom.rulebook.live.conduct import Sanction
from cardroom.rulebook.live.floor import DealMethod
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips

TableNumber = Annotated[int, Meta(ge=1, le=10_000)]
Entry = Annotated[EntryId, Meta(ge=1, le=1_000_000)]
Named = Annotated[str, Meta(min_length=1, max_length=100)]
CardText = Annotated[str, Meta(min_length=2, max_length=2)]
Stacks = Annotated[dict[EntryId, Worth], Meta(max_length=10_000)]
Money = Annotated[Cents, Meta(ge=0, le=10**12)]
Amounts = Annotated[dict[EntryId, Money], Meta(max_length=10_000)]


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """Something to be done."""


class AtTable(Command, frozen=True, kw_only=True):
    """Something at one table."""

    table: TableNumber


class ForEntry(Command, frozen=True, kw_only=True):
    """Something with one entry."""

    entry: Entry


# Tables, seats, entries


class OpenTables(Command, frozen=True, kw_only=True, tag="open_tables"):
    """Open tables; without a count as many as the expected field needs (LIVE-8)."""

    count: Annotated[int, Meta(ge=1, le=200)] | None = None


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """A player has paid and draws a seat; a re-entry names the entry before (LIVE-8, LIVE-12)."""

    player: Named
    kind: Literal["initial", "re-entry", "late"] = "initial"
    previous: Entry | None = None


class EnterMany(Command, frozen=True, kw_only=True, tag="enter_many"):
    """A list of players, each with a seat by lot: all of them or none."""

    players: Annotated[tuple[Named, ...], Meta(min_length=1, max_length=1000)]


class WithdrawEntry(ForEntry, frozen=True, kw_only=True, tag="withdraw_entry"):
    """Give an entry back before the start."""


class HoldSeats(AtTable, frozen=True, kw_only=True, tag="hold_seats"):
    """Keep seats for late players; 0 releases them (LIVE-8.1)."""

    seats: Annotated[int, Meta(ge=0, le=10)]


class QueueAlternate(Command, frozen=True, kw_only=True, tag="queue_alternate"):
    """Sold out: wait for a seat (LIVE-8.2)."""

    player: Named
    previous: Entry | None = None


class SeatAlternate(Command, frozen=True, kw_only=True, tag="seat_alternate"):
    """Give a free seat to who is next by the policy of the house (LIVE-8.2)."""


class DropAlternate(Command, frozen=True, kw_only=True, tag="drop_alternate"):
    """Wait no longer."""

    number: Annotated[int, Meta(ge=1)]


class DrawButton(AtTable, frozen=True, kw_only=True, tag="draw_button"):
    """High card for the button; cards by seat if they were drawn at the table (LIVE-16)."""

    cards: dict[SeatNumber, CardText] | None = None


class PlaceButton(AtTable, frozen=True, kw_only=True, tag="place_button"):
    """Where button and blinds of the last hand really were, with a reason (LIVE-16.4, LAMB-42)."""

    button: SeatNumber
    small_blind: SeatNumber
    big_blind: SeatNumber


class StartHand(AtTable, frozen=True, kw_only=True, tag="start_hand"):
    """The shuffle begins: the hand has the level of this moment (LIVE-31)."""


class Misdeal(AtTable, frozen=True, kw_only=True, tag="misdeal"):
    """The hand is dealt again (LIVE-33)."""


class FinishHand(AtTable, frozen=True, kw_only=True, tag="finish_hand"):
    """A hand is over; who is out, with starting stacks where several are (LIVE-29.c).

    If nobody knows the stacks, the floor names the `order`, best place first, with a reason
    (LAMB-37).
    """

    out: Annotated[tuple[Entry, ...], Meta(max_length=10)] = ()
    stacks: Stacks = {}
    order: Annotated[tuple[Entry, ...], Meta(max_length=10)] = ()


class CorrectOrder(Command, frozen=True, kw_only=True, tag="correct_order"):
    """Put right in which order players went out, best place first, or their stacks (LAMB-37)."""

    order: Annotated[tuple[Entry, ...], Meta(max_length=100)] = ()
    stacks: Stacks = {}


class DeclareDead(ForEntry, frozen=True, kw_only=True, tag="declare_dead"):
    """A hand is invalid, by a rule of the book (LIVE-5.p1, LIVE-10)."""

    rule: Annotated[str, Meta(max_length=20)]


class ChangeDeck(AtTable, frozen=True, kw_only=True, tag="change_deck"):
    """Another deck (LIVE-23)."""


class MovePlayer(ForEntry, frozen=True, kw_only=True, tag="move"):
    """A ticket to an open seat: for special needs or even tables at the start (LIVE-8)."""

    table: TableNumber
    seat: SeatNumber
    cause: Literal["balancing", "special_need", "initial_balance"]


class Balance(Command, frozen=True, kw_only=True, tag="balance"):
    """Carry out the first move that is proposed (LIVE-14.p2)."""


class Arrive(ForEntry, frozen=True, kw_only=True, tag="arrive"):
    """The player sits in the new seat (LIVE-22.p1)."""


class BreakTable(AtTable, frozen=True, kw_only=True, tag="break_table"):
    """Close a table; its players draw table, then seat (LIVE-13.p1)."""


# Time


class StartClock(Command, frozen=True, kw_only=True, tag="start_clock"):
    """The first level begins."""


class PauseClock(Command, frozen=True, kw_only=True, tag="pause_clock"):
    """Stop the level clock."""


class ResumeClock(Command, frozen=True, kw_only=True, tag="resume_clock"):
    """Go on with the time that was left."""


class SetClock(Command, frozen=True, kw_only=True, tag="set_clock"):
    """Another level or time, with a reason."""

    level: Annotated[int, Meta(ge=1, le=200)]
    left_ms: Annotated[int, Meta(ge=1, le=86_400_000)]


class CallClock(ForEntry, frozen=True, kw_only=True, tag="call_clock"):
    """A last minute for a player, or half of one in a turbo (LIVE-27.p1, LIVE-27.p3)."""


class StopCalledClock(AtTable, frozen=True, kw_only=True, tag="stop_called_clock"):
    """The player has acted, or the time is over: then the hand is dead (LAMB-29)."""


class DrawLastHands(Command, frozen=True, kw_only=True, tag="draw_last_hands"):
    """End of the day: the card that says how many hands are left (LIVE-28)."""

    card: Annotated[int, Meta(ge=1, le=13)] | None = None


class BagStack(ForEntry, frozen=True, kw_only=True, tag="bag_stack"):
    """A stack and the number of its bag (8.6)."""

    stack: Worth
    bag: Annotated[str, Meta(min_length=1, max_length=30)]


class StartDay(Command, frozen=True, kw_only=True, tag="start_day"):
    """The next day begins with carried stacks and a draw of its own (8.6)."""


class CheckId(ForEntry, frozen=True, kw_only=True, tag="check_id"):
    """A valid photo ID was shown (LIVE-9)."""


# Hand for hand


class AnnounceHandForHand(Command, frozen=True, kw_only=True, tag="announce_hand_for_hand"):
    """All tables finish their hand and wait (LIVE-29)."""


class DealSynchronised(Command, frozen=True, kw_only=True, tag="deal_synchronised"):
    """All tables deal one hand (LIVE-29)."""


class HoldTable(AtTable, frozen=True, kw_only=True, tag="hold_table"):
    """All-in and call: stop, cards hidden (LIVE-29.a)."""


class ResolveTable(AtTable, frozen=True, kw_only=True, tag="resolve_table"):
    """Go on with one held showdown (LIVE-29.a)."""


class EndHandForHand(Command, frozen=True, kw_only=True, tag="end_hand_for_hand"):
    """Enough are out (LIVE-29)."""


# Chips


class RaceChips(AtTable, frozen=True, kw_only=True, tag="race"):
    """Race a denomination off; cards from the table, or drawn here (LIVE-18)."""

    removed: Worth
    in_play: Annotated[tuple[Worth, ...], Meta(max_length=20)] = ()
    """All denominations in play; empty: those of the terms."""
    seats: Annotated[tuple[RaceSeat, ...], Meta(max_length=10)]
    cards: Annotated[tuple[CardText, ...], Meta(max_length=52)] | None = None


class ExchangeChips(ForEntry, frozen=True, kw_only=True, tag="exchange"):
    """Small chips for large ones; without the player it waits (LIVE-19)."""

    chips: dict[Chips, Annotated[int, Meta(ge=0, le=100_000)]]
    small: Worth
    large: Worth
    present: bool


class CountTable(AtTable, frozen=True, kw_only=True, tag="count_table"):
    """All chips of a table, by denomination."""

    chips: dict[Chips, Annotated[int, Meta(ge=0, le=100_000)]]


class NoteStack(ForEntry, frozen=True, kw_only=True, tag="note_stack"):
    """Somebody has counted a stack."""

    stack: Worth


# Money


class AnnounceRebuy(ForEntry, frozen=True, kw_only=True, tag="announce_rebuy"):
    """A player says "re-buy", with this many chips left (LIVE-11.p1)."""

    stack: Amount = 0


class WithdrawRebuy(ForEntry, frozen=True, kw_only=True, tag="withdraw_rebuy"):
    """The word is taken back, where the house allows it."""


class PayRebuy(ForEntry, frozen=True, kw_only=True, tag="pay_rebuy"):
    """The cashier has the money."""


class DeliverRebuy(ForEntry, frozen=True, kw_only=True, tag="deliver_rebuy"):
    """The chips are on the table."""


class SellAddOn(ForEntry, frozen=True, kw_only=True, tag="sell_addon"):
    """An add-on, in its break (LIVE-11.p2)."""


class FixPrizes(Command, frozen=True, kw_only=True, tag="fix_prizes"):
    """Nobody enters or buys any more: the prizes are final."""


class PayPrize(ForEntry, frozen=True, kw_only=True, tag="pay_prize"):
    """Pay a place against a slip."""


class DecideHeldPrize(ForEntry, frozen=True, kw_only=True, tag="decide_held_prize"):
    """Pay the prize of a disqualified player, or keep it (LAMB-54)."""

    pays: bool


class PayBounty(ForEntry, frozen=True, kw_only=True, tag="pay_bounty"):
    """Pay the bounty of a player who is out to who knocked them out (LAMB-47)."""

    to: Entry


class ProposeDeal(Command, frozen=True, kw_only=True, tag="propose_deal"):
    """Amounts for all players left; the clock stands (LIVE-6)."""

    method: DealMethod
    stacks: Stacks
    amounts: Amounts = {}


class AnswerDeal(ForEntry, frozen=True, kw_only=True, tag="answer_deal"):
    """A player accepts or refuses; a refusal lets play go on (LIVE-6)."""

    accepts: bool


class ConfirmDeal(Command, frozen=True, kw_only=True, tag="confirm_deal"):
    """Everybody has agreed: the tournament is over (LIVE-6)."""


class Cancel(Command, frozen=True, kw_only=True, tag="cancel"):
    """Call the event off with what was proposed, or with amounts of your own (LIVE-7, LAMB-38)."""

    stacks: Stacks = {}
    amounts: Amounts = {}


class CloseTournament(Command, frozen=True, kw_only=True, tag="close"):
    """Everything is paid: fees and the share of the staff leave the pools."""


# Rulings, conduct, people


class AskTheBook(AtTable, frozen=True, kw_only=True, tag="ask_the_book"):
    """A ruling on what happened, kept in the case file."""

    facts: Facts


class OverrideRuling(Command, frozen=True, kw_only=True, tag="override_ruling"):
    """The manager decides otherwise, beside the ruling (LIVE-1)."""

    ruling: Annotated[int, Meta(ge=1)]
    decision: Annotated[str, Meta(min_length=1, max_length=500)]


class Penalise(ForEntry, frozen=True, kw_only=True, tag="penalise"):
    """A warning, or hands to miss (LIVE-45.p1)."""

    type: PenaltyType
    sanction: Sanction
    missed_hands: Annotated[int, Meta(ge=0, le=100)] = 0


class Disqualify(ForEntry, frozen=True, kw_only=True, tag="disqualify"):
    """Out for good; the chips leave play (LAMB-36, LAMB-54)."""

    type: PenaltyType
    stack: Worth


class NoteIncident(ForEntry, frozen=True, kw_only=True, tag="note_incident"):
    """Something that was reported about a player (LIVE-45.p2)."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Announce(Command, frozen=True, kw_only=True, tag="announce"):
    """A sentence for all screens; an empty one takes the last away."""

    text: Annotated[str, Meta(max_length=300)]


class ChangeTerms(Command, frozen=True, kw_only=True, tag="change_terms"):
    """Alter one field of the event (LIVE-7)."""

    field: Annotated[str, Meta(max_length=40)]
    value: Any


class OpenDisplay(Command, frozen=True, kw_only=True, tag="open_display"):
    """A screen of the hall gets a code."""

    label: Annotated[str, Meta(max_length=60)] = ""


class CloseDisplay(Command, frozen=True, kw_only=True, tag="close_display"):
    """Take the code of a screen away."""

    number: Annotated[int, Meta(ge=1)]


class RenewSecret(ForEntry, frozen=True, kw_only=True, tag="renew_secret"):
    """A player gets another secret; the old one is worth nothing."""


class Appoint(Command, frozen=True, kw_only=True, tag="appoint"):
    """Give an account of the room a role here."""

    account: Annotated[int, Meta(ge=1)]
    name: Named
    role: StaffRole


class Dismiss(Command, frozen=True, kw_only=True, tag="dismiss"):
    """Take a role away."""

    account: Annotated[int, Meta(ge=1)]


AnyCommand = (
    OpenTables | Enter | EnterMany | WithdrawEntry | HoldSeats | QueueAlternate | SeatAlternate
    | DropAlternate | DrawButton | PlaceButton | StartHand | Misdeal | FinishHand
    | CorrectOrder | DeclareDead | ChangeDeck
    | MovePlayer | Balance | Arrive | BreakTable | StartClock | PauseClock | ResumeClock | SetClock
    | CallClock | StopCalledClock | DrawLastHands | BagStack | StartDay | CheckId
    | AnnounceHandForHand | DealSynchronised | HoldTable | ResolveTable | EndHandForHand
    | RaceChips | ExchangeChips | CountTable | NoteStack | AnnounceRebuy | WithdrawRebuy | PayRebuy
    | DeliverRebuy | SellAddOn | FixPrizes | PayPrize | DecideHeldPrize | PayBounty | ProposeDeal
    | AnswerDeal | ConfirmDeal | Cancel | CloseTournament | AskTheBook | OverrideRuling | Penalise
    | Disqualify | NoteIncident | Announce | ChangeTerms | OpenDisplay | CloseDisplay | RenewSecret
    | Appoint | Dismiss
)  # fmt: skip
"""Every command."""
