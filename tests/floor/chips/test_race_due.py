"""The console names a chip that no level needs any more, until every table has raced it off."""

from cardroom.floor.view import Alert
from tests.floor.commanding import Desk
from tests.rule import rule

CHIPS = [{"value": value} for value in (25, 100, 500)]
LEVELS = [
    {"minutes": 20, "small_blind": 25, "big_blind": 50},
    {"minutes": 10},
    {"minutes": 20, "small_blind": 100, "big_blind": 200},
]


@rule("LIVE-18", "LIVE-19")
def test_a_chip_is_due_from_the_break_on_until_it_is_raced_off_at_every_table() -> None:
    desk = Desk(chips=CHIPS, levels=LEVELS)
    desk.start(8, tables=2)
    assert [(one.before_level, one.removed, one.target) for one in desk.state.colour_up_plan] == [
        (2, 25, 100)
    ]
    assert not desk.state.races_due
    desk.level(2)
    for table in (1, 2):
        assert [one.tables for one in desk.state.races_due] == [tuple(range(table, 3))]
        assert Alert(kind="race_due", chip=25) in desk.state.alerts
        players = next(found for found in desk.state.tables if found.number == table).players
        seats = [{"seat": player.seat, "chips": 0, "rest": 10_000} for player in players]
        desk.do("race", table=table, removed=25, seats=seats)
    assert not desk.state.races_due
    assert all(one.kind != "race_due" for one in desk.state.alerts)
