"""`cardroom restore`: puts a copy of a room's database into an empty place."""

import argparse
from pathlib import Path

from cardroom.commands.printing import working, write_json
from cardroom.store.backups import restore


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the copy, and where it goes."""
    parser.description = (
        "Put a copy that 'cardroom backup' made into a new SQLite file or an empty PostgreSQL"
        " database. Nothing is ever overwritten. Audit it before you open a room on it:"
        " 'cardroom ledger audit --database ADDRESS'."
    )
    parser.add_argument("copy", type=Path, metavar="FILE", help="what 'cardroom backup' wrote")
    parser.add_argument(
        "--database",
        required=True,
        metavar="ADDRESS",
        help="a file that is not there yet, or postgresql://USER@HOST/NAME of an empty database",
    )
    parser.add_argument("--json", action="store_true", help="write what was restored as JSON")


def run(args: argparse.Namespace) -> int:
    """Restore the copy."""
    with working("Restoring the database"):
        restore(args.copy, args.database)
    if args.json:
        write_json({"file": str(args.copy), "restored": True})
    else:
        print(f"Restored from {args.copy}. Now run 'cardroom ledger audit' on it.")
    return 0
