"""Two who sit down together are seen, and nothing is made of it where there is only one table."""

from cardroom.integrity.detectors.company import Attendance, at_least
from cardroom.integrity.judged_before import JudgedBefore

MINUTE = 60_000


def evenings(tables: int, *, follows: bool) -> Attendance:
    """Ten evenings: 0 plays at the first table, 1 comes later; the others sit at their own."""
    attendance = Attendance()
    for evening in range(10):
        begins = evening * 24 * 60 * MINUTE
        for minute in range(60):
            for table in range(tables):
                players = [10 + table, 20 + table] + ([0] if table == 0 else [])
                if minute >= 10 and table == (0 if follows else evening % tables):
                    players.append(1)
                attendance.add(str(table), begins + minute * MINUTE, players)
    return attendance


def test_who_comes_to_the_same_table_every_evening_out_of_five_keeps_company() -> None:
    found = evenings(5, follows=True).company(0, 1)
    assert (found.chances, found.joined, round(found.expected, 9)) == (10, 10, 2.0)
    assert found.p < 1e-6
    assert (len(found.stays), found.left_together, found.arrived_together) == (10, 10, 0)
    assert {stay.hands for stay in found.stays} == {49}


def test_who_comes_to_any_table_does_not() -> None:
    found = evenings(5, follows=False).company(0, 1)
    assert (found.joined, round(found.expected, 9)) == (2, 2.0)
    assert found.p > 0.5


def test_in_a_room_with_one_table_everybody_has_the_same_company() -> None:
    found = evenings(1, follows=True).company(0, 1)
    assert (found.joined, found.p) == (10, 1.0)


def test_the_chance_of_several_events_is_exact() -> None:
    assert at_least([0.5, 0.5], 2) == 0.25
    assert at_least([0.5, 0.25], 1) == 0.625
    assert at_least([], 0) == 1.0


def test_a_pair_is_judged_again_only_by_later_hands() -> None:
    before = JudgedBefore(pairs={("Ann", "Bo"): 40}, players={"Cy": 7})
    assert before.has_pair("Bo", "Ann", 40)
    assert not before.has_pair("Ann", "Bo", 41)
    assert not before.has_pair("Ann", "Cy", 1)
    assert (before.until("Cy"), before.until("Ann")) == (7, -1)
