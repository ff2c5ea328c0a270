"""Banzai: the short game with its exact stack, its carry-over and its own limits."""

from typing import Annotated, Literal

from cardroom.rulebook.cash.stakes import Game
from cardroom.rulebook.switch import Rules, ruling, switch

Counted = Literal["seat", "seat_in_sit_out", "queue_entry"]


class BanzaiRules(Rules, frozen=True, kw_only=True):
    """What differs from the base game (BANZ-10); the buy-in is with the other ranges."""

    base_games: Annotated[tuple[Game, ...], switch("BANZ-01", "AMB-07", min_length=1)]
    """Games that the text names for Banzai."""
    open_games: Annotated[tuple[Game, ...], switch("AMB-07", "BANZ-01")]
    """Games that are really dealt; all pay the Banzai rake of their blinds."""
    seats: Annotated[int, switch("BANZ-05", "CASH-05", "AMB-19", ge=2, le=10)]
    top_up: Annotated[Literal["exact", "up_to"], switch("BANZ-03", "AMB-20", "AMB-41")]
    """A top-up ends at exactly the buy-in, or at no more than it."""
    top_up_offered: Annotated[Literal["exact_amount"], ruling("AMB-20")]
    """What the client proposes, also where less is legal."""

    table_limit: Annotated[int, switch("BANZ-04", "AMB-21", ge=1, le=1000)]
    table_limit_scope: Annotated[Literal["stake", "all_stakes"], switch("BANZ-04", "AMB-21")]
    table_limit_counts: Annotated[tuple[Counted, ...], switch("AMB-21")]
    over_table_limit: Annotated[Literal["banzai_table_limit"], ruling("AMB-21", "BANZ-04")]
    """The reason word of the refusal."""

    carry_over_s: Annotated[int, switch("BANZ-06", "AMB-66", ge=0, le=604_800)]
    """How long a stack above the buy-in must be brought to a new table."""
    carry_over_scope: Annotated[Literal["stake", "all_stakes"], switch("BANZ-06", "AMB-66")]
    carry_over_used: Annotated[Literal["largest", "latest"], switch("AMB-66")]
    """Which obligation a new table uses up when there are several."""
    carry_over_short_of_money: Annotated[Literal["refused_until_expiry"], ruling("AMB-66")]
    resets_per_day: Annotated[int, switch("BANZ-07", ge=0, le=1000)]
    """How often a player may choose the buy-in instead; 0 is never."""
    resets_counted_per: Annotated[Literal["utc_day_over_all_stakes"], ruling("AMB-66", "BANZ-07")]
    may_exclude_players: Annotated[bool, switch("BANZ-08")]
    """The operator's flag `banzai_excluded` blocks new Banzai seats and queue entries."""

    @property
    def auto_top_up_is_all_or_nothing(self) -> bool:
        """Where only the exact stack is legal, an automatic top-up cannot be a part (AMB-41)."""
        return self.top_up == "exact"
