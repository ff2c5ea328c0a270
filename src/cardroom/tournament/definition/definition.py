"""What a tournament is: every parameter, fixed and complete, whatever its format (TRN-01).

A definition says how a tournament is played, not when: one file serves a tournament that is held
every day. What it leaves open was filled in from its edition when it was read.
"""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from cardroom.ledger.tournaments import Price
from cardroom.rulebook.switch import Rules
from cardroom.rulebook.tournament import Blinds
from cardroom.rulebook.tournament.fees import half_up
from cardroom.rulebook.tournament.play import Game
from cardroom.units import Cents, Chips

ENTRIES_MAX = 100_000
LEVELS_MAX = 1_000

Amount = Annotated[int, Meta(ge=1, le=100_000_000)]
"""Cents of a price or a pool."""
Stack = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,40}\Z")]
"""A name that tickets carry: small letters, digits, underscores."""

ANY_TOURNAMENT = "any"
"""The word on tickets that every tournament takes."""

Kind = Literal[
    "scheduled", "sit_and_go", "phased", "hexapro", "hexapro_highroller", "hexapro_extreme"
]
"""How a tournament begins: at its time, when it is full, in flights, or with a drawn pool."""

HEXAPRO = ("hexapro", "hexapro_highroller", "hexapro_extreme")


class Registration(Rules, frozen=True, kw_only=True):
    """Who may enter, until when, and how often (TRN-09 to TRN-15, TAMB-46)."""

    late_levels: Annotated[int, Meta(ge=0, le=LEVELS_MAX)]
    """Levels during which one may still enter; 0 is no late registration."""
    max_entries: Annotated[int, Meta(ge=1, le=1_000)]
    """Entries per person; above 1 a player who is out may re-enter (TAMB-70)."""
    unregistration: bool = True
    """Some tournaments allow none (TRN-12)."""
    unregistration_closes_s: Annotated[int, Meta(ge=0, le=604_800)]
    """Seconds before the start."""
    minimum_entries: Annotated[int, Meta(ge=2, le=ENTRIES_MAX)]
    entries_max: Annotated[int, Meta(ge=2, le=ENTRIES_MAX)] = ENTRIES_MAX


class BlindLevels(Rules, frozen=True, kw_only=True):
    """The blind structure (TRN-26); its last level goes on until the end (TAMB-45)."""

    level_s: Annotated[int, Meta(ge=1, le=86_400)]
    levels: Annotated[tuple[Blinds, ...], Meta(min_length=1, max_length=LEVELS_MAX)]


class Satellite(Rules, frozen=True, kw_only=True):
    """Prizes are entries to another tournament (TYP-04, TYP-05, TAMB-67)."""

    target: Word
    """The tournament that is played for; tickets name it."""
    seat_price_cents: Amount
    """The full price of the target."""
    guaranteed_seats: Annotated[int, Meta(ge=0, le=ENTRIES_MAX)] = 0
    package: Annotated[str, Meta(max_length=200)] = ""
    """A live package instead of an online seat, in words for the lobby (TYP-05)."""


FACTS = ("deposits", "hands", "hands_this_week", "tournaments")
"""What a room knows of a player: deposits, settled hands for money (ever, and in the last seven
days), entries in tournaments."""


class Condition(Rules, frozen=True, kw_only=True):
    """What must be true of a player who enters a freeroll (PRZ-06, TAMB-78)."""

    fact: Word
    """A number that the room knows of a player, one of `FACTS`."""
    at_least: Annotated[int, Meta(ge=0)]


class Freeroll(Rules, frozen=True, kw_only=True):
    """No buy-in and no fee: the house adds the pool (TYP-06, TAMB-78)."""

    added_cents: Amount
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=20)] = ()


class MultiBuyIn(Rules, frozen=True, kw_only=True):
    """The player picks a price from `price_cents` up to this (TYP-07, TAMB-77)."""

    max_price_cents: Amount


class Rebuy(Rules, frozen=True, kw_only=True):
    """One starting stack for one entry price, while the window is open (TYP-08, TAMB-69)."""

    until_level: Annotated[int, Meta(ge=1, le=LEVELS_MAX)]
    """The window closes with the end of this level."""
    rebuys_max: Annotated[int, Meta(ge=0, le=1_000)]
    """Per entry; 0 is no limit."""
    answer_s: Annotated[int, Meta(ge=1, le=600)]


class Addon(Rules, frozen=True, kw_only=True):
    """Chips for everybody in the pause after the re-buy window (TAMB-69)."""

    chips: Stack
    price_cents: Amount
    pause_s: Annotated[int, Meta(ge=1, le=3_600)]


class Vip(Rules, frozen=True, kw_only=True):
    """An extra bounty that the house puts on one player (TYP-11, TAMB-74)."""

    player: Annotated[int, Meta(ge=1)]
    extra_cents: Amount
    """In cash; of a prize in kind the face value."""
    ticket: Word | None = None
    """A prize in kind: one ticket for this tournament, which nobody shares (TAMB-74)."""


class Bounty(Rules, frozen=True, kw_only=True):
    """Part of every buy-in goes to whoever knocks its player out (TYP-09 to TYP-11)."""

    style: Literal["regular", "progressive"]
    percent: Annotated[int, Meta(ge=1, le=99)]
    """Of the price without its fee, rounded down (TAMB-71)."""
    added_percent: Annotated[int, Meta(ge=0, le=100)]
    """Of a progressive bounty, what goes on the bounty of whoever takes it (TAMB-73)."""
    on_addons: bool
    """Whether an add-on carries a bounty too (TAMB-71)."""
    vip: Vip | None = None


class Phased(Rules, frozen=True, kw_only=True):
    """Several flights, one second phase (TYP-12, TYP-13, TAMB-76)."""

    first_phase_levels: Annotated[int, Meta(ge=1, le=LEVELS_MAX)]
    """A flight ends with the end of this level."""


class Timebank(Rules, frozen=True, kw_only=True):
    """A bank of its own, where the edition lets a tournament have one (TTB-01)."""

    first_ms: Annotated[int, Meta(ge=0, le=3_600_000)]
    cap_ms: Annotated[int, Meta(ge=0, le=3_600_000)]


class Definition(Rules, frozen=True, kw_only=True):
    """One tournament, ready to be announced; with its edition it says everything (TRN-03).

    Stack and blinds of a HexaPro game are those of its lowest row until the draw (TAMB-79).
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    edition: str
    kind: Kind
    game: Game
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")]
    price_cents: Annotated[int, Meta(ge=0, le=100_000_000)]
    """All that an entry costs, fee included; with multi-buy-in the lowest price."""
    fee_cents: Annotated[int, Meta(ge=0, le=100_000_000)]
    """The part of the price that the house keeps (PRZ-01); HexaPro has none (TAMB-21)."""
    fee_percent: Annotated[int, Meta(ge=0, le=99)] | None = None
    """The rate for other prices and later purchases; without it that of `fee_cents`."""
    seats: Annotated[int, Meta(ge=2, le=10)]
    starting_stack: Stack
    blinds: BlindLevels
    breaks: bool
    """Whether it stops for the synchronised breaks (BRK-01)."""
    hand_for_hand_places: Annotated[int, Meta(ge=0, le=1_000)]
    registration: Registration
    ticket_word: Word = ANY_TOURNAMENT
    """What tickets for it are good for; tickets for `any` tournament are always taken."""
    guarantee_cents: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    satellite: Satellite | None = None
    freeroll: Freeroll | None = None
    multi_buy_in: MultiBuyIn | None = None
    rebuy: Rebuy | None = None
    addon: Addon | None = None
    bounty: Bounty | None = None
    phased: Phased | None = None
    timebank: Timebank | None = None

    @property
    def is_hexapro(self) -> bool:
        """Whether the pool is drawn (HEX-01, HXT-01)."""
        return self.kind in HEXAPRO

    @property
    def price_max(self) -> Cents:
        """The highest price that a player may pick (TYP-07)."""
        return self.multi_buy_in.max_price_cents if self.multi_buy_in else self.price_cents

    def fee(self, paid: Cents) -> Cents:
        """The fee inside any price: the rate of the entry, half a cent up (TAMB-44, TAMB-77)."""
        if paid == self.price_cents:
            return self.fee_cents
        if self.fee_percent is not None:
            return half_up(Fraction(paid * self.fee_percent, 100))
        return half_up(Fraction(paid * self.fee_cents, self.price_cents))

    def entry_price(self, paid: Cents) -> Price:
        """The parts of an entry or a re-buy (PRZ-01, TAMB-71)."""
        return self._parts(paid, self.bounty)

    def addon_price(self) -> Price:
        """The parts of an add-on: it carries no bounty unless the house says so (TAMB-71)."""
        assert self.addon is not None
        carries = self.bounty is not None and self.bounty.on_addons
        return self._parts(self.addon.price_cents, self.bounty if carries else None)

    def _parts(self, paid: Cents, bounty: Bounty | None) -> Price:
        """The bounty is cut from what the fee leaves; its odd cent goes to the pool (TAMB-71)."""
        fee = self.fee(paid)
        cut = (paid - fee) * bounty.percent // 100 if bounty else 0
        return Price(places=paid - fee - cut, bounty=cut, fee=fee)

    def stack_for(self, paid: Cents) -> Chips:
        """The starting stack, in proportion to a picked price and rounded down (TAMB-77)."""
        if self.multi_buy_in is None:
            return self.starting_stack
        return self.starting_stack * paid // self.price_cents
