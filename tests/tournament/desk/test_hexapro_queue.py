"""The queue for HexaPro: three different players make a game."""

import pytest

from cardroom.errors import EntryRefused, TransferRefused
from cardroom.ledger import Ledger, PlayerId
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk.hexapro_queue import HexaProQueue
from cardroom.tournament.ids import EntryId, PersonId
from tests.rule import rule
from tests.tournament.desks import ANN, BEN, CAT, DEPOSIT, Scene, example


class Game:
    """One game that waits for its players."""

    def __init__(self, number: int, ledger: Ledger) -> None:
        self.scene = Scene(example("hexapro"), tournament=number, ledger=ledger)

    @property
    def desk(self) -> Desk:
        return self.scene.desk

    def register(self, player: PlayerId, at_ms: int, *, person: PersonId | None) -> EntryId:
        return self.scene.register(player, person=person)


class QueueScene:
    def __init__(self) -> None:
        self.ledger = Ledger()
        self.games: list[Game] = []
        self.queue = HexaProQueue(self._new_game)
        Scene(example("hexapro"), ledger=self.ledger).fund(ANN, BEN, CAT)

    def _new_game(self) -> Game:
        self.games.append(Game(len(self.games) + 1, self.ledger))
        return self.games[-1]


@rule("HEX-03", "TAMB-79")
def test_a_game_starts_when_three_different_players_are_queued() -> None:
    scene = QueueScene()
    assert scene.queue.register(ANN, 1, games=2) == []
    assert scene.queue.register(BEN, 2) == []
    (full,) = scene.queue.register(CAT, 3)
    assert list(full.desk.living) == [ANN, BEN, CAT]
    assert [list(game.desk.living) for game in scene.queue.waiting] == [[ANN]]
    assert full.scene.cash(ANN) == DEPOSIT - 2_000


@rule("HEX-03", "TAMB-79")
def test_several_games_may_start_at_once() -> None:
    scene = QueueScene()
    scene.queue.register(ANN, 1, games=3)
    scene.queue.register(BEN, 1, games=3)
    assert len(scene.queue.register(CAT, 1, games=2)) == 2
    assert len(scene.queue.waiting) == 1


@rule("TAMB-79")
def test_who_left_a_game_waits_in_another() -> None:
    scene = QueueScene()
    scene.queue.register(ANN, 1)
    scene.games[0].scene.unregister(ANN)
    scene.queue.register(ANN, 1)
    assert [list(game.desk.living) for game in scene.queue.waiting] == [[], [ANN]]


@rule("HEX-03")
def test_the_number_of_games_is_bounded_and_must_be_affordable() -> None:
    scene = QueueScene()
    for games in (0, 21):
        with pytest.raises(EntryRefused, match=r"number of games \(HEX-03\): from 1, to 20"):
            scene.queue.register(ANN, 1, games=games)
    scene.games[:] = []
    poor = PlayerId(99)
    Scene(example("hexapro"), ledger=scene.ledger).fund(poor, amount=2_999)
    with pytest.raises(TransferRefused, match="at_most 2999"):
        scene.queue.register(poor, 1, games=3)
    assert all(poor not in game.desk.living for game in scene.queue.waiting)
