"""Proofs of fair decks in hand histories: a section in PHH and OHH, a side file for the text.

Whatever the stored proof opens, an export opens only the cards that are in the export itself.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import structs

from cardroom.fairness.proof import Proof, section_of
from cardroom.history.narrated import NarratedHand
from cardroom.history.record import HandRecord
from cardroom.history.recorded_cards import KEY, cards_of_record, told_cards

SECTION = "_fairness"
"""The name of the section in every format."""
SIDE_FILE = ".fairness"
"""What the name of a side file adds to that of its text."""


def with_proof(record: HandRecord, proof: Proof | None) -> HandRecord:
    """A PHH record with the proof of the cards that it shows; without a proof as it is."""
    bare = {key: value for key, value in record.other.items() if key != SECTION}
    cards = cards_of_record(record)
    if proof is not None and cards is not None:
        bare[SECTION] = section_of(proof.only(cards.known))
    return structs.replace(record, other=bare)


def told_proof(narrated: NarratedHand) -> Proof | None:
    """The proof of a told hand: every card that was laid open, and the viewer's own."""
    proof = narrated.hand.proof
    return None if proof is None else proof.only(told_cards(narrated).known)


def told_section(narrated: NarratedHand) -> dict[str, Any] | None:
    """The proof of a told hand as a section of a file."""
    proof = told_proof(narrated)
    return None if proof is None else section_of(proof)


def side_lines(hands: Iterable[NarratedHand]) -> Iterator[str]:
    """The side file of a text: one line of JSON for every hand that has a proof."""
    for narrated in hands:
        section = told_section(narrated)
        if section is not None:
            key = {KEY: narrated.hand.key} if narrated.hand.key else {}
            line = {"hand": str(narrated.hand.number), **key, SECTION: section}
            yield msgspec.json.encode(line).decode() + "\n"
