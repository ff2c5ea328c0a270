"""A stored proof comes out with the hand, opening only what the player who asks has seen."""

import msgspec
import pytest

from cardroom.engine import Hand
from cardroom.fairness import FairDeal, encode_proof, verify
from cardroom.fairness.proof import read_section
from cardroom.history.verifiable import verifiable_hands
from cardroom.ledger import PlayerId, SettledHand
from cardroom.room.hand_pages import HandExport
from cardroom.room.records import HandForm
from cardroom.store.hands.library import StoredLibrary
from tests.engine.script import Script, deal
from tests.fairness.fair_hands import Table as FairTable
from tests.rule import rule
from tests.store.test_library import ANA, NAMES, QUIET, STACK, Table, library, table

STRANGER = PlayerId(99)
__all__ = ["library", "table"]
"""The fixtures of a table that settles hands, and of the library that gives them out."""


def fair_deal(made: Table, hand: Hand) -> FairDeal:
    """Draw the deck for the next hand of the table."""
    fair = FairTable(1)
    context = msgspec.structs.replace(
        fair.context, table=7, epoch=made.claim.epoch, hand=made.number + 1
    )
    fair.context = context
    fair.deal = FairDeal(context, 1, fair._secrets(), fair.deal._key)
    return fair.draw(hand.started.game, hand.started.button, hand.started.seats)


def played_fairly(made: Table) -> SettledHand:
    blank = deal(dict.fromkeys(NAMES, STACK), small=("Ana", 5), big=("Ben", 10)).hand
    drawn = fair_deal(made, blank)
    hand = Hand(blank.rules, blank.started, drawn.deck())
    script = Script(hand, list(NAMES)).play(QUIET)
    settled = made.settled(script, at_ms=10)
    return msgspec.structs.replace(settled, proof=encode_proof(drawn.proof()))


@rule("CASH-02")
@pytest.mark.parametrize("form", ["ohh", "phh"])
async def test_an_exported_hand_has_the_proof_of_the_cards_that_the_player_saw(
    table: Table, library: StoredLibrary, form: HandForm
) -> None:
    settled = played_fairly(table)
    await table.store.settle(settled)
    document = await library.export(ANA, HandExport(), form)
    text = document.body.decode()
    (found,) = verifiable_hands(text.splitlines(keepends=True), "hands")
    proof = read_section(found.section)
    assert proof is not None
    assert found.cards is not None
    assert verify(proof, found.cards) == []
    seats = [seat for seat, player in settled.seats.items() if player == ANA]
    own = [found.cards.seats.index(seat) + len(NAMES) * turn for seat in seats for turn in (0, 1)]
    assert [one.dealt for one in proof.cards] == own


@rule("CASH-02")
async def test_the_side_file_of_a_text_has_the_proof_that_the_text_cannot_carry(
    table: Table, library: StoredLibrary
) -> None:
    settled = played_fairly(table)
    await table.store.settle(settled)
    text = await library.export(ANA, HandExport(), "text")
    beside = await library.proof_files(ANA, HandExport())
    assert beside.name == f"{text.name}.fairness"
    line = msgspec.json.decode(beside.body)
    proof = read_section(line["_fairness"])
    one = await library.proof(ANA, settled.key)
    assert one is not None
    assert proof is not None
    assert proof == one.proof
    assert (one.hand, one.number) == (settled.number, 1)
    assert len(proof.cards) == 2
    single = await library.proof_file(ANA, settled.key)
    assert single is not None
    assert single.body == beside.body
    assert single.name.endswith(".txt.fairness")
    assert await library.proof(STRANGER, settled.key) is None
    assert await library.proof_file(STRANGER, settled.key) is None
