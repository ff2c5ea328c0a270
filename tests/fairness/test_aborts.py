from cardroom.fairness.aborts import AbortCounts, at_least, is_alarming


def counted(hands: int, aborted: int, disconnected: int = 0) -> AbortCounts:
    counts = AbortCounts()
    for number in range(hands):
        is_aborted = number < aborted
        counts.add(is_aborted=is_aborted, is_disconnected=number < disconnected)
    return counts


def test_void_hands_below_the_rate_are_no_alarm() -> None:
    assert not is_alarming(counted(20_000, 2))
    assert not is_alarming(counted(20_000, 6))
    assert not is_alarming(counted(1, 0))


def test_more_void_hands_than_chance_explains_are_an_alarm() -> None:
    assert is_alarming(counted(20_000, 9))
    assert is_alarming(counted(50, 2))


def test_a_broken_connection_explains_a_withheld_seed() -> None:
    assert is_alarming(counted(1_000, 5))
    assert not is_alarming(counted(1_000, 5, disconnected=5))


def test_the_chance_of_aborts_is_that_of_independent_hands() -> None:
    assert at_least(0, 10, 0.5) == 1.0
    assert abs(at_least(1, 2, 0.5) - 0.75) < 1e-12
    assert abs(at_least(2, 2, 0.5) - 0.25) < 1e-12
