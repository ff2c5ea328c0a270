"""The proofs of own hands, for a player who looks at one again or takes them away."""

from typing import Protocol

import msgspec

from cardroom.fairness.proof import Proof
from cardroom.ledger import PlayerId
from cardroom.room.hand_pages import HandExport
from cardroom.room.records import Document


class HandProof(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of one hand, open for the cards that its player saw; some hands have none.

    `hand` is its number at the table, `number` that of its pair of decks.
    """

    hand: int
    number: int = 0
    proof: Proof | None = None


class ProofLibrary(Protocol):
    """Proofs of stored hands, each as its player may see it."""

    async def proof(self, player: PlayerId, key: str) -> HandProof | None:
        """The proof of an own hand; None when the player was not dealt in."""

    async def proof_file(self, player: PlayerId, key: str) -> Document | None:
        """The side file of an own hand's text."""

    async def proof_files(self, player: PlayerId, wanted: HandExport) -> Document:
        """The side file of an export as text."""
