"""Ratholing: with how much money a player comes back to a table just left."""

from typing import Annotated, Literal

import msgspec

from cardroom.rulebook.cash.buy_in import BigBlinds
from cardroom.rulebook.cash.stakes import Format
from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.units import Cents

Limit = BigBlinds | Literal["last_stack"]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class RejoinRow(Rules, frozen=True, kw_only=True):
    """One row of the ratholing table; a bound that is not given is not looked at."""

    same_table: bool
    """Sat at this exact table within the window."""
    stack_above_bb: Count | None = None
    stack_at_least_bb: Count | None = None
    stack_at_most_bb: Count | None = None
    stack_below_bb: Count | None = None
    counter_at_least: Count | None = None
    counter_at_most: Count | None = None
    min_buy_in: Limit
    max_buy_in: Limit

    def holds(self, stack: Cents, counter: int, big_blind: Cents) -> bool:
        """Whether a stack on leaving and a counter fall into this row."""
        return (
            (self.stack_above_bb is None or stack > self.stack_above_bb * big_blind)
            and (self.stack_at_least_bb is None or stack >= self.stack_at_least_bb * big_blind)
            and (self.stack_at_most_bb is None or stack <= self.stack_at_most_bb * big_blind)
            and (self.stack_below_bb is None or stack < self.stack_below_bb * big_blind)
            and (self.counter_at_least is None or counter >= self.counter_at_least)
            and (self.counter_at_most is None or counter <= self.counter_at_most)
        )

    def range(self, last_stack: Cents, big_blind: Cents) -> tuple[Cents, Cents]:
        """Least and most money to bring, in cents."""
        low, high = (
            last_stack if limit == "last_stack" else limit * big_blind
            for limit in (self.min_buy_in, self.max_buy_in)
        )
        return low, high


class RejoiningRules(Rules, frozen=True, kw_only=True):
    """The ratholing table, its counter, and the formats that have none of it."""

    table: Annotated[tuple[RejoinRow, ...], switch("RAT-02", "AMB-65", min_length=1)]
    window_s: Annotated[int, switch("RAT-02", "RAT-03", "AMB-65", ge=0, le=604_800)]
    window_end: Annotated[Literal["included", "excluded"], switch("AMB-65", "AMB-28")]
    departure: Annotated[Literal["latest_from_that_table"], ruling("AMB-65")]
    stacks_compared_in: Annotated[Literal["cents"], ruling("AMB-65")]
    short_of_money: Annotated[Literal["refused_there_try_another_table"], ruling("AMB-65")]

    counter_kept: Annotated[bool, switch("RAT-03")]
    counter_from_bb: Annotated[int, switch("RAT-03", "AMB-64", ge=1, le=100_000)]
    """Leaving with at least this and rejoining the same table counts."""
    counter_scope: Annotated[Literal["player"], ruling("RAT-03", "AMB-64")]
    """All stakes and formats together."""
    banzai_feeds_counter: Annotated[bool, switch("AMB-65", "RAT-03")]
    """Banzai is one of the formats, though it does not read the counter (BANZ-10)."""
    counter_reset_hour_utc: Annotated[int, switch("RAT-03", ge=0, le=23)]
    counter_goes_up: Annotated[Literal["when_rejoin_is_completed"], ruling("AMB-65")]
    """The value before the rejoin selects the row."""

    last_stack_formats: Annotated[tuple[Format, ...], switch("RAT-04", "OMA-08", "AMB-64")]
    """Formats where nobody comes back with less, whatever the counter."""
    last_stack_range: Annotated[
        Literal["standard_range_raised_to_last_stack"], ruling("AMB-64", "RAT-04")
    ]
    last_stack_window_s: Annotated[int, switch("AMB-64", "RAT-04", ge=0, le=604_800)]
    """For how long: the rulebooks name no time, and the half hour belongs to the table above."""
    carry_over_formats: Annotated[tuple[Format, ...], switch("RAT-05", "BANZ-10")]
    """Formats with a rule of their own instead (BANZ-06)."""

    def row(
        self, *, same_table: bool, last_stack: Cents, counter: int, big_blind: Cents
    ) -> RejoinRow:
        """The row of RAT-02 for a player who left with `last_stack`.

        Where no row speaks of rejoining, the row of newcomers holds for everybody (AMB-65).
        """
        newcomer, *others = self.table
        fits = (row for row in others if row.holds(last_stack, counter, big_blind))
        return next(fits, newcomer) if same_table else newcomer
