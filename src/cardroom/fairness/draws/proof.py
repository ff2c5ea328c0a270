"""The proof of a draw: stored with what it decided, and given to whoever wants to verify it."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from cardroom.fairness.byte_types import PublicKey, Secret, Seed, Signature
from cardroom.fairness.draws.draw_list import Player
from cardroom.fairness.draws.numbers import DrawnNumber
from cardroom.fairness.draws.questions import DrawnSeat, Whole
from cardroom.fairness.keys import fingerprint

LIST_BYTES_MAX = 1_000_000
NUMBERS_MAX = 200_000
CONTRIBUTIONS_MAX = 64
"""How many players contribute to a draw: the first who commit."""
SEEDS_MAX = CONTRIBUTIONS_MAX + 1
FAILURES_MAX = 3
"""How many draws may fail for missing seeds; the next one takes that of the seed source alone."""

DrawListBytes = Annotated[bytes, Meta(max_length=LIST_BYTES_MAX)]


class PlayerSeed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A revealed contribution; player 0 is the seed source."""

    player: Player
    seed: Seed


class ToldSeat(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What the room says that numbers in play have decided: who was seated or moved where."""

    what: Annotated[str, Meta(max_length=32)]
    entry: Whole
    table: Whole
    seat: Whole


class DrawOutcome(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What was drawn, in the words of the question."""

    multiplier_tenths: Whole = 0
    seats: Annotated[tuple[DrawnSeat, ...], Meta(max_length=NUMBERS_MAX)] = ()
    button: Whole | None = None
    told: Annotated[tuple[ToldSeat, ...], Meta(max_length=NUMBERS_MAX)] = ()


def are_exchanges(seats: Sequence[DrawnSeat], told: Sequence[ToldSeat]) -> bool:
    """Whether a start tells nothing but exchanges: two rows each, of entries that take each other's
    seats at two tables (AMB-74)."""
    drawn = {one.entry: (one.table, one.seat) for one in seats}
    for place in range(0, len(told), 2):
        rows = told[place : place + 2]
        before = [drawn.get(one.entry) for one in rows]
        after = [(one.table, one.seat) for one in rows]
        is_exchange = len(rows) == 2 and all(one.what == "exchanged" for one in rows)
        if not is_exchange or after != before[::-1] or rows[0].table == rows[1].table:
            return False
        drawn |= {one.entry: (one.table, one.seat) for one in rows}
    return True


class FailedDraw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw that a missing seed ended: its secret is open, and nothing came of it."""

    list: DrawListBytes
    signature: Signature
    seeds: Annotated[tuple[PlayerSeed, ...], Meta(max_length=SEEDS_MAX)]
    secret: Secret


class DrawProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that shows that a draw was fixed before it was known."""

    protocol: Literal["CCO/1"]
    key: PublicKey
    fingerprint: Annotated[str, Meta(max_length=64)]
    list: DrawListBytes
    signature: Signature
    seeds: Annotated[tuple[PlayerSeed, ...], Meta(max_length=SEEDS_MAX)]
    secret: Secret
    numbers: Annotated[tuple[DrawnNumber, ...], Meta(max_length=NUMBERS_MAX)]
    outcome: DrawOutcome
    attempts: Annotated[tuple[FailedDraw, ...], Meta(max_length=FAILURES_MAX)] = ()


_DECODER = msgspec.json.Decoder(DrawProof)


def encode_draw(proof: DrawProof) -> bytes:
    """The proof as JSON in one line."""
    return msgspec.json.encode(proof)


def decode_draw(encoded: bytes) -> DrawProof | None:
    """The proof of these bytes; None where they are none."""
    try:
        return _fitting(_DECODER.decode(encoded))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def read_draw(section: object) -> DrawProof | None:
    """The proof in a file; None where it is none."""
    try:
        return _fitting(msgspec.convert(section, DrawProof, str_keys=True))
    except msgspec.ValidationError:
        return None


def draw_section(proof: DrawProof) -> dict[str, Any]:
    """The proof as part of a file: texts, numbers and lists only."""
    section: dict[str, Any] = msgspec.to_builtins(proof)
    return section


def _fitting(proof: DrawProof) -> DrawProof | None:
    """A proof whose fingerprint is that of its key: people compare the one, machines the other."""
    return proof if proof.fingerprint == fingerprint(proof.key) else None
