"""Who asks: accounts as the room knows them, their kinds and roles."""

from typing import Literal

import msgspec

from cardroom.ledger import PlayerId

AccountKind = Literal["guest", "person", "program", "practice"]
PEOPLE: frozenset[AccountKind] = frozenset({"guest", "person"})
"""Who is no program, neither the house's nor anybody's."""
"""A guest has no password yet; a program is somebody's software, marked as such (FAIR-07); a
practice player is the house's own."""
Role = Literal["player", "floor", "risk", "administrator"]
Scope = Literal["read", "play", "chat", "operate"]
"""What a token allows; a person's session allows everything that its role does. `operate` is for
the house's own programs: it lets a token do what the role of its account may do."""

ALL_SCOPES: frozenset[Scope] = frozenset({"read", "play", "chat"})
AUTOMATED: frozenset[AccountKind] = frozenset({"program", "practice"})


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    """The one behind a request, taken from the session and never from the message."""

    player: PlayerId
    name: str
    kind: AccountKind
    role: Role = "player"
    scopes: frozenset[Scope] = ALL_SCOPES
    owner: PlayerId | None = None
    """Who answers for a program."""

    @property
    def person(self) -> PlayerId:
        """The person behind the account: for a program, its owner."""
        return self.player if self.owner is None else self.owner

    @property
    def is_automated(self) -> bool:
        """Whether software plays, and not a person (FAIR-07)."""
        return self.kind in AUTOMATED
