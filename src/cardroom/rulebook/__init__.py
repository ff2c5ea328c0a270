"""What the rules say: the published editions as data, and an operator's own rules on top."""

from cardroom.rulebook.edition import Edition
from cardroom.rulebook.hand import HandRules
from cardroom.rulebook.loading import EDITIONS, edition, house_rules
from cardroom.rulebook.switch import Switch, switches

__all__ = ["EDITIONS", "Edition", "HandRules", "Switch", "edition", "house_rules", "switches"]
