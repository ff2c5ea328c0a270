"""One game with a drawn prize pool, ready to be played: its tables and the look-ups in them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta

from cardroom.rulebook.switch import Rules
from cardroom.rulebook.tournament.fees import half_up
from cardroom.rulebook.tournament.prizes import Percent
from cardroom.units import Cents, Chips

OUTCOMES = 100_000
"""Equally likely numbers of a draw (TAMB-79); probabilities and rake are counted in it."""

Code = Literal["hexapro", "hexapro_highroller", "hexapro_extreme"]
Tenths = Annotated[int, Meta(ge=1, le=1_000_000)]


class Prize(Rules, frozen=True, kw_only=True):
    """One row of a prize table: a multiplier and how often it is drawn in 100,000 games."""

    multiplier_tenths: Tenths
    probability: Annotated[int, Meta(ge=1, le=OUTCOMES)]

    @property
    def multiplier(self) -> Fraction:
        """The prize pool in buy-ins of one player."""
        return Fraction(self.multiplier_tenths, 10)


class Payout(Rules, frozen=True, kw_only=True):
    """The split of the pool, first place first, for multipliers up to and including one."""

    up_to_tenths: Tenths
    percents: Annotated[tuple[Percent, ...], Meta(min_length=1, max_length=3)]


class LevelTime(Rules, frozen=True, kw_only=True):
    """Minutes per level for multipliers up to and including one."""

    up_to_tenths: Tenths
    minutes: Annotated[int, Meta(ge=1, le=1440)]


class StartingStack(Rules, frozen=True, kw_only=True):
    """The starting stack for multipliers up to and including one."""

    up_to_tenths: Tenths
    chips: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Blinds(Rules, frozen=True, kw_only=True):
    """One level of a blind structure; its number is its place in the structure."""

    small: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    big: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    ante: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0


class Band(Protocol):
    """A row that holds for multipliers up to and including one."""

    @property
    def up_to_tenths(self) -> int:
        """The highest multiplier of the row, in tenths."""


B = TypeVar("B", bound=Band)


class HexaProGame(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one HexaPro game is played by; regular, Highroller and Extreme differ in data."""

    code: Code
    seats: int
    buy_ins_cents: tuple[Cents, ...]
    rake_per_100000: int
    prizes: tuple[Prize, ...]
    payouts: tuple[Payout, ...]
    stacks: tuple[StartingStack, ...]
    level_times: tuple[LevelTime, ...]
    blinds: tuple[Blinds, ...]

    def draw(self, number: int) -> Prize:
        """The prize that a number from 0 to 99,999 wins, counted in the table's order (TAMB-79)."""
        assert 0 <= number < OUTCOMES, number
        for prize in self.prizes:
            number -= prize.probability
            if number < 0:
                return prize
        raise AssertionError("the probabilities add up to less than 100,000")

    def pool(self, prize: Prize, buy_in: Cents) -> Cents:
        """The prize pool: the multiplier times one buy-in (HEX-01, HXT-02)."""
        pool, rest = divmod(prize.multiplier_tenths * buy_in, 10)
        assert rest == 0, f"{prize.multiplier} x {buy_in} is not a whole number of cents"
        return pool

    def percents(self, prize: Prize) -> tuple[int, ...]:
        """The split of the pool, first place first (HEX-05, HXT-04)."""
        return row_for(prize, self.payouts).percents

    def starting_stack(self, prize: Prize) -> Chips:
        """The starting stack (HEX-07, HXT-05)."""
        return row_for(prize, self.stacks).chips

    def level_s(self, prize: Prize) -> int:
        """The length of every level (HEX-09, HXT-05)."""
        return 60 * row_for(prize, self.level_times).minutes

    def level(self, number: int) -> Blinds:
        """The blinds of a level, counted from 1; the last listed one goes on (TAMB-45)."""
        return self.blinds[min(number, len(self.blinds)) - 1]

    @property
    def implied_rake(self) -> Fraction:
        """What the house keeps of the buy-ins on average, by the prize table alone (HEX-04)."""
        paid = sum(prize.multiplier_tenths * prize.probability for prize in self.prizes)
        return 1 - Fraction(paid, 10 * self.seats * OUTCOMES)

    @property
    def stated_rake(self) -> Fraction:
        """What the rules say the house keeps (HEX-04, HXT-03)."""
        return Fraction(self.rake_per_100000, OUTCOMES)

    def fee(self, buy_in: Cents) -> Cents:
        """The part of a buy-in that counts as its fee when a game is cancelled (TAMB-21)."""
        return half_up(buy_in * self.stated_rake)


def row_for(prize: Prize, bands: Iterable[B]) -> B:
    """The first row that reaches up to the multiplier."""
    for band in bands:
        if prize.multiplier_tenths <= band.up_to_tenths:
            return band
    raise AssertionError(f"no row reaches the multiplier {prize.multiplier}")
