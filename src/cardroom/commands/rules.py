"""`cardroom rules`: look up the rules, compare editions, check house rules."""

import argparse

from cardroom.rulebook.texts import rule_texts


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done with the rules."""
    parser.add_argument("action", choices=["list"])


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """List every rule."""
    for rule in rule_texts().values():
        print(f"{rule.id:12} {rule.title}")
    return 0
