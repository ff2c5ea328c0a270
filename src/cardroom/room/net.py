"""The rules of the network side, numbered so that a refusal can name them like a rule of the game.

`docs/guides/protocol.md` explains each; `tests/server/api/test_guide.py` compares.
"""

from enum import StrEnum


class Net(StrEnum):
    """Why the server itself says no; `SENTENCES` has the sentence of each."""

    FORM = "NET-01"
    HELLO = "NET-02"
    CHANNEL = "NET-03"
    RATE = "NET-04"
    SCOPE = "NET-05"
    ACCOUNT = "NET-06"
    SESSION = "NET-07"
    ORIGIN = "NET-08"
    ROLE = "NET-09"
    BUSY = "NET-10"
    CHAT = "NET-11"
    UNKNOWN = "NET-12"
    HELP = "NET-13"
    ENTRANCE = "NET-14"
    REFILL = "NET-15"


SENTENCES: dict[Net, str] = {
    Net.FORM: "A message or body has the form that the schema gives it.",
    Net.HELLO: "The first message is a hello, and the only one.",
    Net.CHANNEL: "One listens to channels that exist, and to a limited number.",
    Net.RATE: "Nobody sends more than a person can.",
    Net.SCOPE: "A program does only what its token allows.",
    Net.ACCOUNT: "Names are unique and honest, passwords not guessable.",
    Net.SESSION: "Who acts is logged in, and not barred.",
    Net.ORIGIN: "A browser acts only from the room's own pages.",
    Net.ROLE: "The house's own operations need a role.",
    Net.BUSY: "What cannot be done now may be tried again.",
    Net.CHAT: "Chat is short, without links, from players of the game, and not from who is muted.",
    Net.UNKNOWN: "What is asked for exists.",
    Net.HELP: "A request for help is answered once, while it is open.",
    Net.ENTRANCE: "The house decides who comes in: anybody, by invitation, by approval, or nobody.",
    Net.REFILL: "Play money is refilled by the rule of the house, and only to who has little left.",
}
