"""A room's refusal as a sentence for who typed the command: with names, money and dates."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from cardroom.room.records import FOR_EVER_MS

SENTENCES = {
    "hand_is_void": "{operator} voided it on {at}: {reason}",
    "already_resolved": "{reference} was resolved on {at} by {operator}: {reason}",
    "given_to_charity": "{reference} went to charity on {at}",
    "winner_has_too_little": "{missing}; with --house-pays the house pays it",
    "cap_below_minimum_rake": "the rake of a hand is at least {minimum} c, and with few players"
    " this cap would be {lowest} c",
    "kind_not_dealt": "the rules of this room have no such tables in this game",
    "stake_is_offered": "there is one with this game, format and blinds already",
    "stake_is_in_use": "it still has tables; wait until they have closed",
    "stake_is_not_closed": "close it first, so that everybody can leave",
    "stake_was_not_added": "it is in the rules; close it instead",
    "no_other_host": "nobody would run its units; start another host first, or end the whole room"
    " with cardroom admin drain",
    "needs_role": "that needs {role}",
    "does_not_fit": "{said}",
    "not_json": "{said}",
    "no_such_parameter": "{said}",
}
"""What follows the reason word, from the details of the refusal."""
YEAR_2000_MS = 946_684_800_000
"""Details in milliseconds above this are moments, those below it durations."""
ROLES = {
    "floor": "somebody with the role floor, or an administrator",
    "risk": "somebody of the risk desk or an administrator",
    "administrator": "an administrator",
}


def sentence_of(reason: str, details: Mapping[str, Any]) -> str:
    """A refusal's reason word with its details, as one part of a sentence."""
    words = reason.replace("_", " ")
    parts = _parts(details)
    try:
        return f"{words}: {SENTENCES[reason].format_map(parts)}"
    except KeyError:
        return ", ".join([words, *(f"{name} {value}" for name, value in parts.items())])


def _parts(details: Mapping[str, Any]) -> dict[str, str]:
    """The details in words: no raw moments, lists, numbers of players or names of roles."""
    parts: dict[str, str] = {}
    for name, value in details.items():
        if value == FOR_EVER_MS:
            continue
        if name.endswith("_ms") and isinstance(value, int) and value > YEAR_2000_MS:
            parts[name.removesuffix("_ms")] = moment(value)
        elif name == "missing" and isinstance(value, list):
            currency = details.get("currency", "")
            lacking = [f"{one['name']} lacks {money(one['amount'], currency)}" for one in value]
            parts["missing"] = " and ".join(lacking)
        elif isinstance(value, list):
            parts[name] = ", ".join(map(str, value))
        else:
            parts[name] = ROLES.get(value, value) if name == "role" else str(value)
    return parts


def money(cents: int, currency: str) -> str:
    """An amount as people write it: 9.10 EUR."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02} {currency}"


def moment(at_ms: int) -> str:
    """A moment as people write it."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
