"""One edition of the rules: everything a room must know to play by it."""

from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.hand import HandRules
from cardroom.rulebook.switch import Rules


class Edition(Rules, frozen=True, kw_only=True):
    """A published rulebook, or an operator's house rules, as data."""

    name: str
    title: str
    version: str
    dated: str
    language: str
    hand: HandRules
    cash: CashRules | None
