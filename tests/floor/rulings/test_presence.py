"""Players away from their seat, and the clock that somebody called."""

from typing import Any

import pytest

from cardroom.floor.rulings.presence import Absence, CalledClock, TimeRequest
from tests.floor.rulings.asking import ask, house
from tests.rule import rule


@rule("LIVE-32", "LHC-38")
def test_whoever_is_away_at_the_last_card_has_a_dead_hand_and_the_blind_stays() -> None:
    ruling = ask(Absence(moment="last_card", posted=600))
    assert (ruling.decision, ruling.hand_status) == ("hand_dead", "dead")
    assert (ruling.amounts.bet_to, ruling.chip_moves) == (600, ())


@rule("LIVE-10")
def test_an_absent_player_lives_until_the_turn_comes_and_the_floor_decides() -> None:
    waiting = ask(Absence(moment="during_hand"))
    assert (waiting.hand_status, waiting.needs_floor) == ("live", True)
    turn = ask(Absence(moment="on_turn"))
    assert (turn.hand_status, turn.penalty_hint) == ("dead", "LEFT_SEAT")
    assert [option.choice for option in turn.options] == ["live", "dead"]
    strict = house("rulings", absent_without_action="dead")
    assert ask(Absence(moment="during_hand"), strict).hand_status == "dead"


@rule("LIVE-10", "LIVE-34")
def test_an_all_in_player_who_stands_up_keeps_the_hand_and_is_noted() -> None:
    ruling = ask(Absence(moment="on_turn", all_in=True))
    assert (ruling.hand_status, ruling.penalty_hint) == ("live", "LEFT_SEAT_ALLIN")


@rule("LIVE-32.a")
def test_only_a_seated_player_may_ask_for_time() -> None:
    assert ask(TimeRequest()).decision == "refused"
    assert ask(TimeRequest(seated=True)).decision == "allowed"
    free = house("rulings", time_request_needs_seat=False)
    assert ask(TimeRequest(), free).decision == "allowed"


@rule("LAMB-29", "LHC-39")
@pytest.mark.parametrize(
    ("elapsed", "turbo", "decision", "reason"),
    [
        (49, False, "allowed", "clock_runs"),
        (50, False, "allowed", "clock_countdown"),
        (59, False, "allowed", "clock_countdown"),
        (60, False, "hand_dead", "clock_expired"),
        (24, True, "allowed", "clock_runs"),
        (25, True, "allowed", "clock_countdown"),
        (30, True, "hand_dead", "clock_expired"),
    ],
)
def test_when_the_called_clock_runs_out_the_hand_is_dead_although_a_check_was_free(
    elapsed: int, turbo: bool, decision: str, reason: str
) -> None:
    ruling = ask(CalledClock(elapsed_s=elapsed, turbo=turbo))
    assert (ruling.decision, ruling.reason) == (decision, reason)


@rule("LAMB-29")
def test_a_house_may_have_an_expired_clock_check_where_that_is_free() -> None:
    mild: Any = house("floor", clock_expiry="check_or_fold")
    assert ask(CalledClock(elapsed_s=60), mild).decision == "check"
    assert ask(CalledClock(elapsed_s=60, facing_bet=True), mild).decision == "hand_dead"
