"""HexaPro, Highroller and Extreme: the draw, the prizes it leads to, and games left open."""

import msgspec

from cardroom.engine.chance import RandBelow
from cardroom.rulebook.tournament import HexaProGame
from cardroom.rulebook.tournament.hexapro import HexaProRules
from cardroom.rulebook.tournament.hexapro_game import OUTCOMES, Prize
from cardroom.tournament.prizes.awards import Award, Structure
from cardroom.units import Cents

DAY_MS = 24 * 60 * 60 * 1000


class Draw(msgspec.Struct, frozen=True):
    """The number that was drawn, and what it means (TAMB-79)."""

    number: int
    prize: Prize


def draw(game: HexaProGame, rand_below: RandBelow) -> Draw:
    """Draw the prize pool when the last seat is filled (HEX-01, TAMB-79, TAMB-95)."""
    number = rand_below(OUTCOMES)
    return Draw(number, game.draw(number))


def hexapro_structure(game: HexaProGame, prize: Prize, buy_in: Cents) -> Structure:
    """What the places win, only those that win something (HEX-05, HXT-04)."""
    pool = game.pool(prize, buy_in)
    awards = []
    for percent in game.percents(prize):
        cents, rest = divmod(pool * percent, 100)
        assert rest == 0, f"{percent} % of {pool} is not a whole number of cents"
        awards.append(Award(cents))
    assert sum(award.cents for award in awards) == pool
    return tuple(awards)


class OpenGame(msgspec.Struct, frozen=True):
    """When staff hear of a game that does not end, and when it is shared out without them."""

    alerts_ms: tuple[int, ...]
    shared_out_ms: int


def open_game(rules: HexaProRules, started_ms: int) -> OpenGame:
    """The dates of a game left open; at the last it is shared out by CXL-09 (HEX-12)."""
    return OpenGame(
        alerts_ms=tuple(started_ms + days * DAY_MS for days in rules.staff_alerts_days),
        shared_out_ms=started_ms + rules.decided_within_days * DAY_MS,
    )
