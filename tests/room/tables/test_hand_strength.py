"""Reading the cards: the words for a hand, and the equities when all hands lie open."""

import asyncio

from cardroom.cards import parse_cards
from cardroom.ledger import PlayerId
from cardroom.room.requests import Read
from cardroom.room.sealed import Sealed
from cardroom.room.shuffle import ShuffledDeck
from cardroom.room.tables.hand_strength import Reading
from cardroom.room.tables.pace import Pace
from tests.room.rooms import Client
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

READ = Read(id="r", ch=f"table:{TABLE}")
DECK = [
    *parse_cards("Ks Qd 4h Kc Qs 8d"),  # kings, queens, and the button with nothing
    *parse_cards("Kd 7h 2c Qc 3s"),
]


def stacked(_bits: object) -> ShuffledDeck:
    return ShuffledDeck(Sealed([*DECK, *(card for card in range(52) if card not in DECK)]))


@rule("POT-07")
def test_a_player_reads_his_own_hand_and_no_other_before_the_showdown() -> None:
    async def story() -> None:
        scene = await Scene.open(shuffle=stacked, pace=Pace())
        await scene.act("call")
        await scene.act("call")
        await scene.act("check")
        reading = scene.task.channel.read(PlayerId(1))
        (board,) = reading.boards
        (own,) = board.hands
        assert board.cards == 3
        assert own.seat == scene.task.table.occupant(PlayerId(1)).seat
        assert own.category in {"three_of_a_kind", "pair", "high_card"}
        assert own.share_permille is None
        assert len(own.five) == 5
        rail = Client(scene.shell, 99)
        assert scene.task.channel.read(rail.viewer).boards[0].hands == ()
        await scene.shell.room.stop()

    run(story())


@rule("AMB-55", "POT-04")
def test_everybody_reads_the_equities_on_every_street_of_a_run_out() -> None:
    async def story() -> None:
        scene = await Scene.open(shuffle=stacked, pace=Pace())
        await scene.act("fold")
        await scene.act("raise", 1000)
        await scene.act("call")
        await asyncio.sleep(0.1)
        answer = await scene.ask(1, READ)
        boards = scene.task.channel.read(PlayerId(99)).boards
        assert answer["boards"][2]["cards"] == 4  # type: ignore[index]
        assert [board.cards for board in boards] == [0, 3, 4, 5]
        kings_before = max(hand.share_permille or 0 for hand in boards[0].hands)
        assert 740 <= kings_before <= 890, "kings against queens win about 82 %"
        turn = sorted(hand.share_permille or 0 for hand in boards[2].hands)
        assert sum(turn) == 1000
        assert turn[0] in {22, 23}, "one queen in 44 cards is left"
        assert sorted(hand.share_permille or 0 for hand in boards[3].hands) == [0, 1000]
        assert {len(hand.five) for hand in boards[3].hands} == {5}
        await scene.shell.room.stop()

    run(story())


def test_nothing_is_read_of_a_hand_that_never_was() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=Pace())
        await scene.shell.room.operator.freeze(TABLE)
        assert scene.task.channel.read(PlayerId(1)) == Reading(hand=1, boards=())
        await scene.shell.room.stop()

    run(story())
