"""What `cardroom admin` prints: the room's answers as sentences and tables, or as JSON."""

import argparse
import sys

from cardroom.commands import admin_tournaments, corrections, help_requests
from cardroom.commands.house import (
    cases,
    cluster,
    entrance,
    identity,
    money,
    people,
    reports,
    review,
    stakes,
    tables,
)
from cardroom.commands.house.words import Answer, Printed
from cardroom.commands.printing import printable, write_json, write_rows

LISTS = {
    **people.LISTS,
    **entrance.LISTS,
    **identity.LISTS,
    **stakes.LISTS,
    **tables.LISTS,
    **money.LISTS,
}


def show(args: argparse.Namespace, answer: Answer) -> None:
    """Print what an action has answered."""
    if "csv" in answer:
        sys.stdout.write(answer["csv"].replace("\r\n", "\n"))
    elif args.json:
        write_json(answer)
    elif args.action == "case":
        _show_all(*_listed(cases.LISTS[args.deed], answer))
    elif args.action == "cluster" and args.deed in cluster.LISTS:
        _show_all(*_listed(cluster.LISTS[args.deed], answer))
    elif args.action == "review":
        _show_all(*_listed(review.LISTS[args.deed], answer))
    elif args.action == "report":
        _show_report(args, answer)
    elif args.action in LISTS:
        _show_all(*_listed(LISTS[args.action], answer))
    elif args.action == "tournament":
        _show_tournament(args.deed, answer)
    elif args.action == "tables":
        _show_tables(answer["tables"])
    elif args.action == "players":
        write_rows(("name", "table", "stack"), answer["players"])
    elif args.action == "void-hand":
        print(corrections.void_sentence(answer))
        _show_all(corrections.void_rows(answer))
    elif args.action == "restore-seat":
        print(corrections.seat_sentence(answer))
    elif args.action == "set-aside":
        print(corrections.aside_sentence(answer))
    elif args.action == "resolve":
        print(corrections.resolved_sentence(answer))
    elif args.action == "bookings":
        _show_all(corrections.booking_rows(answer["bookings"]), "No booking is waiting.")
    elif answer.get("waiting"):
        print(corrections.waiting_sentence(answer))
    elif args.action == "give-ticket":
        _show_all(corrections.ticket_rows(answer["tickets"]))
    elif args.action == "suspense":
        _show_all(corrections.suspense_rows(answer["items"]), "Nothing is in suspense.")
    elif args.action == "exclude-from-banzai":
        print(corrections.exclusion_sentence(answer))
    elif args.action == "banzai-exclusions":
        _show_all(corrections.exclusion_rows(answer["excluded"]), "Nobody is excluded from Banzai.")
    elif args.action == "help-requests":
        _show_all(help_requests.help_rows(answer["requests"]), "Nobody is waiting for an answer.")
    elif args.action in {"answer-help", "close-help"}:
        print(help_requests.help_sentence(answer))
    elif args.action in entrance.SENTENCES:
        print(entrance.SENTENCES[args.action](answer))
    elif answer == {"done": True}:
        print("Done.")
    else:
        for name, value in answer.items():
            print(printable(f"{name}: {value}"))


def _listed(printed: Printed, answer: Answer) -> tuple[list[Answer], str]:
    return printed.rows(answer), printed.nothing


def _show_report(args: argparse.Namespace, answer: Answer) -> None:
    if args.deed == "rake":
        _show_all(reports.rake_rows(answer, args.by), "No hand was raked.")
        print(reports.rake_sentence(answer))
    else:
        _show_all(*_listed(reports.LISTS[args.deed], answer))


def _show_tournament(deed: str, answer: Answer) -> None:
    rows = admin_tournaments.rows(deed, answer)
    if rows is not None:
        _show_all(rows, "There is nothing to list.")
    if deed == "preview-cancel":
        _show_all(admin_tournaments.payments(answer))
    if rows is None or deed == "preview-cancel":
        print(admin_tournaments.sentence_of(deed, answer))


def _show_tables(tables: list[Answer]) -> None:
    rows = [{**one, "players": f"{len(one['players'])}/{one['seats']}"} for one in tables]
    write_rows(("table", "stake", "players", "hands", "frozen"), rows)


def _show_all(rows: list[Answer], nothing: str = "") -> None:
    """Rows with all their columns, or a sentence where there are none."""
    if rows:
        write_rows(tuple(rows[0]), rows)
    elif nothing:
        print(nothing)
