"""`cardroom ledger`: check the money. `audit` verifies all of it from zero and writes nothing;
`migrate` brings an older database up to the schema of this program."""

import argparse
import asyncio
import re
import time
from collections.abc import Sequence

from cardroom.commands.editions import read_house_rules
from cardroom.commands.printing import write_json
from cardroom.errors import UsageError
from cardroom.ledger.audit import Replay, Report
from cardroom.ledger.invariants import SENTENCES
from cardroom.store import Patience, Store, connect
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.databases.address import POSTGRES, sqlite_path
from cardroom.store.migrations import version


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done with the ledger, and where it is."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    audit = actions.add_parser(
        "audit",
        help="verify every transfer, hand and balance from zero",
        description="Read every transfer from the first to the last and verify that no cent was"
        " made or lost. It writes nothing, and the room may be open meanwhile. Exit status: 0 all"
        " is well, 1 something is wrong, 2 there is no room to read, or it is out of reach."
        " docs/guides/money.md explains the findings.",
    )
    _add_database(audit)
    audit.add_argument(
        "--house-rules",
        action="append",
        default=[],
        metavar="FILE",
        help="house rules that hands were dealt under, besides the published editions;"
        " may be given several times",
    )
    audit.add_argument(
        "--without-replay",
        action="store_true",
        help="do not play every hand again from its history: two or three times as fast",
    )
    audit.add_argument(
        "--noted",
        action="append",
        default=[],
        metavar="HASH",
        type=_hash,
        help="the last hash of an earlier audit: the chain must still pass through it;"
        " may be given several times",
    )
    audit.add_argument("--json", action="store_true", help="write the report as JSON")
    migrate = actions.add_parser(
        "migrate",
        help="bring a database up to the schema of this program",
        description="Bring the database of an older cardroom up to the schema of this one, as the"
        " room does when it starts. There is no way back: make a copy first.",
    )
    _add_database(migrate)
    migrate.add_argument("--json", action="store_true", help="write the versions as JSON")


def _add_database(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "--database",
        required=True,
        metavar="ADDRESS",
        help="the file of an SQLite database, or postgresql://USER@HOST/NAME",
    )


def _hash(word: str) -> bytes:
    """A hash as the report tells it."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", word):
        raise argparse.ArgumentTypeError(
            f"'{word}' is not a hash: 64 hexadecimal digits are needed"
        )
    return bytes.fromhex(word)


def run(args: argparse.Namespace) -> int:
    """Audit the database; 1 if anything is wrong. Or bring it up to date."""
    _verify_there(args.database)
    if args.action == "migrate":
        return _migrate(args)
    replay = None if args.without_replay else replay_under(args.house_rules)
    report = asyncio.run(_audit_with_progress(args.database, replay, args.noted))
    if args.json:
        write_json(report)
    else:
        _show(report)
    return 1 if report.breaches_found else 0


def _migrate(args: argparse.Namespace) -> int:
    before, after = asyncio.run(migrated(args.database))
    if args.json:
        write_json({"from": before, "to": after})
    elif before == after:
        print(f"The database has schema version {after} already.")
    else:
        print(f"The database went from schema version {before} to {after}.")
    return 0


async def migrated(address: str) -> tuple[int, int]:
    """Bring a database up to date: its version before and after; not beneath an open room."""
    database = connect(address, alone=True)
    try:
        before = await Patience().through(lambda: database.read(version(database.dialect)))
    except BaseException:
        await database.close()
        raise
    async with await Store.open(database, new=False) as store:
        return before, await store.ask(lambda: version(store.dialect))


def _verify_there(address: str) -> None:
    """Neither an audit nor a migration makes a new database where there is none."""
    if address.startswith(POSTGRES):
        return
    path = sqlite_path(address)
    if not path.exists():
        raise UsageError(f"There is no database {address}.")
    if path.stat().st_size == 0:
        raise UsageError(f"The file {path} is empty: it is not a database of cardroom.")


async def _audit_with_progress(
    address: str, replay: Replay | None, noted: Sequence[bytes]
) -> Report:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    quiet = not console.is_terminal
    async with await Store.open_to_read(address) as store:
        with Progress(console=console, transient=True, disable=quiet) as progress:
            bar = progress.add_task("Reading transfers", total=None)
            return await audit_store(
                store,
                replay,
                now_ms=time.time_ns() // 1_000_000,
                show_progress=lambda read, of: progress.update(bar, completed=read, total=of),
                noted=noted,
                whole=True,
            )


def replay_under(files: Sequence[str]) -> Replay:
    """Play a hand again by a published edition or the house rules in one of the files (I10)."""
    return replay_by({house.name: house for house in map(read_house_rules, files)})


def _show(report: Report) -> None:
    counts = f"{report.transfers:,} transfers, {report.hands:,} hands, {report.accounts:,} accounts"
    print(f"{counts} read, {report.hands_replayed:,} hands played again.")
    if report.tournaments:
        count, hands = report.tournaments, report.chip_hands
        print(f"Tournaments followed: {count:,}, with {hands:,} hands for chips.")
    if report.floors:
        logs = f"{report.floor_entries:,} entries of their logs"
        print(f"Live tournaments followed: {report.floors:,}, with {logs}.")
    if report.hands_taken_back:
        print(f"Hands taken back after they were paid: {report.hands_taken_back:,}.")
    print(f"Last hash: {report.head}")
    print(f"Last seal: {report.seal_head}, of {report.seals:,} over what is kept beside the money")
    if not report.breaches_found:
        print("Every cent is accounted for.")
        return
    findings = "1 finding" if report.breaches_found == 1 else f"{report.breaches_found:,} findings"
    print(f"{findings}, the first one first; what follows it may be a consequence of it.")
    for breach in report.breaches:
        print(f"- {breach.rule}, {breach.what}: {breach.sentence}")
    if report.breaches_found > len(report.breaches):
        print(f"- and {report.breaches_found - len(report.breaches):,} more.")
    print("What the rules say:")
    for rule, text in SENTENCES.items():
        if rule in {breach.rule for breach in report.breaches}:
            print(f"- {rule}: {text}")
