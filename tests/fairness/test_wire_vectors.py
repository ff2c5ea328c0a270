"""The hand and the draws that the client's tests hear are those that this library makes."""

import json

from tests.fairness import draw_vectors
from tests.fairness.wire_vectors import FILE, fixture


def test_the_hand_of_the_clients_tests_is_drawn_by_this_library() -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert kept == fixture(), "run 'python -m tests.fairness.wire_vectors'"


def test_the_draws_of_the_clients_tests_are_made_by_this_library() -> None:
    kept = json.loads(draw_vectors.FILE.read_text(encoding="utf-8"))
    assert kept == draw_vectors.fixture(), "run 'python -m tests.fairness.draw_vectors'"
