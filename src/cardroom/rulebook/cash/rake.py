"""What the house takes from a cash hand: percent and cap per stake, and how they are applied."""

from typing import Annotated, Literal

import msgspec

from cardroom.rulebook.cash.stakes import Format
from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.units import Cents

Permille = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Blind = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Cap = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]


class RakeRow(Rules, frozen=True, kw_only=True):
    """One stake with its rake; blinds and cap in cents."""

    name: Annotated[str, msgspec.Meta(min_length=1)]
    format: Format = "ordinary"
    small_blind: Blind
    big_blind: Blind
    permille: Permille
    cap: Cap
    printed_blinds: str = ""
    """What the text prints where it is read otherwise (AMB-04)."""


class Ceiling(Rules, frozen=True, kw_only=True):
    """The most that a short-handed hand pays from a big blind on, in cents."""

    big_blind_from: Blind
    cap: Cap


class RakeRules(Rules, frozen=True, kw_only=True):
    """Rake tables per game and the order of percent, rounding, cap and minimum (RAKE-06)."""

    taken_from: Annotated[Literal["cash_hands"], ruling("RAKE-01")]
    """Tournament hands pay none."""
    taken_once: Annotated[Literal["flop_is_dealt"], ruling("RAKE-02")]
    minimum: Annotated[Cents, switch("RAKE-03", ge=0, le=100)]
    """Of every raked hand, in cents."""
    rounding: Annotated[Literal["half_up"], ruling("RAKE-04", "AMB-53")]
    order: Annotated[Literal["round_cap_minimum"], ruling("AMB-54", "RAKE-06")]
    base: Annotated[Literal["all_pots_after_uncalled"], ruling("AMB-52", "RAKE-06", "POT-08")]
    capped_per: Annotated[Literal["hand"], ruling("AMB-52")]
    split_over_pots: Annotated[Literal["largest_remainder"], ruling("AMB-52")]
    """With equal remainders the earlier pot pays."""

    short_handed_players: Annotated[int, switch("RAKE-05", ge=0, le=10)]
    """With at most this many players dealt in, the short-handed cap applies."""
    short_handed_counts: Annotated[Literal["dealt_in"], ruling("RAKE-05")]
    short_handed_cap_percent: Annotated[int, switch("RAKE-05", ge=0, le=100)]
    short_handed_cap_rounding: Annotated[Literal["down", "up"], switch("AMB-54", "RAKE-05")]
    short_handed_ceilings: Annotated[tuple[Ceiling, ...], switch("AMB-05", "RAKE-05", "RAKE-06")]

    nl_holdem: Annotated[tuple[RakeRow, ...], switch("RAKE-07", "AMB-02", "AMB-04")]
    pl_omaha: Annotated[tuple[RakeRow, ...], switch("RAKE-08", "AMB-03")]
    banzai: Annotated[tuple[RakeRow, ...], switch("RAKE-09", "AMB-06", "AMB-07")]

    def short_handed_cap(self, cap: Cents, big_blind: Cents) -> Cents:
        """The cap with two or three dealt in: a part of the cap, under a ceiling (RAKE-05)."""
        part, rest = divmod(cap * self.short_handed_cap_percent, 100)
        if rest and self.short_handed_cap_rounding == "up":
            part += 1
        limits = [row.cap for row in self.short_handed_ceilings if row.big_blind_from <= big_blind]
        return min(part, limits[-1]) if limits else part

    def is_short_handed(self, dealt_in: int) -> bool:
        """Whether a hand dealt to this many players has the short-handed cap (RAKE-05)."""
        return dealt_in <= self.short_handed_players
