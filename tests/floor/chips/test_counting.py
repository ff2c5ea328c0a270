"""Chips on the tables: counts that are no longer true, races and exchanges beyond what there is."""

from typing import Any

import msgspec
import pytest

from cardroom.errors import FloorRefused
from cardroom.floor.terms import FloorTerms
from cardroom.floor.verifying_terms import verify_terms
from tests.floor.commanding import PLAIN, Desk
from tests.floor.rulings.asking import LIVE
from tests.rule import rule


def counted(desk: Desk) -> None:
    for table in desk.state.tables:
        worth = 100 * len(table.players)
        desk.do("count_table", table=table.number, chips={100: worth})
    assert desk.state.audit.difference == 0


@rule("LIVE-18")
def test_a_table_that_chips_have_come_to_is_to_be_counted_again() -> None:
    desk = Desk(seats=6)
    desk.start(7, tables=2)
    counted(desk)
    late: Any = desk.do("enter", player="Late", kind="late").event
    table = late.place.table
    assert (desk.state.audit.difference, desk.state.audit.not_counted) == (None, (table,))
    assert "chips_differ" not in {one.kind for one in desk.state.alerts}
    counted(desk)
    other = 3 - table
    (seat, *_) = desk.floor.field.table(other).open_seats
    desk.do("move", entry=late.entry, table=other, seat=seat, cause="special_need")
    assert desk.state.audit.not_counted == (1, 2)
    desk.do("count_table", table=table, chips={100: 100 * len(desk.players_at(table))})
    desk.do("count_table", table=other, chips={100: 100 * len(desk.players_at(other)) - 1})
    assert desk.state.audit.difference == -100
    assert "chips_differ" in {one.kind for one in desk.state.alerts}


@rule("LIVE-18", "LIVE-11.p1")
@pytest.mark.parametrize("change", ["rebuy", "disqualify", "race", "break"])
def test_whatever_changes_the_chips_of_a_table_makes_its_count_old(change: str) -> None:
    rebuy = {"price": {"prize": 100}, "chips": 1_000, "until_level": 2}
    desk = Desk(seats=8, rebuy=rebuy)
    desk.start(8, tables=2)
    counted(desk)
    table = desk.floor.field.places[1].table  # type: ignore[index]
    players = desk.floor.field.table(table).players
    match change:
        case "rebuy":
            for step in ("announce_rebuy", "pay_rebuy", "deliver_rebuy"):
                desk.do(step, entry=1)
        case "disqualify":
            desk.do("disqualify", entry=1, type="DEVICE", stack=100, reason="seen")
        case "race":
            seats = [{"seat": seat, "chips": 1, "rest": 100} for seat in players]
            desk.do("race", table=table, removed=25, in_play=[25, 100], seats=seats)
        case "break":
            desk.do("break_table", table=table)
            table = 3 - table
    assert desk.state.audit.not_counted == (table,)


@rule("LIVE-18")
@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"removed": 25, "in_play": [25, 100], "rest": 10**12}, "more_than_the_chips_in_play"),
        ({"removed": 50, "in_play": [100], "rest": 0}, "not_a_chip_of_the_house"),
        ({"removed": 7, "in_play": [7, 700], "rest": 0}, "not_a_chip_of_the_house"),
    ],
)
def test_a_race_is_for_chips_that_there_are(facts: dict[str, Any], reason: str) -> None:
    kinds = [{"value": value} for value in (25, 50, 100)]
    desk = Desk(chips=kinds)
    desk.start(3)
    rest = facts.pop("rest")
    seats = [{"seat": s, "chips": 1, "rest": rest} for s in desk.floor.field.table(1).players]
    assert desk.refused("race", table=1, seats=seats, **facts) == ("LIVE-18", reason)


@rule("LIVE-19")
@pytest.mark.parametrize(
    ("chips", "reason"), [({25: 100_000}, "not_a_stack"), ({-25: 4, 25: 4}, "not_chips")]
)
def test_an_exchange_is_of_chips_that_a_player_can_have(chips: dict[int, int], reason: str) -> None:
    desk = Desk()
    desk.start(3)
    facts: dict[str, Any] = {"small": 25, "large": 100, "present": True}
    assert desk.refused("exchange", entry=1, chips=chips, **facts) == ("LIVE-19", reason)


@rule("LIVE-18", "LIVE-31")
@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"starting_chips": {-100: 5, 100: 105}}, "chips_are_not_the_stack"),
        ({"chips": [{"value": 100}, {"value": 100}]}, "a_chip_is_named_twice"),
        (
            {"levels": [*PLAIN["levels"], {"minutes": 5, "small_blind": 5}]},
            "blinds_do_not_fit",
        ),
    ],
)
def test_terms_that_cannot_be_played_are_refused(terms: dict[str, Any], reason: str) -> None:
    made = msgspec.convert({**PLAIN, **terms}, FloorTerms, str_keys=True)
    assert LIVE.live is not None
    with pytest.raises(FloorRefused) as no:
        verify_terms(LIVE.live, made)
    assert no.value.reason == reason
