"""Commands are modules: each is imported when it is asked for."""

import argparse
from importlib import import_module
from typing import Protocol, cast


class Command(Protocol):
    """What the module of a command offers."""

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


def command(name: str) -> Command:
    """The module of a command, such as `rules.listing` or `day-end`."""
    module = name.replace("-", "_")
    return cast("Command", import_module(f"cardroom.commands.{module}"))
