"""`cardroom integrity`: looks for collusion in finished hands, and plays pools to try that on."""

import argparse

from cardroom.commands.integrity import scanning, simulating


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", title="what", required=True)
    scan = what.add_parser("scan", help="look for pairs who play together in hand histories")
    scanning.configure(scan)
    simulate = what.add_parser("simulate", help="play a pool with planted colluders and scan it")
    simulating.configure(simulate)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    return scanning.run(args) if args.what == "scan" else simulating.run(args)
