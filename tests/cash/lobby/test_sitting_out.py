"""Sitting out at one table and at all, with the catalogue's own case on real tables."""

import pytest

from cardroom.cash.events import Left
from cardroom.cash.lobby_events import TableNews
from cardroom.errors import SeatRefused
from cardroom.ledger import TableId
from cardroom.ledger.accounts import player_cash
from tests.cash.lobbies import RICH, SampleLobby, player
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

HERO = 1


class Multitabler(SampleLobby):
    """The hero sits at several tables with three others at each; times are seconds from 0."""

    def __init__(self, name: str = "en-2.7", *switches: tuple[str, str, object]) -> None:
        super().__init__(name, *switches)
        self.zero_ms = self.now_ms
        self.others = iter(range(100, 200))

    def new(self, *, hero: bool = True) -> TableId:
        seated = [next(self.others) for _ in range(3)]
        return self.full(HERO, *seated) if hero else self.full(*seated)

    def at(self, seconds: float) -> "Multitabler":
        self.wait((self.zero_ms + round(seconds * 1000) - self.now_ms) / 1000)
        return self

    def out(self, table: TableId) -> "Multitabler":
        self.sit_out(player(HERO), table, self.now_ms)
        return self

    def play_until_hero_is_out(self, table: TableId) -> None:
        for _ in range(10):
            if self.out_since(table) is not None:
                return
            self.deal_at(table)
            self.fold_out(table)
        raise AssertionError("the big blind came and the hero played on")

    def seated_at(self, *tables: TableId) -> list[bool]:
        return [self.sits(table, HERO) for table in tables]

    def out_since(self, table: TableId) -> float | None:
        since_ms = self.seat_of(table, HERO).out_since_ms
        return None if since_ms is None else (since_ms - self.zero_ms) / 1000

    def play_until_hero_times_out(self, table: TableId) -> None:
        """The others check and call, the hero never answers; the hand is settled."""
        self.deal_at(table)
        cash_table = self.table(table)
        while (actor := cash_table.actor) is not None:
            if actor == HERO:
                assert cash_table.deadline_ms is not None
                self.now_ms = cash_table.deadline_ms
                assert cash_table.expire(self.now_ms)
            else:
                hand = cash_table.hand
                assert hand is not None
                cash_table.act(actor, "call" if hand.to_call else "check", 0, self.now_ms)
        self.settle(table, self.now_ms)


@rule("SIT-03", "SIT-04", "SIT-06", "AMB-61", "AMB-62", "HC-49")
@pytest.mark.parametrize("name", ONLINE)
def test_a_global_sit_out_lasts_500_seconds_from_its_activation(name: str) -> None:
    lobby = Multitabler(name)
    t1, t2, t3 = (lobby.new() for _ in range(3))
    lobby.deal_at(t2)
    lobby.out(t1)
    assert (lobby.out_since(t1), lobby.out_since(t2), lobby.out_since(t3)) == (0, None, 0)
    lobby.at(20).fold_out(t2)
    assert lobby.out_since(t2) == 20
    lobby.at(300).come_back(player(HERO), t2, lobby.now_ms)
    lobby.at(499.999)
    assert lobby.seated_at(t1, t2, t3) == [True, True, True]
    lobby.at(500)
    assert lobby.seated_at(t1, t2, t3) == [False, True, False]
    assert lobby.out_since(t2) is None


@rule("SIT-03", "AMB-12", "AMB-61", "HC-49")
@pytest.mark.parametrize("name", ONLINE)
def test_at_one_table_alone_there_are_ten_minutes_and_not_a_moment_more(name: str) -> None:
    lobby = Multitabler(name)
    table = lobby.new()
    lobby.out(table).at(600)
    assert lobby.sits(table, HERO)
    lobby.at(600.001)
    assert not lobby.sits(table, HERO)


@rule("SIT-03", "SIT-06", "AMB-61", "HC-49")
@pytest.mark.parametrize("name", ONLINE)
def test_whichever_deadline_comes_first_removes_the_player(name: str) -> None:
    lobby = Multitabler(name)
    t1 = lobby.new()
    lobby.out(t1).at(400)
    t2 = lobby.new()
    lobby.at(450).out(t2)
    lobby.at(600)
    assert lobby.seated_at(t1, t2) == [True, True]
    lobby.at(600.001)
    assert lobby.seated_at(t1, t2) == [False, True]
    lobby.at(949.999)
    assert lobby.seated_at(t2) == [True]
    lobby.at(950)
    assert lobby.seated_at(t2) == [False]


@rule("AMB-63", "SIT-03")
@pytest.mark.parametrize("name", ONLINE)
def test_removal_is_leaving_with_the_stack_to_the_account_and_a_record(name: str) -> None:
    lobby = Multitabler(name)
    table = lobby.new()
    lobby.out(table).take_news()
    lobby.at(601)
    left = [news.event for news in lobby.take_news() if isinstance(news, TableNews)]
    assert [(event.player, event.stack, event.cause) for event in left if type(event) is Left] == [
        (HERO, 1000, "sat_out_too_long")
    ]
    assert lobby.ledger.balance(player_cash(player(HERO), "EUR")) == RICH
    least = lobby.rejoin_history.offer(
        player(HERO), table, lobby.table(table).stake, lobby.now_ms
    ).least
    assert least == (500 if name == "en-2.2" else 1000)


@rule("AMB-62", "SIT-06")
def test_removal_waits_for_the_end_of_the_hand_of_the_others() -> None:
    lobby = Multitabler()
    t1, t2 = lobby.new(), lobby.new()
    lobby.out(t1).at(495).deal_at(t2)
    lobby.at(505)
    assert lobby.seated_at(t1, t2) == [False, True]
    lobby.fold_out(t2)
    assert lobby.seated_at(t2) == [False]


@rule("AMB-62")
def test_a_hand_that_outlasts_the_500_seconds_is_finished_first() -> None:
    lobby = Multitabler()
    t1, t2 = lobby.new(), lobby.new()
    lobby.deal_at(t2)
    lobby.out(t1).at(510)
    assert lobby.seated_at(t1, t2) == [False, True]
    lobby.fold_out(t2)
    assert lobby.seated_at(t2) == [False]


@rule("AMB-62", "SIT-04")
def test_returning_before_the_hand_is_over_keeps_the_player_in_the_game() -> None:
    lobby = Multitabler()
    t1, t2 = lobby.new(), lobby.new()
    lobby.deal_at(t2)
    lobby.out(t1).at(10).come_back(player(HERO), t2, lobby.now_ms)
    lobby.fold_out(t2)
    lobby.at(500)
    assert lobby.seated_at(t1, t2) == [False, True]
    assert lobby.out_since(t2) is None


@rule("AMB-61")
def test_a_second_global_sit_out_does_not_prolong_the_first() -> None:
    lobby = Multitabler()
    t1, t2, t3 = (lobby.new() for _ in range(3))
    lobby.deal_at(t3)
    lobby.out(t1).at(5).come_back(player(HERO), t2, lobby.now_ms)
    lobby.at(6).out(t2).fold_out(t3)
    lobby.at(500)
    assert lobby.seated_at(t1, t2, t3) == [False, True, False]
    lobby.at(506)
    assert lobby.seated_at(t2) == [False]


@rule("SIT-05", "AMB-62")
@pytest.mark.parametrize("name", ONLINE)
def test_sitting_out_next_big_blind_is_for_all_tables_each_at_its_own_big_blind(name: str) -> None:
    lobby = Multitabler(name)
    t1, t2 = lobby.new(), lobby.new()
    lobby.next_big_blind(player(HERO), t1, lobby.now_ms, on=True)
    lobby.play_until_hero_is_out(t1)
    assert lobby.out_since(t2) is None
    lobby.at(50).play_until_hero_is_out(t2)
    assert lobby.out_since(t2) == 50
    lobby.at(600)
    assert lobby.seated_at(t1, t2) == [True, True], "the 500 seconds are of a global sit-out"
    lobby.at(600.001)
    assert lobby.seated_at(t1, t2) == [False, True]
    lobby.at(650.001)
    assert lobby.seated_at(t2) == [False]


@rule("SIT-05", "AMB-62")
def test_a_table_that_waits_for_its_big_blind_is_covered_by_a_global_sit_out_too() -> None:
    lobby = Multitabler()
    t1, t2 = lobby.new(), lobby.new()
    lobby.next_big_blind(player(HERO), t1, lobby.now_ms, on=True)
    lobby.play_until_hero_is_out(t1)
    lobby.at(50).out(t2)
    lobby.at(550)
    assert lobby.seated_at(t1, t2) == [True, False]


@rule("SIT-05")
def test_sitting_out_next_big_blind_is_taken_back_at_all_tables_and_leaves_other_wishes() -> None:
    lobby = Multitabler()
    t1, t2, t3 = lobby.new(), lobby.new(), lobby.new()
    lobby.deal_at(t3)
    lobby.table(t3).sit_out(player(HERO), lobby.now_ms)
    lobby.next_big_blind(player(HERO), t1, lobby.now_ms, on=True)
    wishes = [lobby.seat_of(table, HERO).sit_out for table in (t1, t2, t3)]
    assert wishes == ["next_big_blind", "next_big_blind", "after_this_hand"]
    lobby.next_big_blind(player(HERO), t2, lobby.now_ms, on=False)
    wishes = [lobby.seat_of(table, HERO).sit_out for table in (t1, t2, t3)]
    assert wishes == ["not", "not", "after_this_hand"]


@rule("SIT-05")
def test_sitting_out_next_big_blind_at_a_table_that_pauses_is_watched_too() -> None:
    lobby = Multitabler()
    table = lobby.new()
    lobby.next_big_blind(player(HERO), table, lobby.now_ms, on=True)
    others = [one for one in lobby.table(table).players if one != HERO]
    for _ in range(4):
        lobby.deal_at(table)
        lobby.fold_out(table)
        if lobby.out_since(table) is not None:
            break
    for other in others:
        lobby.leave(other, table, lobby.now_ms)
    lobby.at(601)
    assert not lobby.sits(table, HERO)


@rule("SIT-08", "AMB-62", "SIT-04")
@pytest.mark.parametrize("name", ONLINE)
def test_a_sit_out_by_the_server_reaches_the_other_tables(name: str) -> None:
    lobby = Multitabler(name)
    t1, t2 = lobby.new(), lobby.new()
    lobby.play_until_hero_times_out(t1)
    began = lobby.out_since(t1)
    assert began is not None
    assert lobby.out_since(t2) == began
    lobby.at(began + 499.999)
    assert lobby.seated_at(t1, t2) == [True, True]
    lobby.at(began + 500)
    assert lobby.seated_at(t1, t2) == [False, False]


@rule("AMB-62", "SIT-08")
def test_which_sit_outs_are_global_is_a_switch() -> None:
    lobby = Multitabler("en-2.7", ("AMB-62", "global_causes", ["player"]))
    t1, t2 = lobby.new(), lobby.new()
    lobby.play_until_hero_times_out(t1)
    assert lobby.out_since(t1) is not None
    assert lobby.out_since(t2) is None


@rule("AMB-62", "SIT-05")
def test_a_house_may_let_the_next_big_blind_reach_all_tables() -> None:
    causes = ["player", "server_decision", "next_big_blind"]
    lobby = Multitabler("en-2.7", ("AMB-62", "global_causes", causes))
    t1, t2 = lobby.new(), lobby.new()
    lobby.next_big_blind(player(HERO), t1, lobby.now_ms, on=True)
    lobby.play_until_hero_is_out(t1)
    assert lobby.out_since(t2) == lobby.out_since(t1)
    lobby.at(500)
    assert lobby.seated_at(t1, t2) == [False, False]


@rule("AMB-62")
def test_from_how_many_tables_on_a_sit_out_is_global_is_a_switch() -> None:
    lobby = Multitabler("en-2.7", ("AMB-62", "global_from_tables", 3))
    t1, t2 = lobby.new(), lobby.new()
    lobby.out(t1)
    assert lobby.out_since(t2) is None
    t3 = lobby.new()
    lobby.at(10).out(t3)
    assert [lobby.out_since(table) for table in (t1, t2, t3)] == [0, 10, 10]


@rule("AMB-67", "SIT-04")
def test_a_table_that_the_player_is_leaving_is_left_alone() -> None:
    lobby = Multitabler()
    t1, t2 = lobby.new(), lobby.new()
    lobby.deal_at(t2)
    lobby.leave(player(HERO), t2, lobby.now_ms)
    lobby.out(t1)
    lobby.fold_out(t2)
    assert lobby.seated_at(t1, t2) == [True, False]


@rule("SIT-01")
def test_who_sits_out_already_cannot_sit_out_again_for_a_later_deadline() -> None:
    lobby = Multitabler()
    t1, t2 = lobby.new(), lobby.new()
    lobby.deal_at(t2)
    lobby.out(t1)
    for table in (t1, t2):
        with pytest.raises(SeatRefused, match="sitting out already"):
            lobby.out(table)


@rule("SIT-02", "AMB-62")
def test_who_came_back_in_time_is_not_removed_by_an_old_deadline() -> None:
    lobby = Multitabler()
    table = lobby.new()
    lobby.out(table).at(599).come_back(player(HERO), table, lobby.now_ms)
    lobby.at(700)
    assert lobby.sits(table, HERO)
