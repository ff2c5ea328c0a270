"""What was built, and environments that have nothing but a wheel."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.wheels import Packages, packages, run


@pytest.fixture(scope="session")
def built() -> Packages:
    return packages()


@pytest.fixture(params=["compiled", "pure"])
def installed(request: pytest.FixtureRequest, built: Packages, tmp_path: Path) -> Path:
    """The programs of an empty environment into which one of the wheels was installed."""
    wheel: Path = getattr(built, request.param)
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    install = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    run(install)
    return environment / "bin"
