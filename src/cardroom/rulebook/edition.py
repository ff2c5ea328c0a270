"""One edition of the rules: everything a room must know to play by it."""

from cardroom.rulebook.cash import CashRules
from cardroom.rulebook.hand import HandRules
from cardroom.rulebook.live import LiveRules
from cardroom.rulebook.switch import Rules
from cardroom.rulebook.tournament import TournamentRules


class Edition(Rules, frozen=True, kw_only=True):
    """A published rulebook, or an operator's house rules, as data."""

    name: str
    title: str
    version: str
    dated: str
    language: str
    inherits: str = ""
    """The published edition that house rules build on; empty for a published one."""
    hand: HandRules
    cash: CashRules | None
    tournament: TournamentRules | None
    live: LiveRules | None
