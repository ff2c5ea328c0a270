"""Everything one tournament is played by: its definition and its edition, resolved to numbers."""

from typing import Literal

import msgspec

from cardroom.engine.action_clock import ClockTerms
from cardroom.engine.events import Game
from cardroom.engine.timebank import BankTerms
from cardroom.ledger.tickets import Ticket
from cardroom.rulebook import HandRules
from cardroom.rulebook.tournament import HexaProGame, Timebank, TournamentRules
from cardroom.rulebook.tournament.timing import TimingRules
from cardroom.units import Cents, Chips

Family = Literal["mtt", "sng", "hexapro"]
"""Scheduled or not, and which prizes, time banks and final stages hold."""

BountyKind = Literal["none", "regular", "progressive"]


class Level(msgspec.Struct, frozen=True):
    """Blinds, ante and length of one level; the last listed one goes on (TAMB-45)."""

    small: Chips
    big: Chips
    ante: Chips
    length_ms: int


class RebuyTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Chips for sale during the event (TYP-08, TAMB-69)."""

    until_level: int
    """Re-buys are sold until the end of this level."""
    rebuys_max: int
    """0 is no limit."""
    addons_max: int
    answer_ms: int
    addon_pause_ms: int


class SatelliteTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes that are seats in another tournament (TYP-04, TAMB-67)."""

    seat_price: Cents
    seats_guaranteed: int = 0


class VipTerms(msgspec.Struct, frozen=True, kw_only=True):
    """An extra bounty on one player (TYP-11, TAMB-74)."""

    player: int
    bounty: Cents
    ticket: Ticket | None = None
    """What is won in kind, worth the bounty."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the running tournament needs to know. `levels` and `starting_stack` of a HexaPro game
    are those of the multiplier, set at the draw (TAMB-79)."""

    edition: str
    inherits: str = ""
    """The published edition that the rules are or build on, for a later release to read them."""
    currency: str
    rules: TournamentRules
    hand_rules: HandRules
    family: Family
    game: Game
    seats: int
    starting_stack: Chips
    levels: tuple[Level, ...]
    bank: BankTerms
    real_money: bool = True
    """False for freerolls: no extra time in the final stages (TAMB-91)."""
    starts_ms: int | None = None
    """None starts when all seats are taken (TYP-02)."""
    utc_offset_ms: int = 0
    """How far the operator's clock is ahead of UTC at the start: it sets the breaks (TAMB-64)."""
    first_level: int = 1
    late_levels: int = 0
    entries_min: int = 2
    synchronised_breaks: bool = False
    places_before_money: int = 1
    ends_after_level: int | None = None
    """A first phase ends at the end of this level (TAMB-76)."""

    guarantee: Cents = 0
    added: Cents = 0
    """The prize pool that the house adds (TAMB-78)."""
    bounty: BountyKind = "none"
    vip: VipTerms | None = None
    satellite: SatelliteTerms | None = None
    rebuy: RebuyTerms | None = None
    hexapro: HexaProGame | None = None
    buy_in: Cents = 0
    """Of a HexaPro game; every other price is at the desk."""
    entries_before: int = 0
    """A second phase: the entries of all first phases (TAMB-76); its desk carries their pools."""
    bounties_before: Cents = 0
    """What was paid for bounties in all first phases."""

    def level(self, number: int) -> Level:
        """The level with that number, counted from 1; the last one goes on (TAMB-45)."""
        return self.levels[min(number, len(self.levels)) - 1]


def bank_terms(rules: TimingRules, bank: Timebank) -> BankTerms:
    """How a time bank begins and grows (TTB-01, TAMB-92)."""
    return BankTerms(
        first_ms=bank.first_ms,
        refill_ms=bank.refill_ms,
        refill_every_hands=bank.refill_every_hands,
        cap_ms=bank.cap_ms,
        floor_ms=bank.floor_ms,
        charge_step_ms=rules.bank_charge_step_ms,
    )


def clock_terms(rules: TimingRules, *, final_stage: bool) -> ClockTerms:
    """How long a player may think; a lost connection gets more near the end (TAMB-90, TAMB-91)."""
    extra_ms = rules.final_stage_extra_s * 1000 if final_stage else 0
    return ClockTerms(
        action_ms=rules.decision_s * 1000,
        reconnect_ms=rules.reconnect_s * 1000 + extra_ms,
        reconnect_extra_ms=rules.reconnect_extra_s * 1000 + extra_ms,
        both_must_pass=rules.reconnect_deadline == "later",
        extras_per_hand=rules.reconnect_extras_per_hand,
        bank_frozen_offline=rules.bank_while_disconnected == "frozen",
    )
