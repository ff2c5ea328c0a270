"""The rules of the network side, numbered so that a refusal can name them like a rule of the game.

`docs/guides/protocol.md` explains each; `tests/server/test_guide.py` compares.
"""

from enum import StrEnum


class Net(StrEnum):
    """Why the server itself says no."""

    FORM = "NET-01"
    """A message or body has the form that the schema gives it."""
    HELLO = "NET-02"
    """The first message is a hello, and the only one."""
    CHANNEL = "NET-03"
    """One listens to channels that exist, and to a limited number."""
    RATE = "NET-04"
    """Nobody sends more than a person can."""
    SCOPE = "NET-05"
    """A program does only what its token allows."""
    ACCOUNT = "NET-06"
    """Names are unique and honest, passwords not guessable."""
    SESSION = "NET-07"
    """Who acts is logged in, and not barred."""
    ORIGIN = "NET-08"
    """A browser acts only from the room's own pages."""
    ROLE = "NET-09"
    """The house's own operations need a role."""
    BUSY = "NET-10"
    """What cannot be done now may be tried again."""
    CHAT = "NET-11"
    """Chat is short, without links, and not from who is muted."""
    UNKNOWN = "NET-12"
    """What is asked for exists."""
