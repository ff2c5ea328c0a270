"""What the rules say about tournaments: registration, prizes, seats, clock, formats, HexaPro."""

from cardroom.rulebook.tournament.hexapro_game import Blinds, HexaProGame, Prize
from cardroom.rulebook.tournament.problems import problems
from cardroom.rulebook.tournament.rules import TournamentRules
from cardroom.rulebook.tournament.timing import Timebank

__all__ = ["Blinds", "HexaProGame", "Prize", "Timebank", "TournamentRules", "problems"]
