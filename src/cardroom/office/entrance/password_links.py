"""Links for players who forgot their password: what is known of them, and the store's side.

The word in a link is a secret: only its hash is kept, and whoever issues a link sees it once.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from cardroom.ledger import PlayerId

HOUR_MS = 3_600_000
SHOWN_MAX = 20
"""How many links of a player are listed, the newest first."""

LinkEnd = Literal["", "used", "revoked", "replaced"]


class PasswordLink(msgspec.Struct, frozen=True, kw_only=True):
    """One link; `ended` says how it ended, and is empty while nobody has used or revoked it."""

    number: int
    player: PlayerId
    issued_by: PlayerId
    issued_ms: int
    expires_ms: int
    ended: LinkEnd = ""
    ended_ms: int = 0

    def is_open(self, at_ms: int) -> bool:
        """Whether it still opens anything."""
        return not self.ended and at_ms < self.expires_ms


class PasswordLinkStore(Protocol):
    """Links; a method that writes has written when it returns, and may be repeated."""

    async def issue(
        self, player: PlayerId, secret: bytes, by: PlayerId, at_ms: int, expires_ms: int
    ) -> PasswordLink:
        """Keep a new link under the hash of its word; older links of the player end."""

    async def find(self, secret: bytes) -> PasswordLink | None: ...

    async def of_player(self, player: PlayerId, limit: int) -> Sequence[PasswordLink]:
        """A player's links, newest first."""

    async def use(self, secret: bytes, password_hash: str, at_ms: int) -> PasswordLink | None:
        """Set the password, end the link and every session of its player, all or nothing.

        None when the link is not open.
        """

    async def end_open(self, player: PlayerId, at_ms: int) -> bool:
        """Revoke the open link of a player; whether there was one."""
