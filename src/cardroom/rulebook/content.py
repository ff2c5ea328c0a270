"""Which rules a player has accepted: an edition's name, and a version of what it says (CASH-18)."""

from hashlib import sha256

import msgspec

from cardroom.rulebook.edition import Edition
from cardroom.rulebook.loading import edition
from cardroom.rulebook.switch import switches

DIGITS = 12
"""Of the hash over the switches that house rules set: enough to tell two files apart."""

_json = msgspec.json.Encoder(order="deterministic")


def content_version(rules: Edition) -> str:
    """The version of what rules say: the printed one, and for house rules what they set beside it.

    Switches that a later release adds have the inherited value and change nothing.
    """
    if not rules.inherits:
        return rules.version
    base = edition(rules.inherits)
    own = {
        ".".join(field.path): field.value(rules)
        for field in switches(Edition)
        if field.value(rules) != field.value(base)
    }
    return f"{base.version}-{sha256(_json.encode(own)).hexdigest()[:DIGITS]}"
