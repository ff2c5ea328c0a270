"""Requests of consoles: the same id of the same account is answered again and done once.

The log keeps beside each entry whose request wrote it, and a digest of what was asked.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from cardroom.errors import AccessRefused
from cardroom.floor.log import LogEntry
from cardroom.ledger import PlayerId
from cardroom.room.floor.records import StoredEntry
from cardroom.room.net import Net

DIGEST_BYTES = 16
HOUSE = PlayerId(0)
"""Whose what the room itself writes is."""


class Request(NamedTuple):
    """Something that an account has asked for."""

    player: PlayerId
    id: str
    digest: str

    @property
    def stored(self) -> str:
        """As it is written beside the entries of the log."""
        return f"{self.player}:{self.id}:{self.digest}"


def request_of(player: PlayerId, request: str, *content: object) -> Request:
    """A request with what it asks for, as JSON."""
    packed = msgspec.json.encode(content)
    return Request(player, request, blake2b(packed, digest_size=DIGEST_BYTES).hexdigest())


class Requests:
    """What was carried out for whom."""

    def __init__(self, stored: Iterable[StoredEntry] = ()) -> None:
        self._done: dict[str, list[LogEntry]] = {}
        self._digests: dict[tuple[str, str], str] = {}
        for one in stored:
            self._done.setdefault(one.request, []).append(one.entry)
            player, _, rest = one.request.partition(":")
            number, _, digest = rest.partition(":")
            if digest:
                self._digests[player, number] = digest

    def done(self, request: Request) -> tuple[LogEntry, ...] | None:
        """The entries that a request wrote before; None if it is new.

        The same id for something else is refused (NET-05). Releases that kept only the id know no
        more of it.
        """
        known = self._digests.get((str(request.player), request.id))
        if known is not None and known != request.digest:
            raise AccessRefused(Net.FORM, "id_with_another_content", {"id": request.id})
        found = self._done.get(request.stored) or self._done.get(request.id)
        return None if found is None else tuple(found)

    def keep(self, request: Request, entries: Iterable[LogEntry]) -> None:
        """It was carried out."""
        self._done[request.stored] = list(entries)
        self._digests[str(request.player), request.id] = request.digest
