"""`cardroom backup`: copies a room's database while the room is open."""

import argparse
from pathlib import Path

from cardroom.commands.printing import working, write_json
from cardroom.store.backups import back_up


def configure(parser: argparse.ArgumentParser) -> None:
    """Take where the database is, and where the copy goes."""
    parser.description = (
        "Copy the database of a room to a new file, complete and at one moment, while the room may"
        " be open. SQLite gives a database file, PostgreSQL an archive of pg_dump, which must be"
        " installed. 'cardroom restore' puts it back."
    )
    parser.add_argument(
        "--database",
        required=True,
        metavar="ADDRESS",
        help="the file of an SQLite database, or postgresql://USER@HOST/NAME",
    )
    parser.add_argument("copy", type=Path, metavar="FILE", help="the copy; must not be there yet")
    parser.add_argument("--json", action="store_true", help="write the file and its size as JSON")


def run(args: argparse.Namespace) -> int:
    """Make the copy."""
    with working("Copying the database"):
        size = back_up(args.database, args.copy)
    if args.json:
        write_json({"file": str(args.copy), "bytes": size})
    else:
        print(f"Copied to {args.copy}, {size:,} bytes.")
    return 0
