"""deploy/alerts.yaml as Prometheus itself reads it, and when its alerts come and go."""

import subprocess

import pytest

from tests.packaging.wheels import ROOT


@pytest.mark.parametrize(("what", "file"), [("check", "alerts.yaml"), ("test", "alerts-test.yaml")])
def test_prometheus_reads_the_alerts_and_they_come_and_go_when_they_should(
    what: str, file: str
) -> None:
    done = subprocess.run(
        ["promtool", what, "rules", file],
        cwd=ROOT / "deploy", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
