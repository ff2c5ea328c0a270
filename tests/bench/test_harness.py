"""The bench measures what it says, and what it measures still runs."""

import pytest

from bench import equity, evaluator
from bench.__main__ import MODULES, rate, seconds, table
from bench.harness import Contender, measure
from tests.bench import toy


def test_contenders_are_measured_apart_and_goals_are_judged() -> None:
    (task,) = toy.TASKS
    rows = measure("tests.bench.toy", task, rounds=2)
    assert [row.contender.name for row in rows] == ["cardroom pure", "pytest", "pytest, broken"]
    assert rows[1].median / rows[0].median == pytest.approx(2, rel=0.3)
    assert rows[2].failure == "RuntimeError: no table"
    text = "\n".join(table(task, rows))
    assert "failed: RuntimeError: no table" in text
    assert "cardroom pure at least 1.5x the fastest peer: met" in text
    assert "cardroom pure at least 3x pytest: **missed**" in text
    assert "Not measured: no such build here" in text


def test_figures_are_written_with_three_digits() -> None:
    assert [seconds(value) for value in (2.5, 0.00123456, 2.5e-10)] == [
        "2.5 s",
        "1.23 ms",
        "0.25 ns",
    ]
    assert [rate(value) for value in (1234567, 12, 1.25)] == ["1,230,000", "12", "1.2"]


def test_every_module_has_tasks_goals_and_doubts() -> None:
    assert MODULES[:2] == ["evaluator", "equity"]
    for module in (evaluator, equity):
        assert all(task.goals for task in module.TASKS)
        assert module.NOTES.strip()


OURS = [
    pytest.param(contender, id=f"{task.title}, {contender.name}")
    for task in (*evaluator.TASKS, *equity.TASKS)
    for contender in task.contenders
    if contender.package == "cardroom" and contender.build == "pure"
]


@pytest.mark.parametrize("contender", OURS)
def test_our_own_contenders_still_run(
    contender: Contender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluator, "HANDS", 100)
    monkeypatch.setattr(evaluator, "BATCH", 1_000)
    assert contender.prepare()() >= 1
