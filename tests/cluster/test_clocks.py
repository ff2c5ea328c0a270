"""What the difference between two clocks is, when only a question and an answer tell of it."""

import pytest

from cardroom.cluster.clocks import ClockDifferences
from tests.cluster.test_leases import SetClock


@pytest.mark.parametrize(
    ("at_ms", "apart_ms"), [(100, 0), (400, 0), (700, 0), (90, 10), (705, 5), (9_700, 9_000)]
)
def test_what_lies_between_question_and_answer_is_no_difference(at_ms: int, apart_ms: int) -> None:
    clock = SetClock()
    differences = ClockDifferences(clock)
    clock.at_ms = 700
    differences.note("other", at_ms, asked_ms=100)
    assert differences.apart_ms == apart_ms
    differences.keep(())
    assert differences.apart_ms == 0
