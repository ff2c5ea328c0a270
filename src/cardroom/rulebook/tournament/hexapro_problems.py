"""Whether the tables of one HexaPro game fit together: probabilities, splits, blinds, rake."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardroom.rulebook.tournament.fees import half_up
from cardroom.rulebook.tournament.hexapro_game import (
    OUTCOMES,
    Band,
    HexaProGame,
    Payout,
    row_for,
)

Problem = tuple[str, str, str]
"""Rule and key of the switch that does not fit, and the reason."""

HEXAPRO = {
    "buy_ins_cents": "HEX-02",
    "prizes": "HEX-04",
    "rake_per_100000": "HEX-04",
    "payouts": "HEX-05",
    "stacks": "HEX-07",
    "blinds": "HEX-08",
    "level_times": "HEX-09",
}
EXTREME = {
    "buy_ins_cents": "HXT-03",
    "prizes": "HXT-03",
    "rake_per_100000": "HXT-03",
    "payouts": "HXT-04",
    "stacks": "HXT-05",
    "blinds": "HXT-06",
    "level_times": "HXT-05",
}


def game_problems(game: HexaProGame) -> Iterator[Problem]:
    """Everything about one game's tables that does not fit together."""
    rules = EXTREME if game.code == "hexapro_extreme" else HEXAPRO
    for key, reason in _reasons(game):
        yield rules[key], key, reason


def _reasons(game: HexaProGame) -> Iterator[tuple[str, str]]:
    if not rises(game.buy_ins_cents):
        yield "buy_ins_cents", "the buy-ins do not rise"
    yield from _prize_reasons(game)
    yield from _payout_reasons(game)
    for key, bands in _banded(game).items():
        highest = max((prize.multiplier_tenths for prize in game.prizes), default=0)
        steps = [band.up_to_tenths for band in bands]
        if not rises(steps):
            yield key, "the rows do not rise with the multiplier"
        if not steps or steps[-1] < highest:
            yield key, f"no row reaches the multiplier {tenths(highest)}x"
    yield from _blind_reasons(game)


def _prize_reasons(game: HexaProGame) -> Iterator[tuple[str, str]]:
    total = sum(prize.probability for prize in game.prizes)
    if total != OUTCOMES:
        yield "prizes", f"the probabilities add up to {total:,}, not {OUTCOMES:,}"
    multipliers = [prize.multiplier_tenths for prize in game.prizes]
    if not rises(multipliers[::-1]):
        yield "prizes", "the multipliers do not fall from row to row"
    implied = half_up(game.implied_rake * OUTCOMES)
    if total == OUTCOMES and implied != game.rake_per_100000:
        stated = game.rake_per_100000
        yield "rake_per_100000", f"{stated} is stated, but the prize table implies {implied}"
    for buy_in in game.buy_ins_cents:
        if any(multiplier * buy_in % 10 for multiplier in multipliers):
            yield "buy_ins_cents", f"a prize pool for {buy_in} is not a whole number of cents"


def _payout_reasons(game: HexaProGame) -> Iterator[tuple[str, str]]:
    for payout in game.payouts:
        paid = sum(payout.percents)
        if paid != 100:
            yield "payouts", f"{paid} % of the pool is paid up to {_reach(payout)}, not 100"
        if len(payout.percents) > game.seats:
            yield "payouts", f"more places than {game.seats} are paid up to {_reach(payout)}"
        if any(later > earlier for earlier, later in pairwise(payout.percents)):
            yield "payouts", f"a worse place gets more up to {_reach(payout)}"
    reach = max((payout.up_to_tenths for payout in game.payouts), default=0)
    for prize in game.prizes:
        if prize.multiplier_tenths <= reach:
            percents = row_for(prize, game.payouts).percents
            pools = [prize.multiplier * buy_in for buy_in in game.buy_ins_cents]
            if any((pool * share / 100).denominator > 1 for pool in pools for share in percents):
                yield (
                    "payouts",
                    f"a share at {tenths(prize.multiplier_tenths)}x is not a whole cent",
                )


def _banded(game: HexaProGame) -> dict[str, Sequence[Band]]:
    return {"payouts": game.payouts, "stacks": game.stacks, "level_times": game.level_times}


def _blind_reasons(game: HexaProGame) -> Iterator[tuple[str, str]]:
    for number, level in enumerate(game.blinds, start=1):
        if level.small > level.big:
            yield "blinds", f"the small blind of level {number} is above the big blind"
    for number, (earlier, later) in enumerate(pairwise(game.blinds), start=2):
        lower = later.small < earlier.small or later.ante < earlier.ante
        if lower or later.big <= earlier.big:
            yield "blinds", f"the blinds do not rise at level {number}"


def rises(numbers: Sequence[int]) -> bool:
    """Whether every number is greater than the one before it."""
    return all(earlier < later for earlier, later in pairwise(numbers))


def _reach(payout: Payout) -> str:
    return f"{tenths(payout.up_to_tenths)}x"


def tenths(number: int) -> str:
    """Write a number of tenths as players do: 15 is '1.5', 30 is '3'."""
    whole, rest = divmod(number, 10)
    return f"{whole}.{rest}" if rest else str(whole)
