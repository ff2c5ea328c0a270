"""`L`, the list: what is fixed when a hand is about to start, in exactly one form of bytes."""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from msgspec import Struct

from cardroom.fairness.context import CONTEXT_BYTES, HandContext, read_context
from cardroom.fairness.hashing import HASH_BYTES, tagged, u8, u64
from cardroom.units import Seat

SOURCE_SEAT: Final = 255
"""The virtual seat of the seed source, which takes part in every hand."""
SOURCE_PLAYER: Final = 0


class Entry(Struct, frozen=True):
    """A seat in the list; without a commitment it contributes nothing to the cut."""

    seat: Seat
    player: int
    commitment: bytes | None = None


class HandList(Struct, frozen=True, kw_only=True, dict=True):
    """The list of one hand: both decks, the game, who is dealt in which order, who commits to what.

    `number` is that of the two roots: they are numbered, and used once and in order.
    """

    context: HandContext
    number: int
    roots: tuple[bytes, bytes]
    game: str
    button: Seat
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]

    @cached_property
    def encoded(self) -> bytes:
        """The bytes that are hashed and signed."""
        game = self.game.encode()
        return b"".join(
            [
                self.context.encoded,
                u64(self.number),
                *self.roots,
                u8(len(game)) + game,
                u8(self.button),
                u8(len(self.seats)) + bytes(self.seats),
                u8(len(self.entries)),
                *map(_encoded, self.entries),
            ]
        )

    @cached_property
    def committed(self) -> dict[Seat, Entry]:
        """The entries that have to reveal a seed."""
        return {entry.seat: entry for entry in self.entries if entry.commitment is not None}

    def entry(self, seat: Seat) -> Entry | None:
        """The entry of a seat, if it is listed."""
        return next((entry for entry in self.entries if entry.seat == seat), None)


def list_hash(encoded: bytes) -> bytes:
    """`H(L)`: what is signed, and what the cut is made of."""
    return tagged("list", encoded)


def read_list(encoded: bytes) -> HandList | None:
    """The list of these bytes; None unless they are exactly what the list encodes to."""
    try:
        found = _read(encoded)
        return found if found.encoded == encoded and _is_whole(found) else None
    except (ValueError, IndexError, OverflowError):
        return None


def _encoded(entry: Entry) -> bytes:
    head = u8(entry.seat) + u64(entry.player)
    if entry.commitment is None:
        return head + u8(0)
    return head + u8(1) + entry.commitment


def _read(encoded: bytes) -> HandList:
    context = read_context(encoded)
    at = CONTEXT_BYTES
    number = int.from_bytes(encoded[at : at + 8])
    first = at + 8
    second, rest = first + HASH_BYTES, first + 2 * HASH_BYTES
    game_end = rest + 1 + encoded[rest]
    seats_at = game_end + 1
    seats_end = seats_at + 1 + encoded[seats_at]
    return HandList(
        context=context,
        number=number,
        roots=(encoded[first:second], encoded[second:rest]),
        game=encoded[rest + 1 : game_end].decode("ascii"),
        button=encoded[game_end],
        seats=tuple(encoded[seats_at + 1 : seats_end]),
        entries=tuple(_read_entries(encoded[seats_end + 1 :], encoded[seats_end])),
    )


def _read_entries(encoded: bytes, count: int) -> Iterator[Entry]:
    at = 0
    for _ in range(count):
        commits = encoded[at + 9]
        end = at + 10 + HASH_BYTES * (commits == 1)
        commitment = encoded[at + 10 : end] if commits else None
        yield Entry(encoded[at], int.from_bytes(encoded[at + 1 : at + 9]), commitment)
        at = end


def _is_whole(found: HandList) -> bool:
    """Whether every seat that is dealt in is listed once, in order, with the seed source."""
    seats = [entry.seat for entry in found.entries]
    hashes = [*found.roots, *(entry.commitment for entry in found.committed.values())]
    return (
        seats == sorted({*found.seats, SOURCE_SEAT})
        and len(set(found.seats)) == len(found.seats) >= 2
        and SOURCE_SEAT not in found.seats
        and all(one is not None and len(one) == HASH_BYTES for one in hashes)
    )
