"""Two checkouts are measured beside each other: here this one beside itself."""

import re

from bench.compare import compared
from bench.harness import HERE
from tests.bench import toy


def test_a_checkout_beside_itself_is_a_row_with_a_ratio() -> None:
    (task,) = toy.TASKS
    ours = next(one for one in task.contenders if one.name == "cardroom pure")
    row = compared(HERE, "tests.bench.toy", task, ours, rounds=3)
    figures = r"[\d.]+ µs \| [\d.]+ µs \| [\d.]+ \| [\d.]+ to [\d.]+"
    assert re.fullmatch(rf"\| {task.title} \| cardroom pure \| {figures} \|", row), row
