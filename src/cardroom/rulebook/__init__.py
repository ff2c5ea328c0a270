"""What the rules say: the published editions as data, and an operator's own rules on top."""

from cardroom.rulebook.edition import Edition
from cardroom.rulebook.hand import HandRules
from cardroom.rulebook.loading import EDITIONS, edition, house_rules
from cardroom.rulebook.switch import RuleField, rule_fields, rulings, switches

__all__ = [
    "EDITIONS",
    "Edition",
    "HandRules",
    "RuleField",
    "edition",
    "house_rules",
    "rule_fields",
    "rulings",
    "switches",
]
