"""Decision time, timebank and lost connections; seconds here, milliseconds inside."""

from dataclasses import replace
from functools import partial

import pytest

from cardroom.engine.action_clock import ActionClock, ClockTerms, Connection
from cardroom.engine.timebank import BankTerms, TimeBank
from tests.rule import rule

TEN_HANDS = BankTerms(
    first_ms=15_000,
    refill_ms=5_000,
    refill_every_hands=10,
    cap_ms=30_000,
    floor_ms=0,
    charge_step_ms=250,
)
EVERY_HAND = BankTerms(
    first_ms=10_000,
    refill_ms=250,
    refill_every_hands=1,
    cap_ms=30_000,
    floor_ms=10_000,
    charge_step_ms=250,
)
TERMS = ClockTerms(
    action_ms=10_000,
    reconnect_ms=30_000,
    reconnect_extra_ms=20_000,
    both_must_pass=True,
    extras_per_hand=100,
    bank_frozen_offline=True,
)


class Player:
    """A player at one table whose clock runs in seconds."""

    def __init__(self, bank_s: int = 15) -> None:
        self.bank = TimeBank(TEN_HANDS, left_ms=bank_s * 1000)
        self.connection = Connection()

    def turn(self, start_s: int) -> ActionClock:
        return ActionClock(TERMS, self.bank, self.connection, start_ms=start_s * 1000)


def play(bank: TimeBank, hands: int, *, used_ms: int = 0) -> None:
    for _ in range(hands):
        bank.start_hand()
        bank.charge(used_ms)
        bank.finish_hand()


@rule("TIME-04", "TIME-05", "AMB-60", "HC-46")
def test_a_bank_that_is_never_used_grows_after_every_tenth_hand_to_its_cap() -> None:
    bank = TimeBank(TEN_HANDS)
    seen = []
    for _ in range(45):
        seen.append(bank.left_ms // 1000)
        play(bank, 1)
    assert seen == [15] * 10 + [20] * 10 + [25] * 10 + [30] * 15


@rule("TIME-04", "AMB-60", "HC-46")
def test_a_used_bank_is_not_renewed_and_may_be_empty() -> None:
    bank = TimeBank(TEN_HANDS)
    play(bank, 1, used_ms=4_000)
    assert bank.left_ms == 11_000
    play(bank, 1, used_ms=60_000)
    assert bank.left_ms == 0
    play(bank, 8)
    assert bank.left_ms == 5_000
    play(bank, 10)
    assert bank.left_ms == 10_000


@rule("TIME-06", "AMB-59", "HC-47")
def test_a_bank_that_grows_every_hand_reaches_its_cap_in_hand_81() -> None:
    bank = TimeBank(EVERY_HAND)
    seen = []
    for _ in range(90):
        bank.start_hand()
        seen.append(bank.left_ms)
        bank.finish_hand()
    assert seen[:2] == [10_000, 10_250]
    assert (seen[79], seen[80], seen[89]) == (29_750, 30_000, 30_000)


@rule("TIME-06", "HC-47")
@pytest.mark.parametrize(("used_ms", "next_ms"), [(9_000, 10_000), (3_000, 12_250)])
def test_every_hand_starts_with_at_least_the_floor(used_ms: int, next_ms: int) -> None:
    bank = TimeBank(EVERY_HAND)
    play(bank, 20)
    assert bank.left_ms == 15_000
    play(bank, 1, used_ms=used_ms)
    bank.start_hand()
    assert bank.left_ms == next_ms


@rule("AMB-58")
def test_every_started_quarter_of_a_second_is_charged() -> None:
    bank = TimeBank(TEN_HANDS)
    bank.charge(1)
    assert bank.left_ms == 14_750


@rule("AMB-58")
def test_a_connected_player_has_the_decision_time_and_then_the_bank() -> None:
    player = Player()
    clock = player.turn(0)
    assert (clock.bank_starts_ms, clock.deadline_ms) == (10_000, 25_000)
    clock.stop(12_000)
    assert player.bank.left_ms == 13_000


@rule("AMB-58")
def test_acting_within_the_decision_time_costs_nothing() -> None:
    player = Player()
    player.turn(0).stop(10_000)
    assert player.bank.left_ms == 15_000


@rule("TIME-01", "TIME-02", "AMB-56", "HC-48")
@pytest.mark.parametrize(("lost_s", "decided_s"), [(-5, 30), (-600, 30), (9, 39)])
def test_an_offline_player_has_twenty_seconds_extra_or_thirty_from_the_loss(
    lost_s: int, decided_s: int
) -> None:
    player = Player()
    if lost_s < 0:
        player.connection.lost_at_ms = lost_s * 1000
    clock = player.turn(0)
    if lost_s >= 0:
        clock.lose_connection(lost_s * 1000)
    assert clock.deadline_ms == decided_s * 1000


@rule("AMB-58", "HC-48")
def test_the_bank_is_frozen_while_offline_and_runs_on_after_the_deadline_of_the_return() -> None:
    player = Player(bank_s=15)
    clock = player.turn(0)
    clock.lose_connection(14_000)
    assert (player.bank.left_ms, clock.deadline_ms) == (11_000, 44_000)
    clock.reconnect()
    assert (clock.bank_starts_ms, clock.deadline_ms) == (44_000, 55_000)
    clock.stop(43_000)
    assert player.bank.left_ms == 11_000


@rule("AMB-57", "HC-48")
def test_the_extra_time_is_given_at_every_decision_of_a_hand() -> None:
    player = Player()
    player.connection.lost_at_ms = -5_000
    player.turn(0).stop(30_000)
    assert player.turn(100).deadline_ms == 130_000


@rule("AMB-57")
def test_a_house_may_give_the_extra_time_once_per_hand() -> None:
    player, once = Player(), replace(TERMS, extras_per_hand=1)
    player.connection.lost_at_ms = -5_000
    turn = partial(ActionClock, once, player.bank, player.connection)
    turn(start_ms=0).stop(30_000)
    assert turn(start_ms=100_000).deadline_ms == 110_000
    player.connection.start_hand()
    assert turn(start_ms=200_000).deadline_ms == 230_000


@rule("AMB-57")
def test_a_second_drop_in_the_same_decision_gets_no_more() -> None:
    player = Player()
    clock = player.turn(0)
    clock.lose_connection(5_000)
    assert clock.deadline_ms == 35_000
    clock.reconnect()
    clock.lose_connection(20_000)
    assert clock.deadline_ms == 35_000


@rule("TIME-02", "TIME-04")
def test_a_turn_that_begins_later_has_its_whole_time_then() -> None:
    player = Player(bank_s=15)
    clock = player.turn(0)
    clock.begin_at(800)
    clock.begin_at(300)
    assert (clock.bank_starts_ms, clock.deadline_ms) == (10_800, 25_800)
    assert clock.decision_ms == 10_000
    clock.stop(10_800)
    assert player.bank.left_ms == 15_000


@rule("TIME-01", "AMB-57")
def test_a_line_lost_before_the_turn_begins_is_waited_for_as_in_the_turn() -> None:
    player = Player()
    clock = player.turn(0)
    clock.begin_at(800)
    clock.lose_connection(500)
    assert clock.deadline_ms == 30_800
    assert player.bank.left_ms == 15_000


@rule("AMB-69")
def test_a_copy_of_the_bank_keeps_what_the_hand_began_with() -> None:
    bank = TimeBank(TEN_HANDS)
    play(bank, 3, used_ms=1_000)
    kept = bank.copy()
    play(bank, 7, used_ms=1_000)
    assert (kept.left_ms, kept.hands) == (12_000, 3)
