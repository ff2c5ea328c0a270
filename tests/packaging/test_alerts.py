"""deploy/alerts.yaml as Prometheus itself reads it, and when its alerts come and go."""

import shutil
import subprocess

import pytest

from tests.packaging.wheels import ROOT

PROMTOOL = shutil.which("promtool")
# It comes with Prometheus, which is too large to be installed for this alone.
pytestmark = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")


@pytest.mark.parametrize(("what", "file"), [("check", "alerts.yaml"), ("test", "alerts-test.yaml")])
def test_prometheus_reads_the_alerts_and_they_come_and_go_when_they_should(
    what: str, file: str
) -> None:
    assert PROMTOOL is not None
    done = subprocess.run(
        [PROMTOOL, what, "rules", file],
        cwd=ROOT / "deploy", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
