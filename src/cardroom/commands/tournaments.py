"""`cardroom tournaments`: checks the files of a timetable, lists what is held, shows its terms."""

import argparse
from datetime import date, timedelta
from typing import Any

from cardroom.commands.main import MISTAKE
from cardroom.commands.printing import write_json
from cardroom.commands.rules.layout import console, table
from cardroom.commands.timetable_folder import Folder, read_folder, take_folder
from cardroom.errors import InvalidFile, UsageError
from cardroom.rulebook.suggestions import did_you_mean
from cardroom.tournament.entry_terms import entry_terms
from cardroom.tournament.timetable import Occurrence, OnDemand, Scheduled, occurrences
from cardroom.tournament.timetable.occurrences import local, moment_ms
from cardroom.tournament.timetable.starts import Moment
from cardroom.units import euros

DAY_MS = 86_400_000
DAYS_MAX = 366
FIRST_YEAR, LAST_YEAR = 2000, 2999
HYPHENS = {"re_entry": "re-entry", "rebuy": "re-buy", "add_on": "add-on"}
EXAMPLES = """\
examples:
  cardroom tournaments check tournaments/                      are the files good?
  cardroom tournaments list tournaments/ --zone Europe/Amsterdam
  cardroom tournaments list --from 2026-12-24 --days 2 --json  the set that comes with cardroom
  cardroom tournaments show "Quick 5" tournaments/             what a player agrees to

How to write the files: docs/guides/tournaments.md.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done with a folder of files."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, title="actions", parser_class=type(parser)
    )
    check = actions.add_parser("check", help="check the files", description="Check the files.")
    coming = actions.add_parser(
        "list", help="list the coming starts", description="List the coming starts."
    )
    coming.add_argument(
        "--from", dest="first", metavar="DATE", help="the first day (default: from now on)"
    )
    coming.add_argument(
        "--days", type=int, default=7, metavar="N", help="this many days (default: %(default)s)"
    )
    show = actions.add_parser(
        "show",
        help="show the terms of a tournament",
        description="Show what a player of a tournament agrees to.",
    )
    show.add_argument("name", metavar="NAME", help="the tournament, as the lobby calls it")
    for action in (check, coming, show):
        take_folder(action)
        action.add_argument("--json", action="store_true", help="write JSON for a program to read")


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    if args.action == "check":
        return _check(args)
    folder = read_folder(args)
    return _list(args, folder) if args.action == "list" else _show(args, folder)


def _check(args: argparse.Namespace) -> int:
    try:
        folder = read_folder(args)
    except InvalidFile as error:
        if not args.json:
            raise
        where = {"file": error.file, "line": error.line, "key": error.key}
        write_json({"good": False, **where, "reason": error.reason})
        return MISTAKE
    found = folder.timetable
    week = occurrences(found, folder.zone, folder.now_ms, folder.now_ms + 7 * DAY_MS)
    counts = {
        "scheduled": len(found.scheduled),
        "starts_in_7_days": len(week),
        "on_demand": len(found.on_demand),
    }
    if args.json:
        write_json({"good": True, **counts})
    else:
        print(
            f"{folder.name}: good. Tournaments with a start time: {len(found.scheduled):,}, with"
            f" {len(week):,} starts in the next 7 days; games on demand: {len(found.on_demand):,}."
        )
    return 0


def _list(args: argparse.Namespace, folder: Folder) -> int:
    if not 1 <= args.days <= DAYS_MAX:
        raise UsageError(f"--days is from 1 to {DAYS_MAX}.")
    from_ms, until_ms = _window(args, folder)
    found = occurrences(folder.timetable, folder.zone, from_ms, until_ms)
    games = folder.timetable.on_demand
    if args.json:
        starts = [_start_data(folder, one) for one in found]
        write_json({"starts": starts, "on_demand": [_data(one) for one in games]})
        return 0
    out = console()
    if found:
        headings = ("start", "tournament", "buy-in", "registration opens")
        out.print(table(headings, [_row(folder, one) for one in found], fixed=3))
    else:
        print("Nothing starts in these days.")
    if games:
        print(f"\nOn demand: {', '.join(one.name for one in games)}.")
    return 0


def _window(args: argparse.Namespace, folder: Folder) -> tuple[int, int]:
    """From the beginning of a day, or from now; days are those of the calendar."""
    if args.first is None:
        return folder.now_ms, folder.now_ms + args.days * DAY_MS
    try:
        first = date.fromisoformat(args.first)
    except ValueError:
        raise UsageError(f"'{args.first}' is not a date; write 2026-12-24.") from None
    if not FIRST_YEAR <= first.year <= LAST_YEAR:
        raise UsageError(f"--from is from {FIRST_YEAR}-01-01 to {LAST_YEAR}-12-31.")
    last = first + timedelta(days=args.days)
    return moment_ms(folder.zone, Moment(first, 0)), moment_ms(folder.zone, Moment(last, 0))


def _show(args: argparse.Namespace, folder: Folder) -> int:
    found: list[Scheduled | OnDemand] = [*folder.timetable.scheduled, *folder.timetable.on_demand]
    offered = {one.name: one for one in found}
    one = offered.get(args.name)
    if one is None:
        near = did_you_mean(args.name, list(offered)) or f"; there are {', '.join(offered)}"
        raise UsageError(f"No tournament is called '{args.name}'{near}")
    rules = folder.timetable.edition_of(one.definition).tournament
    assert rules is not None
    terms = entry_terms(one.definition, rules)
    if args.json:
        write_json({**_data(one), "terms": {term.topic: term.words for term in terms}})
        return 0
    rows = [(HYPHENS.get(term.topic, term.topic.replace("_", " ")), term.words) for term in terms]
    print(f"{one.name}, by {one.definition.edition}")
    console().print(table(("about", "what holds"), rows))
    return 0


def _row(folder: Folder, one: Occurrence) -> tuple[str, str, str, str]:
    scheduled = folder.timetable.scheduled_by(one.name)
    assert scheduled is not None
    phase = "" if one.phase == "whole" else f" ({one.phase})"
    price = euros(scheduled.definition.price_cents)
    opens = local(folder.zone, one.opens_ms)
    return (_shown(folder, one.starts_ms), f"{one.name}{phase}", price, f"{opens:%a %H:%M}")


def _shown(folder: Folder, at_ms: int) -> str:
    return f"{local(folder.zone, at_ms):%a %Y-%m-%d %H:%M}"


def _start_data(folder: Folder, one: Occurrence) -> dict[str, Any]:
    scheduled = folder.timetable.scheduled_by(one.name)
    assert scheduled is not None
    return {
        "key": str(one.key),
        "starts": local(folder.zone, one.starts_ms).isoformat(),
        "starts_ms": one.starts_ms,
        "announced_ms": one.announced_ms,
        "opens_ms": one.opens_ms,
        "phase": one.phase,
        **_data(scheduled),
    }


def _data(one: Scheduled | OnDemand) -> dict[str, Any]:
    return {
        "name": one.name,
        "file": one.file,
        "kind": one.definition.kind,
        "edition": one.definition.edition,
        "price_cents": one.definition.price_cents,
        "currency": one.definition.currency,
        "practice_players": one.practice_players,
        "programs": one.programs,
    }
