"""Bytes of a fixed length in proofs, as every reader of them expects."""

from typing import Annotated

from msgspec import Meta

from cardroom.fairness.hashing import SECRET_BYTES, SEED_BYTES
from cardroom.fairness.keys import PUBLIC_BYTES, SIGNATURE_BYTES

Seed = Annotated[bytes, Meta(min_length=SEED_BYTES, max_length=SEED_BYTES)]
Secret = Annotated[bytes, Meta(min_length=SECRET_BYTES, max_length=SECRET_BYTES)]
Signature = Annotated[bytes, Meta(min_length=SIGNATURE_BYTES, max_length=SIGNATURE_BYTES)]
PublicKey = Annotated[bytes, Meta(min_length=PUBLIC_BYTES, max_length=PUBLIC_BYTES)]
