"""What a tournament is: its file, what the file leaves open, and the terms that follow."""

from cardroom.tournament.definition.definition import (
    ANY_TOURNAMENT,
    HEXAPRO,
    Addon,
    BlindLevels,
    Bounty,
    Condition,
    Definition,
    Freeroll,
    Kind,
    Rebuy,
    Vip,
)

__all__ = [
    "ANY_TOURNAMENT",
    "HEXAPRO",
    "Addon",
    "BlindLevels",
    "Bounty",
    "Condition",
    "Definition",
    "Freeroll",
    "Kind",
    "Rebuy",
    "Vip",
]
