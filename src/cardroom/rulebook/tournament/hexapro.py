"""HexaPro: three-handed Sit & Gos whose prize pool is drawn before the first hand."""

from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta

from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.rulebook.tournament.fees import Price
from cardroom.rulebook.tournament.hexapro_game import (
    OUTCOMES,
    Blinds,
    HexaProGame,
    LevelTime,
    Payout,
    Prize,
    StartingStack,
)

T = TypeVar("T")
Rake = Annotated[int, Meta(ge=0, le=OUTCOMES)]


class ByFamily(Rules, Generic[T], frozen=True, kw_only=True):
    """What holds for regular games and, where an edition has them, for Highrollers."""

    regular: T
    highroller: T | None = None


class HexaProRules(Rules, frozen=True, kw_only=True):
    """Buy-ins, prize tables, splits, stacks, blinds and the draw (HEX-01 to HEX-12)."""

    seats: Annotated[int, switch("HEX-01", "TAMB-47", ge=2, le=10)]
    buy_ins_cents: Annotated[ByFamily[tuple[Price, ...]], switch("HEX-02", "TAMB-02")]
    prizes: Annotated[ByFamily[tuple[Prize, ...]], switch("HEX-04", "TAMB-02", "TAMB-07")]
    """The prize tables, in the order in which the draw counts them."""
    rake_per_100000: Annotated[ByFamily[Rake], switch("HEX-04", "TAMB-07", "TAMB-21")]
    """The stated rake equivalent: 6853 is 6.853 %."""
    payouts: Annotated[ByFamily[tuple[Payout, ...]], switch("HEX-05", "TAMB-02", "TAMB-23")]
    starting_stack: Annotated[int, switch("HEX-07", ge=1, le=1_000_000_000)]
    blinds: Annotated[tuple[Blinds, ...], switch("HEX-08", "TAMB-01", min_length=1)]
    level_times: Annotated[ByFamily[tuple[LevelTime, ...]], switch("HEX-09", "TAMB-02", "TAMB-32")]
    reconnect_allowance: Annotated[Literal["whole_game"], ruling("HEX-11", "TAMB-91")]
    decided_within_days: Annotated[int, switch("HEX-12", ge=1, le=3650)]
    """An incomplete game that is this old is settled as cancelled."""
    staff_alerts_days: Annotated[tuple[int, ...], switch("HEX-12")]
    """Ages at which staff are alerted to an incomplete game."""

    fee_when_cancelled: Annotated[
        Literal["rake_equivalent_of_buy_in_half_up"], ruling("TAMB-21", "CXL-09")
    ]
    draw_when: Annotated[Literal["last_seat_filled"], ruling("TAMB-79")]
    draw_source: Annotated[Literal["uniform_number_in_table_order"], ruling("TAMB-79", "TAMB-95")]
    unregistration_closes: Annotated[Literal["draw"], ruling("TAMB-79")]
    several_games: Annotated[Literal["queued_once_each"], ruling("HEX-03", "TAMB-79")]
    """Players who register for several games never meet themselves."""
    games_at_once_max: Annotated[int, switch("HEX-03", "TAMB-79", ge=1, le=100)]
    """Games that a player may register for in one go."""
    share_paid: Annotated[Literal["at_elimination"], ruling("TAMB-80", "HEX-06")]

    @property
    def games(self) -> tuple[HexaProGame, ...]:
        """The regular game and, where the edition has one, the Highroller (HEX-02)."""
        highroller = self._highroller
        return (self._regular,) if highroller is None else (self._regular, highroller)

    @property
    def _regular(self) -> HexaProGame:
        return HexaProGame(
            code="hexapro",
            seats=self.seats,
            buy_ins_cents=self.buy_ins_cents.regular,
            rake_per_100000=self.rake_per_100000.regular,
            prizes=self.prizes.regular,
            payouts=self.payouts.regular,
            stacks=one_stack(self.starting_stack, self.prizes.regular),
            level_times=self.level_times.regular,
            blinds=self.blinds,
        )

    @property
    def _highroller(self) -> HexaProGame | None:
        if (
            self.buy_ins_cents.highroller is None
            or self.rake_per_100000.highroller is None
            or self.prizes.highroller is None
            or self.payouts.highroller is None
            or self.level_times.highroller is None
        ):
            return None
        return HexaProGame(
            code="hexapro_highroller",
            seats=self.seats,
            buy_ins_cents=self.buy_ins_cents.highroller,
            rake_per_100000=self.rake_per_100000.highroller,
            prizes=self.prizes.highroller,
            payouts=self.payouts.highroller,
            stacks=one_stack(self.starting_stack, self.prizes.highroller),
            level_times=self.level_times.highroller,
            blinds=self.blinds,
        )


def one_stack(chips: int, prizes: tuple[Prize, ...]) -> tuple[StartingStack, ...]:
    """The same starting stack for every multiplier of a table (HEX-07)."""
    highest = max((prize.multiplier_tenths for prize in prizes), default=1)
    return (StartingStack(up_to_tenths=highest, chips=chips),)
