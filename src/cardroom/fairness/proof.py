"""The proof of one hand: stored with its record, and exported with the cards that one player saw.

Its wire form is a JSON object with bytes as base64, so that it fits into every hand history.
"""

from collections.abc import Collection
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from cardroom.fairness.byte_types import PublicKey, Secret, Seed, Signature
from cardroom.fairness.draws.proof import DrawProof
from cardroom.fairness.hashing import HASH_BYTES
from cardroom.fairness.keys import fingerprint
from cardroom.fairness.permutation import DECK_SIZE
from cardroom.fairness.tree import PATH_BYTES

LIST_BYTES_MAX = 2_000
ATTEMPTS_MAX = 16

SeatNumber = Annotated[int, Meta(ge=0, le=255)]
Place = Annotated[int, Meta(ge=0, lt=DECK_SIZE)]
ListBytes = Annotated[bytes, Meta(max_length=LIST_BYTES_MAX)]


class SeatSeed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A revealed contribution."""

    seat: SeatNumber
    seed: Seed


class Opening(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One dealt card turned over: where it was in the deck, its salt, and its way to the root."""

    dealt: Place
    place: Place
    card: Place
    salt: Annotated[bytes, Meta(min_length=HASH_BYTES, max_length=HASH_BYTES)]
    path: Annotated[bytes, Meta(min_length=PATH_BYTES, max_length=PATH_BYTES)]


class FailedAttempt(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw that a missing seed ended: both decks are open, and nobody plays them."""

    list: ListBytes
    signature: Signature
    seeds: Annotated[tuple[SeatSeed, ...], Meta(max_length=32)]
    secrets: tuple[Secret, Secret]


class Proof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that shows that a hand was fixed before the cut and opened as it was."""

    protocol: Literal["CCO/1"]
    key: PublicKey
    fingerprint: Annotated[str, Meta(max_length=64)]
    list: ListBytes
    signature: Signature
    seeds: Annotated[tuple[SeatSeed, ...], Meta(max_length=32)]
    audit: Secret
    """The secret of the deck that was not played."""
    cards: Annotated[tuple[Opening, ...], Meta(max_length=DECK_SIZE)]
    attempts: Annotated[tuple[FailedAttempt, ...], Meta(max_length=ATTEMPTS_MAX)] = ()
    button: DrawProof | UnsetType = UNSET
    """Where the button was drawn for this hand: at a cash table that begins, or begins again."""

    def only(self, dealt: Collection[int]) -> "Proof":
        """The same proof with these dealt cards open and all others hidden for ever."""
        cards = tuple(card for card in self.cards if card.dealt in dealt)
        return structs.replace(self, cards=cards)


_DECODER = msgspec.json.Decoder(Proof)


def encode_proof(proof: Proof) -> bytes:
    """The proof as JSON in one line."""
    return msgspec.json.encode(proof)


def decode_proof(encoded: bytes) -> Proof | None:
    """The proof of these bytes; None where they are none."""
    try:
        return _fitting(_DECODER.decode(encoded))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def section_of(proof: Proof) -> dict[str, Any]:
    """The proof as a section of a hand history: texts, numbers and lists only."""
    section: dict[str, Any] = msgspec.to_builtins(proof)
    return section


def read_section(section: object) -> Proof | None:
    """The proof in a section of a hand history; None where it is none."""
    try:
        return _fitting(msgspec.convert(section, Proof, str_keys=True))
    except msgspec.ValidationError:
        return None


def _fitting(proof: Proof) -> Proof | None:
    """A proof whose fingerprint is that of its key: people compare the one, machines the other."""
    button = proof.button
    is_drawn_by_key = button is UNSET or button.fingerprint == fingerprint(button.key)
    return proof if is_drawn_by_key and proof.fingerprint == fingerprint(proof.key) else None
