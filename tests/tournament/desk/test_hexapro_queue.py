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


class House:
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
    house = House()
    assert house.queue.register(ANN, 1, games=2) == []
    assert house.queue.register(BEN, 2) == []
    (full,) = house.queue.register(CAT, 3)
    assert list(full.desk.living) == [ANN, BEN, CAT]
    assert [list(game.desk.living) for game in house.queue.waiting] == [[ANN]]
    assert full.scene.cash(ANN) == DEPOSIT - 2_000


@rule("HEX-03", "TAMB-79")
def test_several_games_may_start_at_once() -> None:
    house = House()
    house.queue.register(ANN, 1, games=3)
    house.queue.register(BEN, 1, games=3)
    assert len(house.queue.register(CAT, 1, games=2)) == 2
    assert len(house.queue.waiting) == 1


@rule("TAMB-79")
def test_who_left_a_game_waits_in_another() -> None:
    house = House()
    house.queue.register(ANN, 1)
    house.games[0].scene.unregister(ANN)
    house.queue.register(ANN, 1)
    assert [list(game.desk.living) for game in house.queue.waiting] == [[], [ANN]]


@rule("HEX-03")
def test_the_number_of_games_is_bounded_and_must_be_affordable() -> None:
    house = House()
    for games in (0, 21):
        with pytest.raises(EntryRefused, match=r"number of games \(HEX-03\): from 1, to 20"):
            house.queue.register(ANN, 1, games=games)
    house.games[:] = []
    poor = PlayerId(99)
    Scene(example("hexapro"), ledger=house.ledger).fund(poor, amount=2_999)
    with pytest.raises(TransferRefused, match="at_most 2999"):
        house.queue.register(poor, 1, games=3)
    assert all(poor not in game.desk.living for game in house.queue.waiting)
