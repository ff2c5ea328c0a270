"""`cardroom admin report`: what the house earned, who played, won and lost, and who has what."""

import argparse
from datetime import UTC, datetime

from cardroom.commands.house.periods import PERIOD, query_of
from cardroom.commands.house.words import Answer, Deed, Deeds, Printed, Words
from cardroom.commands.refusals import moment, money
from cardroom.commands.room_client import RoomClient

ALL = "/api/admin/reports"
CSV: Words = {"--csv": {"action": "store_true", "help": "print all rows as CSV"}}
BY: Words = {
    "--by": {"choices": ("day", "stake", "player"), "default": "stake", "help": "default: stake"}
}


def _asked(report: str) -> Deed:
    async def ask(client: RoomClient, args: argparse.Namespace) -> Answer:
        asked = "" if report == "balances" else query_of(args, datetime.now(UTC))
        if args.csv:
            table = f"rake-by-{args.by}" if report == "rake" else report
            return {"csv": await client.get_text(f"{ALL}/file?table={table}&{asked}".rstrip("&"))}
        return dict(await client.get(f"{ALL}/{report}?{asked}".rstrip("?")))

    return ask


DEEDS: Deeds = {
    "rake": (
        "the rake of a period, by day, stake or player, and what the ledger says",
        {**PERIOD, **BY, **CSV},
        _asked("rake"),
    ),
    "sessions": ("who played when, and for how long", {**PERIOD, **CSV}, _asked("sessions")),
    "results": ("who won and lost how much", {**PERIOD, **CSV}, _asked("results")),
    "balances": ("who has how much now, and what the house has", CSV, _asked("balances")),
}
"""What each report is for, the words it takes, and how it is asked for."""


def rake_rows(answer: Answer, by: str) -> list[Answer]:
    """One table of the rake."""
    tables = {"day": "days", "stake": "stakes", "player": "players"}
    return [
        {by: one["name"], "hands": one["hands"], "rake": money(one["rake"], answer["currency"])}
        for one in answer[tables[by]]
    ]


def rake_sentence(answer: Answer) -> str:
    """The sums, and whether the ledger agrees."""
    currency = answer["currency"]
    rake, ledger = money(answer["rake"], currency), money(answer["ledger"], currency)
    agrees = answer["rake"] == answer["ledger"]
    said = "The ledger has booked the same." if agrees else f"The ledger has booked {ledger}!"
    fees = f" Fees of tournaments: {money(answer['fees'], currency)}." if answer["fees"] else ""
    return f"Rake of {answer['hands']} hands: {rake}. {said}{fees}"


def _session_rows(answer: Answer) -> list[Answer]:
    currency = answer["currency"]
    return [
        {
            "player": one["name"], "began": moment(one["began_ms"]),
            "ended": moment(one["ended_ms"]), "hands": one["hands"],
            "result": money(one["result"], currency), "rake": money(one["rake"], currency),
        }
        for one in answer["sessions"]
    ]  # fmt: skip


def _result_rows(answer: Answer) -> list[Answer]:
    currency = answer["currency"]
    return [
        {
            "player": one["name"], "hands": one["hands"], "cash": money(one["cash"], currency),
            "rake": money(one["rake"], currency), "entries": one["entries"],
            "paid": money(one["paid"], currency), "won": money(one["won"], currency),
            "total": money(one["total"], currency),
        }
        for one in answer["players"]
    ]  # fmt: skip


def _balance_rows(answer: Answer) -> list[Answer]:
    currency = answer["currency"]
    kinds = [
        {
            "what": one["name"].replace("#", "N"), "accounts": one["accounts"],
            "amount": money(one["amount"], currency),
        }
        for one in answer["kinds"]
    ]  # fmt: skip
    owned = {
        "what": "all that is players'",
        "accounts": "",
        "amount": money(answer["owed"], currency),
    }
    return [*kinds, owned]


LISTS = {
    "sessions": Printed(_session_rows, "Nobody played."),
    "results": Printed(_result_rows, "Nobody played."),
    "balances": Printed(_balance_rows, "There is no money."),
}
