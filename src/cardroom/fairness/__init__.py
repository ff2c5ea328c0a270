"""CCO/1, commit, cut, open: a shuffle that players verify and nobody can bend (CASH-02, AMB-22).

The package is pure: secrets, seeds and keys are passed in. The specification of the bytes is
docs/guides/fairness.md; a second verifier, docs/verifier/index.html, shares no code with this one.
"""

from cardroom.fairness.context import HandContext
from cardroom.fairness.deal import FairDeal
from cardroom.fairness.draws.draw_list import DrawContext
from cardroom.fairness.draws.participant import DrawParticipant
from cardroom.fairness.findings import FINDINGS, Finding
from cardroom.fairness.proof import Proof, decode_proof, encode_proof
from cardroom.fairness.recorded import RecordedCards
from cardroom.fairness.seeds import Participant, SeedSource
from cardroom.fairness.verifying import verify

__all__ = [
    "FINDINGS",
    "DrawContext",
    "DrawParticipant",
    "FairDeal",
    "Finding",
    "HandContext",
    "Participant",
    "Proof",
    "RecordedCards",
    "SeedSource",
    "decode_proof",
    "encode_proof",
    "verify",
]
