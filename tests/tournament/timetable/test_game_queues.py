"""Games on demand: who waits in which game, and when one starts."""

import random

import pytest

from cardroom.errors import EntryRefused, TransferRefused
from cardroom.rulebook import house_rules
from cardroom.tournament.timetable import GameQueues, HouseDefaults
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE
from tests.rulebook.tournament_editions import tournament
from tests.tournament.desks import DEPOSIT
from tests.tournament.timetable.folders import timetable
from tests.tournament.timetable.waiting_games import HEADS_UP, HEXAPRO, WaitingGames, offered

BUY_IN = 1_000


@rule("HEX-03", "TAMB-79")
def test_a_game_starts_when_three_different_players_are_queued() -> None:
    house = WaitingGames()
    house.buy(1, games=2)
    assert house.buy(2).filled == ()
    (full,) = house.buy(3).filled
    assert house.started == [full]
    assert list(house.desks[full].desk.living) == [1, 2, 3]
    assert house.tables == [[1]]
    assert [house.cash(player) for player in (1, 2, 3)] == [
        DEPOSIT - 2 * BUY_IN,
        DEPOSIT - BUY_IN,
        DEPOSIT - BUY_IN,
    ]


@rule("HEX-03", "TAMB-79")
def test_several_games_may_start_at_once() -> None:
    house = WaitingGames()
    house.buy(1, games=3)
    house.buy(2, games=3)
    assert len(house.buy(3, games=2).filled) == 2
    assert house.tables == [[1, 2]]


@rule("TYP-02", "TAMB-79")
def test_as_soon_as_one_starts_the_next_is_open() -> None:
    for text, queue, seats in ((HEXAPRO, "HexaPro", 3), (HEADS_UP, "Heads-up", 2)):
        house = WaitingGames(text)
        for player in range(1, seats + 1):
            assert house.tables == [list(range(1, player))]
            house.buy(player, queue=queue)
        assert len(house.started) == 1
        assert house.tables == [[]]


@rule("TYP-02", "TRN-11")
def test_nobody_sits_in_a_sit_and_go_twice_but_may_play_the_next() -> None:
    house = WaitingGames(HEADS_UP)
    house.buy(1, queue="Heads-up")
    with pytest.raises(EntryRefused, match=r"already registered \(TRN-11\)"):
        house.buy(1, queue="Heads-up")
    with pytest.raises(EntryRefused, match=r"number of games \(HEX-03\): from 1, to 1"):
        house.buy(2, games=2, queue="Heads-up")
    house.buy(2, queue="Heads-up")
    house.buy(1, queue="Heads-up")
    assert house.tables == [[1]]
    assert house.cash(1) == DEPOSIT - 2 * BUY_IN


@rule("TRN-11", "TAMB-79")
def test_two_accounts_of_one_person_wait_in_two_games() -> None:
    house = WaitingGames()
    house.buy(1, person=7)
    house.buy(2, person=7)
    assert house.tables == [[1], [2]]
    house.buy(3)
    assert house.tables == [[1, 3], [2]]
    house.buy(4)
    assert house.tables == [[2]]


@rule("HEX-03")
@pytest.mark.parametrize("games", [0, -1, 21])
def test_a_number_of_games_beyond_the_limit_is_refused_without_a_debit(games: int) -> None:
    house = WaitingGames()
    with pytest.raises(EntryRefused, match=r"number of games \(HEX-03\): from 1, to 20"):
        house.buy(1, games=games)
    assert (house.tables, house.cash(1)) == ([[]], DEPOSIT)
    assert len(house.buy(1, games=20).games) == 20


@rule("HEX-03")
def test_the_house_may_set_another_limit() -> None:
    rules = house_rules('inherits = "nl-3.0"\n[HEX-03]\ngames_at_once_max = 4\n', "club.toml")
    (one,) = timetable(HEXAPRO, house=HouseDefaults(rules, "EUR")).on_demand
    assert one.games_max == 4


@rule("HEX-03")
def test_games_that_one_cannot_pay_are_not_bought_not_even_some_of_them() -> None:
    house = WaitingGames(players=())
    house.fund(1, 2_999)
    with pytest.raises(TransferRefused, match=r"insufficient funds \(I2\): games_at_most 2"):
        house.buy(1, games=3)
    assert (house.tables, house.cash(1)) == ([[]], 2_999)
    house.buy(1, games=2)
    assert house.cash(1) == 999


@rule("TRN-12", "TRN-13", "TAMB-79")
def test_a_seat_is_given_back_until_the_game_is_full() -> None:
    house = WaitingGames()
    house.buy(1, games=3)
    house.give_back(1, games=2)
    assert (house.tables, house.cash(1)) == ([[1], [], []], DEPOSIT - BUY_IN)
    with pytest.raises(EntryRefused, match=r"not registered \(TRN-12\): from 1, to 1"):
        house.give_back(1, games=2)
    house.buy(2)
    house.buy(3)
    with pytest.raises(EntryRefused, match=r"not registered \(TRN-12\)"):
        house.give_back(1)
    assert house.cash(1) == DEPOSIT - BUY_IN


@rule("TAMB-79")
def test_who_left_a_game_waits_in_another_and_three_are_brought_together() -> None:
    """Ann leaves the game where Ben waits and comes back; then Cat comes: that is three."""
    house = WaitingGames()
    house.buy(1)
    house.buy(2)
    house.give_back(1)
    house.buy(1)
    assert house.tables == [[2], [1]]
    (full,) = house.buy(3).filled
    assert sorted(house.desks[full].desk.living) == [1, 2, 3]
    assert [house.cash(player) for player in (1, 2, 3)] == [DEPOSIT - BUY_IN] * 3
    assert [len(one) for one in house.tables] == [0]


@rule("FAIR-07")
def test_practice_players_leave_room_for_a_person() -> None:
    house = WaitingGames(HEXAPRO + "practice_players = 2")
    for player in (1, 2, 3):
        house.buy(player, practice=True)
    assert house.tables == [[1, 2], [3]]
    house.buy(4)
    assert (len(house.started), house.tables) == (1, [[3]])
    none = WaitingGames()
    with pytest.raises(EntryRefused, match=r"no practice players here \(FAIR-07\)"):
        none.buy(1, practice=True)


@rule("HEX-02", "HXT-03")
@pytest.mark.parametrize("edition_name", ONLINE)
def test_every_buy_in_of_every_game_of_the_edition_has_a_queue(edition_name: str) -> None:
    words = {"hexapro": "hexapro", "hexapro_highroller": "highroller", "hexapro_extreme": "extreme"}
    games = tournament(edition_name).hexapro_games
    texts = [
        HEXAPRO.replace("HexaPro", game.code).replace('"hexapro"', f'"{words[game.code]}"')
        + 'buy_ins_cents = "all"'
        for game in games
    ]
    named = [text.replace(f'name = "{words["hexapro"]}"', 'name = "hexapro"') for text in texts]
    found = offered(*named, edition_name=edition_name)
    asked = [(game.code, price) for game in games for price in game.buy_ins_cents]
    assert [(one.definition.kind, one.definition.price_cents) for one in found] == asked


@rule("HEX-02")
def test_a_buy_in_that_is_not_offered_is_refused() -> None:
    house = WaitingGames()
    with pytest.raises(EntryRefused, match=r"not offered \(HEX-02\): offered \['HexaPro'\]"):
        house.buy(1, queue="HexaPro 3")


@rule("TRN-25", "HEX-03")
def test_queues_go_on_after_a_crash_where_they_stopped() -> None:
    house = WaitingGames(HEXAPRO, HEADS_UP)
    house.buy(1, games=3)
    house.buy(2)
    house.give_back(2)
    house.buy(1, queue="Heads-up")
    before = house.queues.open_games
    house.crash()
    assert house.queues.open_games == before
    house.buy(2)
    assert house.tables[0] == [1]
    assert house.queues.open_missing(house.number).changes == ()


@rule("CXL-02")
def test_a_buy_in_that_is_taken_off_the_timetable_is_withdrawn_and_refunded() -> None:
    house = WaitingGames(HEXAPRO, HEADS_UP)
    house.buy(1, queue="Heads-up")
    house.queues = GameQueues([house.offers["HexaPro"]], house.queues.open_games)
    (game,) = house.queues.no_longer_offered
    house.carry_out(house.queues.withdraw(game.game))
    assert house.cash(1) == DEPOSIT
    assert house.tables == [[]]
    with pytest.raises(EntryRefused, match="last seat is filled"):
        house.queues.withdraw(game.game)


@rule("HEX-03", "TAMB-79", "TRN-11")
@pytest.mark.parametrize("seed", range(60))
def test_whatever_players_do_nobody_meets_themselves_and_three_never_wait(seed: int) -> None:
    """Accounts 1 to 8 belong to six people; 9 is a practice player."""
    chance = random.Random(seed)
    persons = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 1, 8: 2}
    house = WaitingGames(HEXAPRO + "practice_players = 1", players=range(1, 10))
    for _ in range(60):
        player = chance.randint(1, 9)
        try:
            if chance.random() < 0.6:
                games = chance.choice((1, 1, 2, 5))
                person = persons.get(player, player)
                house.buy(player, games, person=person, practice=player == 9)
            else:
                house.give_back(player, chance.choice((1, 1, 2)))
        except (EntryRefused, TransferRefused):
            pass
        if chance.random() < 0.1:
            house.crash()
        waiting = [one for one in house.queues.open_games if one.waiting]
        for one in waiting:
            assert len({seat.person for seat in one.waiting}) == len(one.waiting) < 3
        people = {seat.person for one in waiting for seat in one.waiting}
        assert len(people) < 3
        assert house.queues.open_games
    paid = sum(len(scene.desk.living) for scene in house.desks.values())
    assert sum(house.cash(player) for player in range(1, 10)) == 9 * DEPOSIT - paid * BUY_IN
    for game in house.started:
        seats = house.desks[game].desk.living
        assert len({persons.get(player, player) for player in seats}) == 3
