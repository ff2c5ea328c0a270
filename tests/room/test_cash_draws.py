"""What is drawn at cash tables beside the cards: the seat that is offered, and the first button."""

import asyncio
from typing import Any

import msgspec
from msgspec import UNSET

from cardroom.fairness import decode_proof
from cardroom.fairness.draws.draw_list import read_draw_list
from cardroom.fairness.draws.logged import read_logged
from cardroom.fairness.draws.proof import DrawProof, decode_draw
from cardroom.fairness.draws.verifying import verify_draw
from cardroom.fairness.hand_list import read_list
from cardroom.room.cash.drawing import ButtonDraw
from tests.room.fair_rooms import MemoryLog, SeedingClient, fair_house
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule


def proof_in(notice: dict[str, Any]) -> DrawProof:
    found = decode_draw(msgspec.json.encode(notice["proof"]))
    assert found is not None
    return found


async def open_scene(log: MemoryLog, seed: int = 1) -> Scene:
    return await Scene.open(made=SeedingClient, fair=fair_house(seed, log))


@rule("CASH-08", "CASH-02")
def test_the_first_button_is_drawn_among_everybody_at_the_table_and_proven_with_its_hand() -> None:
    async def story() -> None:
        scene = await open_scene(MemoryLog())
        for _ in range(2):
            await scene.fold_to_one()
        await scene.shell.room.stop()
        proofs = [decode_proof(hand.proof) for hand in scene.shell.store.hands[TABLE]]  # type: ignore[arg-type]
        first, second = proofs
        assert first is not None
        assert second is not None
        assert second.button is UNSET, "from then on the button moves"
        assert isinstance(first.button, DrawProof)
        assert verify_draw(first.button) == []
        listed, drawn = read_list(first.list), read_draw_list(first.button.list)
        assert listed is not None
        assert drawn is not None
        assert sorted(drawn.question) == sorted(listed.seats)
        assert first.button.outcome.button == listed.button
        (told,) = scene.events(1, "button_drawn")
        assert told["hand"] == 1
        assert proof_in(told) == first.button

    run(story())


@rule("CASH-08")
def test_the_same_question_about_a_button_has_the_same_answer_however_often_it_is_asked() -> None:
    async def story() -> None:
        scene = await open_scene(MemoryLog())
        services = scene.shell.room.services

        def drawn(hand: int, seats: list[int]) -> set[int]:
            draws = [ButtonDraw(services, TABLE, lambda: (hand, seats)) for _ in range(4)]
            return {draw.below(len(seats)) for draw in draws}

        tables = [list(range(1, count)) for count in range(3, 9)]
        assert [len(drawn(4, seats)) for seats in tables] == [1] * 6
        hands = set[int]().union(*(drawn(hand, tables[-1]) for hand in range(40)))
        assert hands == set(range(7)), "another hand is another question"
        await scene.shell.room.stop()

    run(story())


@rule("CASH-04")
def test_whoever_is_offered_a_seat_can_verify_the_numbers_that_chose_it() -> None:
    async def story() -> None:
        log = MemoryLog()
        scene = await open_scene(log)
        await asyncio.sleep(1)
        await scene.shell.room.stop()
        house = scene.shell.room.services.fair
        assert house is not None
        await house.log.close()
        logged = [read_logged(row.record.content) for row in log.rows if row.record.kind == "draw"]
        kinds = [one.what for one in logged if one is not None and one.context.scope == "lobby"]
        assert kinds == ["listed", "opened"] * (len(kinds) // 2)
        opened = [decode_draw(one.content) for one in logged if one and one.what == "opened"]
        seats = []
        for number, proof in enumerate(opened, 1):
            assert proof is not None
            assert verify_draw(proof) == []
            drawn = read_draw_list(proof.list)
            assert drawn is not None
            assert drawn.context.number == number
            seats += [(told.what, told.entry, told.table) for told in proof.outcome.told]
        assert sorted(seats) == [("seat", player, TABLE) for player in (1, 2, 3)]

    run(story())
