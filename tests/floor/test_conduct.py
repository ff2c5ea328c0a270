"""Penalties are recorded and counted."""

from typing import Any

import pytest
from msgspec.structs import replace

from cardroom.errors import FloorRefused
from cardroom.floor.conduct import PenaltyRecord, missed_hand, next_sanction, penalty_record
from cardroom.rulebook.live import LiveRules
from cardroom.tournament.ids import EntryId
from tests.floor.rulings.asking import RULES
from tests.rule import rule

LIVE = RULES.live
ANN, BOB = EntryId(7), EntryId(8)


def note(
    earlier: list[PenaltyRecord], kind: Any, sanction: Any = "warning", **facts: Any
) -> PenaltyRecord:
    rules = facts.pop("rules", LIVE)
    usual = {"player": ANN, "table": 3, "hand": 41, "level": 6, "operator": "Eva"}
    return penalty_record(rules, earlier, kind, sanction, **{**usual, **facts})


def test_a_repeated_disorder_is_counted_by_its_type_for_each_player() -> None:
    log = [note([], "OUT_OF_TURN")]
    log.append(note(log, "LANGUAGE"))
    log.append(note(log, "OUT_OF_TURN", player=BOB))
    again = note(log, "OUT_OF_TURN")
    assert (again.previous, again.rule_ids) == (1, ("LIVE-35.p3",))
    assert [one.previous for one in log] == [0, 0, 0]


def test_the_ladder_proposes_a_warning_then_missed_hands_then_disqualification() -> None:
    log: list[PenaltyRecord] = []
    assert next_sanction(LIVE, log, ANN) == "warning"
    log.append(note(log, "ABUSE_DIRECT"))
    assert (next_sanction(LIVE, log, ANN), next_sanction(LIVE, log, BOB)) == (
        *("missed_hands", "warning"),
    )
    log.append(note(log, "ABUSE_DIRECT", "missed_hands", missed_hands=5))
    log.append(note(log, "LANGUAGE"))
    assert next_sanction(LIVE, log, ANN) == "disqualification"
    log.append(note(log, "COLLUSION", "disqualification"))
    assert next_sanction(LIVE, log, ANN) == "disqualification"


@rule("LHC-57")
def test_missed_hands_count_down_and_blinds_are_posted() -> None:
    first = missed_hand(LIVE, 5, owed=0)
    assert (first.posted, first.remaining) == (0, 4)
    second = missed_hand(LIVE, first.remaining, owed=600)
    assert (second.posted, second.remaining) == (600, 3)
    free = replace(LIVE, conduct=replace(LIVE.conduct, missing_posts_forced_bets=False))
    assert missed_hand(free, 4, owed=600).posted == 0
    with pytest.raises(FloorRefused, match="no hands are missed"):
        missed_hand(LIVE, 0, owed=0)


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"sanction": "missed_hands"}, "missed hands need a number"),
        ({"sanction": "missed_hands", "missed_hands": 101}, "missed hands need a number"),
        ({"sanction": "warning", "missed_hands": 3}, "missed hands need a number"),
        ({"operator": " "}, "somebody must announce it"),
    ],
)
def test_a_penalty_that_makes_no_sense_is_refused(facts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FloorRefused, match=sentence):
        note([], "LANGUAGE", **facts)


def test_a_house_has_its_own_penalties_and_sanctions() -> None:
    def house(**changes: Any) -> LiveRules:
        return replace(LIVE, conduct=replace(LIVE.conduct, **changes))

    with pytest.raises(FloorRefused, match="sanctions warning"):
        note([], "LANGUAGE", "disqualification", rules=house(sanctions=("warning",)))
    few = house(penalties=LIVE.conduct.penalties[:1])
    assert note([], "LANGUAGE", rules=few).rule_ids == ("LIVE-3",)
    with pytest.raises(FloorRefused, match="not a penalty"):
        note([], "DEVICE", rules=few)
