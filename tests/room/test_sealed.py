"""What holds hidden cards in the room prints, copies and pickles nothing."""

import copy
import pickle
from collections.abc import Callable

import pytest

from cardroom.cards import card_names
from cardroom.fairness.proof import Opening
from cardroom.room.sealed import Opaque, Sealed
from cardroom.room.shuffle import Bits, ShuffledDeck, shuffle, shuffled
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run

PROOF = b"the seeds of everybody"
COPIES: list[Callable[[object], object]] = [pickle.dumps, copy.copy, copy.deepcopy]


@pytest.mark.parametrize("copied", COPIES, ids=["pickle", "copy", "deepcopy"])
def test_neither_a_deck_nor_a_table_with_a_live_hand_leaves_the_room(
    copied: Callable[[object], object],
) -> None:
    async def story() -> None:
        scene = await Scene.open()
        task = scene.task
        deck = shuffle(scene.shell.bits)
        for holder in (deck.cards, task, task.channel, task._owner.display):
            with pytest.raises(TypeError, match="hidden cards"):
                copied(holder)
        await scene.shell.room.stop()

    run(story())


def test_what_is_sealed_names_no_card() -> None:
    async def story() -> None:
        scene = await Scene.open()
        hand = scene.task.table.hand
        assert hand is not None
        deck = shuffle(scene.shell.bits)
        texts = [repr(one) for one in (deck, scene.task, scene.task.channel, hand)]
        for hole in (*(hand.hole(seat) for seat in hand.seats), deck.cards.open()):
            assert not any(card_names(hole) in text or str(hole) in text for text in texts)
        await scene.shell.room.stop()

    run(story())


def test_a_sealed_thing_is_opened_by_who_needs_it() -> None:
    assert Sealed([1, 2]).open() == [1, 2]
    assert repr(Sealed([1, 2])) == "<Sealed>"
    assert isinstance(Sealed(1), Opaque)


class Proof:
    """The proof of a deck whose cards are all opened alike."""

    def open(self, dealt: int) -> Opening:
        return Opening(dealt, dealt, 0, bytes(32), bytes(192))

    def encoded(self) -> bytes:
        return PROOF


def test_the_proof_of_a_shuffle_is_stored_with_its_hand_and_none_where_there_is_none() -> None:
    def proven(bits: Bits) -> ShuffledDeck:
        return ShuffledDeck(Sealed(shuffled(bits)), Proof())

    async def story(*, is_proven: bool) -> object:
        scene = await Scene.open(shuffle=proven if is_proven else shuffle)
        await scene.fold_to_one()
        await scene.shell.room.stop()
        assert PROOF not in b"".join(scene.clients[next(iter(scene.clients))].frames)
        return scene.shell.store.hands[TABLE][0].proof

    assert run(story(is_proven=True)) == PROOF
    assert not run(story(is_proven=False))
