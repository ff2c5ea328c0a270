"""The tree of everything raised on purpose.

CardroomError
├─ Refused(rule, reason)   a rule says no: whoever asked gets it, the table plays on
│  ├─ ActionRefused        a player's action in a hand
│  ├─ SeatRefused          sitting down, posting, topping up, sitting out
│  ├─ EntryRefused         registering for a tournament
│  ├─ TransferRefused      moving money
│  │  └─ PlayerChanged     decided from a record of the player that is no longer the last
│  ├─ OperatorRefused      an operation of the room's operator or of the tournament director
│  ├─ FloorRefused         something on the floor of a live tournament
│  └─ AccessRefused        an account, a session, a message, a chat line
├─ InvalidFile             a file is broken: names file, line, key and reason
├─ UsageError              a command was called wrongly: one sentence, exit status 2
└─ Unavailable             store or bus out of reach: the room waits and tries again

Our own mistakes are not in the tree: they are failed `assert`s.
"""

from collections.abc import Mapping

import msgspec

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a text that is no JSON of the right form raises."""


class CardroomError(Exception):
    """Everything that cardroom raises on purpose."""


class Refused(CardroomError):
    """A rule says no. Nothing has changed when it is raised.

    `rule` is an ID of the catalogue, `reason` a word that the client turns into a sentence in the
    player's language, `details` what would have been legal.
    """

    def __init__(self, rule: str, reason: str, details: Mapping[str, object] | None = None) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason
        self.details: dict[str, object] = dict(details or {})

    def __str__(self) -> str:
        said = f"{self.reason.replace('_', ' ')} ({self.rule})"
        legal = ", ".join(f"{name} {value}" for name, value in self.details.items())
        return f"{said}: {legal}" if legal else said


class ActionRefused(Refused):
    """A player's action in a hand is not legal."""


class SeatRefused(Refused):
    """Sitting down, posting, topping up or sitting out is not legal."""


class EntryRefused(Refused):
    """A tournament does not take this entry."""


class TransferRefused(Refused):
    """Money may not move like this."""


class PlayerChanged(TransferRefused):
    """Somebody else has written about the player: read it, decide again, and try again."""


class OwnerChanged(TransferRefused):
    """Another process runs the table or unit now: nothing has changed here, ask there."""


class OperatorRefused(Refused):
    """An operation of the tournament director is not legal now."""


class FloorRefused(Refused):
    """Something on the floor of a live tournament is not legal: chips, seats, penalties."""


class AccessRefused(Refused):
    """Somebody is not let in, or not understood."""


class InvalidFile(CardroomError):
    """A file from outside is broken; the message names file, line and key."""

    def __init__(self, file: str, reason: str, *, line: int | None = None, key: str = "") -> None:
        super().__init__(file, reason)
        self.file = file
        self.line = line
        self.key = key
        self.reason = reason

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.key}: {self.reason}" if self.key else f"{place}: {self.reason}"


class UsageError(CardroomError):
    """A command was called wrongly."""


class Unavailable(CardroomError):
    """The store or the bus is out of reach; trying again later may help."""
