"""HexaPro Extreme: HexaPro with wilder multipliers, shorter stacks and no antes."""

from typing import Annotated, Literal

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


class ExtremeRules(Rules, frozen=True, kw_only=True):
    """What HexaPro Extreme sets for itself; everything else is as in HexaPro (HXT-01 to HXT-06)."""

    offered: Annotated[bool, switch("HXT-01", "TAMB-93")]
    code: Annotated[Literal["hexapro_extreme"], ruling("TAMB-05")]
    search_aliases: Annotated[tuple[str, ...], switch("TAMB-05")]
    """Other names under which the lobby finds the game."""
    seats: Annotated[int, switch("HXT-01", ge=2, le=10)]
    pool_base: Annotated[Literal["one_buy_in"], ruling("HXT-02", "TAMB-06")]
    """The multiplier is one of a single player's buy-in."""
    buy_ins_cents: Annotated[tuple[Price, ...], switch("HXT-03", min_length=1)]
    buy_ins_are_examples: Annotated[bool, switch("HXT-03")]
    """The printed buy-ins only illustrate the table; the edition does not say they are all."""
    prizes: Annotated[tuple[Prize, ...], switch("HXT-03", "TAMB-34", min_length=1)]
    """The prize table, in the order in which the draw counts it."""
    rake_per_100000: Annotated[int, switch("HXT-03", "TAMB-21", ge=0, le=OUTCOMES)]
    """The stated rake equivalent: 6853 is 6.853 %."""
    payouts: Annotated[tuple[Payout, ...], switch("HXT-04", min_length=1)]
    stacks: Annotated[tuple[StartingStack, ...], switch("HXT-05", "TAMB-03", min_length=1)]
    level_times: Annotated[
        tuple[LevelTime, ...], switch("HXT-05", "TAMB-03", "TAMB-04", min_length=1)
    ]
    blinds: Annotated[tuple[Blinds, ...], switch("HXT-06", min_length=1)]

    @property
    def game(self) -> HexaProGame:
        """The game as one piece."""
        return HexaProGame(
            code=self.code,
            seats=self.seats,
            buy_ins_cents=self.buy_ins_cents,
            rake_per_100000=self.rake_per_100000,
            prizes=self.prizes,
            payouts=self.payouts,
            stacks=self.stacks,
            level_times=self.level_times,
            blinds=self.blinds,
        )
