"""Fields of one player, of fewer players than prizes, with bounties that nobody has claimed."""

import pytest

from cardroom.floor.public_views import entry_of
from cardroom.floor.sheets import sheet
from cardroom.tournament.ids import EntryId
from tests.floor.commanding import HEADER, Desk
from tests.rule import rule


def alone() -> Desk:
    """Two have paid, one of them has left before the start."""
    desk = Desk()
    desk.do("open_tables", count=1)
    desk.do("enter", player="Ann")
    desk.do("enter", player="Bob")
    desk.do("withdraw_entry", entry=2)
    desk.do("start_clock")
    desk.level(4)
    return desk


@rule("LIVE-29")
def test_the_only_player_of_an_event_wins_it_and_the_house_does_not() -> None:
    desk = alone()
    before = desk.state.status
    desk.do("fix_prizes")
    assert desk.refused("close") == ("LIVE-29", "prizes_are_not_paid")
    assert (before, desk.state.status) == ("playing", "over")
    desk.do("pay_prize", entry=1)
    desk.do("close")
    assert desk.balance("house:desk:EUR") == -1_000
    assert desk.balance("house:overlay:EUR") == 0


@rule("LAMB-54")
def test_who_is_left_after_a_disqualification_has_won() -> None:
    desk = Desk()
    desk.start(3)
    desk.do("finish_hand", table=1, out=[1])
    desk.do("disqualify", entry=2, type="COLLUSION", stack=100, reason="seen on film")
    assert desk.state.status == "over"


@rule("LIVE-29", "LAMB-39")
@pytest.mark.parametrize("percents", [(), (40, 20, 20, 10, 10)])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_more_places_are_paid_than_there_are_players(
    players: int, percents: tuple[int, ...]
) -> None:
    row = {"entries": 1, "places": 5, "percents": percents}
    desk = Desk(paid=[row])
    desk.start(players)
    desk.level(4)
    desk.do("fix_prizes")
    prizes = desk.state.money.prizes.prizes
    assert len(prizes) == desk.state.paid_places == min(5, players)
    assert sum(prizes) == 4_000 * players
    assert min(prizes) > 0
    assert list(prizes) == sorted(prizes, reverse=True)


@rule("LIVE-12")
def test_an_entry_is_not_given_back_once_chips_have_changed_hands() -> None:
    desk = Desk()
    desk.do("open_tables", count=1)
    desk.do("enter_many", players=["Ann", "Bob", "Cas", "Dee"])
    desk.do("draw_button", table=1)
    # The clock was forgotten.
    desk.do("finish_hand", table=1, out=[2])
    no = desk.refused("withdraw_entry", entry=1)
    assert no == ("LIVE-12", "the_tournament_has_started")
    no = desk.refused("cancel", reason="power cut")
    assert no == ("LAMB-38", "a_stack_of_every_player")
    desk.do("cancel", reason="power cut", stacks={1: 20_000, 3: 10_000, 4: 10_000})


@rule("LAMB-47")
def test_bounties_are_paid_before_the_books_are_closed() -> None:
    desk = Desk(price={"prize": 1_000, "bounty": 500})
    desk.start(3)
    desk.do("finish_hand", table=1, out=[1])
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("finish_hand", table=1, out=[2])
    desk.do("pay_prize", entry=3)
    assert desk.refused("close") == ("LAMB-47", "bounties_are_not_paid")
    for entry, to in ((1, 2), (2, 3), (3, 3)):
        desk.do("pay_bounty", entry=entry, to=to)
    desk.do("close")
    assert desk.balance("house:desk:EUR") == 0


@rule("LAMB-47", "LAMB-56")
def test_bounties_of_players_who_are_out_are_paid_after_a_cancellation_too() -> None:
    desk = Desk(price={"prize": 1_000, "bounty": 500})
    desk.start(4)
    desk.do("finish_hand", table=1, out=[1])
    desk.do("cancel", reason="power cut", stacks={2: 20_000, 3: 10_000, 4: 10_000})
    assert desk.refused("close") == ("LAMB-47", "bounties_are_not_paid")
    assert desk.refused("pay_bounty", entry=2, to=2) == ("LAMB-47", "no_bounty_to_pay")
    desk.do("pay_bounty", entry=1, to=2)
    desk.do("close")
    assert desk.balance("house:desk:EUR") == 0


@rule("LAMB-47", "LAMB-54")
def test_the_bounty_of_a_disqualified_player_may_stay_with_the_house() -> None:
    desk = Desk(price={"prize": 1_000, "bounty": 500})
    desk.start(3)
    desk.do("finish_hand", table=1)
    desk.do("disqualify", entry=1, type="COLLUSION", stack=100, reason="seen on film")
    desk.do("finish_hand", table=1, out=[2])
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("pay_prize", entry=3)
    for entry in (2, 3):
        desk.do("pay_bounty", entry=entry, to=3)
    desk.do("close")
    assert desk.balance("house:desk:EUR") == -500


@rule("LIVE-7", "LAMB-38", "LAMB-56")
def test_before_the_start_own_amounts_leave_nobody_without_their_fee() -> None:
    desk = Desk()
    desk.do("open_tables", count=1)
    desk.do("enter_many", players=["Ann", "Bob", "Cas"])
    desk.do("cancel", amounts={1: 6_000, 2: 6_000}, reason="the organiser decides")
    assert desk.balance("house:desk:EUR") == 0


@rule("LAMB-54")
def test_a_held_prize_is_not_on_the_phone_of_a_disqualified_player_before_it_is_decided() -> None:
    desk = Desk(paid=[{"entries": 1, "places": 3, "percents": [50, 30, 20]}])
    desk.start(4)
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("finish_hand", table=1, out=[1])
    desk.do("disqualify", entry=2, type="DEVICE", stack=100, reason="seen")

    def shown() -> int:
        return entry_of(desk.floor, HEADER, EntryId(2), 0).prize

    assert shown() == 0
    decided = desk.do("decide_held_prize", entry=2, pays=False, reason="proved")
    assert shown() == 0
    assert "3,Player 2,2,1,3200,0" in sheet(desk.floor, "results").splitlines()
    desk.undo(decided.number)
    desk.do("decide_held_prize", entry=2, pays=True, reason="not proved")
    assert shown() == 3_200


@rule("LIVE-17", "LIVE-14.p1")
def test_a_new_table_waits_for_its_first_players_and_does_not_stop() -> None:
    desk = Desk()
    desk.do("open_tables", count=2)
    assert [one.waits_for for one in desk.state.tables] == ["too_few_players"] * 2
    assert desk.refused("finish_hand", table=1) == ("LIVE-17", "too_few_players")
    for player in ("Ann", "Bob", "Cleo", "Dirk", "Eve", "Finn"):
        desk.do("enter", player=player)
    assert "draw_the_button_first" in {one.waits_for for one in desk.state.tables}
