"""`cardroom demo`: shows what is there so far."""

import argparse

from cardroom.rulebook import EDITIONS, edition


def configure(parser: argparse.ArgumentParser) -> None:
    """Take no arguments."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """List the editions that can be played."""
    for name in EDITIONS:
        print(f"{name}: {edition(name).title}")
    return 0
