"""Which release this is. The distribution has another name than the package it contains."""

from importlib.metadata import version

DISTRIBUTION = "cardroom-poker"


def release() -> str:
    """The version that is installed, such as "0.2.0"."""
    return version(DISTRIBUTION)
