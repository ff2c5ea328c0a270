"""The tournament part of the online editions, for the tests."""

from cardroom.rulebook import edition
from cardroom.rulebook.tournament import HexaProGame, TournamentRules
from cardroom.rulebook.tournament.hexapro_game import Code, Prize
from tests.rulebook.cash_editions import ONLINE

__all__ = ["ONLINE", "game", "prize", "tournament"]


def tournament(name: str) -> TournamentRules:
    rules = edition(name).tournament
    assert rules is not None
    return rules


def game(name: str, code: Code = "hexapro") -> HexaProGame:
    found = tournament(name).hexapro_game(code)
    assert found is not None
    return found


def prize(of: HexaProGame, multiplier_tenths: int) -> Prize:
    return next(row for row in of.prizes if row.multiplier_tenths == multiplier_tenths)
