"""The long run of both verifiers, in short: what agrees, and that a disagreement is seen."""

import pytest

from tests.fairness.long_runs import Tally, _compare
from tests.fairness.page_in_node import Findings, page_in_node

SEEDS = range(1, 21)


def accepting(texts: list[str]) -> list[Findings]:
    """A judge who finds nothing."""
    return [[] for _ in texts]


def test_the_script_of_the_page_judges_in_node_as_cardroom_verify_does() -> None:
    with page_in_node() as page:
        assert _compare(page, SEEDS, None) == Tally(20, 2, 0, 0)


def test_a_judge_who_accepts_what_was_tampered_with_is_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with page_in_node() as page:
        assert _compare(page, SEEDS, accepting) == Tally(20, 2, 2, 2)
    assert "seed 10: tampered with True" in capsys.readouterr().out
